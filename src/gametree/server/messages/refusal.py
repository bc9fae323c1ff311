"""A refusal: what a client hears when it asks for what cannot be."""

from __future__ import annotations

from .sent import RefusedMessage

__all__ = ["RULES_FAILED", "Refusal"]

RULES_FAILED = "the rules or the search failed: the log of the server says why"
"""What clients read of errors that may name what is hidden from them."""


class Refusal(Exception):
    """Something that is not done, with a word for programs and a sentence for people."""

    def __init__(self, code: str, message: str, *, field: str | None = None, status: int = 400):
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.status = status

    def told(self, ref: str | None) -> RefusedMessage:
        """Return it as the answer to a message that its client calls `ref`."""
        report: RefusedMessage = {
            "type": "refused",
            "ref": ref,
            "code": self.code,
            "message": self.message,
        }
        if self.field is not None:
            report["field"] = self.field
        return report
