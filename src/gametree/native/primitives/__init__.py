"""The functions of `gametree.primitives` in compiled code."""
