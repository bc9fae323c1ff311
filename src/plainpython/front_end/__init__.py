"""Functions as people write them, rewritten as code that Numba knows."""
