"""Rules of state objects as a game whose states are these objects: it compiles where they do.

`StateGame` can hold positions that know their moves and check each answer. Nothing of that
compiles. Where random games have shown that the rules do without, as their states can be copied
and their moves come in one order, the game is this one: five methods that call the user's.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from types import FunctionType
from typing import Any, ClassVar

from plainpython.compilable import is_object_class, native_twin

from ...game import Action, State, UnwrappedRules
from ...numbers.plain import plain_number
from ..recognition.expressions import Expression, function_of, unless
from ..recognition.trial import Understanding
from ..values.copying import call, unchanged
from ..values.copying_check import CheckedWay
from ..values.moves import ListMove, Move, comparable
from ..values.results import DRAW_OF_TWO, are_one_and_two
from ..values.values import KeyedByContents
from .state_rules import StateRules

__all__ = ["NeedsChecks", "OwnStates"]

_GAMES = 3  # that show what the moves are made of
_PLIES = 500


class NeedsChecks(Exception):
    """The rules cannot do without checks that do not compile; the text says why."""


def _native_initial_state(game: OwnStates) -> Any:
    return game.with_last(game.first, game.players - 1)


class OwnStates(KeyedByContents):
    """A game whose states are the user's objects, or pairs of one and who has moved last.

    Attributes:
        labels: what the rules call the players, in the order of their numbers.
        moves, play, turn, result, over, duplicate: the user's methods, as functions.
        asks_over, has_turn, just_moved: whether there are `over` and `turn`, and whether that is
            who has just moved.
        tells_all_ends: whether there are moves wherever `over` says that the game goes on.
        returned: whether moves return the next state.
        keeps_last: whether states are pairs, since the rules do not tell whose turn it is, or
            whose view a result is from.
        for_player: whether `play` takes the player as an argument.
        taken, own: from the user's moves to the game's, and back.
        mixes_moves: whether moves are of several types.
        read: from what the rules tell at the end to the returns.
        nobody: whether no player is called so.

    """

    interpreted_notes: ClassVar[tuple[str, ...]] = (
        "_choice",
        "_clicked",
        "_found",
        "_listed_moves",
        "_listed_states",
        "_marks",
        "_pictures",
        "_rules",
        "_source",
        "understood",
    )
    listing_functions: ClassVar[tuple[str, ...]] = ("moves",)

    def write(self, rules: StateRules, found: Understanding, choice: CheckedWay) -> None:
        """Set the attributes.

        Raises:
            NeedsChecks: if this cannot be a game of these rules.

        """
        if rules.why_interpreted:
            raise NeedsChecks(rules.why_interpreted)
        self._rules, self._found, self._choice = rules, found, choice
        self.labels = _plain_labels(found.players.labels)
        self.moves = function_of(rules.moves.ask)
        self.play = function_of(rules.play.ask)
        self.for_player = rules.play.for_player
        self.has_turn = rules.turn is not None
        self.just_moved = rules.just_moved
        self.turn = function_of(rules.turn.ask) if rules.turn is not None else unchanged
        self.returned = rules.returns_states
        self.keeps_last = not self.has_turn or found.read.kind == "just_moved"
        over = rules.tells_over()
        self.asks_over = over is not None
        self.tells_all_ends = rules.tells_all_ends
        self.over = unchanged if over is None else function_of(over)
        self._listed_moves = unless(over, rules.moves.ask)
        member = rules.winner if found.by_winner else rules.result
        assert member is not None
        self.result = function_of(member.ask)
        self.read = _reader(found, asked=member.takes == 1)
        self.nobody = _nobody(found, self.labels) if found.by_winner else unchanged
        (self.taken, self.own), self.mixes_moves = _forms_of_moves(rules)
        self.state_class = rules.state_class  # with what it names it is part of what the game is
        # Compiled code makes values, but is given objects.
        self.first = None if is_object_class(rules.state_class) else call((), rules.start)
        if choice.duplicate is None:
            raise NeedsChecks("states cannot be copied; give their class a method copy()")
        self.duplicate = function_of(choice.duplicate)
        self.states_change = self.duplicate is not unchanged  # type: ignore[misc]
        following = None if self.states_change else rules.moves.following
        self._listed_states = unless(over, following)

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes but those that `write` sets: functions cannot be sent."""
        return {
            name: value for name, value in vars(self).items() if not isinstance(value, FunctionType)
        }

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        self.write(self._rules, self._found, self._choice)

    @native_twin(_native_initial_state)
    def initial_state(self) -> State:
        return self.with_last(call((), self._rules.start), self.players - 1)

    def with_last(self, state: Any, last: int) -> State:
        """Return the game's state for the user's and who has moved last."""
        if self.keeps_last:
            return (state, last)
        return state

    def users(self, state: State) -> Any:
        """Return the user's state."""
        if self.keeps_last:
            return state[0]
        return state

    def copy(self, state: State) -> State:
        if not self.states_change:
            return state
        if self.keeps_last:
            return (self.duplicate(state[0]), state[1])
        return self.duplicate(state)

    def is_terminal(self, state: State) -> bool:
        if self.asks_over and self.over(self.users(state)):
            return True
        if self.tells_all_ends:
            return False
        for _ in self.moves(self.users(state)):
            return False
        return True

    def legal_actions(self, state: State) -> list[Action]:
        if self.asks_over and self.over(self.users(state)):
            return []
        if self.mixes_moves:
            return list(self.moves(self.users(state)))
        return [self.taken(move) for move in self.moves(self.users(state))]

    def current_player(self, state: State) -> int:
        if not self.has_turn:
            return int((state[1] + 1) % self.players)
        number = self.number(self.turn(self.users(state)))
        if number < 0:
            raise ValueError("whose turn it is: the rules name none of the players")
        if self.just_moved and self.players == 2:
            return 1 - number
        return number

    def number(self, label: Any) -> int:
        """Return the number of the player who is called so; -1 if nobody is."""
        for number in range(len(self.labels)):
            if self.labels[number] == label:
                return number
        return -1

    def next_state(self, state: State, action: Action) -> State:
        users = self.users(state)
        if not self.keeps_last:
            after = self.play(users, self.own(action))
            return after if self.returned else users
        last = self.current_player(state)
        if self.for_player:
            after = self.play(users, self.own(action), self.labels[last])
        else:
            after = self.play(users, self.own(action))
        return (after if self.returned else users, last)

    def unwrapped_rules(self) -> UnwrappedRules:
        """Return the rules, of the user's states where these and the plies tell who moved last."""
        players, read = self.players, self.read
        moves, play, behind = self._listing(), self._playing(), self._listed_states
        if not self.keeps_last:
            return UnwrappedRules(
                unchanged,
                moves,
                play,
                lambda state, before, plies: read(self, state, 0),
                lambda state, before, plies: state,
                lambda state, after: self.current_player(state),
                behind,
            )
        if self.has_turn or self.for_player:
            return UnwrappedRules(
                unchanged,
                lambda state: moves(state[0]),
                self.next_state,
                lambda state, before, plies: self.returns(state),
                lambda state, before, plies: state,
                lambda state, after: self.current_player(state),
                None if behind is None else self._with_mover(behind),
            )

        def in_turn(states: Sequence[Any], before: State) -> list[State]:
            last = (before[1] + 1) % players
            return [(state, last) for state in states]

        return UnwrappedRules(
            itemgetter(0),
            moves,
            play,
            self._reading(),
            lambda state, before, plies: (state, (before[1] + plies) % players),
            lambda state, after: (state[1] + 1) % players,
            behind,
            in_turn,
        )

    def _reading(self) -> Callable[[Any, State, int], Sequence[float]]:
        """Return `returns` as a function of the user's states, where players take turns."""
        players, read, result = self.players, self.read, self.result
        if players == 2 and read in (of_the_last, of_the_next):
            ahead = 0 if read is of_the_last else 1

            def of_two(state: Any, before: State, plies: int) -> Sequence[float]:
                value = float(result(state))
                return (-value, value) if (before[1] + plies + ahead) % 2 else (value, -value)

            return of_two
        return lambda state, before, plies: read(self, state, (before[1] + plies) % players)

    def _listing(self) -> Callable[[Any], Any]:
        """Return `legal_actions` as a function of the user's states, with fewer calls."""
        moves: Callable[[Any], Any] = self._listed_moves
        taken = self.taken
        if taken is unchanged:
            return moves
        return lambda state: [taken(move) for move in moves(state)]

    def _playing(self) -> Callable[[Any, Action], Any]:
        """Return `next_state` as a function of the user's states, with fewer calls."""
        play, own, returned = self.play, self.own, self.returned
        if own is unchanged and returned:
            return play  # type: ignore[no-any-return]

        def next_state(state: Any, action: Action) -> Any:
            after = play(state, own(action))
            return after if returned else state

        return next_state

    def _with_mover(self, behind: Callable[[Any], Sequence[Any]]) -> Callable[[State], Any]:
        """Return what does so where states are pairs of one of the user's and who moved last."""

        def children(state: State) -> Any:
            states = behind(state[0])
            if not states:
                return ()
            last = self.current_player(state)
            return [(each, last) for each in states]

        return children

    def returns(self, state: State) -> Sequence[float]:
        last = state[1] if self.keeps_last else 0
        return tuple(self.read(self, self.users(state), last))


