"""Judges players of backgammon by GNU Backgammon's evaluation: equity lost by each move.

    python benchmarks/backgammon_equity.py --positions 200 --seconds 0.05

Positions come from games of the greedy player, in which every fifth turn is random; those with one
legal turn are left out. Each turn there is evaluated by `gnubg` (Debian's package of that name):
all without looking ahead, then those that come near the best, and those that were played, two plies
deep. The loss of a turn is what the best one is worth more, in points, without the cube.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from timing import print_heading, table

import gametree as gt
from gametree.games import Backgammon
from gametree.games.backgammon.board import BAR, BackgammonBoard, after_turn, count_at, legal_turns
from gametree.primitives.rng import Rng

GREEDY = "heuristic, greedy"
WAYS: dict[str, dict[str, Any]] = {
    GREEDY: {},
    "playouts, UCB1(0.7)": {"selection": gt.UCB1(0.7)},
    "recommended": {},
}
NEAR = 0.16  # points below the best without looking ahead

# What gnubg runs: it reads boards, each of two sides, the one to move last.
JUDGE = """
import gnubg, json, os
for command in ("set player 0 human", "set player 1 human", "set jacoby off", "new session"):
    gnubg.command(command)
info = gnubg.cubeinfo()
with open(os.environ["BOARDS"]) as file:
    asked = json.load(file)
context = gnubg.evalcontext(0, asked["plies"], 1, 1, 0.0)
found = [gnubg.evaluate(tuple(map(tuple, each)), info, context)[5] for each in asked["boards"]]
with open(os.environ["BOARDS"], "w") as file:
    json.dump(found, file)
"""


def evaluated(boards: list[Any], plies: int) -> list[float]:
    """Return what the side that has moved is worth on each board, by gnubg."""
    program = shutil.which("gnubg") or "/usr/games/gnubg"
    with tempfile.TemporaryDirectory() as folder:
        script, file = Path(folder, "judge.py"), Path(folder, "boards.json")
        script.write_text(JUDGE)
        file.write_text(json.dumps({"plies": plies, "boards": boards}))
        subprocess.run(
            [program, "-t", "-q", "-p", str(script)],
            env={**os.environ, "BOARDS": str(file)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        return [-float(each) for each in json.loads(file.read_text())]


def for_gnubg(board: BackgammonBoard) -> list[list[int]]:
    """Return a board after a turn: who has moved, then who is to, on points 1 to 24 and bar."""
    sides = ((board.near, board.far), (board.their_near, board.their_far))
    return [[count_at(*side, place) for place in range(1, BAR + 1)] for side in sides]


def positions(game: gt.Game, count: int, seed: int) -> list[Any]:
    """Return positions of games, at most ten of each game."""
    rng = Rng(seed)
    found: list[Any] = []
    while len(found) < count:
        record = gt.Record(game)
        met = []
        while not record.over:
            if record.player == gt.CHANCE:
                record.play(record.draw_chance(rng))
                continue
            legal = record.legal_actions()
            if len(legal) > 1:
                met.append(record.state)
            at_random = rng.below(5) == 0
            record.play(legal[rng.below(len(legal))] if at_random else greedy(game, record.state))
        for _ in range(min(10, count - len(found))):
            found.append(met[rng.below(len(met))])
    return found


def greedy(game: gt.Game, state: Any) -> int:
    """Return the turn that the heuristic likes best, without looking ahead."""

    def worth(turn: int) -> float:
        after = game.next_state(state, turn)
        values = game.returns(after) if game.is_terminal(after) else game.heuristic(after)
        return float(values[state.player])

    return int(max(game.legal_actions(state), key=worth))


def played(game: gt.Game, name: str, states: list[Any], seconds: float) -> list[int]:
    """Return what is played in each position."""
    if name == GREEDY:
        return [greedy(game, state) for state in states]
    return [
        int(gt.search(game, state, seconds=seconds, seed=number, **WAYS[name]).action)
        for number, state in enumerate(states)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move")
    chosen = parser.parse_args()
    print_heading()
    game = Backgammon()
    states = positions(game, chosen.positions, 1)
    moves = {name: played(game, name, states, chosen.seconds) for name in WAYS}
    turns = zip(*moves.values(), strict=True)
    worth = judged(states, [set(each) for each in turns])
    losses = {"random": [max(each.values()) - mean(list(each.values())) for each in worth]}
    for name, actions in moves.items():
        losses[name] = [
            max(each.values()) - each[action] for each, action in zip(worth, actions, strict=True)
        ]
    rows = []
    for name, lost in losses.items():
        spread = math.sqrt(mean([(each - mean(lost)) ** 2 for each in lost]) / len(lost))
        best = sum(each < 1e-9 for each in lost)
        rows.append(
            [name, f"{mean(lost):.4f} ± {1.96 * spread:.4f}", f"{100 * best / len(lost):.0f} %"]
        )
    print(f"{len(states)} positions, {chosen.seconds:g} s a move\n")
    print(table(["player", "equity lost a move", "best turn"], rows))


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def judged(states: list[Any], chosen: list[set[int]]) -> list[dict[int, float]]:
    """Return what each turn of each position is worth, good and chosen ones two plies deep."""
    boards = []
    for state in states:
        board, dice = BackgammonBoard(*state[:4]), divmod(state.dice, 10)
        boards.append(
            {turn: for_gnubg(after_turn(board, turn, *dice)) for turn in legal_turns(board, *dice)}
        )
    flat = [each for turns in boards for each in turns.values()]
    values = iter(evaluated(flat, 0))
    worth = [{turn: next(values) for turn in turns} for turns in boards]
    close = [
        [turn for turn, value in each.items() if value > max(each.values()) - NEAR or turn in own]
        for each, own in zip(worth, chosen, strict=True)
    ]
    deeper = [turns[turn] for turns, some in zip(boards, close, strict=True) for turn in some]
    values = iter(evaluated(deeper, 2))
    for each, some in zip(worth, close, strict=True):
        for turn in some:
            each[turn] = next(values)
    return worth


if __name__ == "__main__":
    main()
