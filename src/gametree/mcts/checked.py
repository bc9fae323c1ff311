"""The rules under watch: every answer of the game is checked as it is given.

Too slow to search with; used on the first position, on one playout before
compiling, and to find out what went wrong when a search failed: the failed
simulation is run again, interpreted, with the same random numbers.
"""

from __future__ import annotations

import math
from typing import Any

from ..errors import GameError
from ..game import Action, Game, State
from ..rng import Rng
from .workspace import ActionsFull

__all__ = ["CheckedGame", "rehearse"]

_SHOWN_MOVES = 60


class CheckedGame(Game):
    """A game that raises `GameError` as soon as the wrapped one breaks its contract."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.draw_value = game.draw_value
        self.moves: list[Action] = []
        # Read by the search in place of those of this class.
        self.defines_is_terminal = game.defines_is_terminal  # type: ignore[misc]
        self.defines_random_action = game.defines_random_action  # type: ignore[misc]
        self.defines_heuristic = game.defines_heuristic  # type: ignore[misc]
        # No state is kept in the tree: every move must pass through here.
        self.states_change = True  # type: ignore[misc]

    def initial_state(self) -> State:
        state = self._call("initial_state")
        if state is None:
            raise self._fault("initial_state", "returned nothing; a state was expected")
        return state

    def current_player(self, state: State) -> int:
        player = self._call("current_player", state)
        try:
            legal = int(player) == player and 0 <= player < self.players
        except (TypeError, ValueError):
            legal = False
        if not legal:
            expected = f"a player from 0 to {self.players - 1} was expected"
            raise self._fault("current_player", f"returned {player!r}; {expected}")
        return int(player)

    def legal_actions(self, state: State) -> list[Action]:
        actions = self._call("legal_actions", state)
        try:
            return list(actions)
        except TypeError:
            expected = "a list of actions was expected"
            raise self._fault("legal_actions", f"returned {actions!r}; {expected}") from None

    def next_state(self, state: State, action: Action) -> State:
        # Compiled trees hand out NumPy integers; the rules get what they gave.
        action = action.item() if hasattr(action, "item") else action
        self.moves.append(action)
        successor = self._call("next_state", state, action)
        if successor is None:
            raise self._fault("next_state", "returned nothing; the next state was expected")
        return successor

    def returns(self, state: State) -> list[float]:
        return self._values("returns", self._call("returns", state))

    def heuristic(self, state: State) -> list[float]:
        return self._values("heuristic", self._call("heuristic", state))

    def is_terminal(self, state: State) -> bool:
        finished = self._call("is_terminal", state)
        if not finished and not self.legal_actions(state):
            raise self._fault(
                "legal_actions",
                "returned no action, yet is_terminal says that the game goes on",
            )
        return bool(finished)

    def fill_legal_actions(self, state: State, out: Any) -> int:
        room = [0] * len(out)
        try:
            count = self.game.fill_legal_actions(state, room)
        except IndexError as error:
            advice = f"out had room for {len(out)} actions: declare a larger max_actions"
            raise self._fault(
                "fill_legal_actions", f"raised IndexError: {error} ({advice})"
            ) from error
        except GameError:
            raise
        except Exception as error:
            method = "fill_legal_actions"
            if type(self.game).fill_legal_actions is Game.fill_legal_actions:
                method = "legal_actions"
            raise self._raised(method, error) from error
        if not isinstance(count, int):
            raise self._fault(
                "fill_legal_actions", f"returned {count!r}; the number of actions was expected"
            )
        if count > len(out):
            raise ActionsFull
        for index, action in enumerate(room[:count]):
            if hasattr(out, "dtype") and not -(1 << 31) <= action < 1 << 31:
                raise self._fault(
                    "legal_actions", f"gave the action {action!r}; compiled actions have 32 bits"
                )
            out[index] = action
        return count

    def random_action(self, state: State, rng: Rng) -> Action:
        action = self._call("random_action", state, rng)
        if action not in self.legal_actions(state):
            raise self._fault("random_action", f"returned {action!r}, which is not legal there")
        return action

    def copy(self, state: State) -> State:
        return self._call("copy", state)

    def _call(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self.game, method)(*arguments)
        except GameError:  # a game that watches over another one has said it already
            raise
        except Exception as error:
            raise self._raised(method, error) from error

    def _values(self, method: str, values: Any) -> list[float]:
        expected = f"{self.players} finite numbers were expected"
        try:
            numbers = [float(value) for value in values]
        except (TypeError, ValueError):
            raise self._fault(method, f"returned {values!r}; {expected}") from None
        if len(numbers) != self.players or not all(map(math.isfinite, numbers)):
            raise self._fault(method, f"returned {values!r}; {expected}")
        return numbers

    def _raised(self, method: str, error: Exception) -> GameError:
        told = f"raised {type(error).__name__}"
        return self._fault(method, f"{told}: {error}" if str(error) else told)

    def where(self) -> str:
        """Return the moves that led to where the game is."""
        if not self.moves:
            return "(in the searched position)"
        shown = " ".join(map(str, self.moves[:_SHOWN_MOVES]))
        more = " ..." if len(self.moves) > _SHOWN_MOVES else ""
        return f"(after the moves {shown}{more})"

    def _fault(self, method: str, problem: str) -> GameError:
        return GameError(f"{type(self.game).__name__}.{method} {problem} {self.where()}")


def rehearse(game: Game, state: State, plies: int = 300) -> None:
    """Play some random moves under watch; raise `GameError` for what is wrong."""
    checked = CheckedGame(game)
    rng = Rng(0)
    state = checked.copy(state)
    for _ in range(plies):
        if checked.is_terminal(state):
            checked.returns(state)
            return
        checked.current_player(state)
        actions = checked.legal_actions(state)
        state = checked.next_state(state, actions[rng.below(len(actions))])
