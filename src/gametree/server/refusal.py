"""A refusal: what a client hears when it asks for what cannot be."""

from __future__ import annotations

__all__ = ["Refusal"]


class Refusal(Exception):
    """Something that is not done, with a word for programs and a sentence for people."""

    def __init__(self, code: str, message: str, *, field: str | None = None, status: int = 400):
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.status = status
