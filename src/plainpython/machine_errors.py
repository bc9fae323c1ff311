"""Errors that only compiled code raises, where Python would go on. Handlers do not catch them."""

from __future__ import annotations

__all__ = [
    "MACHINE_ERRORS",
    "MachineChangeError",
    "MachineLimitError",
    "MachineLoopError",
    "MachineOverflowError",
]


class MachineOverflowError(OverflowError):
    """A number of the rules has more bits than compiled code has for it: 64, or 128."""


class MachineChangeError(TypeError):
    """The rules change what belongs to the game, or to the state that a search began with."""


class MachineLimitError(NotImplementedError):
    """The rules compute what compiled code has no values for, such as complex numbers."""


class MachineLoopError(RuntimeError):
    """A loop of the rules has gone round so often that it is taken for one without an end."""


MACHINE_ERRORS = (MachineOverflowError, MachineChangeError, MachineLimitError, MachineLoopError)
