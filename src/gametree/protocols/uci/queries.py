"""Queries of UGI: who is to move, whether the game is over, and who has won."""

from __future__ import annotations

from ...errors import BadParameter
from ...record import Record

__all__ = ["answer_to"]


def answer_to(words: list[str], record: Record | None) -> str:
    """Return the answer to a query about a position; `none` if there is no position.

    Raises:
        BadParameter: if there is no such query.

    """
    if words not in (["p1turn"], ["gameover"], ["result"]):
        raise BadParameter("query is followed by p1turn, gameover or result")
    if record is None:
        return "none"
    match words[0]:
        case "p1turn":
            return str(not record.over and record.player == 0).lower()
        case "gameover":
            return str(record.over).lower()
    return _result(record)


def _result(record: Record) -> str:
    """Return who has won: who alone has got the most."""
    if not record.over:
        return "none"
    returns = record.returns
    best = max(returns)
    if returns.count(best) > 1 or (len(returns) == 1 and best <= record.game.draw_value):
        return "draw"
    return f"p{returns.index(best) + 1}win"
