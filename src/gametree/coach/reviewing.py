"""Review a game: judge its moves from the last one to the first, within a budget."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import replace

from ..actors import is_chance
from ..errors import BadParameter
from ..game import Action, title_of
from ..machine.processors import cores
from ..naming.parameters import expect
from ..record import Record
from ..replays.game_replay import GameReplay
from ..rules.hidden_information import refuse_hidden
from ..tablebases.tablebase import tablebase_of
from .judging import Effort, Judged, Worth, judge, settled_backwards
from .review import Review
from .tabled import judged_by_table

__all__ = ["SECONDS", "Reviewing", "review"]

SECONDS = 10.0
"""For a whole game, by default."""

_THREADS = 2
_MOST_SHARE = 3.0  # of the even share of the time: what proofs save goes to other moves


def review(
    played: Record | GameReplay,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    threads: int | None = None,
    seed: int = 1,
    compiled: bool | str = "auto",
) -> Review:
    """Return a review of a game: what each move cost, what was better, and what is proven.

    Args:
        played: the game, finished or not: a `Record`, a `GameReplay`, or a game that
            `read_games` has read, as its `record`.
        seconds: for all moves together, compilation not counted; 10 by default.
        simulations: for each move instead, or at most.
        threads: how many moves are judged at once; by default two if there are two processors.
            With one thread and only `simulations`, the same seed gives the same review.
        seed: 0 to 2**64 - 1.
        compiled: as `Searcher` takes it.

    Raises:
        BadParameter: if the game hides something, or is of one player, or has no moves.
        GameError: if the rules break their contract.

    """
    found = Reviewing(played, seconds, simulations, threads, seed, compiled)
    found.run()
    return found.review()


class Reviewing:
    """A review under way.

    Args:
        played, seconds, simulations, threads, seed, compiled: as `review` takes them.
        memory: the most bytes of the tree of a search.

    """

    def __init__(
        self,
        played: Record | GameReplay,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int | None = None,
        seed: int = 1,
        compiled: bool | str = "auto",
        memory: int | None = None,
    ) -> None:
        expect(isinstance(played, (Record, GameReplay)), "played", "a Record", played)
        self.replay = played if isinstance(played, GameReplay) else GameReplay(played)
        record = self.record = self.replay.record
        game = record.game
        refuse_hidden(game, "a review")
        if game.players < 2:
            raise BadParameter(
                f"{title_of(game)} is of one player: a review needs a game of two or more"
            )
        if not record.actions:
            raise BadParameter("there is nothing to review: the game has no moves")
        if all(_chance(record, ply) for ply in range(len(record.actions))):
            raise BadParameter("there is nothing to review: chance made all moves")
        if seconds is None and simulations is None:
            seconds = SECONDS
        self._effort = Effort(simulations, seconds, compiled, seed, memory, lambda: self.stopped)
        self._table = tablebase_of(game)
        self._lock = threading.Lock()
        self._legal = _legal_moves(record)
        self._judged: list[Judged | None] = [None] * len(record.positions)
        self._waiting = [
            ply for ply, legal in enumerate(self._legal) if legal and not _chance(record, ply)
        ]
        self.total = len(self._waiting)
        exact = simulations is not None and seconds is None
        most = 1 if exact or compiled is False else _THREADS
        self._threads = threads or min(most, cores())
        self._failure: BaseException | None = None
        self.stopped = False

    @property
    def done(self) -> int:
        """The number of positions that are judged."""
        return sum(each is not None for each in self._judged)

    def run(self) -> None:
        """Judge all moves.

        Raises:
            GameError: if the rules break their contract.

        """
        self.prepare()
        started = time.perf_counter()
        seconds = self._effort.seconds
        self._ends = None if seconds is None else started + seconds
        others = [threading.Thread(target=self._work) for _ in range(self._threads - 1)]
        for each in others:
            each.start()
        try:
            self._work()
        finally:
            if self._failure is not None:
                self.stopped = True
            for each in others:
                each.join()
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """End soon; what was judged is kept."""
        self.stopped = True

    def review(self) -> Review:
        """Return what is known by now."""
        record = self.record
        returns = list(record.returns) if record.over else None
        judged = settled_backwards(record.game, list(self._judged), returns)
        return Review(self.replay, tuple(judged))

    def prepare(self) -> None:
        """Compile what the searches need, outside of their time."""
        if not self._waiting:
            return
        ply = self._waiting[-1]
        effort = Effort(1, None, self._effort.compiled, self._effort.seed)
        record = self.record
        judge(record.game, record.positions, ply, self._legal[ply], None, effort)

    def _work(self) -> None:
        try:
            while not self.stopped:
                with self._lock:
                    if not self._waiting:
                        return
                    ply = self._waiting.pop()
                    effort = self._effort_now()
                self._judge(ply, effort)
        except BaseException as error:
            self._failure = self._failure or error
            self.stopped = True

    def _effort_now(self) -> Effort:
        """Return the effort for one more position: its part of the time that is left."""
        effort = self._effort
        if self._ends is None:
            return effort
        left = max(0.0, self._ends - time.perf_counter())
        whole = effort.seconds or 0.0
        seconds = min(
            left,
            left * self._threads / (len(self._waiting) + 1),
            _MOST_SHARE * whole * self._threads / self.total,
        )
        return replace(effort, seconds=max(0.002, seconds))

    def _judge(self, ply: int, effort: Effort) -> None:
        record = self.record
        played = record.actions[ply] if ply < len(record.actions) else None
        game, positions, legal = record.game, record.positions, self._legal[ply]
        found = None
        if self._table is not None:
            found = judged_by_table(self._table, record, ply, played)
        self._judged[ply] = found or judge(
            game, positions, ply, legal, played, effort, lambda: self._worth(ply + 1)
        )

    def _worth(self, ply: int) -> Worth | None:
        """Return what is proven by now of a position and of those after it."""
        record = self.record
        returns = list(record.returns) if record.over else None
        if ply == len(record.actions) and returns is not None:
            return tuple(returns)
        found = settled_backwards(record.game, self._judged[ply:], returns)[0]
        return None if found is None else found.worth


def _chance(record: Record, ply: int) -> bool:
    return is_chance(int(record.game.current_player(record.positions[ply])))


def _legal_moves(record: Record) -> list[Sequence[Action]]:
    """Return the legal moves of each position."""
    again = Record(record.game, record.positions[0])
    found: list[Sequence[Action]] = [again.legal_actions()]
    for action in record.actions:
        again.play(action)
        found.append(again.legal_actions())
    return found
