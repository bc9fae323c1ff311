from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from gametree.errors import BadParameter, ClusterError, MissingExtra
from gametree.machine.ray_cluster import cluster, connect, expect_room
from ray_servers import SETTINGS, server


class FakeRay:
    util = SimpleNamespace(get_node_ip_address=lambda: "127.0.0.1")

    def __init__(self, cpus=2):
        self.cpus = cpus
        self.address = None

    def is_initialized(self):
        return self.address is not None

    def init(self, address, **options):
        self.address = address

    def shutdown(self):
        self.address = None

    def get_runtime_context(self):
        return SimpleNamespace(gcs_address=self.address)

    def cluster_resources(self):
        return {"CPU": float(self.cpus)}


@pytest.fixture
def ray(monkeypatch):
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_a_connection_stays_and_is_shared(ray):
    with server(SETTINGS) as address:
        assert connect(address) is ray
    assert connect(address.replace("127.0.0.1", "localhost")) is ray  # nothing listens any more
    with cluster(address):
        pass
    assert ray.is_initialized()


def test_one_that_was_not_there_is_not_there_later(ray):
    with server(SETTINGS) as address, cluster(address):
        assert ray.address == address
    assert not ray.is_initialized()


def test_a_process_uses_one_cluster(ray):
    ray.init("127.0.0.1:6379")
    with pytest.raises(ClusterError, match=r"is connected to the Ray cluster at 127\.0\.0\.1:6379"):
        connect("127.0.0.1:6380")


def test_nothing_answers(ray):
    with server(SETTINGS) as address:
        pass
    with pytest.raises(ClusterError, match=f"no Ray cluster answers at {address}: "):
        connect(address)


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b""])
def test_what_answers_is_no_cluster(ray, answer):
    with server(answer) as address, pytest.raises(ClusterError, match=r"is no Ray cluster|answers"):
        connect(address)
    assert not ray.is_initialized()


def test_what_answers_speaks_a_language_of_its_own(ray, monkeypatch):
    monkeypatch.setenv("RAY_USE_TLS", "1")
    with server(b"") as address:
        assert connect(address) is ray


def test_each_worker_needs_a_cpu(ray):
    expect_room(ray, 2, "here:1")
    with pytest.raises(ClusterError, match="at here:1 has 2 CPUs, and 3 workers need one each"):
        expect_room(ray, 3, "here:1")


@pytest.mark.parametrize(
    "address", ["", "here", ":1", "auto", "host:", "host:x", "host:70000", "ray://host:10001", None]
)
def test_an_address_is_host_and_port(ray, address):
    with pytest.raises(BadParameter, match="a Ray cluster is given by host and port"):
        connect(address)


def test_without_ray_it_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'gametree\[ray\]'"):
        connect("127.0.0.1:6379")
