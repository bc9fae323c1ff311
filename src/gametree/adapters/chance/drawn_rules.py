"""Rules of other interfaces that draw luck, as state objects: each draw is an event of chance.

`chance` names what draws, as for a `StateGame`. Such games are searched interpreted.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import partial
from typing import Any

from ..own.found_members import WrittenRules
from ..recognition.expressions import Expression
from ..recognition.members import Member
from ..states import StateGame

__all__ = ["board_players", "drawn_board", "drawn_rules", "drawn_scores"]


def drawn_rules(
    subject: Any, root_state: Any, chance: str, bounds: tuple[float, float] | None = None
) -> StateGame:
    """Return the game of functions `apply`, `get_rules` and `get_result`.

    Args:
        subject: what has these functions.
        root_state: the first state.
        chance: what draws.
        bounds: the least and the most that a player can get; None: not known.

    Raises:
        BadParameter: if nothing is called as `chance` says.

    """
    from ..rules import get_player_just_moved

    apply = Expression("apply(asked, state)", "state, asked", apply=subject.apply)
    members = {
        "moves": Member("get_rules", 0, subject.get_rules),
        "play": Member("apply", 1, apply),
        "just_moved": Member("player_just_moved", 0, get_player_just_moved),
        "result": Member("get_result", 1, subject.get_result),
    }
    rules = WrittenRules(partial(copy.deepcopy, root_state), subject, members)
    return StateGame(rules, players=(1, 2), chance=chance, bounds=bounds)


def drawn_scores(
    state: Any,
    chance: str,
    players: int = 1,
    perspective: str = "first",
    bounds: tuple[float, float] | None = None,
) -> StateGame:
    """Return the game of states with a score; the parameters are those of a `ScoreGame`.

    Raises:
        BadParameter: if nothing is called as `chance` says.

    """
    members = {
        "moves": Member("get_move_count", 0, Expression("range(state.get_move_count())")),
        "play": Member("do_move", 1, Expression("state.do_move(asked)", "state, asked")),
        "over": Member("get_move_count", 0, Expression("state.get_move_count() == 0")),
        "result": Member("get_score", 0, Expression("state.get_score()")),
    }
    rules = WrittenRules(partial(copy.deepcopy, state), state, members)
    view = perspective if players == 2 else None
    return StateGame(rules, players=players, perspective=view, chance=chance, bounds=bounds)


def drawn_board(board: Any, chance: str, players: int = 2) -> StateGame:
    """Return the game of a board that is given the history; a state is a tuple of the board's.

    Raises:
        BadParameter: if nothing is called as `chance` says.

    """
    after = "(*state, board.next_state(state[-1], asked))"
    members = {
        "moves": Member("legal_plays", 0, partial(_plays, board)),
        "play": Member("next_state", 1, Expression(after, "state, asked", board=board)),
        "player": Member("current_player", 0, partial(_player, board)),
        "over": Member("winner", 0, Expression("board.winner(state) != 0", board=board)),
        "winner": Member("winner", 0, Expression("board.winner(state)", board=board)),
    }
    rules = WrittenRules(lambda: (board.start(),), board, members)
    return StateGame(rules, players=tuple(range(1, players + 1)), chance=chance)


def board_players(board: Any) -> int:
    """Return the number of the players of a board: two, unless it says otherwise."""
    count: int = getattr(board, "num_players", 2)
    return count


def _plays(board: Any, history: Sequence[Any]) -> list[Any]:
    return list(board.legal_plays(list(history)))


def _player(board: Any, history: Sequence[Any]) -> Any:
    return board.current_player(history[-1])
