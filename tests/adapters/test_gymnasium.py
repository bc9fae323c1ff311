"""Gymnasium's environments as games of one player."""

from __future__ import annotations

import random
from collections import deque

import numpy as np
import pytest
from scripts import load

import gametree as gt
from gametree.adapters.gymnasium import Gymnasium

gymnasium = pytest.importorskip("gymnasium")
spaces = gymnasium.spaces


def make(name, **options):
    return lambda: gymnasium.make(name, disable_env_checker=True, **options)


def tree_of(game, state=None, simulations=200):
    searcher = gt.Searcher(game, state, seed=3, compiled=False, method="uct")
    result = searcher.run(simulations=simulations)
    return [(each.action, each.visits, each.mean) for each in result.actions]


def play(game, simulations, limit, method="uct", **options):
    """Search, move, and search on until the end, or for this many moves; return the last state."""
    searcher = gt.Searcher(
        game, seed=1, compiled=False, final_move="value", method=method, **options
    )
    for _ in range(limit):
        if game.is_terminal(searcher.state):
            break
        searcher.advance(searcher.run(simulations=simulations).action)
    return searcher.state


def fewest_steps(env, start, good):
    """Return how many steps a deterministic toy-text environment needs, by breadth-first search."""
    table = env.unwrapped.P
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        position, steps = queue.popleft()
        for ((_, following, reward, over),) in table[position].values():
            if good(reward, over):
                return steps + 1
            if not over and following not in seen:
                seen.add(following)
                queue.append((following, steps + 1))
    raise AssertionError("there is no way")


@pytest.mark.parametrize("copying", ["auto", "replay"])
def test_frozen_lake_is_solved(copying):
    game = Gymnasium(make("FrozenLake-v1", is_slippery=False), copying=copying)
    assert game.copied_by == ("copy.deepcopy" if copying == "auto" else "replay")
    end = play(game, 200, limit=40, evaluation=gt.Playout(max_plies=50))
    assert game.returns(end) == (1.0,)  # the present: all that can be had


def test_frozen_lake_is_crossed_by_default():
    """The rewards so far tell nothing before the end: they are not taken for a heuristic."""
    game = Gymnasium(make("FrozenLake-v1", is_slippery=False))
    assert game.returns(play(game, 100, limit=40, method="auto")) == (1.0,)


def test_a_discount_makes_it_hurry():
    env = gymnasium.make("FrozenLake-v1", is_slippery=False)
    game = Gymnasium(env, discount=0.5, copying="replay")
    steps = fewest_steps(env, 0, lambda reward, over: reward == 1)
    assert steps == 6
    end = play(game, 300, limit=40, selection=gt.UCB1(c=0.5), evaluation=gt.Playout(max_plies=50))
    assert game.returns(end)[0] == 0.5 ** (steps - 1)


def test_taxi_is_played_as_well_as_it_can_be():
    env = gymnasium.make("Taxi-v4")
    start, _ = env.reset(seed=10)
    steps = fewest_steps(env, start, lambda reward, over: over and reward == 20)
    game = Gymnasium(make("Taxi-v4"), seed=10, copying="replay")
    end = play(game, 150, limit=30, evaluation=gt.Playout(max_plies=25))
    assert game.returns(end) == (20.0 - (steps - 1),) == (14.0,)


def steps_left(game, state):
    """What has been paid, and one a step to the goal: up, along the cliff, and down."""
    row, column = divmod(int(game.last_observation(state)), 12)
    down = (2 if column < 11 else 0) if row == 3 else 3 - row
    return (game.returns(state)[0] - down - (11 - column),)


def test_cliff_walking_has_no_end_of_its_own():
    env = gymnasium.make("CliffWalking-v1")
    start, _ = env.reset(seed=0)
    steps = fewest_steps(env, start, lambda reward, over: over)
    assert steps == 13
    game = Gymnasium(make("CliffWalking-v1"), copying="replay")
    end = play(
        game,
        30,
        limit=39,
        selection=gt.UCB1(c=0.01),
        evaluation=gt.Playout(max_plies=0, cutoff=steps_left),
    )
    assert game.is_terminal(end)
    # It takes its time, but never falls: that costs 100, and leads back to the start.
    assert -3 * steps <= game.returns(end)[0] <= -steps


