from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy.stats import norm

from gametree.arena.statistics.counts import GameCounts
from gametree.arena.statistics.elo import elo_difference
from gametree.arena.statistics.ratings import rate
from gametree.errors import BadParameter

# Agresti, Categorical Data Analysis, 2nd edition (2002), section 10.6: the Eastern Division of
# the American League in 1987, home wins and away wins, as in data/baseball.csv of the R package
# BradleyTerry2 (https://github.com/hturner/BradleyTerry2).
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
BASEBALL = """\
    -  4-3 4-2 4-3 6-1 4-2 6-0
    3-3 -  4-2 4-3 6-0 6-1 4-3
    2-5 4-3 -  2-4 4-3 4-2 6-0
    3-3 5-1 2-5 -  4-3 4-2 6-1
    5-1 2-5 3-3 4-2 -  5-2 6-0
    2-5 3-3 3-4 4-3 4-2 -  2-4
    2-5 1-5 1-6 2-4 1-6 3-4 -"""


def baseball():
    for home, line in zip(TEAMS, BASEBALL.splitlines(), strict=True):
        for away, cell in zip(TEAMS, line.split(), strict=True):
            if cell != "-":
                wins, losses = map(int, cell.split("-"))
                yield from [((home, away), (1, 0))] * wins
                yield from [((home, away), (0, 1))] * losses


def test_the_baseball_teams_of_agresti():
    """Table 10.11, column 3, and "standard errors of about 0.3", in logits above Baltimore."""
    ratings = rate(baseball(), anchor="Baltimore")
    logit = math.log(10) / 400
    told = {rating.player: round(rating.elo * logit, 2) for rating in ratings.players}
    assert told == {
        "Milwaukee": 1.58,
        "Detroit": 1.44,
        "Toronto": 1.29,
        "New York": 1.25,
        "Boston": 1.11,
        "Cleveland": 0.68,
        "Baltimore": 0,
    }
    for rating in ratings.players[:-1]:
        error = (rating.high - rating.low) / 2 / norm.ppf(0.975) * logit
        assert round(error, 1) == 0.3
    assert ratings["Baltimore"].low == ratings["Baltimore"].high == 0
    assert ratings.notes == ()


def results(first, second, wins, draws, losses):
    return (
        [((first, second), (1, -1))] * wins
        + [((first, second), (0, 0))] * draws
        + [((second, first), (1, -1))] * losses
    )


def test_two_players_are_as_far_apart_as_their_elo_difference():
    ratings = rate(results("a", "b", 60, 100, 40), anchor="b")
    alone = elo_difference(singles=GameCounts(wins=60, draws=100, losses=40))
    assert ratings["a"].elo == pytest.approx(alone.elo)
    assert (ratings["a"].low, ratings["a"].high) == pytest.approx((alone.low, alone.high), abs=0.5)
    assert ratings.superiority[0][1] == pytest.approx(alone.los, abs=0.001)
    assert ratings["a"].score == alone.score
    assert ratings["a"].games == 200


def test_the_anchor_moves_ratings_and_nothing_else():
    games = results("a", "b", 6, 5, 3) + results("b", "c", 8, 1, 5) + results("a", "c", 9, 2, 3)
    free, held = rate(games), rate(games, anchor="b")
    assert sum(rating.elo for rating in free.players) == pytest.approx(0, abs=1e-9)
    for player in "abc":
        assert held[player].elo == pytest.approx(free[player].elo - free["b"].elo)
    assert held.superiority == free.superiority


def test_superiority_is_a_matrix_of_probabilities():
    ratings = rate(baseball())
    matrix = np.array(ratings.superiority)
    assert matrix + matrix.T == pytest.approx(np.ones((7, 7)))
    assert (np.diag(matrix) == 0.5).all()
    assert (matrix[np.triu_indices(7, 1)] > 0.5).all()
    # Three standard errors between the first and the last are plain to see.
    assert matrix[0, 6] > 0.999


def test_the_size_of_returns_does_not_matter():
    small = [(("a", "b", "c"), (3, 2, 1)), (("c", "a", "b"), (2, 2, 9)), (("b", "c"), (1, 2))]
    large = [
        (("a", "b", "c"), (1e9, 0.5, -7)),
        (("c", "a", "b"), (-math.inf, -math.inf, 0)),
        (("b", "c"), (np.float64(-2), np.int64(-1))),
    ]
    assert rate(small) == rate(large)


def test_three_players_by_rank():
    """Each of the six orders as often as worths 3, 2 and 1 would have it."""
    times = {"abc": 40, "acb": 20, "bac": 30, "bca": 10, "cab": 12, "cba": 8}
    games = [(tuple(order), (2, 1, 0)) for order, count in times.items() for _ in range(count)]
    ratings = rate(games, anchor="c")
    assert ratings["a"].elo == pytest.approx(400 * math.log10(3), abs=0.01)
    assert ratings["b"].elo == pytest.approx(400 * math.log10(2), abs=0.01)
    assert ratings["a"].score == pytest.approx((60 * 2 + 42) / 240)
    assert [rating.games for rating in ratings.players] == [120] * 3


