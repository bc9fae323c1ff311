"""Moves of rules that list none: those that a test allows, or the states that may come next."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from typing import Any

from ...errors import BadParameter
from . import roles
from .expressions import Expression
from .members import Member

__all__ = ["moves_and_play"]

_SIZES = re.compile(r"\d+(x\d+)*")


def moves_and_play(
    found: Callable[..., Member | None], given: Mapping[str, Any], turn: Member | None
) -> tuple[Member | None, Member | None]:
    """Return what lists moves, and what plays one, by `candidates` or `successors`.

    Either is None where nothing of the kind was given.

    Args:
        found: returns the member that has a role.
        given: what the user chose, by keyword.
        turn: what tells whose turn it is.

    Raises:
        BadParameter: if nothing tells whether a candidate is legal.

    """
    if given.get("successors") is not None:
        following = found(roles.SUCCESSORS, turn=turn)
        assert following is not None
        named: dict[str, Any] = {"following": following.ask}
        number = Expression("list(range(len(following(state))))", **named)
        chosen = Expression("following(state)[asked]", "state, asked", **named)
        moves = Member(following.name, 0, number, following=following.ask)
        return moves, Member(following.name, 1, chosen)
    if given.get("candidates") is None:
        return None, None
    valid = found(roles.VALID, turn=turn)
    if valid is None:
        raise BadParameter(
            "candidates= needs a test whether a move is legal: give valid=, the name of a method "
            "that takes a move, or a function of a state and a move"
        )
    candidates = _candidates(given["candidates"])
    if callable(candidates):
        text = "[move for move in candidates(state) if valid(state, move)]"
    else:
        text = "[move for move in candidates if valid(state, move)]"
    return Member(valid.name, 0, Expression(text, candidates=candidates, valid=valid.ask)), None


def _candidates(given: Any) -> Any:
    """Return candidates as a tuple, or as the function that gives them."""
    if callable(given):
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        given = str(given)
    if isinstance(given, str):
        if not _SIZES.fullmatch(given):
            raise BadParameter(
                "candidates must be moves, a function of a state, a number of moves such as 9, or "
                f"the sizes of a board such as 3x3, not {given!r}"
            )
        sizes = [int(size) for size in given.split("x")]
        moves = itertools.product(*map(range, sizes))
        return tuple(moves) if len(sizes) > 1 else tuple(range(sizes[0]))
    return tuple(given)
