"""A study of a game: equal players play it at several strengths, and neighbours each other."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from ..arena.chosen_games import ChosenGames
from ..arena.contest import ChosenContest
from ..arena.journal.game_record import GameRecord
from ..arena.statistics.elo import elo_of_score
from ..arena.workers import PlayAll, play_all
from ..errors import BadParameter
from ..files.user_folders import data_home
from ..game import Game
from ..levels.suitable import check_suitable
from ..mcts.persistence.fingerprints import name_of_rules
from ..naming.named_moves import play_named
from ..naming.parameters import expect
from ..primitives.rng import Rng, derived_seed
from ..record import Record
from .course import Course, course_of, points_of
from .decisions import Decisions, TriedMove, decisions_of, sampled
from .estimates import Figure, mean_of, share_of
from .exact import exact_returns
from .report import BalanceReport, Depth, EqualPlayers
from .unused import UnusedLine, unplayed_moves, unused_lines

__all__ = ["BalanceStudy", "games_of_study"]

_STRENGTHS = (16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144)
_VARIED = 4
"""Plies that are drawn by visits; else strong players would begin every game with one line."""
_FIRST_GAMES = 4  # of a strength, to see how long they take
_GAMES_OF_STRONGEST = 100
"""The time that a game of the strongest players may take: the whole time divided by this."""
_ENOUGH = 0.015
"""No more games where each share of the points is known so well, either way."""
_LEAST_GAMES = 20
_SHARE_OF_GAMES = 0.8  # of the time
_POSITIONS = 200
_SHOWN_GAMES = 50

_Kind = tuple[int, ...]


class BalanceStudy:
    """The study of one game.

    Args:
        game: as `load_game` takes it.
        parameters: the game's, as text.
        minutes: the time that it may take.
        workers: processes that play.
        journal: the file of the games; those in it, of the same rules, count.
        seed: of the games.
        on_game: called after each game.
        play: how games are played; by default in processes of this machine.
        clock: the time in seconds.

    Attributes:
        games: how many games there are, with those of earlier runs.

    Raises:
        BadParameter: for a game of one player, or of chance alone, or that never ends.
        GameError: if the rules break their contract.

    """

    def __init__(
        self,
        game: str,
        parameters: dict[str, str] | None = None,
        *,
        minutes: float,
        workers: int = 1,
        journal: Path | None = None,
        seed: int = 0,
        on_game: Callable[[BalanceStudy], None] | None = None,
        play: PlayAll = play_all,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        expect(minutes > 0, "minutes", "more than 0", minutes)
        self._contest = ChosenContest(
            tuple(map(_player, _STRENGTHS)), game, parameters or {}, seed=seed, opening_plies=0
        )
        self._rules = self._contest.make_game()
        check_suitable(self._rules, "figures on balance")
        self._minutes, self._workers, self._seed, self._clock = minutes, workers, seed, clock
        self._played = ChosenGames(
            self._contest,
            "balance",
            kind_of=_kind_of,
            on_record=self._take,
            on_game=lambda: None if on_game is None else on_game(self),
            workers=workers,
            journal=journal,
            play=play,
            clock=clock,
        )
        self._kinds: dict[_Kind, list[GameRecord]] = defaultdict(list)
        self.games = 0

    @property
    def minutes(self) -> float:
        """The minutes that it has taken, with those of earlier runs."""
        return self._played.minutes

    def run(self) -> BalanceReport:
        """Play until enough is known or the time is over, and return the report.

        Raises:
            JournalError, GameError, PlayerError, KeyboardInterrupt: as `compete`; games that
                have ended are kept in the journal.

        """
        with self._played.opened():
            self._played.play(self._contest, self._chosen())
        return self._report()

    # Which games are played.

    def _chosen(self) -> Iterator[tuple[_Kind, tuple[int, ...]]]:
        top = 0
        while self._may_play():
            while top + 1 < len(_STRENGTHS) and self._affordable(top):
                top += 1
            kinds = [_equal(each) for each in range(top + 1)]
            kinds += [(low, low + 1) for low in range(top)]
            wanted = [kind for kind in kinds if not self._is_known(kind)]
            if not wanted:
                return
            yield from self._games_of(min(wanted, key=self._met))

    def _may_play(self) -> bool:
        """Return True until the time is over; compiling, before the first game, does not count."""
        first_end = self._played.first_end
        if first_end is None:
            return True
        return self._clock() < first_end + 60 * self._minutes * _SHARE_OF_GAMES

    def _affordable(self, top: int) -> bool:
        """Return True if the next strength is not too slow, as far as games of the last show."""
        seconds = [sum(record.seconds) for record in self._kinds[_equal(top)]]
        if len(seconds) < _FIRST_GAMES:
            return False
        most = 60 * self._minutes * _SHARE_OF_GAMES * self._workers / _GAMES_OF_STRONGEST
        factor = _STRENGTHS[top + 1] / _STRENGTHS[top]
        return factor * sum(seconds) / len(seconds) <= most

    def _met(self, kind: _Kind) -> int:
        return len(self._kinds[kind]) + self._played.under_way[kind]

    def _is_known(self, kind: _Kind) -> bool:
        """Return True if more games of a kind would change little."""
        records = self._kinds[kind]
        if len(records) < _LEAST_GAMES:
            return False
        shares = self._shares(records) if len(kind) == 1 else [self._points_of_stronger(records)]
        return all(each.high - each.low <= 2 * _ENOUGH for each in shares)

    def _games_of(self, kind: _Kind) -> Iterator[tuple[_Kind, tuple[int, ...]]]:
        """Yield one game of equal players, or a game of two strengths from each side."""
        seats = range(self._rules.players)
        for turn in range(len(kind)):
            yield kind, tuple(kind[(seat + turn) % len(kind)] for seat in seats)

    def _take(self, record: GameRecord) -> None:
        self._kinds[_kind_of(record)].append(record)
        self.games += 1

    # What they show.

    def _shares(self, records: list[GameRecord]) -> list[Figure]:
        points = [points_of(record.returns) for record in records]
        return [share_of(each[seat] for each in points) for seat in range(self._rules.players)]

    def _points_of_stronger(self, records: list[GameRecord]) -> Figure:
        """Return what the seats of the stronger player got, of all points of two such seats."""
        found = []
        for record in records:
            points = points_of(record.returns)
            strengths = [_strength_of(spec) for spec in record.seats]
            got = {n: _mean([p for p, s in zip(points, strengths, strict=True) if s == n])
                   for n in set(strengths)}  # fmt: skip
            weak, strong = sorted(got)
            whole = got[weak] + got[strong]
            found.append(got[strong] / whole if whole else 0.5)
        return share_of(found)

    def _report(self) -> BalanceReport:
        strengths = sorted(kind[0] for kind, records in self._kinds.items()
                           if len(kind) == 1 and records)  # fmt: skip
        if not strengths:
            raise BadParameter("no game ended in the time: give more --minutes")
        pairs = sorted(kind for kind, records in self._kinds.items() if len(kind) == 2 and records)
        strongest = [record.moves for record in self._kinds[_equal(strengths[-1])]]
        unplayed, unused = self._unused(strongest)
        return BalanceReport(
            self._contest.title,
            tuple(self._self_play(each) for each in strengths),
            tuple(self._depth(pair) for pair in pairs),
            self._decisions(self._kinds[_equal(strengths[-1])], strengths[-1]),
            exact_returns(self._rules),
            tuple(unplayed),
            tuple(unused),
            self.minutes,
        )

    def _self_play(self, strength: int) -> EqualPlayers:
        records = self._kinds[_equal(strength)]
        courses: list[Course] = [course_of(self._rules, record) for record in records]
        comebacks = [float(each.comeback) for each in courses if each.comeback is not None]
        return EqualPlayers(
            _STRENGTHS[strength],
            len(records),
            tuple(self._shares(records)),
            share_of(float(each.drawn) for each in courses),
            share_of(float(not each.finished) for each in courses),
            mean_of(each.plies for each in courses),
            mean_of(each.lead_changes for each in courses if each.lead_changes is not None),
            mean_of(each.drama for each in courses if each.drama is not None),
            share_of(comebacks) if comebacks else None,
        )

    def _depth(self, pair: _Kind) -> Depth:
        records = self._kinds[pair]
        share = self._points_of_stronger(records)
        doublings = math.log2(_STRENGTHS[pair[1]] / _STRENGTHS[pair[0]])
        elo = Figure(*(elo_of_score(each) / doublings for each in share))
        return Depth(_STRENGTHS[pair[1]], len(records), elo)

    def _decisions(self, records: list[GameRecord], strength: int) -> Decisions | None:
        """Look at positions of the strongest games, drawn at random, for a tenth of the time."""
        if self._rules.hides_information:
            return None
        rng = Rng(derived_seed(self._seed, "positions"))
        ends = self._clock() + 6 * self._minutes
        samples: list[TriedMove] = []
        while len(samples) < _POSITIONS and (self._clock() < ends or not samples):
            record = records[rng.below(len(records))]
            if not record.moves:
                return None
            position = Record(self._rules)
            for name in record.moves[: rng.below(len(record.moves))]:
                play_named(position, name)
            sample = sampled(self._rules, position, rng, _STRENGTHS[strength])
            if sample is not None:
                samples.append(sample)
        return decisions_of(samples)

    def _unused(self, games: list[tuple[str, ...]]) -> tuple[list[str], list[UnusedLine]]:
        if self._rules.hides_information:
            return [], []
        unplayed = unplayed_moves(self._rules, games[:_SHOWN_GAMES])
        seconds = min(20.0, 3 * self._minutes)
        lines = unused_lines(self._rules, games[:_SHOWN_GAMES], seconds=seconds, seed=self._seed)
        return unplayed, lines


def games_of_study(game: Game) -> Path | None:
    """Return the journal of a game's studies; None for a user without a home."""
    try:
        return data_home() / "balance" / f"{name_of_rules(game)}.games.db"
    except RuntimeError:
        return None


def _player(simulations: int) -> str:
    return f"mcts:auto,untrained,simulations={simulations},reuse=false,varied={_VARIED}"


def _strength_of(spec: str) -> int:
    return list(map(_player, _STRENGTHS)).index(spec)


def _kind_of(record: GameRecord) -> _Kind:
    return tuple(sorted({_strength_of(spec) for spec in record.seats}))


def _equal(strength: int) -> _Kind:
    return (strength,)


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)
