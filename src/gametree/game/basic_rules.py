"""The rules of a game: the five methods, and faster forms of what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, ClassVar

from plainpython.compilable import Compilable, native_twin

from ..actors import Actor
from ..primitives.proposals import proposed, unlisted_actions
from ..primitives.rng import Rng

__all__ = ["Action", "BasicRules", "State", "missing_method"]

State = Any
"""A position. To be compiled: a number, text, tuple, list, dict, set, NumPy array, NamedTuple,
dataclass, object of your own class or enumeration's member, or these within each other; or
a NumPy record. Interpreted: any object."""

Action = Any
"""A move. To be compiled: a number, an enumeration's member, None, a text of at most eight
characters, a tuple of such; those of a game may be of several kinds. Interpreted: any object."""


def _native_random_action(game: BasicRules, state: State, rng: Rng) -> Any:
    if game.proposes_actions:
        return proposed(game, state, rng)
    actions: Any = game.legal_actions(state)
    return actions[rng.below(len(actions))]


class BasicRules(Compilable):
    """The methods that a game must define, and those that it may define to be faster."""

    players: int = 2
    """Number of players, counted from 0."""

    max_actions: int = 64
    """How many legal actions `fill_legal_actions` may write. Exceeding it is
    an error only where a class writes its own `fill_legal_actions`."""

    min_return: float = -1.0
    """The least that a player can get. Proofs rest on it (`solver=True`)."""

    max_return: float = 1.0
    """The most that a player can get."""

    draw_value: float = 0.0
    """What each player gets for a draw: the value of a playout that is cut
    off in a game without `heuristic`."""

    misere: bool = False
    """Whether a player may lose by the very move that ends the game, as in misère games.
    Only `check` asks: it takes that for returns with the wrong sign otherwise."""

    # Set by the methods that a class defines: constants in compiled code.
    defines_is_terminal: ClassVar[bool] = False
    defines_random_action: ClassVar[bool] = False

    proposes_actions: ClassVar[bool] = False
    """Whether actions of players are proposed: the game defines `propose` or `action_bounds`, and
    no `legal_actions`. A game sets this itself if only evaluators propose its actions."""

    draws_outcomes: ClassVar[bool] = False
    """Whether outcomes of chance are drawn, not listed: the game defines `draw_outcome`."""

    has_chance: ClassVar[bool] = False
    """Whether chance may move: the game defines `chance_outcomes` or `draw_outcome`."""

    def initial_state(self) -> State:
        """Return the first position."""
        raise NotImplementedError(missing_method(self, "initial_state"))

    def current_player(self, state: State) -> Actor:
        """Return the player to move, from 0 to `players` - 1, or `CHANCE`, or `EVERYONE`.

        `EVERYONE` is for games where all players choose at the same time: there
        `legal_actions(state, player)` takes a player, and `next_state(state, moves)` takes a
        tuple with one move for each player. Never asked at the end.
        """
        raise NotImplementedError(missing_method(self, "current_player"))

    def legal_actions(self, state: State) -> Iterable[Action]:
        """Return the legal actions, each once; none when the game is over.

        A class that defines `is_terminal` is not asked where that returns True, so it may return
        what it likes there. A class that does not is over where this returns none.

        Where chance moves, the actions are the possible outcomes. A game that cannot list its
        actions defines `propose` or `action_bounds` instead; then these are some of them.
        """
        if self.proposes_actions:
            return unlisted_actions(self, state)
        raise NotImplementedError(missing_method(self, "legal_actions"))

    def next_state(self, state: State, action: Action) -> State:
        """Return the position after a legal action."""
        raise NotImplementedError(missing_method(self, "next_state"))

    def returns(self, state: State) -> Sequence[float]:
        """Return what each player has got in a finished position: a tuple of `players` numbers."""
        raise NotImplementedError(missing_method(self, "returns"))

    def is_terminal(self, state: State) -> bool:
        """Return True if the game is over. Defined, it alone says so."""
        if self.proposes_actions or self.draws_outcomes:
            raise NotImplementedError(missing_method(self, "is_terminal"))
        for _ in self.legal_actions(state):
            return False
        return True

    def fill_legal_actions(self, state: State, out: MutableSequence[Action]) -> int:
        """Write the legal actions to `out` from index 0 on; return how many there are.

        Only those that fit are written, and any number that does not fit may be
        returned then: the caller tries again with more room.
        """
        count = 0
        for action in self.legal_actions(state):
            if count == len(out):
                return count + 1
            out[count] = action
            count += 1
        return count

    @native_twin(_native_random_action)
    def random_action(self, state: State, rng: Rng) -> Action:
        """Return a legal action, each with the same probability. Never asked where chance moves."""
        if self.proposes_actions:
            return proposed(self, state, rng)
        actions = list(self.legal_actions(state))
        return actions[rng.below(len(actions))]


def missing_method(game: BasicRules, method: str) -> str:
    """Return the message about a method that a game needs and does not define."""
    return f"{type(game).__name__} must define the method {method}"
