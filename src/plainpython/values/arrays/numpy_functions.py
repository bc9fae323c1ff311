"""All functions of NumPy that compiled rules can call."""

from __future__ import annotations

from typing import Any

from . import (
    array_arithmetic,
    array_attributes,
    array_axes,
    array_contents,
    array_joins,
    array_likes,
    array_places,
    array_reductions,
    array_sorting,
    array_views,
    new_arrays,
)
from .array_functions import OF_NUMPY

__all__ = ["STAND_INS"]

STAND_INS: dict[Any, Any] = dict(OF_NUMPY)
"""What is called in the place of NumPy's functions."""
