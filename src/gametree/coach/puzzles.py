"""Mine puzzles: positions with one move that wins, saves the game, or is best by a margin."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..actors import is_chance
from ..errors import BadParameter
from ..game import Action, Game, title_of
from ..levels.dial import FIRST_SEARCH, dial_of, simulations_at
from ..levels.ladder import Ladder
from ..levels.store import ladder_of
from ..mcts.results.result import SearchResult
from ..mcts.return_scale import return_scale, winrate
from ..mcts.searcher import Searcher
from ..naming.parameters import expect
from ..primitives.actions import is_same
from ..primitives.rng import Rng
from ..record import Record
from ..rules.hidden_information import refuse_hidden
from .lines import line_from, record_at
from .mirror_images import mirror_key

__all__ = ["Puzzle", "elo_of_level", "mine_puzzles"]

_SIMULATIONS = 30_000
_SECONDS = 300.0
_PLAYED_BY = 64  # simulations for each move of self-play
_RANDOM = 0.3  # of its moves: without mistakes there is little to punish
_MARGIN = 0.25  # of the expected result, by which a measured move is the best
_PART = 10  # of the simulations is the search that finds out what deserves more of them
_UNPROVEN = 4  # positions without a proof, after which the rest of a game is left out
_APART = 6  # plies between two puzzles of a game
_LONGEST = 1000  # moves of a game: some never end
_LINE = 60  # moves of a solution
_LEVELS = tuple(2**each for each in range(17))  # simulations


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

    """

    moves: tuple[str, ...]
    solution: tuple[str, ...]
    kind: str
    proven: bool
    simulations: int
    elo: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        return {
            "moves": list(self.moves),
            "solution": list(self.solution),
            "kind": self.kind,
            "proven": self.proven,
            "simulations": self.simulations,
            "elo": self.elo,
        }


def mine_puzzles(
    game: Game,
    count: int,
    *,
    records: Iterable[Record] = (),
    simulations: int = _SIMULATIONS,
    seconds: float = _SECONDS,
    seed: int = 1,
    compiled: bool | str = "auto",
    found: Callable[[Puzzle], object] = lambda puzzle: None,
) -> list[Puzzle]:
    """Return puzzles from games, at most one for a position and its mirror images.

    Puzzles that are only measured fill up the list, if there are not enough proven ones.

    Args:
        game: the rules, of two players.
        count: how many to find.
        records: games to mine; by default games of the search against itself.
        simulations: for each search of a position.
        seconds: the most time to take, compilation not counted.
        seed: 0 to 2**64 - 1.
        compiled: as `Searcher` takes it.
        found: called with each proven puzzle.

    Raises:
        BadParameter: if the game hides something, or is not of two players.
        GameError: if the rules break their contract.

    """
    expect(isinstance(count, int) and count > 0, "count", "a whole number of 1 or more", count)
    refuse_hidden(game, "a puzzle")
    if game.players != 2:
        raise BadParameter(
            f"{title_of(game)} is of {game.players} players: puzzles need a game of two"
        )
    miner = _Miner(game, simulations, seed, compiled)
    given = list(records)
    proven: list[Puzzle] = []
    measured: list[Puzzle] = []
    ends = time.perf_counter() + seconds
    for record in given or miner.games():
        for puzzle in miner.puzzles(record):
            if puzzle.proven:
                proven.append(puzzle)
                found(puzzle)
            else:
                measured.append(puzzle)
            if len(proven) == count:
                return proven
            if time.perf_counter() > ends:
                break
        if time.perf_counter() > ends:
            break
    return [*proven, *measured][:count]


class _Miner:
    """Searches positions for puzzles."""

    def __init__(self, game: Game, simulations: int, seed: int, compiled: bool | str) -> None:
        self._game, self._simulations = game, simulations
        self._first = max(1, simulations // _PART)
        self._seed, self._compiled = seed, compiled
        self._seen: set[Hashable] = set()
        self._rng = Rng(seed)
        self._ladder = ladder_of(game)
        self._searcher(Record(game))  # compiles before the clock runs

    def games(self) -> Iterator[Record]:
        """Yield games of the search against itself, with some random moves; without end."""
        while True:
            record = Record(self._game)
            while not record.over and len(record.actions) < _LONGEST:
                record.play(self._move(record))
            yield record

    def puzzles(self, record: Record) -> Iterator[Puzzle]:
        """Yield the puzzles of a game, the last positions first: they are the easiest to prove."""
        unproven = 0
        latest = len(record.actions) + _APART
        for ply in reversed(range(len(record.actions))):
            if unproven == _UNPROVEN or latest - ply < _APART:
                continue
            again = record_at(record, ply)
            if is_chance(again.player) or len(again.legal_actions()) < 2:
                continue
            key = mirror_key(record.game, again.state)
            if key not in self._seen:
                self._seen.add(key)
                first = self._searcher(again).run(simulations=self._first)
                unproven = 0 if first.proof else unproven + 1
                puzzle = self._puzzle(again, first)
                if puzzle is not None:
                    latest = ply
                    yield puzzle

    def _move(self, record: Record) -> Action:
        legal = record.legal_actions()
        if is_chance(record.player):
            return record.draw_chance(self._rng)
        if self._rng.below(1000) < 1000 * _RANDOM:
            return legal[self._rng.below(len(legal))]
        return self._searcher(record).run(simulations=_PLAYED_BY).action

    def _puzzle(self, record: Record, first: SearchResult) -> Puzzle | None:
        """Return the puzzle of a position, if it is one."""
        legal = record.all_actions("a puzzle")
        best = first.actions[0]
        low, high = return_scale(self._game)
        if best.proven == low or (best.proven is None and not self._stands_out(first)):
            return None
        others = [each for each in legal if not is_same(each, best.action)]
        second = self._searcher(record, others).run(simulations=self._simulations)
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
                alone = (
                    self._searcher(record, [best.action])
                    .run(simulations=self._simulations)
                    .actions[0]
                )
            if _bottom(self._game, alone) - _top(self._game, rival) < _MARGIN:
                return None
        solution, ends = line_from(self._game, record.state, first.principal_variation[:_LINE])
        if len(solution) < 3 and ends:
            return None  # it wins or ends the game at once
        kind = "best" if best.proven is None else "win" if best.proven == high else "save"
        simulations = self._grade(record, best.action)
        if simulations is None:
            return None
        elo = elo_of_level(self._ladder, simulations)
        return Puzzle(_names(record), solution, kind, proven, simulations, elo)

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
            result = searcher.run(simulations=level - done)
            done = level
            if not is_same(result.action, solution):
                found = None
            elif found is None:
                found = level
            if result.stopped_by == "proof":
                break
        return found

    def _searcher(self, record: Record, moves: list[Action] | None = None) -> Searcher:
        return Searcher(
            self._game,
            self._game.copy(record.state),
            history=record.positions[:-1],
            seed=self._seed,
            compiled=self._compiled,
            moves=moves,
        )


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
