"""Measures what a race finds for a game that nobody has trained: Elo against plain UCT.

    python benchmarks/untrained.py hex gomoku breakthrough

Races each game of `unaided/`, keeps what is found in a folder of its own, and plays
`mcts:auto,untrained` at equal time against plain UCT with several exploration constants, of which
the best counts.
"""

from __future__ import annotations

import argparse
import os
import tempfile

from learned import CONSTANTS, GAMES, HERE, print_strength

from gametree.learn.race import race
from gametree.machine.processors import cores
from gametree.naming.loading import load_game

PLAYER = "mcts:auto,untrained=true"


def main() -> None:
    """Race and measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*GAMES], help=", ".join(GAMES))
    parser.add_argument("--race", type=float, default=60.0, help="seconds for a race")
    parser.add_argument("--constants", default=CONSTANTS, help="of exploration, of plain UCT")
    parser.add_argument("--seconds", type=float, default=0.1, help="a move in the matches")
    parser.add_argument("--pairs", type=int, default=20, help="of games, for each opponent")
    parser.add_argument("--workers", type=int, default=cores())
    given = parser.parse_args()
    for name in given.games:
        if name not in GAMES:
            parser.error(f"{name!r} is none of {', '.join(GAMES)}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GAMETREE_DATA_DIR"] = folder
        for name in given.games:
            measure(name, given)


def measure(name: str, given: argparse.Namespace) -> None:
    """Race a game, and print its Elo against plain UCT."""
    file, parameters = GAMES[name]
    spec = f"{HERE / file}"
    game = load_game(spec, parameters)
    found = race(game, seconds=given.race, workers=given.workers)
    print(f"{name}: {' and '.join(found.winners) or 'as it was'}")
    for verdict in found.verdicts:
        print(f"    {verdict}", flush=True)
    print_strength(PLAYER, game.players, spec, parameters, given)


if __name__ == "__main__":
    main()
