"""All functions of NumPy that compiled code can call."""

from __future__ import annotations

from typing import Any

from . import (  # each teaches some by being loaded
    array_arithmetic,  # noqa: F401
    array_attributes,  # noqa: F401
    array_axes,  # noqa: F401
    array_contents,  # noqa: F401
    array_joins,  # noqa: F401
    array_likes,  # noqa: F401
    array_places,  # noqa: F401
    array_reductions,  # noqa: F401
    array_sorting,  # noqa: F401
    array_views,  # noqa: F401
    new_arrays,  # noqa: F401
)
from .array_functions import OF_NUMPY

__all__ = ["STAND_INS"]

STAND_INS: dict[Any, Any] = dict(OF_NUMPY)
"""The functions that replace NumPy's in compiled code."""
