"""Draws from the generators of `random` and `numpy.random`: refused."""

from __future__ import annotations

import random
import sys
from typing import Any

from ...libraries import instead_of_draws
from ...reasons import Unsupported

__all__ = ["refuse_draws"]


def refuse_draws(value: Any) -> None:
    """Refuse a function that draws from the one generator of a module.

    Numba would draw from a generator of its own, which `random.seed` does not reach.
    """
    generator = getattr(value, "__self__", None)
    # A program that names a generator of NumPy's has loaded this module.
    numpy_random = sys.modules.get("numpy.random")
    if isinstance(generator, random.Random):
        module = "random"
    elif numpy_random is not None and isinstance(generator, numpy_random.RandomState):
        module = "numpy.random"
    else:
        return
    raise Unsupported(
        f"it draws with {module}.{value.__name__}, and compiled code has another generator, which "
        f"{module}.seed does not reach",
        instead_of_draws(),
    )
