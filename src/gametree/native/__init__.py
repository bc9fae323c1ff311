"""Everything that uses Numba: no module outside this folder imports it."""

from plainpython.back_end.collector import collected_later

with collected_later():
    from . import build
