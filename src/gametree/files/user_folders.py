"""The folders of a user for what can be made again, and for what cannot."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ..errors import BadParameter

__all__ = ["cache_folders", "cache_home", "data_file", "data_home", "surely"]

_PACKAGE = Path(__file__).resolve().parents[1]


def cache_home() -> Path:
    """Return the folder for what can be made again.

    Raises:
        RuntimeError: for a user without a home, as in containers.

    """
    return _folder("XDG_CACHE_HOME", "~/.cache", "~/Library/Caches")


def cache_folders() -> Iterator[Path]:
    """Yield the folders that compiled code may be kept in, the best first.

    `GAMETREE_CACHE_DIR` names another, the only one then.
    """
    chosen = os.environ.get("GAMETREE_CACHE_DIR")
    if chosen:
        yield Path(chosen)
        return
    yield _PACKAGE / "__pycache__"
    with contextlib.suppress(RuntimeError):  # a user without a home, as in containers
        yield cache_home()


def data_home() -> Path:
    """Return the folder for what the user would miss; `GAMETREE_DATA_DIR` names another.

    Raises:
        RuntimeError: for a user without a home, as in containers.

    """
    chosen = os.environ.get("GAMETREE_DATA_DIR")
    if chosen:
        return Path(chosen)
    return _folder("XDG_DATA_HOME", "~/.local/share", "~/Library/Application Support")


def data_file(folder: str, name: str) -> Path | None:
    """Return a file in a folder of what the user would miss; None for a user without a home."""
    try:
        return data_home() / folder / name
    except RuntimeError:
        return None


def surely(path: Path | None, content: str) -> Path:
    """Return the path of a file that is to be written.

    Raises:
        BadParameter: if there is none, since the user has no home.

    """
    if path is None:
        raise BadParameter(f"there is no home folder to keep {content} in: set GAMETREE_DATA_DIR")
    return path


def _folder(variable: str, elsewhere: str, on_a_mac: str) -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = on_a_mac
    else:
        base = os.environ.get(variable) or elsewhere
    return Path(base).expanduser() / "gametree"
