"""Descriptions of the answers to requests, and the bound on requests of one address."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from ..messages.refusal import Refusal
from .token_bucket import AddressBuckets

__all__ = ["answers", "take_turn"]


def answers(kind: Any, status: int = 200) -> dict[str, Any]:
    """Describe the answers of a request; answers are not checked against their types."""
    return {"response_model": None, "responses": {status: {"model": kind}}}


def take_turn(buckets: AddressBuckets, request: Request) -> None:
    """Count a request.

    Raises:
        Refusal: if its address sends too many.

    """
    if not buckets.take(request.client.host if request.client else ""):
        raise Refusal("too_fast", "too many requests: wait a second", status=429)
