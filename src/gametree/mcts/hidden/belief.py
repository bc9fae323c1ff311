"""Particle beliefs: states that a player may be in, carried on from event to event.

For games without `sample_state`. Silver and Veness, Monte-Carlo Planning in Large POMDPs (2010),
keep the particles that agree with what was seen. Here each particle draws an event that agrees, and
counts by how likely that was: a particle filter, which needs no lucky simulations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from plainpython.bits import u64
from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...errors import GameError, GametreeError
from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.drawing import drawn
from ...rules.workspace import ActionsFull, Workspace, enlarged, make_workspace
from ...user_code.hanging_calls import (
    HangingCall,
    hanging,
    hanging_calls_stopped,
    methods_of,
)
from ...user_code.locating import brief, failure
from .knowledge import Knowledge, never_returns
from .worlds import NoWorld, ReplayedWorlds, events_seen, fitting

__all__ = ["Belief", "belief_for", "belief_of_paths", "none_left"]

_PARTICLES = 1000

_DRAWS = 20
_CHEAP = 250
"""Replays serve where so many draws look at no more events than this for each state, on average."""

_FEW = 0.05
"""With a smaller share of particles that count, others are added."""

_GAP = 6
_WALKS = 5
"""Where what was seen is not given event by event, each particle is played on at random so often,
for so many events at most."""

_AGAIN = 2
"""How often a belief of which nothing is left is built again from the first state."""

_Path = tuple[int, ...]
_Particle = tuple[State, _Path]


class Belief:
    """States that a player may be in, each as often as it is likely.

    Args:
        game: the rules.
        player: who believes it.
        particles: the states, each with the indices of the events that led there.

    """

    def __init__(self, game: Game, player: int, particles: Sequence[_Particle]) -> None:
        self._game = game
        self._player = player
        self._particles = list(particles)
        self._events = [0, 0]
        self._work: Workspace = make_workspace(
            game.players,
            max(1, game.max_actions),
            1,
            1,
            compiled=False,
            state=self._particles[0][0],
        )

    def state(self, rng: Rng) -> State:
        """Return a random state."""
        return self._copied(self._particles[rng.below(len(self._particles))][0])

    def states(self) -> list[State]:
        """Return all states."""
        return [state for state, _ in self._particles]

    def paths(self) -> list[_Path]:
        """Return for each state the indices of the events that led there from the first state."""
        return [path for _, path in self._particles]

    def after(self, knowledge: Knowledge, new: int, rng: Rng) -> Belief | None:
        """Return the belief after events, the last `new` ones of `knowledge`; None if none is left.

        Raises:
            GameError: if the rules raise.

        """
        with _reported(self._game, knowledge):
            return self._after(knowledge, new, rng)

    def _after(self, knowledge: Knowledge, new: int, rng: Rng) -> Belief | None:
        keys = [u64(key_of_state(each)) for each in knowledge.events]
        belief: Belief | None = self
        share = 1.0
        for seen in keys[len(keys) - new :]:
            if belief is not None:
                belief, counting = belief._next(seen, rng)
                share = min(share, counting)
        if belief is not None and share >= _FEW:
            return belief
        other = _followed(self._game, self._player, keys, rng, 1 if belief else _AGAIN)
        if belief is None or other is None:
            return belief or other
        half = len(self._particles) // 2
        mixed = belief._drawn(half, rng) + other._drawn(len(self._particles) - half, rng)
        return Belief(self._game, self._player, mixed)

    def _drawn(self, number: int, rng: Rng) -> list[_Particle]:
        """Draw a number of particles, each of all; one may come several times."""
        return [self._particles[rng.below(len(self._particles))] for _ in range(number)]

    def _copied(self, state: State) -> State:
        return self._game.copy(state) if self._game.states_change else state

    def _next(self, seen: Any, rng: Rng) -> tuple[Belief | None, float]:
        """Return the belief after one event, and which share of the particles counted."""
        fits = [self._fitting(state, seen, rng) for state, _ in self._particles]
        total = sum(weight for weight, _, _ in fits)
        if total == 0.0:
            found = self._walked(seen, rng)
            if not found:
                return None, 0.0
            found = [found[rng.below(len(found))] for _ in self._particles]
            return Belief(self._game, self._player, found), 1.0
        count = len(self._particles)
        share = total * total / (count * sum(weight * weight for weight, _, _ in fits))
        particles: list[_Particle] = []
        ahead = -rng.uniform()  # as many copies as the weight asks for, within 1
        for (weight, action, index), (state, path) in zip(fits, self._particles, strict=True):
            ahead += count * weight / total
            first = True
            while ahead > 0.0 and len(particles) < count:
                ahead -= 1.0
                if not first:  # each copy draws an event for itself
                    _, action, index = self._fitting(state, seen, rng)
                first = False
                state_after = self._game.next_state(self._copied(state), action)
                particles.append((state_after, (*path, index)))
        return Belief(self._game, self._player, particles), share

    def _fitting(self, state: State, seen: Any, rng: Rng) -> tuple[float, Any, int]:
        """Draw an event as `fitting` does; return how likely all that agree are, and the event."""
        while True:
            try:
                weight = fitting(
                    self._game, state, self._player, seen, self._work, rng, self._events
                )
                return weight, self._work.actions[0], self._events[1]
            except ActionsFull:
                self._work = enlarged(self._work, actions=2 * len(self._work.actions))

    def _walked(self, seen: Any, rng: Rng) -> list[_Particle]:
        """Return particles that random events lead to what was seen."""
        found = []
        for state, path in self._particles * _WALKS:
            for _ in range(_GAP):
                if self._game.is_terminal(state):
                    break
                state, index = self._played(state, rng)
                path = (*path, index)
                known = self._game.information_state(state, self._player)
                if u64(key_of_state(known)) == seen:
                    found.append((state, path))
                    break
            if len(found) == len(self._particles):
                break
        return found

    def _played(self, state: State, rng: Rng) -> tuple[State, int]:
        """Return the state after a random event, and its index."""
        game = self._game
        if game.defines_chance_outcomes and is_chance(game.current_player(state)):
            outcomes = list(game.chance_outcomes(state))
            action = drawn(outcomes, rng)
            index = [each for each, _ in outcomes].index(action)
        else:
            actions = list(game.legal_actions(state))
            index = rng.below(len(actions))
            action = actions[index]
        return game.next_state(self._copied(state), action), index


def belief_for(game: Game, knowledge: Knowledge, rng: Rng) -> Belief | None:
    """Return a belief about the state, or None where replays of the game find states quickly.

    None also if no particles lead to what the player knows.

    Raises:
        GameError: if the rules raise.

    """
    if game.defines_sample_state or len(knowledge.events) < 2:
        return None
    keys = [u64(key_of_state(each)) for each in knowledge.events]
    with _reported(game, knowledge):
        first = game.initial_state()
        if u64(key_of_state(game.information_state(first, knowledge.player))) != keys[0]:
            return None
        if _replays_are_cheap(game, first, knowledge, rng):
            return None
        return _followed(game, knowledge.player, keys, rng, _AGAIN)


@contextmanager
def _reported(game: Game, knowledge: Knowledge) -> Iterator[None]:
    """Raise `GameError` for errors of the rules, and for calls that do not return."""
    name = getattr(game, "users_class", type(game).__name__)
    try:
        with hanging_calls_stopped(methods_of(game, getattr(game, "rules", None))):
            yield
    except GametreeError:
        raise
    except HangingCall as error:
        message = hanging(error, name)
        raise GameError(never_returns(message, knowledge.player, knowledge.known)) from error
    except Exception as error:
        raise GameError(failure(error, f"the search of {name}")) from error


def none_left(game: Game, knowledge: Knowledge) -> str:
    """Return the message for a belief of which nothing is left."""
    name = getattr(game, "users_class", type(game).__name__)
    return (
        f"none of the {_PARTICLES:,} states that player {knowledge.player} of {name} may be in "
        f"leads to what they know now, {brief(knowledge.known)}: define "
        "sample_state(known, player, rng), or give advance what the player knew after each event"
    )


def belief_of_paths(game: Game, player: int, paths: Sequence[Sequence[int]]) -> Belief:
    """Return the belief whose states are reached by the events with these indices."""
    particles = []
    for path in paths:
        state = game.initial_state()
        for index in path:
            if game.defines_chance_outcomes and is_chance(game.current_player(state)):
                action = list(game.chance_outcomes(state))[index][0]
            else:
                action = list(game.legal_actions(state))[index]
            state = game.next_state(state, action)
        particles.append((state, tuple(path)))
    return Belief(game, player, particles)


def _followed(game: Game, player: int, keys: Sequence[Any], rng: Rng, tries: int) -> Belief | None:
    """Return the belief after all that a player has seen since the first state; None if lost."""
    for _ in range(tries):
        particles = [(game.initial_state(), ()) for _ in range(_PARTICLES)]
        belief: Belief | None = Belief(game, player, particles)
        for seen in keys[1:]:
            if belief is not None:
                belief, _share = belief._next(seen, rng)
        if belief is not None:
            return belief
    return None


def _replays_are_cheap(game: Game, first: State, knowledge: Knowledge, rng: Rng) -> bool:
    """Return True if replays of the game find some states without looking at many events."""
    replays = ReplayedWorlds([int(each) for each in events_seen(knowledge.events)])
    replays.most = _DRAWS * _CHEAP
    work = make_workspace(game.players, max(1, game.max_actions), 1, 1, compiled=False, state=first)
    looked_at = 0
    for _ in range(_DRAWS):
        try:
            replays.draw(game, first, 0, knowledge.player, work, rng)
        except NoWorld:
            return False
        except ActionsFull:
            work = enlarged(work, actions=2 * len(work.actions))
        looked_at += int(replays.events[0])
        if looked_at > _DRAWS * _CHEAP:
            return False
    return True