# The forms of moves, from the user's and back.


def wrapped(move: Any) -> Move:
    """Return a move that Python itself cannot compare as one that it can."""
    return Move(move)


def unwrapped(action: Move) -> Any:
    """Return the user's own move."""
    return action.move


def listed(move: list[Any]) -> ListMove:
    """Return a list as a move that Python can compare."""
    return ListMove(tuple(move))


def whole(move: Any) -> int:
    """Return an integer of NumPy's as Python's own."""
    return int(move)


@lru_cache
def _whole_items(count: int) -> Any:
    """Return what makes this many integers of NumPy's, in a tuple, Python's own."""
    items = [f"int(move[{number}])" for number in range(count)]
    return Expression(f"({', '.join(items)},)", "move").function


def _forms_of_moves(rules: StateRules) -> tuple[tuple[Any, Any], bool]:
    """Return the functions from the user's moves to the game's, and back; whether they differ."""
    if rules.shuffled:
        raise NeedsChecks(
            f"moves come in another order each time; let {rules.moves.name} return them sorted"
        )
    seen, kinds, plain = set(), set(), set()
    for seed in range(_GAMES):
        chance = random.Random(seed)
        state = call((), rules.start)
        for plies in range(_PLIES):
            listed = list(call((), rules.moves.ask, state)) if rules.legal(state) else []
            if not listed:
                break
            seen |= set(map(_form, listed))
            kinds |= set(map(type, listed))
            plain |= set(map(_whole_parts, listed))
            state = rules.after(state, comparable(chance.choice(listed)), plies)
    if len(plain) == 1 and None not in plain:  # Python's integers and NumPy's are of one kind
        seen = seen - {(unchanged, unchanged)} or seen
    if len(seen) > 1 or None in seen:
        raise NeedsChecks(
            f"moves are of several kinds; let {rules.moves.name} return values of one type"
        )
    form = seen.pop() if seen else (unchanged, unchanged)
    return form, form[0] is unchanged and len(kinds) > 1


