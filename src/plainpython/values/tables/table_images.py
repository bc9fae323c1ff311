"""Dicts and sets of Python's as they lie in the memory of compiled code: written and read."""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Iterable
from typing import Any

from llvmlite import ir
from numba.core import types

from ..constants import data_of, placed
from ..heads import FROZEN, LENT
from ..images import Image, layout, read, size, words_at
from ..memory import WORD, Value, constant
from .key_hashes import hash_of
from .table_layout import DEAD, HEAD, HEAD_SIZE, INDEX, USED_SIZE, WORDS, indices_of

__all__ = ["TableImages", "TableLayout"]


@dataclasses.dataclass
class TableLayout:
    """How a dict or set of Python's lies in memory: its entries, where None is a dead one."""

    entries: list[tuple[Any, ...] | None]
    hashes: list[int]
    indices: Any
    live: int
    used: int
    finger: int = 0


class TableImages(Value):
    """The part of a table's type that writes dicts and sets of Python's, and reads them.

    `value_kind` is None in the types of sets.
    """

    key_kind: Any
    value_kind: Any = None

    def items_of(self, value: Any) -> Iterable[tuple[Any, ...]]:
        """Return the keys of a value of Python's, each with its value if there are any."""
        raise NotImplementedError

    def made_of(self, entries: list[tuple[Any, ...]]) -> Any:
        """Return the value of Python's of these entries."""
        raise NotImplementedError

    def layout_of(self, value: Any) -> TableLayout:
        """Return how a value of Python's lies in memory."""
        entries: list[tuple[Any, ...] | None] = list(self.items_of(value))
        keys = [entry[0] for entry in entries if entry]
        count = len(entries)
        return TableLayout(entries, list(map(hash_of, keys)), indices_of(keys), count, used=count)

    def put(self, image: Image, address: int, value: Any) -> None:
        made = self.layout_of(value)
        head = image.once(self, value, lambda: self._written(image, made))
        words_at(address, 1)[0] = head

    def _written(self, image: Image, made: TableLayout) -> int:
        """Write a table; return the address of its head."""
        table = image.reserve(made.indices.nbytes)
        ctypes.memmove(table, made.indices.ctypes.data, made.indices.nbytes)
        data, values = 0, made.finger
        head = image.reserve(HEAD_SIZE)
        count, slots = len(made.entries), len(made.indices)
        if made.entries:
            width, start = size(self._entry), layout(self._entry)[1]
            data = image.reserve(USED_SIZE + width * count) + USED_SIZE
            words_at(data - USED_SIZE, 1)[0] = made.used
            for index, (entry, number) in enumerate(zip(made.entries, made.hashes, strict=True)):
                words_at(data + index * width, 1)[0] = number
                if entry is not None:
                    image.put(data + index * width + start, self.key_kind, entry[0])
            if self.value_kind is not None:
                width = size(self.value_kind)
                values = image.reserve(width * count)
                for index, entry in enumerate(made.entries):
                    if entry is not None:
                        image.put(values + index * width, self.value_kind, entry[1])
        words_at(head, len(WORDS))[:] = (
            LENT, 0, data, count, count, table, slots - 1, made.live, values, 1
        )  # fmt: skip
        return head

    def read(self, address: int) -> Any:
        words = words_at(words_at(address, 1)[0], len(WORDS))
        data, count, values = (words[WORDS.index(name)] for name in ("data", "size", "values"))
        if not count:
            return self.made_of([])
        width, start = size(self._entry), layout(self._entry)[1]
        entries = []
        for index in range(count):
            entry = data + index * width
            if words_at(entry, 1)[0] != DEAD:
                parts = [read(entry + start, self.key_kind)]
                if self.value_kind is not None:
                    parts.append(read(values + index * size(self.value_kind), self.value_kind))
                entries.append(tuple(parts))
        return self.made_of(entries)

    def constant(self, context: Any, builder: Any, value: Any) -> Any:
        made = self.layout_of(value)
        table = ir.Constant(ir.ArrayType(INDEX, len(made.indices)), made.indices.tolist())
        count = constant(len(made.entries))
        data, values = constant(0), constant(made.finger)
        if made.entries:
            kind = context.get_data_type(self.key_kind)
            keys = [
                ir.Constant(kind, None)
                if entry is None
                else data_of(context, builder, self.key_kind, entry[0])
                for entry in made.entries
            ]
            cells = [
                ir.Constant.literal_struct([constant(number), key])
                for number, key in zip(made.hashes, keys, strict=True)
            ]
            used = constant(made.used)
            block = placed(builder, ir.Constant.literal_struct([used, _array(cells)]))
            data = block.gep([ir.Constant(INDEX, 0), ir.Constant(INDEX, 1)]).ptrtoint(WORD)
            if self.value_kind is not None:
                kind = self.value_kind
                parts = [entry[1] for entry in made.entries if entry]
                cells = [data_of(context, builder, kind, each) for each in parts]
                values = placed(builder, _array(cells)).ptrtoint(WORD)
        words = [
            constant(FROZEN), constant(0), data, count, count,
            placed(builder, table).ptrtoint(WORD), constant(len(made.indices) - 1),
            constant(made.live), values, constant(1),
        ]  # fmt: skip
        return placed(builder, ir.Constant(HEAD, words))

    @property
    def _entry(self) -> Any:
        return types.Tuple((types.int64, self.key_kind))


def _array(cells: list[Any]) -> Any:
    return ir.Constant(ir.ArrayType(cells[0].type, len(cells)), cells)