def test_a_time_limit_is_an_end():
    game = Gymnasium(make("CartPole-v1", max_episode_steps=15), copying="replay")
    end = play(game, 20, limit=100)
    assert game.is_terminal(end)
    assert game.returns(end) == (15.0,)
    assert len(end.moves) == 15


def test_the_pole_is_kept_up():
    game = Gymnasium(make("CartPole-v1"), seed=1)
    assert game.copied_by == "copy.deepcopy"
    end = play(game, 12, limit=45, evaluation=gt.Playout(max_plies=20))
    assert game.returns(end) == (45.0,)  # at random it falls after some twenty
    chance = random.Random(1)
    falls = []
    for _ in range(20):
        state = game.initial_state()
        while not game.is_terminal(state):
            state = game.next_state(state, chance.randrange(2))
        falls.append(game.returns(state)[0])
    assert sum(falls) / len(falls) < 40


@pytest.mark.parametrize("name", ["FrozenLake-v1", "CartPole-v1", "Blackjack-v1", "Taxi-v4"])
def test_games_are_those_of_the_environment(name):
    game = Gymnasium(make(name), seed=11)
    env = gymnasium.make(name)
    chance = random.Random(2)
    for _ in range(5):
        state = game.initial_state()
        observation, info = env.reset(seed=11)
        gained, over = 0.0, False
        while not over:
            assert np.array_equal(game.last_observation(state), observation)
            legal = list(game.legal_actions(state))
            mask = info.get("action_mask", np.ones(env.action_space.n))
            assert legal == np.flatnonzero(mask).tolist()
            action = chance.choice(legal)
            observation, reward, terminated, truncated, info = env.step(action)
            gained += float(reward)
            over = terminated or truncated
            state = game.next_state(state, action)
        assert game.is_terminal(state)
        assert list(game.legal_actions(state)) == []
        assert game.returns(state) == pytest.approx((gained,))


@pytest.mark.parametrize("randomness", ["seeded", "fresh"])
@pytest.mark.parametrize("name", ["FrozenLake-v1", "CartPole-v1", "Blackjack-v1"])
def test_both_ways_of_copying_give_the_same_search(name, randomness):
    trees = [
        tree_of(Gymnasium(make(name), randomness=randomness, copying=copying))
        for copying in ("auto", "replay")
    ]
    assert trees[0] == trees[1]


class Bet(gymnasium.Env):
    """0.4 for certain, or 1 with a probability of 0.3; after a first step that does nothing."""

    action_space = spaces.Discrete(2)
    observation_space = spaces.Discrete(3)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.now = 0
        return 0, {}

    def step(self, action):
        self.now += 1
        if self.now == 1:
            return 1, 0.0, False, False, {}
        won = self.np_random.random() < 0.3
        return 2, float(won) if action else 0.4, True, False, {}


def mean_of_the_bet(game, state, simulations=3000):
    return {action: mean for action, _, mean in tree_of(game, state, simulations)}[1]


def test_the_search_knows_the_randomness_of_its_seed():
    means = []
    for seed in range(40):
        game = Gymnasium(Bet, seed=seed)
        means.append(round(mean_of_the_bet(game, game.position([0]), 20), 9))
    assert set(means) == {0.0, 1.0}
    assert 4 <= sum(means) <= 20  # 12 are expected


def test_with_fresh_randomness_it_finds_averages():
    for seed in range(3):
        game = Gymnasium(Bet, seed=seed, randomness="fresh")
        state = game.position([0])
        result = gt.search(game, state, simulations=1500, seed=1, compiled=False, method="uct")
        assert result.action == 0
        # 200 visits or more: a standard error below 0.033
        means = {each.action: each.mean for each in result.actions}
        assert means[1] == pytest.approx(0.3, abs=0.1)


