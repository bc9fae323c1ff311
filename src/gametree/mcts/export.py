"""The tree for eyes and files: nested dicts, Graphviz DOT, a text drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import BadParameter
from ..game import CHANCE, Game, State
from .merged import MergedNode

__all__ = ["TreeView", "view_tree"]


@dataclass(frozen=True, slots=True)
class TreeView:
    """A part of a search tree, best move first at every node.

    Attributes:
        root: a dict with `move` (None at the root), `player` (who chose the
            move; None at the root, CHANCE for an outcome), `visits`, `share` (of
            the parent's visits), `mean` (average return for `player`; None for an
            outcome) and `children`; an outcome has its `probability` too.

    """

    root: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return nested dicts in types that JSON has."""
        return self.root

    def to_text(self) -> str:
        """Return a drawing with one line a node."""
        lines = [f"root  {self.root['visits']:,} visits"]
        waiting = _reversed_children(self.root, "")
        while waiting:
            entry, indent, is_last = waiting.pop()
            branch, below = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
            lines.append(f"{indent}{branch}{_label(entry)}")
            waiting += _reversed_children(entry, indent + below)
        return "\n".join(lines)

    def to_dot(self) -> str:
        """Return the tree in the language of Graphviz; draw it with `dot -Tsvg`."""
        lines = [
            "digraph gametree {",
            "  node [shape=box, style=rounded, fontname=monospace];",
            f'  0 [label="root\\n{self.root["visits"]:,} visits"];',
        ]
        number = 0
        waiting = [(self.root, 0)]
        while waiting:
            entry, parent = waiting.pop()
            for child in entry["children"]:
                number += 1
                move = _quoted(child["move"])
                mean = "" if child["mean"] is None else f"\\n{child['mean']:+.3f}"
                if "probability" in child:
                    mean = f"\\np {child['probability']:.3f}"
                lines.append(f'  {number} [label="{move}\\n{child["visits"]:,}{mean}"];')
                width = 0.5 + 4.5 * child["share"]
                lines.append(f"  {parent} -> {number} [penwidth={width:.2f}];")
                waiting.append((child, number))
        return "\n".join([*lines, "}"])


def view_tree(
    game: Game, state: State, top: MergedNode, max_depth: int | None, min_visits: int
) -> TreeView:
    """Return the nodes down to `max_depth` plies that have at least `min_visits` visits.

    Where lines share a node, its children are listed once.
    """
    if max_depth is not None and max_depth < 0:
        raise BadParameter(f"max_depth must be None or 0 or more, not {max_depth!r}")
    if min_visits < 0:
        raise BadParameter(f"min_visits must be 0 or more, not {min_visits!r}")
    root: dict[str, Any] = {
        "move": None,
        "player": None,
        "visits": top.visits,
        "share": 1.0,
        "mean": None,
        "children": [],
    }
    listed = {top.places}
    waiting = [(root, top, game.copy(state), 0)]
    while waiting:
        entry, node, position, depth = waiting.pop()
        if max_depth is not None and depth >= max_depth:
            continue
        is_chance = node.player == CHANCE
        for edge in sorted(node.edges, key=lambda edge: -edge.visits):
            visits = edge.visits
            if visits < min_visits:
                break
            child = {
                "move": game.action_to_text(position, edge.action),
                "player": node.player,
                "visits": visits,
                "share": visits / node.visits if node.visits else 0.0,
                "mean": node.origin + edge.total / visits if visits and not is_chance else None,
                "children": [],
            }
            if is_chance:
                child["probability"] = edge.total
            entry["children"].append(child)
            if edge.known.settled:
                child["proven"] = edge.known.low
            if edge.leads_on and edge.places not in listed:
                listed.add(edge.places)
                successor = game.next_state(game.copy(position), edge.action)
                waiting.append((child, edge.node(), successor, depth + 1))
    return TreeView(root)


def _reversed_children(
    entry: dict[str, Any], indent: str
) -> list[tuple[dict[str, Any], str, bool]]:
    children = entry["children"]
    last = len(children) - 1
    return [(children[index], indent, index == last) for index in range(last, -1, -1)]


def _label(entry: dict[str, Any]) -> str:
    mean = "" if entry["mean"] is None else f"  {entry['mean']:+.3f}"
    if "probability" in entry:
        mean = f"  probability {entry['probability']:.3f}"
    if "proven" in entry:
        mean = f"  proven {entry['proven']:+g}"
    return f"{entry['move']}  {entry['visits']:,} visits  {100 * entry['share']:.1f} %{mean}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
