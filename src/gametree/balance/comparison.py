"""Reports on several rules side by side, and the parameter at which a game is fair."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from ..errors import BadParameter

if TYPE_CHECKING:
    from .report import BalanceReport

__all__ = ["comparison_table", "fair_value", "sweep_values"]

_MOST = 50


def sweep_values(text: str) -> tuple[str, list[str]]:
    """Return the name of a parameter and its values, of a text such as "komi=0.5:12.5:1".

    Raises:
        BadParameter: if the text is none of this form.

    """
    name, _, numbers = text.partition("=")
    try:
        low, high, step = map(Decimal, numbers.split(":"))
    except (ValueError, InvalidOperation):
        raise BadParameter(
            f"--sweep must be NAME=FROM:TO:STEP, such as komi=0.5:12.5:1, not {text!r}"
        ) from None
    if not all(each.is_finite() for each in (low, high, step)):
        raise BadParameter(f"--sweep takes numbers that are finite, not {text!r}")
    if not name or not step > 0 or high < low:
        raise BadParameter(f"--sweep goes upwards from FROM to TO by a STEP above 0, not {text!r}")
    count = int((high - low) / step) + 1
    if count > _MOST:
        raise BadParameter(f"--sweep takes at most {_MOST} values, and {text!r} has {count:.3g}")
    return name, [f"{low + n * step:f}" for n in range(count)]


def comparison_table(
    names: Sequence[str], reports: Sequence[BalanceReport]
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the names of columns and a row for each report, by its strongest players."""
    columns = ("rules", "simulations", "games", "seat 1", "draws", "moves", "Elo a doubling")
    rows: list[tuple[str, ...]] = []
    for name, report in zip(names, reports, strict=True):
        strongest = report.strongest
        rows.append(
            (
                name,
                f"{strongest.simulations:,}",
                f"{strongest.games:,}",
                strongest.seats[0].as_percent(),
                strongest.draws.as_percent(),
                "-" if strongest.plies is None else strongest.plies.as_number(),
                report.depth[-1].elo.as_number(0) if report.depth else "-",
            )
        )
    return columns, rows


def fair_value(values: Sequence[str], reports: Sequence[BalanceReport]) -> float | None:
    """Return where the first seat gets its fair share, between two values; None if nowhere."""
    known = [
        (float(value), report.strongest.seats[0].value - 1 / len(report.strongest.seats))
        for value, report in zip(values, reports, strict=True)
    ]
    for (low, below), (high, above) in itertools.pairwise(known):
        if below == 0:
            return low
        if below * above < 0:
            return low + (high - low) * below / (below - above)
    return known[-1][0] if known and known[-1][1] == 0 else None
