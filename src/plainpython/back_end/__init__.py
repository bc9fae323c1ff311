"""Numba: the passes, types and memory of compiled functions."""
