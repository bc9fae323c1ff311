"""Evaluation: what a leaf is worth."""
