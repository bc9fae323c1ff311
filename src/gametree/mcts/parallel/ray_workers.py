"""Workers of a search on a Ray cluster, as its users name them."""

from __future__ import annotations

from typing import Any

from ...machine.ray_cluster import check_address, connect, expect_room
from ...naming.parameters import expect

__all__ = ["RayWorkers"]


class RayWorkers:
    """Workers of a search that are actors on a Ray cluster: for `Searcher(workers=...)`.

    They do what `workers=n` does here, `parallel="root"`: n trees, each with random numbers of
    its own, the first one in the process that asks, the others in an actor with one CPU each. The
    same seed and simulations give the same result. An actor that is lost costs its part of the
    simulations; `SearchResult.lost_workers` names it.

    Each node needs the same gametree and Python, and the files of game and strategies in the same
    place. The process stays connected to the cluster until it ends or calls `ray.shutdown()`.

    Args:
        n: how many trees there are, 1 or more; n - 1 of them in actors.
        address: host and port of the cluster, such as "10.0.0.1:6379". Ray takes localhost and
            127.0.0.1 for this machine's outer address; a cluster that only this machine reaches is
            started with --node-ip-address=127.0.0.2.

    Raises:
        BadParameter: if n is no such number, or the address is not host and port.

    """

    def __init__(self, n: int, address: str) -> None:
        is_count = isinstance(n, int) and not isinstance(n, bool) and n >= 1
        expect(is_count, "n", "a whole number of 1 or more", n)
        check_address(address)
        self.n = n
        self.address = address

    def __repr__(self) -> str:
        return f"RayWorkers({self.n}, address={self.address!r})"

    def connected(self) -> Any:
        """Return Ray, connected to the cluster.

        Raises:
            ClusterError: if it does not answer, or has not enough CPUs.
            MissingExtra: if Ray is not installed.

        """
        ray = connect(self.address)
        expect_room(ray, self.n - 1, self.address)
        return ray
