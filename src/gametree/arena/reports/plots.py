"""Charts of reports, drawn by matplotlib: Elo with intervals, cross tables, budgets.

Each `draw_...` draws on axes of the caller's; each `..._figure` returns a figure of its own.
Nothing of matplotlib's global state is used or changed.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

from ...drawing.axes import budget_ticks, place_of_budget
from ...errors import BadParameter
from ...files.replacing import replacing
from ...machine.extras import load_extra
from ..budget import BudgetTable
from .contest_lines import contest_lines
from .html import elo_range
from .report import ContestReport

__all__ = [
    "budget_figure",
    "draw_budget",
    "draw_cross_table",
    "draw_history",
    "draw_ratings",
    "draw_results",
    "draw_test",
    "report_figure",
    "save",
]

_WON, _DRAWN, _LOST = "#2a6fc9", "#9b9b93", "#c9571f"
_ROW_INCHES = 0.42
_LONGEST_NAME = 34


def report_figure(report: ContestReport) -> Any:
    """Return a picture of a contest.

    A match: results, the Elo difference game by game, the sequential test. A tournament: ratings
    and the cross table.

    Raises:
        BadParameter: if no game has been played.
        MissingExtra: if matplotlib is not installed.

    """
    if not report.games:
        raise BadParameter("there is nothing to draw: no game has ended")
    if report.history is not None:
        draws = [draw_results, draw_history] + ([draw_test] if report.sprt is not None else [])
        heights = [1.0] + [3.0] * (len(draws) - 1)
    elif report.ratings is not None:
        draws = [draw_ratings, draw_cross_table]
        rows = len(report.players)
        heights = [1.0 + _ROW_INCHES * rows, 1.4 + _ROW_INCHES * rows]
    else:
        draws, heights = [_draw_means], [1.0 + _ROW_INCHES * len(report.players)]
    figure = _figure(8.5, sum(heights) + 0.6)
    figure.suptitle(_shortened(contest_lines(report.contest)[0], 90), fontsize=11)
    places = figure.subplots(len(draws), 1, height_ratios=heights, squeeze=False)
    for draw, axes in zip(draws, places[:, 0], strict=True):
        draw(axes, report)
    return figure


def budget_figure(table: BudgetTable) -> Any:
    """Return a picture of strength against budget.

    Raises:
        BadParameter: if no game has been played.
        MissingExtra: if matplotlib is not installed.

    """
    if not table.rows:
        raise BadParameter("there is nothing to draw: no game has ended")
    figure = _figure(8.5, 4.5)
    axes = figure.subplots()
    draw_budget(axes, table)
    axes.set_title(_shortened(table.title, 90), fontsize=11)
    return figure


def save(figure: Any, path: str | os.PathLike[str]) -> None:
    """Write a figure whole or not at all, in the format of the file's ending: .svg, .png, .pdf.

    The same figure gives the same file, byte by byte.

    Raises:
        BadParameter: if it cannot be written.

    """
    target = Path(path)
    matplotlib = load_extra("matplotlib", "plots")
    content = io.BytesIO()
    kind = target.suffix[1:].lower()
    undated: dict[str, Any] = {} if kind == "png" else {"Date": None}
    if kind == "pdf":
        undated = {"CreationDate": None}
    with matplotlib.rc_context({"svg.hashsalt": "gametree"}):
        try:
            figure.savefig(content, format=kind, dpi=150, metadata=undated)
        except ValueError as error:
            raise BadParameter(f"{str(path)!r} cannot be drawn: {error}") from error
    try:
        with replacing(target, "xb") as file:
            file.write(content.getvalue())
    except OSError as error:
        raise BadParameter(f"{str(path)!r} cannot be written: {error.strerror or error}") from error


def draw_results(axes: Any, report: ContestReport) -> None:
    """Draw how many games of a match the first player won, drew and lost, as one bar."""
    meeting = report.players[0].meeting
    left = 0
    for count, name, colour in (
        (meeting.won, "won", _WON),
        (meeting.drawn, "drawn", _DRAWN),
        (meeting.lost, "lost", _LOST),
    ):
        axes.barh([0], [count], left=left, color=colour, height=0.6, label=f"{name} {count:,}")
        left += count
    axes.set_xlim(0, max(left, 1))
    axes.set_ylim(-0.4, 0.4)
    axes.set_yticks([0], [_shortened(report.players[0].player)])
    axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    _plain(axes)


def draw_history(axes: Any, report: ContestReport) -> None:
    """Draw the Elo difference of a match with its 95 % interval, game by game."""
    history = report.history
    if history is None:
        raise BadParameter("only a match of two has a history, once a pair of games has ended")
    finite = elo_range(history)
    if finite is None:
        axes.text(0.5, 0.5, str(report.elo), ha="center", va="center", wrap=True, fontsize=9)
        axes.set_axis_off()
        return
    axes.axhline(0, color="#66665f", linewidth=1, linestyle="--")
    low, high = (
        [max(-1e4, min(1e4, value)) for value in ends] for ends in (history.low, history.high)
    )
    axes.fill_between(history.games, low, high, color=_WON, alpha=0.18, linewidth=0)
    middle = [max(-1e4, min(1e4, value)) for value in history.elo]
    axes.plot(history.games, middle, color=_WON, marker="o" if len(middle) == 1 else "")
    axes.set_ylim(*finite)
    axes.set_xlabel("games")
    axes.set_ylabel("Elo difference, 95 %")
    _plain(axes)


def draw_test(axes: Any, report: ContestReport) -> None:
    """Draw the log-likelihood ratio of a sequential test, game by game, and its bounds."""
    if report.history is None or report.sprt is None:
        raise BadParameter("this report has no sequential test to draw")
    sprt = report.sprt
    for bound, text in (
        (sprt.upper, f"H1: Elo {sprt.elo1:g}"),
        (sprt.lower, f"H0: Elo {sprt.elo0:g}"),
    ):
        axes.axhline(bound, color="#66665f", linewidth=1, linestyle="--")
        axes.annotate(text, (0.01, bound), xycoords=("axes fraction", "data"), xytext=(0, 3),
                      textcoords="offset points", fontsize=8)  # fmt: skip
    axes.plot(report.history.games, report.history.llr, color=_WON)
    reach = 1.25 * max(sprt.upper, -sprt.lower, *map(abs, report.history.llr))
    axes.set_ylim(-reach, reach)
    axes.set_xlabel("games")
    axes.set_ylabel("log-likelihood ratio")
    _plain(axes)


def draw_ratings(axes: Any, report: ContestReport) -> None:
    """Draw the players' ratings with their 95 % intervals, best on top."""
    if report.ratings is None:
        raise BadParameter("this report has no ratings to draw")
    ratings = report.ratings.players
    _dots(
        axes,
        [rating.player for rating in ratings],
        [rating.elo for rating in ratings],
        [rating.low for rating in ratings],
        [rating.high for rating in ratings],
    )
    axes.axvline(0, color="#66665f", linewidth=1, linestyle="--", zorder=0)
    axes.set_xlabel("Elo, with 95 % intervals")


