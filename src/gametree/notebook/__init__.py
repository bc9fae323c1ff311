"""Searches that are watched in a notebook while they run (extra `notebook`)."""
