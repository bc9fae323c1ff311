"""Reports as HTML pages that load nothing from elsewhere, in light and dark style."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ...drawing.axes import budget_ticks, place_of_budget, ticks
from ...drawing.charts import Series, bars, chart
from ...drawing.html_parts import heat, page, paragraph, table_of_rows, table_of_texts, td
from .contest_lines import contest_lines

if TYPE_CHECKING:
    from ..budget import BudgetTable
    from .report import ContestReport
    from .results import MatchHistory

__all__ = ["budget_page", "budget_parts", "elo_range", "report_page", "report_parts"]


def report_page(report: ContestReport) -> str:
    """Return the page of a contest."""
    return page(contest_lines(report.contest)[0], report_parts(report))


def report_parts(report: ContestReport) -> list[str]:
    """Return the report of a contest as parts of a page."""
    title, what = contest_lines(report.contest)
    parts = [f"<h1>{escape(title)}</h1>", paragraph(what, "faint"), paragraph(report.progress())]
    if report.elo is not None and report.elo.games:
        parts.append(f"<p><strong>{escape(str(report.elo))}</strong></p>")
    if warning := report.distinct_games.warning(report.contest):
        parts.append(paragraph(f"{warning[0].upper()}{warning[1:]}."))
    parts += ["<h2>Results</h2>", _results(report)]
    if report.history is not None:
        parts += _match(report, report.history)
    elif report.ratings is not None:
        parts += _tournament(report)
    return parts + _conditions(report)


def budget_page(table: BudgetTable) -> str:
    """Return the page of a budget table."""
    return page(table.title, budget_parts(table))


def budget_parts(table: BudgetTable) -> list[str]:
    """Return a budget table as parts of a page."""
    _, what = contest_lines(table.contest)
    parts = [f"<h1>{escape(table.title)}</h1>", paragraph(what, "faint")]
    if not table.complete:
        parts.append(paragraph("Stopped before all games were played."))
    if table.rows:
        places = [place_of_budget(row.budget) for row in table.rows]
        order = sorted(range(len(places)), key=places.__getitem__)
        lines = []
        for style, aside in (("won", -4.0), ("lost", 0.0), ("drawn", 4.0)):
            shares = [getattr(table.rows[index], style) for index in order]
            lines.append(
                Series(
                    style,
                    style,
                    [100 * share.share for share in shares],
                    [100 * share.low for share in shares],
                    [100 * share.high for share in shares],
                    whiskers=True,
                    aside=aside,
                )
            )
        parts.append(
            chart(
                "shares of games won, lost and drawn by budget",
                [places[index] for index in order],
                lines,
                x_ticks=budget_ticks([row.budget for row in table.rows]),
                x_name="simulations a move",
                y_name="% of games",
                y_range=(-2, 102),
            ).inline()
        )
        parts.append(table_of_texts(*table.cells()))
        note = "In parentheses 95 % intervals: Clopper-Pearson, and for Elo from pairs of games."
        parts.append(paragraph(note, "faint"))
    parts += [paragraph(f"{warning}.") for warning in table.warnings()]
    parts += _fouls(
        ("budget", "player", "foul", "games"),
        [
            (f"{row.budget:,}", player, foul, f"{count:,}")
            for row in table.rows
            for player, kinds in row.fouls.items()
            for foul, count in kinds.items()
        ],
    )
    configuration = table.contest.configuration() | {
        "players": f"{table.player} with each budget; {table.against}"
    }
    return parts + _reproduction(configuration, table.command, table.version)


def elo_range(history: MatchHistory) -> tuple[float, float] | None:
    """Return the range of the Elo axis from the last interval of a match; None if it is infinite.

    The intervals after the first games are far too wide to be shown whole.
    """
    elo, low, high = history.elo[-1], history.low[-1], history.high[-1]
    if not all(map(math.isfinite, (elo, low, high))):
        return None
    reach = 1.5 * max(high - low, 20.0)
    return min(elo - reach, -10.0), max(elo + reach, 10.0)


def _match(report: ContestReport, history: MatchHistory) -> list[str]:
    parts = []
    games = history.games
    x_ticks = [(value, f"{value:,.0f}") for value in ticks(games[0], games[-1])]
    limits = elo_range(history)
    if limits is not None:
        parts.append("<h2>Elo difference by number of games, with its 95 % interval</h2>")
        parts.append(
            chart(
                "the Elo difference game by game",
                games,
                [Series("Elo", "accent", history.elo, history.low, history.high)],
                x_ticks=x_ticks,
                x_name="games",
                y_name=f"Elo of {_shortened(report.contest.names[0])}",
                y_range=limits,
                marks=[(0, "")],
            ).inline()
        )
    if report.sprt is not None and report.verdict is not None:
        verdict, sprt = report.verdict, report.sprt
        parts.append("<h2>Sequential test</h2>")
        parts.append(
            paragraph(
                f"H0: Elo {sprt.elo0:g}; H1: Elo {sprt.elo1:g}; errors {sprt.alpha:g} and "
                f"{sprt.beta:g}. {verdict}"
            )
        )
        reach = 1.15 * max(verdict.upper, -verdict.lower, *map(abs, history.llr))
        parts.append(
            chart(
                "the log-likelihood ratio game by game",
                games,
                [Series("LLR", "accent", history.llr)],
                x_ticks=x_ticks,
                x_name="games",
                y_name="log-likelihood ratio",
                y_range=(-reach, reach),
                marks=[(verdict.upper, "H1 accepted"), (verdict.lower, "H0 accepted")],
            ).inline()
        )
    if report.pairs is not None:
        parts.append("<h2>Pairs of games</h2>")
        columns = ("points of the first player", "0", "1/2", "1", "3/2", "2")
        row = ("pairs", *(f"{count:,}" for count in report.pairs.as_tuple()))
        parts.append(table_of_texts(columns, [row], left=1))
    return parts


def _tournament(report: ContestReport) -> list[str]:
    assert report.ratings is not None
    ratings = report.ratings.players
    rows = [(rating.player, rating.elo, rating.low, rating.high) for rating in ratings]
    parts = ["<h2>Ratings with 95 % intervals</h2>", bars("ratings", rows, "Elo").inline()]
    parts += [paragraph(note, "faint") for note in report.ratings.notes]
    order = [report.players.index(result) for result in report.best_first]
    names = [report.players[index].player for index in order]
    numbers = [str(number) for number in range(1, len(order) + 1)]
    parts.append("<h2>Cross table: score in %, won-drawn-lost</h2>")
    cells = []
    for row in order:
        line = []
        for column in order:
            meeting = report.cross[row][column]
            if meeting is None:
                line.append("<td>-</td>")
            else:
                counts = f"{meeting.won}-{meeting.drawn}-{meeting.lost}"
                line.append(
                    heat(meeting.score, f"{100 * meeting.score:.0f} <small>{counts}</small>")
                )
        cells.append(line)
    parts.append(_matrix(names, numbers, cells))
    parts.append("<h2>Likelihood in % that the player of the row is the stronger one</h2>")
    cells = [
        [
            "<td>-</td>" if row == column else heat(share, f"{100 * share:.0f}")
            for column, share in enumerate(shares)
        ]
        for row, shares in enumerate(report.ratings.superiority)
    ]
    parts.append(_matrix([rating.player for rating in ratings], numbers, cells))
    return parts


def _results(report: ContestReport) -> str:
    columns = ["player", "games"]
    columns += ["mean return"] if report.alone else ["won", "drawn", "lost", "score", ""]
    body = []
    for result in report.best_first:
        meeting = result.meeting
        cells = [f'<td class="left">{escape(result.player)}</td>', td(f"{result.games:,}")]
        if report.alone:
            interval = ""
            if result.low is not None and result.high is not None:
                interval = f" ({result.low:+.3f} to {result.high:+.3f})"
            cells.append(td(f"{result.mean:+.3f}{interval}"))
        else:
            cells += [td(f"{count:,}") for count in (meeting.won, meeting.drawn, meeting.lost)]
            cells.append(td(f"{100 * meeting.score:.1f} %"))
            widths = zip(
                ("won", "drawn", "lost"), (meeting.won, meeting.drawn, meeting.lost), strict=True
            )
            bar = "".join(
                f'<i class="{style}" style="flex:{count}"></i>' for style, count in widths
            )
            cells.append(f'<td><span class="bar">{bar}</span></td>')
        body.append(f"<tr>{''.join(cells)}</tr>")
    return table_of_rows(columns, body, left=1)


def _conditions(report: ContestReport) -> list[str]:
    parts = []
    if not report.alone and report.games:
        rows = [
            (f"seat {number}", f"{seat.won:,}", f"{seat.drawn:,}", f"{seat.lost:,}",
             f"{100 * seat.score:.1f} %")
            for number, seat in enumerate(report.seats, start=1)
        ]  # fmt: skip
        parts += ["<h2>What it is worth to begin</h2>"]
        parts.append(table_of_texts(("", "won", "drawn", "lost", "score"), rows, left=1))
    if report.terminations:
        endings = sorted(report.terminations.items(), key=lambda pair: -pair[1])
        parts.append("<h2>How games ended</h2>")
        parts.append(
            table_of_texts(("", "games"), [(name, f"{n:,}") for name, n in endings], left=1)
        )
    parts += _fouls(
        ("player", "foul", "games"),
        [
            (result.player, foul, f"{count:,}")
            for result in report.players
            for foul, count in result.fouls.items()
        ],
    )
    return parts + _reproduction(
        report.contest.configuration() | {"games": report.planned}, report.command, report.version
    )


def _fouls(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the section on games that were lost by a foul; nothing if there were none."""
    if not rows:
        return []
    return ["<h2>Games lost by a foul</h2>", table_of_texts(columns, rows, len(columns) - 1)]


def _reproduction(configuration: dict[str, Any], command: str, version: str) -> list[str]:
    rows = [
        (name.replace("_", " "), _shown(value))
        for name, value in configuration.items()
        if value not in (None, [], {})
    ]
    parts = [
        "<h2>Conditions</h2>",
        table_of_texts(("", ""), [*rows, ("gametree", version)], left=2),
    ]
    if command:
        parts += ["<h2>The same again</h2>", f"<pre>{escape(command)}</pre>"]
    return parts


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={text}" for name, text in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _matrix(names: Sequence[str], numbers: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    body = [
        f'<tr><td>{number}</td><td class="left">{escape(name)}</td>{"".join(line)}</tr>'
        for number, name, line in zip(numbers, names, cells, strict=True)
    ]
    return table_of_rows(["", "player", *numbers], body, left=2)


def _shortened(text: str) -> str:
    return text if len(text) <= 28 else text[:27] + "…"
