"""Records as players receive them: in a game that hides something, what their seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, cast

from ..errors import BadParameter
from ..game import Action
from ..record import Record
from ..rules.hidden_information import refuse_hidden
from .player import Player

__all__ = ["SeatRecord", "record_for"]

_ALONE = "use record.known, which is all that the player knows, and record.legal_actions()"


class SeatRecord:
    """A game as the player to move knows it, in place of a `Record`.

    Everything else that a `Record` has is refused with a sentence: it would show what is hidden.

    Attributes:
        game: the rules; those of simultaneous moves as `rules.one_by_one.OneByOne`.
        player: the player to move.
        known: what `information_state` returns for that player.

    """

    over = False

    def __init__(self, record: Record, reader: str) -> None:
        self.game = record.game
        self.player = record.player
        if not self.game.defines_information_state:
            refuse_hidden(self.game, f"the player {reader}")
        self.known = self.game.information_state(record.state, self.player)
        self._legal = record.legal_actions()
        self._reader = reader

    def legal_actions(self) -> Sequence[Action]:
        """Return the moves that may be made."""
        return self._legal

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_") or not (hasattr(Record, name) or name in ("positions", "actions")):
            raise AttributeError(f"a record for one seat has no attribute {name!r}")
        rules: Any = self.game
        hiding = getattr(rules, "users_class", type(rules).__name__)
        raise BadParameter(
            f"{self._reader}.choose reads record.{name}, but {hiding} hides something from "
            f"player {self.player}: {_ALONE}"
        )


def record_for(player: Player, record: Record) -> Record:
    """Return a record that shows a player nothing that their seat may not know.

    The players of gametree receive the whole record: they use the information of their seat alone,
    or refuse a game that hides something before it begins. A user's `choose` gets a `SeatRecord`.
    """
    if not record.game.hides_information or _is_ours(player):
        return record
    return cast(Record, SeatRecord(record, type(player).__name__))


def _is_ours(player: Player) -> bool:
    """Return True if the method `choose` of a player is gametree's own."""
    if "choose" in vars(player):
        return False
    owner = next(cls for cls in type(player).__mro__ if "choose" in vars(cls))
    return owner.__module__.partition(".")[0] == "gametree"
