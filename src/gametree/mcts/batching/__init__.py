"""Leaves evaluated many at a time."""
