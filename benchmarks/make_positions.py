"""Makes the solved positions that players are judged by, benchmarks/positions/*.txt.

    pip install bitbully
    python benchmarks/make_positions.py connect_four
    python benchmarks/make_positions.py othello

Each writes its file anew, the same every time, in two or three minutes on an idle core. Connect
four is solved by bitbully (0.0.79; AGPL: a tool for this program alone), othello by
tests/oracles/othello_endgame.py.

Kept are positions where the move matters: not every legal move keeps what the position is
worth, a win or a draw. Each comes from a game of its own, and none comes twice, mirrored or
turned ones included.

The positions of connect four are from games at random, but for this: a player who can win at
once does, and one who can keep the other from winning at once does. Opening, middle and end
are 4 to 13, 14 to 28 and 29 to 40 stones on the board; easy, medium and hard is how far the
end of the game is under best play, below 14, 14 to 28 and more than 28 moves. The positions
of othello are from games at random, with 10 and with 14 cells empty, where the player to
move has two moves or more.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks" / "positions"
OF_EACH = 300

PHASES = {
    "opening": (range(4, 14), ("easy", "medium", "hard")),
    "middle": (range(14, 29), ("easy", "medium")),
    "end": (range(29, 41), ("easy",)),
}
CELLS = 42


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def matters(values: list[int]) -> bool:
    """Tell whether some moves keep what the position is worth, and some do not."""
    return len(set(map(sign, values))) > 1


# Connect four.


def plies_to_the_end(score: int, played: int) -> int:
    """Return bitbully's score as moves to the win, negative to the loss, 0 for a draw.

    A score of n is a win with the stone that is the n-th last that the winner could ever put
    down, of 21; -n is such a win of the other player.
    """
    if score == 0:
        return 0
    winner = played % 2 if score > 0 else 1 - played % 2
    stone = 22 - abs(score)
    plies = 2 * stone - 1 + winner - played
    return plies if score > 0 else -plies


def careful_game(rng: random.Random) -> list[tuple[int, ...]]:
    """Return the positions of a game, each as the columns played, until it is over."""
    from bitbully import Board

    board = Board()
    columns: list[int] = []
    positions = []
    while not board.is_game_over():
        positions.append(tuple(columns))
        legal = board.legal_moves()
        wins = [column for column in legal if board.can_win_next(column)]
        safe = [column for column in legal if not board.play_on_copy(column).can_win_next()]
        columns.append(rng.choice(wins or safe or legal))
        board.play(columns[-1])
    return positions


def cells_of(columns: tuple[int, ...], *, mirrored: bool) -> tuple[tuple[int, int, int], ...]:
    """Return the stones of a position in an order of their own: column, row, player."""
    heights = [0] * 7
    stones = []
    for ply, played in enumerate(columns):
        column = 6 - played if mirrored else played
        stones.append((column, heights[column], ply % 2))
        heights[column] += 1
    return tuple(sorted(stones))


def grade_of(values: list[int], played: int) -> str:
    """Return how far the end of the game is under best play."""
    won = [value for value in values if value > 0]
    plies = min(won) if won else CELLS - played
    return "easy" if plies < 14 else "medium" if plies <= 28 else "hard"


def connect_four() -> Iterator[str]:
    """Yield the lines of the file."""
    from bitbully import BitBully, Board

    solver = BitBully()
    yield _heading("connect_four")
    yield "# phase, grade, columns played from 1 on, then for each column what it leads to for the"
    yield "# player to move: wins in so many moves, -loses in so many, 0 draws, . is full"
    for phase, (stones, grades) in PHASES.items():
        rng = random.Random(f"connect four, {phase}")
        found: dict[str, list[str]] = {grade: [] for grade in grades}
        seen = set()
        while any(len(lines) < OF_EACH for lines in found.values()):
            within = [columns for columns in careful_game(rng) if len(columns) in stones]
            if not within:
                continue
            columns = rng.choice(within)
            key = min(cells_of(columns, mirrored=False), cells_of(columns, mirrored=True))
            if key in seen:
                continue
            seen.add(key)
            scores = solver.score_all_moves(Board(list(columns)))
            values = {
                column: plies_to_the_end(score, len(columns)) for column, score in scores.items()
            }
            lines = found[grade_of(list(values.values()), len(columns))]
            if matters(list(values.values())) and len(lines) < OF_EACH:
                played = "".join(str(column + 1) for column in columns)
                told = " ".join(str(values.get(column, ".")) for column in range(7))
                lines.append(f"{played} {told}")
        for grade, lines in found.items():
            yield from (f"{phase} {grade} {line}" for line in lines)


# Othello.


def random_game(rng: random.Random, empty: int) -> tuple[list[str], tuple[int, int, int]] | None:
    """Return the moves to a position with so many empty cells, with its boards and its mover.

    None if the game does not come to one where the mover has two moves or more.
    """
    from gametree.games import Othello

    game = Othello()
    state = game.initial_state()
    moves: list[str] = []
    while not game.is_terminal(state):
        mine, theirs, free, player = state
        if 64 - (mine | theirs).bit_count() == empty and free.bit_count() >= 2:
            black, white = (mine, theirs) if player == 0 else (theirs, mine)
            return moves, (black, white, player)
        action = rng.choice(game.legal_actions(state))
        moves.append(game.action_to_text(state, action))
        state = game.next_state(state, action)
    return None


def symmetries(board: int) -> list[int]:
    """Return a board of 8x8 turned and mirrored in all eight ways."""
    cells = [divmod(cell, 8) for cell in range(64) if board >> cell & 1]
    ways = (
        [(row, column), (row, 7 - column), (7 - row, column), (7 - row, 7 - column)]
        for row, column in cells
    )
    boards = [0] * 8
    for four in ways:
        for way, (row, column) in enumerate(four):
            boards[way] |= 1 << 8 * row + column
            boards[way + 4] |= 1 << 8 * column + row
    return boards


def othello() -> Iterator[str]:
    """Yield the lines of the file."""
    sys.path.insert(0, str(ROOT / "tests"))
    from oracles.othello_endgame import move_scores

    yield _heading("othello")
    yield "# empty cells, moves (-- is a pass), X's discs and O's (bits: a1 0, b1 1, a2 8), who is"
    yield "# to move, then for each move by how many discs he wins with it, empty cells counted"
    yield "# for the winner"
    for empty in (10, 14):
        rng = random.Random(f"othello, {empty}")
        seen = set()
        count = 0
        while count < OF_EACH:
            reached = random_game(rng, empty)
            if reached is None:
                continue
            moves, (black, white, player) = reached
            key = min(zip(symmetries(black), symmetries(white), strict=True))
            if key in seen:
                continue
            seen.add(key)
            values = move_scores(*((black, white) if player == 0 else (white, black)))
            if not matters(list(values.values())):
                continue
            count += 1
            played = "".join(moves).replace("pass", "--")
            told = " ".join(
                f"{'abcdefgh'[cell % 8]}{cell // 8 + 1}:{value}" for cell, value in values.items()
            )
            yield f"{empty} {played} {black:016x} {white:016x} {'XO'[player]} {told}"


def _heading(game: str) -> str:
    return f"# {OF_EACH} positions of each kind: python benchmarks/make_positions.py {game}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=("connect_four", "othello"))
    name = parser.parse_args().game
    lines = {"connect_four": connect_four, "othello": othello}[name]()
    FOLDER.mkdir(exist_ok=True)
    # The whole file or nothing.
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
