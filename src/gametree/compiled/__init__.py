"""Everything that uses Numba: no module outside this folder imports it."""
