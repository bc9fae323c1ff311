"""Actors on a Ray cluster that play the games of self-play."""

from __future__ import annotations

import os
import time
from typing import Any, NamedTuple

from ... import __version__
from ...errors import BadParameter, ClusterError, GametreeError
from ...game import Game
from ...machine.ray_cluster import connect, expect_room, first_line
from ...networks.blueprint import Blueprint
from ...networks.network import Network
from ...networks.shape import Weights
from ...user_code.python_file import Parcel
from ..update import Update
from .game_maker import GameMaker
from .play import SelfPlay
from .played_positions import PlayedPositions
from .workers import Beside

__all__ = ["OnRay", "Recipe"]

_PLAY_SECONDS = 0.3
"""That an actor plays before it hands over what it has: short games come many at a time."""

_MOST_GAMES = 64
_ORDERS = 2
"""How often an actor is asked to play before it has answered, so that it need not wait."""

_PLACE_SECONDS = 60.0
"""That a cluster has to find room for the first actor, and to start its process."""

_LOOK_SECONDS = 0.2

_Played = list[tuple[int, PlayedPositions | None]]


class Recipe(NamedTuple):
    """What a `GameMaker` is made of."""

    game: Game
    blueprint: Blueprint
    weights: Weights
    plan: SelfPlay
    seed: int
    compiled: bool

    def maker(self) -> GameMaker:
        """Return it."""
        network = Network(self.blueprint, self.weights)
        return GameMaker(self.game, network, self.plan, seed=self.seed, compiled=self.compiled)


class OnRay(Beside):
    """Actors that play all the time, also while the network is fitted.

    One that is lost costs the games that it had under way. They begin when the first game is
    asked for.

    Args:
        address: host and port of the cluster.
        workers: how many there are, with one CPU each.
        recipe: what they play.

    Attributes:
        lost: the names of those that were lost, each with the reason.

    Raises:
        BadParameter: if the address is not host and port, or the game cannot be sent.
        ClusterError: if the cluster does not answer, or has not enough CPUs.
        MissingExtra: if Ray is not installed.

    """

    def __init__(self, address: str, workers: int, recipe: Recipe) -> None:
        super().__init__(workers)
        self.lost: list[str] = []
        self._ray = ray = connect(address)
        expect_room(ray, workers, address)
        name = type(recipe.game).__name__
        try:
            parcel = Parcel(recipe, ray.cloudpickle.dumps)
        except Exception as error:
            raise BadParameter(
                f"{name} is to be played on a Ray cluster, and cannot be sent there: {error}; let "
                "it hold nothing but data, and functions of a module"
            ) from error
        sent = ray.put(parcel)  # to each node once
        remote = ray.remote(num_cpus=1, max_restarts=0)(_Actor)
        remote = remote.options(scheduling_strategy="SPREAD")
        self._actors = {
            f"worker {number + 1} of {workers}": remote.remote() for number in range(workers)
        }
        self._begun = {
            actor.begin.remote(__version__, sent): worker for worker, actor in self._actors.items()
        }

    def learn(self, update: Update) -> None:
        sent = self._ray.put(update)
        for actor in list(self._actors.values()):
            actor.learn.remote(sent)

    def give_up(self) -> None:
        pass  # the actors are ended with their games

    def end(self) -> None:
        super().end()
        for actor in self._actors.values():
            self._ray.kill(actor)
        self._actors = {}

    def _jobs(self, first: int) -> list[Any]:
        return [lambda: self._collect(first)]

    def _collect(self, number: int) -> None:
        """Keep all actors busy, and hand over what they have played."""
        ray = self._ray
        places = [actor.place.remote() for actor in self._actors.values()]
        if not ray.wait(places, timeout=_PLACE_SECONDS)[0]:
            raise ClusterError(
                f"no worker has begun within {_PLACE_SECONDS:g} seconds: the Ray cluster has no "
                "CPU free, and each worker needs one"
            )
        under_way: dict[Any, str] = dict(self._begun)
        while not self.over and self._actors:
            busy = list(under_way.values())
            for worker, actor in self._actors.items():
                for _ in range(_ORDERS - busy.count(worker)):
                    under_way[actor.play.remote(number)] = worker
                    number += _MOST_GAMES
            for reference in ray.wait(list(under_way), timeout=_LOOK_SECONDS)[0]:
                for played in self._taken(reference, under_way.pop(reference)):
                    self.hand_over(played)
        if not self.over:
            raise ClusterError(
                f"all workers on the Ray cluster are lost, the last one was {self.lost[-1]}; the "
                "training goes on with --resume"
            )

    def _taken(self, reference: Any, worker: str) -> _Played:
        """Return what an actor has played; nothing if it is lost."""
        exceptions = self._ray.exceptions
        try:
            answer = self._ray.get(reference)
        except exceptions.RayTaskError as error:
            reason = str(error).strip().split("\n")[-1]
            raise ClusterError(f"{worker} failed: {reason}") from error
        except exceptions.RayError as error:
            if self._actors.pop(worker, None) is not None:
                self.lost.append(f"{worker}: {first_line(error)}")
            return []
        if isinstance(answer, Exception):
            raise answer
        return list(answer)


# On the cluster.


class _Actor:
    """Plays games."""

    def __init__(self) -> None:
        self._maker: GameMaker

    def place(self) -> int:
        """Return the number of the process."""
        return os.getpid()

    def begin(self, version: str, parcel: Parcel) -> _Played | GametreeError:
        """Get ready; return no game, or the error if that fails."""
        if version != __version__:
            return ClusterError(
                f"a node of the cluster has gametree {__version__}, and this is {version}: "
                "install the same one everywhere"
            )
        try:
            recipe: Recipe = parcel.opened()
            self._maker = recipe.maker()
        except GametreeError as error:
            return error
        except Exception as error:
            return ClusterError(
                f"the game cannot be loaded on a node of the cluster: {type(error).__name__}: "
                f"{error}; its files must be in the same place everywhere"
            )
        return []

    def learn(self, update: Update) -> None:
        """Play as this says from now on."""
        self._maker.learn(update)

    def play(self, first: int) -> _Played | GametreeError:
        """Return games from this number on, as many as there is time for."""
        played: _Played = []
        end = time.perf_counter() + _PLAY_SECONDS
        try:
            for number in range(first, first + _MOST_GAMES):
                played.append((number, self._maker.game_played(number)))
                if time.perf_counter() > end:
                    break
        except GametreeError as error:
            return error
        return played
