"""Chance nodes, few outcomes or none: the three ways to search beside each other, at equal time.

Seconds are those of the processor, so that other work does not matter.

    python benchmarks/chance.py --game game_2048 --seconds 0.05 --games 20
    python benchmarks/chance.py --game cant_stop --seconds 0.05 --games 60

2048 is played to its end by each way with the same seeds, games of two by each way against the
first one, in turn as player 1 and 2. All run compiled and in one process, one after the other.
Medians, lowest and highest of the scores, or wins with 95 % intervals (Wilson), and the
simulations a move.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from typing import Any

from timing import print_heading, table

import gametree as gt
from gametree.rules.drawing import drawn

WAYS: dict[str, dict[str, Any]] = {
    "nodes": {"selection": gt.UCB1(0.45)},
    "widened, k=1": {"selection": gt.UCB1(0.45), "chance": gt.WidenedChance(1.0, 0.5)},
    "widened, k=2, alpha=0.25": {
        "selection": gt.UCB1(0.45),
        "chance": gt.WidenedChance(2.0, 0.25),
    },
    "open loop": {"selection": gt.UCB1(0.45), "chance": gt.OpenLoop()},
    "default": {},
}


class Mover:
    """A way to search, with the time that it has for each move."""

    def __init__(self, game: gt.Game, way: str, seconds: float, seed: int) -> None:
        self.searcher = gt.Searcher(game, seed=seed, compiled=True, **WAYS[way])
        self.seconds = seconds
        self.simulations: list[int] = []

    def move(self, legal: list[Any]) -> Any:
        """Return the move in the position that the game has come to."""
        if len(legal) == 1:
            return legal[0]
        begun = time.process_time()
        done, wanted = 0, 32
        while wanted > 0:
            result = self.searcher.run(simulations=wanted)
            done += wanted
            used = time.process_time() - begun
            wanted = int(done * (self.seconds / used - 1.0))
            wanted = wanted if wanted > done // 20 else 0
        self.simulations.append(done)
        return result.action


def play(game: gt.Game, movers: list[Mover], seed: int) -> Any:
    """Return the last position of a game."""
    luck = gt.Rng(seed)
    state = game.initial_state()
    while not game.is_terminal(state):
        player = game.current_player(state)
        if player == gt.CHANCE:
            action = drawn(game.chance_outcomes(state), luck)
        else:
            action = movers[player].move(list(game.legal_actions(state)))
        state = game.next_state(state, action)
        for mover in movers:
            mover.searcher.advance(action)
    return state


def scores(game: gt.Game, ways: list[str], seconds: float, seeds: range) -> list[list[str]]:
    """Return a row for each way to search a game of one player; the ways take turns."""
    found: dict[str, list[float]] = {way: [] for way in ways}
    simulations: dict[str, list[int]] = {way: [] for way in ways}
    for seed in seeds:
        for way in ways:
            mover = Mover(game, way, seconds, seed)
            found[way].append(game.returns(play(game, [mover], seed + 1_000_000))[0])
            simulations[way] += mover.simulations
        print(f"game {seed}:", *(f"{each[-1]:,.0f}" for each in found.values()), flush=True)
    rows = []
    for way in ways:
        middle = statistics.median(found[way])
        told = f"{middle:,.0f} ({min(found[way]):,.0f} to {max(found[way]):,.0f})"
        rows.append([game.name, way, told, f"{statistics.fmean(simulations[way]):,.0f}"])
    return rows


def wins(game: gt.Game, ways: list[str], seconds: float, seeds: range) -> list[list[str]]:
    """Return a row for each way but the first one, which it plays against."""
    rows = []
    first, *others = ways
    for way in others:
        won = 0
        simulations: dict[str, list[int]] = {first: [], way: []}
        for number in seeds:
            seat = number % 2
            pair = (way, first) if seat == 0 else (first, way)
            movers = [Mover(game, each, seconds, number) for each in pair]
            won += game.returns(play(game, movers, number + 1_000_000))[seat] > 0
            for each, mover in zip(pair, movers, strict=True):
                simulations[each] += mover.simulations
        told = " and ".join(f"{statistics.fmean(each):,.0f}" for each in simulations.values())
        low, high = wilson(won, len(seeds))
        rows.append(
            [
                game.name,
                f"{way} against {first}",
                f"{won} of {len(seeds)} ({low} to {high} %)",
                told,
            ]
        )
    return rows


def wilson(won: int, games: int) -> tuple[str, str]:
    """Return the ends of the interval of a share, in percent."""
    z = 1.96
    share = won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + (z / games) ** 2 / 4)
    return f"{100 * (middle - half):.0f}", f"{100 * (middle + half):.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="game_2048")
    parser.add_argument(
        "--way", choices=WAYS, action="append", help="give it again; all by default"
    )
    parser.add_argument("--seconds", type=float, default=0.05, help="of the processor, for a move")
    parser.add_argument("--games", type=int, default=20, help="of each way")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    chosen = parser.parse_args()
    print_heading()
    game = gt.games.load(chosen.game)
    ways = chosen.way or list(WAYS)
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    measure = scores if game.players == 1 else wins
    what = ["game", "search", "score" if game.players == 1 else "won", "simulations a move"]
    print(table(what, measure(game, ways, chosen.seconds, seeds)))


if __name__ == "__main__":
    main()
