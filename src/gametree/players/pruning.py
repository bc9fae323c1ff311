"""Alpha-beta search of one depth: what a position is worth, within a window.

For two players whose returns sum to a constant. Values are leads: what player 0
gets less what player 1 gets. Player 0 maximises them and player 1 minimises
them, whoever of them moves after whom, so that double moves and passes need no
care.

A lead shrinks by `STEP` with each move that it lies ahead, and never to the
other side of zero. So of two equal wins the quicker one is worth more, and of
two losses the slower one; no real difference in returns is as small as that.

The table keeps, for a position, bounds of its value and its best move. In a game
with a `repetition` policy a position's value depends on how it came about: there
the bounds are not used, only the best move, which is tried first. (What is
usual, to use them all the same, makes values wrong where lines meet.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compilable import Compilable, native_twin
from ..game import Game, State
from ..primitives.bits import u64
from ..primitives.hashing import key_of_state
from ..primitives.rng import Rng
from ..rules.drawing import shuffle
from ..rules.heuristics import Heuristic
from ..rules.position_history import forget, length
from ..rules.repetition import Repetition, keep_permitted
from ..rules.workspace import ActionsFull, PathFull, RulesBroken, Workspace, write

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
"""The depth of what has been searched to the end of the game; more than any other."""

# Places in the `control` of a search.
VISITED = 0  # positions so far
ALLOWED = 1  # how many there may be
STOP = 2  # set from another thread
HORIZONS = 3  # how often a value came to rest on what is not the end of the game

_SLACK = 1e-6
_INFINITE = float("inf")


class TimeOver(Exception):
    """The search has visited all positions that it may, or was told to stop."""


class SumVaries(Exception):
    """The returns of both players do not sum to what they did before."""


class Leads(Compilable):
    """What positions are worth by the rules, and by a heuristic at the horizon.

    Args:
        heuristic: for positions where the game goes on.
        total: what the returns of both players sum to.

    """

    def __init__(self, heuristic: Heuristic, total: float) -> None:
        self.heuristic = heuristic
        self.total = float(total)

    def at_end(self, values: Any) -> float:
        """Return the lead by the returns of a finished game."""
        if not abs(values[0] + values[1] - self.total) <= _SLACK * (1.0 + abs(self.total)):
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
    """What is known of a position, interpreted; values are for the player who moves there.

    Attributes:
        key: the position.
        least, most: bounds of its value.
        depth: how many moves were looked ahead; 0 for an empty entry.
        action: the best move.

    """

    __slots__ = ("action", "depth", "key", "least", "most")

    def __init__(self) -> None:
        self.key: Any = None
        self.depth = 0


_ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [("key", "u8"), ("least", "f8"), ("most", "f8"), ("depth", "i4"), ("action", "i4")]
        ),
    )
)
_INTERPRETED_ENTRY = 400  # bytes, about


class _Entries(dict[Any, Entry]):
    """Entries by key; all are forgotten when there are too many."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __missing__(self, key: Any) -> Entry:
        if len(self) >= self._most:
            self.clear()
        self[key] = entry = Entry()
        return entry


class TranspositionTable(Compilable):
    """Entries that take so many bytes at most.

    Compiled, a table of records where a newer position takes the place of an older
    one; the key of 64 bits stands for the position.
    """

    runtime_arrays = ("entries",)

    def __init__(self, size: int, *, compiled: bool) -> None:
        slots = 1 << max(10, (size // _ENTRY.itemsize).bit_length() - 1)
        self.entries: Any = np.zeros(slots, _ENTRY) if compiled else _Entries(
            size // _INTERPRETED_ENTRY
        )  # fmt: skip

    def _native_word(self, key: Any) -> Any:
        return u64(key_of_state(key))

    @native_twin(_native_word)
    def word(self, key: Any) -> Any:
        """Return what entries know a position by."""
        return key

    def _native_slot(self, word: Any) -> Any:
        return word & u64(len(self.entries) - 1)

    @native_twin(_native_slot)
    def slot(self, word: Any) -> Any:
        """Return the place of the entry for a position."""
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
    """Return the lead that a position is worth, looking `depth` moves ahead.

    Exact if it lies between `low` and `high`, else a bound: not above it where it
    is `low` or less, not below it where it is `high` or more.

    `moves` holds the moves of all positions on the line, those of this one from
    `top` on; at the root, where it is 0, they are tried in random order. The best
    one is in the table afterwards.
    """
    if control[VISITED] >= control[ALLOWED] or control[STOP] != 0:
        raise TimeOver
    control[VISITED] += 1
    if game.is_terminal(state):
        write(game.returns(state), work.values)
        return leads.at_end(work.values)
    if depth == 0:
        control[HORIZONS] += 1
        return leads.at_horizon(game, state, work.values)
    player = game.current_player(state)
    if player != 0 and player != 1:
        raise RulesBroken
    # From here on for the player who moves.
    sign = 1.0 - 2.0 * player
    alpha, beta = (low, high) if player == 0 else (-high, -low)

    word = table.word(game.key(state))
    entry = table.entries[table.slot(word)]
    known = entry.depth > 0 and entry.key == word
    if known and entry.depth >= depth and top > 0 and not repetition.watches:
        settled = entry.least == entry.most or entry.least >= beta
        if settled or entry.most <= alpha:
            if entry.depth < SOLVED:
                control[HORIZONS] += 1
            return sign * (entry.least if settled else entry.most)  # type: ignore[no-any-return]

    count = game.fill_legal_actions(state, work.actions)
    if count > len(work.actions):
        raise ActionsFull
    if count == 0:
        raise RulesBroken
    if repetition.forbids:
        count = keep_permitted(repetition, game, state, count, work)
        if count == 0:
            repetition.judge(game, state, player, work)
            return leads.at_end(work.values)
    if top + count > len(moves):
        raise PathFull
    if top == 0:
        shuffle(work.actions, count, rng)
    for index in range(count):
        moves[top + index] = work.actions[index]
        if known and moves[top + index] == entry.action:
            moves[top + index] = moves[top]
            moves[top] = entry.action

    horizons = control[HORIZONS]
    best = -_INFINITE
    chosen = moves[top]
    for index in range(top, top + count):
        child = game.next_state(game.copy(state), moves[index])
        if repetition.arrive(game, child, work):
            repetition.judge(game, child, player, work)
            lead = leads.at_end(work.values)
        else:
            # What the child's value must exceed, and what it need not, one move ahead.
            above = max(alpha, best)
            above += STEP if above >= 0.0 else -STEP
            below = beta + STEP if beta > 0.0 else beta - STEP
            lead = lead_of(
                game, table, leads, repetition, child, work, moves, control, rng,
                top + count, depth - 1,
                above if player == 0 else -below,
                below if player == 0 else -above,
            )  # fmt: skip
        if repetition.watches:
            forget(work, length(work) - 1)
        value = _nearer(sign * lead)
        if value > best:
            best = value
            chosen = moves[index]
            if best >= beta:
                break

    entry.key = word
    entry.depth = SOLVED if control[HORIZONS] == horizons else depth
    entry.least = best if best > alpha else -_INFINITE
    entry.most = best if best < beta else _INFINITE
    entry.action = chosen
    return sign * best


def _nearer(value: float) -> float:
    """Return what a value one move ahead is worth now."""
    if value > 0.0:
        return max(0.0, value - STEP)
    return min(0.0, value + STEP)
