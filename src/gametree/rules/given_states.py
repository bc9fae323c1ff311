"""Converts states that users pass to the game's own form, or refuses them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from plainpython.forms import Anything, Form, OtherForm, form_of, type_in_words

from ..errors import BadParameter, GameError, InvalidState
from ..game import Game, State
from ..primitives.rng import Rng
from .checked_game import CheckedGame
from .random_game import random_game

__all__ = ["GivenStates"]

# Random games that are looked through before a state is refused.
_GAMES = 4
_PLIES = 300


class GivenStates:
    """The states of a game: each is made of what the first one is made of.

    Only a game whose states do change their form on the way, by the look of some random
    games, is passed states of another form as they are; it may run interpreted alone.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._checked = CheckedGame(game)

    @cached_property
    def first(self) -> State:
        """The first state.

        Raises:
            GameError: if there is none.

        """
        return self._checked.initial_state()

    def taken(self, state: State) -> State:
        """Return what is searched for a state that a user passes.

        Raises:
            InvalidState: if it is no state of this game.
            GameError: if the rules break their contract.

        """
        state = self._game.taken_state(state)
        try:
            return self._form.taken(state)
        except OtherForm:
            if self._form_changes:
                return state
        raise InvalidState(
            f"this is no state of {type(self._game).__name__}: expected {self._form}, as "
            f"initial_state gives, got {type_in_words(state)}"
        )

    def taken_history(self, history: Iterable[State]) -> list[State]:
        """Return the positions before the searched one, taken in the same way.

        Raises:
            BadParameter: if they cannot be listed.
            InvalidState: if one is no state of this game; the message says which.

        """
        try:
            states = list(history)
        except TypeError:
            raise BadParameter(
                f"history must be a list of positions, not {type_in_words(history)}"
            ) from None
        taken = []
        for place, state in enumerate(states):
            try:
                taken.append(self.taken(state))
            except InvalidState as error:
                raise InvalidState(f"history[{place}]: {error}") from None
        return taken

    @cached_property
    def _form(self) -> Form:
        return Anything() if self._game.interpreted_only else form_of(self.first)

    @cached_property
    def _form_changes(self) -> bool:
        rng = Rng(0)
        try:
            for _ in range(_GAMES):
                for state in random_game(self._checked, rng, _PLIES):
                    self._form.taken(state)
        except (OtherForm, GameError):
            return True
        return False
