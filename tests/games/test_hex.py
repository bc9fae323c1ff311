from __future__ import annotations

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import Hex
from gametree.primitives.rng import Rng
from positions import after, names_of_moves


def connected(cells, size, player):
    """Return whether a player's stones join his sides, by a walk over a board of cells."""
    mine = {cell for cell, stone in cells.items() if stone == player}
    reached = {cell for cell in mine if cell[player] == 0}
    front = list(reached)
    while front:
        row, column = front.pop()
        for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
            near = (row + down, column + right)
            if near in mine and near not in reached:
                reached.add(near)
                front.append(near)
    return any(cell[player] == size - 1 for cell in reached)


@pytest.mark.parametrize("size", [2, 5, 8, 11])
def test_chains_as_a_walk_over_cells_finds_them(size):
    game = Hex(size)
    rng = Rng(size)
    for _ in range(20):
        state, cells = game.initial_state(), {}
        while not game.is_terminal(state):
            player = game.current_player(state)
            action = game.random_action(state, rng)
            cells[divmod(action, size)] = player
            state = game.next_state(state, action)
            assert game.is_terminal(state) == connected(cells, size, player)
        assert game.returns(state)[player] == 1.0


@pytest.mark.parametrize("size", [2, 3])
def test_the_first_player_wins(size):
    """Nash, 1949: by an argument about strategies. Small boards are solved here."""
    result = gt.search(Hex(size), simulations=30_000, seed=1, compiled=False)
    assert result.proof.value == (1.0, -1.0)


@pytest.mark.parametrize("size", [2, 3])
def test_a_first_stone_in_the_acute_corner_loses(size):
    """Beck, Bleicher and Crowe, "Excursions into Mathematics" (1969)."""
    game = Hex(size)
    result = gt.search(game, after(game, "a1"), simulations=30_000, seed=1, compiled=False)
    assert result.proof.value == (-1.0, 1.0)


def test_the_swap_rule():
    game = Hex(4, swap=True)
    assert "swap" not in names_of_moves(game, game.initial_state())
    state = after(game, "b1")
    assert names_of_moves(game, state)[-1] == "swap"
    assert "b1" not in names_of_moves(game, state)
    swapped = game.next_state(state, game.text_to_action(state, "Swap"))
    assert game.current_player(swapped) == 0
    assert swapped == (0, 0, 1 << 4, 0, 0, 0, 1 << 4, 0, 0)  # b1 has become a2
    later = game.next_state(swapped, game.text_to_action(swapped, "b1"))
    assert "swap" not in names_of_moves(game, later)
    assert "swap" not in names_of_moves(game, after(game, "b1", "b2", "c3"))


def test_swapping_makes_a_first_stone_a_gift():
    """Whatever the first player lays, the second takes the better side."""
    result = gt.search(Hex(2, swap=True), simulations=10_000, seed=1, compiled=False)
    assert result.proof.value == (-1.0, 1.0)


def test_text():
    game = Hex(3)
    assert game.state_to_text(after(game, "b2", "c1", "a3")) == (
        "  a b c\n 1 . . O\n  2 . X .\n   3 X . ."
    )


def test_illegal_moves_are_refused():
    game = Hex(3)
    state = after(game, "b2")
    for text in ("b2", "d1", "swap", "2b", ""):
        with pytest.raises(IllegalMove, match="is no legal move here; legal moves are a1, b1"):
            game.text_to_action(state, text)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"size": 1}, "size must be from 2 to 11, not 1"),
        ({"size": 12}, "size must be from 2 to 11, not 12"),
        ({"size": 5.0}, "size must be an integer, not 5.0"),
        ({"swap": 1}, "swap must be true or false, not 1"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Hex(**parameters)
