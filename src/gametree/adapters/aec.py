"""Games of gametree as PettingZoo's turn-based (AEC) environments.

env = aec_env(ConnectFour())
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

import numpy as np

from ..actors import is_chance
from ..errors import BadParameter, GameError, IllegalMove
from ..game import Action, Game, State
from ..machine.extras import load_extra
from ..naming.parameters import expect
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from .environments.spaces import MASK

__all__ = ["GameEnvironment", "aec_env", "numbers"]

Observe = Callable[[Game, State, int], Any]
"""From a game, a state and the player who looks to an array, always of one shape and type."""

_GAMES = 200  # random games that are played to find the actions of a game
_PLIES = 1000  # how far each is followed
_TOO_LARGE = 1 << 63


def aec_env(
    game: Game,
    *,
    actions: int | Iterable[Action] | None = None,
    observe: Observe | None = None,
    render_mode: str | None = None,
) -> Any:
    """Return a game as an AEC environment of PettingZoo.

    Its agents are `player_0`, `player_1` and so on. What an agent observes is a dict: under
    "observation" an array of numbers, under "action_mask" one int8 for each action, 1 where it
    is legal; none is for an agent whose turn it is not. The mask is in the agent's info as well.
    Rewards are 0 until the end, then each agent's return. Where chance moves, the environment
    draws with the generator that `reset(seed=...)` seeds.

    Args:
        game: the rules.
        actions: how many actions there are, numbered from 0, if the game's own actions are
            these numbers; or all actions of the game, and an agent's action is then the index
            of one. By default they are gathered from 200 random games: enough for small
            games, but an action that comes up later raises.
        observe: what an agent sees of a position; by default `numbers(state)`.
        render_mode: None; "ansi": `render` returns the position as text; "human": every
            position is printed.

    An illegal action raises `IllegalMove`. Where it should end the game instead, wrap the
    environment: `pettingzoo.utils.TerminateIllegalWrapper(env, illegal_reward=-1)`.

    Raises:
        BadParameter: if one of them is not as described.
        GameError: if the rules break their contract.

    """
    expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
    expect(
        render_mode in (None, "ansi", "human"),
        "render_mode",
        'None, "ansi" or "human"',
        render_mode,
    )
    expect(observe is None or callable(observe), "observe", "None or a function of three", observe)
    return _environment_class()(game, _table(game, actions), observe or _numbers, render_mode)


def numbers(state: State) -> Any:
    """Return all numbers in a state as one flat array.

    Tuples, lists and arrays are gone through in order. Integers become int64, those of 2**63
    and more (boards of 64 bits) as the negative number of the same bits; with a float among
    them, all become float64.

    Raises:
        BadParameter: if it holds anything else, or integers of more than 64 bits.

    """
    flat = list(_flat(state))
    if any(isinstance(number, float) for number in flat):
        return np.array(flat, np.float64)
    if any(not -_TOO_LARGE <= number < 2 * _TOO_LARGE for number in flat):
        raise BadParameter(
            "the state holds integers of more than 64 bits: give observe=, a function "
            "(game, state, player) that returns an array"
        )
    signed = [number - 2 * _TOO_LARGE if number >= _TOO_LARGE else number for number in flat]
    return np.array(signed, np.int64)


def _numbers(game: Game, state: State, player: int) -> Any:
    return numbers(state)


def _flat(value: Any) -> Iterable[int | float]:
    if isinstance(value, (bool, int, np.bool_, np.integer)):
        return (int(value),)
    if isinstance(value, (float, np.floating)):
        return (float(value),)
    if isinstance(value, np.void) and value.dtype.names:
        value = value.tolist()
    if isinstance(value, (tuple, list, np.ndarray)):
        return chain.from_iterable(map(_flat, value))
    raise BadParameter(
        f"the state holds {value!r}, which is no number: give observe=, a function "
        "(game, state, player) that returns an array"
    )


class GameEnvironment:
    """The environment that `aec_env` returns; its class derives from PettingZoo's `AECEnv` too.

    Attributes:
        game: the rules.
        position: the state of the game.
        table: the game's action for each number.

    """

    def __init__(
        self, game: Game, table: Sequence[Action], observe: Observe, render_mode: str | None
    ) -> None:
        spaces = load_extra("gymnasium.spaces", "pettingzoo")
        self.game = game
        self.table = table
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{number}" for number in range(game.players)]
        self.agents = list(self.possible_agents)
        self._rules = CheckedGame(game)
        self._observe = observe
        self._numbers = {action: number for number, action in enumerate(table)}
        self._generator = np.random.default_rng()
        self.position = self._rules.initial_state()
        sample = np.asarray(observe(game, self.position, 0))
        self._shape, self._type = sample.shape, sample.dtype
        self.action_spaces = {agent: spaces.Discrete(len(table)) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(
                        *_bounds(sample.dtype), shape=sample.shape, dtype=sample.dtype
                    ),
                    MASK: spaces.Box(0, 1, shape=(len(table),), dtype=np.int8),
                }
            )
            for agent in self.agents
        }

    def __reduce__(self) -> Any:
        return _restored, (vars(self),)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game; a seed settles all that chance will decide."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self._rules = CheckedGame(self.game)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._go_to(self._rules.initial_state())

    def step(self, action: Any) -> None:
        """Play an action for the agent whose turn it is.

        Raises:
            IllegalMove: if it is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[attr-defined]
            return
        legal = np.flatnonzero(self.infos[agent][MASK]).tolist()
        if action not in legal:
            listed = ", ".join(map(str, legal[:12])) + (", ..." if len(legal) > 12 else "")
            raise IllegalMove(f"{action!r} is no legal action of {agent}; legal ones are {listed}")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        move = self.table[int(action)]
        self._go_to(self._rules.next_state(self._rules.copy(self.position), move))

    def observe(self, agent: Any) -> dict[str, Any]:
        """Return the observation of an agent: an array, and a mask of its legal actions."""
        player = self.possible_agents.index(agent)
        seen = np.asarray(self._observe(self.game, self.position, player))
        if seen.shape != self._shape or seen.dtype != self._type:
            raise GameError(
                f"observations must be of one shape and type: the first was {self._shape} "
                f"{self._type}, this one is {seen.shape} {seen.dtype}; give observe=, a function "
                "(game, state, player) that returns such an array"
            )
        return {"observation": seen, MASK: self._mask(agent)}

    def observation_space(self, agent: Any) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Any) -> Any:
        return self.action_spaces[agent]

    def state(self) -> Any:
        """Return the observation of the first player."""
        return np.asarray(self._observe(self.game, self.position, 0))

    def render(self) -> str | None:
        """Return the position as text, or print it, according to `render_mode`."""
        text = self.game.state_to_text(self.position)
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Release nothing: nothing is held."""

    def _go_to(self, position: State) -> None:
        """Let chance move, then update what the agents see."""
        rules = self._rules
        while not (over := rules.is_terminal(position)):
            player = rules.current_player(position)
            if not is_chance(player):
                break
            position = rules.next_state(position, self._drawn(position))
        self.position = position
        if over:
            self.agent_selection = self.agents[0]
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rules.returns(position), strict=True))
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward
            self._legal = np.zeros(len(self.table), np.int8)
        else:
            self.agent_selection = self.agents[player]
            self._legal = self._legal_mask(position)
        self.infos = {agent: {MASK: self._mask(agent)} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def _drawn(self, position: State) -> Action:
        """Return an outcome, each with its probability."""
        left = float(self._generator.random())
        outcomes = [pair for pair in self._rules.chance_outcomes(position) if pair[1] > 0]
        for action, probability in outcomes:
            left -= probability
            if left < 0:
                return action
        return outcomes[-1][0]  # the probabilities sum to a little less than 1

    def _legal_mask(self, position: State) -> Any:
        mask = np.zeros(len(self.table), np.int8)
        for action in self._rules.legal_actions(position):
            number = self._numbers.get(action)
            if number is None:
                raise GameError(
                    f"the action {action!r} of {type(self.game).__name__} is none of the "
                    f"{len(self.table)} of its environment: give aec_env(..., actions=) them all"
                )
            mask[number] = 1
        return mask

    def _mask(self, agent: Any) -> Any:
        return self._legal.copy() if agent == self.agent_selection else 0 * self._legal


@cache
def _environment_class() -> Any:
    base = load_extra("pettingzoo", "pettingzoo").AECEnv
    return type("GameEnvironment", (GameEnvironment, base), {"__doc__": GameEnvironment.__doc__})


def _restored(held: dict[str, Any]) -> Any:
    """Return an environment from its contents: pickle finds no module of its class."""
    env = _environment_class().__new__(_environment_class())
    vars(env).update(held)
    return env


def _bounds(kind: Any) -> tuple[Any, Any]:
    """Return the least and the greatest number of a type."""
    if kind == np.bool_:
        return 0, 1
    if np.issubdtype(kind, np.integer):
        return np.iinfo(kind).min, np.iinfo(kind).max
    return np.finfo(kind).min, np.finfo(kind).max


def _table(game: Game, actions: int | Iterable[Action] | None) -> Sequence[Action]:
    """Return the game's action for each number."""
    if actions is None:
        return _gathered(game)
    if isinstance(actions, int) and not isinstance(actions, bool):
        expect(actions >= 1, "actions", "a number of 1 or more, or all actions", actions)
        return range(actions)
    expect(
        isinstance(actions, Iterable) and not isinstance(actions, (str, bytes)),
        "actions",
        "a number of 1 or more, or all actions",
        actions,
    )
    table = list(actions)  # type: ignore[arg-type]
    if not table or len(set(table)) != len(table):
        raise BadParameter("actions must name each action once, and at least one")
    return table


def _gathered(game: Game) -> Sequence[Action]:
    """Return the actions that come up in random games: as a range, if all are small numbers."""
    rng = Rng(0)
    found: dict[Action, None] = {}
    for _ in range(_GAMES):
        rules = CheckedGame(game)
        state = rules.initial_state()
        for _ in range(_PLIES):
            if rules.is_terminal(state):
                break
            legal = rules.legal_actions(state)
            if not is_chance(rules.current_player(state)):
                found.update(dict.fromkeys(legal))
            state = rules.next_state(state, legal[rng.below(len(legal))])
    if all(type(action) is int and action >= 0 for action in found):
        return range(max(found, default=0) + 1)
    try:
        return sorted(found)
    except TypeError:
        return list(found)
