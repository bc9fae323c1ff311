"""Games as people see them: names, texts of positions and of actions, views."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import FinishedPosition, IllegalMove
from ..primitives.proposals import DrawnOutcomes
from .basic_rules import Action, BasicRules, State

if TYPE_CHECKING:
    from ..views.view import Piece, View

__all__ = ["Texts", "legal_action", "snake_case", "title_of", "typed_value"]


class Texts(BasicRules):
    """The methods that show a game to people, and read what they type."""

    name: ClassVar[str] = ""
    """The name on the command line and in messages; by default from the class's name."""

    title: ClassVar[str] = ""
    """How people write the name, where that is not the name with spaces: Can't Stop."""

    pieces: ClassVar[tuple[str, ...]] = ()
    """The characters for the stones of each player in `state_to_text`, used for
    nothing else there, so that a terminal can colour them; in upper case, too, such as kings."""

    def state_to_text(self, state: State) -> str:
        """Return the position as one or more lines of text."""
        return str(state)

    def view(self, state: State) -> View | None:
        """Return how the position is drawn; None: by its text, with moves as buttons.

        Made by `gametree.views`; asked interpreted only. `views.view_of(game, state)` shows it.
        """
        return None

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> State | None:
        """Return the position with these pieces, so that people can set it up; the inverse of view.

        Asked interpreted only. None: gametree looks for the cells in the states, and asks you if
        they hold more than that.

        Args:
            pieces: the piece on each cell that is not empty, by the `id` of the cell in `view`.
            player: who moves.

        Raises:
            BadParameter: if the rules have no such position; the message says why.

        """
        return None

    def action_to_text(self, state: State, action: Action) -> str:
        """Return the name of a legal action in a position, as people write it."""
        return str(action)

    def text_to_action(self, state: State, text: str) -> Action:
        """Return the legal action that `text` names.

        Upper and lower case count as one, and spaces count only where names differ in nothing
        else: (4,4) names the tuple (4, 4).

        Raises:
            IllegalMove: if it names no legal action here; the message lists some that are.

        """
        wanted = text.strip().casefold()
        names = {}
        for action in self.legal_actions(state):
            name = self.action_to_text(state, action)
            if name.casefold() == wanted:
                return action
            names[name] = action
        if self.proposes_actions:
            with suppress(LookupError, SyntaxError, ValueError):
                return legal_action(typed_value(text), self.legal_actions(state))
        squeezed = "".join(wanted.split())
        alike = [name for name in names if "".join(name.casefold().split()) == squeezed]
        if squeezed and len(alike) == 1:
            return names[alike[0]]
        if not names:
            raise FinishedPosition("the game is over in this position: there are no legal moves")
        listed = ", ".join(list(names)[:12]) + (", ..." if len(names) > 12 else "")
        raise IllegalMove(f"{text.strip()!r} is no legal move here; legal moves are {listed}")


def legal_action(action: Action, legal: Iterable[Action]) -> Action:
    """Return the legal action that equals `action`, as the rules write it: 2, say, for 2.0.

    Raises:
        LookupError: if there is none; what cannot be compared equals nothing.

    """
    if isinstance(legal, DrawnOutcomes):
        return legal.taken(action)
    if isinstance(legal, range):  # however long it is
        with suppress(Exception):
            whole = int(action)
            if whole == action and whole in legal:
                return whole
        raise LookupError
    for each in legal:
        with suppress(Exception):
            if each == action:
                return each
    raise LookupError


def typed_value(text: str) -> Any:
    """Return the number or tuple that somebody types, or else the text itself.

    Raises:
        SyntaxError, ValueError: if it looks like one and is none.

    """
    text = text.strip()
    return literal_eval(text) if text[:1] in "+-.0123456789([" and text else text


def snake_case(name: str) -> str:
    """Return e.g. connect_four for ConnectFour, game_2048 for Game2048, and as_a_die for AsADie."""
    words = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[0-9])"
    return re.sub(words, "_", name).lower()


def title_of(game: Texts | type[Texts]) -> str:
    """Return how people write the name of a game."""
    users = getattr(game, "users_title", "") if isinstance(game, Texts) else ""  # of an adapter
    return game.title or users or game.name.replace("_", " ")
