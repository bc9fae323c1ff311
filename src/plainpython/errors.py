"""The error for code that cannot be compiled."""

from __future__ import annotations

__all__ = ["CannotCompile"]


class CannotCompile(TypeError):
    """Code that cannot be compiled; the message says where, why and how to mend it.

    Attributes:
        reason: why, and how to mend it; empty if only the message says so.
        file: the file of the code at fault; empty if it is not known.
        line: the line there.
    """

    def __init__(self, message: str = "", reason: str = "", file: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.reason = reason
        self.file = file
        self.line = line
