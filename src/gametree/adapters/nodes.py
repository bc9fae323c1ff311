"""Nodes that know their children, as positions of a game for two who take turns.

    game = node_game(new_board())       # a node, or a function that makes one
    result = gt.search(game, simulations=1000, compiled=False)
    result.action                       # the best child

Such a class has the methods of `Node` in a minimal MCTS that is copied much (L. H. Miles, 2019):

    find_children()     the nodes that a move leads to, a set or a list of them
    is_terminal()       whether the game is over
    reward()            at the end 1 for a win, 0 for a loss, 1/2 for a draw, of whoever is to move

A move of the game is the node that it leads to. Sets are put in order by the text of the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .own.state_rules import WrittenRules
from .recognition.expressions import Expression
from .recognition.first_states import factory
from .recognition.members import Member
from .states import StateGame
from .values.faults import expect_methods

__all__ = ["METHODS", "node_game"]

METHODS = ("find_children", "is_terminal", "reward")


def node_game(
    node: Any,
    *,
    copying: str | Callable[[Any], Any] = "auto",
    bounds: tuple[float, float] | None = (-1, 1),
) -> StateGame:
    """Return the game that begins at a node; it is searched interpreted.

    Args:
        node: the first node, or a class or function that makes it.
        copying: how nodes are copied, see `StateGame`.
        bounds: the least and the most that a player can get, a loss being -1 and a win 1.

    Raises:
        BadParameter: if a method is missing.
        GameError: if one of them raises.

    """
    start, _ = factory(node, None)
    first = start()
    expect_methods("node", first, METHODS)
    children, over, reward = METHODS
    members = {
        "moves": Member(children, 0, Expression("listed(state.find_children())", listed=listed)),
        "play": Member(children, 1, Expression("asked", "state, asked")),
        "over": Member(over, 0, Expression("state.is_terminal()")),
        "result": Member(reward, 0, Expression("2.0 * float(state.reward()) - 1.0")),
    }
    written = WrittenRules(
        start, first, members, why_interpreted="moves are the nodes that they lead to"
    )
    return StateGame(written, players=2, perspective="to_move", copying=copying, bounds=bounds)


def listed(children: Iterable[Any]) -> list[Any]:
    """Return children in an order that is the same in every process."""
    if isinstance(children, (set, frozenset)):
        return sorted(children, key=repr)
    return list(children)
