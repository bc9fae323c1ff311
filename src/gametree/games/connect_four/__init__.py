"""Connect four: the board as bits, and a heuristic from patterns and threats."""
