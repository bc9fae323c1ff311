"""Rules as functions as a game whose states are the user's: it compiles where the functions do."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, ClassVar

from plainpython.compilable import native_twin

from ...game import Action, State, UnwrappedRules
from ...primitives.state_parts import state_pair
from ...user_code.locating import BrokenContract, brief, written
from .answers import OwnAnswers, is_finite, refuse_answer

__all__ = ["STATE_EXPECTED", "OwnRules", "attributes_of"]

STATE_EXPECTED = (
    "[content, player_just_moved] with a player of 1 or 2, or a state of which "
    "get_player_just_moved tells it,"
)


def attributes_of(rules: Any, root_state: Any) -> dict[str, Any]:
    """Return the attributes of `OwnRules` for the user's functions."""
    names = ("apply", "get_rules", "get_result", "get_player_just_moved")
    found = {name: getattr(rules, name) for name in names}
    found["pairs"] = isinstance(root_state, list) and len(root_state) == 2
    found["_asked"] = (None, None)
    found["state_class"] = type(root_state)  # with what it names it is part of what the game is
    return found


def _pair(state: Any) -> Any:
    return [state[-1][0], state[-1][1]]


class OwnRules(OwnAnswers):
    """Rules as functions as a game. Its states are tuples that end with the user's.

    Attributes:
        apply, get_rules, get_result, get_player_just_moved: the user's functions.
        pairs: whether states are lists of two, as `create_state` makes them. Here they are tuples,
            since compiled lists hold items of one type.

    """

    interpreted_notes: ClassVar[tuple[str, ...]] = ("_asked", "_pictures", "root_state", "rules")

    rules: Any
    root_state: Any
    _asked: tuple[Any, Any]  # the state that was asked for its rules last, and these
    apply: Any
    get_rules: Any
    get_result: Any
    get_player_just_moved: Any
    pairs: bool

    def initial_state(self) -> State:
        return self.own(self.root_state)

    def own(self, state: Any) -> State:
        """Return a state of the user's as one of the game's."""
        if self.pairs:
            return ((state[0], state[1]),)
        return (state,)

    def users(self, state: State) -> Any:
        """Return the state as the user's functions get it."""
        if self.pairs:
            return state_pair(state[-1][0], state[-1][1])
        return state[-1]

    def unwrapped_rules(self) -> UnwrappedRules:
        apply, mover = self.apply, self.get_player_just_moved
        users = _pair if self.pairs else itemgetter(-1)

        def following(state: Any, rule: Any) -> Any:
            after = apply(rule, state)
            if after is None:
                refuse_answer(self, "apply", after)
            return after

        return UnwrappedRules(
            users,
            self.get_rules,
            following,
            lambda state, before, plies: self._results(state),
            lambda state, before, plies: self.own(state),
            lambda state, after: int(mover(users(after))) - 1,
        )

    def taken_state(self, state: Any) -> State:
        return state

    def _content(self, state: State) -> Any:
        return self.rules.get_content(self.users(state))

    def current_player(self, state: State) -> int:
        users = self.users(state)
        rules = list(self.legal_actions(state))
        following = self.apply(rules[0], users)
        if following is None:
            refuse_answer(self, "apply", following)
        player = self.get_player_just_moved(following)
        if player is None or not 1 <= player <= 2:
            refuse_answer(self, "apply", following)
        if len(rules) > 1 and player != self.get_player_just_moved(self.apply(rules[-1], users)):
            refuse_answer(self, "apply", 0)
        return int(player) - 1

    def _native_legal_actions(self, state: State) -> Any:
        return self.get_rules(self.users(state))

    @native_twin(_native_legal_actions)
    def legal_actions(self, state: State) -> Any:
        """Return the rules; those of one state are asked for once, where they are a list."""
        asked, rules = self._asked
        if asked is not state:
            users = state[-1]
            rules = self.get_rules([users[0], users[1]] if self.pairs else users)
            if type(rules) is list:
                self._asked = (state, rules)
        return rules

    def _native_next_state(self, state: State, action: Action) -> State:
        following = self.apply(action, self.users(state))
        if following is None:
            refuse_answer(self, "apply", following)
        return self.own(following)

    @native_twin(_native_next_state)
    def next_state(self, state: State, action: Action) -> State:
        """Return the state after a rule. Interpreted, calls of `users` and `own` would show."""
        users = state[-1]
        following = self.apply(action, [users[0], users[1]] if self.pairs else users)
        if following is None:
            refuse_answer(self, "apply", following)
        return ((following[0], following[1]),) if self.pairs else (following,)

    def returns(self, state: State) -> tuple[float, float]:
        return self._results(self.users(state))

    def _results(self, users: Any) -> tuple[float, float]:
        first = self.get_result(users, 1)
        second = self.get_result(users, 2)
        if not (is_finite(first) and is_finite(second)):
            refuse_answer(self, "get_result", first)
        return (float(first), float(second))

    def wrong_answer(self, method: str, answer: Any) -> BrokenContract:
        place = written(getattr(self, method), method)
        if method == "apply" and type(answer) is int:
            return BrokenContract("let both players move from one state; it is one's turn", place)
        expected = STATE_EXPECTED if method == "apply" else "a finite number"
        return BrokenContract(f"returned {brief(answer)}; {expected} was expected", place)

    @property
    def users_class(self) -> str:
        """What the rules are called, for reports."""
        return "Rules"

    @property
    def users_methods(self) -> dict[str, str]:
        """The names of the user's functions by those of the game's methods, for reports."""
        return {"legal_actions": "get_rules", "next_state": "apply", "returns": "get_result"}
