"""Check that two positions with the same key stay alike when the same moves are played."""

from __future__ import annotations

from typing import Any

from ...game import State
from ...rules.snapshots import freeze
from ...user_code.locating import brief
from ..fault import Fault
from ..position import Position
from ..probe import Probe
from ..report import FAULT
from .keys import Seen, listed

__all__ = ["play_alike_after_collision"]

_WALKS = 3
_LONGEST = 6


def play_alike_after_collision(probe: Probe, position: Position, other: Seen) -> None:
    """Check that the same moves from two positions with one key get the same answers.

    Something that a key leaves out may make a difference only some moves later.
    """
    for walk in range(_WALKS if position.playable else 0):
        first, second = position.state, other.state
        moves = []
        actions = position.playable
        for ply in range(_LONGEST):
            action = actions[(walk + 2 * ply) % len(actions)]
            moves.append(action)
            try:
                first, second = probe.next_state(first, action), probe.next_state(second, action)
            except Fault:
                return  # reported when that position is checked, if it can occur
            answers = _answers(probe, first)
            for (method, here), (_, there) in zip(answers, _answers(probe, second), strict=False):
                if here != there:
                    raise Fault(
                        "key",
                        "leads apart",
                        f"gives {brief(position.key)} for two positions that the same moves lead "
                        f"to positions of which {method} differs; the other is met after "
                        f"{listed(other.moves)}",
                        "include everything that defines the position in the key, the player to "
                        "move too",
                        FAULT,
                        tuple(moves),
                    )
            actions = probe.legal_actions(first)
            if not actions:
                break


def _answers(probe: Probe, state: State) -> tuple[tuple[str, Any], ...]:
    """Return the answers of the rules about a state, with the names of the methods."""
    actions = probe.legal_actions(state)
    asked = probe.current_player(state) if actions else probe.returns(state)
    return (
        ("legal_actions", frozenset(map(freeze, actions))),
        ("current_player" if actions else "returns", asked),
        ("key", freeze(probe.key(state))),
    )
