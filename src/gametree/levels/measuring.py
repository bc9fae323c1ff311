"""Measures a ladder: climbs the dial, places levels, and plays the games that tell the most."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from statistics import median

from .. import __version__
from ..arena.chosen_games import ChosenGames
from ..arena.contest import ChosenContest, Contest, Job
from ..arena.journal.game_record import GameRecord
from ..arena.workers import PlayAll, play_all
from ..errors import BadParameter
from ..game import Game
from ..players.game_length import game_length
from .dial import dial_of, player_at, simulations_at
from .ladder import MINUTES, MOST_LEVELS, PRECISION, Ladder, LadderLevel
from .placing import FARTHEST, NEAREST, Curve, bottom_elo, evenly_apart
from .strengths import PlayedStrengths
from .suitable import check_suitable

__all__ = ["LadderMeasurement"]

_Z = 1.96
_RANDOM, _GREEDY = "random", "greedy"
_CLIMB = (0.25, 0.5, 0.75, 1.0)  # and then 2, 3, 4, ...
_CLIMB_GAMES = 60
_FEWEST_PAIRS = 5  # of games of a rung with each opponent, if its part of the time is over
_HIGHEST = 17.0  # 2**20 simulations a move
_GAMES_OF_STRONGEST = 1500
"""The time that a game of the strongest level may take: the whole time divided by this.

