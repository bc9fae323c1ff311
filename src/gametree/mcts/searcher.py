"""The search as its users see it: `search` for one position, `Searcher` for a game."""

from __future__ import annotations

import time
import warnings
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import (
    BadParameter,
    FinishedPosition,
    GameError,
    IllegalMove,
    InvalidState,
    NotCompilable,
    NotCompiledWarning,
    SearchInterrupted,
)
from ..game import Action, Game, State
from ..rng import Rng, fresh_seed
from .checked import CheckedGame, rehearse
from .evaluation import Evaluation, Playout
from .export import TreeView, view_tree
from .interrupts import InterruptGuard
from .kernel import copy_subtree, expand, run_simulations, simulate
from .limits import Limit
from .result import ActionStatistics, SearchResult, half_width
from .selection import UCB1, SelectionRule
from .tree import NO_CHILD, ROOT, allocate, enlarge, record_sizes
from .workspace import (
    EDGES,
    HIGH,
    LOW,
    MAX_DEPTH,
    NODES,
    ORIGIN,
    RNG,
    SIMULATIONS,
    ActionsFull,
    PathFull,
    TreeFull,
    enlarged,
    make_workspace,
)

__all__ = ["Searcher", "search"]

# A slice is short enough for the clock and for Ctrl-C, long enough to cost nothing.
_SLICE_SECONDS = 0.005
_REPORT_SECONDS = 0.1
_FIRST_NODES = 64
_FIRST_EDGES = 512
_FIRST_PATH = 64

# What the rules raise when they are given something of another shape.
_WRONG_SHAPE = (AttributeError, IndexError, TypeError, ValueError)

Progress = Callable[[SearchResult], None]


