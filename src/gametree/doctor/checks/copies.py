"""Checks of `copy` in games whose states change in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...game import Action, Game, State
from ...rules.snapshots import freeze, outline
from ...user_code.locating import brief
from ..fault import Fault
from ..position import Position
from ..probe import Probe
from ..report import FAULT

__all__ = ["copies_play_alike", "copies_stand_alone"]

_LONGEST_REPLAYED = 40
_MOST_REPLAYS = 20  # this many that agree by chance are very unlikely
_TRUSTED = "gametree.adapters.replayed.InPlace finds out which way of copying is right"


def copies_stand_alone(probe: Probe, position: Position) -> None:
    """Check that a copy equals the state and shares nothing with it that moves change."""
    if not probe.game.states_change:
        return
    before = freeze(position.state)
    answers = _answers(probe, position.state)
    copied = probe.copy(position.state)
    if outline(copied) != outline(position.state) or _answers(probe, copied) != answers:
        raise _fault(
            probe.game,
            "differs",
            f"returned {brief(copied)} for {brief(position.state)}",
            "forgets",
        )
    for action in position.playable[:3]:
        probe.next_state(position.state, action)
        if freeze(position.state) != before or _answers(probe, position.state) != answers:
            raise _fault(
                probe.game,
                "shares",
                "returned a copy that shares what next_state changes: a move on the copy changed "
                "the original",
                "shares",
                (action,),
            )


def copies_play_alike(probe: Probe, position: Position) -> None:
    """Check that moves lead to the same position whether the states were copied or not.

    Only this check finds what a state hides, in C code or in a closure.
    """
    moves = position.moves
    if not probe.game.states_change or not 0 < len(moves) <= _LONGEST_REPLAYED:
        return
    alone = _replayed(probe, moves)
    replayed = _answers(probe, alone)
    if replayed == _answers(probe, position.state):
        return
    if any(outline(_replayed(probe, moves)) != outline(alone) for _ in range(_MOST_REPLAYS)):
        return  # next_state itself is at fault; another check reports it
    for (method, copied), (_, expected) in zip(
        _answers(probe, position.state), replayed, strict=False
    ):
        if copied != expected:
            raise _fault(
                probe.game,
                "plays otherwise",
                f"leads to a position where {method} gives {brief(copied)}; the same moves played "
                f"without copies lead to one where it gives {brief(expected)}",
                "forgets",
            )


def _replayed(probe: Probe, moves: Sequence[Action]) -> State:
    """Return the position after these moves, each played on the state itself."""
    state = probe.initial_state()
    for action in moves:
        state = probe.call("next_state", state, action)
    return state


def _answers(probe: Probe, state: State) -> tuple[tuple[str, Any], ...]:
    """Return the answers of the rules about a state, with the names of the methods."""
    actions = probe.legal_actions(state)
    listed = ("legal_actions", tuple(map(freeze, actions)))
    if actions:
        return listed, ("current_player", probe.current_player(state))
    return listed, ("returns", probe.returns(state))


def _fault(game: Game, kind: str, problem: str, does: str, moves: tuple[Action, ...] = ()) -> Fault:
    if type(game).copy is Game.copy:
        problem = f"is copy.deepcopy here, and {problem}"
        advice = f"find the __deepcopy__ that {does} a part, or define copy(state); {_TRUSTED}"
    else:
        advice = f"find the part of the state that it {does}; {_TRUSTED}"
    return Fault("copy", kind, problem, advice, FAULT, moves)
