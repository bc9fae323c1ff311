"""Encodes states, actions and keys in JSON and decodes them to exactly the same values.

What JSON has words for stands as it is; everything else as a dict with one key that says
what it is. A class is never looked up by the name in a file: named tuples, dataclasses and NumPy
records are of the classes and types that the game's own first state is made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

import numpy as np

from plainpython.bits import u64

from ...errors import BadParameter
from ...game import Game

__all__ = ["JsonCodec", "not_too_deep"]

_PLAIN = (type(None), bool, int, float, str)
_LONG = 8192  # bits; Python does not write integers much longer than that in decimals
_NUMBERS = "?biufc"  # the kinds of NumPy types that are nothing but bytes


class JsonCodec:
    """Writes and reads what one game's searches hold."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _classes(self) -> dict[str, Any]:
        """The named tuples, dataclasses and record types of the first state, by name.

        Also those of what a player knows in it.
        """
        game = self._game
        first = game.initial_state()
        found = dict(_classes_in(first))
        if game.defines_information_state:
            for player in range(game.players):
                found |= _classes_in(game.information_state(first, player))
        return found

    def encode(self, value: Any) -> Any:
        """Return a value as JSON has it.

        Raises:
            BadParameter: if it cannot be read again as what it was.

        """
        kind = type(value)
        if kind is int and value.bit_length() > _LONG:
            return {"int": hex(value)}
        if kind in _PLAIN:
            return value
        if kind is u64:
            return {"u64": int(value)}
        if kind is bytes:
            return {"bytes": value.hex()}
        if kind in (list, tuple):
            return {kind.__name__: [self.encode(each) for each in value]}
        if isinstance(value, tuple) and self._classes.get(_name_of(kind)) is kind:
            return {"named": [_name_of(kind), [self.encode(each) for each in value]]}
        if kind is dict:
            return {"dict": [[self.encode(key), self.encode(each)] for key, each in value.items()]}
        if is_dataclass(kind) and self._classes.get(_name_of(kind)) is kind:
            items = [self.encode(getattr(value, each.name)) for each in fields(value)]
            return {"dataclass": [_name_of(kind), items]}
        if kind is np.ndarray or isinstance(value, np.generic):
            shape = list(value.shape) if kind is np.ndarray else None
            if value.dtype.kind in _NUMBERS:
                return {"numpy": [value.dtype.str, shape, value.tobytes().hex()]}
            if self._classes.get(_name_of(value.dtype)) == value.dtype:
                return {"record": [_name_of(value.dtype), shape, value.tobytes().hex()]}
        raise BadParameter(
            "the search cannot be saved: a state or an action holds an object of type "
            f"{kind.__name__}; numbers, texts, bytes, None, tuples, lists, dicts, NumPy numbers "
            "and arrays can be saved, and named tuples, dataclasses and records as in the game's "
            "first state"
        )

    def decode(self, encoded: Any) -> Any:
        """Return what was encoded.

        Raises:
            KeyError, TypeError, ValueError: if it is nothing that `encode` has returned.

        """
        if not isinstance(encoded, dict):
            if type(encoded) not in _PLAIN:
                raise TypeError
            return encoded
        ((kind, told),) = encoded.items()
        if kind == "int":
            return int(told, 16)
        if kind == "u64":
            return u64(told)
        if kind == "bytes":
            return bytes.fromhex(told)
        if kind == "list":
            return [self.decode(each) for each in told]
        if kind == "tuple":
            return tuple([self.decode(each) for each in told])
        if kind == "named":
            name, items = told
            cls = self._classes[name]
            if len(items) != len(cls._fields):
                raise ValueError
            return tuple.__new__(cls, [self.decode(each) for each in items])
        if kind == "dict":
            return {self.decode(key): self.decode(each) for key, each in told}
        if kind == "dataclass":
            return self._decoded_dataclass(*told)
        name, shape, digits = told
        if kind == "record":
            dtype = self._classes[name]
        elif kind == "numpy" and np.dtype(str(name)).kind in _NUMBERS:
            dtype = np.dtype(str(name))
        else:
            raise ValueError
        array = np.frombuffer(bytes.fromhex(digits), dtype).copy()
        return array[0] if shape is None else array.reshape([int(each) for each in shape])

    def _decoded_dataclass(self, name: str, items: list[Any]) -> Any:
        """Return a dataclass with these fields; its `__init__` does not run."""
        cls = self._classes[name]
        if len(items) != len(fields(cls)):
            raise ValueError
        made = object.__new__(cls)
        for field, item in zip(fields(cls), items, strict=True):
            object.__setattr__(made, field.name, self.decode(item))
        return made


@contextmanager
def not_too_deep() -> Iterator[None]:
    """Refuse what is nested so deep that Python cannot write it."""
    try:
        yield
    except RecursionError:
        raise BadParameter(
            "the search cannot be saved: a state or an action is nested too deep"
        ) from None


def _name_of(kind: Any) -> str:
    if isinstance(kind, np.dtype):
        return repr(kind.descr)
    return f"{kind.__module__}.{kind.__qualname__}"


def _classes_in(state: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(state, (list, tuple)):
        if hasattr(state, "_fields"):
            yield _name_of(type(state)), type(state)
        for each in state:
            yield from _classes_in(each)
    elif isinstance(state, dict):
        for each in state.values():
            yield from _classes_in(each)
    elif is_dataclass(state) and not isinstance(state, type):
        yield _name_of(type(state)), type(state)
        for field in fields(state):
            yield from _classes_in(getattr(state, field.name))
    elif isinstance(state, (np.ndarray, np.void)) and state.dtype.names:
        yield _name_of(state.dtype), state.dtype
