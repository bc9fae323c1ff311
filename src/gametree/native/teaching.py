"""Teaches Numba what games and the search name, and ordinary Python, by being loaded."""

from __future__ import annotations

from plainpython.back_end import teaching

from .actions import actions, mixed_actions, mixed_parts
from .primitives import (
    atomics,
    deals,
    pasts,
    real_actions,
    records,
    registers,
    semaphores,
    state_arrays,
    state_copies,
    state_memory,
    state_parts,
    vectors,
)

__all__ = ["TEACHERS"]

TEACHERS = (
    *teaching.TEACHERS,
    actions,
    atomics,
    deals,
    mixed_actions,
    mixed_parts,
    pasts,
    records,
    real_actions,
    registers,
    semaphores,
    state_arrays,
    state_copies,
    state_memory,
    state_parts,
    vectors,
)
"""The modules that do it; others are loaded by these."""
