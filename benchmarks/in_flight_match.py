"""How strong a search is with several evaluations in flight, at equal evaluations.

Connect four, compiled rules, by ask and tell: one side asks for one position at a time, which is
the sequential search to the bit; the other keeps several in flight, and their answers come in
random order. The evaluator is the game's heuristic. Each random opening is played twice, with sides
changed; the interval is of these pairs. After each hundred games there is a line of those so far.

    python benchmarks/in_flight_match.py
    python benchmarks/in_flight_match.py --games 400 --evaluations 64 256 --in-flight 8
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from functools import lru_cache

import gametree as gt
from gametree.games import ConnectFour

GAME = ConnectFour()


@lru_cache(maxsize=100_000)
def worth(state: tuple[int, int]) -> tuple[float, ...]:
    """Return the heuristic; both players of an opening come to many of the same positions."""
    return tuple(GAME.heuristic(state))


def search(
    searcher: gt.Searcher, evaluations: int, in_flight: int, chance: random.Random
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


def opening(chance: random.Random, plies: int = 4) -> tuple[int, int]:
    """Return a position after some random moves."""
    state = GAME.initial_state()
    for _ in range(plies):
        state = GAME.next_state(state, chance.choice(list(GAME.legal_actions(state))))
    return state


def played(state: tuple[int, int], sides: tuple[int, int], evaluations: int, seed: int) -> float:
    """Return what player 0 gets, 0 to 1, if the players have so many evaluations in flight."""
    chance = random.Random(seed)
    searchers = [gt.Searcher(GAME, state, seed=seed + side) for side in range(2)]
    while not GAME.is_terminal(state):
        mover = GAME.current_player(state)
        result = search(searchers[mover], evaluations, sides[mover], chance)
        state = GAME.next_state(state, result.action)
        if not GAME.is_terminal(state):
            for searcher in searchers:
                searcher.advance(result.action)
    return (GAME.returns(state)[0] + 1.0) / 2.0


def match(games: int, evaluations: int, in_flight: int) -> None:
    """Play a match; print a line after each hundred games, and at the end."""
    pairs = []
    for number in range(games // 2):
        state = opening(random.Random(number))
        first = played(state, (in_flight, 1), evaluations, 2 * number)
        second = 1.0 - played(state, (1, in_flight), evaluations, 2 * number)
        pairs.append((first + second) / 2.0)
        if len(pairs) % 50 and len(pairs) < games // 2:
            continue
        error = 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs))
        print(
            f"| {evaluations} | {in_flight} | {2 * len(pairs)} | "
            f"{100 * statistics.fmean(pairs):.1f} % (± {100 * error:.1f}) |",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--evaluations", type=int, nargs="+", default=[64])
    parser.add_argument("--in-flight", type=int, nargs="+", default=[8])
    given = parser.parse_args()
    print("| evaluations a move | in flight | games | points of the side with more in flight |")
    print("|---:|---:|---:|---:|")
    for count in given.evaluations:
        for size in given.in_flight:
            match(given.games, count, size)
