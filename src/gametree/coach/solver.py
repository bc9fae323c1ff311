"""A person who solves puzzles of a game: the rating, and the puzzles that were shown.

The rating is Glicko's, as that of a person who plays levels (`levels/person.py`): each puzzle is
an opponent of known strength.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..levels.ladder import Ladder
from ..levels.person import PersonRating, read_rating
from ..levels.store import write_json
from .puzzle import Puzzle

__all__ = ["BEGIN", "HINTED", "PuzzleSolver", "save_solver", "solver_from"]

BEGIN = 1000.0
"""The rating to begin with, where the levels of the game were not measured."""

HINTED = 0.5
"""The score of a puzzle that was solved with a hint."""

_MOST_SEEN = 1000


@dataclass(frozen=True, slots=True)
class PuzzleSolver:
    """What is known of a person who solves the puzzles of a game.

    Attributes:
        rating: on the scale of `Puzzle.rating`.
        seen: the keys of puzzles that were decided, the last one last.

    """

    rating: PersonRating
    seen: tuple[str, ...] = ()

    @classmethod
    def beginner(cls, ladder: Ladder) -> PuzzleSolver:
        """Return a person who has solved nothing yet: a third up the ladder, if it was measured."""
        return cls(PersonRating.beginner(ladder) if ladder.measured else PersonRating(BEGIN))

    def after(self, puzzle: Puzzle, score: float) -> PuzzleSolver:
        """Return the person after a puzzle, which counts once.

        Args:
            puzzle: the puzzle that was decided.
            score: 1 if it was solved, 0.5 with a hint, else 0.

        Raises:
            BadParameter: if the score is none of these.

        """
        key = puzzle.key
        rating = self.rating if key in self.seen else self.rating.after(puzzle.rating, score)
        seen = (*(each for each in self.seen if each != key), key)
        return PuzzleSolver(rating, seen[-_MOST_SEEN:])

    def next_of(self, puzzles: Iterable[Puzzle]) -> Puzzle | None:
        """Return the unseen puzzle nearest to the rating; None if all were seen."""
        seen = set(self.seen)
        new = [each for each in puzzles if each.key not in seen]
        return min(new, key=lambda each: abs(each.rating - self.rating.elo), default=None)

    def oldest_of(self, puzzles: Iterable[Puzzle]) -> Puzzle | None:
        """Return the puzzle that was seen longest ago; None if there are no puzzles."""
        order = {key: at for at, key in enumerate(self.seen)}
        return min(puzzles, key=lambda each: order.get(each.key, -1), default=None)

    def to_text(self) -> str:
        """Return the rating as a sentence."""
        return self.rating.to_text("puzzle")

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        return {**self.rating.to_dict(), "seen": list(self.seen)}

    @classmethod
    def from_dict(cls, content: Any) -> PuzzleSolver:
        """Return the person that `to_dict` has written.

        Raises:
            ValueError: if it is none.

        """
        rating = PersonRating.from_dict(content)
        seen = content.get("seen", [])
        if not isinstance(seen, list) or not all(isinstance(each, str) for each in seen):
            raise ValueError(content)
        return cls(rating, tuple(seen[-_MOST_SEEN:]))


def solver_from(path: Path, beginner: PuzzleSolver) -> PuzzleSolver:
    """Return the person in a file, or a beginner if there is none.

    Raises:
        LadderError: if the file is damaged.

    """
    return read_rating(path, PuzzleSolver.from_dict) if path.exists() else beginner


def save_solver(solver: PuzzleSolver, path: Path) -> None:
    """Write a person, whole or not at all.

    Raises:
        LadderError: if it cannot be written; what was there before still is.

    """
    write_json(path, solver.to_dict())
