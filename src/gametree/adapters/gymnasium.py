"""Gymnasium's environments as games of one player.

    game = Gymnasium(lambda: gymnasium.make("FrozenLake-v1", is_slippery=False))
    result = gt.search(game, simulations=1000, compiled=False)

With a seed, the luck of an environment is settled, and the search knows it. `luck="fresh"` draws
other luck in every simulation, and the search finds what is best on average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..doctor.snapshots import freeze
from ..errors import BadParameter
from ..extras import load_extra
from .copying import Duplicate, Position, Source, call, duplicates, guarded
from .environment import EnvironmentGame, factory_of, on_environments, seed_of
from .faults import expect
from .spaces import MASK, Actions

__all__ = ["Gymnasium"]


class Gymnasium(EnvironmentGame):
    """An environment with finitely many actions as a game of one player.

    Args:
        env: a function that makes the environment, or an environment, which is then left as
            it is.
        seed: what every game begins with: `reset(seed=seed)`.
        options: passed to `reset`.
        discount: what a reward counts, relative to the same reward one step earlier.
        luck: "seeded": all that is random follows from the seed, and the search knows it.
            "fresh": in every simulation it is drawn anew from the root on (the environment's
            `np_random` is replaced), so that the search learns averages. Masks are not used
            then: a move of the tree stands for many positions.
        copying: how positions are copied, see `InPlace`; a function gets an environment.

    Actions are integers, or tuples of them. The legal ones are what `info["action_mask"]`
    allows, else all. The return is the sum of the rewards. The game is over where it is
    terminated or truncated: a time limit ends it.

    Raises:
        BadParameter: if this is no such environment.
        GameError: if the environment fails, or plays differently from the same seed.

    """

    name = "gymnasium"
    players = 1

    def __init__(
        self,
        env: Any,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        discount: float = 1.0,
        luck: str = "seeded",
        copying: str | Callable[[Any], Any] = "auto",
    ) -> None:
        expect(
            isinstance(discount, (int, float))
            and not isinstance(discount, bool)
            and 0 <= discount <= 1,
            "discount",
            "a number from 0 to 1",
            discount,
        )
        expect(luck in ("seeded", "fresh"), "luck", '"seeded" or "fresh"', luck)
        self.seed = seed_of(seed)
        self.discount = float(discount)
        self.luck = luck
        self._begin(_Environments(env, self.seed, options, self.discount, luck), copying)

    def current_player(self, state: Position) -> int:
        return 0

    def copy(self, state: Position) -> Position:
        twin = super().copy(state)
        if self.luck == "fresh":
            luck = _Luck((self.seed, *twin.branch))
            call(twin.moves, self._choice.way.play, twin, luck)
        return twin

    def next_state(self, state: Position, action: Any) -> Position:
        # With fresh luck, a game may be over where the tree has known it to go on.
        return state if self.is_terminal(state) else super().next_state(state, action)


class _Luck:
    """A move of nobody's: from here on, other luck."""

    __slots__ = ("seed",)
    hidden = True

    def __init__(self, seed: tuple[int, ...]) -> None:
        self.seed = seed


class _Episode:
    """An environment, what it has told last, and what has been gained."""

    __slots__ = ("allowed", "env", "gained", "info", "seen", "terminated", "truncated", "weight")

    def __init__(self, env: Any, seen: Any, info: Mapping[str, Any]) -> None:
        self.env = env
        self.seen = seen
        self.info = info
        self.gained = 0.0
        self.weight = 1.0  # of the next reward
        self.terminated = False
        self.truncated = False
        self.allowed: Sequence[Any] | None = None  # the legal actions, once asked for

    def twin(self, env: Any) -> _Episode:
        """Return the same episode on another environment."""
        other = _Episode(env, self.seen, self.info)
        for name in ("gained", "weight", "terminated", "truncated"):
            setattr(other, name, getattr(self, name))
        return other


class _Environments(Source):
    """Environments of one kind, all reset with one seed."""

    def __init__(
        self,
        env: Any,
        seed: int,
        options: Mapping[str, Any] | None,
        discount: float,
        luck: str,
    ) -> None:
        self._library = load_extra("gymnasium", "gymnasium")
        self._seed = seed
        self._options = None if options is None else dict(options)
        self._discount = discount
        self._masked = luck == "seeded"
        self._make = factory_of(env, self._is_one, "an environment of Gymnasium")
        first = self._make()
        self.expect_environment("what env returned", first)
        spec = getattr(first, "spec", None)
        self.name: str = spec.id if spec is not None else type(first.unwrapped).__name__
        self._actions = Actions(first.action_space, self.name)

    def expect_environment(self, name: str, env: Any) -> None:
        """Refuse what is no environment of one player."""
        if isinstance(env, self._library.vector.VectorEnv):
            raise BadParameter(f"{name} is a vector of environments; give a single one")
        expect(self._is_one(env), name, "an environment of Gymnasium", env)

    def start(self, used: _Episode | None) -> _Episode:
        env = self._make() if used is None else used.env
        answer = guarded(f"{self.name}.reset", env.reset, seed=self._seed, options=self._options)
        return _Episode(env, *answer)

    def joined(
        self, env: Any, observation: Any = None, info: Mapping[str, Any] | None = None
    ) -> _Episode:
        """Return an episode that begins where an environment is now, and what it told last."""
        return _Episode(env, observation, info or {})

    def settle(self, live: _Episode) -> None:
        """Do nothing: whoever acts here is not finished."""

    def over(self, live: _Episode) -> bool:
        return live.terminated or live.truncated

    def actions(self, live: _Episode) -> Sequence[Any]:
        if live.terminated or live.truncated:
            return []
        if live.allowed is None:
            mask = live.info.get(MASK) if self._masked else None
            live.allowed = self._actions.allowed(mask)
        return live.allowed

    def observation(self, live: _Episode) -> Any:
        """Return what was observed last."""
        return live.seen

    def play(self, live: _Episode, move: Any) -> _Episode:
        env = live.env
        if isinstance(move, _Luck):
            env.unwrapped.np_random = _generator(move.seed)
            return live
        action = self._actions.for_step(move)
        answer = guarded(f"{self.name}.step", env.step, action)
        live.seen, reward, live.terminated, live.truncated, live.info = answer
        live.gained += live.weight * float(reward)
        live.weight *= self._discount
        live.allowed = None
        return live

    def returns(self, live: _Episode) -> tuple[float]:
        """Return what has been gained so far."""
        return (live.gained,)

    def view(self, live: _Episode) -> dict[str, Any]:
        return {
            "terminated": bool(live.terminated),
            "truncated": bool(live.truncated),
            "the rewards": live.gained,
            "legal actions": list(self.actions(live)),
            "the observation": freeze(live.seen),
        }

    def duplicates(self, live: _Episode) -> Iterable[tuple[str, Duplicate]]:
        for name, duplicate in duplicates(live.env, self._fresh):
            yield name, on_environments(duplicate)

    def _is_one(self, env: Any) -> bool:
        return isinstance(env, self._library.Env)

    def _fresh(self) -> Any:
        env = self._make()
        env.reset(seed=self._seed, options=self._options)
        return env


def _generator(seed: tuple[int, ...]) -> Any:
    return np.random.Generator(np.random.PCG64(seed))
