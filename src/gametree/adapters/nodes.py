"""Nodes that know their children, as positions of a game for two who take turns.

    game = node_game(new_board())       # a node, or a function that makes one
    result = gt.search(game, simulations=1000)
    child = game.next_state(result.state, result.action)
    game.own_state(child)               # the best child

Such a class has the methods of `Node` in a minimal MCTS that is copied much (L. H. Miles, 2019):

    find_children()     the nodes that a move leads to, a set or a list of them
    is_terminal()       whether the game is over
    reward()            at the end 1 for a win, 0 for a loss, 1/2 for a draw, of whoever is to move

A move of the game is the index of a child. Children in a set are sorted, by their text if nodes
cannot be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..primitives.rng import Rng
from .own.found_members import WrittenRules
from .recognition.expressions import Expression
from .recognition.first_states import factory
from .recognition.members import Member
from .states import StateGame
from .values.faults import expect_methods

__all__ = ["METHODS", "node_game"]

METHODS = ("find_children", "is_terminal", "reward")

_PLIES = 200  # of random games, which show what children come in


def node_game(
    node: Any,
    *,
    copying: str | Callable[[Any], Any] = "auto",
    bounds: tuple[float, float] | None = (-1, 1),
) -> StateGame:
    """Return the game that begins at a node.

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
    listing = _listing(first)
    members = {
        "moves": Member(
            children,
            0,
            Expression(f"range(len({listing.text}))", **listing.named),
            following=listing,
        ),
        "play": Member(
            children, 1, Expression(f"{listing.text}[asked]", "state, asked", **listing.named)
        ),
        "over": Member(over, 0, Expression("state.is_terminal()")),
        "result": Member(reward, 0, Expression("2.0 * float(state.reward()) - 1.0")),
    }
    why = "find_children gives sets of nodes that cannot be ordered" if listing.named else ""
    written = WrittenRules(start, first, members, why_interpreted=why, by_index=True)
    return StateGame(written, players=2, perspective="to_move", copying=copying, bounds=bounds)


def listed(children: Iterable[Any]) -> list[Any]:
    """Return children in an order that is the same in every process."""
    if isinstance(children, (set, frozenset)):
        return sorted(children, key=repr)
    return list(children)


def _listing(node: Any) -> Expression:
    """Return the children of a state in an order that is the same in every process.

    Random games show what they come in.
    """
    rng = Rng(0)
    state = node
    kinds: set[type] = set()
    for _ in range(_PLIES):
        children = [] if state.is_terminal() else state.find_children()
        kinds.add(type(children))
        if isinstance(children, (set, frozenset)):
            try:
                sorted(children)
            except TypeError:
                return Expression("listed(state.find_children())", listed=listed)
        reached = listed(children)
        state = reached[rng.below(len(reached))] if reached else node
    if kinds <= {list, tuple}:
        return Expression("state.find_children()")
    return Expression("sorted(state.find_children())")
