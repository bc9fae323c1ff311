"""Tables as plain text, for reports that are printed, mailed or kept."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["text_table"]


def text_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], *, left: Sequence[str] = ()
) -> str:
    """Return a table; the columns named in `left` are flush left, the others right."""
    lines = [tuple(columns), *map(tuple, rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    return "\n".join(
        "  ".join(
            f"{cell:<{width}}" if column in left else f"{cell:>{width}}"
            for column, cell, width in zip(columns, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )
