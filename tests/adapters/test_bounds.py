"""What returns lie between: nothing is proven by default where rules do not tell it."""

from __future__ import annotations

import pytest
from state_objects import Pile, ReturnedTicTacToe, WinnerTicTacToe

import gametree as gt
from gametree.adapters.gymnasium import Gymnasium
from gametree.adapters.replayed import InPlace
from gametree.adapters.rules import RuleGame, Rules
from gametree.adapters.score_game import ScoreGame
from gametree.adapters.states import StateGame
from gametree.mcts.choice_of_method import choose
from gametree.naming.loading import load_game
from toys import OneHeap

PLIES = 8


class Rare:
    """The first player may take 1 at once, or 3 by four moves that random games hardly make."""

    def __init__(self, plies=0, taken=False, rare=True):
        self.plies, self.taken, self.rare = plies, taken, rare

    def legal_moves(self):
        return [0, 1, 2, 3]

    def play(self, move):
        rare = self.rare and (move == 3 or self.plies % 2 == 1)
        return Rare(self.plies + 1, self.plies == move == 0, rare)

    def current_player(self):
        return self.plies % 2

    def is_over(self):
        return self.taken or self.plies == PLIES

    def result(self):
        if self.taken:
            return (1.0, -1.0)
        return (3.0, -3.0) if self.rare else (-1.0, 1.0)


class Climb:
    """An environment that pays 1 for leaving at once, and 3 for seven steps up."""

    action_space = 2

    def reset(self):
        self.steps = []
        return 0

    def step(self, action):
        self.steps.append(action)
        leaves, arrives = self.steps == [0], self.steps == [1] * 7
        reward = 1.0 if leaves else 3.0 * arrives
        return len(self.steps), reward, leaves or len(self.steps) == 7, None


class Tall:
    """A state with a score."""

    def __init__(self, chosen=()):
        self.chosen = chosen

    def get_move_count(self):
        return 2 if len(self.chosen) < 4 else 0

    def do_move(self, move):
        return Tall((*self.chosen, move))

    def get_score(self):
        return float(sum(self.chosen))


def game_of_rules(**given):
    rules = Rules(
        lambda rule, state: [state[0] - rule, 3 - state[1]],
        lambda state: [1, 2][: state[0]],
        lambda state, player: 1.0 if player == state[1] else -1.0,
    )
    return RuleGame(rules, [5, 2], **given)


UNKNOWN = {
    "numbers at the end": lambda **given: StateGame(Rare, **given),
    "an environment": lambda **given: Gymnasium(Climb, **given),
    "a score": lambda **given: ScoreGame(Tall(), **given),
    "results of two": game_of_rules,
}


@pytest.mark.parametrize("make", UNKNOWN.values(), ids=UNKNOWN)
def test_nothing_is_proven_where_bounds_are_not_known(make):
    game = make()
    assert not game.bounds_known
    choice = choose(game)
    assert not choice.strategies["solver"]
    assert choice.reasons[1].startswith("no proofs: proofs rest on the least and the most that a")
    with pytest.raises(gt.BadParameter, match=r"nothing tells them for .*: give bounds=\(-1, 1\)"):
        gt.search(game, simulations=10, solver=True, compiled=False)


@pytest.mark.parametrize("make", UNKNOWN.values(), ids=UNKNOWN)
def test_bounds_that_are_given_are_what_proofs_rest_on(make):
    game = make(bounds=(-4, 4))
    assert (game.bounds_known, game.min_return, game.max_return) == (True, -4.0, 4.0)
    gt.search(game, simulations=10, seed=1, solver=True, compiled=False, transpositions=False)


@pytest.mark.parametrize(
    ("game", "best"),
    [
        (StateGame(Rare, bounds=(-3, 3)), 3.0),
        (Gymnasium(Climb, bounds=(0, 3)), 3.0),
    ],
    ids=["two players", "one player"],
)
def test_what_random_games_never_pay_is_found(game, best):
    """With -1 and 1 taken for the bounds the first move was proven to be best: it pays 1."""
    assert choose(game).strategies["solver"]
    result = gt.search(game, simulations=20_000, seed=1, solver=True, compiled=False)
    assert result.proof.value[0] == best
    assert result.action != 0


def test_who_has_won_is_known_to_be_worth_1():
    game = StateGame(WinnerTicTacToe)
    assert game.bounds_known
    assert choose(game).strategies["solver"]
    won = StateGame(ReturnedTicTacToe, result=None, winner=lambda state: state.game_result)
    assert won.bounds_known  # as a winner, not as a number
    assert not StateGame(ReturnedTicTacToe).bounds_known


def test_a_game_whose_states_change_keeps_its_bounds():
    class Large(OneHeap):
        min_return, max_return = -5.0, 5.0

    game = InPlace(Large(3))
    assert (game.bounds_known, game.min_return, game.max_return) == (True, -5.0, 5.0)
    pile = InPlace(StateGame(Pile, players=2, perspective="just_moved"))
    assert not pile.bounds_known


def test_bounds_as_text(tmp_path):
    file = tmp_path / "walk.py"
    file.write_text(
        "class Walk:\n"
        "    action_space = 2\n"
        "    def reset(self):\n"
        "        self.left = 3\n"
        "        return 0\n"
        "    def step(self, action):\n"
        "        self.left -= 1\n"
        "        return 0, float(action), self.left == 0, None\n"
    )
    game = load_game(str(file), {"bounds": "0,3"})
    assert (game.bounds_known, game.min_return, game.max_return) == (True, 0.0, 3.0)
    assert not load_game(str(file), {}).bounds_known


@pytest.mark.parametrize("bounds", [1, (1, -1), (0, 0), (0,), (0, float("inf")), ("a", "b"), True])
def test_what_are_no_bounds(bounds):
    with pytest.raises(gt.BadParameter, match="bounds must be two numbers, the least and the most"):
        ScoreGame(Tall(), bounds=bounds)
