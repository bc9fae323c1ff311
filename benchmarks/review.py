"""Reviews of games with planted blunders, judged by exact solvers that share no code with gametree.

    python benchmarks/review.py --games 20 [--simulations 300 3000] [--only NAME]

Each game begins with random moves. From a position on that the solver can solve, both sides play
perfectly, except for blunders: moves that turn a win into a draw or a loss, or a draw into a loss.
The table counts how many blunders the review grades, and to how many perfect moves it gives any
grade. With few simulations, little is proven: then a review must not blame, and may miss blunders.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numba as nb
import numpy as np

import gametree as gt
from gametree.games import ConnectFour, Othello, TicTacToe

_WIN = 1


@nb.njit(cache=True)
def _has_four(stones: int) -> bool:
    for step in (1, 6, 7, 8):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


@nb.njit  # not cached: it calls itself
def _connect_four(mine: int, both: int, low: int, high: int, keys: Any, values: Any) -> int:
    """Return the result for the player to move: -1, 0 or 1; a column takes 7 bits."""
    if _has_four(mine ^ both):
        return -1
    if both == 279258638311359:
        return 0
    key = mine + both + 4432676798593
    slot = key % len(keys)
    if keys[slot] == key:
        return values[slot]
    for column in (3, 2, 4, 1, 5, 0, 6):  # a win at once
        cell = (both + (1 << (7 * column))) & (63 << (7 * column))
        if cell and _has_four(mine | cell):
            return 1
    best = -1
    for column in (3, 2, 4, 1, 5, 0, 6):
        cell = (both + (1 << (7 * column))) & (63 << (7 * column))
        if cell:
            found = -_connect_four(mine ^ both, both | cell, -1, 1, keys, values)
            if found > best:
                best = found
                if best == 1:
                    break
    keys[slot] = key
    values[slot] = best
    return best


_STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


@nb.njit(cache=True)
def _flips(board: Any, cell: int, player: int) -> int:
    """Turn the discs that a move encloses; return a mask of them, 0 if it is not legal."""
    if board[cell]:
        return 0
    row, column = cell // 8, cell % 8
    found = 0
    for down, across in _STEPS:
        y, x, mask = row + down, column + across, 0
        while 0 <= y < 8 and 0 <= x < 8 and board[8 * y + x] == -player:
            mask |= 1 << (8 * y + x)
            y += down
            x += across
        if mask and 0 <= y < 8 and 0 <= x < 8 and board[8 * y + x] == player:
            found |= mask
    return found


@nb.njit(cache=True)
def _turn(board: Any, mask: int, player: int) -> None:
    for cell in range(64):
        if mask >> cell & 1:
            board[cell] = player


@nb.njit  # not cached: it calls itself
def _othello(board: Any, player: int, low: int, high: int, passed: bool) -> int:
    """Return the result for the player to move: -1, 0 or 1."""
    best = -2
    for cell in range(64):
        mask = _flips(board, cell, player)
        if mask:
            board[cell] = player
            _turn(board, mask, player)
            found = -_othello(board, -player, -high, -max(low, best), False)
            board[cell] = 0
            _turn(board, mask, -player)
            best = max(best, found)
            if best >= high:
                return best
    if best > -2:
        return best
    if passed:
        lead = player * board.sum()
        return 1 if lead > 0 else -1 if lead < 0 else 0
    return -_othello(board, -player, -high, -low, True)


class Exact:
    """The exact result of each move of a position, for the player who makes it."""

    name = ""
    opening = 0
    game: gt.Game

    def of(self, record: gt.Record) -> dict[Any, int]:
        found = {}
        for action in record.legal_actions():
            record.play(action)
            found[action] = self.after(record)
            record.take_back()
        return found

    def after(self, record: gt.Record) -> int:
        raise NotImplementedError


class ExactConnectFour(Exact):
    """Negamax with a table."""

    name, opening, game = "connect four", 18, ConnectFour()

    def __init__(self) -> None:
        self.keys = np.zeros(1 << 22, np.int64)
        self.values = np.zeros(1 << 22, np.int8)

    def after(self, record: gt.Record) -> int:
        boards, heights = [0, 0], [0] * 7
        for ply, column in enumerate(record.actions):
            boards[ply % 2] |= 1 << (7 * column + heights[column])
            heights[column] += 1
        mover = len(record.actions) % 2
        both = boards[0] | boards[1]
        return -int(_connect_four(boards[mover], both, -1, 1, self.keys, self.values))


class ExactOthello(Exact):
    """Alpha-beta on an array of discs."""

    name, opening, game = "othello", 49, Othello()

    def after(self, record: gt.Record) -> int:
        board = np.zeros(64, np.int64)
        board[27] = board[36] = -1
        board[28] = board[35] = 1
        player = 1
        for state, action in zip(record.positions, record.actions, strict=False):
            name = record.game.action_to_text(state, action)
            if name != "pass":
                cell = "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
                mask = _flips(board, cell, player)
                assert mask, "the rules differ"
                board[cell] = player
                _turn(board, mask, player)
            player = -player
        return -int(_othello(board, player, -1, 1, False))


class ExactTicTacToe(Exact):
    """Plain negamax, from the empty board on; its reviews run interpreted."""

    name, opening, game = "tic-tac-toe", 0, TicTacToe()

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def after(self, record: gt.Record) -> int:
        board = [" "] * 9
        for ply, cell in enumerate(record.actions):
            board[cell] = "XO"[ply % 2]
        return -self._worth("".join(board))

    def _worth(self, board: str) -> int:
        if board not in self.known:
            self.known[board] = self._search(board)
        return self.known[board]

    def _search(self, board: str) -> int:
        for a, b, c in ("012", "345", "678", "036", "147", "258", "048", "246"):
            if board[int(a)] != " " and board[int(a)] == board[int(b)] == board[int(c)]:
                return -1
        mark = "XO"[(9 - board.count(" ")) % 2]
        cells = [n for n, each in enumerate(board) if each == " "]
        after = (board[:n] + mark + board[n + 1 :] for n in cells)
        return max((-self._worth(each) for each in after), default=0)


def planted(exact: Exact, rng: random.Random, share: float) -> tuple[gt.Record, dict[int, bool]]:
    """Return a game from the solved position on, and for each ply if the move is a blunder."""
    record = gt.Record(exact.game)
    kinds: dict[int, bool] = {}
    while not record.over:
        legal = list(record.legal_actions())
        ply = len(record.actions)
        if ply < exact.opening:
            record.play(rng.choice(legal))
            continue
        worth = exact.of(record)
        best = max(worth.values())
        worse = [each for each in legal if worth[each] < best]
        blunders = bool(worse) and rng.random() < share
        chosen = worse if blunders else [each for each in legal if worth[each] == best]
        record.play(rng.choice(chosen))
        kinds[ply - exact.opening] = blunders
    solved = gt.Record(exact.game, record.positions[min(exact.opening, len(record.actions))])
    for action in record.actions[exact.opening :]:
        solved.play(action)
    return solved, kinds


def measure(exact: Exact, games: int, seed: int, simulations: int | None) -> str:
    """Return a row of the table."""
    rng = random.Random(seed)
    compiled = not isinstance(exact, ExactTicTacToe)
    counts = {True: [0, 0], False: [0, 0]}
    spent, played = 0.0, 0
    while played < games:
        record, kinds = planted(exact, rng, 0.4)
        if not kinds:
            continue
        if not played:
            gt.review(record, simulations=10, compiled=compiled)  # compiles
        played += 1
        begun = time.process_time()
        review = gt.review(record, simulations=simulations, compiled=compiled)
        spent += time.process_time() - begun
        for move in review.moves:
            if move.ply in kinds:
                counts[kinds[move.ply]][0] += 1
                counts[kinds[move.ply]][1] += bool(move.grade)
    (blunders, found), (perfect, called) = counts[True], counts[False]
    return (
        f"| {exact.name} | {simulations or '10 s a game'} | {blunders} | "
        f"{found} ({100 * found / max(1, blunders):.1f} %) | "
        f"{perfect} | {called} ({100 * called / max(1, perfect):.1f} %) | {spent / games:.1f} s |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument(
        "--simulations", type=int, nargs="+", help="for each move; by default 10 s a game"
    )
    parser.add_argument("--only", default="", help="a part of the name of the games to measure")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(
        "| game | simulations a move | blunders | found | perfect moves | graded | "
        "processor time a game |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|")
    for exact in (ExactTicTacToe(), ExactConnectFour(), ExactOthello()):
        if asked.only in exact.name:
            for simulations in asked.simulations or [None]:
                print(measure(exact, asked.games, asked.seed, simulations), flush=True)


if __name__ == "__main__":
    main()
