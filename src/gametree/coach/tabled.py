"""Judge a move by a tablebase: all moves are proven, and no search is needed."""

from __future__ import annotations

from ..game import Action, Game, State
from ..mcts.return_scale import winrate
from ..primitives.actions import is_same
from ..record import Record
from ..tablebases.tablebase import Tablebase, TableMove
from .judging import Judged, JudgedMove
from .lines import line_from

__all__ = ["judged_by_table"]

_LINE = 60


def judged_by_table(
    table: Tablebase, record: Record, ply: int, played: Action | None
) -> Judged | None:
    """Return a judgement of a move of a game; None if the table does not know all moves there.

    Args:
        table: the tablebase of the game.
        record: the game.
        ply: how many moves lead to the position.
        played: the move that was played there; None in the last position.

    """
    game, state = record.game, record.positions[ply]
    value = table.value(state)
    if value is None:
        return None
    player = int(game.current_player(state))
    moves = table.moves(state)
    if not moves or len(moves) < len(list(game.legal_actions(state))):
        return None
    options = [_option(table, game, state, player, each) for each in moves]
    own = None
    if played is not None:
        own = next(each for each in options if is_same(each.action, played))
        others = [each for each in options if each is not own]
        equal = own.share >= options[0].share
        options = [own, *others] if equal else [others[0], own, *others[1:]]
    shares = tuple(winrate(game, each) for each in value.returns)
    return Judged(ply, player, len(moves), tuple(options), own, shares, value.returns)


def _option(table: Tablebase, game: Game, state: State, player: int, move: TableMove) -> JudgedMove:
    proven = move.returns[player]
    share = winrate(game, proven)
    line, ends = line_from(game, state, _line(table, game, state, move))
    return JudgedMove(move.action, line[0], share, share, share, 0, proven, line, ends)


def _line(table: Tablebase, game: Game, state: State, move: TableMove) -> tuple[Action, ...]:
    """Return a move and those that both sides play after it, to the end that is forced."""
    actions = [move.action]
    if move.distance is not None:
        while len(actions) < min(_LINE, move.distance):
            state = game.next_state(game.copy(state), actions[-1])
            actions.append(table.moves(state)[0].action)
    return tuple(actions)
