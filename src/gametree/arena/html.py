"""A report as one page: nothing is loaded from elsewhere, and it is light or dark as wished."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from .axes import budget_ticks, place_of_budget, ticks
from .budget import BudgetTable
from .report import Report, contest_lines
from .results import Course
from .svg import Line, bars, chart

__all__ = ["budget_page", "elo_range", "report_page"]

_STYLE = """
:root { color-scheme: light dark; --back: #fbfbf9; --text: #1d1d1b; --faint: #66665f;
  --rule: #dcdcd4; --won: #2a6fc9; --drawn: #9b9b93; --lost: #c9571f; --heat: 42, 111, 201;
  --cold: 201, 87, 31; }
@media (prefers-color-scheme: dark) { :root { --back: #191a1c; --text: #e9e9e4;
  --faint: #a2a29a; --rule: #3a3b3e; --won: #6ea8f0; --drawn: #85857d; --lost: #ef8a55;
  --heat: 90, 150, 235; --cold: 235, 125, 70; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 54rem; background: var(--back);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
p { margin: .35rem 0; } .faint { color: var(--faint); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem .3rem 0; text-align: right; border-bottom: 1px solid var(--rule);
  white-space: nowrap; }
th { font-weight: 600; color: var(--faint); font-size: .9rem; }
th.left, td.left { text-align: left; } td.heat { padding: .3rem .7rem; }
.bar { display: flex; width: 12rem; height: .8rem; } .bar i { display: block; }
i.won { background: var(--won); } i.drawn { background: var(--drawn); }
i.lost { background: var(--lost); } i.accent { background: var(--won); }
.picture { width: 100%; min-width: 36rem; height: auto; display: block; font-size: 13px; }
.picture text { fill: var(--text); } .grid { stroke: var(--rule); }
.mark { stroke: var(--faint); stroke-dasharray: 6 4; }
.line { fill: none; stroke-width: 2; } .whisker { stroke-width: 3; }
.line.won, .line.accent, .whisker.accent { stroke: var(--won); }
.line.drawn { stroke: var(--drawn); } .line.lost { stroke: var(--lost); }
.band { opacity: .18; } polygon.accent, circle.accent, circle.won { fill: var(--won); }
circle.drawn { fill: var(--drawn); } circle.lost { fill: var(--lost); }
.legend span { margin-right: 1.2rem; } .legend i { display: inline-block; width: .8rem;
  height: .8rem; margin-right: .4rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .7rem .9rem;
  border: 1px solid var(--rule); border-radius: .3rem; }
"""


def report_page(report: Report) -> str:
    """Return the page of a contest."""
    title, what = contest_lines(report.contest)
    parts = [f"<h1>{escape(title)}</h1>", _paragraph(what, "faint"), _paragraph(report.progress())]
    if report.elo is not None and report.elo.games:
        parts.append(f"<p><strong>{escape(str(report.elo))}</strong></p>")
    parts += ["<h2>Results</h2>", _results(report)]
    if report.course is not None:
        parts += _match(report, report.course)
    elif report.ratings is not None:
        parts += _tournament(report)
    parts += _conditions(report)
    return _page(title, parts)


def budget_page(table: BudgetTable) -> str:
    """Return the page of a budget table."""
    _, what = contest_lines(table.contest)
    parts = [f"<h1>{escape(table.title)}</h1>", _paragraph(what, "faint")]
    if not table.complete:
        parts.append(_paragraph("Stopped before all games were played."))
    if table.rows:
        places = [place_of_budget(row.budget) for row in table.rows]
        order = sorted(range(len(places)), key=places.__getitem__)
        lines = []
        for style, aside in (("won", -4.0), ("lost", 0.0), ("drawn", 4.0)):
            shares = [getattr(table.rows[index], style) for index in order]
            lines.append(
                Line(
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
            )
        )
        rows = [
            (
                f"{row.budget:,}",
                f"{row.games:,}",
                str(row.won),
                str(row.lost),
                str(row.drawn),
                f"{row.elo.elo:+.0f} ({row.elo.low:+.0f} to {row.elo.high:+.0f})",
            )
            for row in table.rows
        ]
        columns = ("budget", "games", "won %", "lost %", "drawn %", "Elo difference")
        parts += [_table(columns, rows)]
        note = "In parentheses 95 % intervals: Clopper-Pearson, and for Elo from pairs of games."
        parts.append(_paragraph(note, "faint"))
    configuration = table.contest.configuration() | {
        "players": f"{table.player} with each budget; {table.against}"
    }
    parts += _reproduction(configuration, table.command, table.version)
    return _page(table.title, parts)


def elo_range(course: Course) -> tuple[float, float] | None:
    """Return the part of the Elo scale that shows where a match ended; None if it has no bound.

    After the first games the intervals are far wider than what one wants to see.
    """
    elo, low, high = course.elo[-1], course.low[-1], course.high[-1]
    if not all(map(math.isfinite, (elo, low, high))):
        return None
    reach = 1.5 * max(high - low, 20.0)
    return min(elo - reach, -10.0), max(elo + reach, 10.0)


def _match(report: Report, course: Course) -> list[str]:
    parts = []
    games = course.games
    x_ticks = [(value, f"{value:,.0f}") for value in ticks(games[0], games[-1])]
    limits = elo_range(course)
    if limits is not None:
        parts.append("<h2>Elo difference after so many games, with its 95 % interval</h2>")
        parts.append(
            chart(
                "the Elo difference game by game",
                games,
                [Line("Elo", "accent", course.elo, course.low, course.high)],
                x_ticks=x_ticks,
                x_name="games",
                y_name=f"Elo of {_shortened(report.contest.players[0])}",
                y_range=limits,
                marks=[(0, "")],
            )
        )
    if report.sprt is not None and report.verdict is not None:
        verdict, sprt = report.verdict, report.sprt
        parts.append("<h2>Sequential test</h2>")
        parts.append(
            _paragraph(
                f"H0: Elo {sprt.elo0:g}; H1: Elo {sprt.elo1:g}; errors {sprt.alpha:g} and "
                f"{sprt.beta:g}. {verdict}"
            )
        )
        reach = 1.15 * max(verdict.upper, -verdict.lower, *map(abs, course.llr))
        parts.append(
            chart(
                "the log-likelihood ratio game by game",
                games,
                [Line("LLR", "accent", course.llr)],
                x_ticks=x_ticks,
                x_name="games",
                y_name="log-likelihood ratio",
                y_range=(-reach, reach),
                marks=[(verdict.upper, "H1 accepted"), (verdict.lower, "H0 accepted")],
            )
        )
    if report.pairs is not None:
        parts.append("<h2>Pairs of games</h2>")
        columns = ("points of the first player", "0", "1/2", "1", "3/2", "2")
        row = ("pairs", *(f"{count:,}" for count in report.pairs.as_tuple()))
        parts.append(_table(columns, [row], left=1))
    return parts


def _tournament(report: Report) -> list[str]:
    assert report.ratings is not None
    ratings = report.ratings.players
    rows = [(rating.player, rating.elo, rating.low, rating.high) for rating in ratings]
    parts = ["<h2>Ratings with 95 % intervals</h2>", bars("ratings", rows, "Elo")]
    parts += [_paragraph(note, "faint") for note in report.ratings.notes]
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
                    _heat(meeting.score, f"{100 * meeting.score:.0f} <small>{counts}</small>")
                )
        cells.append(line)
    parts.append(_matrix(names, numbers, cells))
    parts.append("<h2>Likelihood in % that the player of the row is the stronger one</h2>")
    cells = [
        [
            "<td>-</td>" if row == column else _heat(share, f"{100 * share:.0f}")
            for column, share in enumerate(shares)
        ]
        for row, shares in enumerate(report.ratings.superiority)
    ]
    parts.append(_matrix([rating.player for rating in ratings], numbers, cells))
    return parts


def _results(report: Report) -> str:
    columns = ["player", "games"]
    columns += ["mean return"] if report.alone else ["won", "drawn", "lost", "score", ""]
    body = []
    for result in report.best_first:
        meeting = result.meeting
        cells = [f'<td class="left">{escape(result.player)}</td>', _td(f"{result.games:,}")]
        if report.alone:
            interval = ""
            if result.low is not None and result.high is not None:
                interval = f" ({result.low:+.3f} to {result.high:+.3f})"
            cells.append(_td(f"{result.mean:+.3f}{interval}"))
        else:
            cells += [_td(f"{count:,}") for count in (meeting.won, meeting.drawn, meeting.lost)]
            cells.append(_td(f"{100 * meeting.score:.1f} %"))
            widths = zip(
                ("won", "drawn", "lost"), (meeting.won, meeting.drawn, meeting.lost), strict=True
            )
            bar = "".join(
                f'<i class="{style}" style="flex:{count}"></i>' for style, count in widths
            )
            cells.append(f'<td><span class="bar">{bar}</span></td>')
        body.append(f"<tr>{''.join(cells)}</tr>")
    return _whole_table(columns, body, left=1)


def _conditions(report: Report) -> list[str]:
    parts = []
    if not report.alone and report.games:
        rows = [
            (f"seat {number}", f"{seat.won:,}", f"{seat.drawn:,}", f"{seat.lost:,}",
             f"{100 * seat.score:.1f} %")
            for number, seat in enumerate(report.seats, start=1)
        ]  # fmt: skip
        parts += ["<h2>What it is worth to begin</h2>"]
        parts.append(_table(("", "won", "drawn", "lost", "score"), rows, left=1))
    if report.terminations:
        endings = sorted(report.terminations.items(), key=lambda pair: -pair[1])
        parts.append("<h2>How games ended</h2>")
        parts.append(_table(("", "games"), [(name, f"{n:,}") for name, n in endings], left=1))
    fouls = [
        (result.player, name, f"{count:,}")
        for result in report.players
        for name, count in result.fouls.items()
    ]
    if fouls:
        parts += ["<h2>Games lost by a foul</h2>"]
        parts.append(_table(("player", "foul", "games"), fouls, left=2))
    return parts + _reproduction(
        report.contest.configuration() | {"games": report.planned}, report.command, report.version
    )


def _reproduction(configuration: dict[str, Any], command: str, version: str) -> list[str]:
    rows = [
        (name.replace("_", " "), _shown(value))
        for name, value in configuration.items()
        if value not in (None, [], {})
    ]
    parts = ["<h2>Conditions</h2>", _table(("", ""), [*rows, ("gametree", version)], left=2)]
    if command:
        parts += ["<h2>The same again</h2>", f"<pre>{escape(command)}</pre>"]
    return parts


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={text}" for name, text in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _page(title: str, parts: Iterable[str]) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _paragraph(text: str, style: str = "") -> str:
    return f'<p class="{style}">{escape(text)}</p>' if style else f"<p>{escape(text)}</p>"


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 0) -> str:
    """Return a table of texts, of which the first `left` columns are flush left."""
    body = [
        "<tr>"
        + "".join(
            f'<td class="left">{escape(cell)}</td>' if place < left else _td(cell)
            for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    ]
    return _whole_table(columns, body, left)


def _whole_table(columns: Sequence[str], body: Iterable[str], left: int) -> str:
    head = "".join(
        f'<th class="left">{escape(column)}</th>' if place < left else f"<th>{escape(column)}</th>"
        for place, column in enumerate(columns)
    )
    heading = f"<thead><tr>{head}</tr></thead>" if any(columns) else ""
    return f'<div class="wide"><table>{heading}<tbody>{"".join(body)}</tbody></table></div>'


def _matrix(names: Sequence[str], numbers: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    body = [
        f'<tr><td>{number}</td><td class="left">{escape(name)}</td>{"".join(line)}</tr>'
        for number, name, line in zip(numbers, names, cells, strict=True)
    ]
    return _whole_table(["", "player", *numbers], body, left=2)


def _td(text: str) -> str:
    return f"<td>{escape(text)}</td>"


def _heat(share: float, content: str) -> str:
    """Return a cell whose colour says how far a share is above or below one half."""
    colour = "--heat" if share >= 0.5 else "--cold"
    strength = 0.75 * abs(2 * share - 1)
    return f'<td class="heat" style="background:rgba(var({colour}),{strength:.2f})">{content}</td>'


def _shortened(text: str) -> str:
    return text if len(text) <= 28 else text[:27] + "…"
