"""Searches that decide whether a position is a puzzle, and how hard it is."""

from __future__ import annotations

import time
from typing import Any

from ..actors import is_chance
from ..game import Action, Game
from ..levels.dial import FIRST_SEARCH, dial_of, simulations_at
from ..levels.ladder import Ladder
from ..levels.store import ladder_of
from ..limits import Limit
from ..mcts.results.result import SearchResult
from ..mcts.return_scale import proven_word, return_scale, winrate
from ..mcts.searcher import Searcher
from ..primitives.actions import is_same
from ..record import Record
from .lines import line_from, record_at
from .puzzle import Puzzle

__all__ = ["PuzzleSearches", "Stopped", "elo_of_level"]

_MARGIN = 0.25  # of the expected result, by which a measured move is the best
_PART = 10  # of the simulations is the search that finds out what deserves more of them
_LINE = 60  # moves of a solution
_MOST_ASKED = 4  # moves to find in one puzzle
_LEVELS = tuple(2**each for each in range(17))  # simulations


class Stopped(Exception):
    """A search was stopped before its end."""


class PuzzleSearches:
    """The searches of positions for puzzles.

    Args:
        game: the rules, of two players.
        simulations: for each search.
        seed: 0 to 2**64 - 1.
        compiled: as `Searcher` takes it.
        memory: the most bytes of the tree of a search.

    Attributes:
        ends: when the searches have to end, by `time.perf_counter`.
        stopped: True if they have to end at once.

    """

    def __init__(
        self, game: Game, simulations: int, seed: int, compiled: bool | str, memory: int | None
    ) -> None:
        self._game, self._simulations = game, simulations
        self._seed, self._compiled, self._memory = seed, compiled, memory
        self._ladder = ladder_of(game)
        self._search: Searcher | None = None
        self.ends = float("inf")
        self.stopped = False

    def stop(self) -> None:
        """End the search under way, and all that would follow."""
        self.stopped = True
        searcher = self._search
        if searcher is not None:
            searcher.stop()

    def look(self, record: Record) -> SearchResult:
        """Return a short search of a position."""
        return self.run(self.searcher(record), max(1, self._simulations // _PART))

    def puzzle(self, record: Record, first: SearchResult) -> Puzzle | None:
        """Return the puzzle of a position, if it is one.

        Args:
            record: the game up to the position.
            first: what `look` has found there.

        Raises:
            Stopped: if a search is stopped before its end.

        """
        best = first.actions[0]
        low, _ = return_scale(self._game)
        if best.proven == low or (best.proven is None and not self._stands_out(first)):
            return None
        second = self.run(self.searcher(record, _others(record, best.action)))
        rival = second.actions[0]
        proven = best.proven is not None and second.proof is not None
        if proven:
            assert best.proven is not None
            assert rival.proven is not None
            if rival.proven >= best.proven:
                return None
        else:
            alone = best
            if best.proven is None:
                alone = self.run(self.searcher(record, [best.action])).actions[0]
            if _bottom(self._game, alone) - _top(self._game, rival) < _MARGIN:
                return None
        line = first.principal_variation[:_LINE]
        solution, ends = line_from(self._game, record.state, line)
        if len(solution) < 3 and ends:
            return None  # it wins or ends the game at once
        kind = _kind(self._game, best.proven, rival.proven)
        simulations = self._grade(record, best.action)
        if simulations is None:
            return None
        asked: tuple[int, ...] = (0,)
        if proven and best.proven is not None:
            asked = self._asked(record, line, best.proven)
        elo = elo_of_level(self._ladder, simulations)
        return Puzzle(_names(record), solution, kind, proven, simulations, elo, asked)

    def _asked(self, record: Record, line: tuple[Action, ...], value: float) -> tuple[int, ...]:
        """Return the indices of a line's moves that are the only ones to keep a proven value."""
        again = record_at(record, len(record.actions))
        solver = record.player
        asked = [0]
        for index, action in enumerate(line):
            legal = again.legal_actions()
            if is_chance(again.player) or len(asked) == _MOST_ASKED:
                break
            if index > 0 and again.player == solver and len(legal) > 1:
                kept = self.run(self.searcher(again, [action])).actions[0]
                rival = self.run(self.searcher(again, _others(again, action))).actions[0]
                if kept.proven != value or rival.proven is None or rival.proven >= value:
                    break
                asked.append(index)
            again.play(action)
        return tuple(asked)

    def _stands_out(self, result: SearchResult) -> bool:
        """Return True if the best move looks so much better that a closer search is worth it."""
        others = [each for each in result.actions[1:] if each.mean is not None]
        return bool(others) and all(
            _top(self._game, each) + _MARGIN < _bottom(self._game, result.actions[0])
            for each in others
        )

    def _grade(self, record: Record, solution: Action) -> int | None:
        """Return the simulations from which on a search plays the solution; None if it does not."""
        searcher = self.searcher(record)
        found: int | None = None
        done = 0
        for level in _LEVELS:
            if level > 2 * self._simulations:
                break
            result = self.run(searcher, level - done)
            done = level
            if not is_same(result.action, solution):
                found = None
            elif found is None:
                found = level
            if result.stopped_by == "proof":
                break
        return found

    def searcher(self, record: Record, moves: list[Action] | None = None) -> Searcher:
        """Return a new search of the last position of a record, perhaps of some moves only."""
        return Searcher(
            self._game,
            self._game.copy(record.state),
            history=record.positions[:-1],
            seed=self._seed,
            compiled=self._compiled,
            moves=moves,
        )

    def run(self, searcher: Searcher, simulations: int | None = None) -> SearchResult:
        """Run a search to its end, or raise `Stopped`."""
        self._search = searcher
        left = self.ends - time.perf_counter()
        if self.stopped or left <= 0:
            raise Stopped
        seconds = None if left == float("inf") else left
        limit = Limit(simulations or self._simulations, seconds, self._memory)
        result = searcher.run(limit)
        if result.stopped_by in ("stop", "seconds"):
            raise Stopped
        return result


def _kind(game: Game, best: float | None, rival: float | None) -> str:
    """Return the kind of a puzzle by what its move and the best other one are proven to give."""
    word = proven_word(game, best)
    if word == proven_word(game, rival):
        return "best"  # where points count: both win, or both lose
    return {"win": "win", "draw": "save"}.get(word or "", "best")


def _others(record: Record, action: Action) -> list[Action]:
    return [each for each in record.all_actions("a puzzle") if not is_same(each, action)]


def _names(record: Record) -> tuple[str, ...]:
    text = record.game.action_to_text
    return tuple(
        text(state, action) for state, action in zip(record.positions, record.actions, strict=False)
    )


def elo_of_level(ladder: Ladder, simulations: int) -> float | None:
    """Return the Elo of the weakest level that searches so much for every move."""
    for level in ladder.levels:
        dial = dial_of(level.player)
        if dial is not None and dial >= FIRST_SEARCH and simulations_at(dial) >= simulations:
            return level.elo
    return None


def _bottom(game: Game, move: Any) -> float:
    return _edge(game, move, -1)


def _top(game: Game, move: Any) -> float:
    return _edge(game, move, 1)


def _edge(game: Game, move: Any, sign: int) -> float:
    """Return the lower or the upper end of a move's expected result, from 0 to 1."""
    value: float | None = move.proven
    if value is None:
        value = (move.mean or 0.0) + sign * (move.half_width or 0.0)
    return winrate(game, value)
