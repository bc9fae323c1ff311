"""The search of the article on MCTS in Python, from its description, beside `MonteCarlo`.

`ArticleSearch` is what its reader has at the end: two dicts under (player, state), all successors
of every state asked for at every move, and nothing checked. The speeds are simulations a second of
one process, in turns.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from bit_boards import ConnectFour, TicTacToe
from timing import options, print_heading, ratios, spread, table

from gametree.adapters.board import MonteCarlo

__all__ = ["ArticleSearch"]

SECONDS = 2.0


class ArticleSearch:
    """Searches a board by counts of wins and plays."""

    def __init__(self, board: Any, max_moves: int = 100, C: float = 1.4, seed: int = 0) -> None:  # noqa: N803
        self.board = board
        self.max_moves = max_moves
        self.C = C
        self.random = random.Random(seed)
        self.states: list[Any] = []
        self.wins: dict[tuple[int, Any], int] = {}
        self.plays: dict[tuple[int, Any], int] = {}
        self.max_depth = 0

    def update(self, state: Any) -> None:
        self.states.append(state)

    def run_simulation(self) -> None:
        """Play one game by the statistics and at random, and count it for what it passed."""
        board, wins, plays = self.board, self.wins, self.plays
        history = list(self.states)
        player = board.current_player(history[-1])
        passed = set()
        winner = 0
        added = False
        for depth in range(1, self.max_moves + 1):
            successors = [
                (play, board.next_state(history[-1], play)) for play in board.legal_plays(history)
            ]
            if not successors:
                break
            if all(plays.get((player, state)) for _, state in successors):
                log_of_all = math.log(sum(plays[player, state] for _, state in successors))
                _, _, state = max(
                    (
                        wins[player, state] / plays[player, state]
                        + self.C * math.sqrt(log_of_all / plays[player, state]),
                        play,
                        state,
                    )
                    for play, state in successors
                )
            else:
                _, state = self.random.choice(successors)
            history.append(state)
            if not added and (player, state) not in plays:
                added = True
                plays[player, state] = wins[player, state] = 0
                self.max_depth = max(self.max_depth, depth)
            passed.add((player, state))
            player = board.current_player(state)
            winner = board.winner(history)
            if winner:
                break
        for mover, state in passed:
            if (mover, state) in plays:
                plays[mover, state] += 1
                wins[mover, state] += mover == winner


def speed(player: Any, board: Any, seconds: float) -> float:
    """Return the simulations a second of the processor from the first position."""
    player.update(board.start())
    games = 0
    begun, end = time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < end:
        player.run_simulation()
        games += 1
    return games / (time.process_time() - begun)


def main() -> None:
    repeats = options(__doc__, repeats=5, quick_repeats=2).repeats
    print_heading()
    rows = []
    for board in (TicTacToe(), ConnectFour()):
        theirs, ours = [], []
        for seed in range(repeats):
            theirs.append(speed(ArticleSearch(board, seed=seed), board, SECONDS))
            ours.append(speed(MonteCarlo(board, seed=seed, compiled=False), board, SECONDS))
        name = type(board).__name__
        rows.append(
            (name, spread(theirs).text(0), spread(ours).text(0), ratios(ours, theirs).text(2))
        )
    print(table(("board", "article", "MonteCarlo", "ratio"), rows))


if __name__ == "__main__":
    main()
