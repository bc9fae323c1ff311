"""Exact values of all positions of a small game, by backward induction.

The value of a position is that of its best move for the player to move; where chance moves, it is
the mean over the outcomes. Every reachable position is visited once, to the end of the game, and
its values are kept. This covers any number of players, any returns and chance, and needs no bounds
on the values.

Of equal moves the player takes the quicker one, or the slower one if he gets less than the players
do on average (he is losing); of moves equal in that too, the first. With three or more players, and
with returns that do not sum to a constant, that choice may matter to the others: the values are
those of one equilibrium among possibly several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plainpython.bits import u64
from plainpython.call_frames import with_room_for_calls
from plainpython.compilable import Compilable, native_twin
from plainpython.hashing import key_of_state

from ..actors import is_chance
from ..errors import BadParameter, GameError
from ..game import Action, Game, State
from ..primitives.actions import Packing, room_for_actions
from ..rules.checked_game import MOST_ACTIONS, CheckedGame
from ..rules.hidden_information import refuse_hidden
from ..rules.workspace import (
    ActionsFull,
    OutOfRoom,
    PathFull,
    RulesBroken,
    TreeFull,
    Workspace,
    enlarged,
    make_workspace,
    mover,
    resized,
    write,
)
from ..user_code.locating import failure
from .compilation import compile_or_none, goes_on_interpreted, refuse_without_key

__all__ = ["MoveValue", "Solver"]

LONGEST_LINE = 400
"""Plies; each is one level of recursion."""


_SLICE = 200_000  # positions between two checks for Ctrl-C
_FIRST_ROOM = 1 << 13  # positions
_FIRST_MOVES = 1 << 10


class PositionRepeats(Exception):
    """A position recurs on one line, so the line need not end."""


class LineTooLong(Exception):
    """A line of more than `LONGEST_LINE` moves."""


class Entry:
    """The entry of a position in the interpreted table.

    Attributes:
        distance: expected plies to the end; 0 for a new entry; while the position is on the current
            line, the negative number of the attempt.
        value: the value for each player.

    """

    __slots__ = ("distance", "value")

    def __init__(self, players: int) -> None:
        self.distance = 0.0
        self.value = [0.0] * players


class _Entries(dict[Any, Entry]):
    def __init__(self, players: int) -> None:
        self._players = players

    def __missing__(self, key: Any) -> Entry:
        self[key] = entry = Entry(self._players)
        return entry


def _entry_type(players: int) -> Any:
    fields = [("key", "u8"), ("distance", "f8"), ("value", "f8", (players,))]
    return np.dtype((np.record, np.dtype(fields)))


class Proofs(Compilable):
    """The entries of all positions so far: a dict, or compiled an open-addressing hash table."""

    runtime_arrays = ("entries",)

    def __init__(self, entries: Any) -> None:
        self.entries = entries

    def _native_slot(self, key: Any) -> int:
        word = u64(key_of_state(key))
        mask = u64(len(self.entries) - 1)
        slot = word & mask
        while self.entries[slot].distance != 0.0 and self.entries[slot].key != word:
            slot = (slot + u64(1)) & mask
        self.entries[slot].key = word
        return slot

    @native_twin(_native_slot)
    def slot(self, key: Any) -> Any:
        """Return the index of the entry of a position, existing or new."""
        return key


class TieBreak(Compilable):
    """Compares two moves for a player: by value, then the quicker, or the slower if he loses."""

    def prefers(self, player: int, values: Any, distance: float, best: Any, best_at: float) -> bool:
        """Return True if `values` after `distance` plies beat `best` after `best_at` plies."""
        if values[player] != best[player]:
            return values[player] > best[player]  # type: ignore[no-any-return]
        average = 0.0
        for each in range(len(values)):
            average += values[each]
        average /= len(values)
        if values[player] < average:
            return distance > best_at
        return distance < best_at


def solve(
    game: Game,
    proofs: Proofs,
    tie_break: TieBreak,
    state: State,
    work: Workspace,
    moves: Any,
    top: int,
    plies: int,
    attempt: int,
    room: int,
) -> float:
    """Write the values of a position to `work.values`; return the plies to the end.

    Solves the position, and all that can be reached from it, if necessary. `moves` holds the moves
    of all positions on the current line, those of this one from index `top` on. Raises `TreeFull`
    when there are `room` entries: the next attempt, which has another number, finds the entries
    solved by then.
    """
    if game.is_terminal(state):
        write(game.returns(state), work.values)
        return 0.0
    entry = proofs.entries[proofs.slot(game.key(state))]
    if entry.distance > 0.0:
        write(entry.value, work.values)
        return entry.distance  # type: ignore[no-any-return]
    if entry.distance == -attempt:
        raise PositionRepeats
    if plies == LONGEST_LINE:
        raise LineTooLong
    if entry.distance == 0.0:
        if work.counters.simulations >= room:
            raise TreeFull
        work.counters.simulations += 1
    entry.distance = -attempt

    distance = 0.0
    if game.defines_chance_outcomes and is_chance(game.current_player(state)):
        for each in range(len(work.values)):
            entry.value[each] = 0.0
        for outcome, probability in game.chance_outcomes(state):
            if probability > 0.0:
                child = game.next_state(game.copy(state), outcome)
                further = solve(
                    game, proofs, tie_break, child,
                    work, moves, top, plies + 1, attempt, room,
                )  # fmt: skip
                distance += probability * (1.0 + further)
                for each in range(len(work.values)):
                    entry.value[each] += probability * work.values[each]
    else:
        count = game.fill_legal_actions(state, work.actions)
        if count > len(work.actions):
            raise ActionsFull
        if count == 0:
            raise RulesBroken
        player = mover(game, state, work)
        if top + count > len(moves):
            raise PathFull
        for index in range(count):
            moves[top + index] = work.actions[index]
        for index in range(top, top + count):
            child = game.next_state(game.copy(state), moves[index])
            further = 1.0 + solve(
                game, proofs, tie_break, child,
                work, moves, top + count, plies + 1, attempt, room,
            )  # fmt: skip
            better = tie_break.prefers(player, work.values, further, entry.value, distance)
            if index == top or better:
                distance = further
                for each in range(len(work.values)):
                    entry.value[each] = work.values[each]
    write(entry.value, work.values)
    for each in range(len(work.values)):
        if work.values[each] - work.values[each] != 0.0:
            raise RulesBroken  # infinite or not a number
    entry.distance = distance
    return distance


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The result of a move if everyone plays perfectly afterwards.

    Attributes:
        action: the move.
        values: the return of each player.
        distance: plies to the end of the game, this move included; with chance, their expected
            number.

    """

    action: Action
    values: tuple[float, ...]
    distance: float


