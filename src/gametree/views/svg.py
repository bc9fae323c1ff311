"""A view as SVG text."""

from __future__ import annotations

import re
from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .view import Cell, View

__all__ = ["fitted_part", "svg", "svg_parts"]

_PLAYERS = ("#2f6fb3", "#d9822b", "#3a8f5c", "#8e5bb5", "#b8474f", "#5a6b7b")
_SHADES = ("#f3ede2", "#dfd3bf", "#cfe3c4")
_INK = "#4a4238"

# Signs of chess and the like are pictures: as large as their square, in white and black.
_SIGN = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff]")
_RED = re.compile("[♦♥]$")
_PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_SIDES = {
    0: 'fill="#fdfcf8" stroke="#2a2622" stroke-width=".02"',
    1: 'fill="#2a2622" stroke="#fdfcf8" stroke-width=".02"',
}


def svg(view: View, scale: int = 48) -> str:
    """Return the position as SVG text, `scale` pixels a cell."""
    width, height = _number(view.width * scale), _number(view.height * scale)
    box = f"0 0 {_number(view.width)} {_number(view.height)}"
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="{box}" role="img" font-family="sans-serif" text-anchor="middle">',
            f"<title>{escape(view.text or 'a position')}</title>",
            *svg_parts(view),
            "</svg>",
        ]
    )


def svg_parts(view: View) -> list[str]:
    """Return what is drawn of a position, in order: elements that other positions may share."""
    parts = [_cell(cell) for cell in view.cells]
    for line in view.lines:
        weight = 0.08 if line.weight == "thick" else 0.03
        ends = " ".join(
            f'{key}="{_number(value)}"'
            for key, value in (("x1", line.x1), ("y1", line.y1), ("x2", line.x2), ("y2", line.y2))
        )
        parts.append(f'<line {ends} stroke="{_INK}" stroke-width="{weight}"/>')
    for cell in view.cells:
        if cell.id in view.last:
            at = f'cx="{_number(cell.x)}" cy="{_number(cell.y)}"'
            parts.append(
                f'<circle {at} r="{_number(cell.size * 0.47)}" fill="#e8c94a" opacity=".5"/>'
            )
        parts.append(_piece(cell))
        if cell.id in view.winning:
            at = f'cx="{_number(cell.x)}" cy="{_number(cell.y)}" r="{_number(cell.size * 0.46)}"'
            parts.append(f'<circle {at} fill="none" stroke="#3f9a2f" stroke-width=".08"/>')
    for label in view.texts:
        parts.append(text_part(label.x, label.y, label.text, label.size, _INK))
    if not view.cells and not view.texts:
        for number, row in enumerate(view.text.splitlines()):
            shown = escape(row)
            parts.append(
                f'<text x="0" y="{_number(0.6 * number + 0.45)}" font-size=".5" '
                f'xml:space="preserve" '
                f'text-anchor="start" font-family="monospace" fill="{_INK}">{shown}</text>'
            )
    return [part for part in parts if part]


def _cell(cell: Cell) -> str:
    x, y, half = cell.x, cell.y, cell.size / 2
    paint = f'fill="{_SHADES[min(max(cell.shade, 0), 2)]}" stroke="#b7a98f" stroke-width=".02"'
    if cell.piece is not None and cell.piece.shape == "die":
        return ""
    if cell.shape == "square":
        corner = f'x="{_number(x - half)}" y="{_number(y - half)}"'
        side = _number(cell.size)
        return f'<rect {corner} width="{side}" height="{side}" {paint}/>'
    if cell.shape == "circle":
        r = _number(half * 0.9)
        return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{r}" {paint}/>'
    if cell.shape == "hexagon":
        radius = cell.size / 3**0.5
        corners = (
            f"{_number(x + radius * sin(pi * k / 3))},{_number(y + radius * cos(pi * k / 3))}"
            for k in range(6)
        )
        return f'<polygon points="{" ".join(corners)}" {paint}/>'
    if cell.shape == "card" and cell.piece is None:
        return _rectangle(cell, 0.7, 1.0, 'fill="none" stroke="#b7a98f" stroke-width=".02"')
    if cell.shape == "point":
        return f'<circle cx="{_number(x)}" cy="{_number(y)}" r=".1" fill="{_INK}"/>'
    return ""