def draw_cross_table(axes: Any, report: ContestReport) -> None:
    """Draw how each player of a row scored against each of a column, as a heat map."""
    order = [report.players.index(result) for result in report.best_first]
    meetings = [[report.cross[row][column] for column in order] for row in order]
    shares = [[float("nan") if cell is None else cell.score for cell in row] for row in meetings]
    axes.imshow(shares, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    for row, cells in enumerate(meetings):
        for column, cell in enumerate(cells):
            if cell is not None:
                axes.text(
                    column,
                    row,
                    f"{100 * cell.score:.0f}",
                    ha="center",
                    va="center",
                    fontsize=9,
                    color="white" if abs(cell.score - 0.5) > 0.32 else "black",
                )
    names = [_shortened(report.players[index].player) for index in order]
    axes.set_yticks(
        range(len(order)), [f"{name}  {number}" for number, name in enumerate(names, start=1)]
    )
    axes.set_xticks(range(len(order)), [str(number) for number in range(1, len(order) + 1)])
    axes.tick_params(length=0)
    axes.set_xlabel("score in % of the row's player against the column's")
    for side in axes.spines.values():
        side.set_visible(False)


def draw_budget(axes: Any, table: BudgetTable) -> None:
    """Draw the shares of games won, lost and drawn at each budget, with 95 % intervals."""
    rows = sorted(table.rows, key=lambda row: row.budget)
    places = [place_of_budget(row.budget) for row in rows]
    for name, colour, aside in (
        ("won", _WON, -0.012),
        ("lost", _LOST, 0.0),
        ("drawn", _DRAWN, 0.012),
    ):
        shares = [getattr(row, name) for row in rows]
        wide = max(places) - min(places)
        axes.errorbar(
            [place + aside * wide for place in places],  # so that no interval hides another
            [100 * share.share for share in shares],
            yerr=[
                [100 * (share.share - share.low) for share in shares],
                [100 * (share.high - share.share) for share in shares],
            ],
            color=colour,
            marker="o",
            markersize=4,
            capsize=3,
            label=name,
        )
    axes.set_xticks(*zip(*budget_ticks([row.budget for row in rows]), strict=True))
    axes.set_ylim(-2, 102)
    axes.set_xlabel("simulations a move")
    axes.set_ylabel("% of games, 95 % intervals")
    axes.legend(frameon=False)
    _plain(axes)


def _draw_means(axes: Any, report: ContestReport) -> None:
    results = report.best_first
    _dots(
        axes,
        [result.player for result in results],
        [result.mean for result in results],
        [result.mean if result.low is None else result.low for result in results],
        [result.mean if result.high is None else result.high for result in results],
    )
    axes.set_xlabel("mean return, with 95 % intervals")


def _dots(
    axes: Any, names: list[str], values: list[float], low: list[float], high: list[float]
) -> None:
    rows = range(len(names))
    axes.hlines(rows, low, high, color=_WON, linewidth=3)
    axes.plot(values, rows, "o", color=_WON, markersize=7)
    axes.set_yticks(rows, [_shortened(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    _plain(axes)


def _figure(width: float, height: float) -> Any:
    """Return a figure that no window shows: it is only ever written to a file."""
    figures = load_extra("matplotlib.figure", "plots")
    return figures.Figure(figsize=(width, height), layout="constrained")


def _plain(axes: Any) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.3)
    axes.set_axisbelow(True)


def _shortened(text: str, most: int = _LONGEST_NAME) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
