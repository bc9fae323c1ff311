"""Games with hidden cards, hidden boards or moves at the same time."""
