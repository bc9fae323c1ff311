"""Mining of puzzles in a worker: those that are stored, and further ones as they are found."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ..coach.mining import SIMULATIONS, Mining
from ..coach.puzzle import Puzzle
from ..coach.puzzle_store import add_puzzles, puzzles_of
from ..coach.solver import PuzzleSolver
from ..errors import GametreeError
from ..levels.store import ladder_of
from ..mcts.persistence.fingerprints import name_of_rules
from ..primitives.rng import fresh_seed
from .task import Task

__all__ = ["PuzzleMining"]


class PuzzleMining(Task):
    """The puzzles of a game: `count` of them, with the stored ones, or as many as time allows.

    What is found is stored, too.
    """

    _mining: Mining | None = None
    _stored: tuple[Puzzle, ...] = ()

    def halt(self) -> None:
        super().halt()
        if self._mining is not None:
            self._mining.stop()

    def glance(self) -> dict[str, Any] | None:
        return self._told(during=True)

    def _check_position(self) -> None:
        """Allow any position: games are mined from their first one on."""

    def _prepare(self) -> None:
        query, game = self.query, self.record.game
        self._rules = name_of_rules(game)
        self._beginner = PuzzleSolver.beginner(ladder_of(game)).to_dict()
        self._stored = tuple(puzzles_of(game))
        if self._missing > 0:
            mining = Mining(
                game,
                simulations=query.max_visits or SIMULATIONS,
                seed=fresh_seed() if query.seed is None else query.seed,
                memory=self._tree_bytes,
                known=self._stored,
            )
            mining.prepare()
            self._mining = mining

    @property
    def _missing(self) -> int:
        """How many puzzles are still to be found."""
        return (self.query.count or 1) - len(self._stored)

    def _search(self) -> dict[str, Any] | None:
        mining = self._mining
        seconds = self._most_seconds_now() - self.seconds
        if mining is not None and seconds > 0:
            ended = mining.run(self._missing, seconds)
            if mining.found:
                with suppress(GametreeError):  # without a home or a free disk: they are reported
                    add_puzzles(self.record.game, mining.best)
            if not ended:
                return None
        return self._told(during=False)

    def _told(self, *, during: bool) -> dict[str, Any]:
        mining = self._mining
        found = [] if mining is None else list(mining.found)
        return {
            "id": self.query.id,
            "isDuringSearch": during,
            "turnNumber": len(self.query.moves),
            "rootInfo": {"visits": 1 + (0 if mining is None else mining.searched)},
            "rules": self._rules,
            "beginner": self._beginner,
            "puzzles": [each.to_dict() for each in (*self._stored, *found)],
        }
