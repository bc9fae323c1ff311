"""Bounds of time and memory beyond which a worker process is replaced."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import BadParameter

__all__ = ["WorkerBounds"]


@dataclass(frozen=True, slots=True)
class WorkerBounds:
    """The bounds of a worker.

    Attributes:
        memory: bytes of the process, where the system tells them (Linux).
        most_held: searches of which it keeps the tree, one that runs among them.
        most_seconds: of thinking about one query, whatever the query says.
        load_seconds: to load a game and to play the moves of a query.
        compile_seconds: to compile a game that was never compiled before.
        silent_seconds: without a sign of life while it searches.

    """

    memory: int = 2 << 30
    most_held: int = 16
    most_seconds: float = 3600.0
    load_seconds: float = 20.0
    compile_seconds: float = 300.0
    silent_seconds: float = 10.0

    def __post_init__(self) -> None:
        if self.memory < 1 << 29:
            raise BadParameter(
                f"a worker needs 512 MiB of memory at least, 536,870,912 bytes, not {self.memory:,}"
            )
        if self.most_held < 1:
            raise BadParameter(f"most_held must be 1 or more, not {self.most_held}")
        for name in ("most_seconds", "load_seconds", "compile_seconds", "silent_seconds"):
            if not getattr(self, name) > 0:
                raise BadParameter(f"{name} must be above 0, not {getattr(self, name)!r}")

    @property
    def tree_bytes(self) -> int:
        """The memory for one tree: half of the worker's, shared among all that it keeps."""
        return self.memory // 2 // self.most_held

    @property
    def explored_bytes(self) -> int:
        """The memory for a tree that is explored, of which a worker keeps one: a quarter."""
        return self.memory // 4
