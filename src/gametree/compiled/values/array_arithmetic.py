"""Arithmetic on arrays that NumPy has functions for, number by number."""

from __future__ import annotations

import numpy as np

from .array_functions import array_function
from .array_operations import is_array
from .arrays import viewed

__all__ = []


@array_function(np.abs)
def _absolute(a):
    return (lambda a: abs(viewed(a))) if is_array(a) else (lambda a: abs(a))
