"""Export of a tree: nested dicts, Graphviz DOT, text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...actors import is_chance
from ...drawing.picture import Picture
from ...drawing.trees import tree_picture
from ...errors import BadParameter
from ...game import Game, State
from ...naming.parameters import require
from ...numbers.counting import counted
from ..parallel.merged_tree import MergedNode

__all__ = ["TreeView", "check_extent", "view_tree"]

_MOST_DRAWN = 500


@dataclass(frozen=True, slots=True)
class TreeView:
    """A part of a search tree, best move first at every node.

    Attributes:
        root: a dict with `move` (None at the root), `player` (who chose the
            move; None at the root, CHANCE for an outcome), `visits`, `share` (of
            the parent's visits), `mean` (average return for `player`; None for an
            outcome) and `children`; an outcome has its `probability` too. Where states
            are shown, the `state` as text, `wins` (the sum of the returns for `player`:
            his wins, where a win counts 1 and a loss 0; at the root of a game of two,
            for who does not move) and `untried` (the moves that no simulation has
            followed). Where a best line is known, `best`: whether it leads there.

    """

    root: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return nested dicts in types that JSON has."""
        return self.root

    def to_text(self) -> str:
        """Return a drawing with one line a node."""
        lines = [_line("root", self.root)]
        waiting = _reversed_children(self.root, "")
        while waiting:
            entry, indent, is_last = waiting.pop()
            branch, below = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
            lines.append(f"{indent}{branch}{_line(entry['move'], entry)}")
            waiting += _reversed_children(entry, indent + below)
        return "\n".join(lines)

    def to_dot(self) -> str:
        """Return the tree in the language of Graphviz; draw it with `dot -Tsvg`."""
        lines = [
            "digraph gametree {",
            "  node [shape=box, style=rounded, fontname=monospace];",
            f'  0 [label="{_label("root", self.root)}"];',
        ]
        number = 0
        waiting = [(self.root, 0)]
        while waiting:
            entry, parent = waiting.pop()
            for child in entry["children"]:
                number += 1
                best = ', style="rounded,bold"' if child.get("best") else ""
                lines.append(f'  {number} [label="{_label(child["move"], child)}"{best}];')
                width = 0.5 + 4.5 * child["share"]
                rule = f', label="{_quoted(child["move"])}"' if "state" in child else ""
                lines.append(f"  {parent} -> {number} [penwidth={width:.2f}{rule}];")
                waiting.append((child, number))
        return "\n".join([*lines, "}"])

    def picture(self, nodes: int = 40) -> Picture:
        """Return a picture of the most visited nodes, at most so many; the tree goes rightwards.

        Discs grow with the share of the simulations, blue where the mean is good for the player
        who moved and orange where it is bad; lines are as wide as the move's share.

        Raises:
            BadParameter: if `nodes` is not from 1 to 500: more could not be read.

        """
        require(int, nodes=nodes)
        if not 1 <= nodes <= _MOST_DRAWN:
            raise BadParameter(f"nodes must be from 1 to {_MOST_DRAWN}, not {nodes}")
        return tree_picture(self.root, nodes)

    def _repr_svg_(self) -> str:
        return self.picture().to_svg()


def check_extent(max_depth: int | None, min_visits: int) -> None:
    """Raise BadParameter unless a part of a tree can be cut out so."""
    if max_depth is not None and max_depth < 0:
        raise BadParameter(f"max_depth must be None or 0 or more, not {max_depth!r}")
    if min_visits < 0:
        raise BadParameter(f"min_visits must be 0 or more, not {min_visits!r}")


