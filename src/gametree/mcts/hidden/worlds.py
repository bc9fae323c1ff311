"""Starts of simulations: random states that agree with what the searching player knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from plainpython.bits import u64
from plainpython.compilable import Compilable, native_twin
from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...game import Game, State
from ...primitives.rng import Rng
from ...primitives.state_memory import forget_values, own_state, settled
from ...rules.workspace import ActionsFull, RulesBroken, Workspace

__all__ = [
    "MOST_DRAWS",
    "SELDOM",
    "GivenState",
    "NoWorld",
    "ReplayedWorlds",
    "SampledWorlds",
    "SamplerEndless",
    "Worlds",
    "events_seen",
    "fitting",
]

_TRIES = 20_000
_MOST_EVENTS = 50_000
"""Replays in one draw, and the events that they may look at: then replaying is hopeless."""

MOST_DRAWS = 50_000_000
"""More random numbers in one call of `sample_state` are taken for a loop without end."""

SELDOM = 31
"""Simulations whose number has none of these bits compare the answers of the rules."""


class NoWorld(Exception):
    """No replay of the game has led to what the player knows."""


class Worlds(Compilable):
    """Base class: define `known` and `draw`."""

    def known(self, game: Game, root: State, viewer: int) -> Any:
        """Return what simulations start from; `root` is one state that the player may be in."""
        raise NotImplementedError

    def draw(
        self, game: Game, root: State, known: Any, viewer: int, work: Workspace, rng: Rng
    ) -> State:
        """Return the state where a simulation starts; it may be changed."""
        raise NotImplementedError


class GivenState(Worlds):
    """Every simulation starts in the root: the start of the game, or a world to compare with."""

    def known(self, game: Game, root: State, viewer: int) -> Any:
        return 0

    def draw(
        self, game: Game, root: State, known: Any, viewer: int, work: Workspace, rng: Rng
    ) -> State:
        return game.copy(root) if game.states_change else own_state(game, root)


class SamplerEndless(Exception):
    """One call of `sample_state` has drawn `MOST_DRAWS` random numbers."""


class SamplerRng(Rng):
    """The generator of one call of `sample_state` in compiled code, which nothing can interrupt."""

    runtime_arrays = ("state", "left")  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__(0)
        self.left: Any = np.zeros(1, np.int64)  # numbers that it may still draw

    def below(self, n: int) -> int:
        self.left[0] -= 1
        if self.left[0] < 0:
            raise SamplerEndless
        return Rng.below(self, n)


class SampledWorlds(Worlds):
    """States from the game's `sample_state`."""

    def __init__(self) -> None:
        self.rng = SamplerRng()

    def known(self, game: Game, root: State, viewer: int) -> Any:
        return game.information_state(root, viewer)

    def draw(
        self, game: Game, root: State, known: Any, viewer: int, work: Workspace, rng: Rng
    ) -> State:
        state = self.sampled(game, known, viewer, rng)
        if work.counters.simulations & SELDOM == 0:
            found = key_of_state(game.information_state(state, viewer))
            alike = game.current_player(state) == game.current_player(root)
            if u64(found) != u64(key_of_state(known)) or not alike or game.is_terminal(state):
                raise RulesBroken
        return state

    def _native_sampled(self, game: Game, known: Any, viewer: int, rng: Rng) -> State:
        self.rng.state[0] = rng.state[0]
        self.rng.left[0] = MOST_DRAWS
        state = game.sample_state(own_state(game, known), viewer, self.rng)
        rng.state[0] = self.rng.state[0]
        return state

    @native_twin(_native_sampled)
    def sampled(self, game: Game, known: Any, viewer: int, rng: Rng) -> State:
        """Return what `sample_state` returns; compiled, it may draw `MOST_DRAWS` numbers."""
        return game.sample_state(own_state(game, known), viewer, rng)


