"""Literals and expressions that Numba does not know, rewritten."""