def view_tree(
    game: Game,
    state: State,
    top: MergedNode,
    max_depth: int | None,
    min_visits: int,
    *,
    states: bool,
) -> TreeView:
    """Return the nodes down to `max_depth` plies that have at least `min_visits` visits.

    Where lines share a node, its children are listed once.
    """
    check_extent(max_depth, min_visits)
    root: dict[str, Any] = {
        "move": None,
        "player": None,
        "visits": top.visits,
        "share": 1.0,
        "mean": None,
        "children": [],
    }
    if states:
        root |= _position(game, state, top)
        if game.players == 2 and not is_chance(top.player):
            root["wins"] = top.value[1 - top.player] * top.visits
    listed = {top.places}
    waiting = [(root, top, game.copy(state), 0)]
    while waiting:
        entry, node, position, depth = waiting.pop()
        if max_depth is not None and depth >= max_depth:
            continue
        at_random = is_chance(node.player)
        for edge in sorted(node.edges, key=lambda edge: -edge.visits):
            visits = edge.visits
            if visits < min_visits:
                break
            child = {
                "move": game.action_to_text(position, edge.action),
                "player": node.player,
                "visits": visits,
                "share": visits / node.visits if node.visits else 0.0,
                "mean": edge.mean if visits and not at_random else None,
                "children": [],
            }
            if at_random:
                child["probability"] = edge.probability
            entry["children"].append(child)
            if edge.known.settled:
                child["proven"] = edge.known.low
            leads_on = edge.leads_on and edge.places not in listed
            if not (leads_on or states):
                continue
            successor = game.next_state(game.copy(position), edge.action)
            if states:
                child |= _position(game, successor, edge.node() if edge.leads_on else None)
                if not at_random:
                    child["wins"] = visits * edge.mean
            if leads_on:
                listed.add(edge.places)
                waiting.append((child, edge.node(), successor, depth + 1))
    return TreeView(root)


def _position(game: Game, state: State, node: MergedNode | None) -> dict[str, Any]:
    """Return what is shown of a position besides its statistics; None: it has no node yet."""
    if node is None:
        untried = list(game.legal_actions(state))
    else:
        untried = [edge.action for edge in node.edges if not edge.visits]
    return {
        "state": game.state_to_text(state),
        "untried": [game.action_to_text(state, action) for action in untried],
    }


def _reversed_children(
    entry: dict[str, Any], indent: str
) -> list[tuple[dict[str, Any], str, bool]]:
    children = entry["children"]
    last = len(children) - 1
    return [(children[index], indent, index == last) for index in range(last, -1, -1)]


def _line(name: str, entry: dict[str, Any]) -> str:
    """Return what a node shows on a line of text."""
    parts = [name]
    if "state" in entry:
        parts.append(" / ".join(entry["state"].split("\n")))
    if "wins" in entry:
        parts.append(_wins(entry))
    else:
        parts.append(counted(entry["visits"], "visit"))
        if entry["player"] is not None:
            parts.append(f"{100 * entry['share']:.1f} %")
    if "proven" in entry:
        parts.append(f"proven {entry['proven']:+g}")
    elif "probability" in entry:
        parts.append(f"probability {entry['probability']:.3f}")
    elif entry["mean"] is not None and "wins" not in entry:
        parts.append(f"{entry['mean']:+.3f}")
    if entry.get("untried"):
        parts.append(f"untried {' '.join(entry['untried'])}")
    return "  ".join(parts)


def _label(name: str, entry: dict[str, Any]) -> str:
    """Return what a node shows in a picture; where it shows its state, its edge has the move."""
    parts = [entry.get("state", name)]
    if "wins" in entry:
        parts.append(_wins(entry))
    else:
        visits = counted(entry["visits"], "visit")
        parts.append(visits.split()[0] if entry["player"] is not None else visits)
    if "probability" in entry:
        parts.append(f"p {entry['probability']:.3f}")
    elif entry["mean"] is not None and "wins" not in entry:
        parts.append(f"{entry['mean']:+.3f}")
    if entry.get("untried"):
        parts.append(f"untried {' '.join(entry['untried'])}")
    return "\\n".join(map(_quoted, parts))


def _wins(entry: dict[str, Any]) -> str:
    return f"{round(entry['wins'], 6):.12g}/{entry['visits']}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
