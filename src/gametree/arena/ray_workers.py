"""Plays the games of a contest on a Ray cluster, a bounded number of jobs at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from .. import __version__
from ..errors import PlayerError
from ..machine.extras import load_extra
from ..machine.ray_cluster import check_address, cluster, first_line
from ..user_code.python_file import Parcel
from .contest import Contest, Job
from .journal.game_record import GameRecord
from .workers import MOST_LOSSES, Answer, JobRunner, PlayAll, answer, contest_to_bytes, record_of

__all__ = ["play_on_ray"]

_LOOK = 1.0  # seconds between two looks at Ctrl-C


def play_on_ray(address: str) -> PlayAll:
    """Return a function for the argument `play` of `compete` that plays on a Ray cluster.

    Its `workers` is the number of games played at a time, each on one CPU of any node. Every node
    needs the same gametree and Python, and the files of the game and the players in the same place.

    A game whose worker or node is lost is played again. Ray may report as lost what
    was played after all; as a job gives the same game whoever plays it, the first
    record of a job is taken and any other one dropped.

    The function that is returned raises ClusterError if the cluster cannot be reached,
    PlayerError if a game is lost again and again, and what `play_job` raises.

    Args:
        address: host and port of the cluster, such as "10.0.0.1:6379". Ray takes
            localhost and 127.0.0.1 for this machine's outer address; a cluster that
            only this machine reaches is started with --node-ip-address=127.0.0.2.

    Raises:
        BadParameter: if that is no host and port.
        MissingExtra: if Ray is not installed.

    """
    check_address(address)
    load_extra("ray", "ray")

    def play(
        contest: Contest, match: str, jobs: Iterable[Job], workers: int = 1
    ) -> Generator[GameRecord, None, None]:
        jobs = iter(jobs)
        first = next(jobs, None)
        if first is None:
            return
        JobRunner(contest, match).get_ready()  # what no player can play is refused here
        with cluster(address) as ray:
            yield from _Cluster(ray, contest, match, chain([first], jobs), workers).records()

    return play


class _Cluster:
    """The jobs under way on a cluster, by the reference that Ray knows each by."""

    def __init__(
        self, ray: Any, contest: Contest, match: str, jobs: Iterator[Job], most: int
    ) -> None:
        self._ray = ray
        self._jobs = jobs
        self._most = most
        self._match = match
        self._contest = ray.put(contest_to_bytes(contest))  # sent to each node once
        # Played again by `_lost`, which counts, and not by Ray; on as many nodes as there are.
        self._remote = ray.remote(_play_there).options(
            num_cpus=1, max_retries=0, scheduling_strategy="SPREAD"
        )
        self._under_way: dict[Any, Job] = {}
        self._finished: set[int] = set()
        self._losses: Counter[int] = Counter()

    def records(self) -> Iterator[GameRecord]:
        while True:
            for job in islice(self._jobs, self._most - len(self._under_way)):
                self._submit(job)
            if not self._under_way:
                return
            done, _ = self._ray.wait(list(self._under_way), timeout=_LOOK)
            for reference in done:
                yield from self._taken(reference)

    def _submit(self, job: Job) -> None:
        reference = self._remote.remote(__version__, self._contest, self._match, Parcel(job))
        self._under_way[reference] = job

    def _taken(self, reference: Any) -> Iterator[GameRecord]:
        """Yield the record of a job that has ended, unless it was there already."""
        job = self._under_way.pop(reference)
        try:
            record = record_of(self._ray.get(reference))
        except self._ray.exceptions.RayTaskError as error:  # it did not even come to play
            reason = str(error).strip().split("\n")[-1]
            raise PlayerError(f"Ray could not run game {job.index}: {reason}") from error
        except self._ray.exceptions.RayError as error:
            self._lost(job, error)
            return
        if record.index not in self._finished:
            self._finished.add(record.index)
            yield record

    def _lost(self, job: Job, error: Exception) -> None:
        """Have a job played again, unless it has been lost too often."""
        self._losses[job.index] += 1
        if self._losses[job.index] > MOST_LOSSES:
            raise PlayerError(
                f"Ray lost game {job.index} {self._losses[job.index]} times, the last time by "
                f"{type(error).__name__}: {first_line(error)}"
            ) from error
        self._submit(job)


# On the cluster.


def _play_there(version: str, parcel: Parcel, match: str, job: Parcel) -> Answer:
    if version != __version__:
        return PlayerError(
            f"a node of the cluster has gametree {__version__}, and this is {version}: "
            "install the same one everywhere"
        )
    return answer(parcel, match, job)
