"""Mine games for puzzles, one position after the other; it can be stopped and continued."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable

from ..actors import is_chance
from ..errors import BadParameter
from ..game import Action, Game, title_of
from ..levels.suitable import check_suitable
from ..naming.named_moves import play_all
from ..primitives.rng import Rng
from ..record import Record
from .lines import record_at
from .mirror_images import mirror_key
from .puzzle import Puzzle, why_no_puzzles
from .puzzle_searches import PuzzleSearches, Stopped

__all__ = ["SIMULATIONS", "Mining"]

SIMULATIONS = 30_000
"""For each search of a position, by default."""

_PLAYED_BY = 64  # simulations for each move of self-play
_RANDOM = 0.3  # of its moves: without mistakes there is little to punish
_UNPROVEN = 4  # positions without a proof, after which the rest of a game is left out
_APART = 6  # plies between two puzzles of a game
_LONGEST = 1000  # moves of a game: some never end


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
        BadParameter: if the game hides something, is not of two players, or has no end.
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
        reason = why_no_puzzles(title_of(game), hides=game.hides_information, players=game.players)
        if reason:
            raise BadParameter(reason)
        check_suitable(game, "puzzles")
        self._game = game
        self._searches = PuzzleSearches(game, simulations, seed, compiled, memory)
        self._rng = Rng(seed)
        self._seen: set[Hashable] = {self._key_of(each) for each in known}
        given = list(records)
        self._given = iter(given) if given else None
        self._playing: Record | None = None
        self._mined: Record | None = None
        self._ply = self._unproven = self._latest = 0
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
        self._searches.searcher(Record(self._game))

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
        searches = self._searches
        searches.stopped, searches.ends = False, time.perf_counter() + seconds
        try:
            while len(self.proven) < count and time.perf_counter() < searches.ends:
                if searches.stopped:
                    return False
                known = len(self.found)
                if not self._step():
                    return True
                for puzzle in self.found[known:]:
                    heard(puzzle)
        except Stopped:
            return not searches.stopped
        return True

    def stop(self) -> None:
        """End the run soon; the next one goes on with the position that it was at."""
        self._searches.stop()

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
        return self._searches.run(self._searches.searcher(record), _PLAYED_BY).action

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
        first = self._searches.look(again)
        puzzle = self._searches.puzzle(again, first)
        self._seen.add(key)  # not before: a search that was stopped is repeated
        self.searched += 1
        self._unproven = 0 if first.proof else self._unproven + 1
        if puzzle is not None:
            self._latest = ply
            self.found.append(puzzle)

    def _key_of(self, puzzle: Puzzle) -> Hashable:
        record = Record(self._game)
        play_all(record, puzzle.moves)
        return mirror_key(record.game, record.state)
