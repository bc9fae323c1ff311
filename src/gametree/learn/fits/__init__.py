"""Fits of networks to positions."""
