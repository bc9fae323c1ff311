"""Rules of another library or interface, which an adapter presents as a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from .basic_rules import Action, BasicRules, State

__all__ = ["UnwrappedRules", "WrappedRules"]


class UnwrappedRules(NamedTuple):
    """Rules in the form in which their author wrote them, with the author's states.

    Attributes:
        state: returns the author's state for a state of the game.
        legal_actions, next_state: as those of `Game`, of the author's states.
        returns: as that of `Game`, of one of the author's states, which was reached from a state
            of the game in a number of plies: the three arguments.
        wrapped: returns the game's state for one of the author's; takes the same arguments.
        mover: returns who moves in a state of the game, by the state that a move of it led to.
        children: where the author's rules list the states that moves lead to, returns those behind
            the actions 0, 1, ... of one of the author's states; else None.
        wrapped_children: returns the game's states for the author's behind one state of the game:
            the two arguments.

    """

    state: Callable[[State], Any]
    legal_actions: Callable[[Any], Iterable[Action]]
    next_state: Callable[[Any, Action], Any]
    returns: Callable[[Any, State, int], Sequence[float]]
    wrapped: Callable[[Any, State, int], State]
    mover: Callable[[State, State], int]
    children: Callable[[Any], Sequence[Any]] | None = None
    wrapped_children: Callable[[Sequence[Any], State], Sequence[State]] = lambda states, _: states


class WrappedRules(BasicRules):
    """The methods and constants that adapters define, and users hardly ever."""

    interpreted_only: ClassVar[bool] = False
    """Whether the rules or their states are objects of another library, so that there
    is nothing to compile: such a game is searched interpreted, without a warning."""

    why_interpreted: str = "its rules or states are another library's objects"
    """Why a game is `interpreted_only`, for who asks for a compiled search of it."""

    bounds_known: bool = True
    """Whether these two are known to hold. Adapters of rules that do not tell them say no:
    nothing is proven then."""

    lines_repeat: bool = True
    """Whether the same moves lead to the same end again. Adapters of rules that draw luck by
    themselves say no: no best line is kept then."""

    listing_functions: ClassVar[tuple[str, ...]] = ()
    """Attributes that are functions which list the actions, of several kinds perhaps."""

    def taken_state(self, state: State) -> State:
        """Return what is searched for a state that a user passes: a copy, if it may change.

        Raises:
            InvalidState: if it is no state of this game.

        """
        return state

    def unwrapped_rules(self) -> UnwrappedRules | None:
        """Return the rules that an adapter wraps, for the interpreted search; None: none.

        With them, no ply of a playout calls the adapter. They list no action exactly where
        the game is over, so nobody asks `is_terminal`.
        """
        return None
