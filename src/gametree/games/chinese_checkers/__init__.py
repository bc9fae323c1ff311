"""Chinese checkers: the star and the moves on it."""
