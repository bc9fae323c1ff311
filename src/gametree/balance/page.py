"""The report as one HTML file, with pictures; it loads nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ..drawing.charts import bars
from ..drawing.html_parts import page, paragraph, table_of_texts
from .comparison import comparison_table
from .estimates import Figure
from .report import BalanceReport

__all__ = ["balance_page"]

_DEFINITIONS = (
    "A seat's share is what it gets of the points of a game: 1 for a win, and a part of it for "
    "each of those who share the best result. All intervals are of 95 %. Lead changes: the share "
    "of moves after which another player is expected to win. Drama: how far the later winner was "
    "behind, as the mean over the moves of the square root of the difference of the expected "
    "results. Both follow C. Browne, Automatic Generation and Evaluation of Recombination Games, "
    "2008. Comebacks: won games whose winner expected less than 35 % at some time."
)


def balance_page(names: Sequence[str], reports: Sequence[BalanceReport], note: str = "") -> str:
    """Return a page of one report, or of several side by side.

    Args:
        names: of the rules, one for each report.
        reports: what was found out.
        note: a sentence on all of them.

    """
    title = "Balance of " + (names[0] if len(names) == 1 else f"{len(names)} games")
    return page(title, _parts(names, reports, note))


def _parts(names: Sequence[str], reports: Sequence[BalanceReport], note: str) -> Iterator[str]:
    yield f"<h1>Balance{'' if len(names) > 1 else f' of {escape(names[0])}'}</h1>"
    if len(names) > 1:
        yield table_of_texts(*comparison_table(names, reports), left=1)
        firsts = [report.strongest.seats[0] for report in reports]
        yield _picture("The first seat", names, firsts, len(reports[0].strongest.seats))
        if note:
            yield paragraph(note)
    for name, report in zip(names, reports, strict=True):
        if len(names) > 1:
            yield f"<h2>{escape(name)}</h2>"
        yield from map(paragraph, report.sentences())
        yield table_of_texts(*report.table())
        rows: list[str] = []
        shares: list[Figure] = []
        for found in report.self_play:
            shares += found.seats
            rows += [
                f"seat {seat}, {found.simulations:,} simulations"
                for seat in range(1, len(found.seats) + 1)
            ]
        yield _picture("Shares of the points", rows, shares, len(report.strongest.seats))
    yield paragraph(_DEFINITIONS, "faint")


def _picture(title: str, names: Sequence[str], shares: Sequence[Figure], seats: int) -> str:
    """Return a picture of shares beside what would be fair."""
    fair = 1 / seats
    rows = [
        (name, 100 * (share.value - fair), 100 * (share.low - fair), 100 * (share.high - fair))
        for name, share in zip(names, shares, strict=True)
    ]
    return bars(title, rows, "points of a hundred above the fair share").inline()
