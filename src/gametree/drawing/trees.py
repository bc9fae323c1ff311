"""A search tree as a picture: from left to right, most visited moves first."""

from __future__ import annotations

import heapq
from html import escape
from typing import Any, NamedTuple

from .picture import Picture

__all__ = ["tree_picture"]

_ROW = 24
_LETTER = 7.4  # width of one, at most
_GAP = 64  # between a text and the nodes that follow
_LEAST, _MOST = 3.0, 10.0  # radius of a node


class _Placed(NamedTuple):
    """A node that is drawn.

    Attributes:
        entry: as in `TreeView.root`.
        children: those of its children that are drawn.
        hidden: how many are not.

    """

    entry: dict[str, Any]
    children: list[_Placed]
    hidden: int


def tree_picture(root: dict[str, Any], nodes: int) -> Picture:
    """Return a picture of the most visited nodes of a tree.

    A disc's area grows with the share of the simulations; it is blue where the mean is good for
    the player who moved there and orange where it is bad. The width of a line is the move's share
    among its siblings; the likeliest line is blue.

    Args:
        root: as in `TreeView.root`.
        nodes: how many to draw at most.

    """
    top = _chosen(root, nodes)
    widths: list[int] = []
    _measure(top, widths, 0)
    columns = [24.0]
    for width in widths:
        columns.append(columns[-1] + _MOST + 8 + _LETTER * width + _GAP)
    parts: list[str] = []
    scale = max([1.0, *(abs(mean) for mean in _means(top))])
    _, bottom = _draw(top, 0, 22.0, columns, root["visits"], scale, parts, best=True)
    title = f"a search tree of {root['visits']:,} visits"
    return Picture(title, columns[-1] - _GAP + 16, bottom + 12, "".join(parts))


def _chosen(root: dict[str, Any], nodes: int) -> _Placed:
    """Return the most visited nodes; a node never has more visits than the one above it."""
    taken: dict[int, list[dict[str, Any]]] = {}
    number = 0
    waiting = [(-root["visits"], number, root, 0)]
    while waiting and len(taken) < nodes:
        _, own, entry, above = heapq.heappop(waiting)
        taken[id(entry)] = []
        if own:
            taken[above].append(entry)
        for child in entry["children"]:
            number += 1
            heapq.heappush(waiting, (-child["visits"], number, child, id(entry)))

    def placed(entry: dict[str, Any]) -> _Placed:
        children = [placed(child) for child in taken[id(entry)]]
        return _Placed(entry, children, len(entry["children"]) - len(children))

    return placed(root)


def _measure(node: _Placed, widths: list[int], depth: int) -> None:
    if depth == len(widths):
        widths.append(0)
    widths[depth] = max(widths[depth], len(_told(node)))
    for child in node.children:
        _measure(child, widths, depth + 1)


def _means(node: _Placed) -> list[float]:
    own = [] if node.entry["mean"] is None else [float(node.entry["mean"])]
    return [*own, *(mean for child in node.children for mean in _means(child))]


def _draw(
    node: _Placed,
    depth: int,
    y: float,
    columns: list[float],
    visits: int,
    scale: float,
    parts: list[str],
    *,
    best: bool,
) -> tuple[float, float]:
    """Draw a node from `y` on; return its own height, and where the next one begins."""
    own, below = y, y
    branches = []
    for number, child in enumerate(node.children):
        leads = best and number == 0
        at, below = _draw(child, depth + 1, below, columns, visits, scale, parts, best=leads)
        branches.append((at, child.entry["share"], leads))
    if branches:
        own = (branches[0][0] + branches[-1][0]) / 2
    else:
        below = y + _ROW
    x = columns[depth]
    begins = x + _MOST + 8 + _LETTER * len(_told(node))
    for at, share, leads in branches:
        end = columns[depth + 1] - _MOST
        middle = (begins + end) / 2
        style = "branch best" if leads else "branch"
        parts.append(
            f'<path class="{style}" stroke-width="{0.6 + 5 * share:.1f}" '
            f'd="M{begins:.0f} {own:.1f}C{middle:.0f} {own:.1f} {middle:.0f} {at:.1f} '
            f'{end:.0f} {at:.1f}"/>'
        )
    part = node.entry["visits"] / visits if visits else 0.0
    radius = _LEAST + (_MOST - _LEAST) * part**0.5
    mean = node.entry["mean"]
    style = "even" if mean is None else ("good" if mean >= 0 else "bad")
    strength = 1.0 if mean is None else 0.4 + 0.6 * min(1.0, abs(mean) / scale)
    parts.append(
        f'<circle class="{style}" fill-opacity="{strength:.2f}" cx="{x:.0f}" cy="{own:.1f}" '
        f'r="{radius:.1f}"/>'
    )
    name = "" if node.entry["move"] is None else node.entry["move"]
    rest = _told(node).removeprefix(name)
    parts.append(
        f'<text x="{x + _MOST + 4:.0f}" y="{own + 4.5:.1f}"><tspan font-weight="700">'
        f"{escape(name)}</tspan>{escape(rest)}</text>"
    )
    return own, below


def _told(node: _Placed) -> str:
    entry = node.entry
    parts = ["" if entry["move"] is None else entry["move"], f"{entry['visits']:,}"]
    if "proven" in entry:
        parts.append(f"proven {entry['proven']:+g}")
    elif "probability" in entry:
        parts.append(f"p {entry['probability']:.2f}")
    elif entry["mean"] is not None:
        parts.append(f"{entry['mean']:+.2f}")
    if node.hidden and node.children:
        parts.append(f"({node.hidden} more)")
    return " ".join(filter(None, parts))
