"""PettingZoo's turn-based environments as games."""

from __future__ import annotations

import copy
import random
import sys
from typing import ClassVar

import numpy as np
import pytest
from scripts import load

import gametree as gt
from gametree.adapters.aec import aec_env
from gametree.adapters.pettingzoo import PettingZoo
from gametree.games import ConnectFour, TicTacToe
from toys import Gather, OneHeap

pettingzoo = pytest.importorskip("pettingzoo")
spaces = pytest.importorskip("gymnasium.spaces")


def tree_of(game, state=None, simulations=300, **options):
    searcher = gt.Searcher(game, state, seed=3, compiled=False, method="uct", **options)
    result = searcher.run(simulations=simulations)
    return [(each.action, each.visits, each.mean) for each in result.actions]


class Survivors(pettingzoo.AECEnv):
    """Each agent pays 0.5 to stay or leaves with what lies there; the last one takes nothing.

    Agents end at different times; rewards are real numbers at every step; the mask is in the
    info; the observation is an array.
    """

    metadata: ClassVar = {"name": "survivors_v0"}

    def __init__(self, agents=3, rounds=4):
        self.possible_agents = [f"agent_{number}" for number in range(agents)]
        self.rounds = rounds
        self.chance = np.random.default_rng()

    def observation_space(self, agent):
        return spaces.Box(0, 100, (2,), np.float64)

    def action_space(self, agent):
        return spaces.Discrete(3, start=1)  # 1: stay, 2: leave, 3: never legal

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.info() for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.pot = float(self.chance.integers(1, 5))
        self.left = self.rounds * len(self.agents)
        self._skip_agent_selection = None

    def info(self):
        return {"action_mask": np.array([1, 1, 0], np.int8)}

    def observe(self, agent):
        return np.array([self.pot, self.left])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.left -= 1
        if action == 1:
            self.rewards[agent] = -0.5
            self.pot += float(self.chance.integers(0, 3))
        else:
            self.rewards[agent] = self.pot / 2
            self.pot /= 2
            self.terminations[agent] = True
        alive = [each for each in self.agents if not self.terminations[each]]
        if len(alive) == 1:
            self.terminations[alive[0]] = True
        elif self.left <= 0:
            self.truncations = dict.fromkeys(self.agents, True)
        later = self.agents[self.agents.index(agent) + 1 :] + self.agents
        following = [each for each in later if each in alive]
        self.agent_selection = following[0]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self):
        return None

    def close(self):
        pass


def played(env, seed, moves):
    """Play an environment as its users do; return what each agent got by `last`."""
    env.reset(seed=seed)
    moves = list(moves)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        gained[agent] += reward
        over = termination or truncation
        env.step(None if over else moves.pop(0))
    assert moves == []
    return tuple(gained.values())


@pytest.mark.parametrize("copying", ["auto", "replay"])
def test_returns_are_what_the_agents_get(copying):
    game = PettingZoo(Survivors, seed=5, copying=copying)
    assert game.copied_by == ("copy.deepcopy" if copying == "auto" else "replay")
    assert game.agents == ("agent_0", "agent_1", "agent_2")
    assert game.players == 3
    chance = random.Random(1)
    ends = set()
    for _ in range(40):
        state = game.initial_state()
        movers = []
        while not game.is_terminal(state):
            movers.append(game.current_player(state))
            assert game.legal_actions(state) == [1, 2]
            state = game.next_state(state, chance.choice([1, 1, 2]))
        assert list(game.legal_actions(state)) == []
        assert game.returns(state) == played(Survivors(), 5, state.moves)
        ends.add(len(movers))
    assert len(ends) > 3


def test_all_ways_of_copying_give_the_same_search():
    trees = [
        tree_of(PettingZoo(Survivors, seed=5, copying=copying))
        for copying in ("auto", "replay", copy.deepcopy)
    ]
    assert trees[0] == trees[1] == trees[2]
    assert tree_of(PettingZoo(Survivors, seed=6)) != trees[0]


@pytest.mark.parametrize("copying", ["auto", "replay"])
@pytest.mark.parametrize("game", [OneHeap(), Gather(), Gather(players=1, rounds=3)])
def test_there_and_back_again_is_the_same_search(game, copying):
    table = aec_env(game).table  # by random games, which each copy would play otherwise
    back = PettingZoo(lambda: aec_env(game, actions=table), copying=copying)
    assert tree_of(back) == tree_of(game)


