"""Texts of a game in the terminal: all of it, or only what the people who play may know."""

from __future__ import annotations

from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...views.of_game import text_of_information
from ..engine_game import EngineGame
from .boards import board_text, player_name

__all__ = ["Everything", "WhatPeopleKnow", "seen_by"]


class Everything:
    """Shows each position and each move to everybody."""

    moves_are_open = True

    def __init__(self, played: EngineGame) -> None:
        self._played = played

    def board(self) -> str | None:
        """Return the position as text; None if it is not shown."""
        played = self._played
        return board_text(played.game, played.state, played.previous)

    def chance(self, outcome: str) -> str | None:
        """Return a sentence about a chance event; None if it is not shown."""
        return f"chance brings {outcome}"

    def move(self, who: str, move: str) -> str | None:
        """Return a sentence about the engine's last move; None if it is hidden."""
        return f"{who} plays {move}"

    def before(self) -> str | None:
        """Return what the person to move confirms before they see the position, if anything."""
        return None


class WhatPeopleKnow(Everything):
    """Shows people what they know: the text of their information, and nothing else.

    Other players' moves and chance events appear as far as that text contains them. If several
    people play, they look at the screen one after another. A move that changes nothing of what
    they know, such as a try that failed in secret, leaves no trace on the screen.
    """

    moves_are_open = False

    def __init__(self, played: EngineGame, people: frozenset[int]) -> None:
        super().__init__(played)
        self._people = people
        self._shown: object = None  # what a person knew at the last board

    def board(self) -> str | None:
        """Return what the person knows whose turn it is, or the only person; all at the end."""
        played = self._played
        if played.finished:
            return super().board()
        person = min(self._people) if len(self._people) == 1 else played.player
        if is_chance(played.player) or person not in self._people:
            return None
        known = played.game.information_state(played.state, person)
        shown, self._shown = self._shown, (person, key_of_state(known))
        if shown == self._shown and played.player not in self._people:
            return None
        return text_of_information(played.game, known, person)

    def chance(self, outcome: str) -> str | None:
        """Return None: people see the event in what they know, if they may know it."""
        return None

    def move(self, who: str, move: str) -> str | None:
        """Return that a player has moved, if people notice; they see the move in what they know."""
        played = self._played
        noticed = played.finished or any(
            key_of_state(played.game.information_state(played.previous, person))
            != key_of_state(played.game.information_state(played.state, person))
            for person in self._people
        )
        return f"{who} has moved" if noticed else None

    def before(self) -> str | None:
        """Return a question to the person to move, if another person may be at the screen."""
        played = self._played
        if len(self._people) == 1 or played.player not in self._people:
            return None
        return f"{player_name(played.game, played.player)}: press Enter when only you can see this"


def seen_by(played: EngineGame, people: frozenset[int]) -> Everything:
    """Return the texts for the people who play; without people, everything is shown."""
    if played.hides_information and people:
        return WhatPeopleKnow(played, people)
    return Everything(played)
