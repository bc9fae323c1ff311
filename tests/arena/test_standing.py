from __future__ import annotations

from pathlib import Path

import pytest

from gametree.arena.contest import Contest
from gametree.arena.counts import GameCounts, PairCounts
from gametree.arena.elo import elo_difference
from gametree.arena.ratings import rate
from gametree.arena.standing import Score, Standing
from gametree.errors import BadParameter
from played import played

TOYS = str(Path(__file__).parents[1] / "toys.py")
WON, DRAWN, LOST = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)  # by the first seat
NOTHING = {"moves": (), "movers": (), "seconds": (), "statistics": ()}


def standing_of(results, players=("random", "greedy"), game="tic_tac_toe", backwards=False):
    """Return how a contest stands after its first games, with these returns."""
    contest = Contest(players, game)
    standing = Standing(contest)
    finished = list(zip(contest.jobs(), results, strict=False))
    for job, returns in reversed(finished) if backwards else finished:
        seats = tuple(contest.players[number] for number in job.seats)
        standing.add(played("m", job.index, seats=seats, returns=returns, **NOTHING))
    return standing


def test_points_go_by_who_got_more():
    score = Score(("a", "b", "c"), (3.0, 5.0, 3.0), "rules", None)
    assert score.points("a", "b") == 0.0
    assert score.points("b", "a") == 1.0
    assert score.points("a", "c") == 0.5


@pytest.mark.parametrize("backwards", [False, True])
def test_a_match_is_counted_by_pairs(backwards):
    results = [WON, LOST, WON, WON, DRAWN, LOST, WON]
    standing = standing_of(results, backwards=backwards)
    assert standing.games == 7
    assert standing.wins_draws_losses("random", "greedy") == (5, 1, 1)
    assert standing.wins_draws_losses("greedy", "random") == (1, 1, 5)
    pairs = PairCounts.of([2.0, 1.0, 1.5])
    assert standing.elo("random", "greedy") == elo_difference(pairs, GameCounts.of([1.0]))
    assert standing.elo("greedy", "random") == elo_difference(pairs.flipped(), GameCounts.of([0.0]))


def test_a_pair_that_lacks_its_first_game_counts_as_one_game():
    whole = standing_of([WON, LOST, WON, DRAWN])
    del whole.scores[2]
    expected = elo_difference(PairCounts.of([2.0]), GameCounts.of([0.5]))
    assert whole.elo("random", "greedy") == expected


def test_what_came_after_the_decision_does_not_count():
    standing = standing_of([WON, LOST, LOST, WON])
    standing.limit_to(2)
    assert standing.games == 2
    assert standing.wins_draws_losses("random", "greedy") == (2, 0, 0)


def test_a_tournament():
    players = "random", "greedy", "flat:simulations=1"
    results = [WON, LOST, WON, LOST, WON, LOST]  # the one named first always wins
    standing = standing_of(results, players)
    assert [rating.player for rating in standing.ratings().players] == list(players)
    assert standing.wins_draws_losses("random", "greedy") == (2, 0, 0)
    assert standing.wins_draws_losses("flat:simulations=1", "greedy") == (0, 0, 2)
    assert standing.elo("random", "greedy") == elo_difference(PairCounts.of([2.0]))


def test_three_at_a_table_are_compared_game_by_game():
    players = "random", "greedy", "flat:simulations=1"
    standing = standing_of([(1, 2, 3), (1, 2, 3), (4, 4, 1)], players, f"{TOYS}:Gather")
    # The seats turn: greedy is second, first and third, and random first, third and second.
    assert standing.wins_draws_losses("greedy", "random") == (1, 0, 2)
    expected = elo_difference(singles=GameCounts.of([1.0, 0.0, 0.0]))
    assert standing.elo("greedy", "random") == expected
    assert standing.ratings() == rate(
        (each.seats, each.returns) for each in standing.scores.values()
    )


def test_alone_games_from_one_opening_are_compared():
    returns = [(3.0,), (2.0,), (1.0,), (4.0,), (2.0,), (2.0,), (9.0,)]
    standing = standing_of(returns, game=f"{TOYS}:Words")
    assert standing.wins_draws_losses("random", "greedy") == (1, 1, 1)
    assert standing.games == 7
    singles = GameCounts.of([1.0, 0.0, 0.5])
    assert standing.elo("random", "greedy") == elo_difference(singles=singles)
    assert [rating.elo for rating in standing.ratings().players] == pytest.approx([0, 0])


def test_fouls_are_counted_by_who_did_them():
    standing = standing_of([WON, WON])
    for index, termination in ((2, "time"), (3, "crash"), (4, "crash"), (6, "crash")):
        seats = ("random", "greedy") if index % 2 == 0 else ("greedy", "random")
        foul = {"termination": termination, "culprit": 1, "returns": WON, "seats": seats}
        standing.add(played("m", index, **foul, **NOTHING))
    assert standing.fouls() == {"greedy": {"time": 1, "crash": 2}, "random": {"crash": 1}}
    standing.limit_to(3)
    assert standing.fouls() == {"greedy": {"time": 1}}


def test_without_games_nobody_can_be_rated():
    standing = standing_of([])
    assert standing.games == 0
    assert standing.fouls() == {}
    assert standing.wins_draws_losses("random", "greedy") == (0, 0, 0)
    with pytest.raises(BadParameter):
        standing.ratings()