class Solver:
    """Computes the exact values of a game's positions on demand and keeps them.

    Compiled, positions are identified by keys of 64 bits: two of 20 million share one with a
    probability of about 1 in 100,000.

    Args:
        game: the rules; without a `repetition` policy.
        positions: the most positions to visit.
        compiled: "auto" compiles if possible; False runs interpreted.

    Raises:
        BadParameter: if the values of this game cannot be computed.

    """

    def __init__(self, game: Game, positions: int, compiled: bool | str = "auto") -> None:
        refuse_hidden(game, "perfect play")
        name = type(game).__name__
        if game.repetition:
            raise BadParameter(
                f"perfect cannot play {name}: with repetition={game.repetition!r}, the value of a "
                "position depends on the moves that led to it"
            )
        refuse_without_key("perfect", game)
        self.game = game
        self.positions = positions
        self._asked = compiled
        self._tie_break = TieBreak()
        self._attempt = 0
        kernel = None
        if compiled and not game.interpreted_only:

            def arguments(packing: Packing | None) -> tuple[Any, ...]:
                self._prepare(compiled=True, packing=packing)
                return self._arguments(self._first_state())

            kernel = compile_or_none("perfect", solve, game, arguments)
        self._compiled = kernel is not None
        if not self._compiled:
            self._prepare(compiled=False)
        self._kernel = kernel or solve

    @property
    def visited(self) -> int:
        """The number of positions visited so far."""
        return int(self._work.counters.simulations)

    def proofs(self, state: State, actions: Sequence[Action]) -> list[MoveValue]:
        """Return a proof for each of the moves.

        Raises:
            BadParameter: if the game is too large; the message says how far the solver came.
            GameError: if the rules break their contract.

        """
        found = []
        for action in actions:
            child = self.game.next_state(self.game.copy(state), action)
            values, distance = self.value(child)
            found.append(MoveValue(action, values, distance + 1.0))
        return found

    @with_room_for_calls
    def value(self, state: State) -> tuple[tuple[float, ...], float]:
        """Return the value of a position for each player, and the plies to the end.

        Raises:
            BadParameter: if the game is too large; the message says how far the solver came.
            GameError: if the rules break their contract.

        """
        while True:
            self._attempt += 1
            try:
                distance = self._kernel(*self._arguments(state))
                return tuple(map(float, self._work.values)), float(distance)
            except OutOfRoom as shortage:
                self._make_room(shortage)
            except (PositionRepeats, LineTooLong, RecursionError) as obstacle:
                raise self._refusal(obstacle) from None
            except GameError:
                raise
            except Exception as error:
                goes_on = self._may_leave_compiled and goes_on_interpreted(
                    "perfect", self.game, error
                )
                if not goes_on:
                    message = failure(error, f"solving {type(self.game).__name__}")
                    raise GameError(f"{message}; gametree.check(game) tells where") from error
                self._compiled, self._kernel = False, solve
                self._prepare(compiled=False)

    @property
    def _may_leave_compiled(self) -> bool:
        return self._compiled and self._asked == "auto"

    def _first_state(self) -> State:
        return CheckedGame(self.game).initial_state()

    def _prepare(self, *, compiled: bool, packing: Packing | None = None) -> None:
        """Make empty buffers and an empty table."""
        players = self.game.players
        actions = max(1, self.game.max_actions)
        state = self._first_state()
        self._work = make_workspace(
            players, actions, 1, 1, compiled=compiled, state=state, packing=packing
        )
        self._moves: Any = [None] * _FIRST_MOVES
        if compiled:
            self._moves = room_for_actions(_FIRST_MOVES, packing)
        self._room = min(_FIRST_ROOM, self.positions)
        entries: Any = _Entries(players)
        if compiled:
            entries = np.zeros(_slots_for(self._room), _entry_type(players))
        self._proofs = Proofs(entries)

    def _arguments(self, state: State) -> tuple[Any, ...]:
        """Return the arguments of `solve`."""
        return (
            self.game, self._proofs, self._tie_break, state,
            self._work, self._moves, 0, 0, self._attempt, self._room,
        )  # fmt: skip

    def _make_room(self, shortage: OutOfRoom) -> None:
        if isinstance(shortage, TreeFull):
            if self._room == self.positions:
                raise self._refusal(shortage)
            self._room = min(2 * self._room, self._room + _SLICE, self.positions)
            if self._compiled and _slots_for(self._room) > len(self._proofs.entries):
                self._enlarge_table()
        elif isinstance(shortage, PathFull):
            self._moves = resized(self._moves, 2 * len(self._moves))
        elif len(self._work.actions) > MOST_ACTIONS:
            raise GameError(f"{type(self.game).__name__}.legal_actions gave too many actions")
        else:
            self._work = enlarged(self._work, actions=2 * len(self._work.actions))

    def _enlarge_table(self) -> None:
        """Move the proven entries to a table of twice the size."""
        from ..native.build import compile_function

        old = self._proofs
        new = Proofs(np.zeros(2 * len(old.entries), old.entries.dtype))
        move = compile_function(move_entries, old, new)
        self._work.counters.simulations = move(old, new)
        self._proofs = new

    def _refusal(self, obstacle: Exception) -> BadParameter:
        name = type(self.game).__name__
        if isinstance(obstacle, PositionRepeats):
            why = "positions can recur in it, so that a line need not end"
        elif isinstance(obstacle, TreeFull):
            why = (
                f"it has more than {self.positions:,} positions; raise the bound, "
                "perfect:positions=..., or choose a smaller board"
            )
        else:
            why = (
                f"it has lines of more than {LONGEST_LINE} moves, after {self.visited:,} positions"
            )
        return BadParameter(f"perfect cannot play {name}: {why}")


def move_entries(old: Proofs, new: Proofs) -> int:
    """Copy the solved entries to an empty table; return their number."""
    count = 0
    mask = u64(len(new.entries) - 1)
    for index in range(len(old.entries)):
        if old.entries[index].distance > 0.0:
            slot = old.entries[index].key & mask
            while new.entries[slot].distance != 0.0:
                slot = (slot + u64(1)) & mask
            new.entries[slot] = old.entries[index]
            count += 1
    return count


def _slots_for(room: int) -> int:
    """Return the size of a table for so many entries, at most four fifths full."""
    slots = 1 << (room - 1).bit_length()
    return slots if room <= slots * 4 // 5 else 2 * slots
