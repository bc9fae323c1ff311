"""Files of a JSON head and arrays, with a checksum over every byte.

    16 bytes    `FileKind.magic`: what this is, and the version of this layout
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
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from ..errors import BadParameter, GametreeError
from .replacing import replacing

__all__ = [
    "Arrays",
    "ChecksummedFile",
    "FileKind",
    "Read",
    "bytes_of",
    "making_sense",
    "open_checksummed",
    "write_checksummed",
]

_MAGIC = 16
_KIND = _MAGIC - 1  # what comes before the version
_HEAD_AT = _MAGIC + 8 + 32

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


class FileKind(NamedTuple):
    """What the files of a kind hold.

    Attributes:
        magic: their first 16 bytes, the last of which is the version of the layout.
        noun: what one is called.
        error: what is raised for a file that is none of these, or damaged.

    """

    magic: bytes
    noun: str
    error: type[GametreeError]

    def damaged(self, path: str, why: str) -> GametreeError:
        """Return the error for a file that is not what was written."""
        return self.error(f"the {self.noun} {path!r} is damaged: {why}")


class ChecksummedFile:
    """An open file, its head read and found whole.

    Attributes:
        path: its name.
        kind: what sort of file it is.
        content: what the writer put into the head.
        sizes: the bytes of each array, in the order in which they are to be read.

    """

    def __init__(self, file: BinaryIO, path: str, kind: FileKind) -> None:
        self._file = file
        self.path = path
        self.kind = kind
        start = file.read(_HEAD_AT)
        if start[:_KIND] != kind.magic[:_KIND]:
            raise kind.error(f"{path!r} is no {kind.noun}")
        if start[_KIND:_MAGIC] != kind.magic[_KIND:]:
            raise kind.error(
                f"{path!r} was saved by another version of gametree, in another layout: "
                "load it with that version"
            )
        length = int.from_bytes(start[_MAGIC : _MAGIC + 8], "little")
        size = os.fstat(file.fileno()).st_size
        if len(start) < _HEAD_AT or length > size:
            raise kind.damaged(path, "it ends too early")
        head = file.read(length)
        if hashlib.sha256(head).digest() != start[-32:]:
            raise kind.damaged(path, "its head is not what was written")
        try:
            parsed = json.loads(head)
            self.content: Any = parsed["content"]
            self.sizes = {str(name): int(bytes_) for name, bytes_, _ in parsed["arrays"]}
            self._digests = {str(name): digest for name, _, digest in parsed["arrays"]}
        except (KeyError, RecursionError, TypeError, ValueError):
            raise kind.damaged(path, "its head makes no sense") from None
        if size != _HEAD_AT + length + sum(self.sizes.values()):
            raise kind.damaged(path, "it is shorter or longer than was written")

    def read(self, name: str, into: np.ndarray[Any, Any]) -> None:
        """Read the next array, which is this one, into memory of its size.

        Raises:
            GametreeError: that of the kind, if it is of another size, or not what was written.

        """
        left = bytes_of(into)
        if self.sizes.get(name) != len(left):
            raise self.kind.damaged(self.path, f"{name} is of another size than it should be")
        digest = hashlib.sha256()
        while len(left):
            count = self._file.readinto(left[:_CHUNK])  # type: ignore[attr-defined]
            if not count:
                raise self.kind.damaged(self.path, "it ends too early")
            digest.update(left[:count])
            left = left[count:]
        if digest.hexdigest() != self._digests[name]:
            raise self.kind.damaged(self.path, f"{name} is not what was written")


@contextlib.contextmanager
def open_checksummed(path: str | os.PathLike[str], kind: FileKind) -> Iterator[ChecksummedFile]:
    """Open a file for reading.

    Raises:
        BadParameter: if `path` is no path.
        GametreeError: that of the kind, if it cannot be read, or is not what was written.

    """
    named = _named(path, kind)
    try:
        # Without a buffer of Python's: arrays are read straight to where they stay.
        with open(named, "rb", buffering=0) as file:
            yield ChecksummedFile(file, named, kind)
    except OSError as error:
        if isinstance(error, GametreeError):
            raise
        raise kind.error(
            f"the {kind.noun} {named!r} cannot be read: {error.strerror or error}"
        ) from error


@contextlib.contextmanager
def making_sense(path: str, kind: FileKind) -> Iterator[None]:
    """Tell of a damaged file where what it holds turns out to be nonsense."""
    try:
        yield
    except GametreeError:
        raise
    except MemoryError as error:
        raise kind.error(f"the {kind.noun} needs more memory than there is") from error
    except _NONSENSE as error:
        raise kind.damaged(path, "what it holds does not fit together") from error


def write_checksummed(
    path: str | os.PathLike[str], kind: FileKind, content: Any, arrays: Arrays
) -> None:
    """Write a file, whole or not at all: aside, brought to the disk, and renamed.

    Raises:
        BadParameter: if `path` is no path.
        GametreeError: that of the kind, if it cannot be written; what was there before still is.

    """
    named = _named(path, kind)
    parts = {name: bytes_of(array) for name, array in arrays.items()}
    listed = [[name, len(part), hashlib.sha256(part).hexdigest()] for name, part in parts.items()]
    head = json.dumps({"arrays": listed, "content": content}, separators=(",", ":")).encode()
    start = kind.magic + len(head).to_bytes(8, "little") + hashlib.sha256(head).digest()
    target = Path(os.path.realpath(named))
    try:
        if target.exists() and not target.is_file():
            raise kind.error(f"{named!r} is no ordinary file: name another")
        with replacing(target, "xb") as file:
            file.write(start + head)
            for part in parts.values():
                file.write(part)
    except GametreeError:
        raise
    except OSError as error:
        raise kind.error(
            f"the {kind.noun} cannot be saved as {named!r}: {error.strerror or error}"
        ) from error


def bytes_of(array: np.ndarray[Any, Any]) -> memoryview:
    """Return the memory of an array, byte by byte."""
    return array.reshape(-1).view(np.uint8).data


def _named(path: str | os.PathLike[str], kind: FileKind) -> str:
    try:
        named = os.fsdecode(path)
    except TypeError:
        named = ""
    if not named or "\0" in named:
        raise BadParameter(f"a {kind.noun} is named by the path of its file, not by {path!r}")
    return named
