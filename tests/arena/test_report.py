from __future__ import annotations

import json
import math

import pytest

pytest.importorskip("scipy")

from gametree.arena.contest import Contest
from gametree.arena.reports.report import ContestReport, duration
from gametree.arena.reports.results import Meeting, paired
from gametree.arena.reports.standings import Standings
from gametree.arena.statistics.counts import PairCounts
from gametree.arena.statistics.sprt import Sprt
from played import played

POINTS = {1: (1.0, -1.0), 0.5: (0.0, 0.0), 0: (-1.0, 1.0)}


def standing_of(points, *, planned=None, skip=()):
    """A match in which the first player made these points, changing sides after each game."""
    contest = Contest(("greedy", "random"), "nim", games=planned or len(points))
    standings = Standings(contest)
    for index, made in enumerate(points):
        if index not in skip:
            seats, returns = contest.players, POINTS[made]
            if index % 2:
                seats, returns = seats[::-1], returns[::-1]
            standings.add(played("m", index, seats=seats, returns=returns))
    return standings


def test_a_match_by_hand():
    # Pairs of 2, 1, 1/2 and 0 points; the first player sits on seat 1 in games 0, 2, 4 and 6.
    report = ContestReport.of(standing_of([1, 1, 1, 0, 0.5, 0, 0, 0]))
    assert report.status == "complete"
    assert report.pairs == PairCounts(1, 1, 1, 0, 1)
    assert report.players[0].meeting == Meeting(3, 1, 4)
    assert report.players[1].meeting == Meeting(4, 1, 3)
    assert report.cross == ((None, Meeting(3, 1, 4)), (Meeting(4, 1, 3), None))
    # On seat 1 the first player made 1, 1, 1/2 and 0, the other one 0, 1, 1 and 1.
    assert report.seats == (Meeting(5, 1, 2), Meeting(2, 1, 5))
    assert report.elo is not None
    assert report.elo.score == 3.5 / 8
    assert report.history is not None
    assert report.history.games == (2, 4, 6, 8)
    assert report.history.elo[-1] == pytest.approx(report.elo.elo)
    assert report.history.low[-1] == pytest.approx(report.elo.low)
    assert report.best_first[0].player == "random"


def test_seats():
    # The first player wins on seat 1 and loses on seat 2: whoever begins wins.
    report = ContestReport.of(standing_of([1, 0] * 5))
    assert report.seats == (Meeting(10, 0, 0), Meeting(0, 0, 10))
    assert "score by seat: seat 1 100.0%, seat 2 0.0%" in str(report)


def test_the_mean_return_and_its_interval():
    # Returns 1, 1, -1, 0: mean 1/4, standard deviation sqrt(2.75 / 3); t(3, 97.5 %) = 3.182446.
    result = ContestReport.of(standing_of([1, 1, 0, 0.5])).players[0]
    reach = 3.182446 * math.sqrt(2.75 / 3) / 2
    assert result.mean == 0.25
    assert result.low == pytest.approx(0.25 - reach, abs=1e-5)
    assert result.high == pytest.approx(0.25 + reach, abs=1e-5)


def test_before_the_first_game():
    report = ContestReport.of(standing_of([], planned=10), sprt=Sprt(0, 10))
    assert report.status == "stopped"
    assert report.ratings is None
    assert report.history is None
    assert "stopped after 0 of 10 games" in str(report)
    assert json.loads(json.dumps(report.to_dict()))["games"] == 0


def test_a_test_waits_for_the_pair_that_is_missing():
    standings = standing_of([1, 1, 1, 1, 1, 1], skip=(2,))
    assert paired(standings) == PairCounts(two=1)
    report = ContestReport.of(standings, sprt=Sprt(0, 10))
    assert report.pairs == PairCounts(two=2)
    assert report.verdict == Sprt(0, 10).judge(PairCounts(two=1))


def test_games_after_the_decision_do_not_count():
    standings = standing_of([1, 1, 0, 0, 0, 0])
    standings.limit_to(2)
    report = ContestReport.of(standings)
    assert report.games == 2
    assert report.players[0].meeting == Meeting(2, 0, 0)
    assert report.cross[0][1] == Meeting(2, 0, 0)


def test_infinity_is_none_in_json():
    found = ContestReport.of(standing_of([1] * 6)).to_dict()
    assert found["elo"]["elo"] is None
    assert found["history"]["elo"] == [None] * 3
    json.dumps(found, allow_nan=False)


def test_fouls_are_put_down_to_who_did_them():
    standings = standing_of([1, 1])
    foul = {"termination": "time", "culprit": 1, "returns": (1.0, -1.0)}
    standings.add(played("m", 0, seats=("greedy", "random"), **foul))
    report = ContestReport.of(standings)
    assert report.terminations == {"time": 1, "rules": 1}
    assert [result.fouls for result in report.players] == [{}, {"time": 1}]
    assert "random lost by time 1" in str(report)


def test_repeated_games_are_told():
    contest = Contest(("greedy", "random"), "nim", games=12)
    standings = Standings(contest)
    same = {"moves": (), "movers": (), "seconds": (), "statistics": ()}
    for index in range(12):
        seats = contest.players if index % 2 == 0 else contest.players[::-1]
        standings.add(played("m", index, seats=seats, **same))
    report = ContestReport.of(standings)
    assert "only 2 of 12 games differ move for move" in str(report)
    assert report.to_dict()["distinct_games"]["distinct"] == 2
    other = ContestReport.of(standing_of([1, 0] * 6))
    assert "differ" not in str(other)
    assert other.to_dict()["distinct_games"]["distinct"] == 12


def test_a_long_course_is_thinned_out_and_ends_where_the_match_does():
    history = ContestReport.of(standing_of([1, 0, 0.5, 0.5] * 500), sprt=Sprt(-5, 5)).history
    assert history is not None
    assert len(history.games) <= 300
    assert history.games[-1] == 2000
    assert len(history.llr) == len(history.games)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "0.0 s"),
        (59.9, "59.9 s"),
        (75, "1 min 15 s"),
        (3599.9, "1 h 0 min"),
        (9000, "2 h 30 min"),
    ],
)
def test_durations(seconds, told):
    assert duration(seconds) == told
