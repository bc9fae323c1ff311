"""One try at a puzzle, by the names of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from .puzzle import Puzzle
from .solver import HINTED

__all__ = ["Attempt", "Verdict"]

Verdict = Literal["open", "solved", "failed"]
"""The state of an attempt."""

_CHOICES = 3  # moves that a hint leaves


class Attempt:
    """A try at a puzzle, from its position to the verdict.

    Args:
        puzzle: the puzzle.

    Attributes:
        made: how many moves of the solution are on the board.
        verdict: the state.
        hinted: True if a hint was shown.

    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.made = 0
        self.verdict: Verdict = "open"
        self.hinted = False

    @property
    def over(self) -> bool:
        """True if the puzzle is solved or failed."""
        return self.verdict != "open"

    @property
    def line(self) -> tuple[str, ...]:
        """The names of all moves up to the position on the board."""
        return self.puzzle.moves + self.puzzle.solution[: self.made]

    @property
    def score(self) -> float:
        """1 if it was solved, 0.5 if with a hint, else 0."""
        if self.verdict != "solved":
            return 0.0
        return HINTED if self.hinted else 1.0

    def move(self, name: str) -> bool:
        """Take a move of the person; return True if it is right.

        After a right move the answers follow, up to the next move to find. Without one the puzzle
        is solved.
        """
        if name != self.puzzle.solution[self.made]:
            self.verdict = "failed"
            return False
        later = [each for each in self.puzzle.asked if each > self.made]
        if later:
            self.made = later[0]
        else:
            self.made += 1
            self.verdict = "solved"
        return True

    def give_up(self) -> None:
        """Show the solution: the puzzle counts as failed."""
        self.verdict = "failed"

    def hint(self, moves: Sequence[str], clicks: Mapping[str, Sequence[str]]) -> list[str]:
        """Return the moves that a hint leaves, the right one among them.

        Of moves of several clicks these are the moves that begin with the right click. Of others
        they are three moves, or one less than there are.

        Args:
            moves: the names of the legal moves.
            clicks: the zones to click for each move that a click on the board makes.

        """
        self.hinted = True
        right = self.puzzle.solution[self.made]
        first = list(clicks.get(right, ()))[:1]
        same = [each for each in moves if first and list(clicks.get(each, ()))[:1] == first]
        if 1 < len(same) < len(moves):
            return same
        others = [each for each in moves if each != right]
        count = min(_CHOICES, len(moves) - 1) - 1
        start = int(self.puzzle.key, 16)
        step = max(1, len(others) // max(1, count))
        chosen = {others[(start + n * step) % len(others)] for n in range(count)}
        return [each for each in moves if each == right or each in chosen]
