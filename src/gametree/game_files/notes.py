"""Notes on a file: sentences with a line and a column, of which a damaged file gives only some."""

from __future__ import annotations

from .text import position_of

__all__ = ["Notes"]

_MOST = 20


class Notes:
    """Sentences about a text, in the order in which they are written.

    Args:
        text: what they are about.
        first: sentences that stand before them.

    """

    def __init__(self, text: str, first: list[str] | None = None) -> None:
        self._text = text
        self._sentences = list(first or ())
        self._left_out = 0

    def add(self, sentence: str, offset: int | None = None) -> None:
        """Add a sentence, with the line and column of an offset into the text."""
        if len(self._sentences) >= _MOST:
            self._left_out += 1
        elif offset is None:
            self._sentences.append(sentence)
        else:
            self._sentences.append(f"{position_of(self._text, offset)}: {sentence}")

    def sentences(self) -> tuple[str, ...]:
        """Return all of them; the last one says how many more there were."""
        more = [f"{self._left_out:,} more of this kind"] if self._left_out else []
        return (*self._sentences, *more)
