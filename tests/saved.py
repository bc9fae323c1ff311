"""Searches that are saved and loaded, compared to the bit; their files altered."""

from __future__ import annotations

from copy import deepcopy
from itertools import chain

import numpy as np

from gametree.files.checksummed_file import open_checksummed, write_checksummed
from gametree.mcts.parallel.worker_process import ProcessTree
from gametree.mcts.persistence.parts import SAVED_SEARCH
from gametree.mcts.searcher import Searcher
from gametree.mcts.tree.tree import EDGE_NOTES, END
from gametree.primitives.registers import values_of
from gametree.rules.workspace import Counters


def contents(searcher):
    """Return all that decides how a search goes on, but for buffers."""
    return [
        remote_contents_of(tree) if isinstance(tree, ProcessTree) else contents_of(tree.engine)
        for tree in searcher.trees.all
    ]


def contents_of(engine):
    columns = []
    if engine.compiled:
        columns.append(engine.tree.nodes.words[: engine.tree.used[END]].tobytes())
    else:
        used, _ = engine.in_use
        edges = list(chain.from_iterable(engine.tree.edges[:used]))
        for records in (engine.tree.nodes[:used], edges) if used else ():
            fields = [field for field in type(records[0]).__slots__ if field not in EDGE_NOTES]
            values = [[getattr(each, field) for field in fields] for each in records]
            columns.append(deepcopy(values))
    counters = [*values_of(engine.work.counters)]
    # Those of the last simulation are forgotten when the next one begins.
    counters[Counters.__slots__.index("keys")] = 0
    return (
        columns,
        list(engine.tree.used),
        counters,
        values_of(engine.work.span),
        engine.rng.state[0],
        engine.state,
        engine.earlier,
    )


def remote_contents_of(tree):
    told, arrays = tree.encode()
    return told, {name: array.tobytes() for name, array in arrays.items()}


def saved_and_loaded(searcher, path, **strategies):
    searcher.save(path)
    loaded = Searcher.load(path, searcher.game, **strategies)
    assert contents(loaded) == contents(searcher)
    assert loaded.result() == searcher.result()
    assert loaded.compiled == searcher.compiled
    assert loaded.why_interpreted == searcher.why_interpreted
    return loaded


def assert_they_go_on_alike(searcher, loaded, simulations=300):
    for each in (searcher, loaded):
        each.run(simulations=simulations)
    assert contents(loaded) == contents(searcher)
    action = searcher.result().action
    for each in (searcher, loaded):
        each.advance(action)
        each.run(simulations=simulations)
    assert contents(loaded) == contents(searcher)


def rewritten(path, change):
    """Let `change` alter content and arrays of a file, and seal it again."""
    with open_checksummed(path, SAVED_SEARCH) as file:
        content = file.content
        arrays = {}
        for name, size in file.sizes.items():
            arrays[name] = np.zeros(size, np.uint8)
            file.read(name, arrays[name])
    change(content, arrays)
    write_checksummed(path, SAVED_SEARCH, content, arrays)
