"""Random games, move by move against OpenSpiel's rules."""

from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree.games import (
    Breakthrough,
    Checkers,
    ConnectFour,
    DotsAndBoxes,
    Go,
    Gomoku,
    Hex,
    Kalah,
    Mnk,
    Nim,
    Othello,
    Oware,
    TicTacToe,
    UltimateTicTacToe,
)
from gametree.games.checkers.pdn import path_of_action

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


def kalah_moves(state):
    """OpenSpiel counts the pits around the board; the second player's begin with 8."""
    return {action % 7 - 1: [action] for action in state.legal_actions()}


@pytest.mark.parametrize(
    ("game", "spiel", "moves", "games"),
    [
        (TicTacToe(), "tic_tac_toe", same_numbers, 100),
        (ConnectFour(), "connect_four", same_numbers, 100),
        (ConnectFour(9, 6), "connect_four(columns=9,rows=6)", same_numbers, 50),
        (ConnectFour(5, 6, 3), "connect_four(columns=5,rows=6,x_in_row=3)", same_numbers, 100),
        (ConnectFour(8, 6, 5), "connect_four(columns=8,rows=6,x_in_row=5)", same_numbers, 50),
        (ConnectFour(7, 7, 6), "connect_four(columns=7,rows=7,x_in_row=6)", same_numbers, 50),
        (Othello(), "othello", same_numbers, 60),
        (UltimateTicTacToe(), "ultimate_tic_tac_toe", ultimate_moves, 60),
        (Nim(), "nim(pile_sizes=1;3;5;7,is_misere=false)", nim_moves, 50),
        (Hex(), "hex", same_numbers, 50),
        (Hex(7), "hex(board_size=7)", same_numbers, 150),
        (Hex(5, swap=True), "hex(board_size=5,swap=true)", same_numbers, 200),
        (Breakthrough(), "breakthrough", same_numbers, 80),
        (Breakthrough(5, 4), "breakthrough(rows=5,columns=4)", same_numbers, 100),
        (Mnk(5, 4, 3), "mnk(m=5,n=4,k=3)", same_numbers, 200),
        (Gomoku(), "gomoku", same_numbers, 20),
        (Gomoku(8), "gomoku(size=8)", same_numbers, 180),
        (DotsAndBoxes(), "dots_and_boxes", same_numbers, 200),
        (DotsAndBoxes(3, 4), "dots_and_boxes(num_rows=3,num_cols=4)", same_numbers, 50),
        (Kalah(), "mancala", kalah_moves, 200),
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


@pytest.mark.parametrize(("size", "games"), [(3, 120), (5, 40), (9, 8), (19, 1)])
def test_random_games_of_go(size, games):
    """OpenSpiel ends a game where our superko forbids the move; there a game is over here, too."""
    chance = random.Random(size)
    plain, strict = Go(size), Go(size, superko=True)
    rules = pyspiel.load_game(f"go(board_size={size},komi=7.5)")
    assert rules.max_game_length() == 2 * size * size
    repeated = 0
    for _ in range(games):
        state, stricter = plain.initial_state(), strict.initial_state()
        theirs = rules.new_initial_state()
        while not theirs.is_terminal():
            legal = theirs.legal_actions()
            assert plain.legal_actions(state) == legal
            assert plain.current_player(state) == theirs.current_player()
            allowed = strict.legal_actions(stricter)
            action = chance.choice(legal)
            theirs.apply_action(action)
            if action not in allowed:
                assert theirs.is_terminal()
                assert theirs.returns() == [0.0, 0.0]
                repeated += 1
                break
            state = plain.next_state(state, action)
            stricter = strict.next_state(stricter, action)
            assert plain.is_terminal(state) == theirs.is_terminal()
        else:
            assert list(plain.returns(state)) == theirs.returns()
    assert repeated > 0 or size > 3


@pytest.mark.parametrize(("houses", "seeds", "games"), [(6, 4, 100), (3, 3, 100)])
def test_random_games_of_oware(houses, seeds, games):
    """Also those that a repeated position ends, which takes more than the rules of a position."""
    game = Oware(houses, seeds)
    chance = random.Random(20)
    rules = pyspiel.load_game(f"oware(num_houses_per_player={houses},num_seeds_per_house={seeds})")
    repeated = 0
    for _ in range(games):
        record = gt.Record(game)
        theirs = rules.new_initial_state()
        while not record.over:
            assert sorted(record.legal_actions()) == theirs.legal_actions()
            assert record.player == theirs.current_player()
            action = chance.choice(theirs.legal_actions())
            record.play(action)
            theirs.apply_action(action)
        assert theirs.is_terminal()
        assert list(record.returns) == theirs.returns()
        repeated += not game.is_terminal(record.state)
    assert repeated > 5


def checkers_paths(state):
    """Return OpenSpiel's actions for each way that a piece can go, by its squares in PDN.

    Black of PDN, who moves first, goes down the board; OpenSpiel's first player up. It has an
    action for each jump of a capture.
    """

    def squares(action):
        text = state.action_to_string(action)
        cells = zip(map("abcdefgh".index, text[::2]), map(int, text[1::2]), strict=True)
        return [4 * (row - 1) + (7 - column) // 2 + 1 for column, row in cells]

    paths = {}
    for action in state.legal_actions():
        first, last = squares(action)
        child = state.child(action)
        if child.is_terminal() or child.current_player() != state.current_player():
            paths[first, last] = [action]
        else:
            for further, actions in checkers_paths(child).items():
                paths[first, *further] = [action, *actions]
    return paths


def test_random_games_of_checkers():
    """OpenSpiel counts the moves of men, too, and no more than 40, until it is a draw."""
    game = Checkers()
    chance = random.Random(20)
    rules = pyspiel.load_game("checkers")
    drawn = captures = 0
    for _ in range(200):
        state = game.initial_state()
        theirs = rules.new_initial_state()
        while not theirs.is_terminal():
            assert not game.is_terminal(state)
            assert game.current_player(state) == theirs.current_player()
            paths = checkers_paths(theirs)
            ours = {tuple(path_of_action(each)): each for each in game.legal_actions(state)}
            assert sorted(ours) == sorted(paths)
            path = chance.choice(sorted(ours))
            captures += len(path) > 3
            state = game.next_state(state, ours[path])
            for part in paths[path]:
                theirs.apply_action(part)
        if theirs.returns() == [0.0, 0.0]:
            drawn += 1
            assert not game.is_terminal(state)
        else:
            assert game.is_terminal(state)
            assert list(game.returns(state)) == theirs.returns()
    assert drawn < 40
    assert captures > 20
