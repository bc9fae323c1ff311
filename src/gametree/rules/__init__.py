"""The rules of a game as the search meets them: watched, drawn from, repeated."""
