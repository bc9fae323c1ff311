from __future__ import annotations

import sys
from collections import deque
from types import SimpleNamespace

import pytest

from gametree.arena import ray_workers
from gametree.arena.contest import Contest
from gametree.arena.ray_workers import play_on_ray
from gametree.arena.run import compete
from gametree.arena.tuning.plan import Plan
from gametree.arena.tuning.run import TuningRun
from gametree.arena.workers import play_all
from gametree.errors import BadParameter, ClusterError, GameError, MissingExtra, PlayerError
from ray_servers import SETTINGS, server

CONTEST = Contest(("random", "greedy"), "tic_tac_toe", games=20)


class RayError(Exception):
    pass


class RayTaskError(RayError):
    pass


class Lost(RayError):
    pass


class Reference:
    def __init__(self, result, error):
        self.result = result
        self.error = error


class FakeRay:
    """What the module asks of Ray, in this process; `fate` says what becomes of a job.

    `fate(index, nth)` is called for the nth time that a job is submitted; it returns an error
    to report, or None. The job is played in any case.
    """

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)
    util = SimpleNamespace(get_node_ip_address=lambda: "127.0.0.1")

    def __init__(self, fate=lambda index, nth: None):
        self.fate = fate
        self.waiting = deque()
        self.played = []
        self.most = 0
        self.up = False

    def init(self, **options):
        self.up = True

    def is_initialized(self):
        return self.up

    def shutdown(self):
        self.up = False

    def put(self, value):
        return value

    def remote(self, function):
        self.function = function
        return self

    def options(self, **options):
        assert options["max_retries"] == 0
        return SimpleNamespace(remote=self.submit)

    def submit(self, version, contest, match, job):
        index = job.opened().index
        self.played.append(index)
        error = self.fate(index, self.played.count(index))
        result = self.function(version, contest, match, job)
        self.waiting.append(reference := Reference(result=result, error=error))
        self.most = max(self.most, len(self.waiting))
        return reference

    def wait(self, references, timeout):
        assert len(references) == len(self.waiting)
        reference = self.waiting.pop()  # the last one first: no order may matter
        return [reference], []

    def get(self, reference):
        if reference.error is not None:
            raise reference.error
        return reference.result


@pytest.fixture
def cluster():
    """The address of something that answers."""
    with server(SETTINGS) as address:
        yield address


def on(ray, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


def test_the_games_are_the_same_as_without(cluster, monkeypatch):
    ray = on(FakeRay(), monkeypatch)
    standings, _ = compete(CONTEST, workers=3, play=play_on_ray(cluster))
    assert standings.scores == compete(CONTEST)[0].scores
    assert sorted(ray.played) == list(range(20))
    assert ray.most == 3
    assert not ray.up


def test_a_tuning_is_the_same_as_without(cluster, monkeypatch):
    on(FakeRay(), monkeypatch)
    plan = Plan.of(
        "flat:simulations={n}", ("n=1:9",), against="random", game="tic_tac_toe", games=60
    )
    peaks = []
    for play in (play_on_ray(cluster), play_all):
        tuning = TuningRun(plan)
        tuning.play(workers=1, play=play)
        peaks.append(tuning.optimizer.peak())
    assert peaks[0] == peaks[1]


def test_what_is_lost_is_played_again_even_if_it_was_played(cluster, monkeypatch, tmp_path):
    ray = on(FakeRay(lambda index, nth: Lost() if nth <= index % 4 else None), monkeypatch)
    seen = []
    standings, _ = compete(
        CONTEST,
        workers=4,
        play=play_on_ray(cluster),
        journal=tmp_path / "games.db",
        on_game=lambda _, record: seen.append(record.index),
    )
    assert sorted(seen) == list(range(20))
    assert len(ray.played) == 20 + 5 * (1 + 2 + 3)
    assert standings.scores == compete(CONTEST)[0].scores


def test_what_is_lost_again_and_again_is_given_up(cluster, monkeypatch):
    ray = on(FakeRay(lambda index, nth: Lost("node died") if index == 7 else None), monkeypatch)
    with pytest.raises(PlayerError, match=r"Ray lost game 7 4 times, .* by Lost: node died"):
        compete(CONTEST, workers=2, play=play_on_ray(cluster))
    assert not ray.up


def test_what_cannot_run_at_all_is_not_tried_again(cluster, monkeypatch):
    error = RayTaskError("Traceback\n  ...\nModuleNotFoundError: No module named 'gametree'")
    ray = on(FakeRay(lambda index, nth: error), monkeypatch)
    with pytest.raises(PlayerError, match="could not run game 0: ModuleNotFoundError: No module"):
        compete(CONTEST, play=play_on_ray(cluster))
    assert ray.played == [0]


def test_broken_rules_come_out_as_they_are(cluster, monkeypatch):
    ray = on(FakeRay(), monkeypatch)
    told = GameError("Brittle.next_state returned nothing")
    monkeypatch.setattr(ray_workers, "answer", lambda *_: told)
    with pytest.raises(GameError, match=r"^Brittle\.next_state returned nothing$"):
        compete(CONTEST, play=play_on_ray(cluster))
    assert not ray.up


def test_a_node_with_another_version_is_refused(cluster, monkeypatch):
    ray = on(FakeRay(), monkeypatch)
    submit = ray.submit
    monkeypatch.setattr(ray, "submit", lambda version, *rest: submit("0.0", *rest))
    with pytest.raises(PlayerError, match=r"and this is 0\.0: install the same one everywhere"):
        compete(CONTEST, play=play_on_ray(cluster))


def test_with_nothing_left_no_cluster_is_needed(monkeypatch):
    on(FakeRay(), monkeypatch)
    assert list(play_on_ray("127.0.0.1:1")(CONTEST, "m", [], 2)) == []


def test_a_cluster_that_does_not_answer(monkeypatch):
    ray = on(FakeRay(), monkeypatch)
    with server(SETTINGS) as address:
        pass
    with pytest.raises(ClusterError, match=f"no Ray cluster answers at {address}: "):
        compete(CONTEST, play=play_on_ray(address))
    assert not ray.up


def test_something_that_is_no_cluster(cluster, monkeypatch):
    ray = on(FakeRay(), monkeypatch)

    def refuse(**options):
        raise ConnectionError("speaks\nnonsense")

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(ClusterError, match=r"cannot be used: speaks$"):
        compete(CONTEST, play=play_on_ray(cluster))


@pytest.mark.parametrize(
    "address", ["", "here", ":1", "auto", "host:", "host:x", "host:70000", "ray://host:10001", None]
)
def test_an_address_is_host_and_port(address, monkeypatch):
    on(FakeRay(), monkeypatch)
    with pytest.raises(BadParameter, match="a Ray cluster is given by host and port"):
        play_on_ray(address)


def test_without_ray_it_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'gametree\[ray\]'"):
        play_on_ray("127.0.0.1:6379")