def _whole_parts(move: Any) -> int | None:
    """Return of how many integers a move is a tuple, 0 for an integer; None if it is neither."""
    plain = comparable(move)
    if type(plain) is int:
        return 0
    flat = isinstance(plain, tuple) and plain and all(type(each) is int for each in plain)
    return len(plain) if flat else None


def _form(move: Any) -> Any:
    plain = comparable(move)
    if isinstance(plain, Move):
        return (listed if isinstance(move, list) else wrapped), unwrapped
    if plain is move or (type(plain) is type(move) and not isinstance(move, tuple)):
        return unchanged, unchanged
    if isinstance(move, tuple):
        if all(one is other for one, other in zip(plain, move, strict=True)):
            return unchanged, unchanged
        flat = plain and all(isinstance(each, int) for each in plain)
        return (_whole_items(len(plain)), unchanged) if flat else None
    return (whole, unchanged) if isinstance(plain, int) else None


# From what the rules tell at the end to the returns of the players.


def asked(game: OwnStates, state: Any, last: int) -> list[float]:
    """Return what the rules answer for each player."""
    return [float(game.result(state, label)) for label in game.labels]


def of_whoever_has_won(game: OwnStates, state: Any, last: int) -> list[float]:
    """Return 1 for those who have won and -1 for the others; 0 for all if none has, or all have."""
    won = [bool(game.result(state, label)) for label in game.labels]
    count = sum(won)
    return [0.0 if count == 0 or count == game.players else 1.0 if each else -1.0 for each in won]


