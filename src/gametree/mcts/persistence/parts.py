"""Parts of the files of saved searches: trees, each with the arrays beside it."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple, Self

import numpy as np

from ... import __version__
from ...errors import SavedSearchError
from ...files.checksummed_file import Arrays, ChecksummedFile, FileKind, Read, bytes_of

__all__ = [
    "SAVED_SEARCH",
    "EncodedTree",
    "Part",
    "part_of",
    "refuse_other_versions",
    "typed",
    "versions",
]

SAVED_SEARCH = FileKind(b"gametree search1", "saved search", SavedSearchError)


class EncodedTree(NamedTuple):
    """One tree of several in a file: its part of the head, and its arrays."""

    told: dict[str, Any]
    arrays: Arrays


class Part(NamedTuple):
    """One tree of several in a file, to be read."""

    path: str  # of the file
    told: Any  # what the head says of the tree
    sizes: dict[str, int]  # bytes of its arrays, in the order in which they are to be read
    read: Read

    def held(self) -> Self:
        """Return it with all arrays in memory: so it can be sent to another process.

        Raises:
            SavedSearchError: if an array is not what was written.

        """
        arrays = {name: np.empty(size, np.uint8) for name, size in self.sizes.items()}
        for name, array in arrays.items():
            self.read(name, array)
        return self._replace(read=_Held(arrays))


class _Held:
    """Reads arrays that are in memory as those of a file are read."""

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays

    def __call__(self, name: str, into: np.ndarray[Any, Any]) -> None:
        bytes_of(into)[:] = self._arrays[name].data


def part_of(file: ChecksummedFile, prefix: str, told: Any) -> Part:
    """Return the arrays whose names begin with a prefix, and their part of the head."""
    sizes = {
        name.removeprefix(prefix): size
        for name, size in file.sizes.items()
        if name.startswith(prefix)
    }
    return Part(file.path, told, sizes, lambda name, into: file.read(prefix + name, into))


def typed(value: Any, kind: type) -> Any:
    """Return a value of this very type."""
    if type(value) is not kind:
        raise TypeError
    return value


def versions() -> list[str]:
    """Return what a search must be loaded with.

    Bytecode, of which fingerprints are made, is that of one Python version.
    """
    return [f"gametree {__version__}", f"Python {sys.version_info[0]}.{sys.version_info[1]}"]


def refuse_other_versions(saved: Any) -> None:
    """Raise `SavedSearchError` if a search was saved by other versions."""
    if saved != versions():
        then, now = (", ".join(each) for each in (saved, versions()))
        raise SavedSearchError(
            f"the search was saved by {then}, and this is {now}: load it with those"
        )
