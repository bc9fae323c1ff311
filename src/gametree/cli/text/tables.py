"""Tables, by rich."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

__all__ = ["print_table"]


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[str] = ()
) -> None:
    """Print a table; the columns named in `left` are flush left, the others right."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, justify="left" if column in left else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    # In a file or a pipe nothing is gained by breaking lines.
    width = None if sys.stdout.isatty() else 400
    Console(width=width, highlight=False, markup=False, emoji=False).print(table)
