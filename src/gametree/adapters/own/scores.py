"""A state with a score as a game whose states are the user's: it compiles where they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from plainpython.compilable import native_twin

from ...game import Action, State, UnwrappedRules
from ...primitives.rng import Rng
from ...rules.many_moves import in_keyed_order
from ...user_code.locating import BrokenContract, brief, written
from ..values.faults import wrong_answer
from .answers import OwnAnswers, is_finite, refuse_answer

__all__ = ["COUNT_EXPECTED", "MOST_COUNTED", "CountedScores", "OwnScores", "attributes_of"]

MOST_COUNTED = (1 << 31) - 1
"""Actions are integers of 32 bits."""

COUNT_EXPECTED = f"a whole number from 0 to {MOST_COUNTED:,}"

_EXPECTED = {
    "get_score": "a finite number",
    "get_move_count": COUNT_EXPECTED,
    "do_move": "a state",
}


def attributes_of(state: Any, perspective: str, evaluate: Any, expand: Any) -> dict[str, Any]:
    """Return the attributes of `OwnScores`."""
    return {
        "asks_player": perspective == "asked",
        "of_mover": {"to_move": 1, "just_moved": -1}.get(perspective, 0),
        "estimates": evaluate is not None,
        "estimate": no_estimate if evaluate is None else evaluate,
        "chosen_first": expand if callable(expand) else None,
        "state_class": type(state),  # with what it names it is part of what the game is
    }


def _itself(state: State) -> State:
    return state


def no_estimate(state: Any) -> float:
    """Stand for a function that the user has not given; never called."""
    return 0.0


def _native_is_count(answer: Any) -> bool:
    return answer is not None and 0 <= answer <= MOST_COUNTED


@native_twin(_native_is_count)
def _is_count(answer: Any) -> bool:
    """Return True for how many moves there may be."""
    return hasattr(answer, "__index__") and 0 <= answer <= MOST_COUNTED


class OwnScores(OwnAnswers):
    """A state with a score as a game. Its states are (player to move, user's state).

    Attributes:
        asks_player: whether `get_score` takes the player as an argument.
        of_mover: 1 if a score is that of the player to move, -1 if of the other, 0 of player 0.
        estimates: whether there is a function for states that are not final.
        estimate: this function.
        chosen_first: the user's function of a state that returns the moves to try first, or None.

    """

    interpreted_notes: ClassVar[tuple[str, ...]] = (
        "_evaluate",
        "_expand",
        "_most_moves",
        "_pictures",
        "_state",
        "_to_move",
        "_watched_moves",
        "perspective",
        "understood",
    )

    _state: Any
    _to_move: int
    asks_player: bool
    of_mover: int
    estimates: bool
    estimate: Any
    chosen_first: Any

    def initial_state(self) -> State:
        return (self._to_move, self._state)

    def taken_state(self, state: Any) -> State:
        own = isinstance(state, tuple) and len(state) == 2 and isinstance(state[0], int)
        return state if own and hasattr(state[1], "get_score") else (self._to_move, state)

    def current_player(self, state: State) -> int:
        return state[0]  # type: ignore[no-any-return]

    def legal_actions(self, state: State) -> range:
        count = state[-1].get_move_count()
        if not _is_count(count):
            refuse_answer(self, "get_move_count", count)
        return range(count)

    def is_terminal(self, state: State) -> bool:
        return len(self.legal_actions(state)) == 0

    def random_action(self, state: State, rng: Rng) -> int:
        return rng.below(len(self.legal_actions(state)))  # nobody need list them

    def arrange_actions(self, state: State, actions: Any, count: int, rng: Rng) -> None:
        placed = 0
        for index in self.chosen_first(state[-1]):
            place = placed
            while place < count and actions[place] != index:
                place += 1
            if place >= count:
                refuse_answer(self, "expand", index)
            actions[place] = actions[placed]
            actions[placed] = index
            placed += 1
        for place in range(placed, count):
            other = place + rng.below(count - place)
            swapped = actions[other]
            actions[other] = actions[place]
            actions[place] = swapped

    def next_state(self, state: State, action: Action) -> State:
        following = state[-1].do_move(action)
        if following is None:
            refuse_answer(self, "do_move", following)
        return ((state[0] + 1) % self.players, following)

    def unwrapped_rules(self) -> UnwrappedRules:
        """Return the rules, which ask a state once how many moves it has."""
        players = self.players

        def legal_actions(state: State) -> range:
            count = state[1].get_move_count()
            if type(count) is not int or not 0 <= count <= MOST_COUNTED:
                return self.legal_actions(state)
            return range(count)

        def next_state(state: State, action: Action) -> State:
            following = state[1].do_move(action)
            if following is None:
                refuse_answer(self, "do_move", following)
            return ((state[0] + 1) % players, following)

        return UnwrappedRules(
            _itself,
            legal_actions,
            next_state,
            lambda state, before, plies: self.returns(state),
            lambda state, before, plies: state,
            lambda state, after: state[0],
        )

    def returns(self, state: State) -> tuple[float, ...]:
        if self.asks_player:
            return self.for_players(state, state[-1].get_score(0))
        return self.for_players(state, state[-1].get_score())

    def heuristic(self, state: State) -> tuple[float, ...]:
        if not self.estimates:
            return self.returns(state)
        if self.asks_player:
            return self.for_players(state, self.estimate(state[-1], 0))
        return self.for_players(state, self.estimate(state[-1]))

    def for_players(self, state: State, score: Any) -> tuple[float, ...]:
        """Return a score of the user's for each player."""
        if not is_finite(score):
            refuse_answer(self, "get_score", score)
        value = float(score)
        other = (self.of_mover == 1 and state[0] == 1) or (self.of_mover == -1 and state[0] == 0)
        if other and self.players == 2:
            value = -value
        return tuple([value if player == 0 else -value for player in range(self.players)])

    def values(self, state: State) -> tuple[float, ...]:
        """Return the `returns` of a finished position, the `heuristic` of another."""
        return self.returns(state) if self.is_terminal(state) else self.heuristic(state)

    def wrong_answer(self, method: str, answer: Any) -> BrokenContract:
        if method == "expand":
            fault = f"gave {brief(answer)}; different moves of the state were expected"
            return BrokenContract(fault, written(self.chosen_first, method))
        return wrong_answer(self._state, method, answer, _EXPECTED[method])

    @property
    def users_class(self) -> str:
        """The name of the class of the user's states, for reports."""
        return type(self._state).__name__

    users_methods: ClassVar[dict[str, str]] = {
        "legal_actions": "get_move_count",
        "next_state": "do_move",
        "returns": "get_score",
        "heuristic": "get_score",
    }
    """The names of the user's methods by those of the game's, for reports."""


class CountedScores(OwnScores):
    """`OwnScores` for states with more moves than a search lists."""

    counts_actions: ClassVar[bool] = True

    def order_of_actions(self, state: State, count: int, key: int) -> Iterator[Action]:
        given: set[int] = set()
        for index in () if self.chosen_first is None else self.chosen_first(state[-1]):
            if index in given or not 0 <= index < count:
                refuse_answer(self, "expand", index)
            given.add(index)
            yield index
        yield from (index for index in in_keyed_order(count, key) if index not in given)

    def first_actions(self, state: State, out: Any, most: int) -> int:
        count = len(self.legal_actions(state))
        given = 0
        for index in self.chosen_first(state[-1]):
            if given == most:
                break
            wrong = not 0 <= index < count
            for place in range(given):
                wrong = wrong or out[place] == index
            if wrong:
                refuse_answer(self, "expand", index)
            out[given] = index
            given += 1
        return given
