"""One thing that a method did wrong, raised where it is seen."""

from __future__ import annotations

from typing import Any

from ..game import Action
from ..user_code import Place
from .report import FAULT

__all__ = ["Fault", "told"]

_LONGEST_TOLD = 120


class Fault(Exception):
    """A method broke the contract.

    Attributes:
        moves: those that follow the position.
        place: where in the user's code it was raised, if it was.
    """

    def __init__(
        self,
        method: str,
        kind: str,
        problem: str,
        advice: str = "",
        severity: str = FAULT,
        moves: tuple[Action, ...] = (),
    ) -> None:
        super().__init__(problem)
        self.method = method
        self.kind = kind
        self.problem = problem
        self.advice = advice
        self.severity = severity
        self.moves = moves
        self.place: Place | None = None


def told(value: Any) -> str:
    """Return a value in few words."""
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) <= _LONGEST_TOLD else text[: _LONGEST_TOLD - 3] + "..."
