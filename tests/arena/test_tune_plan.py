from __future__ import annotations

from pathlib import Path

import pytest

from gametree.arena.tuning.plan import Plan, axis_of
from gametree.errors import BadParameter
from own import Nth

PLAYER = "mcts:simulations=20,c={c}"
OWN = str(Path(__file__).parents[1] / "own.py")


def plan(player=PLAYER, ranges=("c=0.1:3:log",), **given):
    conditions = {"game": "tic_tac_toe", "games": 40, "against": "random", "seed": 1}
    return Plan.of(player, ranges, **(conditions | given))


def test_the_opponent_may_be_the_player_at_the_start():
    alone = plan(against=None, start={"c": 1})
    assert alone.against == "mcts:simulations=20,c=1"
    assert alone.start_is_opponent
    assert plan(against="mcts:simulations=20,c=1.0", start={"c": 1}).start_is_opponent
    assert not plan(against="mcts:simulations=20,c=0.9", start={"c": 1}).start_is_opponent
    assert not plan(against="random", start={"c": 1}).start_is_opponent
    assert not plan().start_is_opponent


def test_the_opponent_may_be_at_the_end_of_the_range():
    low = plan(against=None, start={"c": 0.1})
    assert low.contest.players == ("mcts:simulations=20,c=3", "mcts:simulations=20,c=0.1")


def test_whole_numbers_are_known_by_what_the_player_takes():
    cut = "mcts:simulations=20,max_plies={max_plies},c={c}"
    assert axis_of("max_plies=4:40", cut).whole
    assert not axis_of("c=1:3", cut).whole
    two = plan(cut, ("max_plies=4:6", "c=0.5:2"))
    assert two.spec((5.0, 0.75)) == "mcts:simulations=20,max_plies=5,c=0.75"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"ranges": ("c",)}, "a range is written c=0.1:3 or c=0.1:3:log, not 'c'"),
        ({"ranges": ("c=1:x",)}, "a range is written"),
        ({"ranges": ("c=1:2:lin",)}, "a range is written"),
        ({"ranges": ("c=1:2:log:3",)}, "a range is written"),
        ({"ranges": ("c=2:1",)}, "the range of c must go from"),
        ({"ranges": ("d=1:2",)}, "d has a range but no place in the player"),
        ({"ranges": ()}, "one to 3 parameters can be tuned"),
        ({"ranges": ("c=-1:2",)}, "c"),
        ({"player": "mcts:c={c},epsilon={e}"}, r"\{e\} in the player .* has no range"),
        ({"player": "mtcs:c={c}"}, "did you mean mcts"),
        ({"against": None}, "name an opponent, or the start"),
        ({"start": {"d": 1.0}}, "the start must give values for c, no more"),
        ({"start": {"c": 7.0}}, "the start of c must lie in its range, 0.1 to 3"),
        ({"game": "nim", "against": "nobody"}, "there is no player 'nobody'"),
        ({"player": "mcts:c={c}"}, "needs a limit"),
    ],
)
def test_what_cannot_be_is_refused(given, message):
    with pytest.raises(BadParameter, match=message):
        plan(**given)


def test_the_number_of_games_belongs_to_no_configuration():
    assert plan(games=10).configuration() == plan(games=20).configuration()
    assert plan(seed=2).configuration() != plan(seed=1).configuration()


def test_a_parameter_of_a_strategy_or_player_of_ones_own():
    of_rule = plan(f"mcts:simulations=20,selection={OWN}:Rule:zeta={{zeta}}", ("zeta=0.5:2",))
    assert of_rule.spec([1.5]) == f"mcts:simulations=20,selection={OWN}:Rule:zeta=1.5"
    alone = plan(of_rule.player, ("zeta=0.5:2",), against=None, start={"zeta": 1})
    assert alone.start_is_opponent
    of_player = plan(f"{OWN}:Nth:place={{place}}", ("place=0:4",))
    assert of_player.axes[0].whole
    assert of_player.spec([3.0]) == f"{OWN}:Nth:place=3"
    assert plan(against=Nth(2)).against == "Nth(2)"
