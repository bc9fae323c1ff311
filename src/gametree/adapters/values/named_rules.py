"""A game whose answers are checked; errors name the method and the moves that lead there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...game import Action, Game, State
from .faults import ask, fault, listed, number, something

__all__ = ["NamedRules"]


class NamedRules:
    """A game whose answers are checked."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[Action] = []

    def actions(self, state: State) -> list[Action]:
        return listed(
            self._name("legal_actions"),
            self._ask("legal_actions", state),
            "a list of actions",
            self.moves,
        )

    def mover(self, state: State) -> int:
        player = self._ask("current_player", state)
        if player not in range(self.game.players):
            expected = f"a player from 0 to {self.game.players - 1} was expected"
            raise fault(
                self._name("current_player"), f"returned {player!r}; {expected}", self.moves
            )
        return int(player)

    def after(self, state: State, action: Action) -> State:
        name = self._name("next_state")
        where = [*self.moves, action]
        following = ask(name, self.game.next_state, where, self.game.copy(state), action)
        return something(name, following, "the next state", where)

    def successors(self, state: State, actions: Sequence[Action]) -> list[State]:
        return [self.after(state, action) for action in actions]

    def returns(self, state: State) -> tuple[float, ...]:
        name = self._name("returns")
        given = listed(
            name, self._ask("returns", state), f"{self.game.players} numbers", self.moves
        )
        if len(given) != self.game.players:
            raise fault(
                name, f"returned {given!r}; {self.game.players} numbers were expected", self.moves
            )
        return tuple(number(name, value, self.moves) for value in given)

    def draw(self) -> tuple[float, ...]:
        return (self.game.draw_value,) * self.game.players

    def _ask(self, method: str, *arguments: Any) -> Any:
        return ask(self._name(method), getattr(self.game, method), self.moves, *arguments)

    def _name(self, method: str) -> str:
        return f"{type(self.game).__name__}.{method}"
