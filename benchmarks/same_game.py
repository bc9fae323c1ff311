"""SameGame: what is found in equal time by trees, with and without the best line, and by NRPA.

    python benchmarks/same_game.py --seconds 2 --boards standard.txt

Boards are rows of digits, the top one first, with an empty line between two boards. So the standard
test set of 20 boards is published: src/test/java/StandardTestset.txt of github.com/acatai/SameGame,
from js-games.de. Without --boards there are 20 random ones, of the seeds 1 to 20.

Time is the processor's: to how many simulations of each way it comes is measured on the first
board. A way that plays shares them out to 60 moves; one search tells of the best line that it has
found.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from timing import print_heading, table

import gametree as gt
from gametree.games import SameGame
from gametree.players.player import Player
from gametree.players.registry import make_player

_MOVES = 60  # of a game, about


class Way(NamedTuple):
    """A way to play: a description of a player, and whether it searches before each move."""

    player: str
    plays: bool


WAYS = {
    "UCB1, plays the most visited move": Way("mcts:c={c},final_move=visits", plays=True),
    "UCB1, plays the best line": Way("mcts:c={c}", plays=True),
    "UCB1, one search": Way("mcts:c={c}", plays=False),
    "SP-MCTS, plays the best line": Way("mcts:selection=sp-mcts,c={c},d={d}", plays=True),
    "SP-MCTS, one search": Way("mcts:selection=sp-mcts,c={c},d={d}", plays=False),
    "mcts:auto, plays the best line": Way("mcts:auto", plays=True),
    "mcts:auto, one search": Way("mcts:auto", plays=False),
    "NRPA, one search": Way("nrpa:level={level},iterations={iterations}", plays=False),
}


def boards_of(path: Path | None) -> list[SameGame]:
    """Return the games of the boards in a file, or of the first seeds."""
    if path is None:
        return [SameGame(seed=seed) for seed in range(1, 21)]
    texts = path.read_text(encoding="utf-8").strip().replace(" \n", "\n").split("\n\n")
    return [SameGame(position=text) for text in texts]


def begun(way: Way, game: SameGame, arguments: argparse.Namespace) -> Player:
    player = make_player(way.player.format(**vars(arguments)))
    player.begin(game, 0, arguments.seed)
    return player


def play(player: Player, game: SameGame, simulations: int, *, plays: bool) -> float:
    """Return what a game comes to with so many simulations, or what one search has found."""
    record = gt.Record(game)
    part = max(1, simulations // _MOVES) if plays else simulations
    while not record.over:
        choice = player.choose(record, gt.Limit(part))
        if not plays:
            found = choice.statistics.get("best", choice.statistics["value"])
            player.end()
            return float(found)
        record.play(choice.action)
    player.end()
    return float(record.returns[0])


def seconds_of(action: Callable[[], object]) -> float:
    begun_at = time.process_time()
    action()
    return time.process_time() - begun_at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each board")
    parser.add_argument("--boards", type=Path, help="a file of boards")
    parser.add_argument("--only", action="append", help="a way that is tried, by its name")
    parser.add_argument("--first", type=int, help="so many boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--c", type=float, default=0.1)
    parser.add_argument("--d", type=float, default=0.01)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=40)
    arguments = parser.parse_args()
    print_heading()
    games = boards_of(arguments.boards)[: arguments.first]
    rows = []
    for name in arguments.only or WAYS:
        way = WAYS[name]
        trial = begun(way, games[0], arguments)
        sample = 4000
        spent = seconds_of(lambda: trial.choose(gt.Record(games[0]), gt.Limit(sample)))  # noqa: B023
        rate = sample / spent
        trial.end()
        players = [begun(way, game, arguments) for game in games]
        found: list[float] = []
        simulations = int(arguments.seconds * rate)
        spent = seconds_of(
            lambda: found.extend(  # noqa: B023
                play(player, game, simulations, plays=way.plays)  # noqa: B023
                for player, game in zip(players, games, strict=True)  # noqa: B023
            )
        )
        print(f"{name}: {' '.join(f'{each:.0f}' for each in found)}", flush=True)
        told = f"{sum(found):,.0f}", f"{simulations:,}", f"{spent / len(games):.1f}"
        rows.append((name, *told))
    print("\n" + table(("way", "total", "simulations", "seconds a board"), rows))


if __name__ == "__main__":
    main()
