"""What a simulation costs with widening where a position has 10^3 to 10^6 moves, in both modes.

Six moves of one player; `legal_actions` returns a range, or a tuple that the game keeps. Prints the
processor time of a simulation. A second table has NRPA, compiled: the processor time of a rollout
for each move that it chooses from.

    python benchmarks/many_moves.py
"""

from __future__ import annotations

import time

import gametree as gt
from gametree.players.registry import make_player
from gametree.primitives.rng import Rng

State = tuple[int, int]


class Range(gt.Game):
    """Six numbers below a bound; a hash of them is the return."""

    players = 1

    def __init__(self, size: int) -> None:
        self.size = size

    def initial_state(self) -> State:
        return (0, 0)

    def current_player(self, state: State) -> int:
        return 0

    def is_terminal(self, state: State) -> bool:
        return state[0] == 6

    def legal_actions(self, state: State) -> range:
        return range(self.size)

    def random_action(self, state: State, rng: Rng) -> int:
        return rng.below(self.size)

    def next_state(self, state: State, action: int) -> State:
        return (state[0] + 1, (state[1] * 7 + action) % 1000003)

    def returns(self, state: State) -> tuple[float]:
        return (state[1] / 1000003,)


class Kept(Range):
    """The same with a tuple."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.moves = tuple(range(size))

    def legal_actions(self, state: State) -> tuple[int, ...]:  # type: ignore[override]
        return self.moves


def cost(game: gt.Game, compiled: bool, simulations: int) -> float:
    """Return the processor time of a simulation in microseconds."""
    for count in (10, simulations):  # compiled by the first
        searcher = gt.Searcher(game, seed=1, compiled=compiled, selection=gt.Widening(gt.UCB1(1.4)))
        begun = time.process_time()
        searcher.run(simulations=count)
        taken = time.process_time() - begun
    return 1e6 * taken / simulations


def cost_of_nrpa(size: int, by_ply: str) -> float:
    """Return the processor time of a rollout of NRPA in nanoseconds, for each listed move."""
    game = Range(size)
    player = make_player(f"nrpa:level=2,iterations=20,ply={by_ply}")
    player.begin(game, 0, 1)
    begun = time.process_time()
    player.choose(gt.Record(game), None)
    return 1e9 * (time.process_time() - begun) / (20 * 20 * 6 * size)


if __name__ == "__main__":
    print("| moves | mode | 1,000 | 10,000 | 100,000 | 1,000,000 |")
    print("|---|---|---:|---:|---:|---:|")
    for kind in (Range, Kept):
        for native in (False, True):
            costs = [cost(kind(10**power), native, 3000) for power in (3, 4, 5, 6)]
            cells = " | ".join(f"{each:.1f} µs" for each in costs)
            mode = "compiled" if native else "interpreted"
            print(f"| {kind.__name__.lower()} | {mode} | {cells} |", flush=True)
    print("| NRPA | 1,000 | 3,000 | 10,000 |")
    print("|---|---:|---:|---:|")
    for by_ply in ("true", "false"):
        cells = " | ".join(f"{cost_of_nrpa(size, by_ply):.0f} ns" for size in (1000, 3000, 10_000))
        print(f"| ply={by_ply} | {cells} |", flush=True)
