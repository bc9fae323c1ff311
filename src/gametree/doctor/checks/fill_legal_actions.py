"""Check of `fill_legal_actions`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...game import Game
from ...rules.snapshots import freeze
from ...user_code.locating import brief
from ..fault import Fault
from ..position import Position
from ..probe import Probe

__all__ = ["fill_agrees"]


def fill_agrees(probe: Probe, position: Position) -> None:
    """Check that exactly the legal actions are written, and at most max_actions."""
    game = probe.game
    if type(game).fill_legal_actions is Game.fill_legal_actions:
        return
    if position.finished and game.defines_is_terminal:
        return  # nobody asks
    method = "fill_legal_actions"
    room = _Room(game.max_actions)
    try:
        count = probe.call(method, position.state, room)
    except Fault as fault:
        if room.beyond is None:
            raise
        raise _overfull(game, f"wrote to out[{room.beyond}]") from fault
    if isinstance(count, bool) or not hasattr(count, "__index__"):
        raise Fault(method, "no count", f"returned {brief(count)}; the number of actions expected")
    if len(room) != game.max_actions:
        raise Fault(
            method,
            "resizes out",
            "changed the length of out",
            "write out[0], out[1] and so on, and return how many",
        )
    if count > game.max_actions:
        raise _overfull(game, f"returned {count}")
    if count < 0 or Counter(map(freeze, room[:count])) != Counter(map(freeze, position.actions)):
        raise Fault(
            method,
            "disagrees",
            f"wrote {brief(room[: max(0, count)])} where legal_actions gives "
            f"{brief(position.actions)}",
        )


class _Room(list[Any]):
    """A list of fixed length that remembers an index out of its bounds."""

    def __init__(self, size: int) -> None:
        super().__init__([None] * size)
        self.beyond: Any = None

    def __setitem__(self, index: Any, action: Any) -> None:
        if not isinstance(index, slice) and not 0 <= index < len(self):
            self.beyond = index
            raise IndexError(f"out has no index {index}")
        super().__setitem__(index, action)


def _overfull(game: Game, done: str) -> Fault:
    return Fault(
        "fill_legal_actions",
        "too many",
        f"{done}, but max_actions is {game.max_actions}",
        "declare max_actions as the most legal actions that there can be",
    )
