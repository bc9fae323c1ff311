"""Checks that given positions follow one another by moves and chance events of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...errors import InvalidState
from ...game import Game, State
from ...rules.checked_game import CheckedGame
from ...rules.one_by_one import OneByOne
from ...rules.snapshots import outline

__all__ = ["PlayedHistory", "refuse_gaps"]

_EVENTS = 5000
"""A position with more successors than this is not searched for the next one."""


class PlayedHistory(list[State]):
    """Positions of a record, which moves have led to: they need no check."""


def refuse_gaps(game: Game, line: Sequence[State], *, together: bool) -> None:
    """Raise `InvalidState` if no event leads from one of these positions to the next one.

    It accuses no position that the game can reach: a position counts as reached, too, if all
    players know there what they know after some event. States may hold caches, which differ.

    Args:
        game: the rules, in turns.
        line: the positions, the searched one at last.
        together: whether all choices that are made at the same time are one event here.

    """
    if game.proposes_actions or game.draws_outcomes:
        return
    checked = CheckedGame(game)
    rounds = together and isinstance(game, OneByOne)
    for place, (before, after) in enumerate(pairwise(line)):
        if not _leads(checked, before, after, rounds=rounds):
            last = place + 2 == len(line)
            reached = "the searched position" if last else f"history[{place + 1}]"
            name = getattr(game, "users_class", type(game).__name__)
            raise InvalidState(
                f"no move or chance event of {name} leads from history[{place}] to {reached}: give "
                "all positions of one game, from the first one to the one before the searched one"
            )


def _leads(checked: CheckedGame, before: State, after: State, *, rounds: bool) -> bool:
    if rounds:
        before, after = (checked.begun(each[0]) for each in (before, after))
    contents = outline(after)
    known: list[int] | None = None
    for number, state in enumerate(_successors(checked, before, rounds=rounds)):
        if number == _EVENTS or outline(state) == contents:
            return True
        if known is None:
            known = _known_by_all(checked, after)
        if _known_by_all(checked, state) == known:
            return True
    return False


def _known_by_all(checked: CheckedGame, state: State) -> list[int]:
    players = range(checked.players)
    return [key_of_state(checked.information_state(state, player)) for player in players]


def _successors(checked: CheckedGame, state: State, *, rounds: bool) -> Iterator[State]:
    """Yield the states after one event; or after all choices of a round."""
    ahead = [state]
    while ahead:
        before = ahead.pop()
        if checked.is_terminal(before):
            continue
        if checked.defines_chance_outcomes and is_chance(checked.current_player(before)):
            actions = [outcome for outcome, _ in checked.chance_outcomes(before)]
        else:
            actions = list(checked.legal_actions(before))
        for action in actions:
            after = checked.next_state(checked.copy(before), action)
            if rounds and after[2] > 0:
                ahead.append(after)
            else:
                yield checked.begun(after[0]) if rounds else after
