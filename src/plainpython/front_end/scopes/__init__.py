"""Scopes: the variables of functions, and reads of them that are not safe."""
