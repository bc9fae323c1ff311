"""Alpha-beta search to one depth with a transposition table.

For two players whose returns sum to a constant. Values are leads: the return of player 0 minus that
of player 1. Player 0 maximises them and player 1 minimises them, in whatever order they move, so
double moves and passes need no special case.

A lead shrinks by `STEP` with each ply between the position and the end, but never past zero. So of
two equal wins the quicker one is worth more, and of two losses the slower one; no real difference
in returns is as small as that.

For each position the table keeps bounds of its value and its best move. In a game with a
`repetition` policy the value of a position depends on the moves that led to it: there the bounds
are not used, only the best move, which is tried first. (The usual practice, to use the bounds all
the same, makes values wrong where lines meet.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plainpython.bits import u64
from plainpython.compilable import Compilable, native_twin
from plainpython.hashing import key_of_state

from ..game import Game, State
from ..primitives.actions import Packing, edge_class
from ..primitives.rng import Rng
from ..primitives.state_memory import keep_values, release_values
from ..rules.drawing import shuffle
from ..rules.heuristics import Heuristic
from ..rules.position_history import forget, length
from ..rules.repetition import Repetition, keep_permitted
from ..rules.workspace import (
    PathFull,
    RulesBroken,
    Workspace,
    list_actions,
    mover,
    write,
)

__all__ = [
    "ALLOWED",
    "HORIZONS",
    "SOLVED",
    "STOP",
    "VISITED",
    "Leads",
    "SumVaries",
    "TimeOver",
    "TranspositionTable",
    "lead_of",
]

STEP = 2.0**-30
SOLVED = 1 << 14
"""The depth of an entry that was searched to the end of the game; greater than any real depth."""

# Indices into the `control` array of a search.
VISITED = 0  # positions visited so far
ALLOWED = 1  # the most positions to visit
STOP = 2  # set to 1 by another thread to stop the search
HORIZONS = 3  # how many values came from the horizon, not from the end of the game

_SLACK = 1e-6
_INFINITE = float("inf")


class TimeOver(Exception):
    """The search has visited as many positions as allowed, or was stopped."""


class SumVaries(Exception):
    """The returns of the players do not sum to the same constant as before."""


class Leads(Compilable):
    """The values of leaves: by the returns at the end, by a heuristic at the horizon.

    Args:
        heuristic: the evaluation of positions at the horizon.
        sum_of_returns: the constant sum of both players' returns.

    """

    def __init__(self, heuristic: Heuristic, sum_of_returns: float) -> None:
        self.heuristic = heuristic
        self.sum_of_returns = float(sum_of_returns)

    def at_end(self, values: Any) -> float:
        """Return the lead by the returns of a finished game."""
        slack = _SLACK * (1.0 + abs(self.sum_of_returns))
        if not abs(values[0] + values[1] - self.sum_of_returns) <= slack:
            raise SumVaries
        return values[0] - values[1]  # type: ignore[no-any-return]

    def at_horizon(self, game: Game, state: State, values: Any) -> float:
        """Return the lead by the heuristic."""
        self.heuristic.estimate(game, state, values)
        lead = values[0] - values[1]
        if lead - lead != 0.0:
            raise RulesBroken  # infinite or not a number
        return lead  # type: ignore[no-any-return]


class Entry:
    """An entry of the interpreted table; values are those of the player to move.

    Attributes:
        key: the position.
        least, most: bounds of its value.
        depth: the depth of the search; 0 for an empty entry.
        action: the best move.

    """

    __slots__ = ("action", "depth", "key", "least", "most")

    def __init__(self) -> None:
        self.key: Any = None
        self.depth = 0


def _entry_type(packing: Packing | None) -> Any:
    action: Any = "i4" if packing is None else packing.kind
    fields = [("key", "u8"), ("least", "f8"), ("most", "f8"), ("depth", "i4"), ("action", action)]
    return np.dtype((edge_class(packing), np.dtype(fields)))


_INTERPRETED_ENTRY = 400  # bytes, about


class _Entries(dict[Any, Entry]):
    """Entries by key; cleared when there are too many."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __missing__(self, key: Any) -> Entry:
        if len(self) >= self._most:
            self.clear()
        self[key] = entry = Entry()
        return entry


