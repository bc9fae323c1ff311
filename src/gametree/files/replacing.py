"""Files that are written whole or not at all: aside, brought to the disk, and renamed."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

__all__ = ["replacing", "sync_folder"]


@contextlib.contextmanager
def replacing(target: Path, mode: str, **options: Any) -> Iterator[IO[Any]]:
    """Open a file that replaces `target` at the end; until then that stays as it is.

    `mode` is "x" or "xb"; the options are those of `open`.

    Raises:
        OSError: if it cannot be written; what was there before still is.

    """
    if target.is_dir():  # also ".", which has no name
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    aside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with aside.open(mode, **options) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, target)
        sync_folder(target.parent)
    except BaseException:  # Ctrl-C too
        with contextlib.suppress(OSError):
            aside.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can be asked to."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
