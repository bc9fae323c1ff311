"""Root parallelization: several trees of one position, whose statistics are added up.

Root parallelization (Chaslot, Winands, van den Herik, "Parallel Monte-Carlo
Tree Search", Computers and Games, 2008): each worker has a tree and random
numbers of its own, so that nothing is shared and nothing waits. The same seed,
number of workers and simulations give the same trees.

Compiled, a worker is a thread: the kernel runs without Python's lock.
Interpreted, it is a process, except where Python has no such lock. On a cluster
it is an actor, in both modes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from copy import copy, deepcopy
from threading import Event
from typing import TypeVar

from ...actors import is_player
from ...errors import ClusterError
from ...game import Action, State
from ...primitives.rng import Rng
from ..backup.best_line import FoundLine
from ..engine.engine import Engine
from ..selection.rule_kinds import PlannedRule
from ..tree.tree import ROOT
from .merged_tree import MergedNode
from .ray_tree import RayTree, Site
from .remote_tree import RemoteTree, WorkerLost
from .worker import Goal, LocalTree, Standing
from .worker_process import ProcessTree

__all__ = ["RootParallel"]

_GLANCE_SECONDS = 0.005  # how often the caller looks about while others still grow
_GOLDEN = 0x9E37_79B9_7F4A_7C15
_WORD = (1 << 64) - 1

Looked = TypeVar("Looked")


class RootParallel:
    """The trees of a search: one that the caller grows, and one for each further worker.

    Args:
        engine: the first tree, compiled if it shall be; it is started here, like the others.
            There is no other if all workers are its threads.
        workers: how many threads, processes or actors there are, 1 or more.
        seed: where the random numbers of the further workers come from.
        site: the cluster on which the further workers are actors; None if they are here.

    Attributes:
        first: the engine of the caller's tree.
        all: the trees of all workers, the caller's first.
        workers: how many there are; those that were lost do not count.
        parallel: "tree" if all workers grow one tree, else "root".
        lost: the names of actors that were lost, each with the reason.
        forgone: simulations of the present run that were the part of actors that were lost in it.

    Raises:
        BadParameter: if workers have to be processes, and the game cannot be sent to them.
        ClusterError: if an actor cannot begin.
        GameError: if the rules break their contract, or a process cannot be started.

    """

    def __init__(self, engine: Engine, workers: int, seed: int, site: Site | None = None) -> None:
        self.first = engine
        self.all: list[LocalTree | RemoteTree] = [LocalTree(engine)]
        self.lost: list[str] = []
        self.forgone = 0
        self._begun_at: dict[LocalTree | RemoteTree, int] = {}  # simulations before this run
        self._due: dict[LocalTree | RemoteTree, int] = {}  # and those to be there after it
        self._gone = 0  # simulations, before this run, of trees that were lost in it
        self.parallel = "tree" if engine.threads > 1 else "root"
        self.workers = workers
        self._game = engine.game
        self._plans = isinstance(engine.method.selection, PlannedRule)
        engine.start_tree()
        here = engine.compiled or _threads_run_side_by_side()
        for number in range(1, workers // engine.threads):
            own_seed = (seed + number * _GOLDEN) & _WORD
            if site is not None:
                name = f"worker {number + 1} of {workers}"
                self.all.append(RayTree(site, name, own_seed, compiled=engine.compiled))
                continue
            other = _another(engine, Rng(own_seed))
            self.all.append(_own(other) if here else ProcessTree(other))
        try:
            for tree in self.all[1:]:
                if isinstance(tree, RayTree):
                    tree.settle()
                tree.start_tree()
        except WorkerLost as loss:
            self.dismiss()
            raise ClusterError(f"{loss.tree.name} was lost at once: {loss.reason}") from loss
        except BaseException:
            self.dismiss()
            raise

    def dismiss(self) -> None:
        """End the actors; what they have found is forgotten."""
        for tree in self.all:
            if isinstance(tree, RayTree):
                tree.dismiss()
        self.all = [tree for tree in self.all if not isinstance(tree, RayTree)]
        self.workers = len(self.all)

    def restart_trees(self) -> None:
        """Forget all simulations."""
        for tree in self.all:
            tree.start_tree()

    def surely(self, look: Callable[[], Looked]) -> Looked:
        """Return what `look` finds in the trees; call it again if a tree is lost meanwhile."""
        while True:
            try:
                return look()
            except WorkerLost as loss:
                self._lose(loss)

    def root(self) -> MergedNode:
        """Return the root, over all trees."""
        return self.surely(lambda: MergedNode([(tree.look, ROOT) for tree in self.all]))

    def best_line(self) -> FoundLine | None:
        """Return the best line over all trees, the first one's among equals."""
        if not is_player(self.first.method.seeker):
            return None
        found = self.surely(lambda: [tree.best_line() for tree in self.all])
        return max(filter(None, found), key=lambda line: line.value, default=None)

    def standing(self) -> Standing:
        """Return the status of all trees together: full if all are, solved if one is.

        Of a tree that was lost in the present run count the simulations before it.
        """
        each = [tree.standing() for tree in self.all]
        return Standing(
            self._gone + sum(one.simulations for one in each),
            sum(one.root_visits for one in each),
            any(one.worn_out for one in each),
            max(one.max_depth for one in each),
            sum(one.nodes for one in each),
            sum(one.bytes for one in each),
            min(one.low for one in each),
            max(one.high for one in each),
            all(one.full for one in each),
            any(one.solved for one in each),
        )

    def thaw(self) -> None:
        """Begin a run: trees that were full grow again, as far as its goals allow memory."""
        self.forgone = self._gone = 0
        self._due = {}
        self._begun_at = {tree: tree.standing().simulations for tree in self.all}
        for tree in list(self.all):
            with self._losing():
                tree.thaw()

    def plan(self, simulations: int | None) -> None:
        """Tell selection rules that plan of a run of so many simulations; None: of any number."""
        if not self._plans:
            return
        parts = [None] * len(self.all) if simulations is None else self._parts(simulations)
        for tree, part in list(zip(self.all, parts, strict=True)):
            with self._losing():
                tree.plan(part)

    def move_to(self, state: State, action: Action) -> None:
        """Make `state`, which `action` leads to, the root; a tree without it starts empty.

        All trees move, or none does.

        Raises:
            GameError: if rules or strategies fail there.

        """
        ready: list[LocalTree | RemoteTree] = []
        try:
            for number, tree in enumerate(list(self.all)):
                with self._losing():
                    tree.move_to(self._game.copy(state) if number else state, action)
                    ready.append(tree)
        except BaseException:
            for tree in ready:
                with self._losing():
                    tree.turn_back()
            raise
        for tree in ready:
            with self._losing():
                tree.arrive()

    def grow(self, goal: Goal, halted: Callable[[], bool]) -> None:
        """Grow all trees until the goal is reached, or `halted` answers True.

        The first tree grows in the caller's thread, which asks `halted` all the
        while. Simulations and memory are shared out. When this returns or
        raises, no worker is at it any more.

        Raises:
            GameError: if the rules break their contract; the trees stay sound.

        """
        own, *others = self.all
        share, *shares = self._shares(goal)
        if goal.simulations is not None:
            for tree, part in zip(self.all, (share, *shares), strict=True):
                self._due[tree] = tree.standing().simulations + (part.simulations or 0)
        if not others:
            own.grow(share, halted)
            return
        halt = Event()

        def grow_beside(tree: LocalTree | RemoteTree, share: Goal) -> None:
            try:
                tree.grow(share, halt.is_set)
            except WorkerLost:  # the others go on
                raise
            except BaseException:
                halt.set()
                raise
            if tree.standing().solved:
                halt.set()

        with ThreadPoolExecutor(len(others), "gametree") as pool:
            try:
                pairs = zip(others, shares, strict=True)
                futures = [pool.submit(grow_beside, *pair) for pair in pairs]
                own.grow(share, lambda: halt.is_set() or halted())
                if own.standing().solved:
                    halt.set()
                while wait(futures, _GLANCE_SECONDS).not_done:
                    if halted():
                        halt.set()
            finally:
                halt.set()
        try:
            for future in futures:
                with self._losing():
                    future.result()
        finally:
            del futures, future  # an error's frames would keep it, and with it the trees

    @contextmanager
    def _losing(self) -> Iterator[None]:
        """Go on without a tree that is lost meanwhile."""
        try:
            yield
        except WorkerLost as loss:
            self._lose(loss)

    def _lose(self, loss: WorkerLost) -> None:
        tree = loss.tree
        if tree not in self.all:
            return
        self.all.remove(tree)
        self.workers -= 1
        self.lost.append(str(loss))
        before = self._begun_at.get(tree, 0)
        self._gone += before
        self.forgone += max(0, self._due.get(tree, before) - before)

    def _shares(self, goal: Goal) -> list[Goal]:
        """Return what each tree has to reach for a goal of all."""
        count = len(self.all)
        goal = goal._replace(memory=goal.memory // count)
        if goal.simulations is None:
            return [goal] * count
        return [goal._replace(simulations=part) for part in self._parts(goal.simulations)]

    def _parts(self, simulations: int) -> list[int]:
        """Share simulations out one by one, each to the tree that has had the fewest.

        So each has had its part in the end, wherever they stood when they paused for a look.
        """
        had = [tree.standing().simulations for tree in self.all]
        order = sorted(range(len(had)), key=had.__getitem__)
        total = simulations + sum(had)
        while total < len(order) * had[order[-1]]:
            total -= had[order.pop()]  # it has had more than the others come to
        level, rest = divmod(total, len(order))
        parts = [0] * len(had)
        for place, number in enumerate(order):
            parts[number] = level - had[number] + (place < rest)
        return parts


def _another(engine: Engine, rng: Rng) -> Engine:
    """Return an engine for the same position, in the same mode, still without a tree."""
    other = copy(engine)
    del other.tree, other.work
    other.rng = rng
    return other


def _own(engine: Engine) -> LocalTree:
    """Return a tree of this process that shares nothing with the others that they write to."""
    engine.state = engine.game.copy(engine.state)
    engine.earlier = list(engine.earlier)
    engine.method = deepcopy(engine.method)
    return LocalTree(engine)


def _threads_run_side_by_side() -> bool:
    """Return whether this Python has no global interpreter lock (3.13t and later)."""
    return not getattr(sys, "_is_gil_enabled", lambda: True)()
