"""gametree as an engine by the Universal Chess Interface (Kahlen and Meyer-Kahlen, 2004)."""

from __future__ import annotations

from .engine import UciEngine

__all__ = ["UciEngine"]
