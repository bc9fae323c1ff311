"""Saves and loads one tree of a search.

Compiled, it is written as it lies in memory. Interpreted, each field of its records is an
array of its own, or a list in the head where its values are neither all floats nor all
integers of 64 bits. The positions on interpreted edges are left out: the search finds them
again from the moves. So are buffers, tables of keys and keys of the past, for the same reason.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

from ...errors import BadParameter, SavedSearchError
from ...files.checksummed_file import Arrays, Read, making_sense
from ...primitives.registers import set_values, values_of
from ..backup.best_line import FoundLine
from ..engine.engine import Engine
from ..tree.transpositions import Transpositions, refilled
from ..tree.tree import EDGE_NOTES, END, ROOM, ROOT, edges_of
from .fingerprints import learned
from .json_codec import JsonCodec, not_too_deep
from .lessons import lessons_of, teach
from .parts import SAVED_SEARCH, EncodedTree, Part
from .validation import refuse_wild

__all__ = ["encode_tree", "restore_tree"]


@not_too_deep()
def encode_tree(engine: Engine) -> EncodedTree:
    """Return the part of a file's head about one tree, and its arrays.

    Raises:
        BadParameter: if an action or a key cannot be written.

    """
    codec = JsonCodec(engine.game)
    arrays: Arrays = {}
    columns: dict[str, Any] = {}
    if engine.compiled:
        arrays["words"] = engine.tree.nodes.words[: int(engine.tree.used[END])]
    for name, records in _records(engine).items():
        for field, width in _fields(records):
            column = f"{name}.{field}"
            values = [getattr(record, field) for record in records]
            if width:
                values = [number for vector in values for number in vector]
            packed = _packed(values, exact=field == "action")
            if packed is None:
                columns[column] = [codec.encode(_plain(value)) for value in values]
            else:
                columns[column] = packed.typecode
                arrays[column] = np.asarray(packed)
    lessons = lessons_of(learned(engine.method), codec, arrays)
    line = engine.best_line()
    facts = {
        "layout": _layout(engine),
        "columns": columns,
        "used": [int(each) for each in engine.tree.used],
        "counters": [int(each) for each in values_of(engine.work.counters)],
        "span": [codec.encode(_plain(each)) for each in values_of(engine.work.span)],
        "best_line": None if line is None else [codec.encode(list(line.actions)), line.value],
        "rng": int(engine.rng.state[0]),
        "frozen": engine.frozen,
        "full": engine.full,
        "learned": lessons,
    }
    return EncodedTree(facts, arrays)


def restore_tree(engine: Engine, part: Part) -> None:
    """Give an engine, started at the same position, a tree that `encode_tree` returned.

    Raises:
        BadParameter: if game or strategies are not those of the tree.
        SavedSearchError: if it is of another layout, or damaged.

    """
    with making_sense(part.path, SAVED_SEARCH):
        _restore(engine, part)


def _restore(engine: Engine, part: Part) -> None:
    facts = part.told
    codec = JsonCodec(engine.game)
    game, method = engine.game, engine.method
    if facts["layout"] != _layout(engine):
        raise SavedSearchError(
            "the search was saved with other fields in its tree than this one has: load it "
            "with the version of gametree and the strategies that saved it"
        )
    moves = _moves(engine)
    used = [int(each) for each in facts["used"]]
    if not 0 <= used[END] <= used[ROOM] <= 1 << 40:
        raise ValueError
    engine.tree = engine.empty_tree(used[ROOM], compiled=engine.compiled)
    for place, value in enumerate(used):
        engine.tree.used[place] = value
    counters = engine.work.counters
    noted = counters.keys, counters.start_keys  # the past, when the tree was started
    set_values(counters, [int(value) for value in facts["counters"]])
    counters.keys, counters.start_keys = noted
    if engine.compiled:
        part.read("words", engine.tree.nodes.words[: used[END]])
    else:
        _fill(engine, facts["columns"], codec, part.read)
    refuse_wild(engine)
    if _moves(engine) != moves:
        raise BadParameter(
            f"the saved search knows other moves at its root than {type(game).__name__} "
            "gives there now: pass the game that was searched"
        )
    if isinstance(method.transpositions, Transpositions):
        method.transpositions = refilled(engine.tree)
    engine.frozen = bool(facts["frozen"])
    engine.full = bool(facts["full"])
    engine.rng.state[0] = int(facts["rng"])
    set_values(engine.work.span, [codec.decode(value) for value in facts["span"]])
    line = facts["best_line"]
    engine.keep_line(
        None if line is None else FoundLine(tuple(codec.decode(line[0])), float(line[1]))
    )
    teach(learned(engine.method), facts["learned"], codec, part.read)


def _records(engine: Engine) -> dict[str, list[Any]]:
    """Return the nodes and the edges of an interpreted tree, in their order."""
    if engine.compiled:
        return {}
    nodes, _ = engine.in_use
    edges = engine.tree.edges[:nodes]
    return {"nodes": engine.tree.nodes[:nodes], "edges": list(chain.from_iterable(edges))}


def _fill(engine: Engine, facts: Mapping[str, Any], codec: JsonCodec, read: Read) -> None:
    """Build the nodes and edges of an interpreted tree, column by column."""
    tree = engine.tree
    layout = tree.edges.layout
    nodes, edges = engine.in_use
    columns = {"nodes": layout.node_class.zeroed(nodes)}
    columns["edges"] = layout.edge_class.zeroed(edges)
    for name, records in columns.items():
        for field, width in _fields(records):
            column = f"{name}.{field}"
            encoded = facts[column]
            if isinstance(encoded, list):
                values = [codec.decode(each) for each in encoded]
            else:
                packed = np.zeros(len(records) * max(1, width), encoded)
                read(column, packed)
                values = packed.tolist()
            if width:
                values = [values[at : at + width] for at in range(0, len(values), width)]
            for record, value in zip(records, values, strict=True):
                setattr(record, field, value)
    rest = iter(columns["edges"])
    tree.nodes.extend(columns["nodes"])
    tree.edges.extend(list(islice(rest, node.count)) for node in columns["nodes"])


def _plain(number: Any) -> Any:
    """Return a float of 64 bits as Python's own: they count alike."""
    return float(number) if isinstance(number, float) else number