class TranspositionTable(Compilable):
    """A transposition table of at most `size` bytes.

    Compiled, it is an array of records in which a newer position replaces an older one; positions
    are identified by their 64-bit keys.
    """

    runtime_arrays = ("entries",)

    def __init__(self, size: int, *, compiled: bool, packing: Packing | None = None) -> None:
        self.entries: Any = _Entries(size // _INTERPRETED_ENTRY)
        if compiled:
            kind = _entry_type(packing)
            slots = 1 << max(10, (size // kind.itemsize).bit_length() - 1)
            self.entries = np.zeros(slots, kind)

    def _native_word(self, key: Any) -> Any:
        return u64(key_of_state(key))

    @native_twin(_native_word)
    def word(self, key: Any) -> Any:
        """Return the identification of a position in its entry."""
        return key

    def _native_slot(self, word: Any) -> Any:
        return word & u64(len(self.entries) - 1)

    @native_twin(_native_slot)
    def slot(self, word: Any) -> Any:
        """Return the index of the entry for a position."""
        return word


def lead_of(
    game: Game,
    table: TranspositionTable,
    leads: Leads,
    repetition: Repetition,
    state: State,
    work: Workspace,
    moves: Any,
    control: Any,
    rng: Rng,
    top: int,
    depth: int,
    low: float,
    high: float,
) -> float:
    """Return the value of a position as a lead, searching `depth` plies ahead.

    It is exact if it lies between `low` and `high`, otherwise a bound: an upper bound if it is
    `low` or less, a lower bound if it is `high` or more.

    `moves` holds the moves of all positions on the current line, those of this position from index
    `top` on; at the root, where `top` is 0, they are tried in random order. The best move is in the
    table afterwards.
    """
    is_leaf, lead = lead_of_leaf(game, leads, state, work, control, depth)
    if is_leaf:
        return lead
    player = mover(game, state, work)
    sign = 1.0 - 2.0 * player  # from here on, values are those of the player who moves
    alpha, beta = (low, high) if player == 0 else (-high, -low)

    word = table.word(game.key(state))
    entry = table.entries[table.slot(word)]
    known = entry.depth > 0 and entry.key == word
    if known and entry.depth >= depth and top > 0 and not repetition.watches:
        settled, value = value_within(entry, alpha, beta)
        if settled:
            if entry.depth < SOLVED:
                control[HORIZONS] += 1
            return sign * value

    count = list_actions(game, state, work)
    if repetition.forbids:
        count = keep_permitted(repetition, game, state, count, work)
        if count == 0:
            repetition.judge(game, state, player, work)
            return leads.at_end(work.values)
    if top == 0:
        shuffle(work.actions, count, rng)
    put_in_order(moves, top, work.actions, count, known, entry)

    horizons = control[HORIZONS]
    best, chosen = -_INFINITE, moves[top]
    for index in range(top, top + count):
        kept = keep_values(game, state)
        child = game.next_state(game.copy(state), moves[index])
        if repetition.arrive(game, child, work):
            repetition.judge(game, child, player, work)
            lead = leads.at_end(work.values)
        else:
            child_low, child_high = window_ahead(player, max(alpha, best), beta)
            lead = lead_of(
                game, table, leads, repetition, child, work, moves, control, rng,
                top + count, depth - 1, child_low, child_high,
            )  # fmt: skip
        if repetition.watches:
            forget(work, length(work) - 1)
        release_values(game, state, kept)
        value = _nearer(sign * lead)
        if value > best:
            best, chosen = value, moves[index]
            if best >= beta:
                break

    entry.key = word
    entry.depth = SOLVED if control[HORIZONS] == horizons else depth
    entry.action = chosen
    store_bounds(entry, best, alpha, beta)
    return sign * best


def lead_of_leaf(
    game: Game, leads: Leads, state: State, work: Workspace, control: Any, depth: int
) -> tuple[bool, float]:
    """Count a visit; return whether the search ends here, and the lead if it does."""
    if control[VISITED] >= control[ALLOWED] or control[STOP] != 0:
        raise TimeOver
    control[VISITED] += 1
    if game.is_terminal(state):
        write(game.returns(state), work.values)
        return True, leads.at_end(work.values)
    if depth == 0:
        control[HORIZONS] += 1
        return True, leads.at_horizon(game, state, work.values)
    return False, 0.0


def value_within(entry: Any, alpha: float, beta: float) -> tuple[bool, float]:
    """Return whether the bounds of an entry decide a window, and the value if they do."""
    if entry.least == entry.most or entry.least >= beta:
        return True, entry.least
    return entry.most <= alpha, entry.most


def store_bounds(entry: Any, value: float, alpha: float, beta: float) -> None:
    """Store what a search of a window proves: bounds of the value of the position."""
    entry.least = value if value > alpha else -_INFINITE
    entry.most = value if value < beta else _INFINITE


def put_in_order(moves: Any, top: int, actions: Any, count: int, known: bool, entry: Any) -> None:
    """Copy actions to `moves` from index `top` on, the best of a known position first."""
    if top + count > len(moves):
        raise PathFull
    for index in range(count):
        moves[top + index] = actions[index]
        if known and moves[top + index] == entry.action:
            moves[top + index] = moves[top]
            moves[top] = entry.action


def window_ahead(player: int, alpha: float, beta: float) -> tuple[float, float]:
    """Return the window of leads of the next position, from that of the player who moves.

    The end of the game is one ply nearer there, so leads are larger by STEP.
    """
    above = alpha + STEP if alpha >= 0.0 else alpha - STEP
    below = beta + STEP if beta > 0.0 else beta - STEP
    return (above, below) if player == 0 else (-below, -above)


def _nearer(value: float) -> float:
    """Return the value of a position from the value of its successor: nearer to 0 by STEP."""
    if value > 0.0:
        return max(0.0, value - STEP)
    return min(0.0, value + STEP)
