"""Proofs: bounds of the values of positions."""
