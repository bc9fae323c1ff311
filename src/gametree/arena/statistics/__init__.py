"""Statistics of results: Elo, sequential tests, ratings, and the tuning of parameters."""