def test_fresh_randomness_is_repeated_by_the_seeds():
    trees = [tree_of(Gymnasium(Bet, seed=seed, randomness="fresh")) for seed in (1, 1, 2)]
    assert trees[0] == trees[1] != trees[2]


def test_fresh_randomness_and_moves_after_the_end():
    class Sudden(Bet):
        """Each step may be the last."""

        def step(self, action):
            self.now = min(self.now + 1, 2)
            return self.now, 1.0, bool(self.np_random.random() < 0.5), False, {}

    game = Gymnasium(Sudden, randomness="fresh", copying="replay")
    result = gt.search(game, simulations=3000, seed=1, compiled=False, method="uct")
    assert result.max_depth > 3
    assert result.value[0] == pytest.approx(2.0, abs=0.15)  # the mean number of steps
    state = game.copy(game.initial_state())
    while not game.is_terminal(state):
        state = game.next_state(state, 0)
    moves = list(state.moves)
    assert game.next_state(state, 0) is state
    assert state.moves == moves


def test_blackjack():
    game = Gymnasium(make("Blackjack-v1"), seed=1, randomness="fresh")
    own, _, _ = game.last_observation(game.initial_state())
    assert own == 20
    result = gt.search(game, simulations=500, seed=1, compiled=False, method="uct")
    assert result.action == 0  # stick


def test_from_where_an_environment_stands():
    env = Bet()
    env.reset(seed=3)
    env.step(0)
    game = Gymnasium(Bet, randomness="fresh")
    state = game.state_of(env, observation=1)
    assert game.last_observation(state) == 1
    assert mean_of_the_bet(game, state) == pytest.approx(0.3, abs=0.1)
    assert env.now == 1
    with pytest.raises(
        gt.BadParameter, match="env must be an environment with reset and step, not 3"
    ):
        game.state_of(3)


def test_an_environment_that_is_given_is_left_as_it_is():
    env = Bet()
    env.reset(seed=3)
    env.step(0)
    game = Gymnasium(env)
    tree_of(game)
    assert env.now == 1


def test_states_that_an_environment_hands_out():
    class Stated(Bet):
        def __reduce_ex__(self, protocol):
            raise TypeError("not to be copied")

        def clone_state(self):
            return self.now, self.np_random.bit_generator.state

        def restore_state(self, state):
            self.now, self.np_random.bit_generator.state = state

    game = Gymnasium(Stated)
    assert game.copied_by == "its methods clone_state and restore_state"
    assert tree_of(game) == tree_of(Gymnasium(Bet))


def test_masks():
    class Masked(Bet):
        def reset(self, *, seed=None, options=None):
            observation, _ = super().reset(seed=seed)
            return observation, {"action_mask": np.array([0, 1])}

    for randomness, legal in (("seeded", [1]), ("fresh", [0, 1])):
        game = Gymnasium(Masked, randomness=randomness)
        assert list(game.legal_actions(game.initial_state())) == legal

    class Stuck(Bet):
        def step(self, action):
            return *super().step(action)[:4], {"action_mask": np.array([0, 0])}

    with pytest.raises(gt.GameError, match="Stuck gave an action mask that allows nothing"):
        Gymnasium(Stuck)


@pytest.mark.parametrize(
    ("space", "actions"),
    [
        (spaces.Discrete(2, start=-1), [-1, 0]),
        (spaces.MultiDiscrete([1, 2]), [(0, 0), (0, 1)]),
        (spaces.MultiDiscrete([[2], [1]]), [(0, 0), (1, 0)]),
        (spaces.MultiBinary(2), [(0, 0), (0, 1), (1, 0), (1, 1)]),
    ],
)
def test_finite_action_spaces(space, actions):
    class Checking(Bet):
        action_space = space

        def step(self, action):
            assert space.contains(np.asarray(action, space.dtype)), action
            return super().step(0)

    game = Gymnasium(Checking)
    state = game.initial_state()
    assert list(game.legal_actions(state)) == actions
    assert sorted(action for action, _, _ in tree_of(game)) == actions


