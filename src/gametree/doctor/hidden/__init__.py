"""Checks of games that hide something: what each player knows, and the worlds drawn from it."""
