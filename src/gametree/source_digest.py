"""A hash of the package's own source files."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

__all__ = ["source_digest"]

_PACKAGE = Path(__file__).resolve().parent


@lru_cache(maxsize=4)
def source_digest(excluded: tuple[str, ...]) -> str:
    """Return the SHA-256 of all source files outside the `excluded` folders, such as "cli/"."""
    digest = hashlib.sha256()
    for file in sorted(_PACKAGE.rglob("*.py")):
        name = file.relative_to(_PACKAGE).as_posix()
        if not name.startswith(excluded):
            digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