class Searcher:
    """A search that keeps its tree.

    Args:
        game: the rules.
        state: the position to search; the first one by default.
        selection: which edge to follow; `UCB1()` by default.
        evaluation: what a leaf is worth; `Playout()` by default.
        expand_after: visits after which a position gets a node with all its
            moves. 1 adds one child a simulation; larger values save memory.
        final_move: "visits" (the most visited move), "value" (the highest
            mean) or "visits_then_value" (the most visited, ties by mean).
        seed: 0 to 2**64 - 1; by default a new one each time.
        compiled: "auto" compiles what can be compiled, with a warning that
            says why if it cannot; True insists; False runs interpreted.

    Raises:
        BadParameter, FinishedPosition, InvalidState, GameError, NotCompilable.

    """

    def __init__(
        self,
        game: Game,
        state: State | None = None,
        *,
        selection: SelectionRule | None = None,
        evaluation: Evaluation | None = None,
        expand_after: int = 1,
        final_move: str = "visits",
        seed: int | None = None,
        compiled: bool | str = "auto",
    ) -> None:
        self.game = game
        self.selection = UCB1() if selection is None else selection
        evaluation = Playout() if evaluation is None else evaluation
        _expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
        _expect(
            _is_count(game.players), "game.players", "a whole number of 1 or more", game.players
        )
        _expect(
            isinstance(self.selection, SelectionRule),
            "selection",
            "a rule such as UCB1()",
            selection,
        )
        _expect(
            isinstance(evaluation, Evaluation), "evaluation", "one such as Playout()", evaluation
        )
        _expect(
            _is_count(expand_after), "expand_after", "a whole number of 1 or more", expand_after
        )
        _expect(
            final_move in _FINAL_MOVES, "final_move", f"one of {list(_FINAL_MOVES)}", final_move
        )
        _expect(compiled in (True, False, "auto"), "compiled", '"auto", True or False', compiled)
        self.evaluation = evaluation.fitted_to(game)
        self._expand_after = expand_after
        self._final_move = final_move
        self.seed = fresh_seed() if seed is None else seed
        self._rng = Rng(self.seed)
        self.why_interpreted = "compiled=False was asked for" if compiled is False else ""
        """Why the search runs interpreted; empty if it runs compiled."""
        self._state = CheckedGame(game).initial_state() if state is None else state
        self._stop = False
        self._frozen = False
        self._memory = 0
        self._seconds = 0.0
        self._new_simulations = 0
        self._stopped_by = ""
        try:
            if compiled is not False:
                self._compile(insist=compiled is True)
            self._plant()
        except GameError as error:
            if state is None or not isinstance(error.__cause__, _WRONG_SHAPE):
                raise
            raise InvalidState(
                f"{state!r} is no state of {type(game).__name__}: {error}"
            ) from error

    @property
    def compiled(self) -> bool:
        """Whether the search runs compiled."""
        return not self.why_interpreted

    @property
    def state(self) -> State:
        """The position at the root."""
        return self._state

    def run(
        self,
        limit: Limit | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        progress: bool | Progress = False,
    ) -> SearchResult:
        """Search on until a limit is reached, given as a `Limit` or by keywords.

        Time is measured from this call on; compiling is over by then.
        `progress` may be a function, called about ten times a second with the
        result so far, or True for a progress bar on searches of a second and more.

        Raises:
            FinishedPosition: if the game is over at the root.
            GameError: if the rules break their contract; the tree stays sound.
            SearchInterrupted: on Ctrl-C; its `result` is what was found so far.

        """
        if limit is None:
            limit = Limit(simulations, seconds, memory)
        elif simulations is not None or seconds is not None or memory is not None:
            raise BadParameter("give a Limit or keywords, not both")
        _expect(isinstance(limit, Limit), "limit", "a Limit", limit)
        if self._finished:
            raise FinishedPosition("the game is over in this position: there is nothing to search")
        if progress is True:
            from .progress import progress_bar

            with progress_bar(limit) as report:
                return self._run(limit, report)
        return self._run(limit, progress if callable(progress) else None)

    def stop(self) -> None:
        """Make a `run` in another thread return, within some milliseconds."""
        self._stop = True

    def result(self) -> SearchResult:
        """Return what the search has found so far.

        Raises:
            FinishedPosition: if the game is over at the root.

        """
        if self._finished:
            raise FinishedPosition("the game is over in this position: there is nothing to search")
        root = self._tree.nodes[ROOT]
        visits = int(root.visits)
        ranked = self._ranked(ROOT)
        origin = self._origin
        nodes, edges = int(self._work.counters[NODES]), int(self._work.counters[EDGES])
        node_bytes, edge_bytes = self._sizes
        return SearchResult(
            action=_plain(ranked[0].action),
            value=tuple(origin + float(total) / visits if visits else 0.0 for total in root.value),
            player=int(root.player),
            actions=tuple(self._statistics(edge, visits) for edge in ranked),
            principal_variation=self._principal_variation(),
            simulations=visits,
            new_simulations=self._new_simulations,
            seconds=self._seconds,
            max_depth=int(self._work.counters[MAX_DEPTH]),
            stopped_by=self._stopped_by,
            memory_full=self._frozen,
            nodes=1 + edges,
            bytes=nodes * node_bytes + edges * edge_bytes,
            seed=self.seed,
            compiled=self.compiled,
            game=self.game,
            state=self._state,
        )

    def advance(self, action: Action) -> None:
        """Play a move: its position becomes the root and keeps its part of the tree.

        Raises:
            IllegalMove: if the move is not legal at the root; nothing changes then.

        """
        if self._finished:
            raise FinishedPosition("the game is over in this position: no move can be played")
        edge = next((edge for edge in self._edges(ROOT) if _plain(edge.action) == action), None)
        if edge is None:
            legal = self.game.legal_actions(self._state)
            listed = ", ".join(self.game.action_to_text(self._state, each) for each in legal)
            raise IllegalMove(f"{action!r} is no legal move here; legal moves are {listed}")
        checked = CheckedGame(self.game)
        self._state = checked.next_state(checked.copy(self._state), action)
        self._new_simulations = 0
        self._seconds = 0.0
        self._frozen = False
        if edge.child == NO_CHILD:
            self._plant()
        else:
            self._transplant(int(edge.child))

    def tree(self, max_depth: int | None = 4, min_visits: int = 1) -> TreeView:
        """Return the tree down to `max_depth` plies, without what has fewer visits."""
        if self._finished:
            raise FinishedPosition("the game is over in this position: there is no tree")
        return view_tree(self.game, self._state, self._tree, self._origin, max_depth, min_visits)

    # The tree: planting, growing, moving the root.

    def _compile(self, *, insist: bool) -> None:
        """Compile the search for this game, or note why it stays interpreted."""
        self._plant_buffers(compiled=True)
        try:
            from ..compiled.build import compile_search

            self._kernel = compile_search(
                run_simulations,
                self.game,
                self.selection,
                self.evaluation,
                self._state,
                self._tree,
                self._work,
                self._rng,
                1,
                1,
                False,
                rehearsal=rehearse,
            )
        except NotCompilable as error:
            if insist:
                raise
            self.why_interpreted = str(error)
            warnings.warn(
                f"searching interpreted: {error}", NotCompiledWarning, stacklevel=_outside()
            )

    def _plant_buffers(self, *, compiled: bool) -> None:
        players = self.game.players
        self._sizes = record_sizes(self.selection, players, compiled=compiled)
        self._tree = allocate(
            self.selection, players, _FIRST_NODES, _FIRST_EDGES, compiled=compiled
        )
        self._work = make_workspace(
            players,
            max(1, self.game.max_actions),
            _FIRST_PATH,
            compiled=compiled,
            state=self._state,
        )

    def _plant(self) -> None:
        """Start an empty tree at the present state."""
        if not self.compiled:
            self._kernel = run_simulations
        self._plant_buffers(compiled=self.compiled)
        checked = CheckedGame(self.game)
        self._finished = checked.is_terminal(self._state)
        while not self._finished:
            try:
                expand(checked, self._state, self._tree, self._work, self._rng)
                break
            except ActionsFull:
                self._work = enlarged(self._work, actions=2 * len(self._work.actions))
            except TreeFull:
                self._tree = enlarge(self._tree, 0, 2 * len(self._tree.edges))

    def _transplant(self, child: int) -> None:
        """Keep only what hangs below a child of the root, which becomes the root."""
        nodes, edges = int(self._work.counters[NODES]), int(self._work.counters[EDGES])
        old = self._tree
        new = allocate(self.selection, self.game.players, nodes, edges, compiled=self.compiled)
        origins: Any = array("q", bytes(8 * nodes))
        depths: Any = array("q", bytes(8 * nodes))
        copy: Callable[..., Any] = copy_subtree
        if self.compiled:
            from ..compiled.build import compile_function

            origins, depths = np.asarray(origins), np.asarray(depths)
            copy = compile_function(copy_subtree, old, new, origins, depths, 0)
        kept, kept_edges, depth = copy(old, new, origins, depths, child)
        self._tree = new
        self._work.counters[NODES] = kept
        self._work.counters[EDGES] = kept_edges
        self._work.counters[MAX_DEPTH] = depth
        self._finished = False

    def _grow(self) -> bool:
        """Make room in the tree; False if the memory limit does not allow it."""
        node_bytes, edge_bytes = self._sizes
        room = len(self._tree.nodes), len(self._tree.edges)
        used = int(self._work.counters[NODES]), int(self._work.counters[EDGES])
        nodes_short = used[0] == room[0]
        wanted = (2 * room[0], room[1]) if nodes_short else (room[0], 2 * room[1])
        if wanted[0] * node_bytes + wanted[1] * edge_bytes > self._memory:
            # The last piece is shared out in the proportion in use.
            share = self._memory / (used[0] * node_bytes + used[1] * edge_bytes)
            wanted = max(room[0], int(used[0] * share)), max(room[1], int(used[1] * share))
            short = 0 if nodes_short else 1
            if wanted[short] < room[short] * 1.01:
                return False
        try:
            self._tree = enlarge(self._tree, *wanted)
        except MemoryError:
            return False
        return True

    # The run: slices, the clock, and what can happen in between.

    def _run(self, limit: Limit, report: Progress | None) -> SearchResult:
        self._stop = False
        self._frozen = False
        self._memory = limit.memory_or_default()
        started = reported = time.perf_counter()
        before = int(self._work.counters[SIMULATIONS])
        slice_size = 1
        with InterruptGuard() as guard:
            while True:
                now = time.perf_counter()
                done = int(self._work.counters[SIMULATIONS]) - before
                self._new_simulations = done
                self._seconds = now - started
                self._stopped_by = self._reason_to_stop(limit, guard.pending)
                if self._stopped_by:
                    break
                if report is not None and now - reported >= _REPORT_SECONDS:
                    reported = now
                    report(self.result())
                if limit.simulations is not None:
                    slice_size = min(slice_size, limit.simulations - done)
                begun = time.perf_counter()
                self._run_slice(slice_size)
                allowed = _SLICE_SECONDS
                if limit.seconds is not None:
                    allowed = min(allowed, max(0.0, started + limit.seconds - time.perf_counter()))
                taken = max(1e-7, time.perf_counter() - begun)
                slice_size = max(1, int(slice_size * min(4.0, allowed / taken)))
        result = self.result()
        if report is not None:
            report(result)
        if guard.pending:
            raise SearchInterrupted(result)
        return result

    def _reason_to_stop(self, limit: Limit, interrupted: bool) -> str:
        if interrupted:
            return "interrupt"
        if self._stop:
            return "stop"
        if limit.simulations is not None and self._new_simulations >= limit.simulations:
            return "simulations"
        if limit.seconds is not None and self._seconds >= limit.seconds:
            return "seconds"
        if self._frozen and limit.simulations is None and limit.seconds is None:
            return "memory"
        return ""

    def _run_slice(self, simulations: int) -> None:
        """Run some simulations; make room or find the fault where they break off."""
        try:
            self._kernel(
                self.game,
                self.selection,
                self.evaluation,
                self._state,
                self._tree,
                self._work,
                self._rng,
                simulations,
                self._expand_after,
                self._frozen,
            )
        except TreeFull:
            self._rewind()
            self._frozen = not self._grow()
        except ActionsFull:
            self._rewind()
            self._work = enlarged(self._work, actions=2 * len(self._work.actions))
        except PathFull:
            self._rewind()
            self._work = enlarged(self._work, path=2 * len(self._work.path_nodes))
        except Exception as error:
            self._rewind()
            raise self._diagnosis(error) from error

    def _rewind(self) -> None:
        """Take back the random numbers of the simulation that broke off."""
        self._rng.state[0] = int(self._work.counters[RNG])

    def _diagnosis(self, error: Exception) -> GameError:
        """Run the failed simulation again under watch and return what is found."""
        checked = CheckedGame(self.game)
        state = int(self._rng.state[0])
        try:
            simulate(
                checked,
                self.selection,
                self.evaluation,
                self._state,
                self._tree,
                self._work,
                self._rng,
                self._expand_after,
                self._frozen,
            )
        except GameError as found:
            return found
        except Exception as other:
            error = other
        finally:
            self._rng.state[0] = state
        told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        where = " ".join(map(str, checked.moves[:60]))
        return GameError(
            f"the search of {type(self.game).__name__} failed with {told} after the moves {where}"
        )

    # Reading the tree.

    @property
    def _origin(self) -> float:
        return float(self._work.span[ORIGIN])

    def _edges(self, number: int) -> list[Any]:
        node = self._tree.nodes[number]
        return [self._tree.edges[index] for index in range(node.first, node.first + node.count)]

    def _ranked(self, number: int) -> list[Any]:
        """Return the edges of a node, the one to play first."""
        return sorted(self._edges(number), key=_FINAL_MOVES[self._final_move], reverse=True)

    def _statistics(self, edge: Any, total: int) -> ActionStatistics:
        visits = int(edge.visits)
        if visits == 0:
            return ActionStatistics(_plain(edge.action), 0, 0.0, None, None)
        mean = self._origin + float(edge.total) / visits
        low, high = float(self._work.span[LOW]), float(self._work.span[HIGH])
        width = half_width(mean, visits, low, high)
        return ActionStatistics(_plain(edge.action), visits, visits / total, mean, width)

    def _principal_variation(self) -> tuple[Action, ...]:
        line = []
        number = ROOT
        while True:
            best = self._ranked(number)[0]
            if best.visits == 0:
                break
            line.append(_plain(best.action))
            number = int(best.child)
            if number == NO_CHILD:
                break
        return tuple(line)


