"""OpenSpiel's MCTSBot, in C++, as a program for the arena; it plays for the time that it is given.

program:command=python benchmarks/openspiel_player.py

One playout a simulation, OpenSpiel's usual exploration constant 2, its solver on. It keeps
no tree from move to move.
"""

from __future__ import annotations

import sys

import pyspiel

_EXPLORATION = 2.0
_MOST_SIMULATIONS = 1 << 30
_MEGABYTES = 1 << 12


def main() -> None:
    """Play games by the lines of the arena."""
    seed = 0
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "game":
            rules = pyspiel.load_game(rest[0])  # both number the moves alike
            names = names_of_moves(rest[0])
        elif word == "seed":
            seed = int(rest[0]) % (1 << 31)
        elif word == "start":
            state = rules.new_initial_state()
            print("ready", flush=True)
        elif word == "play":
            state.apply_action(names.index(rest[0]))
        elif word == "go":
            seed += 1
            bot = pyspiel.MCTSBot(
                rules,
                pyspiel.RandomRolloutEvaluator(1, seed),
                _EXPLORATION,
                _MOST_SIMULATIONS,
                _MEGABYTES,
                True,
                seed,
                False,
                max_wall_clock_time=float(rest[rest.index("seconds") + 1]),
            )
            print("move", names[bot.step(state)], flush=True)
        elif word == "quit":
            break


def names_of_moves(game: str) -> list[str]:
    """Return gametree's names of the moves, in the order of OpenSpiel's numbers."""
    if game == "connect_four":
        return [str(column) for column in range(1, 8)]
    if game == "othello":
        return [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"] + ["pass"]
    raise SystemExit(f"the names of the moves of {game} are not known")


main()
