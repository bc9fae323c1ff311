"""Two positions of one key: the same moves must lead both to positions of one key again."""

from __future__ import annotations

from typing import Any

from ...game import State
from ...rules.snapshots import freeze
from ..fault import Fault, told
from ..position import Position
from ..probe import Probe
from ..report import FAULT
from .keys import Seen, listed

__all__ = ["lead_alike"]

_WALKS = 3
_LONGEST = 6


def lead_alike(probe: Probe, position: Position, other: Seen) -> None:
    """Insist that a position and another of the same key are answered alike from there on.

    What a key forgets may show itself only some moves later.
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
                return  # told where that position is looked at, if it can come about
            answers = _answers(probe, first)
            for (method, here), (_, there) in zip(answers, _answers(probe, second), strict=False):
                if here != there:
                    raise Fault(
                        "key",
                        "leads apart",
                        f"gives {told(position.key)} for two positions that the same moves take "
                        f"to positions of which {method} differs; the other is met after "
                        f"{listed(other.moves)}",
                        "take all that makes the position into the key, the player to move "
                        "included",
                        FAULT,
                        tuple(moves),
                    )
            actions = probe.legal_actions(first)
            if not actions:
                break


def _answers(probe: Probe, state: State) -> tuple[tuple[str, Any], ...]:
    actions = probe.legal_actions(state)
    asked = probe.current_player(state) if actions else probe.returns(state)
    return (
        ("legal_actions", frozenset(map(freeze, actions))),
        ("current_player" if actions else "returns", asked),
        ("key", freeze(probe.key(state))),
    )
