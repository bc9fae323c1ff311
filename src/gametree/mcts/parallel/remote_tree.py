"""A tree in another process, which is asked for all that is done with it."""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from ...errors import GameError, GametreeError
from ...files.checksummed_file import Arrays
from ...game import Action, State
from ...user_code.locating import failure
from ..backup.best_line import FoundLine
from ..interrupts import InterruptGuard
from ..persistence.json_codec import not_too_deep
from ..persistence.parts import EncodedTree, Part
from .merged_tree import NodeCopy
from .worker import Goal, LocalTree, Standing

__all__ = ["RemoteTree", "TreeThere", "WorkerLost", "answer_of"]


class WorkerLost(Exception):
    """A worker is gone, with its tree; the search can go on without it.

    Attributes:
        tree: that of the worker.
        reason: why it is gone, as far as that is known.

    """

    def __init__(self, tree: RemoteTree, reason: str) -> None:
        super().__init__(f"{tree.name}: {reason}")
        self.tree = tree
        self.reason = reason


class RemoteTree(ABC):
    """Stands for a `LocalTree` that lives in another process, and offers the same.

    Attributes:
        name: what people know it by.

    """

    name: str

    def __init__(self, game_name: str) -> None:
        self._game_name = game_name
        self._process = os.getpid()
        self._standing: Standing  # after the last answer

    def start_tree(self) -> None:
        """See `LocalTree.start_tree`."""
        self._ask("start_tree")

    def move_to(self, state: State, action: Action) -> None:
        """See `LocalTree.move_to`."""
        self._ask("move_to", state, action)

    def arrive(self) -> None:
        """See `LocalTree.arrive`."""
        self._ask("arrive")

    def turn_back(self) -> None:
        """See `LocalTree.turn_back`."""
        self._ask("turn_back")

    def thaw(self) -> None:
        """See `LocalTree.thaw`."""
        self._ask("thaw")

    def plan(self, simulations: int | None) -> None:
        """See `LocalTree.plan`."""
        self._ask("plan", simulations)

    def look(self, number: int) -> NodeCopy:
        """See `LocalTree.look`."""
        seen: NodeCopy = self._ask("look", number)
        return seen

    def best_line(self) -> FoundLine | None:
        """See `LocalTree.best_line`."""
        found: FoundLine | None = self._ask("best_line")
        return found

    def encode(self) -> EncodedTree:
        """See `LocalTree.encode`."""
        with InterruptGuard() as guard:
            text, arrays = self._ask("encode_as_text")
        if guard.pending:
            raise KeyboardInterrupt
        return EncodedTree(json.loads(text), arrays)

    def restore(self, part: Part) -> None:
        """See `LocalTree.restore`."""
        self._ask("restore_text", json.dumps(part.told), part._replace(told=None).held())

    def standing(self) -> Standing:
        """See `LocalTree.standing`."""
        return self._standing

    @abstractmethod
    def grow(self, goal: Goal, halted: Callable[[], bool]) -> None:
        """See `LocalTree.grow`."""

    @abstractmethod
    def _ask(self, method: str, *arguments: Any) -> Any:
        """Return what a method of the tree returns there."""

    def _refuse_if_forked(self) -> None:
        if self._process != os.getpid():
            raise GameError(
                f"the workers that search {self._game_name} are processes of the one that began "
                "the search, not of its fork: begin a search there, or save and load this one"
            )

    def _value_of(self, answer: Any) -> Any:
        """Return the value in an answer of `answer_of`, and note the status of the tree."""
        if isinstance(answer, Exception):
            raise answer
        value, self._standing = answer
        return value


# In the other process.


class TreeThere(LocalTree):
    """A tree whose part of a file is sent, as text: that may nest deeper than pickles."""

    @not_too_deep()
    def encode_as_text(self) -> tuple[str, Arrays]:
        told, arrays = self.encode()
        return json.dumps(told), arrays

    def restore_text(self, text: str, part: Part) -> None:
        self.restore(part._replace(told=json.loads(text)))


def answer_of(tree: TreeThere, method: str, *arguments: Any) -> Any:
    """Return the result of a method and the status of the tree after it, or the error to raise."""
    try:
        return getattr(tree, method)(*arguments), tree.standing()
    except GametreeError as error:
        return error
    except Exception as error:
        return GameError(failure(error, "the process of a worker"))
