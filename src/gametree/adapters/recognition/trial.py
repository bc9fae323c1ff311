"""Plays random games of a user's rules to settle what the names of methods leave open."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import BadParameter
from ...numbers.counting import counted
from ...user_code.effort import Budget
from ..own.state_rules import StateRules
from ..values.copying import InvalidAnswer, call
from ..values.faults import fault
from ..values.results import (
    ENOUGH,
    FinishedGame,
    Players,
    Reader,
    are_points,
    is_each,
    view_of,
)
from .result_forms import (
    are_in_halves,
    are_score_texts,
    have_values,
    named_alike,
    names_winners,
    number_winners,
)
from .turn_switching import settle_switches

__all__ = ["Understanding", "labels_of", "mover", "understand"]

_GAMES = 24
_MOST_GAMES = 120  # where few of them are decided
_DECIDED = 12
_PLIES = 4000  # of all games together
_SECONDS = 4.0  # of processor time
_LONGEST = 2000  # plies; a longer game is not counted
_MOST_PLAYERS = 8

_VIEWS = {
    "first": "player {}",
    "to_move": "the player whose turn it is at the end",
    "just_moved": "the player who made the last move",
}


@dataclass(frozen=True, slots=True)
class Understanding:
    """The conclusions from random games.

    Attributes:
        players: who plays.
        read: from what the rules say at the end to returns.
        by_winner: whether that is the winner's name, else the result.
        by_turn: whether the result is that of the player whose turn it is.
        reading: how results are read, in a few words.
        results_at_ends: what the rules said of the result, or the winner, of each random game.

    """

    players: Players
    read: Reader
    by_winner: bool
    by_turn: bool
    reading: str
    results_at_ends: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Played:
    """A finished random game: its last state, who moved, and whose turn it is said to be."""

    state: Any
    labels: list[Any]
    at_end: Any


def understand(
    rules: StateRules, players: int | Sequence[Any] | None, perspective: str | None
) -> Understanding:
    """Play random games; return the conclusions from them.

    Args:
        rules: the user's.
        players: how many there are, or what the rules call them; None: find out.
        perspective: whose view a single number is from; None: find out.

    Raises:
        BadParameter: if something stays open, or `players` is not as described.
        GameError: if the user's methods raise.

    """
    if players is None and getattr(rules.subject, "players", None) == 1:
        players = 1  # a puzzle, by what its class says
    count, labels = _given(players)
    if rules.turn is None and count is None:
        raise BadParameter(
            f"nothing in {rules.owner} tells whose turn it is: give player=, the name of the "
            "method or attribute that does, or players=: how many take turns (1: a puzzle), or "
            "what the rules call them, such as (1, -1)"
        )
    call((), rules.settle)
    call((), settle_switches, rules)
    try:
        games = _random_games(rules, labels or list(range(1, (count or 1) + 1)))
        if not any(game.labels for game in games):
            raise InvalidAnswer(rules.name_of(rules.moves), "lists nothing at the start")
        rules.take_names([game.state for game in games])
        seats = Players(_in_order(rules, games, labels, count))
        endings = [_ending(rules, game, seats) for game in games if game.labels]
        if alike := named_alike(rules, seats, endings):
            rules.take_alike(alike, seats.labels)
            endings = [_ending(rules, game, seats) for game in games if game.labels]
        elif have_values(rules, seats, endings):
            rules.take_values()
            endings = [_ending(rules, game, seats) for game in games if game.labels]
        if are_score_texts(rules, seats, endings):
            rules.take_score_texts()
            endings = [_ending(rules, game, seats) for game in games if game.labels]
            perspective = perspective or "first"
        elif number_winners(rules, seats, endings) or names_winners(rules, seats, endings):
            rules.winner, rules.result = rules.result, None
            endings = [_ending(rules, game, seats) for game in games if game.labels]
        elif are_in_halves(rules, seats, endings):
            rules.take_halves()
            endings = [_ending(rules, game, seats) for game in games if game.labels]
        return _read(rules, seats, endings, perspective)
    except InvalidAnswer as error:
        method, problem = error.args
        if error.__cause__ is not None:  # the user's code raised
            raise fault(method, problem, []) from error
        raise BadParameter(f"{method} {problem}") from error


def mover(rules: StateRules, players: Players, state: Any, plies: int) -> int:
    """Return the number of the player to move after this many plies."""
    if rules.turn is None:
        return plies % len(players)
    return _number(rules, players, rules.label(state))


def labels_of(players: Any) -> list[Any] | None:
    """Return the names of the players, if it is these that are given.

    Raises:
        BadParameter: if it is no number of players, either.

    """
    return _given(players)[1]


def _given(players: Any) -> tuple[int | None, list[Any] | None]:
    """Return the number of the players and their names, as far as the user gives them."""
    if players is None:
        return None, None
    if isinstance(players, int) and not isinstance(players, bool) and 1 <= players <= _MOST_PLAYERS:
        return players, None
    labels = list(players) if isinstance(players, (list, tuple)) else []
    if not labels or len(Players(labels)) != len(set(map(str, labels))):
        raise BadParameter(
            f"players must be how many there are, 1 to {_MOST_PLAYERS}, or what the rules call "
            f"them, such as (1, -1), not {players!r}"
        )
    return len(labels), labels


def _random_games(rules: StateRules, labels: list[Any]) -> list[_Played]:
    """Return finished random games, enough of them with a winner where that can be had."""
    games: list[_Played] = []
    plies = decided = begun = 0
    budget = Budget(_SECONDS)
    for seed in range(_MOST_GAMES):
        late = plies > _PLIES or budget.is_spent
        if games and (late or (seed >= _GAMES and decided >= _DECIDED)):
            break
        game, length = _random_game(rules, random.Random(seed), budget)
        plies += length
        begun += 1
        if game is None:
            if late or (seed == 2 and not games) or budget.is_spent:
                break
            continue
        games.append(game)
        decided += _is_decided(rules, game.state)
    if not games:
        raise _endless(rules, begun, plies)
    return games


def _endless(rules: StateRules, begun: int, plies: int) -> BadParameter:
    """Return the error for rules of which no random game ended."""
    if rules.over is not None:
        asked = f"{rules.name_of(rules.over)} never said that it was over"
    else:
        others = (rules.winner, rules.result)
        there = [rules.name_of(each) for each in others if each is not None and each.takes == 0]
        also = f", and {' and '.join(there)} did not settle it" if there else ""
        asked = (
            f"{rules.name_of(rules.moves)} always lists moves{also}; give over=, the name of the "
            "method that tells that a game is over, or a function of a state"
        )
    return BadParameter(
        f"no random game of {rules.owner} ended: {counted(begun, 'game')} of {plies} moves in all "
        f"were played. {asked}"
    )


def _random_game(
    rules: StateRules, chance: random.Random, budget: Budget
) -> tuple[_Played | None, int]:
    """Play a random game; return it, or None if it is too long, and its length."""
    state = call((), rules.start)
    moves: list[Any] = []
    labels: list[Any] = []
    while actions := call(moves, rules.legal, state):
        if len(moves) == _LONGEST or budget.is_spent:
            return None, len(moves)
        labels.append(call(moves, rules.label, state) if rules.turn is not None else None)
        moves.append(chance.choice(actions))
        state = call(moves, rules.after, state, moves[-1], len(moves) - 1)
    try:
        at_end = rules.label(state) if rules.turn is not None else None
    except InvalidAnswer:  # a finished game need not tell whose turn it is
        at_end = None
    return _Played(state, labels, at_end), len(moves)


def _is_decided(rules: StateRules, state: Any) -> bool:
    """Return True if a single number says that a player has won, or if it is no number."""
    if rules.result is None or rules.result.takes == 1:
        return True
    result = rules.result_of(state, [])
    return not isinstance(result, (int, float)) or result != 0


def _in_order(
    rules: StateRules, games: Sequence[_Played], labels: list[Any] | None, count: int | None
) -> list[Any]:
    """Return the names of the players, in their order here."""
    if rules.turn is None:
        return labels or list(range(1, (count or 1) + 1))
    whose = rules.name_of(rules.turn)
    seen = Players([])
    for game in games:
        for label in [*game.labels, game.at_end] if rules.just_moved else game.labels:
            seen = seen.with_another(label)
    found = seen.labels
    if labels is not None:
        if strange := [label for label in found if Players(labels).number(label) is None]:
            raise BadParameter(f"{whose} gave {strange[0]!r}, which is none of players={labels!r}")
        if len(found) == 1 < len(labels) and any(len(game.labels) > 1 for game in games):
            raise BadParameter(
                f"{whose} gave {found[0]!r} after each move of random games, so that one player "
                "makes all of them: give play=, a function of a state and a move that gives the "
                "turn to the next player as well"
            )
        return labels
    if len(found) > (count or _MOST_PLAYERS):
        listed = ", ".join(map(repr, found[:8]))
        raise BadParameter(
            f"{whose} gave {len(found)} different values ({listed}), more than there are players: "
            f"{count or _MOST_PLAYERS} at most; give player=, what tells whose turn it is"
        )
    if count is None and len(found) == 1:
        raise BadParameter(
            f"{whose} always gave {found[0]!r}: if there is one player only, give players=1, else "
            "player=, what tells whose turn it is"
        )
    if count is not None and len(found) < count:
        raise BadParameter(
            f"players={count}, but in random games {whose} gave {len(found)} only "
            f"({', '.join(map(repr, found))}); give players=, what the rules call them"
        )
    if all(isinstance(label, int) and not isinstance(label, bool) for label in found):
        return sorted(found, key=lambda label: (label < 0, abs(label)))
    return found


def _number(rules: StateRules, players: Players, label: Any) -> int:
    number = players.number(label)
    assert rules.turn is not None
    name = rules.name_of(rules.turn)
    if number is None:
        raise InvalidAnswer(name, f"gave {label!r}, which is none of the players ({players})")
    if not rules.just_moved or len(players) == 1:
        return number
    if len(players) > 2:
        raise InvalidAnswer(
            name,
            f"tells who has just moved; with {len(players)} players, that is not whose turn it is: "
            "give player=",
        )
    return 1 - number


def _ending(rules: StateRules, game: _Played, players: Players) -> FinishedGame:
    if rules.turn is None:
        last: int = (len(game.labels) - 1) % len(players)
        turn: int | None = len(game.labels) % len(players)
    else:
        last = _number(rules, players, game.labels[-1])
        known = players.number(game.at_end) is not None
        turn = _number(rules, players, game.at_end) if known else None
    result = None if rules.result is None else rules.result_of(game.state, players.labels)
    named = None if rules.winner is None else rules.named_winner(game.state)
    winner = None if named is None else players.number(named)
    return FinishedGame(last, turn, result, named, winner)


def _read(
    rules: StateRules, players: Players, endings: Sequence[FinishedGame], perspective: str | None
) -> Understanding:
    """Return a reader of the results, tried on the endings."""
    by_winner = rules.result is None
    reading = ""
    if rules.result is not None:
        name = rules.name_of(rules.result)
        if rules.result.takes == 1:
            kind, reading = "won" if rules.by_truth else "each", "asked for each player"
        elif all(is_each(each.result) for each in endings):
            kind, reading = "each", "a number for each player"
            by_winner = len(players) == 2 and rules.winner is not None and are_points(endings)
        elif len(players) == 1:
            kind, reading = "first", "a number"
        elif len(players) > 2:
            if rules.winner is None:
                raise BadParameter(
                    f"{name} gives one number, and there are {len(players)} players: give result=, "
                    "a function of a state that returns a number for each of them, or of a state "
                    "and a player"
                )
            by_winner = True
        elif perspective is not None or rules.to_move:
            kind = perspective or "to_move"
            reading = "from the view of " + _VIEWS[kind].format(players.labels[0])
        else:
            try:
                kind, why = view_of(name, endings)
                reading = f"from the view of {_VIEWS[kind].format(players.labels[0])} ({why})"
            except BadParameter:
                if rules.winner is None:
                    raise
                by_winner = True
        scale = "0 to 1 " if rules.in_halves else ""
        reading = f"result by {rules.result.name}, {scale}{reading}"
    if by_winner:
        assert rules.winner is not None
        kind, name, reading = "winner", rules.name_of(rules.winner), f"won by {rules.winner.name}"
    if perspective is not None and kind != perspective:
        raise BadParameter(
            f"perspective= has no use for {rules.owner}, whose results are no single number: "
            f"{reading}"
        )
    if rules.by_truth and rules.tells_over() is None:
        _expect_one_winner(name, endings)
    read = Reader(name, kind, players)
    at_ends = tuple(game.named if by_winner else game.result for game in endings)
    returns = [
        read(said, game.last, game.turn) for said, game in zip(at_ends, endings, strict=True)
    ]
    if returns and not rules.turn_is_given and kind in ("each", "won", "winner", "first"):
        _expect_last_moves_to_win(rules, endings, returns)
    return Understanding(players, read, by_winner, kind == "to_move", reading, at_ends)


def _expect_one_winner(name: str, endings: Sequence[FinishedGame]) -> None:
    """Refuse games that go on when somebody has won, where nothing tells that they are over."""
    for each in endings:
        if is_each(each.result) and sum(map(bool, each.result)) > 1:
            raise BadParameter(
                f"{name} says at the end of a random game that more than one player has won, and "
                "nothing tells that a game is over: give over=, the name of a method or attribute "
                "that does, or a function of a state"
            )


def _expect_last_moves_to_win(
    rules: StateRules, endings: Sequence[FinishedGame], returns: Sequence[Sequence[float]]
) -> None:
    """Refuse games of two in which whoever seems to move last never wins.

    Such games are few; more often `current_player` and its like tell who has just moved.
    """
    gains = [each[game.last] for game, each in zip(endings, returns, strict=True)]
    if rules.turn is None or len(returns[0]) != 2 or max(gains, default=0) > 0:
        return
    if sum(gain < 0 for gain in gains) >= ENOUGH:
        name, other = rules.turn.name, "player" if rules.just_moved else "just_moved"
        means = "whose turn it is" if rules.just_moved else "who has just moved"
        same = "just_moved" if rules.just_moved else "player"
        raise BadParameter(
            f"in random games of {rules.owner} whoever moves last, by {name}, never wins: give "
            f"{other}={name!r} if it tells {means}, {same}={name!r} if the game goes so, or "
            "winner= or result= if these mean something else"
        )
