"""Positions of OpenSpiel's games that hide something, and states that agree with what is known.

OpenSpiel's samplers are given the true state. Here a state is found from what a player knows: the
game is replayed, event by event, so that the player sees the same. Only for games of many cards,
where that is hopeless, OpenSpiel's sampler draws one state from the true one, and all others
from that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import product
from typing import Any

from ..errors import GameError
from ..primitives.rng import Rng

__all__ = ["SpielInformation", "SpielPosition", "digest_of", "played", "replayed", "resampled"]

_EVENTS = 200_000
"""Events that are tried for one state; most replays break off early."""

_SAMPLES = 20
"""States that OpenSpiel's sampler gives for one that legal moves lead to."""

_FINISHED = 3
"""Replays of which one is taken, each as likely as what happened in it."""


@dataclass(frozen=True)
class SpielInformation:
    """What a player knows: who moves, and OpenSpiel's information state, as a number.

    Attributes:
        mover: the player to move, as OpenSpiel numbers chance and the end.
        digest: of the mover and the text.
        text: OpenSpiel's `information_state_string`; empty within simulations.
        path: the digests of all that the player has known, in order.
        world: a sampled state in which the player knows the same, for OpenSpiel's sampler.

    """

    mover: int
    digest: int
    text: str = field(default="", compare=False)
    path: tuple[int, ...] = field(default=(), compare=False)
    world: Any = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.text


class SpielPosition:
    """A `pyspiel.State`, which is never changed, and how it was reached.

    Args:
        state: OpenSpiel's; all that is asked of the position is asked of it.
        before: the position before it; None for the first one, and in sampled games.
        sampled: who knows that they may be in this state, where a sampled game begins; -1
            later on in it, and None in a true one.

    """

    __slots__ = ("_paths", "before", "sampled", "state")

    def __init__(
        self, state: Any, before: SpielPosition | None = None, sampled: int | None = None
    ) -> None:
        self.state = state
        self.before = before
        self.sampled = sampled
        self._paths: dict[int, tuple[int, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "state":  # not there yet, as when it is unpickled
            raise AttributeError(name)
        return getattr(self.state, name)

    def __str__(self) -> str:
        return str(self.state)

    def after(self, state: Any) -> SpielPosition:
        """Return the position after an event."""
        if self.sampled is None:
            return SpielPosition(state, self)
        return SpielPosition(state, None, -1)

    def path(self, player: int) -> tuple[int, ...]:
        """Return the digests of all that a player has known on the way here."""
        missing: list[SpielPosition] = []
        at: SpielPosition | None = self
        while at is not None and player not in at._paths:
            missing.append(at)
            at = at.before
        path = () if at is None else at._paths[player]
        for each in reversed(missing):
            digest = digest_of(each.state, player)
            if not path or path[-1] != digest:
                path = (*path, digest)
            each._paths[player] = path
        return path

    def keep_path(self, player: int, path: tuple[int, ...]) -> None:
        """Note what a player has known on the way here, in a sampled game."""
        self._paths[player] = path


def digest_of(state: Any, player: int) -> int:
    """Return a number for the player to move and what a player knows."""
    known = f"{state.current_player()} {state.information_state_string(player)}"
    return int.from_bytes(blake2b(known.encode(), digest_size=7).digest(), "little")


def played(state: Any, actions: Sequence[int]) -> SpielPosition | None:
    """Return the position after actions, as `pyspiel.State.history` lists them; None if illegal."""
    position = SpielPosition(state)
    at = 0
    while at < len(actions):
        after = position.state.clone()
        if position.is_simultaneous_node():
            moves = list(actions[at : at + position.num_players()])
            after.apply_actions(moves)
            at += len(moves)
        elif actions[at] in position.legal_actions():
            after.apply_action(actions[at])
            at += 1
        else:
            return None
        position = position.after(after)
    return position


def resampled(
    first: Callable[[], Any], state: Any, player: int, rng: Rng, name: str
) -> SpielPosition:
    """Return a state from OpenSpiel's sampler in which a player knows what they know in this one.

    The sampler of hearts returns states that no legal moves lead to, since it ignores who could not
    follow suit, and at times such that lead to no end. So it is asked again; if it gives no other,
    a state that leads to an end is taken.

    Raises:
        GameError: if there is none.

    """
    second = None
    for _ in range(_SAMPLES):
        world = state.resample_from_infostate(player, rng.uniform)
        if _is_legal(first(), world.history()):
            return SpielPosition(world, None, player)
        if second is None and _ends(world.clone(), rng):
            second = world
    if second is None:
        raise GameError(
            f"OpenSpiel's sampler of {name} gave no state from which the game can end, for what "
            f"player {player} knows after {len(state.history())} actions"
        )
    return SpielPosition(second, None, player)


def _ends(state: Any, rng: Rng) -> bool:
    """Return True if a random game from a state comes to its end."""
    while not state.is_terminal():
        actions = state.legal_actions()
        if not actions:
            return False
        state.apply_action(actions[rng.below(len(actions))])
    return True


def _is_legal(state: Any, actions: Sequence[int]) -> bool:
    for action in actions:
        if action not in state.legal_actions():
            return False
        state.apply_action(action)
    return True


def replayed(
    first: Callable[[], Any], known: SpielInformation, player: int, rng: Rng, name: str
) -> SpielPosition:
    """Return a random state in which a player knows this, by replays of the game.

    Args:
        first: returns the first state.
        known: what the player knows, with its path.
        player: who knows it.
        rng: the generator.
        name: of the game, for messages.

    Raises:
        GameError: if no replay leads there.

    """
    found, total = None, 0.0
    finished = 0
    events = 0
    while events < _EVENTS:
        state, weight, tried = _replay(first(), known.path, player, rng)
        events += tried
        if weight > 0.0:
            finished += 1
            total += weight
            if rng.uniform() * total < weight:
                found = state
            if finished == _FINISHED:
                break
    if found is None:
        raise GameError(
            f"no replay of OpenSpiel's {name} leads to what player {player} knows, and OpenSpiel "
            "has no sampler for it that is used here: write its rules as a class with sample_state"
        )
    position = SpielPosition(found, None, player)
    position.keep_path(player, known.path)
    return position


def _replay(state: Any, path: Sequence[int], player: int, rng: Rng) -> tuple[Any, float, int]:
    """Return a state at the end of a path, how likely its events were, and how many were tried.

    The likelihood is 0 if the replay breaks off.
    """
    at = tried = 0
    weight = 1.0
    while at + 1 < len(path) and not state.is_terminal():
        total = 0.0
        for after, probability in _events(state):
            tried += 1
            digest = digest_of(after, player)
            if digest not in (path[at], path[at + 1]):
                continue
            total += probability
            if rng.uniform() * total < probability:
                chosen, moved = after, digest != path[at]
        weight *= total
        if total == 0.0:
            break
        state = chosen
        at += moved
    return state, weight if at + 1 == len(path) else 0.0, max(1, tried)


def _events(state: Any) -> Iterator[tuple[Any, float]]:
    """Yield the states after all that may happen, with probabilities; moves are equally likely."""
    if state.is_chance_node():
        for outcome, probability in state.chance_outcomes():
            if probability > 0.0:
                yield state.child(outcome), probability
    elif state.is_simultaneous_node():
        players = range(state.num_players())
        choices = list(product(*([*state.legal_actions(each)] or [0] for each in players)))
        for moves in choices:
            after = state.clone()
            after.apply_actions(list(moves))
            yield after, 1.0 / len(choices)
    else:
        actions = state.legal_actions()
        for action in actions:
            yield state.child(action), 1.0 / len(actions)
