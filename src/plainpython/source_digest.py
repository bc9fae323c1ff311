"""A hash of the source files of a package."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

__all__ = ["source_digest"]


@lru_cache(maxsize=8)
def source_digest(package: Path, excluded: tuple[str, ...] = ()) -> str:
    """Return the SHA-256 of all source files of a package outside `excluded`, such as "cli/"."""
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        name = file.relative_to(package).as_posix()
        if not name.startswith(excluded):
            digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
