"""Searches that begin with hardly any room, so that every shortage comes up."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from gametree.mcts.engine import storage, working_tree


@contextmanager
def cramped():
    """Let searches begin with capacity for next to nothing: path, keys, nodes, table."""
    with ExitStack() as stack:
        for module, name, value in (
            (working_tree, "_FIRST_PATH", 1),
            (working_tree, "_FIRST_KEYS", 1),
            (storage, "FIRST_WORDS", 8),
            (storage, "_FIRST_NODES", 1),
        ):
            stack.enter_context(patch.object(module, name, value))
        yield
