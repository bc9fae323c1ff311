"""Numbers of Python and of NumPy in compiled code."""
