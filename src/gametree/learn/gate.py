"""A match that decides whether a trained network is used: a sequential test of who is better.

Two games from an opening, with the seats changed (in a game of n players, n games; of one, two
from the same seed), are a turn, which one of the two wins, loses or draws by its points. Turns
that are not drawn are the steps of a sequential probability ratio test (Wald, 1945) of whether
the network wins half of them or three quarters.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ..actors import is_chance
from ..arena.openings import Opening, random_openings
from ..arena.statistics.elo import elo_of_score
from ..errors import BadParameter, PlayoutTooLong
from ..game import Game
from ..limits import Limit
from ..numbers.counting import counted
from ..players.player import Player
from ..primitives.rng import Rng, derived_seed
from ..record import Record

__all__ = ["GateResult", "MakePlayer", "compile_players", "play_gate"]

_SHARE = 0.75
"""Of the turns that a player wins who is clearly better."""

_ERROR = 0.05
_DECIDED = math.log((1.0 - _ERROR) / _ERROR)
_OPENING = 2
_PATIENCE = 0.2
_LONGEST = 1000
"""Plies after which a game of the match is a draw."""

MakePlayer = Callable[[], Player]


@dataclass(frozen=True)
class GateResult:
    """What a match came to.

    Attributes:
        won, drawn, lost: turns.
        points: the network's in all games, from 0 to 1 each.
        games: how many there were.
        opponent: what it played against.
        seconds: what each had for a move.

    """

    won: int
    drawn: int
    lost: int
    points: float
    games: int
    opponent: str
    seconds: float

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio: of winning 3 of 4 turns to winning every other one."""
        better = self.won * math.log(2.0 * _SHARE)
        return better + self.lost * math.log(2.0 * (1.0 - _SHARE))

    @property
    def accepted(self) -> bool:
        """Whether the network is better."""
        return self.ratio >= _DECIDED

    @property
    def decided(self) -> bool:
        """Whether the test is over."""
        return abs(self.ratio) >= _DECIDED

    @property
    def score(self) -> float:
        """Points a game; one half without games."""
        return self.points / self.games if self.games else 0.5

    def to_text(self) -> str:
        """Return the match in one sentence."""
        if not self.games:
            return f"no game against {self.opponent} ended in the time that there was"
        elo = elo_of_score(min(max(self.score, 0.5 / self.games), 1.0 - 0.5 / self.games))
        judged = "better" if self.accepted else "not better" if self.decided else "undecided"
        return (
            f"{judged}: {100 * self.score:.0f} % in {counted(self.games, 'game')} against "
            f"{self.opponent} at {self.seconds:g} s a move, Elo about {elo:+.0f}"
        )


def play_gate(
    game: Game,
    network: MakePlayer,
    opponent: MakePlayer,
    name: str,
    *,
    seconds: float,
    budget: float,
    workers: int = 1,
    seed: int = 0,
) -> GateResult:
    """Play turns until it is decided who is better, or the time is up.

    Args:
        game: the rules.
        network: makes players that use the network.
        opponent: makes those that they play against.
        name: what the opponent is called.
        seconds: for each move.
        budget: seconds for the match; turns that have begun may take as long again.
        workers: threads that play.
        seed: of the openings, and of what is random in the games.

    Raises:
        GameError: if the rules break their contract.

    """
    compile_players(game, (network, opponent), seed)  # before the clock runs
    match = _Match(game, network, opponent, Limit(seconds=seconds), seed, budget)
    match.result = GateResult(0, 0, 0, 0.0, 0, name, seconds)
    threads = [threading.Thread(target=match.work, daemon=True) for _ in range(workers)]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(_PATIENCE)  # Ctrl-C is heard in between
    except BaseException:
        match.ends = -math.inf
        raise
    for failure in match.failures:
        raise failure
    return match.result


def compile_players(game: Game, makers: Iterable[MakePlayer], seed: int) -> None:
    """Compile what players search with, unless that is done."""
    for make in makers:
        player = make()
        player.begin(game, 0, seed)
        player.end()


class _Match:
    """A match that several threads play.

    Attributes:
        result: the turns that are over.
        failures: what the threads have raised.
        ends: when the time is up.

    """

    result: GateResult

    def __init__(
        self,
        game: Game,
        network: MakePlayer,
        opponent: MakePlayer,
        limit: Limit,
        seed: int,
        budget: float,
    ) -> None:
        self._game = game
        self._make = network, opponent
        self._limit = limit
        self._seed = seed
        self._lock = threading.Lock()
        self._turns = enumerate(_openings(game, seed))
        self._budget = budget
        self.failures: list[Exception] = []
        self.ends = time.monotonic() + budget

    def work(self) -> None:
        """Play turns until the match is over."""
        try:
            network, opponent = self._make
            mine = network()
            others = [opponent() for _ in range(max(1, self._game.players - 1))]
            while not self._is_over():
                with self._lock:
                    number, opening = next(self._turns)
                points = self._turn(mine, others, opening, derived_seed(self._seed, f"{number}"))
                if points:
                    self._add(points)
        except Exception as error:
            self.failures.append(error)

    def _is_over(self) -> bool:
        return bool(self.failures) or self.result.decided or time.monotonic() >= self.ends

    def _is_late(self) -> bool:
        return bool(self.failures) or time.monotonic() >= self.ends + self._budget

    def _add(self, points: list[float]) -> None:
        mean = sum(points) / len(points)
        with self._lock:
            old = self.result
            self.result = replace(
                old,
                won=old.won + (mean > 0.5),
                drawn=old.drawn + (mean == 0.5),
                lost=old.lost + (mean < 0.5),
                points=old.points + sum(points),
                games=old.games + len(points),
            )

    def _turn(
        self, network: Player, others: list[Player], opening: Opening, seed: int
    ) -> list[float]:
        """Return the points of the network in the games of a turn; none if it took too long."""
        count = self._game.players
        if count == 1:
            each = [self._returns([who], opening, seed) for who in (network, others[0])]
            return [_points(each[0][0], each[1])] if all(each) else []
        points = []
        for seat in range(count):
            returns = self._returns([*others[:seat], network, *others[seat:]], opening, seed)
            if not returns:
                return []
            points.append(_points(returns[seat], [*returns[:seat], *returns[seat + 1 :]]))
        return points

    def _returns(self, players: list[Player], opening: Opening, seed: int) -> list[float]:
        """Return what a game comes to; nothing if it took too long."""
        record = Record(self._game)
        dice = Rng(derived_seed(seed, "dice"))
        for action in opening:
            record.play(action)
        with self._lock:  # what there may be to compile is compiled by one
            for seat, player in enumerate(players):
                player.begin(self._game, seat, derived_seed(seed, f"seat {seat}"))
        try:
            while not record.over:
                if self._is_late() or len(record.actions) >= _LONGEST:
                    return []
                if is_chance(record.player):
                    record.play(record.draw_chance(dice))
                else:
                    record.play(players[record.player].choose(record, self._limit).action)
        except PlayoutTooLong:
            return []
        finally:
            for player in players:
                player.end()
        return record.returns


def _openings(game: Game, seed: int) -> Iterator[Opening]:
    """Yield openings without end: of two moves, unless these decide the game."""
    try:
        yield from random_openings(game, _OPENING if game.players > 1 else 0, seed)
    except BadParameter:
        yield from random_openings(game, 0, seed)


def _points(mine: float, others: list[float]) -> float:
    """Return the share of the others that one has beaten; those who got as much count half."""
    return sum((mine > each) + 0.5 * (mine == each) for each in others) / len(others)
