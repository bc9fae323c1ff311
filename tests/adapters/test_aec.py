"""Games as PettingZoo environments: PettingZoo's own tests, and the rules move by move."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from collections import Counter

import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.adapters.aec import aec_env, numbers
from toys import Endless, Gather, Words

# They import an environment by a name that is deprecated, which pytest passes over here.
pettingzoo_test = pytest.importorskip("pettingzoo.test")
pettingzoo_utils = pytest.importorskip("pettingzoo.utils")

# What PettingZoo's test says of environments that it does not know by name: its own
# connect four has such observations as well. Nothing else may be said.
ALLOWED = {
    "Observation is not a NumPy array",  # it is a dict with a mask
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
    "Observation numpy array is all zeros.",  # an empty board
    "Action mask numpy array is all zeros (no legal actions).",  # the game is over
}

BUNDLED = [
    games.Nim(),
    games.TicTacToe(),
    games.ConnectFour(),
    games.Othello(),
    games.UltimateTicTacToe(),
]


class Dice(gt.Game):
    """Each player rolls two dice in turn and keeps one: chance moves between the players."""

    players = 3

    def initial_state(self):
        return (0, 0, 0, 0, -1)

    def current_player(self, state):
        return gt.CHANCE if state[4] < 0 else state[3]

    def legal_actions(self, state):
        if state[3] == 3:
            return ()
        return range(36) if state[4] < 0 else (1, 2)

    def chance_outcomes(self, state):
        return [(roll, 1 / 36) for roll in range(36)]

    def next_state(self, state, action):
        if state[4] < 0:
            return (*state[:4], action)
        kept = (state[4] // 6 if action == 1 else state[4] % 6) + 1
        points = list(state[:3])
        points[state[3]] = kept
        return (*points, state[3] + 1, -1)

    def returns(self, state):
        return tuple(float(points) for points in state[:3])


@pytest.mark.parametrize("game", [*BUNDLED, Gather(), Dice()], ids=lambda game: game.name)
def test_pettingzoos_own_tests(game, capsys):
    env = aec_env(game)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pettingzoo_test.api_test(env, num_cycles=100)
        pettingzoo_test.seed_test(lambda: aec_env(game, actions=env.table), num_cycles=100)
    assert {str(each.message) for each in caught} <= ALLOWED
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", BUNDLED, ids=lambda game: game.name)
def test_random_games(game):
    env = aec_env(game)
    chance = random.Random(4)
    for _ in range(3):
        env.reset()
        state = game.initial_state()
        gained = Counter()
        for agent in env.agent_iter():
            observation, reward, over, _, info = env.last()
            gained[agent] += reward
            assert over == game.is_terminal(state)
            mask = observation["action_mask"]
            assert (mask == info["action_mask"]).all()
            if over:
                assert not mask.any()
                env.step(None)
                continue
            assert agent == f"player_{game.current_player(state)}"
            legal = sorted(game.legal_actions(state))
            assert np.flatnonzero(mask).tolist() == legal
            assert (observation["observation"] == numbers(state)).all()
            other = next(each for each in env.agents if each != agent)
            assert not env.observe(other)["action_mask"].any()
            action = chance.choice(legal)
            state = game.next_state(state, action)
            env.step(action)
        assert [gained[f"player_{player}"] for player in (0, 1)] == list(game.returns(state))


def test_chance_is_drawn_by_its_probabilities():
    env = aec_env(Dice(), actions=[1, 2])
    rolls = Counter()
    env.reset(seed=1)
    for _ in range(1200):
        rolls[env.position[4]] += 1
        env.step(0)
        rolls[env.position[4]] += 1
        env.reset()
    assert len(rolls) == 36
    expected = 2400 / 36
    chi_squared = sum((seen - expected) ** 2 / expected for seen in rolls.values())
    assert chi_squared < 66.6  # the 0.999 quantile for 35 degrees of freedom


def test_the_seed_settles_the_luck():
    env = aec_env(Dice())
    games_played = []
    for seed in (7, 7, 8):
        env.reset(seed=seed)
        rolls = []
        while not env.terminations["player_0"]:
            rolls.append(env.position[4])
            env.step(1)
        games_played.append(rolls)
    assert games_played[0] == games_played[1] != games_played[2]


def test_actions_of_other_kinds_are_counted_in_a_table():
    env = aec_env(Words("tree"), observe=lambda game, state, player: np.array([len(state), 1.5]))
    assert env.table == ["e", "r", "t"]
    env.reset()
    for action in (2, 1, 0, 0):
        env.step(action)
    assert env.position == ["t", "r", "e", "e"]
    assert env.rewards == {"player_0": 4}


def test_actions_that_cannot_be_sorted_are_counted_as_they_come_up():
    class Mixed(Words):
        name = "mixed"

        def legal_actions(self, state):
            return [] if len(state) == 1 else ["a", 1, (2,)]

    env = aec_env(Mixed(), observe=lambda game, state, player: np.zeros(1))
    assert env.table == ["a", 1, (2,)]


def test_the_table_can_be_given():
    assert aec_env(games.Othello(size=4), actions=17).action_space("player_0").n == 17
    env = aec_env(games.TicTacToe(), actions=range(8, -1, -1))
    env.reset()
    env.step(0)
    assert games.TicTacToe().next_state(games.TicTacToe().initial_state(), 8) == env.position


def test_an_action_that_is_not_in_the_table_is_told():
    env = aec_env(games.TicTacToe(), actions=8)
    with pytest.raises(
        gt.GameError, match=r"the action 8 of TicTacToe is none of the 8 .*actions="
    ):
        env.reset()


def test_illegal_actions():
    env = aec_env(games.ConnectFour(width=4, height=2))
    env.reset()
    env.step(3)
    env.step(3)
    for action in (3, 4, -1, None, "0"):
        with pytest.raises(gt.IllegalMove, match="is no legal action of player_0; legal ones are"):
            env.step(action)
    env.step(np.int64(2))


def test_illegal_actions_can_end_the_game_instead():
    game = games.ConnectFour(width=4, height=2)
    env = pettingzoo_utils.TerminateIllegalWrapper(aec_env(game), illegal_reward=-1)
    env.reset()
    for _ in range(2):
        env.step(3)
    env.step(3)
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1, "player_1": 0}


def test_a_dead_agent_steps_with_none():
    env = aec_env(games.Nim((1,)))
    env.reset()
    env.step(0)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_stand_apart(way):
    env = aec_env(Dice())
    env.reset(seed=2)
    env.step(1)
    twin = way(env)
    assert type(twin) is type(env)
    before = env.position
    twin.step(1)
    assert env.position == before != twin.position
    env.step(1)
    assert env.position == twin.position  # the generator was copied as well


def test_render(capsys):
    game = games.TicTacToe()
    env = aec_env(game, render_mode="ansi")
    env.reset()
    assert env.render() == game.state_to_text(game.initial_state())
    env = aec_env(game, render_mode="human")
    env.reset()
    env.step(4)
    printed = capsys.readouterr().out
    assert game.state_to_text(env.position) in printed
    assert aec_env(game).render() is None
    env.close()


def test_numbers():
    state = ((1, 2), [3, np.int8(4)], np.array([[5, 6]]), True)
    assert numbers(state).tolist() == [1, 2, 3, 4, 5, 6, 1]
    assert numbers(state).dtype == np.int64
    assert numbers((1, 0.5)).tolist() == [1.0, 0.5]
    boards = numbers((1 << 63, (1 << 64) - 1, (1 << 63) - 1))
    assert boards.view(np.uint64).tolist() == [1 << 63, (1 << 64) - 1, (1 << 63) - 1]
    record = np.array((3, 0.5), dtype=[("a", np.int32), ("b", np.float64)])[()]
    assert numbers(record).tolist() == [3.0, 0.5]
    with pytest.raises(gt.BadParameter, match="more than 64 bits: give observe="):
        numbers((1 << 64,))
    with pytest.raises(gt.BadParameter, match="holds 'x', which is no number: give observe="):
        numbers((1, "x"))


def test_observations_of_the_users_own():
    def observe(game, state, player):
        return np.array([player, state[0]], np.float32)

    env = aec_env(games.Nim((2, 1)), observe=observe)
    env.reset()
    assert env.observe("player_1")["observation"].tolist()[0] == 1.0
    assert env.observation_space("player_0")["observation"].dtype == np.float32
    assert env.state().tolist()[0] == 0.0
    growing = aec_env(
        Endless(),
        actions=[-1, 1],
        observe=lambda game, state, player: np.zeros(1 + abs(state[0])),
    )
    growing.reset()
    growing.step(1)
    with pytest.raises(gt.GameError, match=r"of one shape and type: the first was \(1,\)"):
        growing.observe("player_0")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"game": 3}, "game must be a Game"),
        ({"actions": 0}, "actions must be a number of 1 or more, or all actions, not 0"),
        ({"actions": True}, "actions must be"),
        ({"actions": "ab"}, "actions must be"),
        ({"actions": [1, 1]}, "each action once"),
        ({"actions": []}, "at least one"),
        ({"observe": 1}, "observe must be None or a function"),
        ({"render_mode": "rgb_array"}, "render_mode must be None"),
    ],
)
def test_wrong_parameters(options, told):
    with pytest.raises(gt.BadParameter, match=told):
        aec_env(options.pop("game", games.Nim()), **options)


def test_rules_that_fail_are_named():
    class Failing(gt.Game):
        name = "failing"

        def initial_state(self):
            return (0,)

        def current_player(self, state):
            return 0

        def legal_actions(self, state):
            return [0, 1]

        def next_state(self, state, action):
            raise KeyError("lost")

    with pytest.raises(gt.GameError, match=r"Failing.next_state raised KeyError"):
        aec_env(Failing())
    env = aec_env(Failing(), actions=2)
    env.reset()
    with pytest.raises(gt.GameError, match=r"Failing.next_state raised KeyError.*moves 1\)"):
        env.step(1)
