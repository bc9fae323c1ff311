"""Actions of any kind in compiled code."""
