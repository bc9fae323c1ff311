"""The search as its users see it: `search` for one position, `Searcher` for a game."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import (
    BadParameter,
    ChancePosition,
    FinishedPosition,
    IllegalMove,
    SearchInterrupted,
)
from ..game import CHANCE, Action, Game, State
from ..parameters import expect
from ..rng import fresh_seed
from .checked import CheckedGame
from .evaluation import Evaluation
from .export import TreeView, view_tree
from .growth import Goal, Standing
from .interrupts import InterruptGuard
from .limits import Limit
from .pace import Lead, Pace
from .planting import planted
from .pondering import PONDER_MEMORY, Pondering
from .result import SearchResult
from .saved import SavedSearch, save_search
from .sealed import open_sealed
from .selection import SelectionRule
from .summary import FINAL_MOVES, summarize

__all__ = ["Searcher", "search"]

_REPORT_SECONDS = 0.1

Progress = Callable[[SearchResult], None]


class Searcher:
    """A search that keeps its tree.

    Args:
        game: the rules.
        state: the position to search; the first one by default.
        history: the positions of the game before it, the first one first, for
            games with a `repetition` policy.
        selection: which edge to follow; by default `UCB1()`, but `PUCT()` if the
            evaluation gives priors.
        evaluation: what a leaf is worth; `Playout()` by default.
        expand_after: visits after which a position gets a node with all its
            moves. 1 adds one child a simulation; larger values save memory.
        final_move: "visits" (the most visited move), "value" (the highest
            mean), "visits_then_value" (the most visited, ties by mean) or
            "lower_bound" (the highest mean less its half-width, of the moves with
            15 % of the most visits).
        solver: whether to keep what is proven: solved positions are searched no
            more, and the search ends when it is proven which move is best.
        transpositions: whether lines that meet share a node.
        seed: 0 to 2**64 - 1; by default a new one each time.
        compiled: "auto" compiles what can be compiled, with a warning that
            says why if it cannot; True insists; False runs interpreted.
        workers: how many cores to use: compiled, by threads; interpreted, by processes,
            to which the game must be sent.
        parallel: "root": each worker grows a tree of its own, with its part of the
            simulations and of the memory; results add them up, and the same seed gives the
            same ones. "tree": all of them grow one, compiled and without `transpositions`,
            and no two runs are the same. "auto": whichever is likely to play better, by a
            measurement of a tenth of a second.

    Raises:
        BadParameter, FinishedPosition, InvalidState, GameError, NotCompilable.

    """

    def __init__(
        self,
        game: Game,
        state: State | None = None,
        *,
        history: Sequence[State] = (),
        selection: SelectionRule | None = None,
        evaluation: Evaluation | None = None,
        expand_after: int = 1,
        final_move: str = "visits",
        solver: bool = False,
        transpositions: bool = False,
        seed: int | None = None,
        compiled: bool | str = "auto",
        workers: int = 1,
        parallel: str = "root",
    ) -> None:
        expect(final_move in FINAL_MOVES, "final_move", f"one of {list(FINAL_MOVES)}", final_move)
        self.game = game
        self.seed = fresh_seed() if seed is None else seed
        self._final_move = final_move
        self._stop = False
        self._seconds = 0.0
        self._new_simulations = 0
        self._stopped_by = ""
        self._pondering: Pondering | None = None
        self._forest = planted(
            game,
            state,
            history,
            selection=selection,
            evaluation=evaluation,
            expand_after=expand_after,
            solver=solver,
            transpositions=transpositions,
            seed=self.seed,
            compiled=compiled,
            workers=workers,
            parallel=parallel,
        )
        self._engine = self._forest.first

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        game: Game,
        *,
        selection: SelectionRule | None = None,
        evaluation: Evaluation | None = None,
    ) -> Searcher:
        """Return the search that `save` wrote to a file; it goes on as if it had never stopped.

        Game and strategies are those that it was begun with; all else comes from the file.

        Raises:
            BadParameter: if they are others.
            SavedSearchError: if the file cannot be read, is damaged, or is of another version.

        """
        expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
        with open_sealed(path) as file:
            saved = SavedSearch(file, game)
            searcher = cls(
                game,
                saved.state,
                history=saved.history,
                selection=selection,
                evaluation=evaluation,
                **saved.options,
            )
            saved.restore(searcher._forest)
        searcher._new_simulations, searcher._seconds, searcher._stopped_by = saved.last_run
        return searcher

    @property
    def compiled(self) -> bool:
        """Whether the search runs compiled."""
        return self._engine.compiled

    @property
    def why_interpreted(self) -> str:
        """Why the search runs interpreted; empty if it runs compiled."""
        return self._engine.why_interpreted

    @property
    def parallel(self) -> str:
        """Return "tree" if several workers grow one tree, else "root"."""
        return self._forest.parallel

    @property
    def state(self) -> State:
        """The position at the root."""
        return self._engine.state

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
            BadParameter: if the selection rule needs a number of simulations, and has none.
            FinishedPosition: if the game is over at the root.
            ChancePosition: if chance moves there.
            GameError: if the rules break their contract; the tree stays sound.
            SearchInterrupted: on Ctrl-C; its `result` is what was found so far.
        """
        if limit is None:
            limit = Limit(simulations, seconds, memory)
        elif simulations is not None or seconds is not None or memory is not None:
            raise BadParameter("give a Limit or keywords, not both")
        expect(isinstance(limit, Limit), "limit", "a Limit", limit)
        if self._engine.method.selection.plans and limit.simulations is None:
            raise BadParameter(
                "the selection rule shares out a number of simulations: give simulations=1000, "
                "say, alone or beside another limit"
            )
        self._end_pondering()
        self._refuse_if_finished()
        self._refuse_if_chance()
        if progress is True:
            from .progress import progress_bar

            with progress_bar(limit) as report:
                return self._run(limit, report)
        return self._run(limit, progress if callable(progress) else None)

    def ponder(self, memory: int = PONDER_MEMORY) -> None:
        """Search on in the background, while the opponent thinks, and return at once.

        It ends, within some milliseconds, when any other method is called, `advance` with
        the move that the opponent has made for instance, which keeps what was found below
        it; when the searcher is no longer used; or when the tree takes `memory` bytes.
        Then what was found counts as one run, stopped by "stop". Ctrl-C does not end it.

        Raises:
            FinishedPosition: if the game is over at the root.

        If the rules break their contract meanwhile, the next call of any method raises
        the GameError.
        """
        limit = Limit(memory=memory)
        self._end_pondering()
        self._refuse_if_finished()
        self._pondering = Pondering(self._forest, limit.memory_or_default(), self)

    def stop(self) -> None:
        """Make a `run` in another thread return, within some milliseconds; end pondering."""
        self._stop = True
        self._end_pondering()

    def result(self) -> SearchResult:
        """Return what the search has found so far.

        Raises:
            FinishedPosition: if the game is over at the root.
            ChancePosition: if chance moves there.
        """
        self._end_pondering()
        self._refuse_if_finished()
        self._refuse_if_chance()
        return summarize(
            self._forest,
            self._engine,
            final_move=self._final_move,
            new_simulations=self._new_simulations,
            seconds=self._seconds,
            stopped_by=self._stopped_by,
            seed=self.seed,
        )

    def advance(self, action: Action) -> None:
        """Play a move: its position becomes the root and keeps its part of the tree.

        Raises:
            IllegalMove: if the move is not legal at the root; nothing changes then.
        """
        self._end_pondering()
        self._refuse_if_finished()
        engine = self._engine
        if not any(edge.action == action for edge in self._forest.root().edges):
            legal = self.game.legal_actions(engine.state)
            listed = ", ".join(self.game.action_to_text(engine.state, each) for each in legal)
            raise IllegalMove(f"{action!r} is no legal move here; legal moves are {listed}")
        checked = CheckedGame(self.game)
        state = checked.next_state(checked.copy(engine.state), action)
        self._new_simulations = 0
        self._seconds = 0.0
        self._forest.move_to(state, action)

    def tree(
        self, max_depth: int | None = 4, min_visits: int = 1, states: bool = False
    ) -> TreeView:
        """Return the tree down to `max_depth` plies, without what has fewer visits.

        With `states`, each node shows its position, its wins by visits, and its untried moves.
        """
        self._end_pondering()
        self._refuse_if_finished()
        top = self._forest.root()
        return view_tree(self.game, self.state, top, max_depth, min_visits, states=states)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the search to a file, to go on with `load` later, in another process perhaps.

        Whatever happens, the file then holds all of this or all of what it held before.

        Raises:
            BadParameter: if the search cannot be saved, for its interpreted states say.
            GameError: if the process of a worker is lost.
            SavedSearchError: if the file cannot be written.

        """
        self._end_pondering()
        save_search(
            path,
            self._forest,
            {"final_move": str(self._final_move), "seed": int(self.seed)},
            (self._new_simulations, self._seconds, self._stopped_by),
        )

    def _end_pondering(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.stop()
            self._new_simulations = pondering.simulations
            self._seconds = pondering.seconds
            self._stopped_by = "stop"

    def _refuse_if_finished(self) -> None:
        if self._engine.finished:
            raise FinishedPosition("the game is over in this position: there is nothing to search")

    def _refuse_if_chance(self) -> None:
        if self._forest.root().player == CHANCE:
            raise ChancePosition(
                "chance moves in this position: there is no move to search for; "
                "go on with advance(outcome), or give the position after it"
            )

    def _run(self, limit: Limit, report: Progress | None) -> SearchResult:
        """Let the trees grow, pausing for each look and each report, until a limit is reached."""
        forest = self._forest
        self._stop = False
        forest.thaw()
        forest.plan(limit.simulations)
        plans = self._engine.method.selection.plans  # then it says which move is played
        by_visits = self._final_move.startswith("visits") and not plans
        pace = Pace(limit, by_visits=by_visits)
        memory = limit.memory_or_default()
        until_full = limit.simulations is None and limit.seconds is None
        started = reported = time.perf_counter()
        before = forest.standing().simulations
        with InterruptGuard() as guard:

            def halted() -> bool:
                return self._stop or guard.pending

            while True:
                now = time.perf_counter()
                standing = forest.standing()
                self._new_simulations = standing.simulations - before
                self._seconds = now - started
                self._stopped_by = self._reason_to_stop(limit, pace, standing, guard.pending)
                if self._stopped_by:
                    break
                if report is not None and now - reported >= _REPORT_SECONDS:
                    reported = now
                    report(self.result())
                left = None
                if limit.simulations is not None:
                    left = limit.simulations - self._new_simulations
                seconds = pace.rest(self._seconds)
                if report is not None:
                    seconds = min(seconds, reported + _REPORT_SECONDS - now)
                forest.grow(Goal(left, seconds, memory, until_full), halted)
        result = self.result()
        if report is not None:
            report(result)
        if guard.pending:
            raise SearchInterrupted(result)
        return result

    def _reason_to_stop(
        self, limit: Limit, pace: Pace, standing: Standing, interrupted: bool
    ) -> str:
        if interrupted:
            return "interrupt"
        if self._stop:
            return "stop"
        if standing.solved:
            return "proof"
        reason = pace.reason_to_stop(self._new_simulations, self._seconds, self._lead)
        if reason:
            return reason
        if standing.full and limit.simulations is None and limit.seconds is None:
            return "memory"
        if standing.worn_out:
            return "visits"
        return ""

    def _lead(self) -> Lead:
        """Return how far the move that would be played is ahead."""
        edges = self._forest.root().edges
        if not self._engine.method.proofs.watches:
            return Lead.of(edges)
        # What is proven counts more than visits, and moves proven worse are no rivals.
        result = self.result()
        known = [each.action for each in result.actions[1:] if each.proven is not None]
        best = next(edge for edge in edges if edge.action == result.action)
        return Lead.of_one(best, [edge for edge in edges if edge.action not in known])


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
    """Search a position and return the result; the options are those of `Searcher`.

    As `Searcher(game, state, **options).run(simulations=..., seconds=..., memory=...)`.
    """
    limit = Limit(simulations, seconds, memory)
    return Searcher(game, state, **options).run(limit, progress=progress)