def test_an_environment_that_is_given_is_left_as_it_is():
    env = aec_env(OneHeap())
    env.reset()
    env.step(1)
    before = env.position
    game = PettingZoo(env)
    assert tree_of(game) == tree_of(OneHeap())  # from its start
    assert env.position == before
    # From where it stands.
    assert tree_of(game, game.state_of(env)) == tree_of(OneHeap(), before)
    assert env.position == before


def test_an_environment_in_which_an_agent_has_left():
    env = Survivors()
    env.reset(seed=5)
    env.step(2)
    assert env.agent_selection == "agent_0"  # to be stepped with None
    game = PettingZoo(Survivors, seed=5)
    state = game.state_of(env)
    assert env.agents == env.possible_agents
    assert game.current_player(state) == 1
    rest = game.position([2])
    while not game.is_terminal(rest):
        state, rest = game.next_state(state, 1), game.next_state(rest, 1)
    gained = game.returns(game.position([2]))[0]
    assert game.returns(state)[0] == game.returns(rest)[0] - gained == 0.0
    assert game.returns(state)[1:] == game.returns(rest)[1:]
    with pytest.raises(gt.BadParameter, match=r"not under way: call env.reset\(\) first"):
        game.state_of(Survivors())


def test_an_environment_without_copies_is_searched_by_its_moves():
    game = PettingZoo(lambda: aec_env(OneHeap(), actions=4), copying="replay")
    with pytest.raises(gt.BadParameter, match=r"known by its moves only: use position\(moves\)"):
        game.state_of(aec_env(OneHeap()))
    assert tree_of(game, game.position([1])) == tree_of(OneHeap(), (20, 1))


def test_what_an_agent_sees():
    game = PettingZoo(Survivors, seed=5)
    assert game.last_observation(game.initial_state()).shape == (2,)


def test_a_playout_that_is_cut_off_counts_what_was_gained():
    game = PettingZoo(Survivors, seed=5)
    state = game.position([1, 1])
    assert game.heuristic(state) == (-0.5, -0.5, 0.0)
    result = gt.search(
        game, simulations=50, seed=1, compiled=False, evaluation=gt.Playout(max_plies=0)
    )
    assert result.new_simulations == 50


def test_few_environments_are_made():
    made = []

    def make():
        made.append(1)
        return Survivors()

    game = PettingZoo(make, copying="replay")
    made.clear()
    tree_of(game)
    assert len(made) == 2


class Faulty(Survivors):
    """Goes wrong in one of many ways, two moves before the truncation."""

    def __init__(self, fault):
        super().__init__()
        self.fault = fault

    def reset(self, seed=None, options=None):
        if self.fault == "reset":
            raise RuntimeError("no cards")
        super().reset(seed, options)

    def late(self):
        return self.left <= 10

    def step(self, action):
        if self.fault == "raise" and self.late():
            raise RuntimeError("out of paper")
        super().step(action)
        if self.fault == "unseeded":
            self.pot += random.random()
        if self.fault == "stranger" and self.late():
            self.agent_selection = "nobody"
            self.terminations["nobody"] = self.truncations["nobody"] = False
            self.agents.append("nobody")
        if self.fault in ("empty", "short") and self.late():
            mask = [0, 0, 0] if self.fault == "empty" else [1, 1]
            self.infos = {agent: {"action_mask": np.array(mask)} for agent in self.agents}

    def _was_dead_step(self, action):
        if self.fault != "undead":
            super()._was_dead_step(action)

    def observe(self, agent):
        if self.fault == "blind" and self.late():
            raise IndexError("too dark")
        return super().observe(agent)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("reset", r"survivors_v0.reset raised RuntimeError: no cards"),
        ("raise", r"survivors_v0.step raised RuntimeError: out of paper \(.*\) \(after the moves"),
        ("blind", r"survivors_v0.observe raised IndexError: too dark \(.*\) \(after the moves"),
        ("empty", r"agent_\d, gave an action mask that allows nothing, yet the game is not over"),
        ("short", r"agent_\d, gave an action mask of 2 entries; 3 entries were expected"),
        ("unseeded", r"survivors_v0 cannot be searched: two games with the same moves .* differ"),
        ("undead", r"survivors_v0.step does not remove agents that are finished"),
        ("stranger", r"agent_selection is 'nobody', none of the agents agent_0, agent_1"),
    ],
)
def test_environments_that_fail(fault, told):
    with pytest.raises(gt.GameError, match=told):
        PettingZoo(lambda: Faulty(fault))


def test_a_fault_in_the_search_is_told_with_the_moves():
    armed = []

    class Late(Survivors):
        def step(self, action):
            if armed and self.left == 10:
                raise RuntimeError("out of paper")
            super().step(action)

    game = PettingZoo(Late)
    armed.append(True)
    told = r"survivors_v0.step raised RuntimeError: out of paper .*\(after the moves 1 [12] [12]\)"
    with pytest.raises(gt.GameError, match=told):
        tree_of(game, game.position([1]))