def search(
    game: Game,
    state: State | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    progress: bool | Progress = False,
    **options: Any,
) -> SearchResult:
    """Search a position and return the result; see `Searcher` for the other options.

    >>> search(game, simulations=100_000, seed=1).action
    """
    limit = Limit(simulations, seconds, memory)
    return Searcher(game, state, **options).run(limit, progress=progress)


def _mean(edge: Any) -> float:
    return float(edge.total) / int(edge.visits) if edge.visits else float("-inf")


_FINAL_MOVES: dict[str, Callable[[Any], Any]] = {
    "visits": lambda edge: int(edge.visits),
    "value": _mean,
    "visits_then_value": lambda edge: (int(edge.visits), _mean(edge)),
}


def _plain(action: Any) -> Action:
    """Return an action as the rules gave it: a Python int where the tree holds a NumPy one."""
    return action.item() if isinstance(action, np.generic) else action


def _expect(ok: bool, name: str, expected: str, value: Any) -> None:
    if not ok:
        raise BadParameter(f"{name} must be {expected}, not {value!r}")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _outside() -> int:
    """Return the stack level of the first caller outside this module."""
    import sys

    level = 1
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") == __name__:
        level += 1
        if frame.f_back is None:
            break
        frame = frame.f_back
    return level - 1
