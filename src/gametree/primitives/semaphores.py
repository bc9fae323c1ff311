"""Semaphores of the C library, on which threads of compiled code sleep until others wake them.

Compiled code runs without Python's lock, and can wait for nothing of Python's. A POSIX semaphore
can be used from both sides: interpreted, these call the same functions of the same library.
"""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any

import numpy as np

from ..errors import BadParameter

__all__ = ["WORDS", "acquire", "new_semaphores", "release", "release_each"]

WORDS = 8
"""Words of 64 bits for each: `sem_t` has 16 or 32 bytes, and none shares a cache line."""


@lru_cache(maxsize=1)
def _library() -> Any:
    """Return the C library.

    Raises:
        BadParameter: if it has no semaphores.

    """
    library = ctypes.CDLL(None)
    try:
        for name, arguments in (
            ("sem_init", [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint]),
            ("sem_wait", [ctypes.c_void_p]),
            ("sem_post", [ctypes.c_void_p]),
        ):
            getattr(library, name).argtypes = arguments
    except AttributeError:
        raise _missing() from None
    return library


def _missing() -> BadParameter:
    return BadParameter(
        "this system has no POSIX semaphores, on which games wait for a network: use Linux"
    )


def new_semaphores(count: int) -> Any:
    """Return this many semaphores that nobody has released, in one array of words.

    The array must stay alive as long as somebody may wait.

    Raises:
        BadParameter: if the system has none.

    """
    words = np.zeros(count * WORDS, np.int64)
    for index in range(count):
        if _library().sem_init(_address(words, index), 0, 0) != 0:
            raise _missing()
    return words


def _address(words: Any, index: int) -> int:
    return int(words.ctypes.data) + 8 * WORDS * index


def acquire(words: Any, index: int) -> int:
    """Sleep until a semaphore is released; return 0, or another number if a signal came first."""
    return int(_library().sem_wait(_address(words, index)))


def release(words: Any, index: int) -> int:
    """Wake one who sleeps on a semaphore, or the next one who would."""
    return int(_library().sem_post(_address(words, index)))


def release_each(words: Any, chosen: Any) -> None:
    """Release the semaphores of these numbers."""
    for place in range(len(chosen)):
        release(words, int(chosen[place]))
