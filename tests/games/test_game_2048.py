from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree.errors import BadParameter, ChancePosition, FinishedPosition, IllegalMove
from gametree.games import Game2048
from gametree.primitives.rng import Rng

UP, RIGHT, DOWN, LEFT = range(4)


def board_of(rows):
    """Return the bits of a board from its tiles."""
    tiles = [tile for row in rows for tile in row]
    return sum((tile.bit_length() - 1) << 4 * cell for cell, tile in enumerate(tiles) if tile)


def rows_of(board):
    tiles = [1 << power if (power := board >> 4 * cell & 15) else 0 for cell in range(16)]
    return [tiles[4 * row : 4 * row + 4] for row in range(4)]


def pushed(line):
    """Push a line of tiles to its beginning, tile by tile; return it, and what that scores."""
    done, score = [], 0
    may_merge = False
    for tile in line:
        if tile and may_merge and done[-1] == tile:
            done[-1] += tile
            score += 2 * tile
            may_merge = False
        elif tile:
            done.append(tile)
            may_merge = True
    return done + [0] * (len(line) - len(done)), score


def slid(rows, move):
    """Slide the rows of a board; return them, and what that scores."""
    lines = rows if move in (LEFT, RIGHT) else [list(column) for column in zip(*rows, strict=True)]
    back = -1 if move in (RIGHT, DOWN) else 1
    results = [pushed(line[::back]) for line in lines]
    lines = [line[::back] for line, _ in results]
    if move in (UP, DOWN):
        lines = [list(row) for row in zip(*lines, strict=True)]
    return lines, sum(score for _, score in results)


def test_any_board_slides_as_its_lists_do():
    game = Game2048()
    chance = random.Random(1)
    for _ in range(1500):
        powers = chance.choice([(1, 3), (1, 6), (9, 13)])
        full = chance.random()
        rows = [
            [1 << chance.randint(*powers) if chance.random() < full else 0 for _ in range(4)]
            for _ in range(4)
        ]
        state = (board_of(rows), 100, 0)
        legal = []
        for move in range(4):
            lines, score = slid(rows, move)
            if lines != rows:
                legal.append(move)
                after = game.next_state(state, move)
                assert rows_of(after[0]) == lines
                assert after[1:] == (100 + score, 1)
        assert game.legal_actions(state) == legal
        assert game.is_terminal(state) == (not legal)
        out = [-1] * game.max_actions
        assert out[: game.fill_legal_actions(state, out)] == legal
        if legal:
            rng = Rng(7)
            assert {game.random_action(state, rng) for _ in range(60)} == set(legal)


def test_random_games_as_openspiel_plays_them():
    """But for moves that only merge what the last move has made: it takes them for illegal."""
    pyspiel = pytest.importorskip("pyspiel")
    chance = random.Random(20)
    game = Game2048(goal=256)
    rules = pyspiel.load_game("2048(max_tile=256)")
    reached = missed = 0
    for number in range(100):
        state = game.initial_state()
        theirs = rules.new_initial_state()
        while not theirs.is_terminal():
            legal, actions = game.legal_actions(state), theirs.legal_actions()
            if sorted(legal) != actions:
                assert set(legal) > set(actions)
                missed += 1
            if not actions:
                break
            assert game.current_player(state) == (-1 if theirs.is_chance_node() else 0)
            if theirs.is_chance_node():
                mine = dict(game.chance_outcomes(state))
                assert mine == pytest.approx(dict(theirs.chance_outcomes()), abs=1e-12)
                assert sum(mine.values()) == pytest.approx(1.0, abs=1e-9)
            if number % 2 and not theirs.is_chance_node():  # into a corner: such games go further
                action = next(move for move in (LEFT, DOWN, RIGHT, UP) if move in actions)
            else:
                action = chance.choice(actions)
            state = game.next_state(state, action)
            theirs.apply_action(action)
        assert game.is_terminal(state) == theirs.is_terminal()
        assert list(game.returns(state)) == theirs.returns()
        assert game.min_return <= game.returns(state)[0] <= game.max_return
        reached += state[2] < 0
    assert reached > 3
    assert missed > 3


def test_a_move_that_reaches_the_goal_is_found():
    rows = [[2, 8, 16, 16], [16, 4, 8, 4], [4, 16, 4, 8], [8, 4, 8, 2]]
    game = Game2048(goal=32)
    state = (board_of(rows), 500, 0)
    assert game.legal_actions(state) == [RIGHT, LEFT]
    result = gt.search(game, state, simulations=100, seed=1, compiled=False, method="uct")
    assert result.value == (532.0,)


def test_the_goal_ends_the_game():
    game = Game2048(goal=8)
    state = (board_of([[4, 4, 2, 2], [0] * 4, [0] * 4, [0] * 4]), 0, 0)
    over = game.next_state(state, LEFT)
    assert game.is_terminal(over)
    assert game.legal_actions(over) == []
    assert game.returns(over) == (12.0,)
    assert not game.is_terminal(game.next_state(state, DOWN))
    with pytest.raises(FinishedPosition):
        gt.search(game, over, simulations=10, compiled=False)


def test_text():
    game = Game2048()
    state = game.initial_state()
    with pytest.raises(ChancePosition):
        gt.search(game, simulations=10, compiled=False)
    state = game.next_state(state, game.text_to_action(state, "b3=2"))
    state = game.next_state(state, game.text_to_action(state, "D1=4"))
    assert game.state_to_text(state) == (
        "1     .    .    .    4\n"
        "2     .    .    .    .\n"
        "3     .    2    .    .\n"
        "4     .    .    .    .\n"
        "      a    b    c    d\n"
        "score 0"
    )
    names = [game.action_to_text(state, move) for move in game.legal_actions(state)]
    assert names == ["up", "right", "down", "left"]
    with pytest.raises(IllegalMove, match="'north' is no legal move here; legal moves are up, ri"):
        game.text_to_action(state, "north")
    state = game.next_state(state, game.text_to_action(state, "up"))
    with pytest.raises(IllegalMove, match="'b1=2' is no legal move here; legal moves are a1=2"):
        game.text_to_action(state, "b1=2")


@pytest.mark.parametrize("goal", [4, 65536, 1000, 0, -8])
def test_bad_goals(goal):
    with pytest.raises(
        BadParameter, match=f"goal must be a power of 2 from 8 to 32768, not {goal}"
    ):
        Game2048(goal)
    with pytest.raises(BadParameter, match="goal must be an integer"):
        Game2048(8.0)
