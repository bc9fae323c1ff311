"""The rules of a game, as a class that runs interpreted and compiled.

Five methods make a game. This one is whole:

    class Nim(Game):
        players = 2
        def __init__(self, counters=21): self.counters = counters
        def initial_state(self): return (self.counters, 0)
        def current_player(self, state): return state[1]
        def legal_actions(self, state): return range(1, min(3, state[0]) + 1)
        def next_state(self, state, action): return (state[0] - action, 1 - state[1])
        def returns(self, state): return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)

The search knows a game through these methods alone. It never assumes that
players take turns, that returns are within any bounds or sum to zero, or that
a game has two players.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, ClassVar

from .compilable import Compilable
from .errors import FinishedPosition, IllegalMove
from .rng import Rng

__all__ = ["Action", "Game", "State", "fresh_state"]

State = Any
"""A position. To be compiled: a tuple or NamedTuple of numbers, or a NumPy
record. Interpreted: any object."""

Action = Any
"""A move. To be compiled: an integer of 32 bits. Interpreted: any object."""


class Game(Compilable):
    """Base class of all games.

    A subclass must define `initial_state`, `current_player`, `legal_actions`,
    `next_state` and `returns`. It may define, for speed, `is_terminal`,
    `fill_legal_actions` and `random_action`; for strength, `heuristic`; for
    people, `state_to_text`, `action_to_text` and `text_to_action`.

    States are values: no method changes the state that it is given. A game
    whose states are mutable (NumPy records, say) overrides `copy` as well, and
    then `next_state` may change its argument and return it.
    """

    name: ClassVar[str] = ""
    """The name on the command line and in messages; by default from the class's name."""

    players: int = 2
    """Number of players, counted from 0."""

    max_actions: int = 64
    """How many legal actions `fill_legal_actions` may write. Exceeding it is
    an error only where a class writes its own `fill_legal_actions`."""

    draw_value: float = 0.0
    """What each player gets for a draw: the value of a playout that is cut
    off in a game without `heuristic`."""

    pieces: ClassVar[tuple[str, ...]] = ()
    """The characters for the stones of each player in `state_to_text`, used for
    nothing else there, so that a terminal can colour them."""

    # Which of the optional methods the class defines: constants in compiled code.
    defines_is_terminal: ClassVar[bool] = False
    defines_random_action: ClassVar[bool] = False
    defines_heuristic: ClassVar[bool] = False
    states_change: ClassVar[bool] = False  # it defines `copy`

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if not vars(cls).get("name"):
            cls.name = _snake_case(cls.__name__)
        cls.defines_is_terminal = cls.is_terminal is not Game.is_terminal
        cls.defines_random_action = cls.random_action is not Game.random_action
        cls.defines_heuristic = cls.heuristic is not Game.heuristic
        cls.states_change = cls.copy is not Game.copy

    # The rules: what a game must define.

    def initial_state(self) -> State:
        """Return the first position."""
        raise NotImplementedError(_missing(self, "initial_state"))

    def current_player(self, state: State) -> int:
        """Return the player to move, from 0 to `players` - 1. Never asked at the end."""
        raise NotImplementedError(_missing(self, "current_player"))

    def legal_actions(self, state: State) -> Iterable[Action]:
        """Return the legal actions, each once. None exactly when the game is over."""
        raise NotImplementedError(_missing(self, "legal_actions"))

    def next_state(self, state: State, action: Action) -> State:
        """Return the position after a legal action."""
        raise NotImplementedError(_missing(self, "next_state"))

    def returns(self, state: State) -> Sequence[float]:
        """Return what each player has got in a finished position: a tuple of `players` numbers."""
        raise NotImplementedError(_missing(self, "returns"))

    # Optional: for speed.

    def is_terminal(self, state: State) -> bool:
        """Tell whether the game is over."""
        for _ in self.legal_actions(state):
            return False
        return True

    def fill_legal_actions(self, state: State, out: MutableSequence[Action]) -> int:
        """Write the legal actions to `out` from index 0 on; return how many there are.

        Only those that fit are written: the caller tries again with more room.
        """
        count = 0
        for action in self.legal_actions(state):
            if count < len(out):
                out[count] = action
            count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> Action:
        """Return a legal action, each with the same probability."""
        actions = list(self.legal_actions(state))
        return actions[rng.below(len(actions))]

    # Optional: for strength.

    def heuristic(self, state: State) -> Sequence[float]:
        """Return a guess of `returns` for a position where the game goes on."""
        raise NotImplementedError(_missing(self, "heuristic"))

    # Optional: for games whose states are mutable.

    def copy(self, state: State) -> State:
        """Return a state equal to `state` that can be changed apart from it."""
        return state

    # Optional: for people.

    def state_to_text(self, state: State) -> str:
        """Return the position as one or more lines of text."""
        return str(state)

    def action_to_text(self, state: State, action: Action) -> str:
        """Return the name of a legal action in a position, as people write it."""
        return str(action)

    def text_to_action(self, state: State, text: str) -> Action:
        """Return the legal action that `text` names.

        Upper and lower case count as one.

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
        if not names:
            raise FinishedPosition("the game is over in this position: there are no legal moves")
        listed = ", ".join(list(names)[:12]) + (", ..." if len(names) > 12 else "")
        raise IllegalMove(f"{text.strip()!r} is no legal move here; legal moves are {listed}")


def _missing(game: Game, method: str) -> str:
    return f"{type(game).__name__} must define the method {method}"


def _snake_case(name: str) -> str:
    """Return e.g. connect_four for ConnectFour, and game_2048 for Game2048."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=[0-9])", "_", name).lower()


def fresh_state(game: Game, state: State, room: Any) -> State:
    """Return `state` itself where states are values, else a copy that may be changed.

    Compiled, a record is copied to `room`, an array of one record.
    """
    return game.copy(state) if game.states_change else state