def _piece(cell: Cell) -> str:
    piece = cell.piece
    if piece is None:
        return ""
    if piece.shape in ("card", "back", "die"):
        return _card(cell, piece.shape, piece.text)
    colour = "#6d6459" if piece.player is None else _PLAYERS[piece.player % len(_PLAYERS)]
    x, y, r = cell.x, cell.y, 0.36 * cell.size
    if piece.shape == "text" and _SIGN.match(piece.text):
        size = 0.86 * cell.size
        at = f'x="{_number(x)}" y="{_number(y + 0.35 * size)}" font-size="{_number(size)}"'
        paint = f'fill="{colour}"'
        if piece.player in _SIDES:
            paint = _SIDES[piece.player]
        return f"<text {at} {paint}>{escape(piece.text)}</text>"
    if piece.shape == "text":
        return fitted_part(x, y, piece.text, 0.6 * cell.size, colour)
    if piece.shape == "cross":
        r *= 0.8
        a, b, c, d = (_number(each) for each in (x - r, x + r, y - r, y + r))
        width = _number(0.14 * cell.size)
        return (
            f'<path d="M{a} {c}L{b} {d}M{b} {c}L{a} {d}" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linecap="round"/>'
        )
    paint = f'fill="{colour}"'
    if piece.shape == "ring":
        paint = f'fill="none" stroke="{colour}" stroke-width="{_number(0.14 * cell.size)}"'
        r *= 0.85
    sign = "#fff"
    if piece.shape == "stone":
        inside, sign = ("#1f1f1f", "#fafafa") if piece.player == 0 else ("#fafafa", "#1f1f1f")
        paint = f'fill="{inside}" stroke="#333" stroke-width=".02"'
    disc = f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}" {paint}/>'
    return disc + (fitted_part(x, y, piece.text, 0.4 * cell.size, sign) if piece.text else "")


def _card(cell: Cell, shape: str, text: str) -> str:
    """Return a card, turned as its cell is, or a die."""
    x, y, size = cell.x, cell.y, cell.size
    colour = "#c1271c" if _RED.search(text) else "#26231f"
    paint = 'fill="#fdfcf9" stroke="#8d877d" stroke-width=".02"'
    if shape == "die":
        drawn = _rectangle(cell, 0.84, 0.84, paint)
        for across, down in _PIPS.get(text, ()):
            at = f'cx="{_number(x + 0.22 * size * across)}" cy="{_number(y + 0.22 * size * down)}"'
            drawn += f'<circle {at} r="{_number(0.085 * size)}" fill="#26231f"/>'
        return drawn if text in _PIPS else drawn + fitted_part(x, y, text, 0.5 * size, colour)
    drawn = _rectangle(cell, 0.7, 1.0, paint)
    if shape == "back":
        drawn += _rectangle(cell, 0.56, 0.86, 'fill="#2f6ba6"')
    else:  # in the corner that stays in sight in a hand that is fanned out
        corner = text.split(" ")[0][:3]
        drawn += fitted_part(x - 0.2 * size, y - 0.34 * size, corner, 0.2 * size, colour)
        drawn += fitted_part(x + 0.04 * size, y + 0.15 * size, text, 0.3 * size, colour)
    if not cell.turn:
        return drawn
    turn = f"rotate({_number(cell.turn)} {_number(x)} {_number(y)})"
    return f'<g transform="{turn}">{drawn}</g>'


def _rectangle(cell: Cell, wide: float, tall: float, paint: str) -> str:
    """Return a rectangle around the middle of a cell, in parts of its size."""
    width, height = wide * cell.size, tall * cell.size
    corner = f'x="{_number(cell.x - width / 2)}" y="{_number(cell.y - height / 2)}"'
    sides = f'width="{_number(width)}" height="{_number(height)}" rx="{_number(0.07 * cell.size)}"'
    return f"<rect {corner} {sides} {paint}/>"


def fitted_part(x: float, y: float, text: str, size: float, colour: str) -> str:
    """Return a text centred in a cell: smaller than `size` if it is long."""
    return text_part(x, y, text, min(size, 1.5 * size / max(len(text), 1)), colour)


def text_part(x: float, y: float, text: str, size: float, colour: str) -> str:
    """Return a text that is centred at a point, in letters of `size`."""
    at = f'x="{_number(x)}" y="{_number(y + 0.35 * size)}" font-size="{_number(size)}"'
    return f'<text {at} fill="{colour}">{escape(text)}</text>'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
