"""A tree in an actor of a Ray cluster."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ... import __version__
from ...errors import BadParameter, ClusterError, GametreeError
from ...game import Game, State
from ...machine.ray_cluster import first_line
from ...primitives.rng import Rng
from ...user_code.python_file import Parcel
from ..engine.engine import Engine
from ..engine.method import Method
from ..persistence.fingerprints import name_and_digest
from .remote_tree import RemoteTree, TreeThere, WorkerLost, answer_of
from .worker import Goal

__all__ = ["RayTree", "Seedling", "Site"]

_GLANCE_SECONDS = 0.02  # how often a thread that waits asks whether it shall wait on
_LOOK_SECONDS = 1.0  # between two looks at Ctrl-C
_PLACE_SECONDS = 60.0  # that a cluster has to find room for an actor, and to start its process
_PATIENCE = 30.0  # seconds after the end of its time that an actor has to say so


class Seedling(NamedTuple):
    """What an engine is made of, before it is compiled or has a tree."""

    game: Game
    state: State
    method: Method
    expand_after: int
    earlier: Sequence[State]

    def engine(self, rng: Rng, *, compiled: bool) -> Engine:
        """Return the engine.

        Raises:
            NotCompilable, GameError: if it shall be compiled, and cannot be.

        """
        engine = Engine(self.game, self.state, self.method, self.expand_after, rng, self.earlier)
        if compiled:
            engine.compile()
        return engine


class Site:
    """A cluster, and what is sent to each actor there that shall grow a tree.

    Args:
        ray: Ray, connected to it.
        seedling: what the trees are of; it is sent as it is now.

    Raises:
        BadParameter: if it cannot be sent.

    """

    def __init__(self, ray: Any, seedling: Seedling) -> None:
        self.ray = ray
        self.game_name = type(seedling.game).__name__
        try:
            # What a script defines itself is sent whole, by Ray's own pickle.
            parcel = Parcel(seedling, ray.cloudpickle.dumps)
        except Exception as error:
            raise BadParameter(
                f"{self.game_name} is to be searched on a Ray cluster, and what actors need cannot "
                f"be sent there: {error}; let game, strategies and states hold nothing but data, "
                "and functions of a module"
            ) from error
        self.parcel = ray.put(parcel)  # sent to each node once
        self.name_and_digest = name_and_digest(seedling.game, with_arrays=True)


class RayTree(RemoteTree):
    """Stands for a `LocalTree` that lives in an actor on a cluster, and offers the same.

    The actor ends with this object, and with this process. All methods raise `WorkerLost` once it
    is lost.

    Args:
        site: the cluster.
        name: what people know it by; where it runs is added.
        seed: of the random numbers of the tree.
        compiled: whether it runs compiled.

    """

    def __init__(self, site: Site, name: str, seed: int, *, compiled: bool) -> None:
        super().__init__(site.game_name)
        self.name = name
        self._ray = site.ray
        self._grown = 0
        self._lost = ""
        # One thread works, and another one hears meanwhile that it shall stop.
        remote = site.ray.remote(num_cpus=1, max_restarts=0, concurrency_groups={"stop": 1})(_Actor)
        self._actor = remote.options(scheduling_strategy="SPREAD").remote()
        self._place: Any = self._actor.place.remote()
        self._begun: Any = self._actor.begin.remote(
            __version__, site.parcel, site.name_and_digest, seed, compiled
        )

    def settle(self) -> None:
        """Wait until the actor is ready.

        Raises:
            ClusterError: if it does not come to that.
            GametreeError: if game or strategies fail there.

        """
        ray = self._ray
        ready, _ = ray.wait([self._place], timeout=_PLACE_SECONDS)
        if not ready:
            free = int(ray.available_resources().get("CPU", 0))
            raise ClusterError(
                f"{self.name} has not begun within {_PLACE_SECONDS:g} seconds: the Ray cluster has "
                f"{int(ray.cluster_resources().get('CPU', 0))} CPUs, {free} of them free, and each "
                "worker but the one here needs one: let go of other searchers, end what else "
                "runs there, or ask for fewer workers"
            )
        try:
            place, process = self._answer(self._place)
            self.name = f"{self.name} (process {process} on {place})"
            answer = self._answer(self._begun)
        except WorkerLost as loss:
            raise ClusterError(f"{self.name} could not begin: {loss.reason}") from loss
        if isinstance(answer, Exception):
            raise answer

    def dismiss(self) -> None:
        """End the actor, so that its CPU is free for others."""
        self._lost = "it was ended"
        self._ray.kill(self._actor)

    def grow(self, goal: Goal, halted: Callable[[], bool]) -> None:
        """See `LocalTree.grow`."""
        self._refuse_if_forked()
        self._refuse_if_lost()
        self._grown += 1
        ray, number = self._ray, self._grown
        answer = self._actor.grow.remote(number, goal)
        limit = time.perf_counter() + goal.seconds
        told = False
        while not ray.wait([answer], timeout=_GLANCE_SECONDS)[0]:
            now = time.perf_counter()
            if not told and halted():
                told = True
                self._actor.stop.options(concurrency_group="stop").remote(number)
                limit = min(limit, now)
            if now > limit + _PATIENCE:
                raise self._loss(f"no answer for {_PATIENCE:g} seconds")
        self._value_of(self._answer(answer))

    def _ask(self, method: str, *arguments: Any) -> Any:
        self._refuse_if_forked()
        self._refuse_if_lost()
        return self._value_of(self._answer(self._actor.do.remote(method, *arguments)))

    def _answer(self, reference: Any) -> Any:
        """Return what an actor has answered, once it has."""
        exceptions = self._ray.exceptions
        while True:
            try:
                return self._ray.get(reference, timeout=_LOOK_SECONDS)
            except exceptions.GetTimeoutError:  # Ctrl-C is heard in between
                continue
            except exceptions.RayTaskError as error:
                reason = str(error).strip().split("\n")[-1]
                raise ClusterError(f"{self.name} failed: {reason}") from error
            except exceptions.RayError as error:
                raise self._loss(_told_by_ray(error)) from error

    def _refuse_if_lost(self) -> None:
        if self._lost:
            raise WorkerLost(self, self._lost)

    def _loss(self, reason: str) -> WorkerLost:
        """Return the error that the actor is lost; if it is not, it ends now."""
        self.dismiss()
        self._lost = reason
        return WorkerLost(self, reason)


def _told_by_ray(error: Exception) -> str:
    """Return in one sentence why an actor is lost."""
    lines = [line.strip() for line in str(error).split("\n") if line.strip()]
    # Of one that could not even be made, the last line of its traceback says why.
    return lines[-1] if "creation task" in first_line(error) else first_line(error)


# On the cluster.


class _Actor:
    """Grows a tree and answers what is asked of it."""

    def __init__(self) -> None:
        self._stopped = 0  # the last time of growing that shall stop
        self._tree: TreeThere

    def place(self) -> tuple[str, int]:
        """Return the address of the node, and the number of the process."""
        import ray

        util: Any = ray.util

        return str(util.get_node_ip_address()), os.getpid()

    def begin(
        self, version: str, parcel: Parcel, expected: list[str], seed: int, compiled: bool
    ) -> GametreeError | None:
        """Get an engine ready; return the error if that fails."""
        if version != __version__:
            return ClusterError(
                f"a node of the cluster has gametree {__version__}, and this is {version}: "
                "install the same one everywhere"
            )
        try:
            seedling: Seedling = parcel.opened()
            if name_and_digest(seedling.game, with_arrays=True) != expected:
                return ClusterError(
                    f"the code of {type(seedling.game).__name__} is another one on a node of the "
                    "cluster: install the same files everywhere"
                )
            self._tree = TreeThere(seedling.engine(Rng(seed), compiled=compiled))
        except GametreeError as error:
            return error
        except Exception as error:
            return ClusterError(
                f"the game cannot be loaded on a node of the cluster: {type(error).__name__}: "
                f"{error}; the files of game and strategies must be in the same place everywhere"
            )
        return None

    def do(self, method: str, *arguments: Any) -> Any:
        """Return the answer of a method of the tree."""
        return answer_of(self._tree, method, *arguments)

    def grow(self, number: int, goal: Goal) -> Any:
        """Let the tree grow; `number` is that of the time that it does."""
        return answer_of(self._tree, "grow", goal, lambda: self._stopped >= number)

    def stop(self, number: int) -> None:
        """Let it grow no more at that time."""
        self._stopped = max(self._stopped, number)
