"""The Ray cluster that this process is connected to: one at a time, as Ray has it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import BadParameter, ClusterError
from ..numbers.counting import counted
from .extras import load_extra

__all__ = ["check_address", "cluster", "connect", "cpus", "expect_room", "first_line"]

_ANSWERS = 5.0  # seconds that a cluster has to answer

# What a client of HTTP/2 begins with, and an empty frame of settings: Ray speaks gRPC, which is
# HTTP/2. A server answers with settings of its own: their kind is the fourth byte.
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0"
_SETTINGS = 4


def check_address(address: str) -> None:
    """Raise `BadParameter` if an address is not host and port, such as "10.0.0.1:6379"."""
    host, _, port = address.rpartition(":") if isinstance(address, str) else ("", "", "")
    if not host or "/" in host or not (port.isascii() and port.isdigit() and int(port) < 65536):
        raise BadParameter(
            f"a Ray cluster is given by host and port, such as '10.0.0.1:6379', not {address!r}"
        )


def connect(address: str) -> Any:
    """Return Ray, connected to a cluster until this process ends, or `ray.shutdown()`.

    Raises:
        BadParameter: if the address is not host and port.
        ClusterError: if no cluster answers there, or this process is connected to another one.
        MissingExtra: if Ray is not installed.

    """
    check_address(address)
    ray = load_extra("ray", "ray")
    if not ray.is_initialized():
        _look_for_it(ray, address)  # Ray itself would try for minutes
        _silence(ray)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (Exception, SystemExit) as error:  # of many kinds, from ConnectionError on
            raise ClusterError(
                f"the Ray cluster at {address!r} cannot be used: {first_line(error)}"
            ) from error
        return ray
    present = str(ray.get_runtime_context().gcs_address)
    if _resolved(ray, present) != _resolved(ray, address):
        raise ClusterError(
            f"this process is connected to the Ray cluster at {present}, and a process can use "
            f"one only: leave it by ray.shutdown() before {address} is used"
        )
    return ray


def expect_room(ray: Any, actors: int, address: str) -> None:
    """Raise `ClusterError` if a cluster has not as many CPUs as there are to be actors."""
    there = _cpus(ray)
    if there < actors:
        raise ClusterError(
            f"the Ray cluster at {address} has {counted(there, 'CPU')}, and {actors} workers need "
            "one each: ask for fewer workers, or add nodes to it"
        )


def cpus(address: str) -> int:
    """Return how many CPUs a cluster has, 1 at least; this process is connected to it then.

    Raises:
        BadParameter, ClusterError, MissingExtra: as `connect`.

    """
    return max(1, _cpus(connect(address)))


@contextmanager
def cluster(address: str) -> Iterator[Any]:
    """Give Ray, connected to a cluster; in the end as connected as before."""
    ray = load_extra("ray", "ray")
    stays = ray.is_initialized()
    connect(address)
    try:
        yield ray
    finally:
        if not stays:
            ray.shutdown()


def _cpus(ray: Any) -> int:
    return int(ray.cluster_resources().get("CPU", 0))


def first_line(error: BaseException) -> str:
    """Return the message of an error, without the pages that Ray adds."""
    return (str(error).strip() or type(error).__name__).split("\n")[0]


def _look_for_it(ray: Any, address: str) -> None:
    host, port = _resolved(ray, address)
    try:
        with socket.create_connection((host, port), timeout=_ANSWERS) as connection:
            if os.environ.get("RAY_USE_TLS", "0").lower() in ("1", "true"):
                return
            connection.sendall(_GREETING)
            answer = connection.recv(9)
    except TimeoutError as error:
        raise ClusterError(
            f"no Ray cluster answers at {host}:{port} within {_ANSWERS:g} seconds; "
            "'ray start --head' begins one"
        ) from error
    except OSError as error:
        raise ClusterError(
            f"no Ray cluster answers at {host}:{port}: {error}; 'ray start --head' begins one"
        ) from error
    if len(answer) < 4 or answer[3] != _SETTINGS:
        raise ClusterError(
            f"what answers at {host}:{port} is no Ray cluster; 'ray start --head' begins one, and "
            "prints its address"
        )


def _resolved(ray: Any, address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if host in ("localhost", "127.0.0.1"):
        host = str(ray.util.get_node_ip_address())  # what Ray makes of them
    return host, int(port)


def _silence(ray: Any) -> None:
    """Keep Ray from printing the log of a node that dies, through a private name of Ray's.

    When a node dies Ray prints dozens of lines of that node's log on the standard output, where
    the report goes, whatever `log_to_driver` says.
    """
    worker: Any = getattr(getattr(ray, "_private", None), "worker", None)
    if hasattr(worker, "_worker_logs_enabled"):
        worker._worker_logs_enabled = False
