from __future__ import annotations

import random

import pytest

from gametree.errors import BadParameter
from gametree.games import Othello
from gametree.primitives.rng import Rng


def play(game, *texts):
    state = game.initial_state()
    for text in texts:
        state = game.next_state(state, game.text_to_action(state, text))
    return state


def turned(board, size, row, column, player):
    """Return the cells that a disc turns over, by walking outwards from it."""
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            line = []
            place = (row + down, column + right)
            while board.get(place) == 1 - player:
                line.append(place)
                place = (place[0] + down, place[1] + right)
            if board.get(place) == player:
                found += line
    return found


@pytest.mark.parametrize("size", [4, 6, 8])
def test_random_games_as_a_board_of_cells_sees_them(size):
    game = Othello(size, score="discs")
    chance = random.Random(size)
    cells = [(row, column) for row in range(size) for column in range(size)]
    for _ in range(10):
        half = size // 2
        board = {(half - 1, half): 0, (half, half - 1): 0, (half - 1, half - 1): 1, (half, half): 1}
        state = game.initial_state()
        player = passes = 0
        while passes < 2:
            moves = [
                row * size + column
                for row, column in cells
                if (row, column) not in board and turned(board, size, row, column, player)
            ]
            if moves or passes == 0:
                assert game.current_player(state) == player
            if moves:
                assert game.legal_actions(state) == moves
                action = chance.choice(moves)
                row, column = divmod(action, size)
                for place in turned(board, size, row, column, player):
                    board[place] = player
                board[row, column] = player
                passes = 0
                state = game.next_state(state, action)
            else:
                passes += 1
                if not game.is_terminal(state):
                    assert game.legal_actions(state) == [size * size]
                    state = game.next_state(state, size * size)
            player = 1 - player
        assert game.is_terminal(state)
        discs = list(board.values())
        lead = discs.count(0) - discs.count(1)
        empty = size * size - len(discs)
        lead += empty * ((lead > 0) - (lead < 0))
        assert game.returns(state) == (lead, -lead)


def test_a_pass():
    game = Othello(4)
    state = passing_position(game)
    assert game.legal_actions(state) == [16]
    assert game.action_to_text(state, 16) == "pass"
    assert game.text_to_action(state, "Pass") == 16
    following = game.next_state(state, 16)
    assert game.current_player(following) == 1 - game.current_player(state)
    assert game.state_to_text(following) == game.state_to_text(state)
    assert following[:2] == (state[1], state[0])


def passing_position(game):
    rng = Rng(0)
    while True:
        state = game.initial_state()
        while not game.is_terminal(state):
            if game.legal_actions(state) == [game.size**2]:
                return state
            state = game.next_state(state, game.random_action(state, rng))


def test_the_two_scores_name_one_winner():
    winner, discs = Othello(6), Othello(6, score="discs")
    rng = Rng(3)
    seen = set()
    for _ in range(60):
        state = winner.initial_state()
        while not winner.is_terminal(state):
            state = winner.next_state(state, winner.random_action(state, rng))
        lead = discs.returns(state)[0]
        sign = float((lead > 0) - (lead < 0))
        assert winner.returns(state) == (sign, -sign)
        text = winner.state_to_text(state)
        assert lead == text.count("X") - text.count("O") + sign * text.count(".")
        seen.add(sign)
    assert seen == {-1.0, 0.0, 1.0}


def test_the_shortest_game():
    """Black leaves white without discs after nine moves, and all cells count for black."""
    game = Othello(score="discs")
    state = play(game, "e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
    assert game.is_terminal(state)
    assert game.returns(state) == (64.0, -64.0)


def test_text():
    game = Othello()
    assert game.state_to_text(play(game, "d3")) == (
        "  a b c d e f g h\n"
        "1 . . . . . . . .\n"
        "2 . . . . . . . .\n"
        "3 . . . X . . . .\n"
        "4 . . . X X . . .\n"
        "5 . . . X O . . .\n"
        "6 . . . . . . . .\n"
        "7 . . . . . . . .\n"
        "8 . . . . . . . ."
    )
    small = Othello(6)
    assert small.state_to_text(small.initial_state()) == (
        "  a b c d e f\n"
        "1 . . . . . .\n"
        "2 . . . . . .\n"
        "3 . . O X . .\n"
        "4 . . X O . .\n"
        "5 . . . . . .\n"
        "6 . . . . . ."
    )
    assert small.action_to_text(small.initial_state(), 8) == "c2"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"size": 7}, "size must be 4, 6 or 8, not 7"),
        ({"size": 8.0}, "size must be an integer, not 8.0"),
        ({"score": "points"}, 'score must be "winner" or "discs", not \'points\''),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Othello(**parameters)
