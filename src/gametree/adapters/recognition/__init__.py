"""Finds out what the methods of a user's rules do, by their names and by trial."""
