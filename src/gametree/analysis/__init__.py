"""Searches for many at once: queries, the worker processes that answer them, their reports."""

from __future__ import annotations

from .pool import EnginePool, QueryTicket
from .query import Query
from .worker_bounds import WorkerBounds

__all__ = ["EnginePool", "Query", "QueryTicket", "WorkerBounds"]
