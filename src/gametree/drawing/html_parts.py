"""The parts of HTML pages: style, tables, paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from .style import PICTURES, palette

__all__ = [
    "STYLE",
    "fragment",
    "heat",
    "page",
    "paragraph",
    "table_of_rows",
    "table_of_texts",
    "td",
]

_TABLES = """
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem .3rem 0; text-align: right; border-bottom: 1px solid var(--rule);
  white-space: nowrap; }
th { font-weight: 600; color: var(--faint); font-size: .9rem; }
th.left, td.left { text-align: left; }
td.left { min-width: 7rem; max-width: 24rem; white-space: normal; overflow-wrap: anywhere; }
td.heat { padding: .3rem .7rem; }
.faint { color: var(--faint); } .wide { overflow-x: auto; }
.wide .picture { width: 100%; height: auto; }
.bar { display: flex; width: min(12rem, 24vw); height: .8rem; } .bar i { display: block; }
i.won { background: var(--won); } i.drawn { background: var(--drawn); }
i.lost { background: var(--lost); }
.board { display: inline-block; padding: .6rem; border-radius: .4rem; background: #faf7f0; }
.board svg { display: block; max-width: 100%; height: auto; }
"""

_PAGE = """
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 54rem; background: var(--back);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
p { margin: .35rem 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .7rem .9rem;
  border: 1px solid var(--rule); border-radius: .3rem; }
"""

_PIECE = """
.gametree { padding: .6rem .8rem; border-radius: .4rem; max-width: 54rem; background: var(--back);
  color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
.gametree p { margin: .35rem 0; overflow-wrap: anywhere; }
.gametree h2 { font-size: 1rem; margin: 1rem 0 .4rem; }
"""

STYLE = f"{palette(':root')}{_TABLES}{PICTURES}{_PAGE}"


def page(title: str, parts: Iterable[str]) -> str:
    """Return a whole page with these parts."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def fragment(parts: Iterable[str]) -> str:
    """Return parts with their style for the output of a cell in a notebook.

    They bring their background along: notebooks have themes that no style can ask for.
    """
    # A style in the page would reach other elements of it; nested in a class it does not.
    style = f"{palette('.gametree')}{_PIECE}.gametree {{ {_TABLES}{PICTURES} }}"
    body = "\n".join(parts)
    return f'<style>{style}</style><div class="gametree">{body}</div>'


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
        _heading(column, "left" if place < left else "") for place, column in enumerate(columns)
    )
    heading = f"<thead><tr>{head}</tr></thead>" if any(columns) else ""
    return f'<div class="wide"><table>{heading}<tbody>{"".join(body)}</tbody></table></div>'


def _heading(text: str, style: str) -> str:
    if not text:
        return "<td></td>"  # a heading that says nothing is none
    return f'<th class="{style}">{escape(text)}</th>' if style else f"<th>{escape(text)}</th>"


def td(text: str) -> str:
    """Return a cell of text."""
    return f"<td>{escape(text)}</td>"


def heat(share: float, content: str) -> str:
    """Return a cell whose colour says how far a share is above or below one half."""
    colour = "--heat" if share >= 0.5 else "--cold"
    strength = 0.75 * abs(2 * share - 1)
    return f'<td class="heat" style="background:rgba(var({colour}),{strength:.2f})">{content}</td>'
