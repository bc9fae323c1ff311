"""The errors of the compiler as errors of gametree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import plainpython.back_end.explain as language
from plainpython.compilable import Compilable
from plainpython.errors import CannotCompile

from ..errors import NotCompilable, cause_shown

__all__ = ["explaining"]


@contextmanager
def explaining(*objects: Compilable, method: str = "") -> Iterator[None]:
    """Turn whatever goes wrong while compiling into `NotCompilable`, with one sentence."""
    try:
        with language.explaining(*objects, method=method):
            yield
    except CannotCompile as error:
        message = getattr(objects[0], "when_not_compiled", str)(str(error))
        refusal = NotCompilable(message, error.reason, error.file, error.line)
        raise refusal from cause_shown(error.__cause__ or error)
