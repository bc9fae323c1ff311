"""The trees of a search grow until a limit is reached, with a pause for each look at them."""

from __future__ import annotations

import math
import time

from ..actors import is_player
from ..limits import Limit
from ..primitives.actions import is_same
from ..rules.many_moves import MANY
from .choice_of_method import method_as_text
from .history import Moments
from .interrupts import InterruptGuard
from .parallel.root_parallel import RootParallel
from .parallel.worker import Goal, Standing
from .results.result import SearchResult
from .results.summary import BEST_LINE, SECURE, Prospect, moment, prospects, summarize
from .searcher_frame import REPORT_SECONDS, Tell
from .selection.rule_kinds import PlannedRule
from .time_management import SLICE_SECONDS, Lead, Pace
from .tracing.steps import TraceStep
from .tracing.trace import Tracer
from .tree.tree import ROOT
from .turns import Turns

__all__ = ["Running"]

# What it costs several workers, at most, to pause for a look.
_RESUMING_SECONDS = 0.002


class Running:
    """The runs of a searcher, one after another, and what was found by the last one.

    Args:
        trees: what grows.
        turns: who may touch the trees; for all but `stop` it must be one's turn.
        final_move: how the move to play is chosen, a name in `FINAL_MOVES`; None for the default.
        seed: that of the search.
        chosen: whether its method was chosen for the game, not asked for.
        full_history: whether the history leaves out no look for want of time.

    Attributes:
        turns: as given.
        simulations: how many the run under way, or the last one, has come to.
        seconds: how long it has taken.
        stopped_by: what ended it; empty while it goes on.
        history: what was found at earlier moments, at this root.
        named_final_move: `final_move` as given.

    """

    def __init__(
        self,
        trees: RootParallel,
        turns: Turns,
        final_move: str | None,
        seed: int,
        *,
        chosen: bool = False,
        full_history: bool = False,
    ) -> None:
        self.trees = trees
        self.turns = turns
        self.simulations = 0
        self.seconds = 0.0
        self.stopped_by = ""
        self.history = Moments(whole=full_history)
        self.named_final_move = final_move
        self._asks = False
        self._seed = seed
        self.chosen = chosen
        self._begun_anew = False

    def begin_anew(self, trees: RootParallel, *, proofs_broken: bool) -> None:
        """Go on with other trees.

        Args:
            trees: what grows from now on.
            proofs_broken: whether the game has broken what the proofs in these trees rest on.

        """
        self.trees = trees
        self.history.clear()
        self._begun_anew = self._begun_anew or proofs_broken

    def start_at_root(self) -> None:
        """Forget the runs so far: the root is another one."""
        self.simulations, self.seconds, self.stopped_by = 0, 0.0, ""
        self.history.clear()

    def begin_asking(self, trees: RootParallel) -> None:
        """Go on with empty trees whose values come from outside."""
        self.trees = trees
        self.chosen = False
        self._asks = True
        self.start_at_root()

    @property
    def _final_move(self) -> str:
        """How the move to play is chosen, a name in `FINAL_MOVES`."""
        if self.named_final_move is not None:
            return self.named_final_move
        engine = self.trees.first
        if isinstance(engine.method.selection, PlannedRule):
            return "visits"  # the rule says itself which move is played
        if engine.game.players == 1 and is_player(engine.method.seeker):
            return BEST_LINE
        return SECURE if self._asks else "visits"

    def result(self) -> SearchResult:
        """Return what the search has found so far."""
        if self.trees.first.tree.nodes[ROOT].count <= MANY:
            return self.trees.surely(self._summary)
        from plainpython.back_end.collector import collected_later  # it is Numba's package

        with collected_later():
            return self.trees.surely(self._summary)

    def _summary(self) -> SearchResult:
        return summarize(
            self.trees,
            self.trees.first,
            final_move=self._final_move,
            new_simulations=self.simulations,
            seconds=self.seconds,
            stopped_by=self.stopped_by,
            seed=self._seed,
            method=method_as_text(
                self.trees.first.method,
                chosen=self.chosen,
                without_proofs=self._begun_anew,
                compared=self.trees.first.compared,
            ),
            history=self.history.moments,
        )

    def prospects(self, plies: int) -> tuple[Prospect, ...]:
        """Return what is expected of each move, best first."""
        trees = self.trees
        return trees.surely(lambda: prospects(trees, trees.first, self._final_move, plies))

    def run(self, limit: Limit, guard: InterruptGuard, tell: Tell | None = None) -> None:
        """Grow the trees, pausing for each look and each report, until a limit is reached.

        Raises:
            GameError: if the rules break their contract; the trees stay sound.

        """
        trees, turns = self.trees, self.turns
        trees.thaw()
        trees.plan(limit.simulations)
        rule = trees.first.method.selection
        planned = isinstance(rule, PlannedRule)  # then it says which move is played
        by_visits = self._final_move.startswith("visits") and not planned
        pace = Pace(limit, by_visits=by_visits)
        memory = limit.memory_or_default()
        until_full = limit.simulations is None and limit.seconds is None
        started = reported = now = time.perf_counter()
        standing = trees.standing()
        before, kept = standing.simulations, standing.root_visits
        self.seconds, self.stopped_by = 0.0, ""
        history = self.history
        # Exactly at its marks where one tree stops there at no cost, and with the same batches.
        exact = trees.workers == 1 and trees.first.unit == 1
        history.begin(0.0 if trees.workers == 1 else _RESUMING_SECONDS)
        mark = history.next_mark(kept)
        awaits_time = True  # for a look at the next mark

        def halted() -> bool:
            if turns.stopped or guard.pending:
                return True
            # However many want to look, the search gets on between two looks.
            passed = time.perf_counter()
            if turns.awaited and passed - now > SLICE_SECONDS:
                return True
            if not (awaits_time and history.affords(passed - started)):
                return False
            return exact or trees.first.root_visits * len(trees.all) >= mark

        while True:
            standing = trees.standing()
            self.simulations = standing.simulations - before
            turns.give_way()
            now = time.perf_counter()
            self.seconds = now - started
            self.stopped_by = self._reason_to_stop(limit, pace, standing, guard.pending)
            if self.stopped_by:
                return
            visits = kept + self.simulations
            awaits_time = not history.affords(self.seconds)
            if not awaits_time and visits >= mark and (not exact or history.is_mark(visits)):
                self._look()
                awaits_time = not history.affords(self.seconds)
            mark = history.next_mark(visits)
            if tell is not None and now - reported >= REPORT_SECONDS:
                reported = now
                tell()
            left = None
            if limit.simulations is not None:
                left = limit.simulations - self.simulations - trees.forgone
            seconds = pace.rest(self.seconds)
            if tell is not None:
                seconds = min(seconds, reported + REPORT_SECONDS - now)
            last = math.inf if pace.seconds is None else pace.seconds - self.seconds
            if exact and not awaits_time:
                left = mark - visits if left is None else min(left, mark - visits)
            trees.grow(Goal(left, seconds, memory, until_full, last), halted)

    def _look(self) -> None:
        """Keep what the search would say now."""
        begun = time.thread_time()  # of a busy machine, others take their time as well
        trees = self.trees
        found = trees.surely(lambda: moment(trees, trees.first, self._final_move, self.seconds))
        self.history.add(found, time.thread_time() - begun)

    def begin_trace(self, simulations: int) -> None:
        """Get ready for so many simulations that are traced."""
        self.trees.thaw()
        self.trees.plan(simulations)
        self.simulations, self.seconds, self.stopped_by = 0, 0.0, "simulations"
        self.history.begin()

    def trace(self, tracer: Tracer, limit: Limit) -> list[TraceStep]:
        """Run one simulation and return its steps; none if the search is over.

        Raises:
            GameError: if the rules break their contract; the trees stay sound.

        """
        started = time.perf_counter()
        steps = tracer.simulate(limit.memory_or_default())
        self.seconds += time.perf_counter() - started
        if steps:
            self.simulations += 1
            if self.history.is_mark(self.trees.first.root_visits):
                self._look()
        if self.trees.first.solved:
            self.stopped_by = "proof"
        return steps

    def _reason_to_stop(
        self, limit: Limit, pace: Pace, standing: Standing, interrupted: bool
    ) -> str:
        if interrupted:
            return "interrupt"
        if self.turns.stopped:
            return "stop"
        if standing.solved:
            return "proof"
        done = self.simulations + self.trees.forgone
        reason = pace.reason_to_stop(done, self.seconds, self._lead)
        if reason:
            return reason
        if standing.full and limit.simulations is None and limit.seconds is None:
            return "memory"
        if standing.worn_out:
            return "visits"
        return ""

    def _lead(self) -> Lead:
        """Return how far the move that would be played is ahead."""
        edges = self.trees.surely(lambda: self.trees.root().edges)
        if not self.trees.first.method.proofs.watches:
            return Lead.of(edges)
        # What is proven counts more than visits, and moves proven worse are no rivals.
        result = self.result()
        known = [each.action for each in result.actions[1:] if each.proven is not None]
        best = next(edge for edge in edges if is_same(edge.action, result.action))
        return Lead.of_one(best, [edge for edge in edges if edge.action not in known])
