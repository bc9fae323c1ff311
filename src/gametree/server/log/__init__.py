"""The log of all games, in a database."""
