"""The exception that checks raise when a method breaks the contract of a game."""

from __future__ import annotations

from ..game import Action
from ..user_code.locating import Place
from .report import FAULT

__all__ = ["Fault"]


class Fault(Exception):
    """A method broke the contract.

    Attributes:
        moves: the moves from the position checked that show the fault.
        place: where the user's code raised an exception; None if it did not.
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
