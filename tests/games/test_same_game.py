from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import Nim, SameGame
from gametree.games.same_game.playouts import TabuColour
from gametree.primitives.rng import Rng
from positions import after, names_of_moves


class Plain:
    """The rules block by block, on columns as lists from the bottom up."""

    def __init__(self, position):
        rows = position.split("/")
        columns = zip(*rows[::-1], strict=True)
        blocks = [[mark for mark in column if mark != "."] for column in columns]
        self.columns = [column for column in blocks if column]
        self.points = 0

    def group(self, column, row):
        colour = self.columns[column][row]
        found, waiting = set(), [(column, row)]
        while waiting:
            column, row = waiting.pop()
            inside = 0 <= column < len(self.columns) and 0 <= row < len(self.columns[column])
            if inside and (column, row) not in found and self.columns[column][row] == colour:
                found.add((column, row))
                waiting += [(column, row + 1), (column, row - 1)]
                waiting += [(column + 1, row), (column - 1, row)]
        return found

    def groups(self):
        cells = [(x, y) for x, column in enumerate(self.columns) for y in range(len(column))]
        groups = {min(group): group for group in (self.group(*cell) for cell in cells)}
        return {first: group for first, group in sorted(groups.items()) if len(group) > 1}

    def take(self, first):
        group = self.group(*first)
        self.points += (len(group) - 2) ** 2
        kept = [
            [mark for y, mark in enumerate(column) if (x, y) not in group]
            for x, column in enumerate(self.columns)
        ]
        self.columns = [column for column in kept if column]

    def total(self):
        marks = [mark for column in self.columns for mark in column]
        if not marks:
            return self.points + 1000
        return self.points - sum((marks.count(mark) - 2) ** 2 for mark in set(marks))


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"columns": 5, "rows": 4, "colours": 2},
        {"columns": 4, "rows": 63, "colours": 3},
        {"columns": 26, "rows": 9, "colours": 6},
        {"columns": 1, "rows": 12, "colours": 2},
        {"columns": 26, "rows": 1, "colours": 2},
        {"columns": 12, "rows": 21, "colours": 1},
        {"columns": 8, "rows": 8, "colours": 4},
    ],
    ids=str,
)
def test_random_games_block_by_block(parameters):
    chance = random.Random(1)
    for seed in range(3):
        game = SameGame(**parameters, seed=seed)
        plain = Plain(game.position)
        state = game.initial_state()
        while groups := plain.groups():
            actions = [column * game.rows + row for column, row in groups]
            assert game.legal_actions(state) == actions
            assert not game.is_terminal(state)
            first = chance.choice(list(groups))
            plain.take(first)
            state = game.next_state(state, first[0] * game.rows + first[1])
            assert state[3] == plain.points
        assert game.legal_actions(state) == []
        assert game.is_terminal(state)
        assert game.returns(state) == (plain.total(),)
        assert game.min_return <= plain.total() <= game.max_return


def best(plain):
    """Return the most points that can be had from here on, with those so far."""
    if not (groups := plain.groups()):
        return plain.total()
    found = []
    for first in groups:
        following = Plain("")
        following.columns, following.points = [*map(list, plain.columns)], plain.points
        following.take(first)
        found.append(best(following))
    return max(found)


@pytest.mark.parametrize("seed", range(6))
def test_small_boards_are_solved(seed):
    game = SameGame(4, 4, 2, seed)
    result = gt.search(
        game, simulations=100_000, seed=1, solver=True, transpositions=True, compiled=False
    )
    assert result.proof.value == (best(Plain(game.position)),)


