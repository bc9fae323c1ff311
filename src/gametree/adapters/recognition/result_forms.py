"""The forms of results of random games: names of winners, members of enums, scores, halves."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from ...errors import BadParameter
from ...numbers.plain import plain_number
from ..own.state_rules import StateRules
from ..values.results import (
    DRAW_OF_TWO,
    SCORE_TEXTS,
    FinishedGame,
    Players,
    in_halves,
    is_draw,
    is_each,
)

__all__ = [
    "are_in_halves",
    "are_score_texts",
    "have_values",
    "named_alike",
    "names_winners",
    "number_winners",
]


def named_alike(
    rules: StateRules, players: Players, endings: Sequence[FinishedGame]
) -> list[enum.Enum]:
    """Return what an enum of results calls the players, in their order, if it has their names.

    So it is with `Result.WHITE` and `Player.WHITE`, and a draw of any other name.
    """
    by_winner = rules.winner is not None
    if not by_winner and (rules.result is None or rules.result.takes == 1):
        return []
    results = [each.named if by_winner else each.result for each in endings]
    kinds = {type(each) for each in results if each is not None}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None or not issubclass(kind, enum.Enum) or kind in map(type, players.labels):
        return []
    by_word = {_word(each): each for each in kind}
    words = [_word(label) for label in players.labels]
    return [by_word[word] for word in words] if by_word.keys() >= set(words) else []


def _word(label: Any) -> str:
    """Return the name of a member of an enum, or a text, as it is compared."""
    return (label.name if isinstance(label, enum.Enum) else str(label)).lower()


def have_values(rules: StateRules, players: Players, endings: Sequence[FinishedGame]) -> bool:
    """Return True if results are members of an enum that mean numbers, and no player's name."""
    if rules.result is None or rules.result.takes == 1:
        return False
    results = [each.result for each in endings]
    return all(
        isinstance(each, enum.Enum) and type(each.value) in (int, float) for each in results
    ) and not any(players.number(each) is not None for each in results)


def are_score_texts(rules: StateRules, players: Players, endings: Sequence[FinishedGame]) -> bool:
    """Return True if results are written as in records of chess: 1-0, 0-1, 1/2-1/2."""
    if rules.result is None or rules.result.takes == 1 or len(players) != 2:
        return False
    return all(isinstance(each.result, str) and each.result in SCORE_TEXTS for each in endings)


def names_winners(rules: StateRules, players: Players, endings: Sequence[FinishedGame]) -> bool:
    """Return True if the result is no number but what the rules call the winner, or a draw."""
    if rules.result is None or rules.result.takes == 1 or rules.winner is not None:
        return False
    results = [plain_number(each.result) for each in endings]
    if _are_numbers_of_winners(players, endings):
        return True
    return all(
        each is None or isinstance(each, (str, enum.Enum)) or players.number(each) is not None
        for each in results
    ) and any(isinstance(each, (str, enum.Enum)) for each in results)


def _are_numbers_of_winners(players: Players, endings: Sequence[FinishedGame]) -> bool:
    """Return True if results are what the rules call the winner, and players 1 and 2, say.

    As scores they would make a victory of player 2 worth more than one of player 1.
    """
    if not all(isinstance(label, int) and label > 0 for label in players.labels):
        return False
    if any(is_each(each.result) for each in endings):
        return False
    named = {players.number(each.result) for each in endings if not is_draw(each.result, players)}
    return len(named) > 1 and None not in named


def number_winners(rules: StateRules, players: Players, endings: Sequence[FinishedGame]) -> bool:
    """Let results of 1 and 2 name the winner, where the rules call the players otherwise.

    Returns False where results are anything else.

    Raises:
        BadParameter: if random games do not show that 1 is the player who moves first.

    """
    if rules.result is None or rules.result.takes == 1 or rules.winner is not None:
        return False
    if len(players) != 2 or {1, 2} == set(players.labels):
        return False
    results = [plain_number(each.result) for each in endings]
    if not all(each is None or type(each) is int for each in results):
        return False
    if not {1, 2} <= set(results) <= {1, 2, 0, -1, DRAW_OF_TWO, None}:
        return False
    won = [
        (each - 1, end.last) for each, end in zip(results, endings, strict=True) if each in (1, 2)
    ]
    if any(winner != last for winner, last in won):
        first, second = players.labels
        raise BadParameter(
            f"{rules.name_of(rules.result)} gives 1 and 2, which seem to name the winner, and the "
            f"players are called {first!r} and {second!r}: give winner=, a function of a state "
            "that returns one of these names, or None"
        )
    rules.take_numbers(players.labels)
    return True


def are_in_halves(rules: StateRules, players: Players, endings: Sequence[FinishedGame]) -> bool:
    """Return True if the result is one number, and says by 1/2 that a game of two was drawn."""
    if rules.result is None or rules.result.takes == 1 or len(players) != 2:
        return False
    if any(is_each(each.result) for each in endings):
        return False
    return in_halves(rules.name_of(rules.result), endings)
