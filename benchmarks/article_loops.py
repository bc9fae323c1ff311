"""The loops of the write-ups: each written plainly, as its article tells it.

That of a board with a history is in `article_uct`. The others hold a tree of nodes.
"""

from __future__ import annotations

import math
import random
from typing import Any

from article_uct import ArticleSearch

__all__ = ["board_loop", "children_loop", "rules_loop", "score_loop"]


def board_loop(board: Any, simulations: int) -> Any:
    """Search the first state of a board; return the tables of the search."""
    search = ArticleSearch(board, seed=random.getrandbits(32))
    search.update(board.start())
    for _ in range(simulations):
        search.run_simulation()
    return search


class _Node:
    """A position with what its moves have won, for loops that hold a tree."""

    def __init__(self, state: Any, parent: _Node | None, move: Any, untried: list[Any]) -> None:
        self.state, self.parent, self.move, self.untried = state, parent, move, untried
        self.children: list[_Node] = []
        self.wins, self.visits = 0.0, 0

    def best(self) -> _Node:
        log = math.log(self.visits)
        return max(
            self.children,
            key=lambda child: child.wins / child.visits + math.sqrt(2 * log / child.visits),
        )


def rules_loop(rules: Any, simulations: int) -> Any:
    """Search by functions `apply`, `get_rules`, `get_result`; return the most visited rule."""
    functions, state = rules
    root = _Node(state, None, None, list(functions.get_rules(state)))
    for _ in range(simulations):
        node = root
        while not node.untried and node.children:
            node = node.best()
        if node.untried:
            rule = node.untried.pop(random.randrange(len(node.untried)))
            after = functions.apply(rule, node.state)
            node.children.append(_Node(after, node, rule, list(functions.get_rules(after))))
            node = node.children[-1]
        state = node.state
        while legal := functions.get_rules(state):
            state = functions.apply(random.choice(legal), state)
        above: _Node | None = node
        while above is not None:
            above.visits += 1
            above.wins += functions.get_result(state, functions.get_player_just_moved(above.state))
            above = above.parent
    return max(root.children, key=lambda child: child.visits).move


def children_loop(first: Any, simulations: int) -> Any:
    """Search nodes that know their children; return the most visited child."""
    root = _Node(first, None, None, list(first.find_children()))
    for _ in range(simulations):
        node = root
        while not node.untried and node.children:
            node = node.best()
        if node.untried:
            after = node.untried.pop(random.randrange(len(node.untried)))
            node.children.append(_Node(after, node, after, list(after.find_children())))
            node = node.children[-1]
        state, turned = node.state, True  # whether the reward is that of who moved to the node
        while not state.is_terminal():
            state, turned = random.choice(state.find_children()), not turned
        reward = state.reward()
        above: _Node | None = node
        while above is not None:
            above.visits += 1
            above.wins += 1 - reward if turned else reward
            above, turned = above.parent, not turned
    return max(root.children, key=lambda child: child.visits).move


def score_loop(state: Any, simulations: int) -> Any:
    """Search a puzzle by its score and numbered moves; return the move with the best mean."""
    root = _Node(state, None, None, list(range(state.get_move_count())))
    for _ in range(simulations):
        node = root
        while not node.untried and node.children:
            node = node.best()
        if node.untried:
            move = node.untried.pop(random.randrange(len(node.untried)))
            after = node.state.do_move(move)
            node.children.append(_Node(after, node, move, list(range(after.get_move_count()))))
            node = node.children[-1]
        state = node.state
        while count := state.get_move_count():
            state = state.do_move(random.randrange(count))
        score = state.get_score()
        above: _Node | None = node
        while above is not None:
            above.visits += 1
            above.wins += score
            above = above.parent
    return max(root.children, key=lambda child: child.wins / child.visits).move
