"""Checks of `information_state` and `sample_state` in one position.

A check raises `Fault` for what it finds.
"""

from __future__ import annotations

import copy
from typing import Any

from plainpython.hashing import key_of_state

from ...actors import is_chance, is_player
from ...game import Action, State
from ...primitives.rng import Rng
from ...rules.one_by_one import OneByOne
from ...rules.snapshots import outline
from ...user_code.locating import brief
from ..fault import Fault
from ..position import Position
from ..probe import Probe
from .moved_clock import clock_moved

__all__ = [
    "agrees",
    "information_is_sound",
    "information_stays",
    "known_key",
    "samples_are_sound",
    "told_apart",
]

_DRAWS = 2
_PLIES = 4
"""How far a sampled state is played on."""

_ALONE = "make it of the state alone: no clock, no random numbers, no earlier calls"


def known_key(probe: Probe, state: State, player: int) -> int:
    """Return a key of what a player knows."""
    return key_of_state(probe.information_state(state, player))


def information_is_sound(probe: Probe, position: Position) -> None:
    """Check that what each player knows can be compared, and rests on the state alone."""
    if not probe.game.defines_information_state:
        return
    state = position.state
    try:
        twin = copy.deepcopy(state)
    except Exception:  # the check of copies tells of it
        twin = state
    for player in range(probe.players):
        known = probe.information_state(state, player)
        information_stays(probe, state, player, known)
        information_stays(probe, twin, player, known, "two equal states")
        with clock_moved(probe.game) as has_clock:
            if has_clock:
                _information_is_timeless(probe, state, player, known)


def information_stays(
    probe: Probe, state: State, player: int, known: Any, name: str = "one state"
) -> None:
    """Check that a player still knows what they knew in a state."""
    again = probe.information_state(state, player)
    if key_of_state(again) != key_of_state(known):
        raise Fault(
            "information_state",
            "not repeatable",
            f"gave player {player} two answers for {name}: {brief(known)} and {brief(again)}",
            _ALONE,
        )


def _information_is_timeless(probe: Probe, state: State, player: int, known: Any) -> None:
    """Check that a player knows the same at another time; the clock has been moved."""
    try:
        again = probe.information_state(state, player)
    except Fault:  # the rules need the true clock
        return
    if key_of_state(again) != key_of_state(known):
        raise Fault(
            "information_state",
            "not repeatable",
            f"gave player {player} two answers for one state when the clock was moved: "
            f"{brief(known)} and {brief(again)}",
            _ALONE,
        )


def samples_are_sound(probe: Probe, position: Position) -> None:
    """Check some states drawn from what each player knows, most of all the player to move."""
    game = probe.game
    if not (game.defines_information_state and game.defines_sample_state):
        return
    mover = position.player
    if not is_player(mover):
        return
    for player in range(probe.players):
        known = probe.information_state(position.state, player)
        for seed in range(_DRAWS if player == mover else 1):
            world = probe.sample_state(known, player, seed)
            try:
                agrees(probe, known, world, player)
            except Fault:
                information_stays(probe, position.state, player, known)
                raise
            if player == mover:
                _is_repeatable(probe, known, world, player, seed)
                _looks_the_same(probe, position, world, player)
                _plays_on(probe, world, player, seed)


def _is_repeatable(probe: Probe, known: Any, world: State, player: int, seed: int) -> None:
    drawn = outline(world)
    again = probe.sample_state(known, player, seed)
    if outline(again) != drawn:
        raise Fault(
            "sample_state",
            "not repeatable",
            f"drew two states for player {player} with the same rng: {brief(world)} and "
            f"{brief(again)}",
            "draw from the given rng only: rng.below(n) or rng.uniform(); keep nothing from "
            "earlier calls",
        )
    if again is world and probe.game.states_change:
        raise Fault(
            "sample_state",
            "same object",
            f"returned the same object twice for player {player}, which next_state may change",
            "return a new state each time",
        )


