"""The memory of an exported game: its buffers, and the words by which its functions get them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from plainpython.compilable import Compilable, runtime_fields

from ..primitives.actions import PackedActions
from ..primitives.records import Heads, Items
from ..primitives.registers import NamedItems

__all__ = ["Buffer", "MemoryLayout", "Word"]


class Buffer(NamedTuple):
    """An array that functions read and write.

    Attributes:
        item: bytes of an item.
        items: how many there are at the start.
        contents: what it holds at the start; empty for zeros.

    """

    item: int
    items: int
    contents: bytes


class Word(NamedTuple):
    """A word of the table: where a buffer begins, its length, or a float.

    Attributes:
        kind: "pointer", "length" or "float".
        buffer: the index of the buffer.
        offset: bytes from its beginning.
        value: the float.

    """

    kind: str
    buffer: int = 0
    offset: int = 0
    value: float = 0.0


@dataclass
class MemoryLayout:
    """Buffers and words of the arguments of a function; `add` takes these in order.

    Attributes:
        buffers: each array once, however often it is held.
        words: in the order in which compiled code takes them.
        names: the indices of the buffers that the runtime knows, by name.
        floats: the indices of the words that hold a float, by the id of its owner and its name.

    """

    buffers: list[Buffer] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    floats: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    _known: dict[int, int] = field(default_factory=dict)
    _alive: list[Any] = field(default_factory=list)

    def add(self, value: Any, name: str = "") -> None:
        """Add the words of an argument, or of a member of one.

        Raises:
            TypeError: if compiled code takes it in another way.

        """
        if isinstance(value, Compilable):
            self._alive.append(value)
            for each, held in runtime_fields(value):
                if isinstance(held, float):
                    self.floats.setdefault((id(value), each), []).append(len(self.words))
                self.add(held, f"{name}.{each}" if name else each)
        elif isinstance(value, tuple):
            names = getattr(value, "_fields", range(len(value)))
            for each, held in zip(names, value, strict=True):
                self.add(held, f"{name}.{each}" if name else str(each))
        elif isinstance(value, Heads | Items):
            self.words.append(Word("pointer", self._buffer(value.words, "tree.words")))
            used = value.end.base if value.end.base is not None else value.end
            offset = _address(value.end) - _address(used)
            self.words.append(Word("pointer", self._buffer(used, "tree.used"), offset))
        elif isinstance(value, float):
            self.words.append(Word("float", value=value))
        else:
            number = self._buffer(value, name)
            self.words += [Word("pointer", number), Word("length", number)]

    def _buffer(self, value: Any, name: str) -> int:
        """Return the index of an array's buffer."""
        if isinstance(value, PackedActions):
            value = value.numbers
        elif isinstance(value, NamedItems):
            value = value.items
        array = np.asarray(value)
        if array.ndim != 1:
            raise TypeError(f"{name}, {type(value).__name__}, is no buffer of compiled code")
        key = id(value)
        if key not in self._known:
            self._known[key] = len(self.buffers)
            self._alive.append(value)
            contents = array.tobytes()
            zero = not any(contents)
            self.buffers.append(Buffer(array.itemsize, len(array), b"" if zero else contents))
        self.names.setdefault(name, self._known[key])
        return self._known[key]


def _address(array: Any) -> int:
    return int(array.__array_interface__["data"][0])