def test_moves_and_text():
    game = SameGame(position="010/010/112")
    assert game.state_to_text(game.initial_state()) == (
        "3 0 1 0\n2 0 1 0\n1 1 1 2\n  a b c\npoints 0"
    )
    assert names_of_moves(game, game.initial_state()) == ["a1", "a2", "c2"]
    for name in ("a1", "b3", "B2"):  # any block of the group
        assert game.state_to_text(after(game, name)) == (
            "3 . 0 .\n2 0 0 .\n1 0 2 .\n  a b c\npoints 4"
        )
    end = after(game, "b1", "b2")
    assert game.is_terminal(end)
    assert game.returns(end) == (4.0 + 4.0 - 1.0,)
    with pytest.raises(IllegalMove, match="'c1' is no legal move here; legal moves are a1, a2, c2"):
        after(game, "c1")
    cleared = after(SameGame(position="00/11"), "a1", "b1")
    assert SameGame(position="00/11").returns(cleared) == (1000.0,)


def test_a_position_says_what_the_board_is():
    game = SameGame(6, 5, 3, seed=4)
    assert eval(repr(game)).position == game.position
    lines = "\n".join(" ".join(row) for row in game.position.split("/"))
    assert SameGame(position=lines).initial_state() == game.initial_state()
    assert SameGame(position="...\n0 . .\n1 2 -1").position == ".../0../12."
    assert SameGame(position="...").returns(SameGame(position="...").initial_state()) == (1000.0,)
    assert SameGame(6, 5, 3, seed=5).position != game.position


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"columns": 0}, "a board has 1 to 26 columns and 1 to 63 rows, not 0 and 15"),
        ({"columns": 17}, "there is room for 16 columns of 15 rows, not 17"),
        ({"rows": 64}, "a board has 1 to 26 columns and 1 to 63 rows, not 15 and 64"),
        ({"colours": 7}, "colours must be from 1 to 6, not 7"),
        ({"colours": 2.0}, "colours must be an integer, not 2.0"),
        ({"seed": -1}, "seed must be an integer from 0"),
        ({"position": 12}, "position must be text, not 12"),
        ({"position": ""}, "position must be the rows of a board, such as 0012/1120"),
        ({"position": "01/0"}, "row 2 of the position has 1 cells, and the first one 2"),
        ({"position": "01/09"}, "the position has the mark '9': colours are digits from 0 to 5"),
        ({"position": "01/.1"}, "a block hangs in the air in column 1 of the position"),
        ({"position": "..1/0.1"}, "column 2 of the position is empty, with blocks to the right"),
        ({"position": "01", "rows": 2}, "the position has 1 rows, not 2"),
        ({"position": "01", "seed": 2}, "a position needs no colours and no seed"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        SameGame(**parameters)


def test_random_actions_are_equally_probable():
    game = SameGame(6, 6, 2, seed=2)
    state = game.initial_state()
    rng = Rng(1)
    actions = game.legal_actions(state)
    counts = dict.fromkeys(actions, 0)
    for _ in range(400 * len(actions)):
        counts[game.random_action(state, rng)] += 1
    statistic = sum((count - 400) ** 2 / 400 for count in counts.values())
    freedom = len(actions) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("seed", range(20))
def test_playouts_take_the_colour_with_most_blocks_last(seed):
    game = SameGame(6, 5, 3, seed=seed)
    plain, state, rng = Plain(game.position), game.initial_state(), Rng(seed)
    policy = TabuColour().fitted_to(game)
    while not game.is_terminal(state):
        marks = [mark for column in plain.columns for mark in column]
        spared = max("012", key=marks.count)
        groups = {
            first[0] * 5 + first[1]: plain.columns[first[0]][first[1]] for first in plain.groups()
        }
        others = {action for action, mark in groups.items() if mark != spared}
        found = {policy.choose(game, state, 0, rng, None) for _ in range(200)}
        assert found == (others or set(groups))
        action = min(found)
        state = game.next_state(state, action)
        plain.take(divmod(action, 5))


def test_other_games_have_no_such_playouts():
    with pytest.raises(BadParameter, match="TabuColour plays SameGame, not nim"):
        gt.Searcher(Nim(), evaluation=gt.Playout(TabuColour()))
