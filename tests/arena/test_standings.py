from __future__ import annotations

from pathlib import Path

import pytest

from gametree.arena.contest import Contest
from gametree.arena.distinct_games import GameIdentity
from gametree.arena.reports.standings import Score, Standings
from gametree.arena.statistics.counts import GameCounts, PairCounts
from gametree.arena.statistics.elo import elo_difference
from gametree.arena.statistics.ratings import rate
from gametree.errors import BadParameter
from played import played

TOYS = str(Path(__file__).parents[1] / "toys.py")
WON, DRAWN, LOST = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)  # by the first seat
NOTHING = {"moves": (), "movers": (), "seconds": (), "statistics": ()}


def standing_of(results, players=("random", "greedy"), game="tic_tac_toe", backwards=False):
    """Return how a contest stands after its first games, with these returns."""
    contest = Contest(players, game)
    standings = Standings(contest)
    finished = list(zip(contest.jobs(), results, strict=False))
    for job, returns in reversed(finished) if backwards else finished:
        seats = tuple(contest.players[number] for number in job.seats)
        standings.add(played("m", job.index, seats=seats, returns=returns, **NOTHING))
    return standings


def test_points_go_by_who_got_more():
    score = Score(("a", "b", "c"), (3.0, 5.0, 3.0), "rules", None)
    assert score.points("a", "b") == 0.0
    assert score.points("b", "a") == 1.0
    assert score.points("a", "c") == 0.5


@pytest.mark.parametrize("backwards", [False, True])
def test_a_match_is_counted_by_pairs(backwards):
    results = [WON, LOST, WON, WON, DRAWN, LOST, WON]
    standings = standing_of(results, backwards=backwards)
    assert standings.games == 7
    assert standings.wins_draws_losses("random", "greedy") == (5, 1, 1)
    assert standings.wins_draws_losses("greedy", "random") == (1, 1, 5)
    pairs = PairCounts.of([2.0, 1.0, 1.5])
    assert standings.elo("random", "greedy") == elo_difference(pairs, GameCounts.of([1.0]))
    assert standings.elo("greedy", "random") == elo_difference(
        pairs.flipped(), GameCounts.of([0.0])
    )


def test_a_pair_that_lacks_its_first_game_counts_as_one_game():
    whole = standing_of([WON, LOST, WON, DRAWN])
    del whole.scores[2]
    expected = elo_difference(PairCounts.of([2.0]), GameCounts.of([0.5]))
    assert whole.elo("random", "greedy") == expected


def test_what_came_after_the_decision_does_not_count():
    standings = standing_of([WON, LOST, LOST, WON])
    standings.limit_to(2)
    assert standings.games == 2
    assert standings.wins_draws_losses("random", "greedy") == (2, 0, 0)


def test_a_tournament():
    players = "random", "greedy", "flat:simulations=1"
    results = [WON, LOST, WON, LOST, WON, LOST]  # the one named first always wins
    standings = standing_of(results, players)
    assert [rating.player for rating in standings.ratings().players] == list(players)
    assert standings.wins_draws_losses("random", "greedy") == (2, 0, 0)
    assert standings.wins_draws_losses("flat:simulations=1", "greedy") == (0, 0, 2)
    assert standings.elo("random", "greedy") == elo_difference(PairCounts.of([2.0]))


def test_three_at_a_table_are_compared_game_by_game():
    players = "random", "greedy", "flat:simulations=1"
    standings = standing_of([(1, 2, 3), (1, 2, 3), (4, 4, 1)], players, f"{TOYS}:Gather")
    # The seats turn: greedy is second, first and third, and random first, third and second.
    assert standings.wins_draws_losses("greedy", "random") == (1, 0, 2)
    expected = elo_difference(singles=GameCounts.of([1.0, 0.0, 0.0]))
    assert standings.elo("greedy", "random") == expected
    assert standings.ratings() == rate(
        (each.seats, each.returns) for each in standings.scores.values()
    )


def test_alone_games_from_one_opening_are_compared():
    returns = [(3.0,), (2.0,), (1.0,), (4.0,), (2.0,), (2.0,), (9.0,)]
    standings = standing_of(returns, game=f"{TOYS}:Words")
    assert standings.wins_draws_losses("random", "greedy") == (1, 1, 1)
    assert standings.games == 7
    singles = GameCounts.of([1.0, 0.0, 0.5])
    assert standings.elo("random", "greedy") == elo_difference(singles=singles)
    assert [rating.elo for rating in standings.ratings().players] == pytest.approx([0, 0])


def test_fouls_are_counted_by_who_did_them():
    standings = standing_of([WON, WON])
    for index, termination in ((2, "time"), (3, "crash"), (4, "crash"), (6, "crash")):
        seats = ("random", "greedy") if index % 2 == 0 else ("greedy", "random")
        foul = {"termination": termination, "culprit": 1, "returns": WON, "seats": seats}
        standings.add(played("m", index, **foul, **NOTHING))
    assert standings.fouls() == {"greedy": {"time": 1, "crash": 2}, "random": {"crash": 1}}
    standings.limit_to(3)
    assert standings.fouls() == {"greedy": {"time": 1}}


def test_without_games_nobody_can_be_rated():
    standings = standing_of([])
    assert standings.games == 0
    assert standings.fouls() == {}
    assert standings.wins_draws_losses("random", "greedy") == (0, 0, 0)
    with pytest.raises(BadParameter):
        standings.ratings()


@pytest.mark.parametrize("step", [Score, GameIdentity])
def test_ctrl_c_while_a_game_is_added_leaves_the_others(step, monkeypatch):
    standings = standing_of([WON, LOST])
    before = standings.distinct_games()

    def interrupted(record):
        raise KeyboardInterrupt

    monkeypatch.setattr(step, "of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        standings.add(played("m", 2, seats=("random", "greedy"), returns=WON, **NOTHING))
    assert standings.games == 2
    assert standings.distinct_games() == before
