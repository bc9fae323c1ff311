"""The functions of a module as an object whose methods take a state."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["ModuleFunctions", "called"]


class ModuleFunctions:
    """The public functions that a module defines, as attributes of these names.

    Those that it has imported are none of its rules. Unlike a module this can be sent to other
    processes.
    """

    def __init__(self, module: ModuleType) -> None:
        file = getattr(module, "__file__", None)
        self._name = Path(file).stem if file else module.__name__
        for name, value in vars(module).items():
            own = inspect.isfunction(value) and value.__module__ == module.__name__
            if own and not name.startswith("_"):
                setattr(self, name, value)


def called(thing: Any) -> str:
    """Return what messages call an object of the user's: the name of its class, or module."""
    return thing._name if isinstance(thing, ModuleFunctions) else type(thing).__name__
