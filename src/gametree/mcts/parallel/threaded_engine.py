"""One tree that several threads grow: see `mcts.parallel.tree_parallel`.

Nothing is promised of which simulations come first: the same seed gives other trees. All
threads rest between two slices, when room is made and the tree is read.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from ...errors import BadParameter, GametreeError
from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...rules.position_history import length
from ...rules.workspace import (
    OutOfRoom,
    Workspace,
)
from ..engine.engine import Engine
from ..engine.method import Method
from ..persistence.fingerprints import learned
from ..tree.allocation import SharedTree, take_over
from ..tree.tree import ROOT
from .tree_parallel import MOST, PART, conclude, refuse_unsafe, run_with_others

__all__ = ["ThreadedEngine"]

_ALONE = 256
"""Visits of the root below which there is nothing to share out: one thread searches."""


class ThreadedEngine(Engine):
    """An engine with several threads on its tree; it has to be compiled.

    Args:
        threads: how many, with the caller's; 2 or more. The rest is as for an engine.

    Raises:
        BadParameter: if threads cannot share what the strategies note.

    """

    _loop = staticmethod(run_with_others)

    def __init__(
        self,
        game: Game,
        state: State,
        method: Method,
        expand_after: int,
        rng: Rng,
        earlier: Sequence[State] = (),
        moves: Sequence[Action] | None = None,
        *,
        threads: int,
    ) -> None:
        refuse_unsafe(method)
        if method.transpositions.shares:
            raise BadParameter(
                'parallel="tree" is for searches with transpositions=False: a thread must be '
                'alone behind the edge it holds; use parallel="root"'
            )
        if method.evaluation.waits or any(True for _ in learned(method)):
            raise BadParameter(
                f'parallel="tree" cannot be used with evaluation={method.evaluation!r}, which '
                'keeps notes that threads would spoil; use parallel="root"'
            )
        self.sharing = SharedTree()
        shared = method.shared_by(self.sharing)
        super().__init__(game, state, shared, expand_after, rng, earlier, moves)
        self.threads = threads
        self._start_pool()
        self._given: list[tuple[int, int]] = []  # steps to where a simulation failed

    def _start_pool(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads - 1, "gametree")
        self._process = os.getpid()

    def start_tree(self) -> None:
        super().start_tree()
        take_over(self.tree, self.work)

    def take_back(self) -> None:
        self.work.counters.unlinked = 0  # the node stays: others may stand behind it

    def _proceed(self, simulations: int) -> None:
        root = self.tree.nodes[ROOT]
        alone = min(simulations, max(_ALONE, 2 * int(root.count)) - self.root_visits)
        if alone > 0:
            self._simulate_with([], alone, few=_ALONE + 2 * int(root.count))
            simulations -= alone
        if simulations > 0 and not self.solved:
            hands = [self._hand() for _ in range(self.threads - 1)]
            self._simulate_with(hands, simulations, few=min(self.root_visits // PART, MOST * PART))

    @property
    def _root_keys(self) -> int:
        """Positions noted up to the root, where they are watched."""
        return len(self.earlier) + 1 if self.method.repetition.watches else 0

    def _hand(self) -> Workspace:
        """Return a copy of the workspace, for another thread."""
        hand = Workspace(*(buffer.copy() for buffer in self.work))
        hand.counters.simulations = 0
        return hand

    def _simulate_with(self, hands: Sequence[Workspace], simulations: int, few: int) -> None:
        """Run this many simulations, by this thread and one for each of the hands."""
        if self._process != os.getpid():
            self._start_pool()  # a fork has no threads of those that it came from
        everyone = [self.work, *hands]
        self.sharing.rest()
        for work in everyone:
            work.counters.few = few
        futures = [
            self._pool.submit(self._take_part, hand, Rng(self._seed()), simulations)
            for hand in hands
        ]
        failures = [self._take_part(self.work, self.rng, simulations)]
        failures += [future.result() for future in futures]
        parts = [
            (failure, work) for failure, work in zip(failures, everyone, strict=True) if failure
        ]
        # A fault of the rules is told; what is short is seen to.
        parts.sort(key=lambda pair: isinstance(pair[0], OutOfRoom))
        for _, work in parts[:1]:
            self.work.counters.rng = work.counters.rng
            self._given = _given_steps(work)
        self._settle(self.work)
        for hand in hands:
            self._settle(hand)
            self._take_in(hand)
        for failure, _ in parts:
            raise failure

    def _take_part(self, work: Workspace, rng: Rng, simulations: int) -> Exception | None:
        """Run simulations until all have begun so many; return what came in the way, or None."""
        arguments = (self.game, self.method, self.state, self.tree, work, rng)
        try:
            self._kernel(*arguments, simulations)
        except Exception as failure:
            self.sharing.stop()
            return failure.with_traceback(None)
        return None

    def _seed(self) -> int:
        """Return a seed for another thread's random numbers."""
        return self.rng.below(1 << 31) << 31 | self.rng.below(1 << 31)

    def _settle(self, work: Workspace) -> None:
        """Finish what a thread has done to the tree, or left undone; all threads rest."""
        conclude(self.game, self.method, self.tree, work)
        take_over(self.tree, work)
        work.counters.start_keys = self._root_keys

    def _take_in(self, hand: Workspace) -> None:
        """Count what another thread has done."""
        work = self.work
        work.counters.simulations += hand.counters.simulations
        work.counters.max_depth = max(work.counters.max_depth, hand.counters.max_depth)
        work.span.low = min(work.span.low, hand.span.low)
        work.span.high = max(work.span.high, hand.span.high)
        if hand.span.best_return > work.span.best_return:
            for each in range(int(hand.counters.best)):
                work.best[each] = hand.best[each]
            work.counters.best = hand.counters.best
            work.span.best_return = hand.span.best_return
        if work.span.high > work.span.low:
            work.span.range = work.span.high - work.span.low

    def diagnosis(self, error: Exception) -> GametreeError:
        before = self.simulations
        self.fit(len(self.work.actions))  # others may have filled the tree since it failed
        try:
            return super().diagnosis(error)
        finally:
            self.work.counters.done = self.simulations - before
            self.work.sums[:] = self.work.values
            self._settle(self.work)

    def beginning(self, game: CheckedGame) -> tuple[State, Workspace]:
        state, work = super().beginning(game)
        repetition = self.method.repetition
        repetition.begin(work)
        for depth, (number, place) in enumerate(self._given):
            if depth > 0:
                before, edge = self._given[depth - 1]
                action = self.tree.edges[before][edge].action
                state = game.next_state(game.copy(state), action)
                repetition.arrive(game, state, work)
            work.path_nodes[depth], work.path_edges[depth] = number, place
        work.counters.given = len(self._given)
        if repetition.watches:
            work.counters.start_keys = length(work)
        return state, work


def _given_steps(work: Workspace) -> list[tuple[int, int]]:
    """Return the steps of the path that a turn which broke off had in common: node and edge."""
    given = int(work.counters.given)
    return list(
        zip(work.path_nodes[:given].tolist(), work.path_edges[:given].tolist(), strict=True)
    )
