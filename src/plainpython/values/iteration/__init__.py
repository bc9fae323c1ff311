"""Loops, iterators, and functions of all that can be iterated."""