def test_a_player_on_several_seats():
    games = [(("a", "a", "b"), (3, 2, 1))] * 3 + [(("b", "a", "a"), (3, 2, 1))] * 2
    ratings = rate(games)
    assert ratings["a"].elo > ratings["b"].elo
    assert (ratings["a"].games, ratings["b"].games) == (5, 5)
    assert ratings["b"].score == pytest.approx(0.4)


def test_a_player_that_never_lost_has_a_finite_rating_and_a_note():
    games = results("a", "b", 20, 0, 0) + results("b", "c", 5, 2, 5) + results("a", "c", 20, 0, 0)
    ratings = rate(games)
    assert ratings.players[0].player == "a"
    assert all(math.isfinite(rating.high) for rating in ratings.players)
    (note,) = ratings.notes
    assert "points went one way only between these" in note
    assert "a; b, c" in note
    assert "one drawn game more" in note
    assert note in ratings.to_text()
    # A single draw is enough for a rating without help.
    assert rate([*games, (("a", "b"), (0, 0))]).notes == ()


def test_players_that_never_met_are_not_compared():
    games = results("a", "b", 3, 0, 1) + results("x", "y", 1, 0, 3)
    ratings = rate(games, anchor="x")
    (note,) = ratings.notes
    assert note.startswith("these groups never met")
    assert note.endswith("a, b; x, y")
    # The anchor holds its own group only; the other's mean stays 0.
    assert ratings["x"].elo == 0
    assert ratings["a"].elo == pytest.approx(-ratings["b"].elo)
    order = [rating.player for rating in ratings.players]
    assert ratings.superiority[order.index("a")][order.index("x")] == 0.5
    assert ratings.superiority[order.index("a")][order.index("b")] > 0.5
    alone = rate(results("a", "b", 3, 0, 1))
    assert ratings["a"] == alone["a"]


def test_a_game_against_oneself_says_nothing():
    games = results("a", "b", 6, 5, 3)
    ours, same = rate(games), rate([*games, (("a", "a"), (1, 0))])
    assert same["a"].elo == pytest.approx(ours["a"].elo)
    assert same["a"].high == pytest.approx(ours["a"].high)
    assert rate([(("a", "a"), (0, 0))])["a"].elo == 0


def test_the_table_and_the_dict_say_the_same():
    ratings = rate(results("mcts:simulations=100", "random", 30, 4, 6), anchor="random")
    assert ratings.to_text().splitlines() == [
        "    player                  elo   95 % interval  score   games    1   2",
        "  1 mcts:simulations=100   +241    +117 to +365  80.0%      40      100",
        "  2 random                   +0        +0 to +0  20.0%      40    0",
    ]
    assert str(ratings) == ratings.to_text()
    told = json.loads(json.dumps(ratings.to_dict(), allow_nan=False))
    assert told["players"][0]["elo"] == ratings.players[0].elo
    assert told["superiority"] == [list(row) for row in ratings.superiority]
    with pytest.raises(BadParameter, match="'alphabeta' was not rated; rated were: mcts:"):
        ratings["alphabeta"]


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (3, "game 2 must be \\(players, returns\\)"),
        ((("a", "b"),), "game 2 must be \\(players, returns\\)"),
        ((("a", "b"), 1), "game 2 must be \\(players, returns\\)"),
        (("ab", (1, 0)), "game 2: players must be a sequence of names, not 'ab'"),
        (((1, 2), (1, 0)), "game 2: players must be a sequence of names"),
        ((("a",), (1,)), "game 2 must have two players or more, not 1"),
        ((("a", "b"), (1, 0, 0)), "game 2 must have a return for each of its 2 players, not 3"),
        ((("a", "b"), (1, math.nan)), "game 2: a return must be a number, not nan"),
        ((("a", "b"), (1, "0")), "game 2: a return must be a number, not '0'"),
        ((("a", "b"), (1, None)), "game 2: a return must be a number, not None"),
        ((tuple("abcdefghijklm"), (0,) * 13), "game 2 has 13 players on a level"),
    ],
)
def test_a_wrong_game_is_named(game, problem):
    with pytest.raises(BadParameter, match=problem):
        rate([(("a", "b"), (1, 0)), game])


def test_without_games_there_is_nothing_to_rate():
    with pytest.raises(BadParameter, match="there must be one game or more"):
        rate([])
    with pytest.raises(BadParameter, match="the anchor 'c' played no game; players are: a, b"):
        rate([(("a", "b"), (1, 0))], anchor="c")
