from __future__ import annotations

from functools import cache

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import FifteenPuzzle
from gametree.players.registry import make_player
from gametree.primitives.rng import Rng
from positions import after, names_of_moves

# OEIS A089473: positions of the 8-puzzle that need 0, 1, ... 31 moves; 2x2 by the same.
PUBLISHED = {
    2: [1, 2, 2, 2, 2, 2, 1],
    3: [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ],
}  # fmt: skip
IN_ORDER = {2: "1 2/3 .", 3: "1 2 3/4 5 6/7 8 .", 4: "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 ."}


@cache
def layers(size, most=99):
    """Return the boards, with their gaps, by the moves that they need: from the end backwards."""
    game = FifteenPuzzle(position=IN_ORDER[size])
    board, gap, *_ = game.initial_state()
    known, layer = {board}, [(board, gap)]
    found = [layer]
    while layer and len(found) <= most:
        following = []
        for board, gap in layer:
            for cell in game._beside[gap]:
                if cell >= 0:
                    after_move = game.next_state((board, gap, -1, 0), cell)
                    if after_move[0] not in known:
                        known.add(after_move[0])
                        following.append(after_move[:2])
        found.append(following)
        layer = following
    return [layer for layer in found if layer]


@pytest.mark.parametrize("size", PUBLISHED)
def test_published_distances(size):
    assert [len(layer) for layer in layers(size)] == PUBLISHED[size]


@pytest.mark.parametrize("size", [2, 3])
def test_tiles_need_at_least_their_distances(size):
    game = FifteenPuzzle(size)
    for distance, layer in enumerate(layers(size)):
        for board, gap in layer[:200]:
            estimate = -game.heuristic((board, gap, -1, 0))[0]
            assert estimate <= distance
            assert estimate % 2 == distance % 2  # each move brings one tile nearer, or away


@pytest.mark.parametrize("distance", [1, 2, 5, 8, 10])
def test_the_shortest_solution_is_proven(distance):
    board, gap = layers(3, 10)[distance][-1]
    game = FifteenPuzzle(3, most_moves=12)
    result = gt.search(
        game,
        (board, gap, -1, 0),
        simulations=100_000,
        seed=1,
        solver=True,
        transpositions=True,
        compiled=False,
    )
    assert result.proof.value == (-float(distance),)
    assert len(result.principal_variation) == distance


def test_the_recommended_search_finds_the_shortest_solution():
    needed = {board: distance for distance, layer in enumerate(layers(3)) for board, _ in layer}
    game = FifteenPuzzle(3, seed=3)
    result = gt.search(game, simulations=3000, seed=1, compiled=False)
    assert make_player("mcts:auto").explain(game)[0].startswith("recommended by the game")
    assert -result.best_line.value == needed[game.initial_state()[0]] == 15


def test_moves_and_text():
    game = FifteenPuzzle(position="1 2 3 4/5 6 7 8/9 10 11 12/13 . 14 15")
    state = game.initial_state()
    assert game.state_to_text(state) == (
        " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13  . 14 15\nmoves 0"
    )
    assert names_of_moves(game, state) == ["10", "13", "14"]
    state = after(game, "14")
    assert names_of_moves(game, state) == ["11", "15"]  # 14 would go back
    with pytest.raises(IllegalMove, match="'14' is no legal move here; legal moves are 11, 15"):
        after(game, "14", "14")
    end = after(game, "14", "15")
    assert game.is_terminal(end)
    assert game.returns(end) == (-2.0,)
    assert game.legal_actions(end) == []


def test_the_game_ends_after_so_many_moves():
    nearly = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 . 15"
    for score, returned in (("moves", -3.0 - 4.0), ("solved", 0.0)):
        game = FifteenPuzzle(position=nearly, score=score, most_moves=3)
        state = after(game, "14", "13", "9")  # four tiles are one cell away each
        assert game.is_terminal(state)
        assert game.returns(state) == (returned,)
    assert game.returns(after(game, "15")) == (1.0,)


@pytest.mark.parametrize("size", [2, 3])
def test_seeds_give_what_can_be_solved(size):
    boards = {board for layer in layers(size) for board, _ in layer}
    firsts = [FifteenPuzzle(size, seed).initial_state()[0] for seed in range(300)]
    assert set(firsts) <= boards
    assert len(set(firsts)) == (11 if size == 2 else 300)  # never what is solved already


def test_a_position_says_what_the_puzzle_is():
    game = FifteenPuzzle(seed=3)
    assert eval(repr(game)).initial_state() == game.initial_state()
    lines = game.position.replace("/", "\n").replace(".", "0")
    assert FifteenPuzzle(position=lines).initial_state() == game.initial_state()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"size": 5}, "size must be from 2 to 4, not 5"),
        ({"size": 3.0}, "size must be an integer, not 3.0"),
        ({"score": "best"}, "score must be moves or solved, not 'best'"),
        ({"most_moves": 0}, "most_moves must be 1 or more, not 0"),
        ({"position": "1 2/3"}, "position must be 2 to 4 rows of as many numbers, such as"),
        ({"position": "1 2/3 3"}, "has each number from 1 to 3 once, and 0 or . for the gap"),
        ({"position": "2 1/3 ."}, "'2 1/3 .' cannot be solved"),
        ({"position": "1 2/. 3", "size": 3}, "the position has 4 cells, not 3 times 3"),
        ({"position": "1 2/. 3", "seed": 3}, "a position needs no seed: leave it out"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        FifteenPuzzle(**parameters)


def test_random_actions_are_equally_probable():
    game = FifteenPuzzle(3, 4)
    state = game.next_state(game.initial_state(), game.legal_actions(game.initial_state())[0])
    actions = game.legal_actions(state)
    rng = Rng(1)
    counts = dict.fromkeys(actions, 0)
    for _ in range(1000 * len(actions)):
        counts[game.random_action(state, rng)] += 1
    assert all(abs(count - 1000) < 200 for count in counts.values())
