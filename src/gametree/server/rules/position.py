"""A position as clients see it: who moves, the legal moves, the view."""

from __future__ import annotations

from typing import Any

from ...record import Record
from ...views.of_game import view_of

__all__ = ["position_of"]


def position_of(record: Record) -> dict[str, Any]:
    """Return the position that a record is at."""
    game, state = record.game, record.state
    over = record.over
    moves = [] if over else [game.action_to_text(state, each) for each in record.legal_actions()]
    previous = record.positions[-2] if record.actions else None
    view = view_of(game, state, previous).to_dict()
    view["moves"] = {name: zones for name, zones in view["moves"].items() if name in moves}
    return {
        "ply": len(record.actions),
        "player": None if over else record.player,
        "moves": moves,
        "view": view,
        "returns": list(record.returns) if over else None,
        "choosing": [],
        "chosen": None,
    }
