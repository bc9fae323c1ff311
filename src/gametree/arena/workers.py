"""Plays the games of a contest in this process, or in several processes of this machine."""

from __future__ import annotations

import _thread
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from multiprocessing.connection import Connection, wait

from ..errors import BadParameter, GametreeError, PlayerError
from ..game import Game
from ..machine.worker_output import flush_each_line
from ..mcts.interrupts import ctrl_c_later
from ..numbers.checks import refuse_many
from ..players.player import Player
from ..players.registry import make_player
from ..user_code.locating import described
from ..user_code.python_file import Parcel
from .contest import Contest, Job
from .journal.game_record import GameRecord
from .referee import play_job

__all__ = [
    "MOST_LOSSES",
    "Answer",
    "JobRunner",
    "PlayAll",
    "answer",
    "contest_to_bytes",
    "play_all",
    "record_of",
]

MOST_LOSSES = 3
"""How many times a game is played again after its worker was lost."""

PlayAll = Callable[[Contest, str, Iterable[Job], int], Generator[GameRecord, None, None]]
"""The type of functions that play games: `play_all`, or those of `play_on_ray`."""

_AHEAD = 2  # jobs that a worker has: the one it plays, and the next, so that it need not wait
_PATIENCE = 10.0  # seconds that a worker has to end, and the programs that play in it

Answer = GameRecord | GametreeError | str
"""What comes back for a job: its record or what went wrong, in a form that can be sent anywhere.

An error that is no GametreeError comes as the text of its traceback.
"""


class JobRunner:
    """Plays jobs of a contest: holds the game, made once, and the players of the current job.

    Attributes:
        seated: the players of the current job, or of the last one.

    Raises:
        JournalError: if the code of the game or of a player is no longer that of the contest.

    """

    def __init__(self, contest: Contest, match: str) -> None:
        self.contest = contest
        self.match = match
        self.game: Game = contest.make_game()
        contest.check_code(self.game)
        self.seated: list[Player] = []

    def play(self, job: Job) -> GameRecord:
        """Play a game and return its record."""
        self.seated = [make_player(self.contest.specs[number]) for number in job.seats]
        return play_job(self.contest, self.match, self.game, self.seated, job)

    def get_ready(self) -> None:
        """Call `begin` of every player once, so that all code is compiled and cached on disk."""
        for spec in self.contest.specs:
            player = make_player(spec)
            try:
                player.begin(self.game, 0, 0)
            finally:
                player.end()


def play_all(
    contest: Contest, match: str, jobs: Iterable[Job], workers: int = 1
) -> Generator[GameRecord, None, None]:
    """Yield the records of the jobs as the games end.

    With more workers than one the games are played in processes of their own. One
    that is lost (killed, say) is replaced, and its games are played again. All of
    them end when the generator is closed, and when the process that reads it dies.

    Raises:
        BadParameter: if there are more workers than a machine can start.
        PlayerError: if a game is lost again and again, or a player cannot even begin.
        GametreeError: as `play_job`.

    """
    refuse_many(workers)
    jobs = iter(jobs)
    first = next(jobs, None)
    if first is None:
        return
    table = JobRunner(contest, match)
    table.get_ready()
    jobs = chain([first], jobs)
    if workers == 1:
        yield from map(table.play, jobs)
    else:
        yield from _WorkerPool(contest, match, jobs, workers).records()


def answer(parcel: Parcel, match: str, job: Parcel) -> Answer:
    """Play a job of the contest that was sent; return its record or what went wrong.

    A job comes in a parcel, too: the moves of its opening may be objects of the game's file.
    """
    try:
        key = match, parcel.pickled
        if key not in _tables:
            _tables.clear()
            _tables[key] = JobRunner(parcel.opened(), match)
        return _tables[key].play(job.opened())
    except GametreeError as error:
        return error
    except Exception:
        return traceback.format_exc()


# What this process plays, so that a game is made only once. A tuning is one match, with other
# players in each batch.
_tables: dict[tuple[str, bytes], JobRunner] = {}


def record_of(answer: Answer) -> GameRecord:
    """Return the record that an answer is, or raise the error."""
    if isinstance(answer, GameRecord):
        return answer
    if isinstance(answer, GametreeError):
        raise answer
    raise RuntimeError(f"a worker raised\n{answer}")


