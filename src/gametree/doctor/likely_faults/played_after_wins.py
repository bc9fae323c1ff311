"""The warning that rules as functions go on after somebody has won."""

from __future__ import annotations

from typing import Any

from ...game import Action, Game
from ...primitives.rng import Rng
from ...user_code.locating import brief
from ..fault import Fault
from ..report import WARNING

__all__ = ["played_after_wins"]

_GAMES = 60
_PLIES = 200
_ENOUGH = 5


def played_after_wins(game: Game) -> Fault | None:
    """Return the warning, if `get_result` returns a winner in positions where rules still apply.

    It tells one before the end, too, in rules where it is who leads: only rules that else have no
    result yet, or whose winner never changes again, are meant.
    """
    rules: Any = getattr(game, "rules", None)
    if not all(hasattr(rules, name) for name in ("apply", "get_rules", "get_result")):
        return None
    rng = Rng(0)
    undecided: list[Any] = []
    won: list[tuple[Action, ...]] = []
    try:
        for _ in range(_GAMES):
            moves, results = _played(rules, getattr(game, "root_state", None), rng)
            winners = [_winner(result) for result in results]
            undecided += [result for result in results[:-1] if not _winner(result)]
            first = next((ply for ply, winner in enumerate(winners[:-1]) if winner), None)
            if first is not None:
                won.append(tuple(moves[:first]))
                if _is_number(results[0][0]) and set(winners[first:]) != {winners[first]}:
                    return None
    except Exception:  # the other checks report it
        return None
    if not undecided or len(won) < _ENOUGH:
        return None
    return Fault(
        "get_rules",
        "goes on after a win",
        f"gives rules after somebody has won by get_result, in {len(won)} of {_GAMES} random "
        f"games; before that it is {brief(undecided[0][0])}",
        "if a win ends the game, return no rules there",
        WARNING,
        min(won, key=len),
    )


def _played(rules: Any, state: Any, rng: Rng) -> tuple[list[Action], list[tuple[Any, Any]]]:
    """Play a game at random; return the moves, and the results of all its positions."""
    moves: list[Action] = []
    results: list[tuple[Any, Any]] = []
    for _ in range(_PLIES):
        results.append((rules.get_result(state, 1), rules.get_result(state, 2)))
        legal = list(rules.get_rules(state))
        if not legal:
            break
        moves.append(legal[rng.below(len(legal))])
        state = rules.apply(moves[-1], state)
    return moves, results


def _winner(result: tuple[Any, Any]) -> int:
    """Return 1 or 2, or 0 if the results of the two players name none."""
    one, other = (float(each) if _is_number(each) or each is True else each for each in result)
    if (one, other) == (1.0, 0.0) or (one == 1.0 and other is False):
        return 1
    return 2 if (one, other) == (0.0, 1.0) or (other == 1.0 and one is False) else 0


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