class Broken(Survivors):
    """A copy begins with what the constructor was given: nothing of the game."""

    def __reduce__(self):
        return (type(self), ())


class HalfCopied(Survivors):
    """Copies share the generator: the luck of one is missing in the other."""

    def __deepcopy__(self, memo):
        memo[id(self.chance)] = self.chance
        twin = type(self)()
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin


@pytest.mark.parametrize(
    ("kind", "chosen", "told"),
    [
        (Broken, "replay", "copy.deepcopy is wrong"),
        (HalfCopied, "a pickle", "copy.deepcopy is wrong: "),
    ],
)
def test_wrong_copies_are_not_used(kind, chosen, told):
    game = PettingZoo(kind, seed=5)
    assert game.copied_by == chosen
    assert told in game.copied_because
    assert tree_of(game) == tree_of(PettingZoo(Survivors, seed=5))


class Stated(Survivors):
    """No copies, no pickles; but what it knows can be taken out and put in again."""

    forgets = ()

    def __reduce_ex__(self, protocol):
        raise TypeError("not to be copied")

    def get_state(self):
        return copy.deepcopy(
            {name: held for name, held in vars(self).items() if name not in self.forgets}
        )

    def set_state(self, state):
        vars(self).update(copy.deepcopy(state))


class HalfStated(Stated):
    forgets = ("chance",)


@pytest.mark.parametrize(
    ("kind", "chosen"), [(Stated, "its methods get_state and set_state"), (HalfStated, "replay")]
)
def test_states_that_an_environment_hands_out(kind, chosen):
    game = PettingZoo(kind, seed=5)
    assert game.copied_by == chosen
    assert "not to be copied" in game.copied_because
    assert tree_of(game) == tree_of(PettingZoo(Survivors, seed=5))


def test_several_choices_at_once():
    class Pairs(Survivors):
        def action_space(self, agent):
            return spaces.MultiDiscrete([2, 3], start=[0, 1])

        def info(self):
            return {"action_mask": (np.array([1, 0]), np.array([1, 1, 0]))}

        def step(self, action):
            if action is not None:
                assert isinstance(action, np.ndarray)
                action = action[1]
            super().step(action)

    game = PettingZoo(Pairs, seed=5)
    assert game.legal_actions(game.initial_state()) == [(0, 1), (0, 2)]
    assert [each[1:] for each in tree_of(game)] == [
        each[1:] for each in tree_of(PettingZoo(Survivors, seed=5))
    ]


def with_space(space):
    env = Survivors()
    env.action_space = lambda agent: space
    return env


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"env": 3}, "env must be an AEC environment or a function that makes one.*not 3"),
        ({"env": lambda: 3}, "what env returned must be an AEC environment of PettingZoo, not 3"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"seed": None}, "seed must be a whole number"),
        ({"seed": True}, "seed must be a whole number"),
        ({"copying": "deep"}, "copying must be"),
        ({"copying": lambda env: env}, "copies of survivors_v0 that copying= makes are wrong"),
        (
            {"env": lambda: with_space(spaces.Box(0, 1, (2,)))},
            r"survivors_v0, agent agent_0, has the action space Box.*finitely many",
        ),
        (
            {"env": lambda: with_space(spaces.MultiDiscrete([100, 100, 100]))},
            "has 1,000,000 actions; a search lists them all, at most 100,000",
        ),
    ],
)
def test_wrong_parameters(options, told):
    with pytest.raises(gt.BadParameter, match=told):
        PettingZoo(options.pop("env", Survivors), **options)


def test_a_parallel_environment_is_pointed_to_the_wrapper():
    class Parallel(pettingzoo.ParallelEnv):
        metadata: ClassVar = {"name": "parallel_v0"}

    for env in (Parallel(), Parallel):
        with pytest.raises(gt.BadParameter, match=r"all agents act at once; .*parallel_to_aec"):
            PettingZoo(env)


def test_an_environment_that_cannot_be_copied_needs_a_function():
    env = Survivors()
    env.printer = (line for line in "no copies of generators")
    with pytest.raises(gt.BadParameter, match="give a function that makes it"):
        PettingZoo(env)


# PettingZoo's own environments. Each imports pygame, to draw.


def classic(name, library="pygame"):
    pytest.importorskip(library)
    return pytest.importorskip(f"pettingzoo.classic.{name}")


