"""Tuning of a player's parameters by games."""
