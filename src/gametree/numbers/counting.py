"""Numbers with what they count, as people write them."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return "1 visit" or "2,000 visits"; the plural ends in s unless it is given."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