That level plays some 600 games for the usual precision, and each weaker level takes half its time.
"""
_FEWEST_DOUBLINGS = 3
_SATURATED = 40.0, 75.0
"""If two doublings of the simulations gain less Elo than this, and three, the last one is over."""
_ROUGH = 55.0
_CHECKED = 1.03  # times the games: then it is checked again where the levels are
_SHARE_OF_CLIMB = 0.4
_MOST_VARIED = 6
_ABOVE_RANDOM = 50.0
_ENOUGH_SPAN = (MOST_LEVELS - 1) * 115.0 + 60.0

OnGame = Callable[["LadderMeasurement"], None]


class LadderMeasurement:
    """The measurement of one game's levels.

    Args:
        game: as `load_game` takes it.
        parameters: the game's, as text.
        minutes: the time that it may take.
        precision: the half width of the 95 % interval of each gap that is enough, in Elo.
        workers: processes that play.
        journal: the file of the games; those in it, of the same rules, count.
        seed: of the games.
        on_game: called after each game.
        play: how games are played; by default in processes of this machine.
        clock: the time in seconds.

    Attributes:
        doing: what is being done, for people.
        games: how many games there are, with those of earlier runs.

    Raises:
        BadParameter: if levels make no sense for the game: one player, chance alone, no end.
        GameError: if the rules break their contract.

    """

    def __init__(
        self,
        game: str,
        parameters: dict[str, str] | None = None,
        *,
        minutes: float = MINUTES,
        precision: float = PRECISION,
        workers: int = 1,
        journal: Path | None = None,
        seed: int = 0,
        search: str = "auto,untrained",
        on_game: OnGame | None = None,
        play: PlayAll = play_all,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not minutes > 0 or not precision > 0:
            raise BadParameter("minutes and precision must be more than 0")
        self._contest = ChosenContest(
            (_RANDOM, player_at(1.0)), game, parameters or {}, seed=seed, opening_plies=0
        )
        self._rules: Game = self._contest.make_game()
        check_suitable(self._rules)
        self._varied = min(_MOST_VARIED, game_length(self._rules) // 4)
        self._minutes = minutes
        self._precision = precision
        self._search = search
        self._workers = workers
        self._clock = clock
        self._played = ChosenGames(
            self._contest,
            "levels",
            kind_of=_pair_of,
            on_record=self._take,
            on_game=lambda: None if on_game is None else on_game(self),
            workers=workers,
            journal=journal,
            play=_without_statistics(play),
            clock=clock,
        )
        self._dials: dict[str, float] = {_RANDOM: 0.0}
        self._strengths = PlayedStrengths(self._dials)
        self._seconds: dict[str, list[float]] = {}
        self._met: Counter[tuple[str, str]] = Counter()
        self._greedy: float | None = None
        self._saturated = False
        self.doing = "getting ready"

    @property
    def games(self) -> int:
        """How many games there are."""
        return self._strengths.games

    @property
    def minutes(self) -> float:
        """The minutes that it has taken, with those of earlier runs."""
        return self._played.minutes

    def run(self) -> Ladder:
        """Play until the gaps are known well enough, or the time is over; return the ladder.

        Raises:
            BadParameter: if no search is stronger than random moves.
            JournalError, GameError, PlayerError, KeyboardInterrupt: as `compete`; games that
                have ended are kept in the journal.

        """
        with self._played.opened():
            self._climb()
            specs, precision = self._placed(), max(_ROUGH, self._precision)
            while True:
                self.doing = f"measuring {len(specs)} levels"
                before = self.games
                self._measure(specs, precision)
                fine = precision == self._precision
                if not (fine and self._well_placed(specs)):
                    specs = self._placed(specs)
                if self._time_left() <= 0 or (fine and self.games == before):
                    return self._ladder(specs)
                precision = self._precision

    # The climb.

    def _climb(self) -> None:
        """Play neighbours on the dial, from random moves upwards until there is enough."""
        rungs = [*_CLIMB, *(float(n) for n in range(2, int(_HIGHEST) + 1))]
        specs = [_RANDOM, *(self._spec(dial) for dial in rungs)]
        others = [] if self._rules.hides_information else [_GREEDY]
        began, seconds = self._played.began, 60 * self._minutes * _SHARE_OF_CLIMB
        fewest = len(_CLIMB) + _FEWEST_DOUBLINGS

        def pairs() -> Iterator[tuple[str, str]]:
            for n, spec in enumerate(specs[1:], 1):
                if n > len(_CLIMB) and self._enough(specs[1:n], began + seconds):
                    return
                until = began + seconds * min(1.0, n / fewest)
                self.doing = f"climbing: {simulations_at(self._dials[spec])} simulations a move"
                foes = [specs[n - 1], *(others if n <= len(_CLIMB) else [])]
                for foe in foes:
                    for played in range(self._left(spec, foe)):
                        if played >= _FEWEST_PAIRS and self._clock() > until:
                            break
                        yield spec, foe

        self._play_pairs([*specs, *others], pairs())
        if others:
            self._greedy = self._strengths.elo(_GREEDY) - self._strengths.elo(_RANDOM)

    def _enough(self, climbed: Sequence[str], until: float) -> bool:
        """Return True if there is no need, or no time, for a stronger player."""
        strengths = self._strengths
        top = strengths.elo(climbed[-1])
        back = [top - strengths.elo(spec) for spec in climbed[-3:-5:-1]]
        self._saturated = len(climbed) > len(_CLIMB) + 1 and all(
            gain < bound for gain, bound in zip(back, _SATURATED, strict=True)
        )
        needed = _ENOUGH_SPAN + bottom_elo(None)
        high = top - strengths.elo(_RANDOM) > needed
        longest = 60 * self._minutes * self._workers / _GAMES_OF_STRONGEST
        slow = self._cost(climbed[-1]) * 2 > longest * (self._precision / PRECISION) ** 2
        slow = slow and len(climbed) > len(_CLIMB) + _FEWEST_DOUBLINGS
        return self._saturated or high or slow or self._clock() > until

    def _left(self, spec: str, foe: str) -> int:
        """Return how many pairs of games of a climb are left."""
        return max(0, _CLIMB_GAMES - self._met[_pair(spec, foe)]) // 2

    # Placing levels.

    def _placed(self, before: list[str] | None = None) -> list[str]:
        """Return the levels by all that has been played; those before, if they are well apart."""
        strengths = self._strengths
        zero = strengths.elo(_RANDOM)
        known = sorted(
            (dial, spec) for spec, dial in self._dials.items() if self._seconds.get(spec)
        )
        elos = [strengths.elo(spec) - zero for _, spec in known]
        players = [spec for _, spec in known]
        spread = strengths.deviations_from_mean(players)
        curve = Curve([dial for dial, _ in known], elos, [1 / (1 + each**2) for each in spread])
        self._check_gain(curve.highest)
        dials = evenly_apart(curve, min(bottom_elo(self._greedy), curve.highest))
        if before is not None and len(before) == len(dials) and self._well_placed(before):
            return before
        return list(dict.fromkeys(self._spec(dial) for dial in dials))

    def _well_placed(self, specs: Sequence[str]) -> bool:
        """Return True if neighbours are as far apart as they should be."""
        gaps = [self._gap(a, b) for a, b in itertools.pairwise(specs)]
        return all(NEAREST + 10 <= gap <= FARTHEST - 10 for gap in gaps)

    def _misplaced(self, gaps: Sequence[tuple[str, str]]) -> bool:
        """Return True if neighbours are too near or too far, by more than noise."""
        for gap in gaps:
            deviation = self._strengths.deviation(*gap)
            beyond = max(NEAREST - self._gap(*gap), self._gap(*gap) - FARTHEST)
            if deviation < _ROUGH / _Z and beyond > 1.5 * deviation:
                return True
        return False

    def _gap(self, low: str, high: str) -> float:
        return self._strengths.elo(high) - self._strengths.elo(low)

    def _check_gain(self, highest: float) -> None:
        """Check that the strongest player is stronger than random moves."""
        if highest < _ABOVE_RANDOM:
            raise BadParameter(
                f"in {self._contest.title} no search is stronger than moves at random (Elo "
                f"{highest:+.0f} after {self.games:,} games): there are no levels to tell apart"
            )

    # Measuring.

    def _measure(self, specs: list[str], precision: float) -> None:
        """Play between levels until each gap is known so well, or one is surely wrong.

        The only level plays against moves at random.
        """
        alone = len(specs) == 1
        players = [_RANDOM, *specs] if alone else specs
        gaps = list(itertools.pairwise(players))

        def pairs() -> Iterator[tuple[str, str]]:
            checked = self.games
            while self._time_left() > 0:
                if self.games > _CHECKED * checked:
                    checked = self.games
                    if not alone and self._misplaced(gaps):
                        return
                costs = {player: self._cost(player) for player in players}
                pair = self._strengths.best_pair(
                    players, gaps, precision / _Z, costs, self._played.under_way
                )
                if pair is None:
                    return
                yield pair

        self._play_pairs(players, pairs())

    def _time_left(self) -> float:
        return self._played.began + 60 * self._minutes - self._clock()

    def _cost(self, spec: str) -> float:
        """Return the seconds that a player thinks in a game; the first one loads code."""
        known = self._seconds.get(spec)
        if known:
            return median(known)
        return max(self._cost(other) for other in self._seconds) if self._seconds else 1.0

    # Playing.

    def _play_pairs(self, specs: list[str], pairs: Iterator[tuple[str, str]]) -> None:
        """Play pairs of games with the sides changed, chosen while others are under way."""
        players = tuple(dict.fromkeys(specs))
        seats = range(self._rules.players)

        def chosen() -> Iterator[tuple[tuple[str, str], tuple[int, ...]]]:
            for one, other in pairs:
                numbers = players.index(one), players.index(other)
                for turn in range(2):
                    yield _pair(one, other), tuple(numbers[(turn + n) % 2] for n in seats)

        self._played.play(replace(self._contest, players=players), chosen())

    def _take(self, record: GameRecord) -> None:
        """Add a game that has ended."""
        self._strengths.add(record.seats, record.returns)
        self._met[_pair_of(record)] += 1
        for seat, spec in enumerate(record.seats):
            dial = dial_of(spec)
            if dial is not None:  # of an earlier run, perhaps
                self._dials.setdefault(spec, dial)
            thought = sum(
                seconds
                for mover, seconds in zip(record.movers, record.seconds, strict=True)
                if mover == seat
            )
            self._seconds.setdefault(spec, []).append(thought + 0.001)

    def _spec(self, dial: float) -> str:
        spec = player_at(dial, self._varied, self._search)
        self._dials.setdefault(spec, dial)
        return spec

    # The ladder.

    def _ladder(self, placed: Sequence[str]) -> Ladder:
        strengths = self._strengths
        specs = self._rising(placed)
        zero = strengths.elo(_RANDOM)
        self._check_gain(strengths.elo(specs[-1]) - zero)
        spread = strengths.deviations_from_mean(specs)
        if len(specs) == 1:
            spread = [strengths.deviation(specs[0], _RANDOM)]
        levels = []
        for number, (spec, deviation) in enumerate(zip(specs, spread, strict=True), 1):
            elo, reach = strengths.elo(spec) - zero, _Z * deviation
            ends = round(elo - reach, 1), round(elo + reach, 1)
            levels.append(LadderLevel(str(number), round(elo, 1), *ends, spec))
        return Ladder(
            tuple(levels),
            self._contest.title,
            self.games,
            round(self.minutes, 1),
            __version__,
            tuple(self._notes(specs)),
        )

    def _rising(self, specs: Sequence[str]) -> list[str]:
        """Leave out levels that turned out not to be stronger than the one below."""
        rising = list(specs[:1])
        for spec in specs[1:]:
            if self._gap(rising[-1], spec) > 10:
                rising.append(spec)
        return rising

    def _notes(self, specs: Sequence[str]) -> Iterator[str]:
        gaps = list(itertools.pairwise(specs))
        widest = max((_Z * self._strengths.deviation(*gap) for gap in gaps), default=0.0)
        yield "0 Elo is a player that moves at random"
        if gaps:
            yield (
                f"the gaps between neighbours are known to {widest:.0f} Elo either way, with 95 % "
                "confidence"
            )
        if len(specs) < MOST_LEVELS:
            why = "longer searches gain little here"
            if not self._saturated:
                why = "the time was short: run the command again with more minutes"
            count = "is 1 level" if len(specs) == 1 else f"are {len(specs)} levels"
            yield f"there {count} instead of {MOST_LEVELS}, since {why}"
        far = [
            number
            for number, gap in enumerate(gaps, 2)
            if not NEAREST <= self._gap(*gap) <= FARTHEST
        ]
        if far:
            which = ", ".join(map(str, far))
            yield (f"not {NEAREST:.0f} to {FARTHEST:.0f} Elo above the one below: level {which}")
        if widest > self._precision * 1.05:
            yield "the time was over before the precision was reached: run the command again"
        if self._greedy is not None:
            lead = self._greedy + self._strengths.elo(_RANDOM) - self._strengths.elo(specs[0])
            verb, how = ("loses to", "stronger") if lead > 0 else ("beats", "weaker")
            yield f"level 1 {verb} the player greedy, which is {abs(lead):.0f} Elo {how}"


def _without_statistics(play: PlayAll) -> PlayAll:
    """Return a function that plays as another does, and leaves out what players tell of moves."""

    def lean(
        contest: Contest, match: str, jobs: Iterable[Job], workers: int
    ) -> Generator[GameRecord, None, None]:
        with closing(play(contest, match, jobs, workers)) as records:
            for record in records:
                yield replace(record, statistics=({},) * len(record.moves))

    return lean


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _pair_of(record: GameRecord) -> tuple[str, str]:
    return _pair(record.seats[0], record.seats[1])
