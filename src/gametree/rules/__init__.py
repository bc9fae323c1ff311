"""The rules of a game as searches use them: checked, drawn from, repeated."""
