"""How strong a search is with several evaluations in flight, at equal evaluations.

Connect four, compiled rules, by ask and tell: one side asks for one position at a time, which is
the sequential search to the bit; the other keeps several in flight, and their answers come in
random order. The evaluator is the game's heuristic; with `--noise`, a random number is added to it,
one for each position, of this standard deviation. Each random opening is played twice, with sides
changed; the interval is of these pairs. After each hundred games there is a line of those so far.

    python benchmarks/in_flight_match.py
    python benchmarks/in_flight_match.py --games 400 --evaluations 64 256 --in-flight 8
    python benchmarks/in_flight_match.py --noise 0.5

`--c` is the exploration constant of the other side, which has the default otherwise. This compares
two constants, both with one in flight:

    python benchmarks/in_flight_match.py --in-flight 1 --c 0.45
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

import gametree as gt
from gametree.games import ConnectFour
from gametree.native.build import compile_search

State = tuple[int, int]
Worth = Callable[[State], tuple[float, float]]

GAME = ConnectFour()


def write_heuristic(game: ConnectFour, state: State, out: Any) -> None:
    """Write the heuristic to `out`."""
    values = game.heuristic(state)
    out[0] = values[0]
    out[1] = values[1]


def evaluator(noise: float) -> Worth:
    """Return the evaluator: the heuristic, compiled, and noise."""
    out = np.zeros(2)
    write = compile_search(
        write_heuristic, GAME, GAME.initial_state(), out, rehearsal=lambda game, state: None
    )

    @lru_cache(maxsize=100_000)
    def worth(state: State) -> tuple[float, float]:
        write(GAME, state, out)
        value = float(out[0])
        if noise:
            value += random.Random(repr(state)).gauss(0.0, noise)
        return value, -value

    return worth


def search(
    searcher: gt.Searcher, worth: Worth, evaluations: int, in_flight: int, chance: random.Random
) -> gt.SearchResult:
    """Evaluate some positions, so many at a time; their answers come in random order."""
    open_tickets: list[gt.Ticket] = []
    left = evaluations
    while True:
        wanted = min(in_flight - len(open_tickets), left)
        if wanted:
            found = searcher.ask(wanted)
            left -= len(found)
            open_tickets += found
        if not open_tickets:
            return searcher.result()
        ticket = open_tickets.pop(chance.randrange(len(open_tickets)))
        searcher.tell(ticket, worth(ticket.state))


def opening(chance: random.Random, plies: int = 4) -> State:
    """Return a position after some random moves."""
    state = GAME.initial_state()
    for _ in range(plies):
        state = GAME.next_state(state, chance.choice(list(GAME.legal_actions(state))))
    return state


class Side(NamedTuple):
    """One side of a match: evaluations in flight, and its constant; None for the default."""

    in_flight: int
    c: float | None


def played(
    state: State, sides: tuple[Side, Side], worth: Worth, evaluations: int, seed: int
) -> float:
    """Return what player 0 gets, 0 to 1."""
    chance = random.Random(seed)
    searchers = [
        gt.Searcher(
            GAME,
            state,
            seed=seed + number,
            selection=None if side.c is None else gt.UCB1(side.c),
        )
        for number, side in enumerate(sides)
    ]
    while not GAME.is_terminal(state):
        mover = GAME.current_player(state)
        result = search(searchers[mover], worth, evaluations, sides[mover].in_flight, chance)
        state = GAME.next_state(state, result.action)
        if not GAME.is_terminal(state):
            for searcher in searchers:
                searcher.advance(result.action)
    return (GAME.returns(state)[0] + 1.0) / 2.0


def match(games: int, evaluations: int, sides: tuple[Side, Side], noise: float) -> None:
    """Play a match; print a line after each hundred games, and at the end."""
    worth = evaluator(noise)
    pairs = []
    for number in range(games // 2):
        state = opening(random.Random(number))
        first = played(state, sides, worth, evaluations, 2 * number)
        second = 1.0 - played(state, sides[::-1], worth, evaluations, 2 * number)
        pairs.append((first + second) / 2.0)
        if len(pairs) % 50 and len(pairs) < games // 2:
            continue
        error = 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs))
        print(
            f"| {evaluations} | {sides[0].in_flight} | {2 * len(pairs)} | "
            f"{100 * statistics.fmean(pairs):.1f} % (± {100 * error:.1f}) |",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--evaluations", type=int, nargs="+", default=[64])
    parser.add_argument("--in-flight", type=int, nargs="+", default=[8])
    parser.add_argument("--noise", type=float, default=0.0)
    parser.add_argument("--c", type=float)
    given = parser.parse_args()
    print("| evaluations a move | in flight | games | points of the side with these in flight |")
    print("|---:|---:|---:|---:|")
    for count in given.evaluations:
        for size in given.in_flight:
            match(given.games, count, (Side(size, None), Side(1, given.c)), given.noise)
