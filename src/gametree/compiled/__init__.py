"""Everything that uses Numba: no module outside this folder imports it."""

from .collector import collected_later

with collected_later():
    from . import build  # noqa: F401  # with it Numba, and what it is taught
