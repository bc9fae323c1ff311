"""The page of a review: plays through the game, with the curve and the lines on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import Game, title_of
from ..naming.named_moves import action_named
from ..record import Record
from ..replays.boards import Boards
from ..replays.game_replay import GameReplay
from ..replays.page import replay_page
from .lines import record_at

__all__ = ["review_page"]


def review_page(replay: GameReplay, review: dict[str, Any]) -> str:
    """Return a page that loads nothing and works from disk.

    Args:
        replay: the game.
        review: what `Review.to_dict` says of it.

    """
    game, positions = replay.game, replay.record.positions
    boards = Boards(game)
    shown = [
        boards.add(state, positions[ply - 1] if ply else None)
        for ply, state in enumerate(positions)
    ]
    lines = []
    for each in review["reviewed"]:
        lines = [fact["moves"] for fact in each["facts"]]
        for line in (each["best"]["line"], *lines):
            lines.append([each["ply"], line, _line(boards, game, replay.record, each["ply"], line)])
    return replay_page(
        f"Review of {title_of(game)}: {' - '.join(replay.players)}",
        "review",
        {"review": review, "positions": shown, "lines": lines, **boards.to_dict()},
    )


def _line(boards: Boards, game: Game, record: Record, ply: int, names: Sequence[str]) -> list[int]:
    """Return the pictures of the positions of a line."""
    again = record_at(record, ply)
    found = []
    for name in names:
        previous = again.state
        again.play(action_named(again, name))
        found.append(boards.add(again.state, previous))
    return found
