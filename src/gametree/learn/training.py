"""Training: rounds of self-play, each followed by a fit of the network to what was played."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadParameter, NotCompilable, NotCompiledWarning
from ..game import Game
from ..machine.ray_cluster import connect, expect_room
from ..naming.parameters import expect
from ..networks.blueprint import Blueprint, blueprint_of
from ..networks.network import Network
from ..networks.torch_network import TorchNetwork
from ..rules.one_by_one import one_by_one
from .fits.fitting import Losses
from .fits.module_learner import ModuleLearner
from .fits.network_learner import NetworkLearner
from .learner import Learner
from .self_play.game_maker import GameMaker
from .self_play.hidden_game_maker import HiddenGameMaker
from .self_play.inference_requests import InferenceRequests
from .self_play.module_players import ModulePlayers
from .self_play.play import SelfPlay
from .self_play.played_positions import POSITIONS, SIMULATIONS, PlayedPositions
from .self_play.ray_players import OnRay, Recipe
from .self_play.replay import Replay
from .self_play.shared_network import SharedNetwork
from .self_play.workers import Alone, Maker, Threads, Workers
from .update import OPENING, Update

__all__ = ["Round", "Training", "plan_of"]

_FIRST_ROUND = 4_000
_GROWTH = 1.25
_LONGEST_ROUND = 40_000
_EPOCHS = 6.0
"""How often each new position is learned from, on average."""

_MANY = 3_000_000
"""After so many positions more of the same brings little: see docs/decisions.md."""

_DEPTH = 2.5
"""How many times as long searches are then."""

_OPENING = 0.65
"""How much of a game may be random moves then, in parts of what games have come to."""


class Round(NamedTuple):
    """A round of training.

    Attributes:
        games, positions, simulations: what was played in it.
        playing, fitting: seconds that it took.
        losses: what the network was off by.

    """

    games: int
    positions: int
    simulations: int
    playing: float
    fitting: float
    losses: Losses


class Training:
    """A network for a game that learns by playing against itself.

    The same seed gives the same network after as many rounds, if one worker plays.

    Args:
        game: its rules.
        seed: of all that is random.
        workers: threads that play. More than one play while the network is fitted, too.
        ray: host and port of a Ray cluster, where as many actors play instead.
        network: of the PyTorch module that is trained instead of the small network; `workers`
            games are played at once, and share it.
        compiled: "auto" compiles what can be compiled, with a warning that says why if it
            cannot; True insists; False plays interpreted, by one worker.

    Attributes:
        blueprint: how the network is built.
        learner: the network, and what fits it.
        players: who play the games.
        rounds: what was done so far.
        games: those that were begun so far; the next one has this number.
        lost_workers: the names of actors that were lost, each with the reason.

    Raises:
        BadParameter: if there is nothing to be seen in the states of the game.
        ClusterError, MissingExtra: if the cluster cannot be used.
        GameError: if the rules break their contract.
        NotCompilable: if they are to be compiled and cannot be.

    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        workers: int = 1,
        compiled: bool | str = "auto",
        ray: str | None = None,
        network: TorchNetwork | None = None,
    ) -> None:
        expect(isinstance(game, Game), "game", "a Game", game)
        game = one_by_one(game)
        if game.hides_information and (ray is not None or network is not None):
            raise BadParameter(
                f"{type(game).__name__} hides something from its players: train it without ray and "
                "device, which search whole states"
            )
        if ray is not None:  # asked before anything is compiled
            expect_room(connect(ray), workers, ray)
        self.game = game
        self.blueprint: Blueprint = blueprint_of(game)
        self.rounds: list[Round] = []
        self.games = 0
        self.replay = Replay(self.blueprint)
        self.learner: Learner
        self.players: Workers
        self.lost_workers: list[str] = []
        if network is not None:
            self.learner = ModuleLearner(network, seed)
            self.players = self._sharing(network, seed, workers, compiled)
        else:
            self.learner = NetworkLearner(game, self.blueprint, seed)
            self.players = self._with_networks(seed, workers, compiled, ray)
        self._waiting: list[PlayedPositions] = []  # games of the round under way

    def _with_networks(
        self, seed: int, workers: int, compiled: bool | str, ray: str | None
    ) -> Workers:
        """Return workers who have the small network each."""
        weights = self.learner.weights()

        def evaluation(number: int, compiled: bool) -> Network:
            return Network(self.blueprint, weights)

        makers = self._makers(seed, workers if ray is None else 1, compiled, evaluation)
        if ray is not None:
            there = makers[0].compiled  # as here: what cannot be compiled is known by now
            plan = plan_of(self.game, self.blueprint)
            recipe = Recipe(self.game, self.blueprint, weights, plan, seed, there)
            on_ray = OnRay(ray, workers, recipe)
            self.lost_workers = on_ray.lost
            return on_ray
        return Threads(makers) if len(makers) > 1 else Alone(makers[0])

    def _sharing(
        self, network: TorchNetwork, seed: int, workers: int, compiled: bool | str
    ) -> Workers:
        """Return workers who share a PyTorch module."""
        requests: InferenceRequests

        def evaluation(number: int, compiled: bool) -> SharedNetwork:
            nonlocal requests
            if number == 0:
                games = workers if compiled else 1
                requests = InferenceRequests(self.blueprint, games, compiled=compiled)
            return SharedNetwork(self.blueprint, requests.slot(number))

        makers = self._makers(seed, workers, compiled, evaluation)
        return ModulePlayers(makers, requests, network)

    def _makers(
        self,
        seed: int,
        workers: int,
        compiled: bool | str,
        evaluation: Callable[[int, bool], Network | SharedNetwork],
    ) -> Sequence[Maker]:
        """Return who makes the games: one for each worker, if they can be compiled.

        In a game that hides something Python runs between the moves, so there is one.
        """
        if compiled == "auto":
            if not self.game.interpreted_only:
                try:
                    return self._makers(seed, workers, True, evaluation)
                except NotCompilable as error:
                    message = (
                        f"training with interpreted rules, slowly, and without threads: {error}"
                    )
                    warnings.warn(message, NotCompiledWarning, stacklevel=4)
            return self._makers(seed, 1, False, evaluation)
        if self.game.hides_information:
            network = evaluation(0, bool(compiled))
            assert isinstance(network, Network)
            plan = plan_of(self.game, self.blueprint)
            maker = HiddenGameMaker(self.game, network, plan, seed=seed, compiled=bool(compiled))
            return [maker]
        return [
            GameMaker(
                self.game,
                evaluation(number, bool(compiled)),
                plan_of(self.game, self.blueprint),
                seed=seed,
                compiled=bool(compiled),
            )
            for number in range(workers if compiled else 1)
        ]

    def round(
        self,
        stop: Callable[[], bool] = lambda: False,
        note: Callable[[PlayedPositions], None] = lambda played: None,
        rest: Callable[[], None] = lambda: None,
    ) -> Round | None:
        """Play, and fit the network to what was played.

        `note` is called with each game, and `rest` when no game will come for a while.
        `stop` ends the playing early; then nothing is fitted, None is returned, and the next round
        goes on with what was played.
        """
        begun = time.perf_counter()
        wanted = self._wanted(len(self.rounds))
        positions = _positions_in(self._waiting)
        if positions < wanted:
            for number, played in self.players.games(self.games):
                positions += self._take(number, played, note)
                if positions >= wanted:
                    break
                if stop():
                    return None
        waiting, self._waiting = self._waiting, []
        for played in waiting:
            self.replay.add(played)
        played_at = time.perf_counter()
        losses = self._fit(int(_EPOCHS * positions), note, rest)
        done = Round(
            len(waiting),
            positions,
            sum(int(played.used[SIMULATIONS]) for played in waiting),
            played_at - begun,
            time.perf_counter() - played_at,
            losses,
        )
        self.rounds.append(done)
        self.players.learn(self._update())
        return done

    def _wanted(self, number: int) -> float:
        """Return how many positions are played before the fit of a round."""
        return min(_LONGEST_ROUND, _FIRST_ROUND * _GROWTH**number)

    def _take(
        self, number: int, played: PlayedPositions | None, note: Callable[[PlayedPositions], None]
    ) -> int:
        """Keep a game for the next fit; return how many positions it has."""
        self.games = max(self.games, number + 1)
        if played is None:
            return 0
        self._waiting.append(played)
        note(played)
        return int(played.used[POSITIONS])

    def _fit(
        self,
        positions: int,
        note: Callable[[PlayedPositions], None],
        rest: Callable[[], None],
    ) -> Losses:
        """Fit to so many positions; take the games that others end meanwhile.

        No more than for the next round: where games come faster than they are learned from, those
        who play have to wait.
        """
        work = partial(self.learner.fit, self.replay.window(), positions)
        if not self.players.beside:
            rest()
            return work()
        enough = self._wanted(len(self.rounds) + 1)
        with ThreadPoolExecutor(1) as pool:
            fitting = pool.submit(work)
            for number, played in self.players.games(self.games):
                self._take(number, played, note)
                if fitting.done() or _positions_in(self._waiting) >= enough:
                    break
            rest()
        return fitting.result()

    def _update(self) -> Update:
        """Return what games are to be played with after the rounds so far."""
        positions = 0
        for each in self.rounds:
            positions += each.positions
            if positions >= _MANY:
                opening = _OPENING * each.positions / each.games
                return Update(self.learner.weights(), _DEPTH, max(OPENING, opening))
        return Update(self.learner.weights())

    def give_up(self) -> None:
        """End the games that are being played; another thread may call it when time is up."""
        self.players.give_up()

    def end(self) -> None:
        """Let nobody play any more."""
        self.players.end()

    def state(self) -> dict[str, Any]:
        """Return what `restore` needs besides the games: arrays by name, and "told" as JSON."""
        state = self.learner.state()
        facts = {
            "fitting": state.pop("told"),
            "rounds": [[*each[:5], *each.losses] for each in self.rounds],
        }
        return {**state, "told": facts}

    def restore(
        self, state: dict[str, Any], games: Iterable[PlayedPositions], before: int, numbers: int
    ) -> None:
        """Go on from what `state` returned.

        Args:
            state: it.
            games: the last ones, those of the round that was under way among them.
            before: positions that there were before these.
            numbers: how many games were begun.

        """
        told = state["told"]
        self.learner.restore({**state, "told": told["fitting"]})
        self.rounds = [_round_of(each) for each in told["rounds"]]
        self.games = numbers
        fitted = sum(each.positions for each in self.rounds)
        self.replay.positions = before
        for played in games:
            if self.replay.positions < fitted:
                self.replay.add(played)
            else:
                self._waiting.append(played)
        self.players.learn(self._update())


def _positions_in(games: Iterable[PlayedPositions]) -> int:
    return sum(int(played.used[POSITIONS]) for played in games)


def plan_of(game: Game, blueprint: Blueprint) -> SelfPlay:
    """Return how a network for a game plays against itself."""
    return SelfPlay(
        blueprint.features,
        blueprint.actions,
        deepcopy(blueprint.board),
        np.zeros(max(1, game.max_actions)),
        middle=blueprint.centre,
        extent=blueprint.spread,
    )


def _round_of(saved: Sequence[Any]) -> Round:
    """Return the round from its numbers in a saved state."""
    games, positions, simulations, playing, fitting, value, policy = map(float, saved)
    losses = Losses(value, policy)
    return Round(int(games), int(positions), int(simulations), playing, fitting, losses)
