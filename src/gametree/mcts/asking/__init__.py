"""Slow evaluators: the search gives out tickets and takes answers in any order."""
