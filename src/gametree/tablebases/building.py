"""Build a tablebase: enumerate all positions, then work backwards from the ends of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from plainpython.call_frames import with_room_for_calls

from ..errors import BadParameter, GameError, GametreeError
from ..game import Game, State
from ..naming.parameters import require
from ..players.compilation import compile_or_none, goes_on_interpreted, refuse_without_key
from ..primitives.actions import Packing, room_for_actions
from ..rules.checked_game import MOST_ACTIONS, CheckedGame
from ..rules.hidden_information import refuse_hidden
from ..rules.workspace import ActionsFull, OutOfRoom, PathFull, enlarged, make_workspace, resized
from ..user_code.locating import failure
from .graph import (
    EDGES,
    OTHER_SUM,
    POSITIONS,
    Graph,
    empty_graph,
    enlarged_graph,
    explore,
    fill_slots,
)
from .retrograde import backwards, force, moves_left
from .tablebase import Tablebase

__all__ = ["POSITIONS_LIMIT", "tablebase"]

POSITIONS_LIMIT = 10_000_000

_SLICE = 20_000  # positions between two checks for Ctrl-C
_FIRST_POSITIONS, _FIRST_EDGES = 1 << 14, 1 << 17


@with_room_for_calls
def tablebase(
    game: Game,
    starts: Iterable[State] | None = None,
    *,
    positions: int = POSITIONS_LIMIT,
    compiled: bool | str = "auto",
    on_progress: Callable[[int], object] | None = None,
) -> Tablebase:
    """Return the exact value of every position that can be reached, and the moves to the end.

    Positions may recur: a position in which nobody can force a better result is worth
    `game.draw_value`. What the history of a game decides, such as the third occurrence of a
    position, does not count.

    Args:
        game: the rules, of two players who take turns, without chance and hidden information.
            What one player wins, the other loses.
        starts: the states to start from; by default the first state of the game.
        positions: the most positions. Compiled, each takes 100 to 300 bytes while it is built.
        compiled: "auto" compiles if possible; False runs interpreted.
        on_progress: receives the number of positions so far, now and then.

    Raises:
        BadParameter: if the game is of another kind, or has more positions.
        GameError: if the rules break their contract.

    """
    _refuse(game)
    require(int, positions=positions)
    if not 1 <= positions < 2**31:
        raise BadParameter(f"positions must be 1 to {2**31 - 1}, not {positions}")
    first = [CheckedGame(game).initial_state()] if starts is None else list(starts)
    if not first:
        raise BadParameter("starts has no state: name some, or leave it out")
    first = [game.taken_state(each) for each in first]
    try:
        graph = _Enumeration(game, positions, compiled, on_progress).graph_from(first)
    except _Interpreted:
        graph = _Enumeration(game, positions, False, on_progress).graph_from(first)
    return Tablebase(game, *_solved(game, graph))


def _refuse(game: Game) -> None:
    name = type(game).__name__
    refuse_hidden(game, "a tablebase", "search it instead")
    if game.players != 2:
        raise BadParameter(
            f"a tablebase is for games of two players, and {name} has {game.players}"
        )
    if game.defines_chance_outcomes or game.draws_outcomes:
        raise BadParameter(
            f"a tablebase has no chance: {name} defines chance; the player perfect solves such "
            "games if positions do not recur"
        )
    if game.proposes_actions:
        raise BadParameter(f"a tablebase needs all moves, and {name} only proposes some")
    if game.repetition not in ("", "draw"):
        raise BadParameter(
            f"a tablebase knows no history: in {name}, with repetition={game.repetition!r}, the "
            "result depends on the moves before"
        )
    refuse_without_key("a tablebase", game)


class _Interpreted(Exception):
    """Only the compiled rules failed: begin again without them."""


class _Enumeration:
    """The forward enumeration of positions."""

    def __init__(
        self,
        game: Game,
        limit: int,
        compiled: bool | str,
        on_progress: Callable[[int], object] | None,
    ) -> None:
        self._game, self._limit, self._asked = game, limit, compiled
        self._on_progress = on_progress
        kernel = None
        if compiled and not game.interpreted_only:

            def arguments(packing: Packing | None) -> tuple[Any, ...]:
                self._prepare(compiled=True, packing=packing)
                state = CheckedGame(game).initial_state()
                return (game, self._graph, state, self._work, self._moves, -1, 0)

            kernel = compile_or_none("tablebase", explore, game, arguments)
        self._compiled = kernel is not None
        if not self._compiled:
            if compiled is True:
                raise BadParameter(f"{type(game).__name__} runs interpreted only")
            self._prepare(compiled=False)
        self._kernel: Callable[..., Any] = kernel or explore

    def graph_from(self, starts: list[State]) -> Graph:
        """Return the graph of all positions that can be reached from some states."""
        for start in starts:
            number = self._slice(start, -1, 0)
            while number < self._graph.counts[POSITIONS]:
                number = self._slice(start, number, number + _SLICE)
                if self._on_progress is not None:
                    self._on_progress(int(self._graph.counts[POSITIONS]))
        return self._graph

    def _prepare(self, *, compiled: bool, packing: Packing | None = None) -> None:
        game = self._game
        state = CheckedGame(game).initial_state()
        actions = max(1, game.max_actions)
        self._graph = empty_graph(_FIRST_POSITIONS, _FIRST_EDGES, compiled=compiled)
        self._work = make_workspace(
            2, actions, 1 << 10, 1, compiled=compiled, state=state, packing=packing
        )
        self._moves: Any = [None] * _FIRST_POSITIONS
        if compiled:
            self._moves = room_for_actions(_FIRST_POSITIONS, packing)

    def _slice(self, start: State, begin: int, until: int) -> int:
        """Go on to position number `until`; return the number of the first one left to do."""
        while True:
            graph = self._graph
            try:
                number = int(
                    self._kernel(self._game, graph, start, self._work, self._moves, begin, until)
                )
            except OutOfRoom as shortage:
                begin = self._after(shortage, begin)
                continue
            except GametreeError:
                raise
            except Exception as error:
                if self._compiled and self._asked == "auto":
                    if goes_on_interpreted("tablebase", self._game, error):
                        raise _Interpreted from error
                told = failure(error, f"enumerating the positions of {type(self._game).__name__}")
                raise GameError(f"{told}; gametree.check(game) tells where") from error
            if graph.counts[OTHER_SUM]:
                raise BadParameter(
                    f"a tablebase needs returns with a constant sum, and those of "
                    f"{type(self._game).__name__} have different sums"
                )
            self._refuse_large()
            return number

    def _after(self, shortage: OutOfRoom, begin: int) -> int:
        """Provide more capacity; return where to go on."""
        if isinstance(shortage, PathFull):
            self._work = enlarged(self._work, path=2 * len(self._work.path_nodes))
        elif isinstance(shortage, ActionsFull):
            if len(self._work.actions) > MOST_ACTIONS:
                raise GameError(f"{type(self._game).__name__}.legal_actions gave too many actions")
            self._work = enlarged(self._work, actions=2 * len(self._work.actions))
        else:
            self._refuse_large()
            self._enlarge()
        return begin if begin < 0 else int(self._work.counters.simulations)

    def _refuse_large(self) -> None:
        if self._graph.counts[POSITIONS] > self._limit:
            raise BadParameter(
                f"{type(self._game).__name__} has more than {self._limit:,} positions: allow more "
                "with --max-positions (positions= in Python), or start from a later position"
            )

    def _enlarge(self) -> None:
        graph, actions = self._graph, len(self._work.actions)
        positions, edges = len(graph.keys), len(graph.edges)
        if edges - graph.counts[EDGES] < actions:
            edges *= 2
        if positions - graph.counts[POSITIONS] < actions:
            positions = max(positions + actions, min(2 * positions, self._limit + actions))
        self._graph = enlarged_graph(graph, positions, edges)
        self._moves = resized(self._moves, positions)
        if self._compiled:
            from ..native.build import compile_function

            compile_function(fill_slots, self._graph)(self._graph)


def _solved(game: Game, graph: Graph) -> tuple[Any, ...]:
    """Return keys, players, values, distances and results, sorted by the keys."""
    count, edges = int(graph.counts[POSITIONS]), int(graph.counts[EDGES])
    graph.slots = {} if isinstance(graph.slots, dict) else np.zeros(2, np.int64)  # makes room
    endless = float(game.draw_value)
    ended = graph.results[:count]
    results = np.unique(np.append(ended[~np.isnan(ended)], endless))
    starts, sources = np.zeros(count + 2, np.int64), np.zeros(edges, np.int32)
    values = np.full(count, int(np.searchsorted(results, endless)), np.int16)
    distances = np.full(count, -1, np.int32)
    queue, left = np.zeros(count, np.int32), moves_left(graph)
    arguments: list[Any] = [graph, starts, sources, left, queue, values, distances]
    back, forced = _compiled_or_not(graph, arguments)
    back(graph, starts, sources)
    better = [n for n in range(len(results)) if results[n] > endless]
    worse = [n for n in range(len(results)) if results[n] < endless]
    for player, indices in ((0, reversed(better)), (1, worse)):
        arguments[3] = moves_left(graph)
        for index in indices:
            forced(*arguments, player, index, float(results[index]))
    distances[ended == endless] = 0
    order = np.argsort(graph.keys[:count], kind="stable")
    total = float(graph.sums[0]) if graph.sums[0] == graph.sums[0] else 2 * endless
    columns = (graph.keys[:count], graph.players[:count], values, distances)
    return *(np.ascontiguousarray(each[order]) for each in columns), results, total


def _compiled_or_not(graph: Graph, arguments: list[Any]) -> tuple[Any, Any]:
    if isinstance(graph.slots, dict):
        return backwards, force
    from ..native.build import compile_function

    back = compile_function(backwards, *arguments[:3])
    return back, compile_function(force, *arguments, 0, 0, 0.0)