class ReplayedWorlds(Worlds):
    """States from replays of the game, for games without `sample_state`; the root is its start.

    A replay draws, event by event, among the outcomes and moves after which the player knows what
    they knew then. An opponent's moves count as random ones. A finished replay is accepted in
    proportion to how likely its events were.

    Args:
        seen: what the player knew after each event, as keys from `events_seen`.
        paths: for each particle of a belief, the indices of the events that lead there: a draw then
            follows one of them, and tries nothing.

    One class does both: a search that is compiled for it may come to a belief as it goes on.

    """

    runtime_arrays = ("seen", "weights", "events", "paths", "shape")

    def __init__(self, seen: Any, paths: Sequence[Sequence[int]] = ()) -> None:
        self.seen = seen
        self.weights: Any = np.zeros(1)  # of the likeliest replay so far
        self.events: Any = np.zeros(2, np.int64)  # those looked at in this draw; the last index
        longest = max(map(len, paths), default=0)
        self.shape: Any = np.array([len(paths), longest], np.int64)
        rows = [[*path, *[-1] * (longest - len(path))] for path in paths]
        self.paths: Any = np.array(rows, np.int64).reshape(-1)
        self.most = _MOST_EVENTS

    def known(self, game: Game, root: State, viewer: int) -> Any:
        return 0

    def draw(
        self, game: Game, root: State, known: Any, viewer: int, work: Workspace, rng: Rng
    ) -> State:
        if self.shape[0] > 0:
            return self.followed(game, root, work, rng)
        self.events[0] = 0
        for _ in range(_TRIES):
            if self.events[0] > self.most:
                break
            forget_values(game, game, root)
            state = game.copy(root) if game.states_change else own_state(game, root)
            weight = 1.0
            for event in range(1, len(self.seen)):
                fits = fitting(game, state, viewer, self.seen[event], work, rng, self.events)
                weight *= fits
                if weight == 0.0:
                    break
                state = game.next_state(state, work.actions[0])
            if weight > self.weights[0]:
                self.weights[0] = weight
            if weight > 0.0 and rng.uniform() * self.weights[0] < weight:
                return state
        raise NoWorld

    def followed(self, game: Game, root: State, work: Workspace, rng: Rng) -> State:
        """Return the state of a random particle."""
        length = self.shape[1]
        first = rng.below(self.shape[0]) * length
        state = game.copy(root) if game.states_change else own_state(game, root)
        for event in range(length):
            index = self.paths[first + event]
            if index < 0:
                break
            if game.defines_chance_outcomes and is_chance(game.current_player(state)):
                state = game.next_state(state, game.chance_outcomes(state)[index][0])
                continue
            if game.fill_legal_actions(state, work.actions) > len(work.actions):
                raise ActionsFull
            state = game.next_state(state, work.actions[index])
            if event & 3 == 3:
                state = settled(game, state)
        return state


def fitting(
    game: Game, state: State, viewer: int, seen: Any, work: Workspace, rng: Rng, events: Any
) -> float:
    """Draw an event after which a player knows just this; write it to `work.actions[0]`.

    Returns the probability of all such events; 0 if there is none. `events[0]` counts all events,
    `events[1]` is the index of the one that is drawn.
    """
    if game.is_terminal(state):
        return 0.0
    total = 0.0
    if game.defines_chance_outcomes and is_chance(game.current_player(state)):
        chosen = game.chance_outcomes(state)[0][0]
        for number, (outcome, probability) in enumerate(game.chance_outcomes(state)):
            events[0] += 1
            if probability > 0.0 and key_after(game, state, outcome, viewer) == seen:
                total += probability
                if rng.uniform() * total < probability:
                    chosen = outcome
                    events[1] = number
        work.actions[0] = chosen
        return total
    count = game.fill_legal_actions(state, work.actions)
    if count > len(work.actions):
        raise ActionsFull
    if count == 0:
        raise RulesBroken
    events[0] += count
    share = 1.0 / count
    fits = 0
    place = 0
    for index in range(count):
        if key_after(game, state, work.actions[index], viewer) == seen:
            fits += 1
            if rng.below(fits) == 0:
                place = index
    work.actions[0] = work.actions[place]
    events[1] = place
    return share * fits


def key_after(game: Game, state: State, action: Any, viewer: int) -> Any:
    """Return the key of what a player knows after an event."""
    after = game.next_state(game.copy(state) if game.states_change else state, action)
    return u64(key_of_state(game.information_state(after, viewer)))


def events_seen(known: Any) -> Any:
    """Return what a player knew after each event, as keys for `ReplayedWorlds`."""
    return np.array([key_of_state(each) for each in known], np.uint64)
