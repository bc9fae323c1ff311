"""Plays thousands of random games in compiled code, where interpreted ones are too slow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...actors import NOBODY, is_chance
from ...game import Action, Game, State
from ...primitives.actions import room_for_actions
from ...primitives.rng import Rng
from ...rules.checked_game import rehearse
from ...rules.drawing import drawn
from ...user_code.effort import Budget
from .game_in_progress import Ending

__all__ = ["compiled_games"]

_LONGEST = 2000


def compiled_games(
    game: Game,
    first: State,
    most: int,
    seed: int,
    seconds: float,
    on_error: Callable[[tuple[Action, ...]], object],
) -> list[Ending]:
    """Return the endings of random games from the first position; long ones are left out.

    At the first game that goes wrong, its moves are passed to `on_error` and no more are played.

    Raises:
        NotCompilable: if the rules do not compile.
    """
    from ...native.build import compile_search, packing_of

    rng = Rng(seed)
    packing = packing_of(game)
    moves = room_for_actions(_LONGEST, packing)
    how = np.zeros(4, np.int64)
    values = np.zeros(game.players)
    buffers = (moves, how, values, room_for_actions(max(1, game.max_actions), packing))
    function = random_game_in_place if game.states_change else random_game
    compiled = compile_search(function, game, rng, first, *buffers, rehearsal=rehearse)
    budget = Budget(seconds)
    endings: list[Ending] = []
    for _ in range(most):
        if budget.is_spent:
            break
        try:
            compiled(game, rng, first, *buffers)
            wrong = how[0] >= 0 and not np.isfinite(values).all()
        except Exception:
            wrong = True
        plies, last, choices, played_so_far = how.tolist()
        if wrong:
            on_error(tuple(moves[:played_so_far].tolist()))
            break
        if plies >= 0:
            player = None if last == NOBODY else last
            played = tuple(moves[:plies].tolist())
            endings.append(Ending(played, tuple(values.tolist()), player, choices))
    return endings


def random_game(
    game: Any, rng: Any, state: Any, moves: Any, how: Any, values: Any, actions: Any
) -> None:
    """Play a random game; write its moves, its returns and how it ended to the arrays.

    `how` gets the number of plies (-1 if the game did not end), the player who made the last move,
    the number of legal actions there, and the number of moves so far.
    """
    how[0] = -1
    how[1] = NOBODY
    how[2] = 0
    how[3] = 0
    for ply in range(len(moves)):
        if game.is_terminal(state):
            how[0] = ply
            returned = game.returns(state)
            for player in range(len(values)):
                values[player] = returned[player]
            return
        listed = game.fill_legal_actions(state, actions)
        if listed > len(actions):
            return
        mover = game.current_player(state)
        if game.has_chance and is_chance(mover):
            action = drawn(game.chance_outcomes(state), rng)
        else:
            action = actions[rng.below(listed)]
        how[1] = mover
        how[2] = listed
        moves[ply] = action
        how[3] = ply + 1
        state = game.next_state(state, action)


def random_game_in_place(
    game: Any, rng: Any, state: Any, moves: Any, how: Any, values: Any, actions: Any
) -> None:
    """Do as `random_game`, for a state that is changed in place."""
    random_game(game, rng, game.copy(state), moves, how, values, actions)