def _packed(values: list[Any], *, exact: bool) -> array[Any] | None:
    """Return values as one array if that loses nothing: integers of other types may, unless exact.

    (NumPy's are as good as Python's wherever the search itself counts with them.)
    """
    kinds = set(map(type, values))
    if kinds <= ({float} if exact else {float, np.float64}) and kinds:
        return array("d", values)
    if all(kind is int or (not exact and issubclass(kind, (int, np.integer))) for kind in kinds):
        try:
            return array("q", map(int, values))
        except OverflowError:
            return None
    return None


def _fields(records: Sequence[Any]) -> list[tuple[str, int]]:
    """Return the fields of interpreted records, and of each how long a list it is, or 0."""
    if not records:
        return []
    values = [(name, getattr(records[0], name)) for name in records[0].__slots__]
    return [
        (name, len(value) if isinstance(value, list) else 0)
        for name, value in values
        if name not in EDGE_NOTES
    ]


def _layout(engine: Engine) -> list[str]:
    """Return the fields of the nodes and edges of a tree, as texts to compare."""
    tree = engine.tree
    if engine.compiled:
        kept = [repr(tree.nodes.dtype.descr), repr(tree.edges.dtype.descr)]
        return kept if engine.packing is None else [*kept, repr(engine.packing)]
    layout = tree.edges.layout
    return [repr(_fields(kind.zeroed(1))) for kind in (layout.node_class, layout.edge_class)]


def _moves(engine: Engine) -> Any:
    """Return who moves at the root and the moves, in an order of their texts; None without root.

    Of moves that are only counted, return how many they are.
    """
    if engine.in_use[0] == 0:
        return None
    root = engine.tree.nodes[ROOT]
    count = int(getattr(root, "total", 0))
    if count:
        return int(root.player), count
    actions = sorted((edge.action for edge in edges_of(engine.tree, ROOT)), key=repr)
    return int(root.player), actions
