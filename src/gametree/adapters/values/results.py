"""Converts the results of users' rules, in whatever form, to returns of the players.

    each        a number for each player: a dict by player, or a list
    asked       a number for the player that is asked for
    won         whether the player that is asked for has won
    winner      the player who has won; what stands for nobody is a draw
    a number    from somebody's view: the first player's ("first"), that of the player whose turn
                it is at the end ("to_move"), or of the one who has just moved ("just_moved")

Whose view a number is, random games tell: where the game goes to whoever makes the last move, one
view alone makes sense of the numbers. Where they leave it open, the user is asked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...errors import BadParameter
from ...numbers.plain import plain_number
from ...rules.snapshots import freeze
from ...user_code.locating import brief
from .copying import InvalidAnswer

__all__ = [
    "DRAW_OF_TWO",
    "ENOUGH",
    "PERSPECTIVES",
    "SCORE_TEXTS",
    "FinishedGame",
    "Players",
    "Reader",
    "are_one_and_two",
    "are_points",
    "in_halves",
    "is_draw",
    "is_each",
    "number",
    "score_of",
    "view_of",
]

PERSPECTIVES = ("first", "to_move", "just_moved")

_DRAWS = (None, False, 0, -1, "", "-", ".", " ", "draw", "tie", "d", "t", "none", "nobody")
DRAW_OF_TWO = 3
"""The number of a draw in rules that call the players 1 and 2."""
SCORE_TEXTS = ("1-0", "0-1", "1/2-1/2", "0.5-0.5", "*")
"""Results as records of chess have them; the star is a game that is not over."""
ENOUGH = 6  # decided games, by either player: 1 in 32 where a view is wrong and chance decides


class Players:
    """The players as the user's rules call them, and their numbers here."""

    def __init__(self, labels: Sequence[Any]) -> None:
        self.labels = list(labels)
        self._numbers = {freeze(plain_number(label)): n for n, label in enumerate(labels)}

    def __len__(self) -> int:
        return len(self.labels)

    def __str__(self) -> str:
        return ", ".join(map(str, self.labels))

    def with_another(self, label: Any) -> Players:
        """Return these, and one more unless it is among them."""
        return self if self.number(label) is not None else Players([*self.labels, label])

    def number(self, label: Any) -> int | None:
        """Return the number of the player so called; None if nobody is."""
        return self._numbers.get(freeze(plain_number(label)))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game.

    Attributes:
        last: who made the last move.
        turn: whose turn it would be, if that is known.
        result: what the rules say of the result.
        named: what they say of the winner.
        winner: the number of the player whom that names, if it names one.

    """

    last: int
    turn: int | None
    result: Any
    named: Any = None
    winner: int | None = None


class Reader:
    """Reads results of one kind.

    Args:
        name: the method that returns them, for messages.
        kind: "each", "won", "winner", or one of `PERSPECTIVES`.
        players: who they are.

    """

    def __init__(self, name: str, kind: str, players: Players) -> None:
        self.kind = kind
        self._name = name
        self._players = players

    def __call__(self, answer: Any, last: int, turn: int | None) -> tuple[float, ...]:
        """Return the return of each player.

        Args:
            answer: what the rules return.
            last: who has just moved.
            turn: whose turn it would be, where that is known.

        Raises:
            InvalidAnswer: if it is nothing that can be read.

        """
        if self.kind == "each":
            return self._each(answer)
        if self.kind == "won":
            return self._outcomes([n for n, value in enumerate(self._each(answer)) if value])
        return self._winner(answer) if self.kind == "winner" else self._one(answer, last, turn)

    def _each(self, answer: Any) -> tuple[float, ...]:
        count = len(self._players)
        if isinstance(answer, Mapping):
            by_number = {self._players.number(label): value for label, value in answer.items()}
            answer = [by_number.get(number) for number in range(count)]
        values = list(answer) if _is_many(answer) else []
        if len(values) != count:
            raise InvalidAnswer(
                self._name, f"gave {brief(answer)}; a number for each of {count} players is wanted"
            )
        return tuple(number(self._name, value) for value in values)

    def _winner(self, answer: Any) -> tuple[float, ...]:
        alone = self._players.number(answer) is not None or not _is_many(answer)
        many = [answer] if alone else list(answer)
        won = [w for w in map(self._players.number, many) if w is not None]
        if not won and not all(is_draw(each, self._players) for each in many):
            raise InvalidAnswer(
                self._name,
                f"gave {brief(answer)}, which is none of the players ({self._players}) and no "
                "usual word for a draw; give winner=, a function of a state that returns one, or "
                "None",
            )
        return self._outcomes(won)

    def _outcomes(self, won: Sequence[int]) -> tuple[float, ...]:
        count = len(self._players)
        if len(won) in (0, count):
            return (0.0,) * count
        return tuple(1.0 if player in won else -1.0 for player in range(count))

    def _one(self, answer: Any, last: int, turn: int | None) -> tuple[float, ...]:
        value = number(self._name, answer)
        if len(self._players) == 1:
            return (value,)
        whose = {"first": 0, "just_moved": last, "to_move": turn}[self.kind]
        if whose is None:
            raise InvalidAnswer(
                self._name, "is from the view of whose turn it is, which nothing tells"
            )
        return (value, -value) if whose == 0 else (-value, value)


def view_of(name: str, endings: Sequence[FinishedGame]) -> tuple[str, str]:
    """Return the player from whose view random games were rated, and the reason why it seems so.

    Raises:
        BadParameter: if the games do not tell.

    """
    decided = [each for each in endings if number(name, each.result) != 0]
    named = [each for each in decided if each.winner is not None]
    for view in PERSPECTIVES:
        if len(named) >= ENOUGH and all(_gain(view, e, e.winner) == 1 for e in named):
            return view, "as the winners of random games show"
    seats = {each.last for each in decided}
    if len(decided) >= ENOUGH and len(seats) == 2:
        for view in PERSPECTIVES:
            if all(_gain(view, each, each.last) == 1 for each in decided):
                return view, (
                    "in random games the player who moved last always won; if the last move loses "
                    "by the rules, give perspective="
                )
        if all(_gain("first", each, each.last) == -1 for each in decided):
            return "first", ("in random games the player who moved last always lost")
    raise BadParameter(
        f"random games do not tell whose view {name} gives its numbers from; say "
        "perspective='first' (the first player's), 'to_move' (of the player whose turn it is at "
        "the end) or 'just_moved' (of the player who made the last move)"
    )


def in_halves(name: str, endings: Sequence[FinishedGame]) -> bool:
    """Return True if results of two players are 1 for a win, 0 for a loss and 1/2 for a draw.

    Where no game was drawn, that is so if as wins and losses they make sense from some view.
    """
    seen = {number(name, each.result) for each in endings}
    if not seen <= {0.0, 0.5, 1.0} or len(seen) < 2:
        return False
    if 0.5 in seen:
        return True
    try:
        view_of(name, [replace(each, result=2 * plain_number(each.result) - 1) for each in endings])
    except BadParameter:
        return False
    return True


def _gain(view: str, ending: FinishedGame, player: int | None) -> int:
    """Return 1 if one player of two has won, seen so, -1 if he has lost, 0 if nobody can say."""
    whose = {"first": 0, "just_moved": ending.last, "to_move": ending.turn}[view]
    if whose is None or player is None:
        return 0
    sign = 1 if float(plain_number(ending.result)) > 0 else -1
    return sign if whose == player else -sign


def are_points(endings: Sequence[FinishedGame]) -> bool:
    """Return True if numbers for two players are no returns: a winner who is named says more.

    They are those of the players in another order, or points, which have another sum in each game.
    """
    sums = set()
    for each in endings:
        values = each.result.values() if isinstance(each.result, Mapping) else each.result
        values = [plain_number(value) for value in values]
        sums.add(round(float(sum(values)), 9))
        in_order = not isinstance(each.result, Mapping) and len(values) == 2
        if in_order and each.winner is not None and values[each.winner] < max(values):
            return True
    return len(sums) > 1


def number(name: str, answer: Any) -> float:
    """Return the answer of a method as a finite number."""
    answer = plain_number(answer)
    value = math.nan
    if isinstance(answer, (int, float)) or (
        answer is not None and hasattr(type(answer), "__float__")
    ):
        value = float(answer)
    if not math.isfinite(value):
        given = "nothing" if answer is None else repr(answer)
        raise InvalidAnswer(name, f"gave {given}; a finite number was expected")
    return value


def score_of(text: str) -> float:
    """Return what the first player gets by a result such as 1-0."""
    return 1.0 if text == "1-0" else -1.0 if text == "0-1" else 0.0


def is_each(answer: Any) -> bool:
    """Return True if a result has a number for each player."""
    return isinstance(answer, Mapping) or _is_many(answer)


def _is_many(answer: Any) -> bool:
    return isinstance(answer, (list, tuple, set, frozenset)) or getattr(answer, "ndim", 0) == 1


def are_one_and_two(labels: Sequence[Any]) -> bool:
    """Return True for players whose numbers leave `DRAW_OF_TWO` for a draw."""
    return list(labels) == [1, 2]


def is_draw(answer: Any, players: Players) -> bool:
    """Return True for a usual word or number that says that nobody has won."""
    answer = plain_number(answer)
    if type(answer) is int and answer == DRAW_OF_TWO and are_one_and_two(players.labels):
        return True
    word = answer.strip().lower() if isinstance(answer, str) else answer
    if isinstance(word, float) and word == 0.0:
        return True
    return any(word is draw or (type(word) is type(draw) and word == draw) for draw in _DRAWS) or (
        isinstance(word, str) and ("draw" in word or "tie" in word)
    )
