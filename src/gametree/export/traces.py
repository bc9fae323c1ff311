"""The functions that trace a search of an exported game, one simulation at a time.

They take what those of `interface` take. `exchange.observed.observer` is a `SimulationNotes`.
"""

from __future__ import annotations

from typing import Any

from ..game import Game, State
from ..mcts.engine.method import Method
from ..mcts.engine.simulation import run_simulations
from ..mcts.tracing.another_c import renew_notes
from ..mcts.tree.tree import Tree
from ..primitives.actions import is_same
from ..primitives.rng import Rng
from ..primitives.state_memory import keep_values, release_values
from ..rules.workspace import Workspace
from .code_points import name_of_pair, name_of_three, own_name, put_code_points, put_number
from .interface import ARGUMENT, PLAYER, Exchange, come_to, legal_moves, no_text, step_on
from .simulation_notes import DEPTH, FIGURES, LINE, PER_GROUP, SIMULATED, WAY

__all__ = ["TRACE_FUNCTIONS", "TRACE_TEXTS"]

SEPARATOR = 1  # a code point between two names
WHOLE_LINE = -1  # in place of a group


def trace(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Run one simulation and note its steps; there are none if the best move is proven."""
    exchange.observed.observer.clear()
    state = come_to(game, method, work, exchange)
    kept = keep_values(game, state)
    run_simulations(game, exchange.observed, state, tree, work, rng, 1)
    release_values(game, state, kept)
    return 0


def note_way(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Note where the path of the simulation ended, and the line as indices of legal moves.

    This part of the notes holds its kind, the number of steps of the path, 1 if the game is over
    there, who moves there, the number of moves in the line, and the index of each of them.
    """
    notes = exchange.observed.observer
    notes.used[FIGURES] = notes.used[SIMULATED]  # a second call writes the same part again
    notes.put(float(WAY))
    notes.put(float(notes.used[DEPTH]))
    end = notes.used[FIGURES]
    notes.put(0.0)
    notes.put(0.0)
    notes.put(float(notes.used[LINE]))
    state = come_to(game, method, work, exchange)
    for step in range(notes.used[LINE] + 1):
        count = 0
        if step == notes.used[DEPTH] or step < notes.used[LINE]:
            count = legal_moves(game, method, work, exchange, state)
        if step == notes.used[DEPTH]:
            notes.figures[end] = 1.0 if count == 0 else 0.0
            notes.figures[end + 1] = float(exchange.numbers[PLAYER])
        if step < notes.used[LINE]:
            action = notes.line[step]
            notes.put(float(index_in(work, count, action)))
            state = step_on(game, method, work, exchange, state, action)
    return 0


def index_in(work: Workspace, count: int, action: Any) -> int:
    """Return the index of an action among the first ones of `work.actions`; -1 if it is none."""
    for index in range(count):
        if is_same(action, work.actions[index]):
            return index
    return -1


def renew(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Let the selection rule compute again what it keeps: see `another_c.renew_notes`."""
    renew_notes(exchange.noting, tree)
    return 0


def put_names(name_of: Any, game: Game, method: Method, work: Workspace, exchange: Exchange) -> int:
    """Write the names of a group of moves that was noted, or of the line; return where they end.

    The argument is the number of the group, or `WHOLE_LINE`.
    """
    notes, group = exchange.observed.observer, exchange.numbers[ARGUMENT]
    state = come_to(game, method, work, exchange)
    end = 0
    if group == WHOLE_LINE:
        for step in range(notes.used[LINE]):
            end = put_name(name_of, game, state, notes.line[step], exchange.text, end)
            state = game.next_state(state, notes.line[step])
        return end
    first = notes.groups[PER_GROUP * group + 1]
    for step in range(notes.groups[PER_GROUP * group]):
        state = game.next_state(state, notes.line[step])
    for each in range(first, first + notes.groups[PER_GROUP * group + 2]):
        end = put_name(name_of, game, state, notes.actions[each], exchange.text, end)
    return end


def put_name(name_of: Any, game: Game, state: State, action: Any, out: Any, start: int) -> int:
    """Write the name of a move and a separator; return where they end."""
    return put_separator(put_code_points(name_of(game, state, action), out, start), out)


def put_separator(start: int, out: Any) -> int:
    """Write a separator; return where it ends."""
    if start < len(out):
        out[start] = SEPARATOR
    return start + 1


def names_of_moves(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write names of moves: see `put_names`."""
    return put_names(own_name, game, method, work, exchange)


def names_of_pairs(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write names of moves of two numbers."""
    return put_names(name_of_pair, game, method, work, exchange)


def names_of_threes(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write names of moves of three numbers."""
    return put_names(name_of_three, game, method, work, exchange)


def indices_of_moves(
    game: Game, method: Method, tree: Tree, work: Workspace, rng: Rng, exchange: Exchange
) -> int:
    """Write the indices of moves, from 1, in place of their names."""
    notes, group = exchange.observed.observer, exchange.numbers[ARGUMENT]
    state = come_to(game, method, work, exchange)
    end = 0
    steps = notes.used[LINE] if group == WHOLE_LINE else notes.groups[PER_GROUP * group]
    for step in range(steps):
        if group == WHOLE_LINE:
            count = legal_moves(game, method, work, exchange, state)
            end = put_index(work, count, notes.line[step], exchange.text, end)
        state = step_on(game, method, work, exchange, state, notes.line[step])
    if group == WHOLE_LINE:
        return end
    count = legal_moves(game, method, work, exchange, state)
    first = notes.groups[PER_GROUP * group + 1]
    for each in range(first, first + notes.groups[PER_GROUP * group + 2]):
        end = put_index(work, count, notes.actions[each], exchange.text, end)
    return end


def put_index(work: Workspace, count: int, action: Any, out: Any, start: int) -> int:
    """Write the index of a legal move, from 1, and a separator; return where they end."""
    return put_separator(put_number(index_in(work, count, action) + 1, out, start), out)


TRACE_FUNCTIONS = {each.__name__: each for each in (trace, note_way, renew)}
"""The functions that trace a search."""

TRACE_TEXTS = {
    "names_of_moves": (names_of_moves, names_of_threes, names_of_pairs, indices_of_moves, no_text),
}
"""As `interface.TEXTS`."""
