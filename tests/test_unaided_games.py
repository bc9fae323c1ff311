"""The games of benchmarks/unaided: rules that hold, returns that fit, and no heuristic."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

import gametree as gt
from gametree.games import ConnectFour, Othello
from gametree.primitives.rng import Rng
from gametree.rules.checked_game import CheckedGame
from gametree.rules.drawing import drawn

FOLDER = Path(__file__).parents[1] / "benchmarks"
sys.path.append(str(FOLDER))


def games():
    """Yield all games, as they are without parameters."""
    for path in sorted((FOLDER / "unaided").glob("[a-z]*.py")):
        module = import_module(f"unaided.{path.stem}")
        for name in module.__all__:
            yield getattr(module, name)()


GAMES = list(games())


def random_game(game, seed):
    """Return the positions of a random game in which each answer of the rules is checked."""
    checked, rng = CheckedGame(game), Rng(seed)
    states = [checked.initial_state()]
    while not checked.is_terminal(states[-1]):
        state = states[-1]
        if checked.current_player(state) == gt.CHANCE:
            action = drawn(checked.chance_outcomes(state), rng)
        else:
            legal = checked.legal_actions(state)
            action = legal[rng.below(len(legal))]
        assert game.text_to_action(state, game.action_to_text(state, action)) == action
        states.append(checked.next_state(checked.copy(state), action))
    return states


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_games_end_with_returns_that_fit(game):
    total = game.draw_value * game.players
    for seed in range(3):
        states = random_game(game, seed)
        returns = game.returns(states[-1])
        assert len(returns) == game.players
        assert sum(returns) == pytest.approx(total)
        assert all(game.min_return <= value <= game.max_return for value in returns)
        texts = [game.state_to_text(state) for state in states]
        assert len(set(texts)) > len(texts) // 2  # a pass changes nothing


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_games_have_no_heuristic_and_are_searched(game):
    assert not game.defines_heuristic
    assert game.recommended_search() is None
    state = game.initial_state()
    if game.current_player(state) == gt.CHANCE:
        state = game.next_state(state, game.chance_outcomes(state)[0][0])
    searcher = gt.Searcher(game, state, seed=1, method="uct", compiled=False)
    result = searcher.run(simulations=30)
    assert result.action in list(game.legal_actions(state))
    assert sum(each.visits for each in result.actions) == 30


def play(game, text):
    """Return the position after some moves, by their names."""
    state = game.initial_state()
    for name in text.split():
        state = game.next_state(game.copy(state), game.text_to_action(state, name))
    return state


def load(name):
    return next(game for game in GAMES if game.name == name)


@pytest.mark.parametrize(
    ("name", "moves", "returns"),
    [
        ("breakthrough", "a2a3 b5b4 a3b4 a5a4 b4b5 a4a3 b5a6", (1, -1)),
        ("hex", "d1 a1 d2 b1 d3 c1 d4 a2 d5 b2 d6 c2 d7", (1, -1)),
        ("hex", "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 f1 f2 g1 g2", (-1, 1)),
        ("gomoku", "a1 b1 a2 b2 a3 b3 a4 b4 a5", (1, -1)),
        ("gomoku", "a1 e5 b1 f4 c1 g3 d1 h2 a9 d6", (-1, 1)),
        ("connect_four_for_three", "1 2 3 1 2 4 1 2 5 1", (1, 0, 0)),
        ("connect_four_for_three", "7 1 2 7 1 3 7 1 4 6 1", (0, 1, 0)),
        ("connect_four_for_three", "7 1 2 7 1 3 7 6 4 6 1 5", (0, 0, 1)),
        ("plain_connect_four", "1 2 1 2 1 2 1", (1, -1)),
    ],
)
def test_known_games(name, moves, returns):
    game = load(name)
    state = play(game, moves)
    assert not list(game.legal_actions(state))
    assert tuple(game.returns(state)) == returns


def test_who_closes_a_box_draws_again():
    game = load("dots_and_boxes")
    state = game.initial_state()
    for line, player in ((0, 0), (3, 1), (12, 0), (13, 1), (1, 1)):
        assert state.player == player
        state = game.next_state(state, line)
    assert state.boxes.count(2) == 1
    assert state.player == 0


def test_the_piece_on_the_die_or_the_next_one_goes():
    game = load("einstein")
    cells = [0] * 25
    cells[0], cells[6], cells[24], cells[18] = 2, 5, -1, -6
    position = type(game.initial_state())
    for die, starts in ((1, {0}), (2, {0}), (3, {0, 6}), (4, {0, 6}), (5, {6}), (6, {6})):
        moves = game.legal_actions(position(tuple(cells), 0, die))
        assert {move // 25 for move in moves} == starts
        assert len(moves) == 3 * len(starts)
    moves = game.legal_actions(position(tuple(cells), 1, 1))
    assert sorted(move % 25 for move in moves) == [18, 19, 23]


def test_who_cannot_move_loses_at_clobber():
    game = load("clobber")
    state = game.initial_state()
    assert len(list(game.legal_actions(state))) == 5 * 5 + 4 * 6  # one for each two that touch
    state.rows[:] = [[" "] * 6 for _ in range(5)]
    state.rows[2][2:4] = ["w", "b"]
    (move,) = game.legal_actions(state)
    state = game.next_state(state, move)
    assert not game.legal_actions(state)
    assert game.returns(state) == (1.0, -1.0)


@pytest.mark.parametrize("name", ["plain_connect_four", "plain_othello"])
def test_games_without_their_heuristics_are_else_the_same(name):
    plain = load(name)
    bundled = ConnectFour() if name == "plain_connect_four" else Othello()
    for state in random_game(plain, 1):
        assert list(plain.legal_actions(state)) == list(bundled.legal_actions(state))
        assert plain.is_terminal(state) == bundled.is_terminal(state)
    assert bundled.defines_heuristic
