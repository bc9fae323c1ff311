"""Folders and files of an export, written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ..errors import ExportError, GametreeError
from ..files.replacing import replacing

__all__ = ["SITE_MARK", "new_file", "new_folder"]


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Give an empty folder that takes the name `target` at the end, if nothing fails.

    Raises:
        ExportError: if it cannot be written, or there is something of this name that is no export.

    """
    if target.exists() and not _is_export(target):
        raise ExportError(
            f"{target} is there already and is no export of gametree: choose another name"
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise ExportError(f"{target} cannot be written: {error.strerror}") from None
    try:
        yield aside
        aside.chmod(0o777 & ~_umask())
        if target.exists():
            old = aside.with_name(f"{aside.name}.old")
            os.replace(target, old)
            os.replace(aside, target)
            shutil.rmtree(old)
        else:
            os.replace(aside, target)
    except GametreeError:
        raise
    except OSError as error:
        raise ExportError(f"{target} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def new_file(target: Path) -> Iterator[IO[str]]:
    """Give a file of text that takes the name `target` at the end, if nothing fails.

    Raises:
        ExportError: if it cannot be written.

    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target, "x", encoding="utf-8", newline="\n") as file:
            yield file
    except GametreeError:
        raise
    except OSError as error:
        raise ExportError(f"{target} cannot be written: {error.strerror}") from None


SITE_MARK = "gametree.webmanifest"
"""The file that a site has, and no other folder."""

_MARKS = ("engine.wasm", "gametree.h", SITE_MARK)


def _is_export(folder: Path) -> bool:
    """Return whether a folder is empty, or an earlier export: only then it is replaced."""
    if not folder.is_dir():
        return False
    names = {each.name for each in folder.iterdir()}
    return not names or any(mark in names for mark in _MARKS)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
