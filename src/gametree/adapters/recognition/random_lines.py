"""Random games of users' rules under watch: they show whether the rules keep their contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...game import Game
from ...primitives.rng import Rng
from ...rules.snapshots import freeze
from ...user_code.effort import Budget
from ..boards.history import History
from ..values.faults import STATE_CHANGED, StateChanged, fault

__all__ = ["play_at_random"]

_MOVES = 2000
_SECONDS = 0.2  # of processor time
_LONGEST = 200


def play_at_random(game: Game, changes: str, note: Callable[[Any], object] = bool) -> None:
    """Play random games on histories; `note` gets the legal actions of each position.

    Args:
        game: under watch.
        changes: what the user calls what plays a move.
        note: see above.

    Raises:
        StateChanged: if the rules change a state that they are given.
        UserFault: if they break their contract in another way.

    """
    rng = Rng(0)
    budget = Budget(_SECONDS)
    line: History = game.initial_state()
    for _ in range(_MOVES):
        if budget.is_spent:
            break
        actions: Any = game.legal_actions(line)
        note(actions)
        if actions and len(line) < _LONGEST:
            game.current_player(line)
            before = freeze(line[-1])
            following = game.next_state(line, actions[rng.below(len(actions))])
            if freeze(line[-1]) != before:
                raise StateChanged(str(fault(changes, STATE_CHANGED, following)))
            line = following
        else:
            if not actions:
                game.returns(line)
            line = game.initial_state()
