"""Mine games for puzzles, one position after the other; it can be stopped and continued."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from ..actors import is_chance
from ..errors import BadParameter
from ..game import Action, Game, title_of
from ..levels.dial import FIRST_SEARCH, dial_of, simulations_at
from ..levels.ladder import Ladder
from ..levels.store import ladder_of
from ..limits import Limit
from ..mcts.results.result import SearchResult
from ..mcts.return_scale import return_scale, winrate
from ..mcts.searcher import Searcher
from ..naming.named_moves import play_all
from ..primitives.actions import is_same
from ..primitives.rng import Rng
from ..record import Record
from ..rules.hidden_information import refuse_hidden
from .lines import line_from, record_at
from .mirror_images import mirror_key
from .puzzle import Puzzle

__all__ = ["SIMULATIONS", "Mining", "check_puzzles", "elo_of_level"]

SIMULATIONS = 30_000
"""For each search of a position, by default."""

_PLAYED_BY = 64  # simulations for each move of self-play
_RANDOM = 0.3  # of its moves: without mistakes there is little to punish
_MARGIN = 0.25  # of the expected result, by which a measured move is the best
_PART = 10  # of the simulations is the search that finds out what deserves more of them
_UNPROVEN = 4  # positions without a proof, after which the rest of a game is left out
_APART = 6  # plies between two puzzles of a game
_LONGEST = 1000  # moves of a game: some never end
_LINE = 60  # moves of a solution
_MOST_ASKED = 4  # moves to find in one puzzle
_LEVELS = tuple(2**each for each in range(17))  # simulations


class _Stopped(Exception):
    """A search was stopped before its end."""


def check_puzzles(game: Game) -> None:
    """Check that a game can have puzzles.

    Raises:
        BadParameter: if the game hides something, or is not of two players.

    """
    refuse_hidden(game, "a puzzle")
    if game.players != 2:
        raise BadParameter(
            f"{title_of(game)} is of {game.players} player{'s' if game.players > 1 else ''}: "
            "puzzles need a game of two"
        )


class Mining:
    """Puzzles of games, mined one position after the other.

    Args:
        game: the rules, of two players.
        records: games to mine; without any, games of the search against itself, without end.
        simulations: for each search of a position.
        seed: 0 to 2**64 - 1.
        compiled: as `Searcher` takes it.
        memory: the most bytes of the tree of a search.
        known: puzzles that are not to be found again.

    Attributes:
        found: the puzzles, in the order in which they were found.
        searched: how many positions were searched.

    Raises:
        BadParameter: if the game hides something, or is not of two players.
        GameError: here and below, if the rules break their contract.

    """

    def __init__(
        self,
        game: Game,
        *,
        records: Iterable[Record] = (),
        simulations: int = SIMULATIONS,
        seed: int = 1,
        compiled: bool | str = "auto",
        memory: int | None = None,
        known: Iterable[Puzzle] = (),
    ) -> None:
        check_puzzles(game)
        self._game, self._simulations = game, simulations
        self._first = max(1, simulations // _PART)
        self._seed, self._compiled, self._memory = seed, compiled, memory
        self._rng = Rng(seed)
        self._ladder = ladder_of(game)
        self._seen: set[Hashable] = {self._key_of(each) for each in known}
        given = list(records)
        self._given = iter(given) if given else None
        self._playing: Record | None = None
        self._mined: Record | None = None
        self._ply = self._unproven = self._latest = 0
        self._ends = float("inf")
        self._search: Searcher | None = None
        self._stopped = False
        self.found: list[Puzzle] = []
        self.searched = 0

    @property
    def proven(self) -> list[Puzzle]:
        """The puzzles that are proven."""
        return [each for each in self.found if each.proven]

    @property
    def best(self) -> list[Puzzle]:
        """The puzzles, the proven ones first."""
        return [*self.proven, *(each for each in self.found if not each.proven)]

    def prepare(self) -> None:
        """Compile what the searches need."""
        self._searcher(Record(self._game))

    def run(
        self,
        count: int,
        seconds: float,
        heard: Callable[[Puzzle], object] = lambda puzzle: None,
    ) -> bool:
        """Mine until so many proven puzzles are found; return False if it was stopped.

        Args:
            count: how many proven puzzles, with those of earlier runs.
            seconds: the most time to take.
            heard: called with each puzzle.

        """
        self._stopped = False
        self._ends = time.perf_counter() + seconds
        try:
            while len(self.proven) < count and time.perf_counter() < self._ends:
                if self._stopped:
                    return False
                known = len(self.found)
                if not self._step():
                    return True
                for puzzle in self.found[known:]:
                    heard(puzzle)
        except _Stopped:
            return not self._stopped
        return True

    def stop(self) -> None:
        """End the run soon; the next one goes on with the position that it was at."""
        self._stopped = True
        searcher = self._search
        if searcher is not None:
            searcher.stop()

    # Games.

    def _step(self) -> bool:
        """Search one position, or play one move; return False if there are no more games."""
        if self._mined is not None:
            if self._ply > 0:
                self._mine(self._mined, self._ply - 1)
                self._ply -= 1
                return True
            self._mined = None
        if self._given is not None:
            record = next(self._given, None)
            if record is not None:
                self._begin(record)
            return record is not None
        record = self._playing = self._playing or Record(self._game)
        if record.over or len(record.actions) >= _LONGEST:
            self._begin(record)
            self._playing = None
        else:
            record.play(self._move(record))
        return True

    def _begin(self, record: Record) -> None:
        """Mine a game, the last positions first: they are the easiest to prove."""
        self._mined, self._ply = record, len(record.actions)
        self._unproven, self._latest = 0, self._ply + _APART

    def _move(self, record: Record) -> Action:
        legal = record.legal_actions()
        if is_chance(record.player):
            return record.draw_chance(self._rng)
        if self._rng.below(1000) < 1000 * _RANDOM:
            return legal[self._rng.below(len(legal))]
        return self._run(self._searcher(record), _PLAYED_BY).action

    # Positions.

    def _mine(self, record: Record, ply: int) -> None:
        """Search a position of a game for a puzzle."""
        if self._unproven == _UNPROVEN or self._latest - ply < _APART:
            return
        again = record_at(record, ply)
        if is_chance(again.player) or len(again.legal_actions()) < 2:
            return
        key = mirror_key(record.game, again.state)
        if key in self._seen:
            return
        first = self._run(self._searcher(again), self._first)
        puzzle = self._puzzle(again, first)
        self._seen.add(key)  # not before: a search that was stopped is repeated
        self.searched += 1
        self._unproven = 0 if first.proof else self._unproven + 1
        if puzzle is not None:
            self._latest = ply
            self.found.append(puzzle)

    def _puzzle(self, record: Record, first: SearchResult) -> Puzzle | None:
        """Return the puzzle of a position, if it is one."""
        best = first.actions[0]
        low, high = return_scale(self._game)
        if best.proven == low or (best.proven is None and not self._stands_out(first)):
            return None
        second = self._run(self._searcher(record, _others(record, best.action)))
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
                alone = self._run(self._searcher(record, [best.action])).actions[0]
            if _bottom(self._game, alone) - _top(self._game, rival) < _MARGIN:
                return None
        line = first.principal_variation[:_LINE]
        solution, ends = line_from(self._game, record.state, line)
        if len(solution) < 3 and ends:
            return None  # it wins or ends the game at once
        kind = "best" if best.proven is None else "win" if best.proven == high else "save"
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
                kept = self._run(self._searcher(again, [action])).actions[0]
                rival = self._run(self._searcher(again, _others(again, action))).actions[0]
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
        searcher = self._searcher(record)
        found: int | None = None
        done = 0
        for level in _LEVELS:
            if level > 2 * self._simulations:
                break
            result = self._run(searcher, level - done)
            done = level
            if not is_same(result.action, solution):
                found = None
            elif found is None:
                found = level
            if result.stopped_by == "proof":
                break
        return found

    # Searches.

    def _searcher(self, record: Record, moves: list[Action] | None = None) -> Searcher:
        return Searcher(
            self._game,
            self._game.copy(record.state),
            history=record.positions[:-1],
            seed=self._seed,
            compiled=self._compiled,
            moves=moves,
        )

    def _run(self, searcher: Searcher, simulations: int | None = None) -> SearchResult:
        """Run a search to its end, or raise `_Stopped`."""
        self._search = searcher
        left = self._ends - time.perf_counter()
        if self._stopped or left <= 0:
            raise _Stopped
        seconds = None if left == float("inf") else left
        limit = Limit(simulations or self._simulations, seconds, self._memory)
        result = searcher.run(limit)
        if result.stopped_by in ("stop", "seconds"):
            raise _Stopped
        return result

    def _key_of(self, puzzle: Puzzle) -> Hashable:
        record = Record(self._game)
        play_all(record, puzzle.moves)
        return mirror_key(record.game, record.state)


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
