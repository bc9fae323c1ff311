"""Environments with `reset` and `step` as games whose states are the environments."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

import gametree as gt
from adapters.compiled_rules import assert_rules_play_alike
from gametree.adapters.gymnasium import Gymnasium
from gametree.adapters.states import OwnStateGame
from gametree.adapters.stepped import stepped_game
from gametree.games import TicTacToe

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Grid:
    """Tic-tac-toe in the manner of MuZero's games: who wins gets 1 for the last step."""

    def __init__(self):
        self.board = np.zeros((3, 3), np.int32)
        self.player = 1

    def reset(self):
        self.board = np.zeros((3, 3), np.int32)
        self.player = 1
        return self.observation()

    def observation(self):
        return np.array([np.where(self.board == 1, 1.0, 0.0), np.full((3, 3), self.player)])

    def to_play(self):
        return 0 if self.player == 1 else 1

    def legal_actions(self):
        return [n for n in range(9) if self.board[n // 3, n % 3] == 0]

    def won(self):
        cells = self.board.reshape(9)
        for a, b, c in LINES:
            if cells[a] == self.player and cells[b] == self.player and cells[c] == self.player:
                return True
        return False

    def step(self, action):
        self.board[action // 3, action % 3] = self.player
        won = self.won()
        done = won or len(self.legal_actions()) == 0
        self.player = -self.player
        return self.observation(), 1 if won else 0, done


class Wrapped:
    """The same within another, which counts a victory for twenty, as MuZero's games do."""

    def __init__(self):
        self.env = Grid()

    def reset(self):
        return self.env.reset()

    def to_play(self):
        return self.env.to_play()

    def legal_actions(self):
        return self.env.legal_actions()

    def step(self, action):
        observation, reward, done = self.env.step(action)
        return observation, reward * 20, done


class OfTheFirst(Grid):
    """The same; rewards are the first player's, as in the old Gym."""

    def step(self, action):
        mover = self.player
        observation, reward, done = super().step(action)
        return observation, float(reward * mover), done, {}


class OfTheNext(Grid):
    """The same with a mask; rewards are those of whoever is to move, as in Gymnasium."""

    legal_actions = None
    action_space = 9

    def action_masks(self):
        return self.board.reshape(9) == 0

    def step(self, action):
        self.board[action // 3, action % 3] = self.player
        won = self.won()
        full = not (self.board == 0).any()
        self.player = -self.player
        return self.observation(), -1.0 if won else 0.0, won, full and not won, {}


class Corridor:
    """One player: each of five steps to the right is worth what the place is."""

    action_space = 2

    def reset(self):
        self.place, self.steps = 0, 0
        return self.place

    def step(self, action):
        self.steps += 1
        self.place += action
        return self.place, float(self.place), self.steps == 5, {}


TWO = [Grid, Wrapped, OfTheFirst, OfTheNext]


@pytest.mark.parametrize("env", [Grid, OfTheFirst, OfTheNext])
def test_the_tree_is_that_of_our_own_rules(env):
    first = env()
    game = stepped_game(first)
    assert isinstance(game, OwnStateGame)
    assert (game.players, game.copied_by) == (2, "copy.deepcopy")
    assert "whose turn it is by to_play (0, 1); rewards from the view of" in game.understood
    asked = {"simulations": 400, "seed": 3, "compiled": False, "method": "uct"}
    ours = gt.search(TicTacToe(), selection=gt.UCB1(1.4), **asked)
    theirs = gt.search(game, selection=gt.UCB1(1.4), **asked)
    assert [(each.action, each.visits, each.mean) for each in ours.actions] == [
        (each.action, each.visits, each.mean) for each in theirs.actions
    ]
    assert not first.board.any()  # it is left as it is


@pytest.mark.parametrize("env", TWO)
def test_two_play_alike_in_both_modes(env):
    game = stepped_game(env())
    assert assert_rules_play_alike(game) == set(range(9))
    ends = [game.returns(_end(game, seed)) for seed in range(20)]
    worth = 20.0 if env is Wrapped else 1.0
    assert {first for first, _ in ends} == {worth, 0.0, -worth}
    assert all(first == -second for first, second in ends)


def test_the_board_is_shown_where_an_environment_holds_it():
    for env in (Grid, Wrapped):
        game = stepped_game(env)
        state = game.next_state(game.initial_state(), 4)
        assert game.state_to_text(state) == "0 0 0\n0 1 0\n0 0 0"


def test_one_plays_alike_in_both_modes():
    game = stepped_game(Corridor)
    assert isinstance(game, OwnStateGame)
    assert game.understood == (
        "legal actions all of action_space, or info['action_mask']; one player; copied by "
        "copy.deepcopy"
    )
    assert assert_rules_play_alike(game) == {0, 1}
    state = game.initial_state()
    assert game.heuristic(game.next_state(game.copy(state), 1)) == (1.0,)
    asked = {"simulations": 60, "seed": 1, "method": "uct", "evaluation": gt.Playout(max_plies=1)}
    trees = [gt.search(game, compiled=compiled, **asked) for compiled in (False, True)]
    assert trees[0].action == trees[1].action == 1  # by what was gained where playouts are cut off
    assert [each.mean for each in trees[0].actions] == [each.mean for each in trees[1].actions]
    for _ in range(5):
        state = game.next_state(state, 1)
    assert game.is_terminal(state)
    assert game.returns(state) == (15.0,)


def test_the_names_of_all_actions_are_no_legal_ones():
    class Named(Corridor):
        def __init__(self):
            self.possible_actions = ["stay", "right"]

    game = stepped_game(Named)
    assert "legal actions all of action_space" in game.understood
    assert game.legal_actions(game.initial_state()) == [0, 1]


def _end(game, seed):
    chance, state = random.Random(seed), game.initial_state()
    while not game.is_terminal(state):
        state = game.next_state(state, chance.choice(game.legal_actions(state)))
    return state


def test_it_is_sent_to_other_processes():
    game = pickle.loads(pickle.dumps(stepped_game(Wrapped)))
    result = gt.search(game, simulations=200, seed=1, workers=2, compiled=False, method="uct")
    assert result.simulations == 200


class Dealt(Grid):
    """A game whose first position is another one each time."""

    games = 0

    def reset(self):
        super().reset()
        Dealt.games += 1
        self.board[1, Dealt.games % 3] = 1
        return self.observation()


class ForEach(Grid):
    def step(self, action):
        mover = self.player
        observation, reward, done = super().step(action)
        return observation, [reward * mover, -reward * mover], done


class MaskInInfo(Grid):
    legal_actions = None
    action_space = 9

    def _info(self):
        return {"action_mask": (self.board.reshape(9) == 0).astype(np.int8)}

    def reset(self):
        return super().reset(), self._info()

    def step(self, action):
        self.board[action // 3, action % 3] = self.player
        won = self.won()
        done = won or bool((self.board != 0).all())
        self.player = -self.player
        return self.observation(), 1 if won else 0, done, False, self._info()


class MaskAfterwards(MaskInInfo):
    """The first info says nothing."""

    def reset(self):
        return Grid.reset(self)


class OfALibrary(Grid):
    @property
    def unwrapped(self):
        return self


class FromOne(OfTheNext):
    """Actions are counted from one on, as in a space that starts there."""

    class Discrete:
        n, start = 9, 1

    action_space = Discrete()

    def step(self, action):
        return super().step(action - 1)


@pytest.mark.parametrize(
    ("env", "given"),
    [
        (ForEach, {}),
        (MaskInInfo, {}),
        (MaskAfterwards, {"players": 2}),
        (FromOne, {}),
        (OfALibrary, {}),
        (OfALibrary(), {}),
        (Grid, {"discount": 0.5}),
        (Grid, {"seed": 3}),
    ],
)
def test_what_needs_more_is_an_environment_of_positions(env, given):
    game = stepped_game(env, **given)
    assert type(game) is Gymnasium
    assert game.players == 2
    result = gt.search(game, simulations=50, seed=1, compiled=False, method="uct")
    assert result.simulations == 50


def test_mistakes_are_those_of_an_environment():
    with pytest.raises(gt.BadParameter, match=r"players=3, but in random games Grid\.to_play"):
        stepped_game(Grid, players=3)
    with pytest.raises(gt.BadParameter, match="randomness must be"):
        stepped_game(Grid, randomness="none")
    with pytest.raises(gt.BadParameter, match="an environment with reset and step"):
        stepped_game(3)
    with pytest.raises(gt.GameError, match="two games with the same moves"):
        stepped_game(Dealt, perspective="just_moved")