def by_name(game: OwnStates, state: Any, last: int) -> list[float]:
    """Return the results of the players from a dict by their labels."""
    result = game.result(state)
    return [float(result[label]) for label in game.labels]


def in_order(game: OwnStates, state: Any, last: int) -> list[float]:
    """Return the results of the players from a list in their order."""
    return [float(each) for each in game.result(state)]


def of_the_first(game: OwnStates, state: Any, last: int) -> list[float]:
    """Return the first player's result, and its opposite for the other."""
    value = float(game.result(state))
    return [value if player == 0 else -value for player in range(game.players)]


def of_the_last(game: OwnStates, state: Any, last: int) -> list[float]:
    """Return the result of the player who has just moved, and its opposite for the other."""
    value = float(game.result(state))
    return [value if player == last else -value for player in range(game.players)]


def of_the_next(game: OwnStates, state: Any, last: int) -> list[float]:
    """Return the result of the player whose turn it is, and its opposite for the other."""
    value = float(game.result(state))
    if game.has_turn:
        whose = game.current_player(game.with_last(state, last))
    else:
        whose = (last + 1) % game.players
    return [value if player == whose else -value for player in range(game.players)]


def of_the_winner(game: OwnStates, state: Any, last: int) -> list[float]:
    """Return 1 for the winner and -1 for the others; 0 for all where nobody has won."""
    winner = game.result(state)
    number = game.number(winner)
    if number < 0 and not game.nobody(winner):
        raise ValueError("the winner is none of the players, and no usual word for a draw")
    return [
        0.0 if number < 0 else 1.0 if player == number else -1.0 for player in range(game.players)
    ]


_OF_ONE = {"first": of_the_first, "just_moved": of_the_last, "to_move": of_the_next}


def _reader(found: Understanding, *, asked: bool) -> Any:
    kind = found.read.kind
    if kind == "winner":
        return of_the_winner
    if kind == "won":
        return of_whoever_has_won
    if kind != "each":
        return _OF_ONE[kind]
    if asked:
        return _asked
    if all(isinstance(each, Mapping) for each in found.results_at_ends):
        return by_name
    if any(isinstance(each, (Mapping, set, frozenset)) for each in found.results_at_ends):
        raise NeedsChecks(
            "results are dicts in some games, or sets; give result=, a function of a state that "
            "returns a list, a number for each player"
        )
    return in_order


_asked = asked


# The names of players, and of nobody.


def no_number(winner: Any) -> bool:
    """Return whether a number stands for a draw where players are numbers."""
    return winner is None or winner == 0 or winner == -1


def no_number_of_two(winner: Any) -> bool:
    """Return whether a number stands for a draw where players are 1 and 2."""
    return winner is None or winner == 0 or winner == -1 or winner == DRAW_OF_TWO


def no_word(winner: Any) -> bool:
    """Return whether a word stands for a draw where players are words."""
    if winner is None:
        return True
    word = winner.strip().lower()
    return word in ("", "-", ".", "d", "t", "none", "nobody") or "draw" in word or "tie" in word


def nothing(winner: Any) -> bool:
    """Return whether there is no winner."""
    return winner is None


_NOBODY = {int: no_number, bool: nothing, str: no_word}


def _plain_labels(labels: Sequence[Any]) -> tuple[Any, ...]:
    kinds = {type(label) for label in labels}
    kind = next(iter(kinds))
    if len(kinds) > 1 or not (kind in _NOBODY or issubclass(kind, enum.Enum)):
        raise NeedsChecks(
            "the players are no numbers, texts or members of an enum; give player=, a function of "
            "a state that returns the number of whose turn it is"
        )
    return tuple(labels)


def _nobody(found: Understanding, labels: Sequence[Any]) -> Any:
    kind = type(labels[0])
    kinds = {type(None), kind, int if kind is bool else kind}
    for winner in map(plain_number, found.results_at_ends):
        if type(winner) not in kinds:
            raise NeedsChecks(
                f"the winner is {winner!r} in one game, and a player is called {labels[0]!r}: give "
                f"winner=, a function of a state that returns the player, or None for a draw"
            )
    if are_one_and_two(labels):
        return no_number_of_two
    return _NOBODY.get(kind, nothing)
