"""Opponents of measured strength: ladders of levels, and an opponent that adapts to a person."""
