"""The alpha-beta player, with iterative deepening."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from plainpython.hashing import key_of_state

from ..errors import BadParameter, GameError
from ..game import Action, Game, State
from ..limits import Limit
from ..naming.parameters import require
from ..primitives.actions import Packing, room_for_actions
from ..primitives.rng import Rng
from ..record import Record
from ..rules.checked_game import MOST_ACTIONS, CheckedGame
from ..rules.heuristics import Draw, GameHeuristic
from ..rules.hidden_information import refuse_hidden
from ..rules.position_history import native_note, note
from ..rules.repetition import repetition_of
from ..rules.workspace import (
    ActionsFull,
    OutOfRoom,
    Workspace,
    enlarged,
    make_workspace,
    resized,
    without_keys,
)
from ..user_code.locating import failure
from .compilation import compile_or_none, goes_on_interpreted, refuse_without_key
from .player import Choice, Player
from .pruning import (
    ALLOWED,
    HORIZONS,
    STOP,
    VISITED,
    Leads,
    SumVaries,
    TimeOver,
    TranspositionTable,
    lead_of,
)
from .time_limit import run_in_time

__all__ = ["AlphaBeta"]

DEEPEST = 256
"""The greatest depth in plies; each ply is one level of recursion."""

_INFINITE = float("inf")
_FIRST_MOVES = 1 << 10
_SAMPLE_GAMES = 4
_SAMPLE_PLIES = 1000


class AlphaBeta(Player):
    """Alpha-beta with iterative deepening, for two players whose returns sum to a constant.

    Positions at the horizon are evaluated by the game's `heuristic`, or as a draw if it has none.
    Of two wins the quicker one is played, and of two losses the slower one.

    Args:
        depth: the greatest search depth in plies.
        seconds, nodes: the limits in time and in positions visited. Without any of the three the
            limit of the match applies; its simulations count as nodes.
        memory: megabytes for the transposition table.

    """

    name = "alphabeta"

    def __init__(
        self,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        memory: int = 32,
    ) -> None:
        for name, value in (("depth", depth), ("nodes", nodes), ("memory", memory)):
            if value is not None:
                require(int, **{name: value})
                if value < 1:
                    raise BadParameter(f"{name} must be 1 or more, not {value}")
        if depth is not None and depth > DEEPEST:
            raise BadParameter(f"depth must be at most {DEEPEST}, not {depth}")
        limit = None
        if seconds is not None or nodes is not None:
            limit = Limit(simulations=nodes, seconds=seconds)
        self.depth = depth
        self._limit = limit
        self._bytes = memory << 20
        self.needs_limit = depth is None and limit is None  # type: ignore[misc]
        self._search: _Search | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._search = _Search(game, seed, self._bytes)

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        search = self._search
        if search is None:
            raise BadParameter("alphabeta was asked for a move before begin")
        if not self.needs_limit:
            limit = self._limit
        elif limit is None or (limit.seconds is None and limit.simulations is None):
            raise BadParameter(
                "alphabeta needs a limit: alphabeta:depth=4, alphabeta:seconds=0.1, or seconds or "
                "simulations for the whole match"
            )
        return search.choose(record, self.depth or DEEPEST, limit)

    def end(self) -> None:
        self._search = None


class _Search:
    """The search in one game: its table, its buffers, and iterative deepening."""

    def __init__(self, game: Game, seed: int, size: int) -> None:
        refuse_hidden(game, "alphabeta")
        self._game = game
        self._size = size
        self._rng = Rng(seed)
        self._repetition = repetition_of(game)
        sum_of_returns = _sum_of_returns(game)
        refuse_without_key("alphabeta", game)
        self._leads = Leads(GameHeuristic() if game.defines_heuristic else Draw(), sum_of_returns)
        kernel = None
        state = CheckedGame(game).initial_state()
        if not game.interpreted_only:

            def arguments(packing: Packing | None) -> tuple[Any, ...]:
                self._prepare(size, compiled=True, packing=packing)
                return self._arguments(state, 1)

            kernel = compile_or_none("alphabeta", lead_of, game, arguments)
        self._compiled = kernel is not None
        if not self._compiled:
            self._prepare(size, compiled=False)
        self._kernel: Callable[..., Any] = kernel or lead_of

    def choose(self, record: Record, depth: int, limit: Limit | None) -> Choice:
        """Search to the given depth or until the limit; return the best move found."""
        started = time.perf_counter()
        legal = record.all_actions("alphabeta")
        if not legal:
            raise BadParameter("alphabeta was asked for a move in a finished game")
        nodes = limit.simulations if limit and limit.simulations else sys.maxsize
        for place, value in ((VISITED, 0), (ALLOWED, nodes), (STOP, 0)):
            self._control[place] = value
        # The move to play if not even depth 1 is finished.
        action = legal[self._rng.below(len(legal))]
        found: dict[str, Any] = {"depth": 0}

        def deepen() -> None:
            nonlocal action
            for ahead in range(1, depth + 1):
                horizons = self._control[HORIZONS]
                try:
                    lead = self._lead(record.positions, ahead)
                except TimeOver:
                    return
                sign = -1.0 if record.player else 1.0
                found["depth"] = ahead
                found["value"] = round((sign * lead + self._leads.sum_of_returns) / 2.0, 6)
                action = self._best_move(record.state, legal, action)
                if self._control[HORIZONS] == horizons:
                    found["solved"] = True
                    return

        def stop() -> None:
            self._control[STOP] = 1

        seconds = limit.seconds if limit else None
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - started))
        run_in_time(deepen, seconds, stop)
        found["nodes"] = int(self._control[VISITED])
        found["line"] = self._line(record.state, action, found["depth"])
        return Choice(action, found)

    def _prepare(self, size: int, *, compiled: bool, packing: Packing | None = None) -> None:
        """Make an empty table and the buffers."""
        game = self._game
        state = CheckedGame(game).initial_state()
        actions = max(1, game.max_actions)
        self._table = TranspositionTable(size, compiled=compiled, packing=packing)
        self._work = make_workspace(
            2, actions, 1, 1, compiled=compiled, state=state, packing=packing
        )
        self._moves: Any = [None] * _FIRST_MOVES
        if compiled:
            self._moves = room_for_actions(_FIRST_MOVES, packing)
        self._control: Any = np.zeros(4, np.int64) if compiled else [0] * 4

    def _arguments(self, state: State, depth: int) -> tuple[Any, ...]:
        """Return the arguments of `lead_of` at the root."""
        return (
            self._game, self._table, self._leads, self._repetition, state,
            self._work, self._moves, self._control, self._rng, 0, depth, -_INFINITE, _INFINITE,
        )  # fmt: skip

    def _lead(self, positions: list[State], depth: int) -> float:
        """Return the lead in the last position; its best move is in the table afterwards."""
        game = self._game
        while True:
            self._work = self._with_past(positions, depth)
            try:
                return float(self._kernel(*self._arguments(game.copy(positions[-1]), depth)))
            except OutOfRoom as shortage:
                self._make_room(shortage)
            except SumVaries:
                raise _sum_varies(game) from None
            except (TimeOver, GameError, BadParameter):
                raise
            except Exception as error:
                if not (self._compiled and goes_on_interpreted("alphabeta", game, error)):
                    message = failure(error, f"the alpha-beta search of {type(game).__name__}")
                    raise GameError(f"{message}; gametree.check(game) tells where") from error
                self._leave_compiled()

    def _leave_compiled(self) -> None:
        """Go on with interpreted rules, within the same limits."""
        control = list(map(int, self._control))
        self._compiled, self._kernel = False, lead_of
        self._prepare(self._size, compiled=False)
        self._control[:] = control

    def _make_room(self, shortage: OutOfRoom) -> None:
        if not isinstance(shortage, ActionsFull):
            self._moves = resized(self._moves, 2 * len(self._moves))
        elif len(self._work.actions) > MOST_ACTIONS:
            raise GameError(f"{type(self._game).__name__}.legal_actions gave too many actions")
        else:
            self._work = enlarged(self._work, actions=2 * len(self._work.actions))

    def _with_past(self, positions: list[State], depth: int) -> Workspace:
        """Return the workspace with the history up to the root, if there is a repetition policy."""
        if not self._repetition.watches:
            return self._work
        work = without_keys(self._work, len(positions) + depth + 2)
        for state in positions:
            key = self._key(state)
            if self._compiled:
                native_note(work, (key + (1 << 63)) % (1 << 64) - (1 << 63))  # signed
            else:
                note(work, key)
        return work

    def _key(self, state: State) -> Any:
        """Return the key of a position as the search uses it."""
        if not self._compiled:
            return self._game.key(state)
        return int(self._game.key(state)) if self._game.defines_key else key_of_state(state)

    def _best_move(self, state: State, legal: Sequence[Action], otherwise: Action) -> Action:
        """Return the best move of a position from the table; `otherwise` if it has none."""
        table = self._table
        word = slot = self._key(state)
        if self._compiled:
            word = key_of_state(word)
            slot = word & (len(table.entries) - 1)
        entry = table.entries[slot]
        if entry.depth > 0 and entry.key == word and entry.action in legal:
            return legal[legal.index(entry.action)]
        return otherwise

    def _line(self, state: State, action: Action, plies: int) -> list[str]:
        """Return the principal variation, as far as the table holds it."""
        game = self._game
        line = [game.action_to_text(state, action)]
        for _ in range(plies - 1):
            state = game.next_state(game.copy(state), action)
            legal = [] if game.is_terminal(state) else list(game.legal_actions(state))
            action = self._best_move(state, legal, None)
            if action is None:
                break
            line.append(game.action_to_text(state, action))
        return line


def _sum_of_returns(game: Game) -> float:
    """Return the sum of both players' returns, which must be constant.

    Raises:
        BadParameter: if random games show that alpha-beta cannot play the game.

    """
    name = type(game).__name__
    if game.players != 2:
        one = "one player" if game.players == 1 else f"{game.players} players"
        raise BadParameter(f"alphabeta plays games of two players; {name} has {one}")
    if game.has_chance:
        raise BadParameter(f"alphabeta plays games without chance; {name} has some")
    totals = []
    rng = Rng(0)
    checked = CheckedGame(game)
    for _ in range(_SAMPLE_GAMES):
        state = checked.initial_state()
        for _ in range(_SAMPLE_PLIES):
            if checked.is_terminal(state):
                totals.append(sum(checked.returns(state)))
                break
            actions = checked.legal_actions(state)
            state = checked.next_state(checked.copy(state), actions[rng.below(len(actions))])
    sum_of_returns = totals[0] if totals else 2.0 * game.draw_value
    if any(abs(other - sum_of_returns) > 1e-6 * (1.0 + abs(sum_of_returns)) for other in totals):
        raise _sum_varies(game)
    return sum_of_returns


def _sum_varies(game: Game) -> BadParameter:
    return BadParameter(
        "alphabeta plays games where what one player gains the other loses; the returns of "
        f"{type(game).__name__} do not always sum to the same"
    )
