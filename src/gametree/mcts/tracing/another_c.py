"""The same tree, searched on with another exploration constant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...actors import is_player
from ...errors import BadParameter
from ...numbers.checks import not_negative
from ..engine.engine import Engine
from ..selection.rule import SelectionRule
from ..tree.tree import NODES, ROOT, Tree, after

__all__ = ["exploration_of", "explore_by", "explored_by", "noting_among", "renew_notes"]


def exploration_of(engine: Engine) -> float | None:
    """Return the exploration constant of a search; None if its rule has none."""
    return next((each.c for each in explored_by(engine)), None)


def explored_by(engine: Engine) -> list[Any]:
    """Return the rules of a search that have an exploration constant, `c`."""
    return [each for each in _rules(engine) if hasattr(each, "c")]


def noting_among(rules: list[Any]) -> list[Any]:
    """Return the rules that keep on nodes and edges what they have computed with their constant."""
    return [each for each in rules if type(each).renew is not SelectionRule.renew]


def explore_by(engine: Engine, c: float) -> None:
    """Give a search that does not run another exploration constant.

    The tree stays; what rules keep of the old constant is computed again.

    Raises:
        BadParameter: if its rule has no such constant.

    """
    rules = explored_by(engine)
    if not rules:
        raise BadParameter(
            f"{engine.method.selection!r} has no constant c: choose a rule that has one, such as "
            "UCB1 or PUCT"
        )
    c = not_negative("c", c)
    for rule in rules:
        rule.c = c
    for rule in noting_among(rules):
        renew_notes(rule, engine.tree)


def renew_notes(rule: Any, tree: Tree) -> None:
    """Let a rule compute again what it keeps on nodes and edges, after its constant has changed."""
    number = ROOT
    for _ in range(int(tree.used[NODES])):
        node = tree.nodes[number]
        if node.visits > 0 and is_player(node.player):
            edges = tree.edges[number]
            for place in range(node.count):
                if edges[place].visits > 0:
                    rule.renew(node, edges[place])
        number = after(tree, number)


def _rules(engine: Engine) -> Iterator[Any]:
    """Yield the selection rules of a search, also those inside of other rules."""
    method = engine.method
    seen: set[int] = set()
    rule: Any
    for rule in (method.selection, method.ascent.rule):
        while rule is not None and id(rule) not in seen:
            seen.add(id(rule))
            yield rule
            rule = getattr(rule, "rule", None)
