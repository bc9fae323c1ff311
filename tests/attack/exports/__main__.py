"""Attack exported games: python -m attack.exports --scripts 200 --seed 1 [GAME ...], in tests/.

Makes random calls of the C library (by ctypes) and of the engine in WebAssembly (under Node), and
compares the answers with those of the rules and with each other; then calls the module with wrong
values and its worker with broken messages. Prints faults, and ends with 1 if there was any.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import gametree as gt

from .awkward import OPENING, Awkward, Known
from .runs import attack_interface, attack_module, export_to

GAMES = ("connect_four", "chess", "backgammon", "game_2048", "hex", "pig")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default one of awkward rules and six bundled")
    parser.add_argument("--scripts", type=int, default=200, help="for each game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    count = 0
    for name in given.games or ("awkward", *GAMES):
        game = Awkward() if name == "awkward" else gt.games.load(name)
        with tempfile.TemporaryDirectory() as folder:
            export_to(game, Path(folder))
            rules, opening = (Known(), OPENING) if name == "awkward" else (game, ())
            found = attack_interface(
                rules, Path(folder), given.seed, given.scripts, opening=opening
            )
            for seed in range(given.seed, given.seed + max(1, given.scripts // 50)):
                found += attack_module(Path(folder), seed)
        print(f"{name}: {len(found)} faults", flush=True)
        print("".join(f"  {each}\n" for each in found[:10]), end="", flush=True)
        count += len(found)
    sys.exit(int(count > 0))


if __name__ == "__main__":
    main()