def failing():
    class Failing(Bet):
        def step(self, action):
            raise OSError("no network")

    return Failing()


def unready():
    class Unready(Bet):
        def reset(self, *, seed=None, options=None):
            raise OSError("no network")

    return Unready()


def unseeded():
    class Unseeded(Bet):
        def step(self, action):
            self.np_random = np.random.default_rng()
            return random.random(), *super().step(action)[1:]

    return Unseeded()


@pytest.mark.parametrize(
    ("env", "told"),
    [
        (failing, r"Failing.step raised OSError: no network \(.*\) \(after the moves [01]\)"),
        (unready, r"Unready.reset raised OSError: no network"),
        (unseeded, r"Unseeded cannot be searched: two games .* \([01]\) differ in the observation"),
    ],
)
def test_environments_that_fail(env, told):
    with pytest.raises(gt.GameError, match=told):
        Gymnasium(env)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"env": "FrozenLake-v1"}, "env must be an environment with reset and step or a function"),
        ({"env": lambda: 3}, "what env returned must be an environment with reset and step, not 3"),
        ({"env": lambda: boxed(-np.inf)}, "has the action space Box.*bounds for each number"),
        ({"discount": 1.1}, "discount must be a number from 0 to 1"),
        ({"discount": True}, "discount must be a number from 0 to 1"),
        ({"randomness": "good"}, 'randomness must be "seeded" or "fresh"'),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"copying": 2}, "copying must be"),
    ],
)
def test_wrong_parameters(options, told):
    with pytest.raises(gt.BadParameter, match=told):
        Gymnasium(options.pop("env", Bet), **options)


def boxed(low):
    env = gymnasium.make("Pendulum-v1", max_episode_steps=10)
    env.unwrapped.action_space = env.action_space = gymnasium.spaces.Box(low, 2.0, (1,))
    return env


@pytest.mark.parametrize("copying", ["auto", "replay"])
def test_a_box_of_actions_is_searched_between_its_bounds(copying):
    game = Gymnasium(lambda: boxed(-2.0), copying=copying)
    assert "between the bounds of action_space" in game.understood
    result = gt.search(game, simulations=100, seed=1, compiled=False)
    assert len(result.actions) > 5
    state = game.position([result.action, -2.0, 2.0])
    assert np.shape(game.last_observation(state)) == (3,)
    assert 2.5 not in game.legal_actions(state)
    with pytest.raises(gt.IllegalMove, match=r"move 1, 2\.5, is not legal there"):
        game.position([2.5])


def test_several_numbers_are_one_action():
    class Arm:
        action_space = gymnasium.spaces.Box(np.float32([-1, 0]), np.float32([2, 2]))

        def reset(self):
            self.reached = 0.0
            return self.reached

        def step(self, action):
            assert action.dtype == np.float32
            self.reached += float(action.sum())
            return self.reached, float(action.sum()), self.reached > 3, {}

    game = Gymnasium(Arm)
    result = gt.search(game, simulations=100, seed=1, compiled=False)
    assert (-1, 0) <= result.action <= (2, 2)
    assert result.value[0] > 3


def test_vectors_are_refused():
    with pytest.raises(gt.BadParameter, match="is a vector of environments; give a single one"):
        Gymnasium(lambda: gymnasium.make_vec("CartPole-v1", num_envs=2))


def test_the_lake_example(capsys):
    example = load("gymnasium_frozen_lake")
    assert example.cross(simulations=50) == 1.0
    expected = example.slip(simulations=50)
    assert all(0 <= value <= 1 for value in expected.values())
    assert "without slipping: " in capsys.readouterr().out


def test_the_tour():
    example = load("gymnasium_tour")
    assert example.cart_pole(simulations=10, limit=40) == 40
    assert example.taxi(simulations=20, limit=1) == -1
    assert example.cliff_walking(limit=1) == -1
    assert example.blackjack(simulations=100, hands=2) == [(11, 10, "hit"), (20, 7, "stick")]
