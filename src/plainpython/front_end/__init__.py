"""Rules as people write them, rewritten as code that Numba knows, before it sees them."""