class _Worker:
    """A worker process; `jobs` are those sent to it, of which it plays the first."""

    def __init__(self, contest: Contest, match: str) -> None:
        # A new interpreter: one that is forked has locks and threads that it should not have.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        # Nothing is sent through this one. It ends with this process, however that ends.
        life, self._life = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_work, args=(theirs, life, contest_to_bytes(contest), match), daemon=True
        )
        with ctrl_c_later():
            self.process.start()
        theirs.close()  # now the pipe ends when the process does
        life.close()
        self.jobs: deque[Job] = deque()

    def give(self, job: Job) -> None:
        self.jobs.append(job)
        with suppress(OSError):  # it is lost, as will be seen when its answer is waited for
            self.pipe.send(Parcel(job))

    def receive(self) -> Answer | None:
        """Return the next answer, or None if the worker is lost."""
        try:
            answer: Answer = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.jobs.popleft()
        return answer

    def end(self) -> None:
        """Ask the process to end, at once."""
        self.pipe.close()
        self._life.close()

    def join(self, until: float) -> int | None:
        """Wait for its end, and enforce it at a time; return the exit code."""
        self.process.join(max(0.0, until - time.monotonic()))
        self.process.kill()
        self.process.join()
        return self.process.exitcode


class _WorkerPool:
    """The worker processes and the jobs that are left for them."""

    def __init__(self, contest: Contest, match: str, jobs: Iterator[Job], size: int) -> None:
        self._contest = contest
        self._match = match
        self._jobs = jobs
        self._again: deque[Job] = deque()  # jobs whose worker was lost
        self._workers: list[_Worker | None] = [None] * size
        self._losses: Counter[int] = Counter()

    def records(self) -> Iterator[GameRecord]:
        try:
            while True:
                self._hand_out()
                busy = {worker.pipe: worker for worker in self._workers if worker and worker.jobs}
                if not busy:
                    return
                for pipe in wait(list(busy)):
                    worker = busy[pipe]  # type: ignore[index]
                    answer = worker.receive()
                    if answer is None:
                        self._replace(worker)
                    else:
                        yield record_of(answer)
        finally:
            there = [worker for worker in self._workers if worker]
            for worker in there:
                worker.end()
            until = time.monotonic() + _PATIENCE
            for worker in there:
                worker.join(until)

    def _hand_out(self) -> None:
        """Give out jobs: one to each worker before any has two."""
        for depth in range(_AHEAD):
            for place, worker in enumerate(self._workers):
                if worker and len(worker.jobs) > depth:
                    continue
                job = self._again.popleft() if self._again else next(self._jobs, None)
                if job is None:
                    return
                if worker is None:
                    worker = self._workers[place] = _Worker(self._contest, self._match)
                worker.give(job)

    def _replace(self, worker: _Worker) -> None:
        """Take back the jobs of a worker that is lost; the next job brings a new one."""
        self._workers[self._workers.index(worker)] = None
        self._again.extendleft(reversed(worker.jobs))
        worker.end()
        code = worker.join(time.monotonic() + _PATIENCE)
        index = worker.jobs[0].index
        self._losses[index] += 1
        if self._losses[index] > MOST_LOSSES:
            raise PlayerError(
                f"the process that played game {index} was lost {self._losses[index]} times "
                f"(the last one ended with {_ending(code)}): killed from outside, out of memory, "
                "or by foreign code that crashes; try fewer workers"
            )


def contest_to_bytes(contest: Contest) -> Parcel:
    """Return a contest as bytes that can be sent to another process.

    Raises:
        BadParameter: if a player that was given as an object cannot be sent.

    """
    try:
        return Parcel(contest)
    except Exception as error:
        raise BadParameter(
            f"a player cannot be sent to another process: {described(error)}; let it hold nothing "
            "but data, and define its class in a file, or use workers=1"
        ) from error


def _ending(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


# In a worker.

_leaving = threading.Event()


def _work(pipe: Connection, life: Connection, parcel: Parcel, match: str) -> None:
    """Play the jobs that come through `pipe`, until `life` ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started it
    # An exception that a signal raises may come while a lock is taken, and leave it so.
    # A thread can end the players without one.
    signal.signal(signal.SIGTERM, _on_sigterm)
    flush_each_line()
    watch = threading.Thread(target=_leave_with, args=(life,), daemon=True)
    watch.start()
    with suppress(EOFError, OSError):  # whoever started it is gone, or needs it no longer
        while True:
            result = answer(parcel, match, pipe.recv())
            if _leaving.is_set():  # players who were ended have not lost by that
                break
            pipe.send(result)
    watch.join()


def _on_sigterm(*_: object) -> None:
    _thread.start_new_thread(_leave, ())


def _leave_with(life: Connection) -> None:
    wait([life])
    _leave()


def _leave() -> None:
    """End the players, programs among them, then this process."""
    _leaving.set()
    for table in list(_tables.values()):
        for player in table.seated:
            with suppress(Exception):
                player.end()
    os._exit(1)
