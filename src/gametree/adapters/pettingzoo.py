"""PettingZoo's turn-based (AEC) environments as games.

    game = PettingZoo(lambda: pettingzoo.make("aec", "classic/connect_four-v3"))
    result = gt.search(game, simulations=1000, compiled=False)

The search plays on the environment itself, so it sees everything: the cards in all hands, and
with a seed the luck to come. It is no player of games with hidden information or of moves made
at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..errors import BadParameter
from ..machine.extras import load_extra
from ..naming.parameters import expect
from ..rules.snapshots import freeze
from .environments.environment import EnvironmentGame, factory_of, seed_of
from .environments.spaces import MASK, Actions
from .values.copying import (
    Duplicate,
    DuplicateInside,
    InvalidAnswer,
    Source,
    call,
    duplicates,
    guarded,
)

__all__ = ["PettingZoo"]


class PettingZoo(EnvironmentGame):
    """An AEC environment as a game for `gametree.search`.

    Args:
        env: a function that makes the environment, or an environment, which is then left
            as it is.
        seed: what every game begins with: `reset(seed=seed)`. All luck follows from it, and
            the search knows it: it plans for the cards of this seed.
        options: passed to `reset`.
        copying: how positions are copied, see `InPlace`; a function gets an environment.
        bounds: the least and the most that a player can get, (-1, 1) for instance, for proofs;
            by default not known.

    Attributes:
        agents: the names of the players, player 0 first.

    Actions are those of the agent's space: integers, or tuples of them. The legal ones are
    what the mask in the observation or in the info allows, else all. Returns are the sums of
    the rewards. An agent that is terminated or truncated is stepped with None; the game is over
    when all are.

    Raises:
        BadParameter: if this is no AEC environment, or an action space is not finite.
        GameError: if the environment fails, or plays differently from the same seed.

    """

    name = "pettingzoo"

    def __init__(
        self,
        env: Any,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        copying: str | Callable[[Any], Any] = "auto",
        bounds: tuple[float, float] | None = None,
    ) -> None:
        source = _Environments(env, seed_of(seed), options)
        self.agents = source.agents
        self.players = len(source.agents)
        self._begin(source, copying, bounds)


class _Episode:
    """An environment, and the rewards of its agents so far."""

    __slots__ = ("allowed", "env", "gained", "over")

    def __init__(self, env: Any, agents: Iterable[Any]) -> None:
        self.env = env
        self.gained: dict[Any, float] = dict.fromkeys(agents, 0.0)
        self.over = False
        self.allowed: Sequence[Any] | None = None  # the legal actions, once asked for

    def duplicated(self, duplicate: Duplicate) -> _Episode:
        """Return the same episode with a duplicate of the environment."""
        other = _Episode(duplicate(self.env), ())
        other.gained = dict(self.gained)
        other.over = self.over
        return other


class _Environments(Source):
    """AEC environments of one kind, all reset with one seed."""

    def __init__(self, env: Any, seed: int, options: Mapping[str, Any] | None) -> None:
        self._library = load_extra("pettingzoo", "pettingzoo")
        self._seed = seed
        self._options = None if options is None else dict(options)
        if isinstance(env, self._library.ParallelEnv):
            self.expect_environment("env", env)
        self._make = factory_of(env, self._is_one, "an AEC environment")
        first = self._make()
        self.expect_environment("what env returned", first)
        self.name = str(first)
        call((), self._reset, first)
        agents = getattr(first, "possible_agents", None) or first.agents
        self.agents: tuple[Any, ...] = tuple(agents)
        self._numbers = {agent: number for number, agent in enumerate(self.agents)}
        self._actions = {
            agent: Actions(first.action_space(agent), f"{self.name}, agent {agent},")
            for agent in self.agents
        }

    def expect_environment(self, name: str, env: Any) -> None:
        """Refuse what is no AEC environment."""
        if isinstance(env, self._library.ParallelEnv):
            raise BadParameter(
                f"{name} is a parallel environment, {env}, in which all agents act at once; "
                "pettingzoo.utils.parallel_to_aec(env) lets them act in turn"
            )
        expect(self._is_one(env), name, "an AEC environment of PettingZoo", env)

    def start(self, used: _Episode | None) -> _Episode:
        env = self._make() if used is None else used.env
        self._reset(env)
        live = _Episode(env, self.agents)
        self.settle(live)
        return live

    def joined(self, env: Any) -> _Episode:
        """Return an episode that begins where an environment is now; nothing is done with it."""
        if not hasattr(env, "agent_selection"):
            raise BadParameter("env is not under way: call env.reset() first")
        return _Episode(env, self.agents)

    def over(self, live: _Episode) -> bool:
        return live.over

    def mover(self, live: _Episode) -> int:
        """Return the number of the agent to move."""
        agent = live.env.agent_selection
        if agent not in self._numbers:
            known = ", ".join(map(str, self.agents))
            raise InvalidAnswer(
                f"{self.name}.agent_selection", f"is {agent!r}, none of the agents {known}"
            )
        return self._numbers[agent]

    def actions(self, live: _Episode) -> Sequence[Any]:
        if live.over:
            return []
        if live.allowed is None:
            env = live.env
            agent = self.agents[self.mover(live)]
            seen = self.last_observation(live)
            if isinstance(seen, dict) and MASK in seen:
                mask = seen[MASK]
            else:
                mask = env.infos.get(agent, {}).get(MASK)
            live.allowed = self._actions[agent].allowed(mask)
        return live.allowed

    def last_observation(self, live: _Episode) -> Any:
        """Return the observation of the agent to move."""
        return self._observe(live, live.env.agent_selection)

    def play(self, live: _Episode, move: Any) -> _Episode:
        env = live.env
        action = self._actions[self.agents[self.mover(live)]].for_step(move)
        live.allowed = None
        self._step(live, env, action)
        self.settle(live)
        return live

    def returns(self, live: _Episode) -> tuple[float, ...]:
        """Return the rewards of each player so far."""
        return tuple(live.gained.values())

    def mark(self, live: _Episode) -> Any:
        seen = None if live.over else freeze(self.last_observation(live))
        return self.returns(live), live.over, seen

    def view(self, live: _Episode) -> dict[str, Any]:
        env = live.env
        seen: dict[str, Any] = {
            "terminations": freeze(dict(env.terminations)),
            "truncations": freeze(dict(env.truncations)),
            "rewards": freeze(dict(env.rewards)),
            "returns": self.returns(live),
            "agents": tuple(env.agents),
        }
        if not live.over:
            seen["agent_selection"] = env.agent_selection
            seen["legal actions"] = list(self.actions(live))
        for agent in env.agents:
            seen[f"observation of {agent}"] = freeze(self._observe(live, agent))
        return seen

    def duplicates(self, live: _Episode) -> Iterable[tuple[str, Duplicate]]:
        for name, duplicate in duplicates(live.env, self._fresh):
            yield name, DuplicateInside(duplicate)

    def _is_one(self, env: Any) -> bool:
        return isinstance(env, self._library.AECEnv)

    def _fresh(self) -> Any:
        env = self._make()
        self._reset(env)
        return env

    def _reset(self, env: Any) -> None:
        guarded(f"{self.name}.reset", env.reset, seed=self._seed, options=self._options)

    def _observe(self, live: _Episode, agent: Any) -> Any:
        return guarded(f"{self.name}.observe", live.env.observe, agent)

    def _step(self, live: _Episode, env: Any, action: Any) -> None:
        self.steps += 1
        guarded(f"{self.name}.step", env.step, action)
        for agent, reward in env.rewards.items():
            if agent in live.gained:
                live.gained[agent] += float(reward)

    def settle(self, live: _Episode) -> None:
        """Step agents that are finished until one is to move that is not, or all are."""
        env = live.env
        for _ in range(len(self.agents) + 1):
            finished = {
                agent for agent in env.agents if env.terminations[agent] or env.truncations[agent]
            }
            if len(finished) == len(env.agents):
                live.over = True
                return
            if env.agent_selection not in finished:
                return
            self._step(live, env, None)
        raise InvalidAnswer(f"{self.name}.step", "does not remove agents that are finished")
