"""Values of users' rules: states, moves and results, checked and made hashable."""
