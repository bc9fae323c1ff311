"""Reports for designers: whether a game is fair and deep, and which of its rules matter."""

MINUTES = 10.0
"""The time that a study takes, if nothing else is asked for."""
