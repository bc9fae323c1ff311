"""Random games, move by move against OpenSpiel's rules."""

from __future__ import annotations

import random

import pytest

from gametree.games import ConnectFour, Nim, Othello, TicTacToe, UltimateTicTacToe

pyspiel = pytest.importorskip("pyspiel")


def same_numbers(state):
    """Return OpenSpiel's actions for each of ours, where both count alike."""
    return {action: [action] for action in state.legal_actions()}


def nim_moves(state):
    """OpenSpiel counts by amount first, then by heap."""
    heaps, largest = 4, 7
    return {
        action % heaps * largest + action // heaps: [action] for action in state.legal_actions()
    }


def ultimate_moves(state):
    """OpenSpiel lets the player choose a board first, when free to."""
    actions = state.legal_actions()
    text = state.action_to_string(actions[0]) if actions else ""
    if text.startswith("Choose"):
        return {
            9 * board + cell: [board, cell]
            for board in actions
            for cell in state.child(board).legal_actions()
        }
    board = int(text.removeprefix("Local board ")[0]) if actions else 0
    return {9 * board + cell: [cell] for cell in actions}


@pytest.mark.parametrize(
    ("game", "spiel", "moves", "games"),
    [
        (TicTacToe(), "tic_tac_toe", same_numbers, 200),
        (ConnectFour(), "connect_four", same_numbers, 100),
        (ConnectFour(9, 6), "connect_four(columns=9,rows=6)", same_numbers, 50),
        (ConnectFour(5, 6, 3), "connect_four(columns=5,rows=6,x_in_row=3)", same_numbers, 100),
        (ConnectFour(8, 6, 5), "connect_four(columns=8,rows=6,x_in_row=5)", same_numbers, 50),
        (ConnectFour(7, 7, 6), "connect_four(columns=7,rows=7,x_in_row=6)", same_numbers, 50),
        (Othello(), "othello", same_numbers, 60),
        (UltimateTicTacToe(), "ultimate_tic_tac_toe", ultimate_moves, 60),
        (Nim(), "nim(pile_sizes=1;3;5;7,is_misere=false)", nim_moves, 50),
        (Nim(misere=True), "nim(pile_sizes=1;3;5;7,is_misere=true)", nim_moves, 50),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_random_games(game, spiel, moves, games):
    chance = random.Random(20)
    rules = pyspiel.load_game(spiel)
    for _ in range(games):
        state = game.initial_state()
        theirs = rules.new_initial_state()
        while not theirs.is_terminal():
            legal = moves(theirs)
            assert sorted(game.legal_actions(state)) == sorted(legal)
            assert game.current_player(state) == theirs.current_player()
            assert not game.is_terminal(state)
            action = chance.choice(list(legal))
            state = game.next_state(state, action)
            for part in legal[action]:
                theirs.apply_action(part)
        assert game.is_terminal(state)
        assert list(game.returns(state)) == theirs.returns()
