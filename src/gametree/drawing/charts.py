"""Charts as SVG, in light and dark colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .axes import ticks
from .picture import Picture, label

__all__ = ["Series", "bars", "chart"]

_WIDTH, _HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 30, 16, 44
_INSET = 12  # between the axis and the first point, and after the last
_ROW, _NAME = 30, 250
_LEGEND_ROW = 22
_LETTER = 7.2  # width of one, at most
_BEYOND = 1e7  # far outside every picture, for what is infinite


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart.

    Attributes:
        name: for the legend.
        style: its colour: won, drawn, lost, accent, or s0 to s5.
        y: its values, one a place.
        low, high: ends of the intervals; empty without.
        whiskers: whether intervals are bars at the points, and not a band.
        aside: by how much it is drawn to the right, so that it hides no other.

    """

    name: str
    style: str
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    whiskers: bool = False
    aside: float = 0.0


def chart(
    title: str,
    x: Sequence[float],
    lines: Sequence[Series],
    *,
    x_ticks: Sequence[tuple[float, str]],
    x_name: str,
    y_name: str,
    y_range: tuple[float, float],
    marks: Sequence[tuple[float, str]] = (),
    wide: int = _WIDTH,
) -> Picture:
    """Return a chart of lines over `x`, so wide; `marks` are horizontal lines with a text.

    Several lines are distinguished by a legend above them.
    """
    left, right = min(x), max(x)
    bottom, top = y_range
    width = wide - _LEFT - _RIGHT
    legend, above_lines = _legend(lines, width) if len(lines) > 1 else ([], 0)
    begins, ends = _TOP + above_lines, _HEIGHT + above_lines
    height = _HEIGHT - _TOP - _BOTTOM

    def across(value: float) -> float:
        share = (value - left) / (right - left) if right > left else 0.5
        return _LEFT + _INSET + (width - 2 * _INSET) * share

    def down(value: float) -> float:
        value = max(-_BEYOND, min(_BEYOND, value))
        return begins + height * (top - value) / (top - bottom)

    parts = legend
    for value in ticks(bottom, top):
        y = down(value)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{wide - _RIGHT}" y1="{y:.1f}" '
                     f'y2="{y:.1f}"/>')  # fmt: skip
        parts.append(label(_LEFT - 8, y + 4, _number(value), "end"))
    for value, text in x_ticks:
        parts.append(label(across(value), ends - _BOTTOM + 18, text, "middle"))
    parts.append(label(_LEFT + width / 2, ends - 6, x_name, "middle"))
    parts.append(
        f'<g transform="translate(14 {begins + height / 2:.0f}) rotate(-90)">'
        f"{label(0, 0, y_name, 'middle')}</g>"
    )
    parts.append(f'<svg x="{_LEFT - 12}" y="{begins}" width="{width + 24}" height="{height}" '
                 f'viewBox="{_LEFT - 12} {begins} {width + 24} {height}">')  # fmt: skip
    for value, text in marks:
        y = down(value)
        parts.append(f'<line class="mark" x1="{_LEFT}" x2="{wide - _RIGHT}" y1="{y:.1f}" '
                     f'y2="{y:.1f}"/>')  # fmt: skip
        above = y - 5 if y > begins + 20 else y + 14
        parts.append(label(_LEFT + 6, above, text, "start"))
    for line in lines:
        parts += _drawn(line, [across(value) + line.aside for value in x], down)
    parts.append("</svg>")
    return Picture(title, wide, ends, "".join(parts))


def _legend(lines: Sequence[Series], width: float) -> tuple[list[str], int]:
    """Return the names of lines in their colours, in as many rows as it takes, and its height."""
    parts, x, row = [], 0.0, 0
    for line in lines:
        needed = 36 + _LETTER * len(line.name)
        if x and x + needed > width:
            x, row = 0.0, row + 1
        y = _LEGEND_ROW * row + 8
        parts.append(
            f'<rect class="{line.style}" x="{_LEFT + x:.1f}" y="{y}" width="12" height="12"/>'
        )
        parts.append(label(_LEFT + x + 18, y + 11, line.name, "start"))
        x += needed
    return parts, _LEGEND_ROW * (row + 1)


def _drawn(line: Series, across: Sequence[float], place: Callable[[float], float]) -> list[str]:
    parts = []
    if line.low and line.whiskers:
        for x, low, high in zip(across, line.low, line.high, strict=True):
            y1, y2 = place(low), place(high)
            parts.append(
                f'<path class="{line.style} line" d="M{x:.1f} {y1:.1f}V{y2:.1f}'
                f'M{x - 4:.1f} {y1:.1f}h8M{x - 4:.1f} {y2:.1f}h8"/>'
            )
    elif line.low:
        there = [(x, place(high)) for x, high in zip(across, line.high, strict=True)]
        back = [(x, place(low)) for x, low in zip(across, line.low, strict=True)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*there, *reversed(back)])
        parts.append(f'<polygon class="{line.style} band" points="{points}"/>')
    points = " ".join(f"{x:.1f},{place(y):.1f}" for x, y in zip(across, line.y, strict=True))
    parts.append(f'<polyline class="{line.style} line" points="{points}"/>')
    if line.whiskers or len(line.y) == 1:
        parts += [
            f'<circle class="{line.style}" cx="{x:.1f}" cy="{place(y):.1f}" r="3.5"/>'
            for x, y in zip(across, line.y, strict=True)
        ]
    return parts


def bars(title: str, rows: Sequence[tuple[str, float, float, float]], x_name: str) -> Picture:
    """Return one row for each (name, value, low, high): a dot with its interval."""
    left = min(low for _, _, low, _ in rows)
    right = max(high for _, _, _, high in rows)
    left, right = min(left, 0.0), max(right, 0.0)
    right = right if right > left else left + 1
    width = _WIDTH - _NAME - 90
    height = _ROW * len(rows) + 44
    longest = int((_NAME - 24) / _LETTER)

    def across(value: float) -> float:
        return _NAME + width * (value - left) / (right - left)

    parts = []
    for value in ticks(left, right):
        x = across(value)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" '
                     f'y2="{height - 40}"/>')  # fmt: skip
        parts.append(label(x, height - 24, _number(value), "middle"))
    parts.append(label(_NAME + width / 2, height - 6, x_name, "middle"))
    for row, (name, value, low, high) in enumerate(rows):
        y = 4 + _ROW * row + _ROW / 2
        shown = name if len(name) <= longest else name[: longest - 1] + "…"
        parts.append(label(_NAME - 14, y + 4, shown, "end"))
        parts.append(f'<line class="accent whisker" x1="{across(low):.1f}" '
                     f'x2="{across(high):.1f}" y1="{y}" y2="{y}"/>')  # fmt: skip
        parts.append(f'<circle class="accent" cx="{across(value):.1f}" cy="{y}" r="5"/>')
        parts.append(label(_WIDTH - 4, y + 4, f"{value:+.0f}", "end"))
    return Picture(title, _WIDTH, height, "".join(parts))


def _number(value: float) -> str:
    return f"{value:g}" if math.isfinite(value) else "-"
