"""Tables and counts as plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["counts_text", "text_table"]


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


def counts_text(counts: Mapping[str, int]) -> str:
    """Return counts in one line, the most frequent first: "rules 20, time 1"."""
    most_first = sorted(counts.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {count:,}" for name, count in most_first)
