"""One tree that several threads grow: see `mcts.updates`.

Nothing is promised of which simulations come first: the same seed gives other trees. All
threads rest between two slices, when room is made and the tree is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from ..errors import BadParameter, GameError
from ..game import Game, State
from ..rng import Rng
from .engine import Engine
from .identity import learned
from .method import Method
from .updates import leave, take_over
from .workspace import (
    HIGH,
    LOW,
    MAX_DEPTH,
    RNG,
    SIMULATIONS,
    OutOfRoom,
    Workspace,
)

__all__ = ["Crew"]


class Crew(Engine):
    """An engine with several threads on its tree; it has to be compiled.

    Args:
        threads: how many, with the caller's; 2 or more. The rest is as for an engine.

    Raises:
        BadParameter: if threads cannot share what the strategies note.

    """

    def __init__(
        self,
        game: Game,
        state: State,
        method: Method,
        expand_after: int,
        rng: Rng,
        earlier: Sequence[State] = (),
        *,
        threads: int,
    ) -> None:
        super().__init__(game, state, method, expand_after, rng, earlier)
        for name, held in (
            ("solver", method.proofs.watches),
            ("transpositions", method.transpositions.shares),
        ):
            if held:
                raise BadParameter(
                    f'parallel="tree" is for searches with {name}=False: threads cannot share '
                    'what it keeps; use parallel="root"'
                )
        if method.evaluation.waits or any(True for _ in learned(method)):
            raise BadParameter(
                f'parallel="tree" cannot be used with evaluation={method.evaluation!r}, which '
                'keeps notes that threads would spoil; use parallel="root"'
            )
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads - 1, "gametree")

    def plant(self) -> None:
        super().plant()
        self._settle(self.work)

    def _simulate(self, simulations: int) -> None:
        if self.work.span[LOW] > self.work.span[HIGH]:
            self._simulate_alone(1)  # which sets what all values are relative to
            simulations -= 1
        own, *parts = [(simulations + turn) // self.threads for turn in range(self.threads)]
        hands = [Workspace(*(buffer.copy() for buffer in self.work)) for _ in parts]
        for hand in hands:
            hand.counters[SIMULATIONS] = 0
        futures = [
            self._pool.submit(self._help, hand, Rng(self._seed()), part)
            for hand, part in zip(hands, parts, strict=True)
        ]
        failures: list[tuple[Exception, int]] = []
        try:
            self._simulate_alone(own)
        except Exception as failure:
            failures.append((failure, int(self.work.counters[RNG])))
        failures += [failed for future in futures if (failed := future.result())]
        for hand in hands:
            self._take_in(hand)
        # A fault of the rules is told; what is short is seen to.
        failures.sort(key=lambda failure: isinstance(failure[0], OutOfRoom))
        if failures:
            worst, self.work.counters[RNG] = failures[0]
            raise worst

    def _simulate_alone(self, simulations: int) -> None:
        try:
            super()._simulate(simulations)
        finally:
            self._settle(self.work)

    def _diagnosis(self, error: Exception) -> GameError:
        try:
            return super()._diagnosis(error)
        finally:
            self._settle(self.work)

    def _help(self, hand: Workspace, rng: Rng, simulations: int) -> tuple[Exception, int] | None:
        """Run so many simulations beside the caller; return what came in the way, if anything.

        With it comes the state of the generator when the simulation began.
        """
        course = (self.game, self.method, self.state, self.tree, hand, rng)
        try:
            self._kernel(*course, simulations, self._threshold, self.frozen)
        except Exception as failure:
            return failure.with_traceback(None), int(hand.counters[RNG])
        return None

    def _seed(self) -> int:
        """Return a seed for another thread's random numbers."""
        return self.rng.below(1 << 31) << 31 | self.rng.below(1 << 31)

    def _take_in(self, hand: Workspace) -> None:
        """Count what another thread has done."""
        self._settle(hand)
        work = self.work
        work.counters[SIMULATIONS] += hand.counters[SIMULATIONS]
        work.counters[MAX_DEPTH] = max(work.counters[MAX_DEPTH], hand.counters[MAX_DEPTH])
        work.span[LOW] = min(work.span[LOW], hand.span[LOW])
        work.span[HIGH] = max(work.span[HIGH], hand.span[HIGH])

    def _settle(self, hand: Workspace) -> None:
        """Finish what a thread has done to the tree, or left undone."""
        leave(self.tree, hand)
        take_over(self.tree, hand)
