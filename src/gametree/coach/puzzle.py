"""A puzzle: a position, its only good move, and the line that follows."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import Any

from ..errors import LadderError

__all__ = ["KINDS", "REMEDY", "Puzzle", "why_no_puzzles"]

KINDS = {
    "win": "find the only move that wins",
    "save": "find the only move that saves the game",
    "best": "find the best move",
}
"""The kinds of puzzles, and what each asks for."""

REMEDY = "`gametree puzzles` makes a new one"
"""What follows when a damaged file of puzzles is moved away."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its solution.

    Attributes:
        moves: the names of the moves that lead to the position.
        solution: the only good move, and the line that follows it.
        kind: "win", "save" or "best".
        proven: True if it is proven that no other move is as good; else it is measured.
        simulations: of the weakest search that finds the move, and keeps to it with more of them.
        elo: of the weakest level that searches as much; None without a measured ladder of the
            game, or if no level does.
        asked: the indices in `solution` of the moves to find, in ascending order; the first is 0.
            Each of them is the only good move of its position. The other moves are answers.

    """

    moves: tuple[str, ...]
    solution: tuple[str, ...]
    kind: str
    proven: bool
    simulations: int
    elo: float | None = None
    asked: tuple[int, ...] = (0,)

    @property
    def key(self) -> str:
        """A short text that names the position."""
        line = "\n".join(self.moves).encode()
        return hashlib.blake2b(line, digest_size=6).hexdigest()

    @property
    def rating(self) -> float:
        """Its Elo, or 600 and 100 points for each doubling of simulations.

        The second is no Elo: it orders the puzzles of a game that has no measured ladder.
        """
        if self.elo is not None:
            return self.elo
        return 600.0 + 100.0 * math.log2(self.simulations)

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        return {
            "moves": list(self.moves),
            "solution": list(self.solution),
            "kind": self.kind,
            "proven": self.proven,
            "simulations": self.simulations,
            "elo": self.elo,
            "asked": list(self.asked),
        }

    @classmethod
    def from_dict(cls, content: Any, where: str) -> Puzzle:
        """Return the puzzle that `to_dict` has written.

        Args:
            content: what was read.
            where: the file, for messages.

        Raises:
            LadderError: if it is no puzzle.

        """
        try:
            moves, solution = _names(content["moves"]), _names(content["solution"])
            asked = tuple(int(each) for each in content.get("asked", [0]))
            elo = content["elo"]
            found = cls(
                moves,
                solution,
                str(content["kind"]),
                content["proven"] is True,
                int(content["simulations"]),
                None if elo is None else float(elo),
                asked,
            )
            rising = asked == tuple(sorted(set(asked))) and asked[:1] == (0,)
            sound = rising and asked[-1] < len(solution) and math.isfinite(found.rating)
            if not sound or found.kind not in KINDS or found.simulations < 1:
                raise ValueError(content)
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise LadderError(
                f"the file of puzzles {where!r} is damaged: move it away, and {REMEDY}"
            ) from None
        return found


def why_no_puzzles(title: str, *, hides: bool, players: int) -> str:
    """Return a sentence about a game that can have no puzzles; empty if it can."""
    if hides:
        return (
            f"{title} has no puzzles: it hides something, and a puzzle needs a position that "
            "everybody sees"
        )
    if players != 2:
        count = "one player" if players == 1 else f"{players} players"
        return f"{title} has no puzzles: it is for {count}, and puzzles need a game of two"
    return ""


def _names(content: Any) -> tuple[str, ...]:
    if not isinstance(content, list) or not all(isinstance(each, str) for each in content):
        raise ValueError(content)
    return tuple(content)
