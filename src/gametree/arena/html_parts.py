"""The parts of HTML pages: style, tables, paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["heat", "page", "paragraph", "table_of_rows", "table_of_texts", "td"]

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


def page(title: str, parts: Iterable[str]) -> str:
    """Return a whole page with these parts."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def paragraph(text: str, style: str = "") -> str:
    """Return a paragraph of text."""
    return f'<p class="{style}">{escape(text)}</p>' if style else f"<p>{escape(text)}</p>"


def table_of_texts(columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 0) -> str:
    """Return a table of texts, of which the first `left` columns are flush left."""
    body = [
        "<tr>"
        + "".join(
            f'<td class="left">{escape(cell)}</td>' if place < left else td(cell)
            for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    ]
    return table_of_rows(columns, body, left)


def table_of_rows(columns: Sequence[str], body: Iterable[str], left: int) -> str:
    """Return a table of rows in HTML; the names of the first `left` columns are flush left."""
    head = "".join(
        f'<th class="left">{escape(column)}</th>' if place < left else f"<th>{escape(column)}</th>"
        for place, column in enumerate(columns)
    )
    heading = f"<thead><tr>{head}</tr></thead>" if any(columns) else ""
    return f'<div class="wide"><table>{heading}<tbody>{"".join(body)}</tbody></table></div>'


def td(text: str) -> str:
    """Return a cell of text."""
    return f"<td>{escape(text)}</td>"


def heat(share: float, content: str) -> str:
    """Return a cell whose colour says how far a share is above or below one half."""
    colour = "--heat" if share >= 0.5 else "--cold"
    strength = 0.75 * abs(2 * share - 1)
    return f'<td class="heat" style="background:rgba(var({colour}),{strength:.2f})">{content}</td>'
