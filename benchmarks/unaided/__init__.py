"""Games without a heuristic, each in the plain Python of its rules, to measure learning on."""
