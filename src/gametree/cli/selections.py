"""Selection rules by name."""

from __future__ import annotations

from ..mcts.selection import PUCT, UCB1, SelectionRule, UCB1Tuned

__all__ = ["selection_rule"]

_RULES: dict[str, type[UCB1 | UCB1Tuned | PUCT]] = {
    "ucb1": UCB1,
    "ucb1-tuned": UCB1Tuned,
    "puct": PUCT,
}


def selection_rule(name: str, c: float | None) -> SelectionRule:
    """Return a rule with its exploration constant, or with the rule's own default."""
    rule = _RULES[name]
    return rule() if c is None else rule(c)
