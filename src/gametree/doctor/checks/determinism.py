"""Checks that the same call with the same state gives the same answer."""

from __future__ import annotations

from typing import Any

from ...actors import is_player
from ...rules.snapshots import freeze, outline
from ...user_code.locating import brief
from ..fault import Fault
from ..position import Position
from ..probe import Probe
from ..report import FAULT

__all__ = ["answers_stay", "key_stays", "successors_stay"]

_MOST_PLAYED = 50


def answers_stay(probe: Probe, position: Position) -> None:
    """Check that every method gives the same answer when it is called again."""
    state = position.state
    again: Any = probe.legal_actions(state)
    _same("legal_actions", position.actions, again)
    _equal_moves(position.actions, again)
    if position.player is not None:
        _same("current_player", position.player, probe.current_player(state))
    if position.outcomes is not None:
        outcomes = probe.chance_outcomes(state, position.actions)
        _same("chance_outcomes", position.outcomes, outcomes)
    if position.returns is not None:
        _same("returns", position.returns, probe.returns(state))
    if probe.game.defines_heuristic and not position.finished:
        _same("heuristic", probe.heuristic(state), probe.heuristic(state))
    if probe.game.defines_observation and is_player(position.player):
        first, again = (probe.observation(state, position.player) for _ in range(2))
        _same("observation", first, again)
    if position.key is not None:
        _same("key", position.key, probe.key(state))


def successors_stay(probe: Probe, position: Position) -> None:
    """Check that every legal action leads to a position, the same each time."""
    for index, action in enumerate(position.some(_MOST_PLAYED)):
        successor = probe.next_state(position.state, action)
        if index < 3:
            again = probe.next_state(position.state, action)
            if outline(again) != outline(successor):
                raise Fault(
                    "next_state",
                    "not repeatable",
                    f"returned {brief(successor)} and then {brief(again)} for the same state and "
                    "action",
                    "chance has no place in next_state",
                    FAULT,
                    (action,),
                )


def key_stays(probe: Probe, position: Position) -> None:
    """Check that the key of a position stays the same after the key of another was computed."""
    for action in position.playable[:1] if position.key is not None else ():
        try:
            probe.key(probe.next_state(position.state, action))
        except Fault:
            return  # reported when that position is checked
        _same("key", position.key, probe.key(position.state))


def _same(method: str, first: Any, second: Any) -> None:
    if freeze(first) != freeze(second):
        raise Fault(
            method,
            "not repeatable",
            f"returned {brief(first)} and then {brief(second)} for the same state",
            "an answer may depend on the state alone",
        )


def _equal_moves(first: list[Any], again: list[Any]) -> None:
    """Check that a move equals itself when it is listed again: moves are looked up by ==."""
    for action, repeated in zip(first, again, strict=True):
        try:
            equal = bool(action == repeated)
        except Exception:  # NumPy arrays have no one answer
            equal = False
        name = type(action).__name__
        if not equal:
            raise Fault(
                "legal_actions",
                "unequal moves",
                f"gave the move {brief(action)}, and asked again {brief(repeated)}, of the same "
                "contents, but == says that they differ",
                f"give the class {name} __eq__ and __hash__ (@dataclass(frozen=True) does), or "
                "let moves be integers, text or tuples of them",
            )
        if _hash(action) != _hash(repeated):
            raise Fault(
                "legal_actions",
                "unequal hashes",
                f"gave two equal moves {brief(action)} of which the hashes differ",
                f"let __hash__ of {name} go by what its __eq__ compares",
            )


def _hash(action: Any) -> int:
    try:
        return hash(action)
    except Exception:  # not hashable, so nothing relies on it
        return 0
