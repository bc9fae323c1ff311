"""NumPy arrays in compiled code."""
