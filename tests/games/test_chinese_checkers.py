from __future__ import annotations

import math
import random
from functools import cache

import pyspiel
import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import ChineseCheckers
from positions import after, names_of_moves

SIZES = [(players, size) for players in (2, 3) for size in (1, 2, 3, 4)]
CELLS = {1: 13, 2: 37, 3: 73, 4: 121}
WORD = 63

# A star as text, with a letter for each cell whose point it is in, from below as the cells count.
STAR = """
            n
           n n
          n n n
         n n n n
w w w w . . . . . e e e e
 w w w . . . . . . e e e
  w w . . . . . . . e e
   w . . . . . . . . e
    . . . . . . . . .
   q . . . . . . . . r
  q q . . . . . . . r r
 q q q . . . . . . r r r
q q q q . . . . . r r r r
         s s s s
          s s s
           s s
            s
"""
BESIDE = ((2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
POINTS = {2: (("s", "n"), ("n", "s")), 3: (("s", "n"), ("w", "r"), ("e", "q"))}


@cache
def places(size):
    """Return the place (column, row) of each cell of a star, and the point that it is in."""
    if size == 4:
        lines = STAR.strip("\n").split("\n")[::-1]
        found = {
            (column, row): letter
            for row, line in enumerate(lines)
            for column, letter in enumerate(line)
            if letter != " "
        }
    else:  # two large triangles around the middle
        found = {}
        for row in range(4 * size + 1):
            for column in range(6 * size + 1):
                up = row - 2 * size
                right, left = (column - 3 * size - up) / 2, (-column + 3 * size - up) / 2
                three = (right, left, up)
                if right % 1 or not (max(three) <= size or min(three) >= -size):
                    continue
                named = zip("rqnwes", (*three, *[-each for each in three]), strict=True)
                found[column, row] = next((name for name, far in named if far > size), ".")
    order = sorted(found, key=lambda place: (place[1], place[0]))
    return order, [found[place] for place in order]


def stones(game, state):
    """Return the cells of each player's pieces."""
    return [
        {
            cell
            for cell in range(CELLS[game.size])
            if (state[2 * player] | state[2 * player + 1] << WORD) >> cell & 1
        }
        for player in range(game.players)
    ]


def reference(game, state):
    """Return the legal moves (from, to), found jump by jump on a dict of places."""
    order, point = places(game.size)
    number = {place: cell for cell, place in enumerate(order)}
    player = state[6] % game.players
    home, goal = POINTS[game.players][player]
    taken = {order[cell] for each in stones(game, state) for cell in each}
    moves = set()

    def jump(place, seen):
        for column, row in BESIDE:
            over = (place[0] + column, place[1] + row)
            land = (over[0] + column, over[1] + row)
            if over in others and land in number and land not in others and land not in seen:
                seen.add(land)
                jump(land, seen)

    for cell in stones(game, state)[player]:
        place = order[cell]
        others = taken - {place}
        ends = {place}
        jump(place, ends)
        ends |= {(place[0] + column, place[1] + row) for column, row in BESIDE}
        allowed = goal if point[cell] == goal else (".", home, goal)
        moves |= {
            (cell, number[end])
            for end in ends - {place}
            if end in number and end not in others and point[number[end]] in allowed
        }
    return moves


def pair(game, action):
    return divmod(action, CELLS[game.size])


def ahead(game, state, chance):
    """Return a move of a random game in which the pieces come to their goals."""
    moves = game.legal_actions(state)
    player = state[6] % game.players

    def left(action):
        return game._steps_left(game.next_state(state, action), player)

    return chance.choice(moves) if chance.random() < 0.3 else min(moves, key=left)


@pytest.mark.parametrize(("players", "size"), SIZES)
def test_moves_as_found_jump_by_jump(players, size):
    game = ChineseCheckers(players, size, turns=25)
    chance = random.Random(size)
    for forward in (False, True):
        state = game.initial_state()
        while not game.is_terminal(state):
            expected = reference(game, state)
            actions = game.legal_actions(state)
            assert {
                pair(game, action) for action in actions if action != game.pass_action
            } == expected
            assert len(actions) == max(1, len(expected))
            state = game.next_state(
                state, ahead(game, state, chance) if forward else chance.choice(actions)
            )


def hops(theirs, cell):
    """Return where OpenSpiel lets a piece end by jumps, and the actions that lead there."""
    found = {}
    ahead = [(theirs, cell, ())]
    while ahead:
        state, at, path = ahead.pop()
        for action in state.legal_actions():
            text = state.action_to_string(action)
            if "=>" not in text or action // 6 != at:
                continue
            land = int(text.split("=>")[1])
            if land in found:
                continue
            after = state.child(action)
            # While it may jump on it is still its turn, and a pass ends that.
            still = "hopping" in str(after)
            found[land] = (*path, action) + ((726,) if still else ())
            if still:
                ahead.append((after, land, (*path, action)))
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_openspiel_knows_the_same_moves_where_a_piece_may_rest(players):
    """Its board is turned by half a turn, and its jumps are moves one by one."""
    game = ChineseCheckers(players, 4, turns=40)
    rules = pyspiel.load_game(f"chinese_checkers(players={players})")
    chance = random.Random(7)
    order, point = places(4)
    # Theirs count from above, from left to right; turned, from below, from right to left.
    theirs_of = sorted(range(121), key=lambda cell: (order[cell][1], -order[cell][0]))
    number = {cell: place for place, cell in enumerate(theirs_of)}
    for _ in range(2):
        state, theirs = game.initial_state(), rules.new_initial_state()
        while not game.is_terminal(state):
            player = theirs.current_player()
            assert game.current_player(state) == player
            home, goal = POINTS[players][player]
            ways = {}
            for cell in stones(game, state)[player]:
                here = number[cell]
                ends = {theirs_of[land]: path for land, path in hops(theirs, here).items()}
                for action in theirs.legal_actions():
                    text = theirs.action_to_string(action)
                    if "->" in text and action // 6 == here:
                        ends[theirs_of[int(text.split("->")[1])]] = (action,)
                allowed = goal if point[cell] == goal else (".", home, goal)
                ways |= {(cell, end): path for end, path in ends.items() if point[end] in allowed}
            actions = game.legal_actions(state)
            assert {pair(game, action) for action in actions} == set(ways)
            action = ahead(game, state, chance)
            state = game.next_state(state, action)
            for part in ways[pair(game, action)]:
                theirs.apply_action(part)


@pytest.mark.parametrize(("players", "size"), SIZES)
def test_a_position_is_like_that_of_the_next_player_turned(players, size):
    """So no player has a board of his own."""
    game = ChineseCheckers(players, size)
    order, _ = places(size)
    number = {place: cell for cell, place in enumerate(order)}

    def turned(cell):  # by 120 degrees, or by 180
        column, row = order[cell]
        x, y = column - 3 * size, row - 2 * size  # in halves of a cell, and rows
        x, y = (-x, -y) if players == 2 else ((-x + 3 * y) // 2, (-x - y) // 2)
        return number[x + 3 * size, y + 2 * size]

    state = game.initial_state()
    chance = random.Random(1)
    for _ in range(3 * players):
        boards = stones(game, state)
        image = [{turned(cell) for cell in board} for board in boards]
        image = image[-1:] + image[:-1]
        held = [sum(1 << cell for cell in board) for board in image] + [0] * (3 - players)
        words = [each for board in held for each in (board & (1 << WORD) - 1, board >> WORD)]
        other = (*words, state[6] + 1)
        moves = {pair(game, action) for action in game.legal_actions(state)}
        assert {pair(game, action) for action in game.legal_actions(other)} == {
            (turned(here), turned(there)) for here, there in moves
        }
        values, others = list(game.heuristic(state)), list(game.heuristic(other))
        assert others == pytest.approx(values[-1:] + values[:-1])
        state = game.next_state(state, chance.choice(game.legal_actions(state)))


def test_the_board_and_a_chain_of_jumps():
    game = ChineseCheckers(3, 2)
    assert game.state_to_text(game.initial_state()) == (
        " 9       .\n"
        " 8      . .\n"
        " 7 O O . . . A A\n"
        " 6  O . . . . A\n"
        " 5   . . . . .\n"
        " 4  . . . . . .\n"
        " 3 . . . . . . .\n"
        " 2      X X\n"
        " 1       X"
    )
    assert names_of_moves(game, game.initial_state()) == [
        "a1-c3", "a1-e3", "a2-c3", "a2-d3", "b2-d3", "b2-e3"
    ]  # fmt: skip
    assert game.current_player(after(game, "a2-d3")) == 1
    with pytest.raises(IllegalMove, match="'a2-d3' is no legal move here"):
        after(game, "a2-d3", "a2-d3")


def position(game, ply, *boards):
    """Return the position with pieces on the cells of these names."""
    names = game._star.names
    held = [sum(1 << names.index(name) for name in board.split()) for board in boards]
    words = [each for board in held for each in (board & (1 << WORD) - 1, board >> WORD)]
    return (*words, *[0] * (6 - len(words)), ply)


def test_a_piece_passes_through_a_foreign_point_but_does_not_rest_there():
    game = ChineseCheckers(3, 3)
    # Over c6 to the foreign b8, say, only what is beyond may be an end.
    state = position(game, 0, "c6 a1", "a9", "j10")
    ends = {name.split("-")[1] for name in names_of_moves(game, state) if name[:2] == "c6"}
    assert ends == {"b6", "d6", "c5", "d5", "b7", "c7"}
    state = position(game, 0, "c8 a1", "b8", "j10")
    ends = {name.split("-")[1] for name in names_of_moves(game, state) if name[:2] == "c8"}
    assert "a8" not in ends
    # a8 is O's own, who may rest there.
    state = position(game, 1, "a1 b8", "c8", "j10")
    assert "c8-a8" in names_of_moves(game, state)


def test_a_piece_in_its_goal_stays_there():
    game = ChineseCheckers(2, 3)
    state = position(game, 0, "a11 a1", "a2")
    assert {name for name in names_of_moves(game, state) if name.startswith("a11")} == {
        "a11-b11", "a11-a12"
    }  # fmt: skip


def test_who_cannot_move_passes():
    game = ChineseCheckers(2, 1)
    state = position(game, 0, "a1", "b2 c2 a3 c3")
    assert names_of_moves(game, state) == ["pass"]
    out = [0] * game.max_actions
    assert game.fill_legal_actions(state, out) == 1
    assert out[0] == game.pass_action == game.random_action(state, gt.Rng(1))
    assert game.next_state(state, game.pass_action) == (*state[:6], 1)


def test_a_goal_is_filled_with_pieces_that_stayed_at_home_but_not_without_ones_own():
    game = ChineseCheckers(2, 2)
    assert not game.is_terminal(position(game, 2, "a3 b3 c3", "a8 b8 a9"))
    state = position(game, 2, "a3 b3 b8", "a8 a9 d4")
    assert game.is_terminal(state)
    assert game.legal_actions(state) == []
    assert game.returns(state) == [1.0, -1.0]


@pytest.mark.parametrize(
    ("boards", "returns"),
    [
        ("a5 a4 d4", [1.0, -0.5, -0.5]),
        ("b3 c2 d4", [-0.5, 1.0, -0.5]),
        ("a1 b4 b2", [-0.5, -0.5, 1.0]),
        ("a1 c3 a3", [-0.5, 0.25, 0.25]),
        ("a1 a4 d4", [0.0, 0.0, 0.0]),
    ],
)
def test_after_the_last_turn_the_nearest_wins(boards, returns):
    game = ChineseCheckers(3, 1, turns=2)
    state = position(game, 6, *boards.split())
    assert game.is_terminal(state)
    assert game.returns(state) == returns


def test_equals_share():
    game = ChineseCheckers(3, 1, turns=1)
    state = after(game, "a1-b2", "a4-b4", "d4-c3")
    assert game.is_terminal(state)
    assert sum(game.returns(state)) == 0.0
    assert sorted(game.returns(state)) in ([-0.5, 0.25, 0.25], [0.0, 0.0, 0.0])


def equilibria(game, state, known):
    """Return what the players may get if each plays his best, however they choose among equals."""
    if state not in known:
        if game.is_terminal(state):
            found = {tuple(game.returns(state))}
        else:
            player = game.current_player(state)
            after = [
                equilibria(game, game.next_state(state, action), known)
                for action in game.legal_actions(state)
            ]
            least = max(min(each[player] for each in values) for values in after)
            found = {each for values in after for each in values if each[player] >= least}
        known[state] = found
    return known[state]


@pytest.mark.parametrize(
    ("turns", "value"), [(1, (0.0, 0.0)), (3, (0.0, 0.0)), (4, (1.0, -1.0)), (60, (1.0, -1.0))]
)
def test_the_smallest_star_is_won_for_the_first_of_two(turns, value):
    game = ChineseCheckers(2, 1, turns=turns)
    result = gt.search(game, simulations=5_000, seed=1, compiled=False)
    assert result.proof.value == value
    if turns < 5:
        assert equilibria(game, game.initial_state(), {}) == {value}


def test_what_is_proven_among_three_holds_in_every_equilibrium():
    game = ChineseCheckers(3, 1, turns=3)
    known = {}
    equilibria(game, game.initial_state(), known)
    going_on = sorted(state for state in known if state[6] >= 3 and not game.is_terminal(state))
    proven = 0
    for state in random.Random(1).sample(going_on, 60):
        result = gt.search(game, state, simulations=1000, seed=1, compiled=False)
        if result.proof is not None:
            value = tuple(result.proof.value)
            assert value in known[state]
            player = game.current_player(state)  # to whom all of them give the same
            assert {each[player] for each in known[state]} == {value[player]}
            proven += 1
    assert proven > 40


def test_a_heuristic_is_a_share_of_the_win():
    game = ChineseCheckers(3, 3)
    state = game.initial_state()
    values = game.heuristic(state)
    assert sum(values) == pytest.approx(0.0)
    assert values[0] > values[1] == values[2]  # who moves is ahead
    weights = [math.exp(1.0 / 2.5), 1.0, 1.0]
    assert values[0] == pytest.approx(1.5 * weights[0] / sum(weights) - 0.5)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 4}, "players must be 2 or 3, not 4"),
        ({"size": 0}, "size must be from 1 to 4, not 0"),
        ({"size": 5}, "size must be from 1 to 4, not 5"),
        ({"turns": 0}, "turns must be from 1 to 10000, not 0"),
        ({"turns": 1.5}, "turns must be an integer, not 1.5"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        ChineseCheckers(**parameters)
