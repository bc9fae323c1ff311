"""The bridge from games to the compiler: all of gametree that knows how rules are compiled."""

from plainpython.back_end.collector import collected_later
from plainpython.back_end.numba_parts.required import numba_loaded
from plainpython.errors import CannotCompile

from ..errors import NotCompilable

try:
    with numba_loaded(), collected_later():
        from . import build  # noqa: F401  # with it Numba, and what it is taught
except CannotCompile as error:
    raise NotCompilable(str(error)) from error.__cause__
