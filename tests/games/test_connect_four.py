from __future__ import annotations

import random

import pytest

from gametree.errors import BadParameter
from gametree.games import ConnectFour


def play(game, columns):
    """Return the position after moves into columns counted from 1, one character each."""
    state = game.initial_state()
    for column in columns:
        state = game.next_state(state, game.text_to_action(state, column))
    return state


@pytest.mark.parametrize(
    ("columns", "returns"),
    [
        ("1122334", (1.0, -1.0)),
        ("4455667", (1.0, -1.0)),
        ("1212121", (1.0, -1.0)),
        ("12121231", None),
        ("71212121", (-1.0, 1.0)),
        ("12234334744", (1.0, -1.0)),
        ("76654554144", (1.0, -1.0)),
    ],
    ids=["row", "row_at_the_side", "column", "open", "column_of_O", "rising", "falling"],
)
def test_four_in_a_row(columns, returns):
    game = ConnectFour()
    before = play(game, columns[:-1])
    assert not game.is_terminal(before)
    state = play(game, columns)
    assert game.is_terminal(state) == (returns is not None)
    if returns is not None:
        assert game.returns(state) == returns


@pytest.mark.parametrize(
    ("width", "height", "connect"),
    [(7, 6, 4), (4, 5, 3), (9, 6, 5), (12, 3, 8), (3, 12, 7), (31, 1, 2), (1, 62, 9), (5, 5, 2)],
)
def test_wins_as_a_board_of_lists_sees_them(width, height, connect):
    game = ConnectFour(width, height, connect)
    chance = random.Random(width)
    for _ in range(30):
        state = game.initial_state()
        board = {}
        won = False
        while not game.is_terminal(state):
            assert not won
            player = game.current_player(state)
            column = chance.choice(game.legal_actions(state))
            row = sum(filled == column for filled, _ in board)
            board[column, row] = player
            state = game.next_state(state, column)
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = 1
                for way in (1, -1):
                    step = way
                    while board.get((column + right * step, row + up * step)) == player:
                        run += 1
                        step += way
                won |= run >= connect
        assert won or len(board) == width * height
        assert game.returns(state)[player] == (1.0 if won else 0.0)


def test_every_position_of_4x4():
    """There are 161029 (John Tromp's count), and with best play it is a draw."""
    game = ConnectFour(4, 4)
    values = {}

    def value(state):
        if state not in values:
            if game.is_terminal(state):
                values[state] = game.returns(state)[game.current_player(state)]
            else:
                values[state] = max(
                    [-value(game.next_state(state, action)) for action in game.legal_actions(state)]
                )
        return values[state]

    assert value(game.initial_state()) == 0.0
    assert len(values) == 161029


def test_text():
    game = ConnectFour()
    assert game.state_to_text(play(game, "4453")) == (
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . . . . .\n"
        ". . . O . . .\n"
        ". . O X X . .\n"
        "1 2 3 4 5 6 7"
    )
    assert game.state_to_text(play(game, "445"))[-27:-14] == ". . . X X . ."
    wide = ConnectFour(10, 2)
    assert wide.state_to_text(wide.next_state(wide.initial_state(), 9)) == (
        " .  .  .  .  .  .  .  .  .  .\n"
        " .  .  .  .  .  .  .  .  .  X\n"
        " 1  2  3  4  5  6  7  8  9 10"
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"width": 8, "height": 7}, r"width \* \(height \+ 1\) at most 63, not 8 and 7"),
        ({"width": 0}, "must be at least 1"),
        ({"height": 0}, "must be at least 1"),
        ({"connect": 8}, "connect must be from 2 to 7, the longer side of the board, not 8"),
        ({"connect": 1}, "connect must be from 2 to 7"),
        ({"width": "7"}, "width must be an integer, not '7'"),
        ({"connect": True}, "connect must be an integer, not True"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        ConnectFour(**parameters)
