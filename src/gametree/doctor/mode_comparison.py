"""Compares the answers of the compiled rules with those of the interpreted ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from copy import copy

from ..actors import chance_acts
from ..errors import NotCompilable
from ..game import Action, Game, State
from ..rules.both_modes import BothModes, Difference, Repeated, has_whole_key
from ..rules.snapshots import freeze
from ..user_code.effort import Budget
from ..user_code.locating import brief
from .fault import Fault
from .random_games.game_in_progress import Ending
from .report import WARNING

__all__ = ["beyond_compiled", "compare_answers", "key_alone_does_not_compile"]

_MOST_PLIES = 400
_LEAST_COMPARED = 10
_MOST_NEAR = 2000
"""The most positions near the first one that are compared to find a shorter case."""

_Found = tuple[Difference, tuple[Action, ...]]


def compare_answers(
    game: Game, first: State, endings: Sequence[Ending], seconds: float
) -> Iterator[tuple[Fault, tuple[Action, ...]]]:
    """Yield the nearest position at which the two modes differ.

    Games that were played are compared first. If they differ, all positions that are nearer are
    compared, so that the moves are as few as can be.

    Raises:
        NotCompilable: if there is nothing to compare.
    """
    modes = BothModes(game, first)
    budget = Budget(seconds)  # compiling is not counted
    nearest: _Found | None = None
    for number, ending in enumerate(endings):
        if number >= _LEAST_COMPARED and budget.is_spent:
            break
        ahead = len(ending.moves) if nearest is None else len(nearest[1]) - 1
        played = _cut(ending, min(ahead, _MOST_PLIES), asked=game.repetition == "own")
        nearest = modes.nearest(*played) or nearest
        if nearest is not None and not nearest[1]:
            break
    if nearest is None:
        return
    if not game.repetition:  # else not all legal moves may be made
        nearest = _near(game, first, modes, len(nearest[1]), budget) or nearest
    difference, moves = nearest
    yield _fault(difference), moves


def _near(game: Game, first: State, modes: BothModes, plies: int, budget: Budget) -> _Found | None:
    """Return a difference after fewer than so many moves; None if none is found in the time."""
    ahead: deque[tuple[tuple[Action, ...], State]] = deque([((), game.copy(first))])
    met = {freeze(first)}
    for _ in range(_MOST_NEAR):
        if not ahead or budget.is_spent:
            break
        moves, state = ahead.popleft()
        if len(moves) >= plies:
            break
        found = modes.difference(moves)
        if found is not None:
            return found, moves
        if game.is_terminal(state):
            continue
        for action, successor in _successors(game, state):
            frozen = freeze(successor)
            if frozen not in met:
                met.add(frozen)
                ahead.append(((*moves, action), successor))
    return None


def _successors(game: Game, state: State) -> Iterator[tuple[Action, State]]:
    actions = list(game.legal_actions(state))
    if chance_acts(game, state):
        actions = [action for action, share in game.chance_outcomes(state) if share > 0.0]
    for action in actions:
        yield action, game.next_state(game.copy(state), action)


def key_alone_does_not_compile(game: Game, first: State) -> Fault | None:
    """Return a warning if the rules would compile without a `key` that is no integer."""
    if not game.repetition or has_whole_key(game, first):
        return None
    without = copy(game)
    without.repetition = ""
    try:
        BothModes(without, first)
    except NotCompilable:
        return None
    return Fault(
        "key",
        "no integer",
        f"returned {brief(game.key(first))}, which keeps rules that otherwise compile from being "
        "compiled",
        "return an integer of 64 bits, such as a Zobrist hash",
        WARNING,
    )


def _cut(ending: Ending, plies: int, *, asked: bool) -> tuple[tuple[Action, ...], Repeated | None]:
    """Return the moves of a game, cut off after so many, and how a repetition ended it.

    `asked` says whether the game is asked what it returns then.
    """
    if plies < len(ending.moves):
        return ending.moves[: max(0, plies)], None
    if not (asked and ending.by_repetition and ending.plies > 0):
        return ending.moves, None
    return ending.moves, Repeated(ending.last_player or 0, ending.plies)


def beyond_compiled(method: str, problem: str) -> Fault:
    """Return the warning about what Python does and compiled code cannot, such as 65 bits."""
    advice = "a search goes on interpreted from there, which is slower"
    return Fault(method, "beyond compiled code", problem, advice, WARNING)


def _fault(difference: Difference) -> Fault:
    if difference.limit:
        return beyond_compiled(difference.method, str(difference))
    return Fault(
        difference.method,
        "modes differ",
        str(difference),
        "compiled integers have 64 bits, attributes are constants in compiled code, and an answer "
        "may not depend on earlier calls; else report it, and search with compiled=False",
    )
