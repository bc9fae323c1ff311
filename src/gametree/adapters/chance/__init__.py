"""Chance that rules draw themselves, as events of the game."""
