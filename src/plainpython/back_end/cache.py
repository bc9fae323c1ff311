"""Cache of compiled code on disk.

Numba's own cache keeps one index file a function and numbers its data files:
two processes that start cold together can each write "number 1" and leave an
index that leads to the other's code. It also watches only the source file of
the outermost function. So we keep our own: one file for each piece of compiled
code, written aside and renamed, whose name is a hash of all that the code
depends on. Nothing is ever overwritten with something else, and stale code is
simply never asked for.

The files lie in `__pycache__` of the package, or, where that cannot be
written, in the user's cache folder; `PLAINPYTHON_CACHE_DIR` overrides both, and a library may name
others. Where there is no such folder either, everything is recompiled: others may write to what
all users share.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.serialize import dumps

from ..libraries import registered
from ..source_digest import source_digest
from ..values.arena import POISONED

__all__ = ["cache_folder", "load", "store"]

_PACKAGE = Path(__file__).resolve().parent.parent
_SUFFIX = ".plainpython-cache"
_DIGEST_SIZE = hashlib.sha256().digest_size

MOST_FILES = 2000
"""When there are more files than this, those not used for longest go (some 130 kB each)."""


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """Return the folder for compiled code; None where nothing can be written."""
    for folder in _candidates():
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
    return None


def _candidates() -> Iterable[Path]:
    chosen = [library.cache_folders for library in registered() if library.cache_folders]
    return chosen[-1]() if chosen else _own_folders()


def _own_folders() -> Iterator[Path]:
    chosen = os.environ.get("PLAINPYTHON_CACHE_DIR")
    if chosen:
        yield Path(chosen)
        return
    yield _PACKAGE / "__pycache__"
    with contextlib.suppress(RuntimeError):  # a user without a home, as in containers
        yield Path("~/.cache/plainpython").expanduser()


def load(key: str) -> Any:
    """Return what was stored under `key`, or None."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        path = _path(folder, key)
        data = path.read_bytes()
        if not data.startswith(_digest(data[_DIGEST_SIZE:])):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # it was used now
        return pickle.loads(data[_DIGEST_SIZE:])
    except Exception:  # missing, or it names what is no longer there: a miss, whatever it raises
        return None


def store(key: str, value: Any) -> None:
    """Keep `value` under `key`; a full or read-only disk is no error."""
    folder = cache_folder()
    if folder is None:
        return
    with contextlib.suppress(OSError):
        path = _path(folder, key)
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=_SUFFIX + ".part")
        try:
            data = dumps(value)
            with os.fdopen(handle, "wb") as file:
                file.write(_digest(data) + data)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
        _prune(folder)


def _digest(data: bytes) -> bytes:
    """Return the checksum that begins a file: a damaged file must not be run."""
    return hashlib.sha256(data).digest()


def _path(folder: Path, key: str) -> Path:
    # The level of optimisation (NUMBA_OPT): who has asked for fast code gets none that is not.
    how = f"{_environment()}\0{numba.config.OPT!r}"
    digest = hashlib.sha256(f"{how}\0{key}".encode()).hexdigest()[:40]
    return folder / (digest + _SUFFIX)


@lru_cache(maxsize=1)
def _environment() -> str:
    """Return everything that all compiled code depends on: versions, processor, the package."""
    own = [source_digest(_PACKAGE)]
    sources = own + [each.digest_of_sources() for each in registered() if each.digest_of_sources]
    target = numba.core.registry.cpu_target.target_context.codegen().magic_tuple()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    return repr((sources, target, versions, POISONED))


def _prune(folder: Path) -> None:
    # Unfinished files of processes that were killed go as well.
    files = list(folder.glob(f"*{_SUFFIX}*"))
    if len(files) > MOST_FILES:
        files.sort(key=lambda file: file.stat().st_mtime)
        for file in files[: len(files) - MOST_FILES]:
            file.unlink(missing_ok=True)
