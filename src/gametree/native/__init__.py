"""The bridge from games to the compiler: all of gametree that knows how rules are compiled."""

from plainpython.back_end.collector import collected_later

with collected_later():
    from . import build  # noqa: F401  # with it Numba, and what it is taught
