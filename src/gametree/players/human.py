"""The human player: a person at the terminal."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import IllegalMove
from ..game import Action, Game
from ..limits import Limit
from ..record import Record
from ..rules.hidden_information import refuse_hidden
from ..views.of_game import text_of
from .player import Choice, Player

__all__ = ["Human", "PlayerLeft"]


class PlayerLeft(KeyboardInterrupt):
    """A person has left the game: the program stops, as at Ctrl-C."""


class Human(Player):
    """A person, who is shown the position and asked for a move.

    Args:
        ask: returns the line typed after a prompt.
        tell: shows some lines.

    """

    name = "human"

    def __init__(
        self,
        ask: Callable[[str], str] = input,
        tell: Callable[[str], None] = print,
        /,  # so that no description of a player can set them
    ) -> None:
        self._ask = ask
        self._tell = tell

    def begin(self, game: Game, seat: int, seed: int) -> None:
        refuse_hidden(game, "a person at this prompt", "play it with gametree play")
        self._seat = seat

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        """Return the move that is typed; asks again if it is not legal.

        Raises:
            PlayerLeft: at the end of the input, or at Ctrl-C.

        """
        self._tell(f"\n{text_of(record.game, record.state)}\n")
        while True:
            try:
                text = self._ask(f"player {self._seat + 1}, your move: ")
            except (EOFError, KeyboardInterrupt):
                raise PlayerLeft(f"player {self._seat + 1} has left the game") from None
            if not text.strip():
                continue
            try:
                return Choice(_legal(record, text))
            except IllegalMove as error:
                self._tell(str(error))


def _legal(record: Record, text: str) -> Action:
    action = record.game.text_to_action(record.state, text)
    if action not in record.legal_actions():
        raise IllegalMove(f"{text.strip()} would repeat a position, which the rules forbid here")
    return action
