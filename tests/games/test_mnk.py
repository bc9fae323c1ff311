from __future__ import annotations

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import Mnk, TicTacToe
from gametree.primitives.rng import Rng
from positions import after, names_of_moves


@pytest.mark.parametrize(
    ("m", "n", "k", "value"),
    # Uiterwijk and van den Herik, "The advantage of the initiative" (2000): draws and wins.
    [(3, 3, 3, 0.0), (4, 3, 3, 1.0), (4, 4, 3, 1.0), (3, 2, 3, 0.0), (3, 3, 2, 1.0)],
)
def test_published_values(m, n, k, value):
    result = gt.search(Mnk(m, n, k), simulations=100_000, seed=1, compiled=False)
    assert result.proof.value == (value, -value)


def runs(game, state):
    """Return the stones of every line of k cells, by all its cells."""
    for row in range(game.n):
        for column in range(game.m):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                places = [(row + i * down, column + i * right) for i in range(game.k)]
                if all(0 <= r < game.n and 0 <= c < game.m for r, c in places):
                    yield {
                        game.state_to_text(state).splitlines()[r + 1].split()[c + 1]
                        for r, c in places
                    }


@pytest.mark.parametrize("sides", [(5, 4, 3), (4, 7, 4), (11, 12, 4), (3, 3, 3)])
def test_rows_are_found_wherever_they_lie(sides):
    game = Mnk(*sides)
    rng = Rng(sum(sides))
    for _ in range(6):
        state = game.initial_state()
        while not game.is_terminal(state):
            state = game.next_state(state, game.random_action(state, rng))
        found = {stones.pop() for stones in runs(game, state) if len(stones) == 1} - {"."}
        returns = {"X": (1.0, -1.0), "O": (-1.0, 1.0)}
        assert game.returns(state) == (returns[found.pop()] if found else (0.0, 0.0))
        assert not found


def test_tic_tac_toe_is_one_of_them():
    game, known = Mnk(), TicTacToe()
    line = ["b2", "a1", "c3", "b1", "c1", "a3"]
    for count in range(len(line) + 1):
        assert names_of_moves(game, after(game, *line[:count])) == names_of_moves(
            known, after(known, *line[:count])
        )
    assert game.state_to_text(after(game, *line)) == known.state_to_text(after(known, *line))


def test_boards_of_several_words():
    game = Mnk(18, 14, 5)
    ends = [game.action_to_text(game.initial_state(), cell) for cell in (0, 62, 63, 125, 126, 251)]
    state = after(game, *ends)
    assert game.state_to_text(state).count("X") == 3
    assert {*names_of_moves(game, game.initial_state())} - {*names_of_moves(game, state)} == {*ends}


def test_illegal_moves_are_refused():
    game = Mnk(4, 3, 3)
    with pytest.raises(IllegalMove, match="'b2' is no legal move here"):
        after(game, "b2", "b2")
    with pytest.raises(IllegalMove, match="'a4' is no legal move here"):
        after(game, "a4")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ((0, 3, 3), "m and n must be from 1 to 26 with at most 252 cells, not 0 and 3"),
        ((27, 1, 3), "m and n must be from 1 to 26 with at most 252 cells, not 27 and 1"),
        ((16, 16, 5), "m and n must be from 1 to 26 with at most 252 cells, not 16 and 16"),
        ((3, 4, 5), "k must be from 2 to 4, the longer side, not 5"),
        ((3, 3, 1), "k must be from 2 to 3, the longer side, not 1"),
        ((3, 3, True), "k must be an integer, not True"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Mnk(*parameters)
