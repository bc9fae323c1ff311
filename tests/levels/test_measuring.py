"""Ladders from games whose outcome is drawn by strengths that are known here."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gametree.errors import BadParameter
from gametree.games import TicTacToe
from gametree.levels.dial import dial_of, player_at
from gametree.levels.measuring import LadderMeasurement
from gametree.levels.placing import Curve
from toys import Endless, Tossed

TOYS = str(Path(__file__).parents[1] / "toys.py")

pytest.importorskip("scipy")


@pytest.mark.parametrize("dial", [0.25, 0.803, 1.0, 2.0, 3.5, 9.0])
def test_a_player_tells_its_place_on_the_dial(dial):
    assert dial_of(player_at(dial, 2)) == pytest.approx(dial, abs=0.02)


class Playing:
    """Plays no game: draws who wins by the strengths, in seconds of a clock of its own."""

    def __init__(self, elo, greedy=250.0):
        self.elo, self.greedy, self.random = elo, greedy, random.Random(1)
        self.now, self.games = 0.0, 0

    def strength(self, spec):
        return self.greedy if spec == "greedy" else self.elo(dial_of(spec) or 0.0)

    def __call__(self, contest, match, jobs, workers):
        for job in jobs:
            seats = tuple(contest.specs[number] for number in job.seats)
            lead = self.strength(seats[0]) - self.strength(seats[1])
            expected = 1 / (1 + 10 ** (-lead / 400))
            chance = self.random.random()
            drawn = min(expected, 1 - expected) / 2
            won = 0.0 if chance < drawn else 1.0 if chance < expected + drawn / 2 else -1.0
            if expected < 0.5:
                won = 0.0 if chance < drawn else 1.0 if chance < drawn / 2 + expected else -1.0
            seconds = tuple(0.001 * 1.15 ** (dial_of(s) or 0.0) for s in seats)
            self.now += sum(seconds)
            self.games += 1
            yield gt_record(contest, match, job, seats, seconds, (won, -won))


def gt_record(contest, match, job, seats, seconds, returns):
    from gametree.arena.journal.game_record import GameRecord

    return GameRecord(
        match=match, index=job.index, game=contest.game, parameters={}, seats=seats, opening=(),
        moves=("a", "b"), movers=(0, 1), seconds=seconds, statistics=({}, {}),
        returns=returns, termination="rules", culprit=None, detail="", seed=job.seed,
        started=0.0, ended=0.0,
    )  # fmt: skip


def measured(playing, minutes=2.0, **more):
    return LadderMeasurement(
        "tic_tac_toe", minutes=minutes, play=playing, clock=lambda: playing.now, **more
    ).run()


@pytest.mark.parametrize("step", [90.0, 140.0])
def test_ten_levels_that_are_evenly_apart(step):
    playing = Playing(lambda dial: 300 * dial if dial < 1 else 300 + step * (dial - 1))
    ladder = measured(playing)
    true = [playing.strength(level.player) for level in ladder.levels]
    gaps = [b - a for a, b in itertools.pairwise(true)]
    assert len(ladder.levels) == 10
    assert all(60 < gap < 165 for gap in gaps), gaps
    told = [level.elo for level in ladder.levels]
    assert all(abs(b - a - gap) < 60 for a, b, gap in zip(told, told[1:], gaps, strict=False))
    assert true[0] < playing.greedy
    inside = sum(
        level.low <= each + (sum(told) - sum(true)) / 10 <= level.high
        for level, each in zip(ladder.levels, true, strict=True)
    )
    assert inside >= 8
    assert any("loses to" in note for note in ladder.notes)
    assert playing.games < 12_000


DIALS = [0, 0.25, 0.5, 0.75, *range(1, 18)]
SOON_PERFECT = [0, 50, 110, 180, 240, 350, 430, 480, 510, 530, 540, 545, *[546] * 9]
EVER_SLOWER = [0, 30, 70, 120, 170, 230, 300, 360, 430, 490, 540, 590, 630, 670, 700, 730]
BY_LEAPS = [0, 20, 120, 130, 300, 330, 500, 510, 700, 720, 880, 900, 1000, 1020, 1100, 1120]


@pytest.mark.parametrize(
    ("elos", "seed"), [(SOON_PERFECT, 1), (SOON_PERFECT, 2), (EVER_SLOWER, 3), (BY_LEAPS, 4)]
)
def test_levels_are_put_again_until_all_gaps_are_right(elos, seed):
    playing = Playing(lambda dial: float(np.interp(dial, DIALS[: len(elos)], elos)))
    playing.random = random.Random(seed)
    ladder = measured(playing)
    gaps = [b.elo - a.elo for a, b in itertools.pairwise(ladder.levels)]
    assert all(75 <= gap <= 150 for gap in gaps), gaps
    true = [playing.strength(level.player) for level in ladder.levels]
    assert len(true) >= min(10, (max(elos) - 100) // 125)
    for gap, (low, high) in zip(gaps, itertools.pairwise(true), strict=True):
        assert abs(high - low - gap) < 60


def test_gaps_are_as_wide_as_promised_when_the_time_is_over():
    playing = Playing(lambda dial: 300 * min(dial, 1) + 95 * max(0.0, dial - 1), greedy=400.0)
    ladder = measured(playing, minutes=0.2)
    assert any("time was over" in note for note in ladder.notes)
    gaps = [b.elo - a.elo for a, b in itertools.pairwise(ladder.levels)]
    assert all(75 <= gap <= 150 for gap in gaps), gaps
    true = [playing.strength(level.player) for level in ladder.levels]
    errors = [b - a - gap for a, b, gap in zip(true, true[1:], gaps, strict=False)]
    assert all(abs(error) < 60 for error in errors), errors


class PlayingThree(Playing):
    """Three seats for two players: who comes first is drawn, and then who comes second."""

    def __call__(self, contest, match, jobs, workers):
        for job in jobs:
            seats = tuple(contest.specs[number] for number in job.seats)
            # Who arrives first: times are exponential, so this is the model of Plackett and Luce.
            times = [self.random.expovariate(10 ** (self.strength(each) / 400)) for each in seats]
            self.now += 0.01
            self.games += 1
            returns = tuple(-float(sorted(times).index(each)) for each in times)
            yield gt_record(contest, match, job, seats, (0.01, 0.01), returns)


def test_a_game_of_three_players_has_levels():
    playing = PlayingThree(lambda dial: 300 * min(dial, 1) + 110 * max(0.0, dial - 1), 400.0)
    ladder = LadderMeasurement(
        f"{TOYS}:Gather", minutes=0.3, play=playing, clock=lambda: playing.now
    ).run()
    assert len(ladder.levels) > 3
    gaps = [b.elo - a.elo for a, b in itertools.pairwise(ladder.levels)]
    true = [playing.strength(level.player) for level in ladder.levels]
    errors = [b - a - gap for a, b, gap in zip(true, true[1:], gaps, strict=False)]
    assert all(abs(error) < 75 for error in errors), errors


def test_saturated_strength_has_fewer_levels_and_says_so():
    playing = Playing(lambda dial: min(420.0, 300 * dial))
    ladder = measured(playing)
    assert 3 <= len(ladder.levels) <= 5
    assert any("longer searches gain little" in note for note in ladder.notes)
    elos = [level.elo for level in ladder.levels]
    assert elos == sorted(elos)


class Solved(Playing):
    """Searches of 256 simulations and more play perfectly: the first seat wins all their games."""

    def __call__(self, contest, match, jobs, workers):
        for record in super().__call__(contest, match, jobs, workers):
            perfect = all((dial_of(seat) or 0.0) >= 5 for seat in record.seats)
            yield replace(record, returns=(1.0, -1.0)) if perfect else record


def test_perfect_players_are_found_where_games_end_in_one_way():
    playing = Solved(lambda dial: 300 * min(dial, 1) + 60 * max(0.0, min(dial, 5) - 1))
    ladder = measured(playing)
    assert any("longer searches gain little" in note for note in ladder.notes)
    assert dial_of(ladder.levels[-1].player) < 7
    assert playing.strength(ladder.levels[-1].player) == pytest.approx(
        ladder.levels[-1].elo, abs=60
    )


def test_of_searches_that_play_alike_the_shortest_is_the_top():
    curve = Curve([0.0, 1.0, 2.0, 3.0, 9.0], [0, 300, 390, 400, 401], [1, 1, 1, 1, 1])
    assert curve.highest == 390
    assert curve.dial_of(1000) == 2.0
    pooled = Curve([0.0, 1.0, 2.0], [0, 310, 290], [1, 1, 1])
    assert pooled.highest == 300
    assert pooled.dial_of(150) == pytest.approx(0.75)


def test_the_only_level_has_an_interval():
    ladder = measured(Playing(lambda dial: 130 * min(dial, 1), greedy=0.0))
    (level,) = ladder.levels
    assert level.high - level.low > 30
    assert level.low < 130 < level.high


def test_games_that_tell_nothing_make_no_ladder():
    with pytest.raises(BadParameter, match="no search is stronger than moves at random"):
        measured(Playing(lambda dial: 0.0, greedy=0.0))


def test_a_short_time_is_told_and_games_go_on(tmp_path):
    def strength(dial):
        return 250 * min(dial, 1) + 100 * max(0.0, dial - 1)

    journal = tmp_path / "games.db"
    first = Playing(strength)
    short = measured(first, minutes=0.02, journal=journal)
    assert any("run the command again" in note for note in short.notes)
    second = Playing(strength)
    whole = measured(second, minutes=0.05, journal=journal)
    assert whole.games == first.games + second.games
    assert whole.games > short.games


class Slow(Playing):
    """Games of searches take a second each, and notes what each one is of."""

    def __init__(self, elo):
        super().__init__(elo)
        self.spent = {}

    def __call__(self, contest, match, jobs, workers):
        before = self.now
        for record in super().__call__(contest, match, jobs, workers):
            rung = max(dial_of(seat) or 0.0 for seat in record.seats)
            self.now = before + 1.0 + 0.5 * max(0.0, rung - 1)
            self.spent[rung] = self.spent.get(rung, 0.0) + self.now - before
            before = self.now
            yield record


@pytest.mark.parametrize("minutes", [2.0, 4.0, 10.0])
def test_a_climb_keeps_to_its_share_of_a_short_time(minutes):
    playing = Slow(lambda dial: 250 * min(dial, 1) + 100 * max(0.0, dial - 1))
    climbed = []
    LadderMeasurement(
        "tic_tac_toe",
        minutes=minutes,
        play=playing,
        clock=lambda: playing.now,
        on_game=lambda measurement: (
            climbed.append(playing.now) if measurement.doing.startswith("climbing") else None
        ),
    ).run()
    # The four lowest rungs play ten games of a second with each of two opponents at least; when
    # the time is over, ten games of another rung may be under way.
    assert climbed[-1] <= max(0.4 * 60 * minutes, 80) + 30


class Alone(TicTacToe):
    players = 1

    def current_player(self, state):
        return 0


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (Alone, "has one player"),
        (Tossed, "chance alone decides"),
        (Endless, "no random game of .* ended within 2,000 moves"),
    ],
)
def test_games_without_opponents_are_refused(rules, sentence):
    from gametree.levels.suitable import check_suitable

    with pytest.raises(BadParameter, match=sentence):
        check_suitable(rules())
