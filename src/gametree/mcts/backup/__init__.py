"""Backup: what a simulation's values do to the statistics on its path."""
