"""Positions of connect four with what they are worth, for fit_patterns.py.

From positions of games like those of make_positions.py, or up to two random moves off them,
searches of `mcts:auto` go on; of their trees nodes are taken at random, or moves from there:
those are what a heuristic is asked about. Each stands for the position after its forced moves.
Values are bitbully's (a tool for these programs alone). The positions that judge players
(benchmarks/positions), those that a move leads to from there, and their mirror images are left
out.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from make_positions import careful_game

import gametree as gt
from gametree.games.connect_four_patterns import NoPatterns
from gametree.players.auto import plan_for

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from oracles import solved

State = tuple[int, int]

SIMULATIONS = 1000
OF_EACH_TREE = 40
COLUMN = 0x7F


class Solver:
    """Tells what positions of 7x6 are worth to the player to move: 1, 0 or -1."""

    def __init__(self) -> None:
        from bitbully import BitBully, bitbully_core

        self._core = BitBully("12-ply-dist")._core
        self._board = bitbully_core.BoardCore()

    def value(self, state: State) -> int:
        mine, both = state
        self._board.setRawState(_spread(both), _spread(mine), 42 - both.bit_count())
        if self._core.negamax(self._board, 0, 1, 0) > 0:
            return 1
        return 0 if self._core.negamax(self._board, -1, 0, 0) >= 0 else -1


def _spread(board: int) -> int:
    """Return a board with 9 bits to a column, as bitbully has it, not 7."""
    return sum((board >> 7 * column & COLUMN) << 9 * column for column in range(7))


def mirrored(board: int) -> int:
    """Return a board of 7x6 with the columns in reverse."""
    return sum((board >> 7 * column & COLUMN) << 7 * (6 - column) for column in range(7))


def key_of(state: State) -> State:
    """Return what a position has in common with its mirror image alone."""
    mine, both = state
    return min(state, (mirrored(mine), mirrored(both)))


def kept_apart(game: gt.games.ConnectFour) -> set[State]:
    """Return the keys of the positions that judge players, and of where a move leads to."""
    keys = set()
    for position in solved.connect_four():
        state = game.initial_state()
        for text in position.moves:
            state = game.next_state(state, game.text_to_action(state, text))
        successors = [game.next_state(state, action) for action in game.legal_actions(state)]
        for each in (state, *successors):
            keys.add(key_of(each))
            if not game.is_terminal(each):
                keys.add(key_of(game.after_forced_moves(each)))
    return keys


def is_open(game: gt.games.ConnectFour, state: State) -> bool:
    """Tell whether the heuristic estimates a position, rather than knowing its value."""
    return not game.is_terminal(state) and abs(game.heuristic(state)[0]) < 1.0


def careful_position(game: gt.games.ConnectFour, rng: random.Random, stones: range) -> State:
    """Return a position of a careful game with so many stones, and up to two random ones more."""
    while True:
        within = [columns for columns in careful_game(rng) if len(columns) in stones]
        if not within:
            continue
        state = game.initial_state()
        for column in rng.choice(within):
            state = game.next_state(state, column)
        for _ in range(rng.randrange(3)):
            actions = game.legal_actions(state)
            if actions:
                state = game.next_state(state, rng.choice(actions))
        if is_open(game, state):
            return state


def searched(game: gt.games.ConnectFour, rng: random.Random) -> Iterator[list[State]]:
    """Yield positions of one search at a time."""
    while True:
        low = rng.choice((1, 4, 4, 7, 7, 10, 10, 14, 19))
        state = careful_position(game, rng, range(low, low + 5))
        while is_open(game, state):
            options = plan_for(game).options
            searcher = gt.Searcher(game, state=state, seed=rng.randrange(1 << 30), **options)
            best = searcher.run(simulations=SIMULATIONS).action
            yield from_tree(game, state, searcher.tree(max_depth=None, min_visits=2).root, rng)
            state = game.next_state(state, best)
            if rng.random() < 0.4:
                break


def from_tree(
    game: gt.games.ConnectFour, state: State, root: dict[str, Any], rng: random.Random
) -> list[State]:
    """Return open positions of a tree, and of the moves from its nodes."""
    nodes = []
    waiting = [(state, root)]
    while waiting:
        state, node = waiting.pop()
        nodes.append(state)
        for child in node["children"]:
            action = game.text_to_action(state, child["move"])
            waiting.append((game.next_state(state, action), child))
    found: dict[State, None] = {}
    for _ in range(3 * OF_EACH_TREE):
        state = rng.choice(nodes)
        actions = game.legal_actions(state)
        if actions and rng.random() < 0.85:
            state = game.next_state(state, rng.choice(actions))
        if is_open(game, state):
            found[game.after_forced_moves(state)] = None
    return list(found)[:OF_EACH_TREE]


def samples(seed: int) -> Iterator[tuple[int, int, int]]:
    """Yield stones of the player to move, stones of both, value to the player to move."""
    game = gt.games.ConnectFour()
    game._patterns = NoPatterns()  # so that the same seed gives the same whatever was fitted
    solver = Solver()
    apart = kept_apart(game)
    for states in searched(game, random.Random(f"searched {seed}")):
        # The latest first: then the solver remembers what the others need.
        for state in sorted(states, key=lambda state: -state[1].bit_count()):
            if key_of(state) not in apart:
                yield (*state, solver.value(state))
