"""Tic-tac-toe as three functions over a board of nine cells, played against the computer.

python examples/rules_tic_tac_toe.py                        the computer against itself
python examples/rules_tic_tac_toe.py --play                 against you: cells are 1 to 9
python examples/rules_tic_tac_toe.py --play --iterations 5  against you, and weak
"""

from __future__ import annotations

import argparse

from gametree.adapters.rules import Rules, create_state, get_content, get_player_just_moved

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = create_state((0,) * 9, 2)


def winner(state):
    """Return the player who has three in a row, or 0."""
    board = get_content(state)
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return 0


def apply(rule, state):
    """Return the state after a stone on cell `rule`."""
    player = 3 - get_player_just_moved(state)
    board = get_content(state)
    return create_state((*board[:rule], player, *board[rule + 1 :]), player)


def get_rules(state):
    """Return the empty cells, none once somebody has won."""
    return [] if winner(state) else [i for i, owner in enumerate(get_content(state)) if not owner]


def get_result(state, player):
    """Return 1 for a win of the player, 0.5 for a draw, 0 for a loss."""
    won = winner(state)
    return 0.5 if won == 0 else float(won == player)


GAME = Rules(apply, get_rules, get_result)


def drawn(state):
    """Return the board as text."""
    cells = ["123456789"[i] if not owner else " XO"[owner] for i, owner in enumerate(state[0])]
    return "\n".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6))


def ask(state):
    """Return the cell that a person in the terminal chooses."""
    print(drawn(state))
    while True:
        answer = input("your cell: ")
        if answer.isdecimal() and int(answer) - 1 in get_rules(state):
            return int(answer) - 1


def main(iterations=1000, choose=None, seed=1):
    """Play a game, player 1 by `choose` if given (state -> cell); return the winner, 0: a draw."""
    state = EMPTY
    while get_rules(state):
        player = 3 - get_player_just_moved(state)
        if player == 1 and choose is not None:
            rule = choose(state)
        else:
            rule = GAME.UCT(state, iterations, seed=seed)
        state = apply(rule, state)
        print(f"{drawn(state)}\n")
    won = winner(state)
    if won == 0:
        print("a draw")
    elif choose is None:
        print(f"player {won} ({' XO'[won]}) wins")
    else:
        print("you win" if won == 1 else "you lose")
    return won


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Tic-tac-toe against the computer.")
    parser.add_argument("--play", action="store_true", help="play yourself, as player 1")
    parser.add_argument("--iterations", type=int, default=1000, help="how much it thinks")
    given = parser.parse_args()
    main(given.iterations, choose=ask if given.play else None)
