"""Positions of connect four with what they are worth, for fit_patterns.py.

From positions of games like those of make_positions.py, or up to two random moves off them, up
to 12 moves go on, each the likelier, the better it looks to the heuristic, the last one mostly
at random: much as a search goes, which asks a heuristic about such positions. Each stands for
the position after its forced moves. Values are bitbully's (a tool for these programs alone).
Fewer are kept of those with few stones, the longer they take to solve. The positions that judge
players (benchmarks/positions), those that a move leads to from there, and their mirror images
are left out.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from make_positions import careful_game

import gametree as gt
from gametree.games.connect_four.patterns import NoPatterns
from gametree.native.build import compile_function

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from oracles import solved

State = tuple[int, int]

WALKS = 150
FURTHEST = 12
COLUMN = 0x7F
STONES = (1, 4, 7, 7, 10, 10, 14, 14, 19, 24)  # at least, where the walks set out
KEPT = {13: 0.1, 14: 0.12, 15: 0.25, 16: 0.4, 17: 0.7}
KEPT_BELOW = 0.3


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


def walk(game: Any, mine: Any, both: Any, temperature: Any, alike: Any, draws: Any) -> Any:
    """Return the position after as many moves as there are draws, and whether it is open.

    A move is e times as likely as one that the heuristic gives less by the temperature; if `alike`,
    the last is any. A walk ends where somebody can win at once. Draws are from 0 to 1.
    """
    state = (mine, both)
    for ply in range(len(draws)):
        actions = game.legal_actions(state)
        weights = [0.0] * 7
        total = 0.0
        for place in range(len(actions)):
            successor = game.next_state(state, actions[place])
            if game.is_terminal(successor):
                return state, False
            worth = game.heuristic(successor)[game.current_player(state)]
            if alike and ply == len(draws) - 1:
                worth = 0.0
            weights[place] = math.exp(worth / temperature)
            total += weights[place]
        left = draws[ply] * total
        chosen = 0
        while chosen < len(actions) - 1 and left >= weights[chosen]:
            left -= weights[chosen]
            chosen += 1
        state = game.next_state(state, actions[chosen])
        if abs(game.heuristic(state)[0]) >= 1.0:
            return state, False
    return game.after_forced_moves(state), True


def samples(seed: str) -> Iterator[tuple[int, int, int]]:
    """Yield stones of the player to move, stones of both, value to the player to move."""
    game = gt.games.ConnectFour()
    game._patterns = NoPatterns()  # so that the same seed gives the same whatever was fitted
    rng = random.Random(f"walked {seed}")
    solver = Solver()
    left_out = kept_apart(game)
    while True:
        low = rng.choice(STONES)
        start = careful_position(game, rng, range(low, low + 5))
        found = []
        for state in walks(game, rng, start):
            key = key_of(state)
            if key not in left_out and rng.random() <= share_kept(state):
                left_out.add(key)
                found.append(state)
        # The latest first: then the solver remembers what the others need.
        for state in sorted(found, key=lambda state: -state[1].bit_count()):
            yield (*state, solver.value(state))


def share_kept(state: State) -> float:
    """Return the part that is kept of positions with so many stones."""
    stones = state[1].bit_count()
    return KEPT.get(stones, KEPT_BELOW if stones < min(KEPT) else 1.0)


def walks(game: gt.games.ConnectFour, rng: random.Random, start: State) -> Iterator[State]:
    """Yield open positions where walks from a position come to."""
    compiled = compile_function(walk, game, *start, 0.5, True, np.zeros(1))
    for _ in range(WALKS):
        plies = rng.randrange(FURTHEST + 1)
        temperature = rng.choice((0.25, 0.5, 1.0))
        alike = rng.random() < 0.85
        draws = np.array([rng.random() for _ in range(plies)])
        state, is_open = compiled(game, *start, temperature, alike, draws)
        if is_open:
            yield state
