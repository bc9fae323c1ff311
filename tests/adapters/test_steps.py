"""Environments with `reset` and `step` of other kinds than Gymnasium's, and without its library."""

from __future__ import annotations

import random
import sys
from types import SimpleNamespace

import pytest
from state_objects import owner_of_row, with_method

import gametree as gt
from gametree.adapters.gymnasium import Gymnasium


class Discrete:
    """A space as Gymnasium and the old Gym have it, without either."""

    def __init__(self, n):
        self.n = n


class DiscreteArray:
    def __init__(self, num_values):
        self.num_values = num_values


class Walk:
    """The old Gym: `reset` gives an observation, `step` four things. Go right five times of six."""

    action_space = Discrete(2)

    def reset(self):
        self.at = self.steps = 0
        return self.at

    def step(self, action):
        self.steps += 1
        self.at += action
        return self.at, float(action), self.steps == 6 or self.at == 5, None


class NewWalk(Walk):
    def reset(self, *, seed=None, options=None):
        return super().reset(), {}

    def step(self, action):
        observation, reward, done, _ = super().step(action)
        return observation, reward, done, False, {}


class BareWalk(Walk):
    """Three things alone, as in MuZero's games."""

    def step(self, action):
        return super().step(action)[:3]


class TimedWalk(Walk):
    """dm_env: time steps, and an action spec."""

    action_space = None

    def action_spec(self):
        return DiscreteArray(2)

    def reset(self):
        return SimpleNamespace(observation=super().reset(), reward=None, last=lambda: False)

    def step(self, action):
        observation, reward, done, _ = super().step(action)
        return SimpleNamespace(observation=observation, reward=reward, last=lambda: done)


class DuelEnv:
    """Tic-tac-toe for two in the old Gym: moves are listed, the reward is of player O, first."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.cells = [0] * 9
        self.mark = "O"
        return tuple(self.cells)

    def available_actions(self):
        return [cell for cell in range(9) if not self.cells[cell]]

    def step(self, action):
        self.cells[action] = self.mark
        owner = owner_of_row(self.cells, 0)
        self.mark = "X" if self.mark == "O" else "O"
        reward = {None: 0, "O": 1, "X": -1}[owner]
        return tuple(self.cells), reward, owner is not None or 0 not in self.cells, {}


@pytest.mark.parametrize("env", [Walk, NewWalk, BareWalk, TimedWalk])
@pytest.mark.parametrize("given", ["class", "object"])
def test_a_step_by_any_protocol(monkeypatch, env, given):
    monkeypatch.setitem(sys.modules, "gymnasium", None)  # nothing of it is needed
    game = Gymnasium(env if given == "class" else env())
    assert game.copied_by == "copy.deepcopy"
    assert "one player" in game.understood
    searcher = gt.Searcher(game, seed=1, compiled=False, method="uct")
    while not game.is_terminal(searcher.state):
        searcher.advance(searcher.run(simulations=50).action)
    assert game.returns(searcher.state) == (5.0,)


def test_seeds_of_the_old_kind():
    class Dice(Walk):
        def seed(self, seed):
            self.dice = random.Random(seed)

        def step(self, action):
            observation, _, done, info = super().step(action)
            return observation, self.dice.randint(1, 6), done, info

    totals = []
    for seed in (1, 1, 2):
        game = Gymnasium(Dice, seed=seed)
        totals.append(game.returns(game.position([1, 1, 1, 1, 1])))
    assert totals[0] == totals[1] != totals[2]


def test_two_players():
    game = Gymnasium(DuelEnv)
    assert game.understood == Gymnasium(DuelEnv, players=2).understood
    assert game.understood == (
        "legal actions by available_actions, or info['action_mask']; whose turn it is by mark (O, "
        "X); rewards from the view of 'first' (in random games the player who moved "
        "last always won; if the last move loses by the rules, give perspective=); copied by "
        "copy.deepcopy"
    )
    state = game.position([0, 4, 8, 3])
    assert game.current_player(state) == 0
    assert gt.search(game, state, simulations=300, seed=1, compiled=False, method="uct").action == 5
    end = game.position([0, 3, 1, 4, 8, 5])
    assert game.returns(end) == (-1.0, 1.0)


def test_whoever_moves_twice_in_succession_may_be_no_player():
    def step(self, action):
        answer = DuelEnv.step(self, action)
        if action == 4:
            self.mark = "X" if self.mark == "O" else "O"
        return answer

    again = with_method(DuelEnv, step=step)
    with pytest.raises(gt.BadParameter, match=r"\.mark seems to tell whose turn it is \(O, X\)"):
        Gymnasium(again)
    assert Gymnasium(again, players=2).players == 2
    assert Gymnasium(again, players=1).players == 1


def test_rewards_of_the_mover_and_of_each():
    def step_for_mover(self, action):
        seen, reward, done, info = DuelEnv.step(self, action)
        return seen, abs(reward), done, info

    def step_for_each(self, action):
        seen, reward, done, info = DuelEnv.step(self, action)
        return seen, [reward, -reward], done, info

    ends = [[0, 3, 1, 4, 8, 5], [0, 3, 1, 4, 2]]
    for step, told in ((step_for_mover, "'just_moved'"), (step_for_each, "for each player")):
        game = Gymnasium(with_method(DuelEnv, step=step), players=2)
        assert told in game.understood
        assert [game.returns(game.position(end)) for end in ends] == [(-1.0, 1.0), (1.0, -1.0)]


@pytest.mark.parametrize(
    ("env", "keywords", "error", "told"),
    [
        (with_method(Walk, step=lambda self, a: (0, 1)), {}, gt.GameError,
         r"Walk.step returned 2 items; \(observation, reward, terminated, truncated, info\)"),
        (with_method(Walk, step=lambda self, a: None), {}, gt.GameError, "step returned None"),
        (with_method(Walk, step=lambda self, a: (0, 1, "no", {})), {}, gt.GameError,
         "step returned 'no' for whether it is over"),
        (with_method(Walk, step=lambda self, a: (0, "x", True, {})), {}, gt.GameError,
         "step gave 'x'; a finite number was expected"),
        (with_method(Walk, action_space=None), {}, gt.BadParameter, "has no action space"),
        (Walk, {"players": 2}, gt.BadParameter, "nothing in Walk tells whose turn it is"),
        (Walk, {"randomness": "fresh"}, gt.BadParameter, "has no np_random that could be"),
        (DuelEnv, {"players": 3}, gt.BadParameter, "in random games DuelEnv.mark gave O, X"),
        (with_method(DuelEnv, available_actions=lambda self: [1, 1]), {"players": 1},
         gt.GameError, "available_actions gave .* actions, each once, were expected"),
        (with_method(Walk, possible_agents=["a"]), {}, gt.BadParameter, "use gametree.adapters."),
    ],
)  # fmt: skip
def test_what_is_refused(env, keywords, error, told):
    with pytest.raises(error, match=told):
        Gymnasium(env, **keywords)
