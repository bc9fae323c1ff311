from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.mcts.evaluation.decisive_moves import Decisive
from gametree.mcts.evaluation.mast_nst import MAST
from gametree.primitives.rng import Rng
from playouts import searched
from toys import Corridor, OneHeap, Pig, Telling
from trees import flat

# Both modes: tests/mcts/selection/test_rave.py, and tests/native/test_records.py for games that
# do not tell their winning moves.


def chosen(policy, game, state, draws=50):
    """Return how often each action is chosen."""
    work = gt.Searcher(game, seed=1, compiled=False, method="uct").trees.first.work
    policy = policy.fitted_to(game)
    rng = Rng(3)
    actions = [policy.choose(game, state, 0, rng, work) for _ in range(draws)]
    return {action: actions.count(action) for action in sorted(set(actions))}


@pytest.mark.parametrize("left", [1, 2, 3])
def test_a_win_is_taken(left):
    assert chosen(Decisive(), OneHeap(), (left, 1)) == {left: 50}


def test_an_ending_that_does_not_win_is_not_taken():
    class Misere(OneHeap):
        def returns(self, state):
            return (1.0, -1.0) if state[1] == 0 else (-1.0, 1.0)

    assert list(chosen(Decisive(), Misere(), (3, 0))) == [1, 2, 3]


def test_one_player_alone_wins_against_no_one():
    assert chosen(Decisive(), Corridor(), (1,)) == {0: 50}


def test_chance_does_not_win():
    assert searched(Pig(6), Decisive(), 300).result().simulations == 300


@pytest.mark.parametrize("game", [TicTacToe(), Telling()])
def test_a_win_comes_before_all_else(game):
    # X has a1 and b1, O has a2 and b2; X to move.
    assert chosen(Decisive(), game, (0b000_000_011, 0b000_011_000)) == {2: 50}


def test_a_win_of_the_other_is_prevented_where_the_game_tells_it():
    # X has a1 and b1, O the centre; O to move.
    state = (0b000_010_000, 0b000_000_011)
    assert chosen(Decisive(), Telling(), state) == {2: 50}
    assert len(chosen(Decisive(), TicTacToe(), state, draws=200)) == 6


def test_one_of_several_wins_is_drawn():
    # X has a1, b1, a2 and O b2, c2, b3: X wins with c1 and a3.
    counts = chosen(Decisive(), Telling(), (0b000_001_011, 0b010_110_000), draws=600)
    assert list(counts) == [2, 6]
    assert min(counts.values()) > 300 - 5 * 12.3  # five standard deviations


def test_more_winning_actions_than_fit_are_asked_for_again():
    class Narrow(Telling):
        max_actions = 1

        def fill_legal_actions(self, state, out):
            actions = self.legal_actions(state)
            for index, action in enumerate(actions[: len(out)]):
                out[index] = action
            return len(actions)

        def fill_winning_actions(self, state, player, out):
            room = [0] * 9
            count = super().fill_winning_actions(state, player, room)
            for index in range(min(count, len(out))):
                out[index] = room[index]
            return count

    assert flat(searched(Narrow(), Decisive())) == flat(searched(Telling(), Decisive()))


@pytest.mark.parametrize("otherwise", ["uniform", gt.Playout(), MAST])
def test_what_chooses_otherwise_must_be_a_policy(otherwise):
    with pytest.raises(gt.BadParameter, match="otherwise must be a PlayoutPolicy"):
        Decisive(otherwise)