def agrees(probe: Probe, known: Any, world: State, player: int) -> None:
    """Check that a player knows in a sampled state what was given."""
    try:
        found = probe.information_state(world, player)
    except Fault as fault:
        raise _unplayable(fault, player) from fault
    if key_of_state(found) != key_of_state(known):
        raise Fault(
            "sample_state",
            "other information",
            f"returned a state in which player {player} knows {brief(found)}, not what was given, "
            f"{brief(known)}",
            "the player must know the same in all states that are drawn",
        )


def _looks_the_same(probe: Probe, position: Position, world: State, player: int) -> None:
    """Check that the player to move finds nothing that is not so in the true state."""
    game = probe.game
    if isinstance(game, OneByOne) and game.chooses(world, player):
        world = game.begun(world[0], player)
    try:
        actions = probe.legal_actions(world)
        mover = probe.current_player(world) if actions else None
    except Fault as fault:
        raise _unplayable(fault, player) from fault
    if not actions:
        raise Fault(
            "sample_state",
            "over",
            f"returned a state in which the game is over, though player {player} is to move",
        )
    if mover != player:
        who = "chance is" if is_chance(mover) else f"player {mover} is"
        raise Fault(
            "sample_state",
            "other mover",
            f"returned a state in which {who} to move, not player {player}",
        )
    same = told_apart(probe, position.state, position.actions, world, actions, player)
    if same is not None:
        method, problem = same
        message = f"a state that sample_state drew for player {player}"
        if method == "legal_actions":
            raise Fault(
                "sample_state",
                "other moves",
                f"returned a state in which player {player} has other legal moves: {problem}",
                "make the legal moves depend on what their player knows, and on nothing else",
            )
        raise Fault(
            method,
            "shows hidden",
            f"tells {message} from the true state: {problem}",
            "show only what the player knows",
        )


def told_apart(
    probe: Probe,
    state: State,
    actions: list[Action],
    other: State,
    others: list[Action],
    player: int,
) -> tuple[str, str] | None:
    """Return the method that tells two states apart for the player to move, and how; or None."""
    game = probe.game
    if sorted(map(repr, map(outline, actions))) != sorted(map(repr, map(outline, others))):
        return "legal_actions", f"{brief(others)}, not {brief(actions)}"
    if game.defines_observation:
        shown, seen = (probe.observation(each, player) for each in (state, other))
        if outline(shown) != outline(seen):
            return "observation", f"{brief(seen)} and {brief(shown)}"
    if game.defines_public_state:
        shown, seen = (probe.call("public_state", each) for each in (state, other))
        if outline(shown) != outline(seen):
            return "public_state", f"{brief(seen)} and {brief(shown)}"
    for action in actions[:_DRAWS]:
        text, named = (probe.call("action_to_text", each, action) for each in (state, other))
        if text != named:
            return "action_to_text", f"{brief(named)} and {brief(text)} for {brief(action)}"
    return None


def _plays_on(probe: Probe, world: State, player: int, seed: int) -> None:
    """Play some random moves from a drawn state."""
    rng = Rng(seed)
    state = world
    try:
        for _ in range(_PLIES):
            actions = probe.legal_actions(state)
            if not actions:
                probe.returns(state)
                return
            if is_chance(probe.current_player(state)):
                outcomes = probe.chance_outcomes(state, actions)
                actions = [action for action, share in outcomes if share > 0.0]
            state = probe.next_state(state, actions[rng.below(len(actions))])
            probe.information_state(state, player)
    except Fault as fault:
        fault.moves = ()
        raise _unplayable(fault, player) from fault


def _unplayable(fault: Fault, player: int) -> Fault:
    found = Fault(
        "sample_state",
        "unplayable",
        f"returned a state for player {player} from which the game does not go on: {fault.method} "
        f"{fault.problem}",
        "return a state that the game can reach",
    )
    found.place = fault.place
    return found
