"""Boards in the later interfaces of the article's author, as boards in that of the article.

The author renamed and added methods: `starting_state`, `legal_actions`, `is_ended` and `win_values`
in place of `winner`. Some take the history, some a state: the name of the parameter says which,
else a trial.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ...errors import BadParameter
from ...numbers.counting import counted
from ...user_code.locating import described, place_of
from ...views.found.author_text import displayed, notation
from ..own.later_boards import LaterMethods, written_out
from .history import Glance, History, Reached

__all__ = ["LaterBoard", "is_later_board", "later_board"]

_START = ("starting_state", "start")
_PLAYER = ("current_player", "next_player")
_LEGAL = ("legal_actions", "legal_plays")
_NEXT = ("next_state", "play")
_VALUES = ("win_values", "points_values")
_FORMS = ("to_json_state", "unpack_state")
_GAMES = 3
_PLIES = 200


def is_later_board(thing: Any) -> bool:
    """Return True if a class or an object has the methods of one of these interfaces."""
    return all(
        _name(thing, names) for names in (_START, _PLAYER, _LEGAL, _NEXT, (*_VALUES, "winner"))
    )


def later_board(board: Any) -> LaterBoard:
    """Return a board in the article's interface, under the name of its own class."""
    made: LaterBoard = type(type(board).__name__, (LaterBoard,), {"__module__": __name__})(board)
    return made


