"""Dicts, counters and sets in compiled code."""
