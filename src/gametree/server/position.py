"""A position as clients see it: who moves, the legal moves, the view."""

from __future__ import annotations

from typing import Any

from ..record import Record

__all__ = ["position_of"]


def position_of(record: Record) -> dict[str, Any]:
    """Return the position that a record is at."""
    game, state = record.game, record.state
    over = record.over
    moves = [] if over else [game.action_to_text(state, each) for each in record.legal_actions()]
    return {
        "ply": len(record.actions),
        "player": None if over else record.player,
        "moves": moves,
        "view": _view(record, moves),
        "returns": list(record.returns) if over else None,
    }


def _view(record: Record, moves: list[str]) -> dict[str, Any]:
    text = record.game.state_to_text(record.state)
    return {
        "width": 0,
        "height": 0,
        "cells": [],
        "lines": [],
        "texts": [],
        "falls": False,
        "moves": {name: [] for name in moves},
        "last": [],
        "text": text,
    }
