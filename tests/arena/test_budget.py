from __future__ import annotations

import json
import runpy
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("scipy")

from gametree.arena.budget import BudgetRow, BudgetTable, budget_contest, share_of
from gametree.arena.reports.standings import Standings
from gametree.arena.run import compete
from gametree.errors import BadParameter
from gametree.games import TicTacToe
from gametree.players.registry import make_player
from gametree.record import Record
from own import Nth


@pytest.mark.parametrize(("count", "total"), [(0, 50), (1, 50), (18, 50), (49, 50), (50, 50)])
def test_intervals_by_their_definition(count, total):
    """At each end of the interval, results as extreme have a probability of 2.5 %."""
    binom = pytest.importorskip("scipy.stats").binom
    share = share_of(count, total)
    assert share.low <= share.share <= share.high
    if count > 0:
        assert binom.sf(count - 1, total, share.low) == pytest.approx(0.025)
    else:
        assert share.low == 0
    if count < total:
        assert binom.cdf(count, total, share.high) == pytest.approx(0.025)
    else:
        assert share.high == 1


def test_a_published_interval():
    # Clopper and Pearson 1934, section 2, example: 1 of 10 at 95 % lies in 0.00 to 0.45.
    share = share_of(1, 10)
    assert (round(share.low, 4), round(share.high, 3)) == (0.0025, 0.445)


@pytest.mark.parametrize(("count", "total"), [(1, 0), (-1, 5), (6, 5)])
def test_what_is_no_share(count, total):
    with pytest.raises(BadParameter, match="a share is"):
        share_of(count, total)


@pytest.mark.parametrize(
    ("player", "budget", "against", "players"),
    [
        ("mcts", 5, "random", ("mcts:simulations=5", "random")),
        ("mcts:c=0.5", 5, "random", ("mcts:c=0.5,simulations=5", "random")),
        ("mcts", 0, "greedy", ("random", "greedy")),
        ("mcts", 0, " random ", ("flat:simulations=1", "random")),
    ],
)
def test_who_plays(player, budget, against, players):
    contest = budget_contest(player, budget, against, game="nim", games=4)
    assert contest.players == players
    assert contest.games == 4


def test_one_playout_is_a_random_move():
    """What stands for the random player against itself draws each move with equal odds."""
    player = make_player("flat:simulations=1")
    game, counts = TicTacToe(), Counter()
    game.interpreted_only = True
    for seed in range(450):
        player.begin(game, 0, seed)
        counts[player.choose(Record(game), None).action] += 1
        player.end()
    assert len(counts) == 9
    # 26.12 is exceeded by chance once in a thousand times, with 8 degrees of freedom.
    assert sum((count - 50) ** 2 / 50 for count in counts.values()) < 26.12


@pytest.mark.parametrize("budget", [-1, True, 1.5])
def test_what_is_no_budget(budget):
    with pytest.raises(BadParameter, match="a budget must be a whole number of 0 or more"):
        budget_contest("mcts", budget, "random", game="nim")


def test_rows_and_table():
    contest = budget_contest("mcts", 0, "perfect", game="tic_tac_toe", games=6, opening_plies=0)
    assert BudgetRow.of(0, Standings(contest)) is None
    row = BudgetRow.of(0, compete(contest)[0])
    assert row is not None
    assert row.games == 6
    assert row.won.count == 0
    assert row.score == 0.5 * row.drawn.share
    assert row.score == pytest.approx((row.first + row.second) / 2)
    table = BudgetTable(contest, "mcts", "perfect", [row], True, 1.0, 6)
    found = json.loads(json.dumps(table.to_dict(), allow_nan=False))
    assert found["games_at_each_budget"] == 6
    assert found["rows"][0]["player"] == "random"
    assert str(table).splitlines()[3].split()[:3] == ["0", "6", "0.0"]


def test_the_example_compares_with_the_article(capsys):
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "budget_table.py"))
    in_ours, in_theirs = example["compare"]("mcts", 2)
    # Two games say next to nothing: most intervals hold everything.
    assert 0 <= in_theirs <= in_ours <= 24
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9
    assert lines[-1].startswith(" 100: won ")
    assert lines[-1].endswith("[12]")


def test_a_player_of_ones_own_with_budgets_and_as_the_opponent():
    own = str(Path(__file__).parents[1] / "own.py")
    player = f"mcts:selection={own}:Rule:zeta=2"
    contest = budget_contest(player, 20, Nth(1), game="nim", games=4)
    assert contest.players == (f"{player},simulations=20", "Nth(1)")
    with pytest.raises(BadParameter, match="Nth has no parameter 'simulations'"):
        budget_contest(f"{own}:Nth:place=1", 20, "random", game="nim")