class PlainConnectFour(ConnectFour):
    """Our rules, with moves drawn as from any list."""

    name = "plain_connect_four"

    def random_action(self, state, rng):
        raise AssertionError("not asked")

    def __init__(self):
        super().__init__()
        self.defines_random_action = False


class PlainTicTacToe(TicTacToe):
    """Cells as in PettingZoo's tic-tac-toe, column by column."""

    name = "plain_tic_tac_toe"

    def __init__(self):
        super().__init__()
        self.defines_random_action = False

    def legal_actions(self, state):
        return sorted(turned(action) for action in super().legal_actions(state))

    def fill_legal_actions(self, state, out):
        return gt.Game.fill_legal_actions(self, state, out)

    def next_state(self, state, action):
        return super().next_state(state, turned(action))


def turned(cell):
    return cell % 3 * 3 + cell // 3


@pytest.mark.parametrize(
    ("name", "ours"), [("connect_four_v3", PlainConnectFour), ("tictactoe_v3", PlainTicTacToe)]
)
def test_the_search_is_that_of_our_own_rules(name, ours):
    module = classic(name)
    for env in (module.env, module.env(), module.raw_env):
        game = PettingZoo(env)
        assert game.copied_by == "replay"
        assert "copy.deepcopy is wrong" in game.copied_because
        assert "a pickle is wrong" in game.copied_because
        assert tree_of(game, simulations=60) == tree_of(ours(), simulations=60)


@pytest.mark.parametrize("name", ["connect_four_v3", "tictactoe_v3"])
def test_pettingzoos_copies_are_what_they_are_said_to_be(name):
    env = classic(name).env()
    env.reset()
    env.step(4)
    assert env.observe(env.agents[0])["observation"].any()
    twin = copy.deepcopy(env).unwrapped
    board = twin.board if name == "connect_four_v3" else twin.board.squares
    assert not any(board)  # when they are mended, the check will choose them


# The observation space of texas_holdem_no_limit_v6 says so of itself.
@pytest.mark.filterwarnings("ignore:.*Box (low|high)'s precision lowered by casting:UserWarning")
@pytest.mark.parametrize(
    ("name", "library", "players", "zero_sum"),
    [
        ("rps_v2", "pygame", 2, True),
        ("leduc_holdem_v4", "rlcard", 2, True),
        ("texas_holdem_v4", "rlcard", 2, True),
        ("texas_holdem_no_limit_v6", "rlcard", 2, True),
        ("hanabi_v5", "shimmy", 2, False),
    ],
)
def test_other_classic_environments(name, library, players, zero_sum):
    module = classic(name, library)
    game = PettingZoo(module.env, seed=4)
    assert game.players == players
    chance = random.Random(3)
    for _ in range(3):
        state = game.initial_state()
        while not game.is_terminal(state):
            state = game.next_state(state, chance.choice(list(game.legal_actions(state))))
        env = module.env()
        assert game.returns(state) == pytest.approx(played(env, 4, state.moves))
        if zero_sum:
            assert sum(game.returns(state)) == pytest.approx(0)
    assert sum(visits for _, visits, _ in tree_of(game, simulations=20)) == 20


def test_go():
    module = classic("go_v5")
    game = PettingZoo(lambda: module.env(board_size=5, komi=0.5))
    state = game.position([12, 25, 25])
    assert game.is_terminal(state)  # a stone in the middle, and two passes
    assert game.returns(state) == (1.0, -1.0)
    assert sum(visits for _, visits, _ in tree_of(game, simulations=20)) == 20


def test_the_example_plays_and_wins(capsys):
    example = load("pettingzoo_connect_four")
    gained = example.play(lambda: aec_env(ConnectFour(), actions=7), simulations=20)
    assert gained == {"player_0": 1.0, "player_1": -1.0}
    assert "copied by: copy.deepcopy" in capsys.readouterr().out


def test_the_example_plays_pettingzoos_connect_four(capsys):
    pytest.importorskip("pygame")
    assert sum(load("pettingzoo_connect_four").main(simulations=5).values()) == 0
    assert "copied by: replay" in capsys.readouterr().out


def test_the_example_says_what_it_needs(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert load("pettingzoo_connect_four").main() is None
    told = "This example needs pygame: pip install pettingzoo pygame-ce\n"
    assert capsys.readouterr().out == told


def test_the_example_with_all_environments():
    lines = load("pettingzoo_classic").main(seconds=0.01, method="uct")
    assert [line.partition("-v")[0] for line in lines[:2]] == ["connect_four", "tictactoe"]
    missing = ("Failed to import entry point", "Hanabi depends on OpenSpiel via Shimmy")
    assert all("a second" in line or any(told in line for told in missing) for line in lines)
