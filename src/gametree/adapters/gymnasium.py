"""Environments with `reset` and `step` as games: Gymnasium's, the old Gym's, dm_env's, and others.

    game = Gymnasium(lambda: gymnasium.make("FrozenLake-v1", is_slippery=False))
    result = gt.search(game, simulations=1000, compiled=False)

No library is needed, only the two methods: see `steps` for what they may answer.
With a seed, all that is random in an environment is settled, and the search knows it.
`randomness="fresh"` draws it again in every simulation: the search finds what is best on average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..naming.parameters import expect
from ..primitives.proposals import ProposedActions
from ..rules.snapshots import freeze
from ..user_code.locating import brief
from .environments.environment import EnvironmentGame, factory_of, seed_of
from .environments.spaces import MASK, Actions, RealActions, actions_of
from .environments.steps import reset, step_of
from .environments.turns import EnvironmentPlayers, turns_of
from .recognition import members, roles
from .values.copying import (
    Duplicate,
    DuplicateInside,
    InvalidAnswer,
    MutablePosition,
    Source,
    call,
    duplicates,
    guarded,
)
from .values.moves import comparable, own
from .values.results import Players

__all__ = ["Environments", "Gymnasium"]


class Gymnasium(EnvironmentGame):
    """An environment as a game, mostly of one player.

    Args:
        env: a function that makes the environment, or an environment, which is then left as
            it is.
        seed: what every game begins with: `reset(seed=seed)`, or `seed(seed)` and `reset()`.
        options: passed to `reset`.
        discount: what a reward counts, relative to the same reward one step earlier.
        randomness: "seeded": all that is random follows from the seed, and the search knows it.
            "fresh": in every simulation it is drawn again from the root on (the environment's
            `np_random` is replaced), so that the search learns averages. Masks are not used
            then: a move of the tree stands for many positions.
        copying: how positions are copied, see `InPlace`; a function gets an environment.
        players: how many take turns in the environment, or what it calls them; by default two
            where in random games two do, else one.
        player: the name of what tells whose turn it is, or a function of an environment; found
            by its name if there is more than one player.
        perspective: whose view a reward is from, with two players: "first", "to_move" or
            "just_moved"; random games tell if it is not given.
        bounds: the least and the most that a player can get, (-1, 1) for instance, for proofs;
            by default not known.

    Actions are integers, or tuples of them; or, where the action space is a `Box` with bounds,
    floats or tuples of floats, of which all are legal. Else the legal ones are what
    `info["action_mask"]` allows; else what a method of the environment says (`action_masks`,
    `available_actions`, `legal_moves`, ...); else all. The return is the sum of the rewards. The
    game is over where it is terminated or truncated: a time limit ends it.

    Attributes:
        understood: what was found, in a sentence.

    Raises:
        BadParameter: if this is no such environment.
        GameError: if the environment fails, or plays differently from the same seed.

    """

    name = "gymnasium"

    def __init__(
        self,
        env: Any,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        discount: float = 1.0,
        randomness: str = "seeded",
        copying: str | Callable[[Any], Any] = "auto",
        players: int | tuple[Any, ...] | None = None,
        player: str | Callable[[Any], Any] | None = None,
        perspective: str | None = None,
        bounds: tuple[float, float] | None = None,
    ) -> None:
        expect(
            isinstance(discount, (int, float))
            and not isinstance(discount, bool)
            and 0 <= discount <= 1,
            "discount",
            "a number from 0 to 1",
            discount,
        )
        expect(randomness in ("seeded", "fresh"), "randomness", '"seeded" or "fresh"', randomness)
        self.seed = seed_of(seed)
        self.discount = float(discount)
        self.randomness = randomness
        self.lines_repeat = randomness == "seeded"
        source = Environments(env, self.seed, options, self.discount, randomness)
        source.examine(player, players, perspective)
        self.players = len(source.turns)
        self._begin(source, copying, bounds)
        self._real = source.action_bounds
        if self._real is not None:  # read by the search in place of those of the class
            self.proposes_actions = self.defines_action_bounds = True  # type: ignore[misc]
            self.defines_random_action = True  # type: ignore[misc]
        self.understood = f"{source.understood}; copied by {self.copied_by}"

    def legal_actions(self, state: MutablePosition) -> Sequence[Any]:
        return super().legal_actions(state) if self._real is None else ProposedActions(self, state)

    def action_bounds(self, state: MutablePosition) -> tuple[Any, Any]:
        return super().action_bounds(state) if self._real is None else self._real

    def copy(self, state: MutablePosition) -> MutablePosition:
        copied = super().copy(state)
        if self.randomness == "fresh":
            reseeding = _Reseeding((self.seed, *copied.branch))
            call(copied.moves, self._choice.way.play, copied, reseeding)
        return copied

    def next_state(self, state: MutablePosition, action: Any) -> MutablePosition:
        # With fresh randomness, a game may be over where the tree has known it to go on.
        if not self.lines_repeat and self.is_terminal(state):
            return state
        return super().next_state(state, action)


class _Reseeding:
    """A hidden move that replaces the random generator of the environment."""

    __slots__ = ("seed",)
    hidden = True

    def __init__(self, seed: tuple[int, ...]) -> None:
        self.seed = seed


class _Episode:
    """An environment, its last answer, and the rewards so far."""

    __slots__ = (
        "allowed", "env", "gained", "info", "reward", "seen", "terminated", "truncated", "weight"
    )  # fmt: skip

    def __init__(self, env: Any, seen: Any, info: Mapping[str, Any], players: int) -> None:
        self.env = env
        self.seen = seen
        self.info = info
        self.reward: Any = 0.0  # the last one
        self.gained = (0.0,) * players
        self.weight = 1.0  # of the next reward
        self.terminated = False
        self.truncated = False
        self.allowed: Sequence[Any] | None = None  # the legal actions, once asked for

    def duplicated(self, duplicate: Duplicate) -> _Episode:
        """Return the same episode with a duplicate of the environment."""
        other = _Episode(duplicate(self.env), self.seen, self.info, len(self.gained))
        for name in ("gained", "weight", "terminated", "truncated"):
            setattr(other, name, getattr(self, name))
        return other


class Environments(Source):
    """Environments of one kind, all reset with one seed; the parameters are those of `Gymnasium`.

    Attributes:
        name: what they are called.
        turns: who plays, and what rewards are worth to whom.
        mask, legal: the members that tell which actions are legal, if there are any.

    """

    def __init__(
        self,
        env: Any,
        seed: int,
        options: Mapping[str, Any] | None = None,
        discount: float = 1.0,
        randomness: str = "seeded",
    ) -> None:
        self._seed = seed
        self._options = None if options is None else dict(options)
        self._discount = discount
        self._masked = randomness == "seeded"
        self._make = factory_of(env, _is_one, "an environment with reset and step")
        first = self._make()
        self.expect_environment("what env returned", first)
        spec = getattr(first, "spec", None)
        inner = getattr(first, "unwrapped", first)
        self.name: str = getattr(spec, "id", None) or type(inner).__name__
        if randomness == "fresh" and not hasattr(inner, "np_random"):
            raise BadParameter(
                f"{self.name} has no np_random that could be drawn from anew: randomness must be "
                '"seeded"'
            )
        self.turns = EnvironmentPlayers(self.name, None, Players([0]))
        self.mask = members.find(inner, roles.MASKS)
        # An attribute may well be the names of all actions that there are.
        listing = roles.MOVES._replace(attribute="property")
        self.legal = None if self.mask else members.find(inner, listing)
        self._actions = self._space(first)

    def _space(self, env: Any) -> Actions | RealActions | None:
        """Return the actions that there are; None where a method lists those that are legal."""
        space = getattr(env, "action_space", None)
        if space is None and callable(getattr(env, "action_spec", None)):
            space = env.action_spec()
        if space is None and self.legal is not None:
            return None
        if space is None:
            raise BadParameter(
                f"{self.name} has no action space: it needs an action_space (Discrete, or how many "
                "there are), or a method such as legal_actions that lists them"
            )
        return actions_of(space, self.name)

    def examine(
        self, player: Any, players: int | tuple[Any, ...] | None, perspective: str | None
    ) -> None:
        """Determine the players and whose turn it is."""
        env = call((), self.start, None).env  # some members are there after a reset only
        self.turns = turns_of(self, self.name, env, player, players, perspective)

    @property
    def listed_by(self) -> str:
        """The name of what tells which actions are legal."""
        member = self.mask or self.legal
        return "action_space" if member is None else member.name

    @property
    def all_actions(self) -> Sequence[Any] | None:
        """The actions of the action space; None where a method lists those that are legal."""
        return None if self._actions is None else self._actions.allowed(None)

    @property
    def action_bounds(self) -> tuple[Any, Any] | None:
        """The lowest and the highest action; None where actions are listed."""
        return self._actions.bounds if isinstance(self._actions, RealActions) else None

    @property
    def understood(self) -> str:
        """A sentence on how the environment was understood."""
        if self.action_bounds is not None:
            return f"actions between the bounds of action_space; {self.turns.reason}"
        listed = self.listed_by
        legal = "all of action_space" if listed == "action_space" else f"by {listed}"
        return f"legal actions {legal}, or info['action_mask']; {self.turns.reason}"

    def expect_environment(self, name: str, env: Any) -> None:
        """Refuse what is no environment whose players take turns."""
        if hasattr(env, "num_envs") and hasattr(env, "single_action_space"):
            raise BadParameter(f"{name} is a vector of environments; give a single one")
        if hasattr(env, "agent_selection") or hasattr(env, "possible_agents"):
            raise BadParameter(
                f"{name} is an environment of PettingZoo's: use gametree.adapters.pettingzoo"
            )
        expect(_is_one(env), name, "an environment with reset and step", env)

    def start(self, used: _Episode | None) -> _Episode:
        env = self._make() if used is None else used.env
        seen, info = guarded(f"{self.name}.reset", reset, env, self._seed, self._options)
        return _Episode(env, seen, info, len(self.turns))

    def joined(
        self, env: Any, observation: Any = None, info: Mapping[str, Any] | None = None
    ) -> _Episode:
        """Return an episode that begins where an environment is now, and its last answer."""
        return _Episode(env, observation, info or {}, len(self.turns))

    def settle(self, live: _Episode) -> None:
        """Do nothing: the player to move is never a finished one."""

    def over(self, live: _Episode) -> bool:
        return live.terminated or live.truncated

    def mover(self, live: _Episode) -> int:
        """Return the number of the player to move."""
        return self.turns.mover(live.env)

    def actions(self, live: _Episode) -> Sequence[Any]:
        if live.terminated or live.truncated:
            return []
        if live.allowed is None:
            live.allowed = self._allowed(live)
        return live.allowed

    def _allowed(self, live: _Episode) -> Sequence[Any]:
        mask = live.info.get(MASK) if self._masked else None
        inner = getattr(live.env, "unwrapped", live.env)
        if mask is None and self._masked and self.mask is not None:
            mask = guarded(f"{self.name}.{self.mask.name}", self.mask.ask, inner)
        if self._actions is None or (mask is None and self._masked and self.legal is not None):
            assert self.legal is not None
            return self._listed(guarded(f"{self.name}.{self.legal.name}", self.legal.ask, inner))
        return self._actions.allowed(mask)

    def _listed(self, answer: Any) -> Sequence[Any]:
        assert self.legal is not None
        try:
            actions = [comparable(action) for action in answer]
        except TypeError:
            actions = []
        if not actions or len(set(actions)) != len(actions):
            raise InvalidAnswer(
                f"{self.name}.{self.legal.name}",
                f"gave {brief(answer)} where the game goes on; actions, each once, were expected",
            )
        return actions

    def last_observation(self, live: _Episode) -> Any:
        """Return the last observation."""
        return live.seen

    def play(self, live: _Episode, move: Any) -> _Episode:
        env = live.env
        if isinstance(move, _Reseeding):
            env.unwrapped.np_random = _generator(move.seed)
            return live
        mover = self.turns.mover(env)
        action = own(move) if self._actions is None else self._actions.for_step(move)
        self.steps += 1
        answer = guarded(f"{self.name}.step", env.step, action)
        live.seen, live.reward, live.terminated, live.truncated, live.info = step_of(
            self.name, answer
        )
        shares = self.turns.shares(live.reward, mover, env)
        live.gained = tuple(
            so_far + live.weight * share for so_far, share in zip(live.gained, shares, strict=True)
        )
        live.weight *= self._discount
        live.allowed = None
        return live

    def returns(self, live: _Episode) -> tuple[float, ...]:
        """Return the rewards of each player so far."""
        return live.gained

    def mark(self, live: _Episode) -> Any:
        if not self._masked:
            return None  # all that is random is drawn again
        return live.gained, live.terminated, live.truncated, freeze(live.seen)

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
            yield name, DuplicateInside(duplicate)

    def _fresh(self) -> Any:
        env = self._make()
        reset(env, self._seed, self._options)
        return env


def _is_one(env: Any) -> bool:
    methods = ("reset", "step")
    return not isinstance(env, type) and all(callable(getattr(env, m, None)) for m in methods)


def _generator(seed: tuple[int, ...]) -> Any:
    return np.random.Generator(np.random.PCG64(seed))
