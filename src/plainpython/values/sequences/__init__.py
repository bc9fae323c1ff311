"""Tuples, lists, texts, bytes, deques and heaps in compiled code."""