class LaterBoard:
    """A board in the article's interface that asks one in a later interface.

    Raises:
        BadParameter: if a method raises in the first position, by history and by state.

    """

    shares = True

    def __init__(self, board: Any) -> None:
        self.board = board
        self._by_history: set[str] = set()  # the methods that take the history
        self._in_mapping = True
        self.num_players = getattr(board, "num_players", 2)
        self._start = self._method(_START)
        self._player = self._method(_PLAYER)
        first = self._tried(self._start)
        self._legal = self._by_line(_LEGAL, first)
        self._values = self._by_line(_VALUES, first) if _name(board, _VALUES) else None
        self._winner = self._by_line(("winner",), first) if self._values is None else None
        self._ended = self._by_line(("is_ended",), first) if _name(board, ("is_ended",)) else None
        self._next = self._method(_NEXT)
        self._next_by_line = _takes_history(self._next)
        self.keeps_line = self._next_by_line and self._looks_back(first)

    @property
    def understood(self) -> str:
        """How the board was understood, in a sentence."""
        board = self.board
        values = _name(board, (*_VALUES, "winner"))
        ended = "is_ended" if self._ended is not None else values
        kept = "; next_state reads the history" if self.keeps_line else ""
        return (
            f"begins by {_name(board, _START)}; plays by {_name(board, _LEGAL)}; played by "
            f"{_name(board, _NEXT)}; over by {ended}, or when there are no plays; "
            f"{counted(self.num_players, 'player')}, numbered from 1, whose turn it is by "
            f"{_name(board, _PLAYER)}; won by the greatest of {values}, which several players "
            f"share{kept}"
        )

    def start(self) -> Any:
        state = self._start()
        return Reached(History(state)) if self.keeps_line else state

    def current_player(self, state: Any) -> Any:
        return self._player(_plain(state))

    def next_state(self, state: Any, play: Any) -> Any:
        if self.keeps_line:
            return Reached(state.line.extended(self._next(state.line, play), play))
        return self._next([state] if self._next_by_line else state, play)

    def legal_plays(self, state_history: Sequence[Any]) -> Any:
        return self._legal(state_history)

    def winner(self, state_history: Sequence[Any]) -> Any:
        if self._ended is not None and not self._ended(state_history):
            return 0
        if self._winner is not None:
            return self._winner(state_history)
        values = self._values(state_history) if self._values is not None else None
        if values is None:
            return 0
        self._in_mapping = isinstance(values, Mapping)
        if not isinstance(values, Mapping):
            values = dict(enumerate(values, start=1))
        most = max(values.values())
        best = [player for player, value in values.items() if value == most]
        if len(best) == 1:
            return best[0]
        if not best:  # they are no numbers
            raise ValueError(f"{_name(self.board, _VALUES)} gives no greatest value")
        return -1 if len(best) == len(values) else self._shared(best)

    def written_out(self) -> Any:
        """Return the same board as an object that compiles where the board does."""

        def named(names: Sequence[str]) -> str:
            return _name(self.board, names) or names[0]

        following = named(_NEXT)
        by_line = self._by_history | ({following} if self._next_by_line else set())
        methods = LaterMethods(
            named(_START),
            named(_PLAYER),
            named(_LEGAL),
            following,
            _name(self.board, _VALUES),
            None if self._winner is None else "winner",
            None if self._ended is None else "is_ended",
            frozenset(by_line),
            self._in_mapping,
            self.keeps_line,
        )
        return written_out(self.board, methods)

    def __reduce__(self) -> Any:
        return later_board, (self.board,)

    def _shared(self, winners: Sequence[int]) -> int:
        """Return a number that names several winners: `winners_of` reads it."""
        return -1 - sum(1 << player for player in winners)

    def display(self, state: Any, play: Any) -> str | None:
        plain = _plain(state)
        forms = [self._form(name, plain) for name in _FORMS]
        return displayed(self.board, *[each for each in forms if each is not None], plain)

    def to_notation(self, play: Any) -> str | None:
        return notation(self.board, play)

    def _form(self, name: str, state: Any) -> Any:
        try:
            return getattr(self.board, name)(state)
        except Exception:  # a form that this board does not have
            return None

    def _method(self, names: Sequence[str]) -> Callable[..., Any]:
        method: Callable[..., Any] = getattr(self.board, _name(self.board, names) or names[0])
        return method

    def _by_line(self, names: Sequence[str], first: Any) -> Callable[[Sequence[Any]], Any]:
        """Return a method as one of a history; it takes one, or the last state alone."""
        method = self._method(names)
        takes_history = _takes_history(method)

        def of_history(line: Sequence[Any]) -> Any:
            return method(line[-1].line if isinstance(line[-1], Reached) else line)

        def of_state(line: Sequence[Any]) -> Any:
            return method(_plain(line[-1]))

        ways = [of_history, of_state] if takes_history else [of_state, of_history]
        failure: BadParameter | None = None
        for way in ways:
            try:
                self._tried(way, History(first), called=method)
            except BadParameter as error:
                failure = failure or error
            else:
                if way is of_history:
                    self._by_history.add(method.__name__)
                return way
        assert failure is not None
        raise failure

    def _tried(self, function: Callable[..., Any], *arguments: Any, called: Any = None) -> Any:
        """Return the answer of a method in the first position."""
        try:
            return function(*arguments)
        except Exception as error:
            name = f"{type(self.board).__name__}.{(called or function).__name__}"
            place = place_of(error)
            where = f" {place._replace(called=name)}" if place else ""
            raise BadParameter(
                f"{name} was tried in the first position and raised {described(error)}{where}"
            ) from error

    def _looks_back(self, first: Any) -> bool:
        """Return True if `next_state` reads more of the history than the last state."""
        looked: list[bool] = []
        for game in range(_GAMES):
            with suppress(Exception):  # `BoardGame` says what is wrong, and where
                self._play(first, game, lambda: looked.append(True))
            if looked:
                return True
        return False

    def _play(self, first: Any, game: int, note_look: Callable[[], object]) -> None:
        """Play a game; `note_look` is called where `next_state` reads earlier states."""
        line = History(first)
        for ply in range(_PLIES):
            plays = [] if self.winner(line) != 0 else list(self._legal(line))
            if not plays:
                break
            play = plays[(7 * game + 3 * ply) % len(plays)]
            line = line.extended(self._next(Glance(line, note_look), play))


def _plain(state: Any) -> Any:
    return state.line[-1] if isinstance(state, Reached) else state


def _name(thing: Any, names: Sequence[str]) -> str | None:
    """Return the first of these names that a class or an object has as a method."""
    return next((name for name in names if callable(getattr(thing, name, None))), None)


def _takes_history(method: Callable[..., Any]) -> bool:
    """Return True if the first parameter of a method is called as a history is."""
    try:
        first = next(iter(inspect.signature(method).parameters), "")
    except (TypeError, ValueError):
        return False
    return "hist" in first or first in ("states", "state_lst", "state_list")
