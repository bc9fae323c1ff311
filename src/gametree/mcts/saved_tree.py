"""One tree of a search on disk.

Compiled, it is written as it lies in memory. Interpreted, each field of its records is an
array of its own, or a list in the head where its values are neither all floats nor all
integers of 64 bits. The positions on interpreted edges are left out: the search finds them
again from the moves. So are buffers, tables of keys and keys of the past, for the same reason.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import BadParameter, SavedSearchError
from .engine import Engine
from .identity import learned
from .spelled import Speller
from .transpositions import Transpositions
from .tree import NO_CHILD, ROOT, Tree, allocate, edges_of
from .workspace import FINISHED, KEYS, ROOT_KEYS

__all__ = ["Arrays", "Read", "restore_tree", "spell_tree"]

Arrays = dict[str, np.ndarray[Any, Any]]
"""What stands in a file besides its head, by name."""

Read = Callable[[str, np.ndarray[Any, Any]], None]
"""Reads the next array, which goes by this name, into memory of its size."""


def spell_tree(engine: Engine, speller: Speller) -> tuple[dict[str, Any], Arrays]:
    """Return what the head of a file says of one tree, and what stands beside it."""
    arrays: Arrays = {}
    columns: dict[str, Any] = {}
    for name, records, count in zip(Tree._fields, engine.tree, engine.in_use, strict=True):
        if engine.compiled:
            arrays[name] = records[:count]
            continue
        for field, width in _fields(records[-1]):
            column = f"{name}.{field}"
            values = [getattr(record, field) for record in records[:count]]
            if width:
                values = [number for vector in values for number in vector]
            packed = _packed(values, exact=field == "action")
            if packed is None:
                columns[column] = [speller.spell(_plain(value)) for value in values]
            else:
                columns[column] = packed.typecode
                arrays[column] = np.asarray(packed)
    lessons: dict[str, Any] = {}
    for name, value in learned(engine.method):
        if isinstance(value, dict):
            lessons[name] = [list(map(speller.spell, pair)) for pair in value.items()]
        else:
            arrays[name] = np.ascontiguousarray(value)
            lessons[name] = _shape(arrays[name])
    slots = getattr(engine.method.transpositions, "slots", None)
    told = {
        "used": engine.in_use,
        "room": [len(records) for records in engine.tree],
        "layout": _layout(engine.tree),
        "columns": columns,
        "table": [[speller.spell(key), place] for key, place in slots.items()]
        if isinstance(slots, dict)
        else None,
        "counters": [int(each) for each in engine.work.counters],
        "span": [speller.spell(_plain(each)) for each in engine.work.span],
        "rng": int(engine.rng.state[0]),
        "frozen": engine.frozen,
        "learned": lessons,
    }
    return told, arrays


def restore_tree(engine: Engine, told: Mapping[str, Any], speller: Speller, read: Read) -> None:
    """Give an engine, planted at the same position, the tree that `spell_tree` has told of.

    Raises:
        BadParameter: if game or strategies are not those of the tree.
        SavedSearchError: if it is of another layout, or an array is damaged.
        LookupError, TypeError, ValueError: if what is told makes no sense.

    """
    used = [int(each) for each in told["used"]]
    room = [int(each) for each in told["room"]]
    if not (0 <= used[0] <= room[0] and 0 <= used[1] < room[1]):
        raise ValueError
    game, method = engine.game, engine.method
    tree = allocate(method, game.players, room[0], room[1] - 1, compiled=engine.compiled)
    if told["layout"] != _layout(tree):
        raise SavedSearchError(
            "the search was saved with other fields in its tree than this one has: load it "
            "with the version of gametree and the strategies that saved it"
        )
    columns: Arrays = {}
    for name, records, count in zip(Tree._fields, tree, used, strict=True):
        if engine.compiled:
            read(name, records[:count])
            for field in records.dtype.names:
                columns[f"{name}.{field}"] = records[field][:count]
            continue
        for field, width in _fields(records[-1]):
            column = f"{name}.{field}"
            spelled = told["columns"][column]
            if isinstance(spelled, list):
                values = [speller.read(each) for each in spelled]
            else:
                columns[column] = np.zeros(count * max(1, width), spelled)
                read(column, columns[column])
                values = columns[column].tolist()
            if width:
                values = [values[at : at + width] for at in range(0, len(values), width)]
            for record, value in zip(records[:count], values, strict=True):
                setattr(record, field, value)
    counters = [int(each) for each in told["counters"]]
    _refuse_wild(columns, used, counters[FINISHED], game.players)
    if _moves(tree, used) != _moves(engine.tree, engine.in_use):
        raise BadParameter(
            f"the saved search knows other moves at its root than {type(game).__name__} "
            "gives there now: pass the game that was searched"
        )
    table = method.transpositions
    if isinstance(table, Transpositions):
        if engine.compiled:
            method.transpositions = table.moved((), tree, used[0])
        else:
            slots = {speller.read(key): int(place) for key, place in told["table"]}
            method.transpositions = Transpositions(slots)
    engine.tree = tree
    engine.frozen = bool(told["frozen"])
    engine.rng.state[0] = int(told["rng"])
    for place, value in enumerate(told["span"]):
        engine.work.span[place] = speller.read(value)
    for place, value in enumerate(counters):
        if place not in (KEYS, ROOT_KEYS):  # the past was noted when the root was planted
            engine.work.counters[place] = value
    _teach(engine, told["learned"], speller, read)


def _teach(engine: Engine, told: Mapping[str, Any], speller: Speller, read: Read) -> None:
    """Give the strategies of an engine what they had learned."""
    for name, value in learned(engine.method):
        if isinstance(value, dict):
            pairs = [tuple(map(speller.read, pair)) for pair in told[name]]
            value.clear()
            value.update(pairs)
            continue
        here = np.asarray(value)
        if told[name] != _shape(here):
            raise BadParameter(
                f"{name} in the saved search is of type and shape {told[name]}, not "
                f"{_shape(here)}: pass the strategies that were used"
            )
        saved = np.zeros(here.shape, here.dtype)
        read(name, saved)
        if here.flags.writeable:
            here[...] = saved


def _shape(values: np.ndarray[Any, Any]) -> list[Any]:
    return [values.dtype.str, list(values.shape)]


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


def _fields(record: Any) -> list[tuple[str, int]]:
    """Return the fields of an interpreted record, and of each how long a list it is, or 0."""
    values = [(name, getattr(type(record)(), name)) for name in type(record).__slots__]
    return [
        (name, len(value) if isinstance(value, list) else 0)
        for name, value in values
        if name != "state"
    ]


def _layout(tree: Tree) -> list[str]:
    """Return what the records of a tree are made of."""
    return [
        repr(_fields(records[-1]) if isinstance(records, list) else records.dtype.descr)
        for records in tree
    ]


def _moves(tree: Tree, used: Sequence[int]) -> Any:
    """Return who moves at the root and the moves, in an order of their texts; None without root."""
    if used[0] == 0:
        return None
    actions = sorted((edge.action for edge in edges_of(tree, ROOT)), key=repr)
    return int(tree.nodes[ROOT].player), actions


def _refuse_wild(columns: Arrays, used: Sequence[int], finished: int, players: int) -> None:
    """Raise ValueError for numbers that would lead out of the tree: compiled code checks none."""
    nodes, edges = used
    first, count = columns["nodes.first"].astype(np.int64), columns["nodes.count"].astype(np.int64)
    child, player = columns["edges.child"], columns["nodes.player"]
    live = columns.get("nodes.live", count)
    within = (first >= 0) & (count >= 0) & (first + count <= np.where(count > 0, edges, 1 << 40))
    if not (
        within.all()
        and ((live >= 0) & (live <= count)).all()
        and ((child >= 0) & (child < max(1, nodes))).all()
        and ((player >= -1) & (player < players)).all()
        and (columns["nodes.visits"] >= 0).all()
    ):
        raise ValueError
    for _ in range(nodes):  # those of finished positions are a list: see `mcts.proofs`
        if finished == NO_CHILD:
            return
        if not 0 < finished < nodes or count[finished] > 0:
            raise ValueError
        finished = int(first[finished])
    if finished != NO_CHILD:
        raise ValueError
