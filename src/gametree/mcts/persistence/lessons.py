"""Learned numbers of strategies, in the files of saved searches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...errors import BadParameter
from ...files.checksummed_file import Arrays, Read
from .json_codec import JsonCodec

__all__ = ["lessons_of", "teach"]

_Learned = Iterable[tuple[str, Any]]
"""Arrays and dicts by name, as `fingerprints.learned` yields them."""


def lessons_of(learned: _Learned, codec: JsonCodec, arrays: Arrays) -> dict[str, Any]:
    """Return what the head of a file says of what was learned; arrays are added to `arrays`."""
    lessons: dict[str, Any] = {}
    for name, value in learned:
        if isinstance(value, dict):
            lessons[name] = [list(map(codec.encode, pair)) for pair in value.items()]
        else:
            arrays[name] = np.ascontiguousarray(value)
            lessons[name] = _shape(arrays[name])
    return lessons


def teach(learned: _Learned, told: Mapping[str, Any], codec: JsonCodec, read: Read) -> None:
    """Write to arrays and dicts what a file holds.

    Raises:
        BadParameter: if they are of another type or shape.

    """
    for name, value in learned:
        if isinstance(value, dict):
            pairs = [tuple(map(codec.decode, pair)) for pair in told[name]]
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
