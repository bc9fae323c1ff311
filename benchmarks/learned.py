"""Measures what a network learns of a game in so many minutes: Elo against plain UCT.

    python benchmarks/learned.py --minutes 10 breakthrough hex gomoku
    python benchmarks/learned.py --minutes 1,3,10,30,60 --constants 0.5 --models models hex

Trains each game of `unaided/`, going on where the last number of minutes ended, and plays it
at equal time against plain UCT with several exploration constants, of which the best counts.
`--models` keeps the model of each number of minutes in a folder.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from gametree.arena.contest import Contest
from gametree.arena.run import compete
from gametree.learn.trainer import Trainer
from gametree.machine.processors import cores
from gametree.naming.loading import load_game

HERE = Path(__file__).parent / "unaided"
GAMES = {
    "breakthrough": ("breakthrough.py:Breakthrough", {}),
    "breakthrough8": ("breakthrough.py:Breakthrough", {"size": "8"}),
    "hex": ("hex.py:Hex", {}),
    "gomoku": ("gomoku.py:Gomoku", {}),
    "dots_and_boxes": ("dots_and_boxes.py:DotsAndBoxes", {}),
    "einstein": ("einstein.py:Einstein", {}),
    "clobber": ("clobber.py:Clobber", {}),
    "for_three": ("connect_four_for_three.py:ConnectFourForThree", {}),
    "connect_four": ("heuristics_removed.py:PlainConnectFour", {}),
    "othello": ("heuristics_removed.py:PlainOthello", {}),
}
CONSTANTS = "0.3,0.5,0.8"


def main() -> None:
    """Train and measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*GAMES], help=", ".join(GAMES))
    parser.add_argument("--minutes", default="10", help="of training: one number or more")
    parser.add_argument("--constants", default=CONSTANTS, help="of exploration, of plain UCT")
    parser.add_argument("--models", type=Path, help="the folder that keeps the models")
    parser.add_argument("--seconds", type=float, default=0.1, help="a move")
    parser.add_argument("--pairs", type=int, default=20, help="of games, for each opponent")
    parser.add_argument("--workers", type=int, default=cores())
    given = parser.parse_args()
    for name in given.games:
        if name not in GAMES:
            parser.error(f"{name!r} is none of {', '.join(GAMES)}")
    print(f"{given.seconds:g} s a move, {given.workers} threads train and {given.workers} play")
    for name in given.games:
        with tempfile.TemporaryDirectory() as folder:
            measure(name, Path(folder) / "trained.model", given)


def measure(name: str, path: Path, given: argparse.Namespace) -> None:
    """Train a game, and print its Elo against plain UCT after each number of minutes."""
    file, parameters = GAMES[name]
    spec = f"{HERE / file}"
    game = load_game(spec, parameters)
    before = 0.0
    for minutes in map(float, given.minutes.split(",")):
        trained = Trainer(
            game,
            path,
            seconds=60.0 * (minutes - before),
            workers=given.workers,
            resume=before > 0.0,
        ).run()
        before = minutes
        facts = trained.facts
        if given.models:
            given.models.mkdir(parents=True, exist_ok=True)
            shutil.copy(trained.path, given.models / f"{name}-{minutes:g}.model")
        print(f"{name}, {minutes:g} minutes, {facts.positions:,} positions: {facts.verdict}")
        print_strength(f"mcts:net={trained.path}", game.players, spec, parameters, given)


def print_strength(
    player: str, players: int, spec: str, parameters: dict[str, str], given: argparse.Namespace
) -> None:
    """Print the Elo of a player against plain UCT, or the ratings of all in one contest."""
    rivals = [f"mcts:c={c}" for c in given.constants.split(",")]
    if players > 2:
        standings, _ = compete(
            contest(spec, parameters, (player, *rivals), given.pairs, given.seconds),
            workers=given.workers,
        )
        print(standings.ratings(), flush=True)
        return
    for rival in rivals:
        standings, _ = compete(
            contest(spec, parameters, (player, rival), 2 * given.pairs, given.seconds),
            workers=given.workers,
        )
        print(f"    against {rival}: {standings.elo(player, rival)}", flush=True)


def contest(
    spec: str, parameters: dict[str, str], players: tuple[str, ...], games: int, seconds: float
) -> Contest:
    """Return games from openings of two moves."""
    return Contest(players, spec, parameters, games=games, seconds=seconds, grace=1.0)


if __name__ == "__main__":
    main()
