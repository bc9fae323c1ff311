"""Properties that hold in every position of every game."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree.errors import FinishedPosition, IllegalMove
from gametree.games import (
    Breakthrough,
    Checkers,
    ChineseCheckers,
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
from gametree.primitives.rng import Rng

GAMES = [
    Nim(),
    Nim((4, 9), take=2, misere=True),
    Nim((1,) * 62),
    TicTacToe(),
    ConnectFour(),
    ConnectFour(9, 6),
    ConnectFour(5, 4, 3),
    ConnectFour(12, 3, 6),
    ConnectFour(31, 1, 2),
    Othello(),
    Othello(6, score="discs"),
    Othello(4),
    UltimateTicTacToe(),
    Hex(),
    Hex(4, swap=True),
    Breakthrough(),
    Breakthrough(4, 3),
    Mnk(12, 6, 4),
    Gomoku(7),
    DotsAndBoxes(),
    DotsAndBoxes(5, 5),
    Kalah(),
    Kalah(2, 9),
    Oware(),
    ChineseCheckers(size=2),
    ChineseCheckers(2, 3),
    Checkers(),
    Checkers("W:WK3,K10,21:B6,7,14,15,K22"),
    Go(4),
]

every_game = pytest.mark.parametrize(
    "game", GAMES, ids=[f"{game.name}_{number}" for number, game in enumerate(GAMES)]
)
choices = st.lists(st.integers(0, 80), max_size=90)
quick = settings(max_examples=20, deadline=None, derandomize=True, database=None)


def play(game, choices):
    """Return the position after moves picked by number, or where the game is over before."""
    state = game.initial_state()
    for choice in choices:
        actions = list(game.legal_actions(state))
        if not actions:
            break
        state = game.next_state(state, actions[choice % len(actions)])
    return state


def random_end(game, seed):
    rng = Rng(seed)
    state = game.initial_state()
    while not game.is_terminal(state):
        state = game.next_state(state, game.random_action(state, rng))
    return state


@every_game
@quick
@given(choices=choices)
def test_the_three_ways_to_move_agree(game, choices):
    state = play(game, choices)
    actions = list(game.legal_actions(state))
    assert len(set(actions)) == len(actions) <= game.max_actions
    assert game.is_terminal(state) == (not actions)
    out = [-1] * game.max_actions
    assert out[: game.fill_legal_actions(state, out)] == actions
    if actions:
        rng = Rng(len(choices))
        drawn = {game.random_action(state, rng) for _ in range(20 * len(actions))}
        assert drawn == set(actions)


@pytest.mark.parametrize("game", [each for each in GAMES if not each.states_change], ids=repr)
@quick
@given(choices=choices)
def test_states_are_values(game, choices):
    state = play(game, choices)
    before = tuple(state)
    for action in game.legal_actions(state):
        following = game.next_state(state, action)
        assert following == game.next_state(state, action)
        assert following != before
        hash(following)
        assert game.current_player(following) in range(game.players)
        numbers = [each for part in following for each in (part if type(part) is tuple else [part])]
        assert all(isinstance(number, int) and 0 <= number < 1 << 64 for number in numbers)
    assert state == before


@every_game
@quick
@given(choices=choices)
def test_text_names_each_action_once(game, choices):
    state = play(game, choices)
    actions = list(game.legal_actions(state))
    texts = [game.action_to_text(state, action) for action in actions]
    assert [game.text_to_action(state, text) for text in texts] == actions
    assert [game.text_to_action(state, f" {text.upper()} ") for text in texts] == actions
    if actions:
        with pytest.raises(IllegalMove, match="'nowhere' is no legal move"):
            game.text_to_action(state, "nowhere")


@every_game
@quick
@given(choices=choices)
def test_the_board_is_plain_text(game, choices):
    text = game.state_to_text(play(game, choices))
    assert text.isascii()
    assert all(line == line.rstrip() and line for line in text.split("\n"))
    # Upper case is left to the pieces, so that a front end can colour them.
    assert {letter for letter in text if letter.isupper()} <= set("".join(game.pieces).upper())


@every_game
@pytest.mark.parametrize("seed", range(5))
def test_returns_at_the_end(game, seed):
    state = random_end(game, seed)
    returns = game.returns(state)
    assert isinstance(returns, (tuple, list))
    assert all(isinstance(value, float) for value in returns)
    assert len(returns) == game.players
    assert sum(returns) == 0.0
    with pytest.raises(FinishedPosition):
        game.text_to_action(state, "a1")


@every_game
def test_random_actions_are_equally_probable(game):
    state = play(game, [5, 3])
    actions = list(game.legal_actions(state))
    rng = Rng(1)
    expected = min(400, 8000 // len(actions))
    counts = Counter(game.random_action(state, rng) for _ in range(expected * len(actions)))
    # Pearson's statistic, of mean k and variance 2k for k degrees of freedom.
    freedom = len(actions) - 1
    statistic = sum((counts[action] - expected) ** 2 / expected for action in actions)
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5
