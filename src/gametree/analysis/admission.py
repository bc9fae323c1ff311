"""The games and players that a query may name."""

from __future__ import annotations

import re
from collections.abc import Collection

from .. import games
from ..errors import BadQuery, GametreeError
from ..players.registry import make_player, split_description
from .query import Query

__all__ = ["admit", "bundled_games", "check_player"]

_PLAYERS = ("mcts", "flat", "alphabeta", "greedy", "random", "perfect", "level")

# Nobody who sends a query may have a program run or a file opened.
_FILE = re.compile(r"[/\\]|\.py|\bnet\s*=", re.IGNORECASE)

# What a worker takes is for the pool to say.
_OURS = re.compile(r"\b(workers|parallel|ponder|memory)\b")


def bundled_games() -> tuple[str, ...]:
    """Return the names of the games that come with the package."""
    return games.names() + games.hidden_names()


def admit(query: Query, allowed: Collection[str]) -> None:
    """Check the game and the player that a query names.

    Raises:
        BadQuery: if the game is not among those allowed, or the player could open a file or
            take more than its share.

    """
    if query.game not in allowed:
        known = ", ".join(sorted(allowed))
        raise BadQuery(f"there is no game {query.game!r} here; games are {known}", "game")
    kind = check_player(query.player)
    if query.kind != "choose" and kind != "mcts":
        raise BadQuery(
            f"to {query.kind}, player must be mcts with its parameters, not {query.player!r}",
            "player",
        )


def check_player(description: str) -> str:
    """Check a player that somebody else has described; return its kind.

    Raises:
        BadQuery: if there is no such player, or it could open a file, run a program or take more
            than its share.

    """
    kind, rest = split_description(description)
    if kind not in _PLAYERS or _FILE.search(description):
        raise BadQuery(
            f"player must be one of {', '.join(_PLAYERS)}, with no file in its description, not "
            f"{description!r}",
            "player",
        )
    if _OURS.search(rest):
        raise BadQuery(
            "workers, parallel, ponder and memory are not for others to say: leave them out of "
            f"player, which is {description!r}",
            "player",
        )
    try:
        make_player(description)
    except GametreeError as error:
        raise BadQuery(str(error), "player") from error
    return kind
