"""Files of a JSON head and arrays, with a checksum over every byte.

    16 bytes    _MAGIC: what this is, and the version of this layout
     8 bytes    the length of the head
    32 bytes    SHA-256 of the head
                the head: {"arrays": [[name, bytes, SHA-256], ...], "content": ...}
                the arrays, one after the other, as they lie in memory

Nothing in such a file is ever run, and no array type is taken from it: whoever reads it
knows the types, and gives the memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self

import numpy as np

from ...errors import BadParameter, GametreeError, SavedSearchError
from ...replacing import replacing

__all__ = [
    "Arrays",
    "ChecksummedFile",
    "EncodedTree",
    "Part",
    "Read",
    "making_sense",
    "open_checksummed",
    "write_checksummed",
]

_MAGIC = b"gametree search1"
_KIND = len(_MAGIC) - 1  # what comes before the version
_HEAD_AT = len(_MAGIC) + 8 + 32

_CHUNK = 1 << 20
"""Bytes read at once: small enough to be in the cache when the checksum is taken."""

# What a sound file cannot bring about, whatever it holds.
_NONSENSE = (
    AttributeError,
    IndexError,
    KeyError,
    OverflowError,
    TypeError,
    ValueError,
)

Arrays = dict[str, np.ndarray[Any, Any]]
"""What stands in a file besides its head, by name."""

Read = Callable[[str, np.ndarray[Any, Any]], None]
"""Reads the next array, which goes by this name, into memory of its size."""


class EncodedTree(NamedTuple):
    """One tree of several, to be written: what the head says of it, and what stands beside it."""

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
        _bytes_of(into)[:] = self._arrays[name].data


class ChecksummedFile:
    """An open file, its head read and found whole.

    Attributes:
        path: its name.
        content: what the writer put into the head.
        sizes: the bytes of each array, in the order in which they are to be read.

    """

    def __init__(self, file: BinaryIO, path: str) -> None:
        self._file = file
        self.path = path
        start = file.read(_HEAD_AT)
        if start[:_KIND] != _MAGIC[:_KIND]:
            raise SavedSearchError(f"{path!r} is no saved search")
        if start[_KIND : len(_MAGIC)] != _MAGIC[_KIND:]:
            raise SavedSearchError(
                f"{path!r} was saved by another version of gametree, in another layout: "
                "load it with that version"
            )
        length = int.from_bytes(start[len(_MAGIC) : len(_MAGIC) + 8], "little")
        size = os.fstat(file.fileno()).st_size
        if len(start) < _HEAD_AT or length > size:
            raise _damaged(path, "it ends too early")
        head = file.read(length)
        if hashlib.sha256(head).digest() != start[-32:]:
            raise _damaged(path, "its head is not what was written")
        try:
            parsed = json.loads(head)
            self.content: Any = parsed["content"]
            self.sizes = {str(name): int(bytes_) for name, bytes_, _ in parsed["arrays"]}
            self._digests = {str(name): digest for name, _, digest in parsed["arrays"]}
        except (KeyError, RecursionError, TypeError, ValueError):
            raise _damaged(path, "its head makes no sense") from None
        if size != _HEAD_AT + length + sum(self.sizes.values()):
            raise _damaged(path, "it is shorter or longer than was written")

    def part(self, prefix: str, told: Any) -> Part:
        """Return the arrays whose names begin so, and what is told of them, as one tree."""
        sizes = {
            name.removeprefix(prefix): size
            for name, size in self.sizes.items()
            if name.startswith(prefix)
        }
        return Part(self.path, told, sizes, lambda name, into: self.read(prefix + name, into))

    def read(self, name: str, into: np.ndarray[Any, Any]) -> None:
        """Read the next array, which is this one, into memory of its size.

        Raises:
            SavedSearchError: if it is of another size, or not what was written.

        """
        left = _bytes_of(into)
        if self.sizes.get(name) != len(left):
            raise _damaged(self.path, f"{name} is of another size than it should be")
        digest = hashlib.sha256()
        while len(left):
            count = self._file.readinto(left[:_CHUNK])  # type: ignore[attr-defined]
            if not count:
                raise _damaged(self.path, "it ends too early")
            digest.update(left[:count])
            left = left[count:]
        if digest.hexdigest() != self._digests[name]:
            raise _damaged(self.path, f"{name} is not what was written")


@contextlib.contextmanager
def open_checksummed(path: str | os.PathLike[str]) -> Iterator[ChecksummedFile]:
    """Open a file for reading.

    Raises:
        BadParameter: if `path` is no path.
        SavedSearchError: if it cannot be read, or is not what was written.

    """
    named = _named(path)
    try:
        # Without a buffer of Python's: arrays are read straight to where they stay.
        with open(named, "rb", buffering=0) as file:
            yield ChecksummedFile(file, named)
    except OSError as error:
        if isinstance(error, SavedSearchError):
            raise
        raise SavedSearchError(
            f"the saved search {named!r} cannot be read: {error.strerror or error}"
        ) from error


@contextlib.contextmanager
def making_sense(path: str) -> Iterator[None]:
    """Tell of a damaged file where what it holds turns out to be nonsense."""
    try:
        yield
    except GametreeError:
        raise
    except MemoryError as error:
        raise SavedSearchError("the saved search needs more memory than there is") from error
    except _NONSENSE as error:
        raise _damaged(path, "what it holds does not fit together") from error


def write_checksummed(path: str | os.PathLike[str], content: Any, arrays: Arrays) -> None:
    """Write a file, whole or not at all: aside, brought to the disk, and renamed.

    Raises:
        BadParameter: if `path` is no path.
        SavedSearchError: if it cannot be written; what was there before still is.

    """
    named = _named(path)
    parts = {name: _bytes_of(array) for name, array in arrays.items()}
    listed = [[name, len(part), hashlib.sha256(part).hexdigest()] for name, part in parts.items()]
    head = json.dumps({"arrays": listed, "content": content}, separators=(",", ":")).encode()
    start = _MAGIC + len(head).to_bytes(8, "little") + hashlib.sha256(head).digest()
    target = Path(os.path.realpath(named))
    try:
        if target.exists() and not target.is_file():
            raise SavedSearchError(f"{named!r} is no ordinary file: name another")
        with replacing(target, "xb") as file:
            file.write(start + head)
            for part in parts.values():
                file.write(part)
    except SavedSearchError:
        raise
    except OSError as error:
        raise SavedSearchError(
            f"the search cannot be saved as {named!r}: {error.strerror or error}"
        ) from error


def _bytes_of(array: np.ndarray[Any, Any]) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _damaged(path: str, why: str) -> SavedSearchError:
    return SavedSearchError(f"the saved search {path!r} is damaged: {why}")


def _named(path: str | os.PathLike[str]) -> str:
    try:
        named = os.fsdecode(path)
    except TypeError:
        named = ""
    if not named or "\0" in named:
        raise BadParameter(f"a saved search is named by the path of its file, not by {path!r}")
    return named
