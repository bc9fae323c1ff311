"""What chess's heuristic brings: matches at equal time against less of it.

The default search, whose heuristic follows exchanges to their end, against the same search by what
stands on the board, and against playouts to the end (plain UCT). Each opening of six random moves,
about equal by the heuristic, is played twice, with the seats changed; a game of 300 moves is a
draw.
"""

from __future__ import annotations

import argparse
import math
import random
from typing import Any

from timing import print_heading

import gametree as gt
from gametree.games.chess.game import Chess, ChessState
from gametree.games.chess.heuristic import SURE, quiet_score

_EQUAL = 0.3
_OPENING = 6
_LONGEST = 300


class StillChess(Chess):
    """Chess whose heuristic captures nothing."""

    def heuristic(self, state: ChessState) -> tuple[float, float]:
        """Estimate the returns by material and places alone."""
        score = quiet_score(state.board, state.moves, -SURE, SURE, 0) / 350.0
        value = score / math.sqrt(1.0 + score * score)
        return (value, -value) if state.board.player == 0 else (-value, value)


PLAYERS: dict[str, tuple[Chess, dict[str, Any]]] = {
    "exchanges": (Chess(), {}),
    "no captures": (StillChess(), {}),
    "playouts": (Chess(), {"method": "uct"}),
}


def opening(chance: random.Random) -> list[int]:
    """Return moves that lead to a position of about equal chances."""
    while True:
        record = gt.Record(Chess())
        for _ in range(_OPENING):
            record.play(chance.choice(record.legal_actions()))
        if not record.over and abs(record.game.heuristic(record.state)[0]) < _EQUAL:
            return list(record.actions)


def play(names: tuple[str, str], moves: list[int], seconds: float, seed: int) -> float:
    """Return what the first of two players gets for a game."""
    record = gt.Record(Chess())
    for action in moves:
        record.play(action)
    while not record.over and len(record.actions) < _LONGEST:
        game, ways = PLAYERS[names[record.player]]
        before = record.positions[:-1]
        searcher = gt.Searcher(game, record.state, history=before, seed=seed, compiled=True, **ways)
        record.play(searcher.run(seconds=seconds).action)
    return record.returns[0] if record.over else 0.0


def main() -> None:
    """Print the results of both matches."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=40, help="of each match")
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move")
    asked = parser.parse_args()
    print_heading("chess")
    for other in ("no captures", "playouts"):
        chance = random.Random(7)
        results = []
        for number in range(asked.games // 2):
            moves = opening(chance)
            results.append(play(("exchanges", other), moves, asked.seconds, number))
            results.append(-play((other, "exchanges"), moves, asked.seconds, number))
        won, lost = results.count(1.0), results.count(-1.0)
        print(f"exchanges - {other}: {won} won, {len(results) - won - lost} drawn, {lost} lost")


if __name__ == "__main__":
    main()
