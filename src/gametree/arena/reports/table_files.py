"""The summary of a contest as a table for spreadsheets (CSV) and for papers (LaTeX)."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence

__all__ = ["TABLES", "csv_table", "latex_table"]

TABLES = ("csv", "tex")

_Value = str | int | float | None

_SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def csv_table(columns: Sequence[str], rows: Sequence[Sequence[_Value]]) -> str:
    """Return a table as CSV with a line of names; what is not known is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def latex_table(columns: Sequence[str], rows: Sequence[Sequence[_Value]]) -> str:
    """Return a table as a `tabular` of LaTeX, which needs no package."""
    digits = [_digits([row[at] for row in rows]) for at in range(len(columns))]
    lines = [f"\\begin{{tabular}}{{l{'r' * (len(columns) - 1)}}}", "\\hline"]
    lines += [_line(columns, digits), "\\hline", *(_line(row, digits) for row in rows)]
    return "\n".join([*lines, "\\hline", "\\end{tabular}", ""])


def _digits(values: Sequence[_Value]) -> int:
    """Return how many digits after the point the numbers of a column need."""
    sizes = [abs(each) for each in values if isinstance(each, float) and math.isfinite(each)]
    return 3 if max(sizes, default=0.0) < 10 else 0


def _line(cells: Sequence[_Value], digits: Sequence[int]) -> str:
    return f"{' & '.join(map(_cell, cells, digits))} \\\\"


def _cell(value: _Value, digits: int) -> str:
    if value is None:
        return "--"
    if isinstance(value, float):
        if math.isinf(value):
            return r"$\infty$" if value > 0 else r"$-\infty$"
        return f"${value:.{digits}f}$"
    return re.sub(r"[&%$#_{}\\~^]", lambda found: _SPECIAL[found[0]], str(value))
