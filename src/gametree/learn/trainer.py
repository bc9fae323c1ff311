"""Trains a network within a time, on disk: rounds, checkpoints, matches, and the model at last."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from ..drawing.html_parts import fragment
from ..errors import BadParameter, GameError
from ..game import Game
from ..machine.processors import cores
from ..mcts.choice_of_method import with_network
from ..mcts.evaluation.evaluation import Evaluation
from ..naming.parameters import require
from ..networks.model_file import ModelFacts, version_of_this
from ..networks.torch_network import TorchNetwork
from ..numbers.checks import positive, refuse_many
from ..players.player import Player
from ..players.searching import Mcts
from ..rules.one_by_one import one_by_one
from .checkpoint import Checkpoint, folder_of_training
from .gate import GateResult, MakePlayer, compile_players, play_gate
from .learner import Learner, Saved
from .self_play.played_positions import POSITIONS, PlayedPositions
from .training import Round, Training
from .training_page import trained_parts

__all__ = ["Progress", "Trained", "Trainer"]

_LAST_MATCH = 0.08
"""The share of the time that is for the match at the end, which decides."""

_MATCHES = (0.3, 0.6)
"""When there are matches on the way, in parts of the time."""

_MATCH = 0.035
"""The share of the time that is for each of these."""

_LONG = 300.0
_MOVE = 0.1
_SHORT_MOVE = 0.03
"""Seconds for a move in a match at most; the shorter ones if less than `_LONG` is trained."""

_SHORTEST_MOVE = 0.01
_TURNS = 12
"""A match has time for so many turns, if need be with shorter moves. Eight won ones decide it."""

_FALLBACK = 40.0
"""Seconds for the match where rounds are counted, not seconds."""


class Progress(NamedTuple):
    """The progress of a training.

    Attributes:
        phase: what is being done: "playing", "fitting", "compiling", "match" or "done".
        seconds: of training in this run, not counting what is compiled before it and before its
            matches.
        positions: played in this run.
        rounds: all that are done.
        match: the last match.

    """

    phase: str
    seconds: float
    positions: int
    rounds: list[Round]
    match: GateResult | None


@dataclass(frozen=True)
class Trained:
    """What a training came to.

    Attributes:
        facts: how the network came to be.
        path: the file that it is in.
        rounds: of the training.
        matches: on the way and at the end: seconds of training before each, and what it came to.

    """

    facts: ModelFacts
    path: Path
    rounds: list[Round]
    matches: list[tuple[float, GateResult]]

    def _repr_html_(self) -> str:
        return fragment(trained_parts(self))


class Trainer:
    """A training of a network for a game.

    Args:
        game: the rules.
        path: the file for the model; beside it is a folder of the training.
        seconds: how long to train, with the matches, not counting what is compiled; None to
            count rounds.
        rounds: after how many to stop; None for as many as there is time for.
        seed, workers, compiled, ray, network: as for `Training`.
        resume: whether to go on with the training in the folder.
        on_progress: called with the progress, every now and then.

    Raises:
        BadParameter: if there is a training already, or none to go on with.
        ModelError: if its files are damaged.
        ClusterError, GameError, MissingExtra, NotCompilable: as `Training`.

    """

    def __init__(
        self,
        game: Game,
        path: Path,
        *,
        seconds: float | None = 600.0,
        rounds: int | None = None,
        seed: int = 0,
        workers: int = 1,
        compiled: bool | str = "auto",
        ray: str | None = None,
        network: TorchNetwork | None = None,
        resume: bool = False,
        on_progress: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        if seconds is None and rounds is None:
            raise BadParameter("say how long to train: seconds, or rounds")
        if seconds is not None:
            positive("seconds", seconds)
        for name, count in (("rounds", rounds), ("workers", workers)):
            if count is not None:
                require(int, **{name: count})
                if count < 1:
                    raise BadParameter(f"{name} must be at least 1, not {count}")
        if workers is not None:
            refuse_many(workers)
        self.game = one_by_one(game)
        self.path = path
        self._seconds = math.inf if seconds is None else seconds
        self._rounds = rounds
        self._seed = seed
        self._judges = workers if ray is None and network is None else cores()
        self._on_progress = on_progress
        self._checkpoint = Checkpoint(folder_of_training(path))
        if resume and not self._checkpoint.exists:
            raise BadParameter(
                f"there is no training in {str(self._checkpoint.folder)!r} to go on with"
            )
        if not resume and self._checkpoint.exists:
            raise BadParameter(
                f"there is a training in {str(self._checkpoint.folder)!r}: go on with it by "
                "resume (--resume), or remove that folder to begin anew"
            )
        self._training = Training(
            self.game, seed=seed, workers=workers, compiled=compiled, ray=ray, network=network
        )
        if resume:
            self._checkpoint.restore(self._training)
            begun_with = self._checkpoint.history.get("seed")
            if begun_with != seed:
                raise BadParameter(f"the training there began with seed {begun_with}: give that")
        else:
            self._checkpoint.clear()
        self._before = float(self._checkpoint.history.get("seconds", 0.0))
        self._matches = [
            (float(at), GateResult(**fields))
            for at, fields in self._checkpoint.history.get("matches", [])
        ]
        self._positions = 0
        self._goes_on = resume
        self._begun = time.monotonic()  # what had to be compiled for the games is compiled
        if not resume:
            self._save()

    @property
    def learner(self) -> Learner:
        """What is trained."""
        return self._training.learner

    @property
    def lost_workers(self) -> list[str]:
        """The actors on a cluster that were lost, each with the reason."""
        return self._training.lost_workers

    @property
    def last_games(self) -> list[PlayedPositions]:
        """The games that the network was fitted to last."""
        return self._training.replay.games

    def run(self) -> Trained:
        """Train until the time is up; return what it came to, which is written to the file.

        Raises:
            GameError: if the rules break their contract, or no game ends in the time.
            KeyboardInterrupt: on Ctrl-C; the training can be resumed.
            ModelError: if a file cannot be written.

        """
        self._begun = time.monotonic()
        try:
            self._train()
            self._expect_games()
        except Exception:
            if not self._goes_on and not self._training.rounds:  # there is nothing to go on with
                self._training.end()
                self._checkpoint.clear()
            raise
        finally:
            self._training.end()
        accepted, verdict = self._judged()
        facts = ModelFacts(
            repr(self.game),
            version_of_this(),
            self._spent,
            sum(each.games for each in self._training.rounds),
            sum(each.positions for each in self._training.rounds),
            sum(each.simulations for each in self._training.rounds),
            self._seed,
            time.strftime("%Y-%m-%d", time.gmtime()),
            verdict,
            accepted,
        )
        path = self.path
        if not accepted and self._accepted_before() is not None:
            path = path.with_name(f"{path.stem}.not-accepted{path.suffix}")
        self._training.learner.save(path, facts)
        self._save()
        self._tell("done")
        return Trained(facts, path, self._training.rounds, self._matches)

    def _train(self) -> None:
        """Play and fit, with a match from time to time, until the match at the end is due."""
        due = [share * self._seconds for share in _MATCHES if math.isfinite(self._seconds)]
        ends = self._seconds * (1.0 - _LAST_MATCH)
        while self._rounds is None or len(self._training.rounds) < self._rounds:
            done = self._round(ends)
            if done is None:
                return
            self._save()
            self._tell("fitting")
            if self._elapsed >= ends:
                return
            if due and self._elapsed >= due[0]:
                due.pop(0)
                self._match(self._training.learner.network(), _MATCH * self._seconds)

    def _round(self, ends: float) -> Round | None:
        """Play and fit; give up the games that are being played when the time is up."""
        late = None
        if math.isfinite(ends):
            late = threading.Timer(max(0.0, ends - self._elapsed), self._training.give_up)
            late.daemon = True
            late.start()
        try:
            return self._training.round(lambda: self._elapsed >= ends, self._note, self._rest)
        finally:
            if late is not None:
                late.cancel()

    def _expect_games(self) -> None:
        """Refuse to judge a network that has learned from nothing.

        Raises:
            GameError: if no game has ended.

        """
        if self._positions == 0 and not self._training.rounds:
            name = type(self.game).__name__
            raise GameError(
                f"no game of self-play of {name} ended in {self._seconds:g} s: train for longer "
                f"(--minutes, seconds=), or see by gametree check how long games of {name} are"
            )

    def _note(self, played: PlayedPositions) -> None:
        self._positions += int(played.used[POSITIONS])
        self._checkpoint.note(self._training, played)
        self._tell("playing")

    def _rest(self) -> None:
        self._checkpoint.write_games(self._training)

    def _match(self, network: Evaluation, budget: float) -> GateResult:
        """Let a network play against a search without one; report and save the result."""
        player = self._player_with(network)
        untrained, note = self._untrained()
        self._compile(player, untrained)
        self._tell("match")
        result = play_gate(
            self.game,
            player,
            untrained,
            note,
            seconds=self._move_seconds(budget),
            budget=budget,
            workers=self._judges,
            seed=self._seed,
        )
        self._matches.append((self._spent, result))
        self._tell("match")
        return result

    def _compile(self, *makers: MakePlayer) -> None:
        """Compile what a match needs; the clock of the training does not run meanwhile."""
        self._tell("compiling")
        begun = time.monotonic()
        compile_players(self.game, makers, self._seed)
        self._begun += time.monotonic() - begun

    def _move_seconds(self, budget: float) -> float:
        """Return the time for a move with which a match is decided within its time."""
        most = _MOVE if self._seconds >= _LONG else _SHORT_MOVE
        played = self._training.rounds[-1:]
        if not played:
            return most
        plies = played[0].positions / played[0].games
        moves = _TURNS * max(2, self.game.players) * plies
        return min(most, max(_SHORTEST_MOVE, round(budget * self._judges / moves, 3)))

    def _judged(self) -> tuple[bool, str]:
        """Return whether the network is to be used, and why."""
        budget = _LAST_MATCH * self._seconds if math.isfinite(self._seconds) else _FALLBACK
        before = self._accepted_before()
        network = self._training.learner.network()  # that of a module is exported for it
        result = self._match(network, budget if before is None else budget / 2)
        if before is None or not result.accepted:
            return result.accepted, result.to_text()
        against = play_gate(
            self.game,
            self._player_with(network),
            self._player_with(before.network),
            "the model accepted before",
            seconds=result.seconds,
            budget=budget / 2,
            workers=self._judges,
            seed=self._seed,
        )
        return against.score > 0.5, f"{result.to_text()}; {against.to_text()}"

    def _accepted_before(self) -> Saved | None:
        if not self.path.exists():
            return None
        saved = self._training.learner.saved(self.path)
        return saved if saved.facts.accepted else None

    def _player_with(self, network: Evaluation) -> Callable[[], Player]:
        def make() -> Player:
            if self.game.hides_information:
                return Mcts(evaluation=deepcopy(network))
            return Mcts(**with_network(self.game, deepcopy(network)))

        return make

    def _untrained(self) -> tuple[MakePlayer, str]:
        """Return how to make the opponent of a match, and what it is called.

        In a game that hides something it searches as by default, without a network.
        """
        if self.game.hides_information:
            return lambda: Mcts(hidden="untrained"), "mcts:hidden=untrained"
        return _untrained, "mcts:auto,untrained"

    @property
    def _elapsed(self) -> float:
        return time.monotonic() - self._begun

    @property
    def _spent(self) -> float:
        """Seconds in all runs of the training."""
        return self._before + self._elapsed

    def _save(self) -> None:
        self._checkpoint.history = {
            "seed": self._seed,
            "seconds": self._spent,
            "matches": [[at, asdict(result)] for at, result in self._matches],
        }
        self._checkpoint.save(self._training)

    def _tell(self, phase: str) -> None:
        match = self._matches[-1][1] if self._matches else None
        rounds = self._training.rounds
        self._on_progress(Progress(phase, self._elapsed, self._positions, rounds, match))


def _untrained() -> Player:
    return Mcts(auto=True, untrained=True)
