"""The games' static evaluations: alike for like positions, and right where all is clear."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from gametree.games import Checkers, ConnectFour, Kalah, Othello, UltimateTicTacToe
from gametree.games import ultimate_tic_tac_toe as ultimate
from gametree.games.tic_tac_toe import FULL, HAS_LINE
from gametree.players.baselines import Greedy, RandomPlayer
from gametree.primitives.rng import Rng
from gametree.record import Record
from oracles import solved

GAMES = [
    ConnectFour(),
    ConnectFour(9, 6, 5),
    ConnectFour(5, 4, 3),
    ConnectFour(31, 1, 2),
    ConnectFour(2, 20, 6),
    Othello(),
    Othello(6),
    Othello(4),
    Othello(score="discs"),
    UltimateTicTacToe(),
    Kalah(),
    Kalah(3, 9),
    Checkers(),
]
every_game = pytest.mark.parametrize(
    "game", GAMES, ids=[f"{game.name}_{number}" for number, game in enumerate(GAMES)]
)


def positions(game, games, seed=1):
    """Return all unfinished positions of random games."""
    rng = Rng(seed)
    found = []
    for _ in range(games):
        state = game.initial_state()
        while not game.is_terminal(state):
            found.append(state)
            state = game.next_state(state, game.random_action(state, rng))
    return found


def play(game, *texts):
    state = game.initial_state()
    for text in texts:
        state = game.next_state(state, game.text_to_action(state, text))
    return state


@every_game
def test_values_are_in_the_range_of_the_returns_and_sum_to_zero(game):
    most = 64.0 if getattr(game, "score", "") == "discs" else 1.0
    seen = set()
    for state in positions(game, 10):
        value, other = game.heuristic(state)
        assert isinstance(value, float)
        assert value == -other
        assert -most <= value <= most
        seen.add(value)
    assert min(seen) < 0.0 < max(seen)


def mirrored(game, board):
    """Return a board of connect four with the columns in reverse."""
    column = (1 << game.height + 1) - 1
    return sum(
        (board >> (game.width - 1 - number) * (game.height + 1) & column)
        << number * (game.height + 1)
        for number in range(game.width)
    )


@pytest.mark.parametrize("game", GAMES[:5], ids=repr)
def test_connect_four_mirrored(game):
    for state in positions(game, 10):
        mine, both = state
        image = (mirrored(game, mine), mirrored(game, both))
        assert game.heuristic(image) == game.heuristic(state)


def turned(size, board):
    """Return a board of othello turned by a quarter."""
    cells = [(cell // size, cell % size) for cell in range(size * size) if board >> cell & 1]
    return sum(1 << column * size + size - 1 - row for row, column in cells)


def flipped(size, board):
    """Return a board of othello upside down."""
    cells = [(cell // size, cell % size) for cell in range(size * size) if board >> cell & 1]
    return sum(1 << (size - 1 - row) * size + column for row, column in cells)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_othello_turned_and_flipped(size):
    game = Othello(size)
    for state in positions(game, 5):
        for change in (turned, flipped):
            image = (*(change(size, board) for board in state[:3]), state[3])
            assert game.heuristic(image) == game.heuristic(state)


def carried(order, low, high):
    """Return the words of a player with boards, and cells in boards, in another order."""
    boards = [ultimate._nine(low, high, board) for board in range(9)] + [high >> 18]
    images = [sum(1 << order[cell] for cell in range(9) if cells >> cell & 1) for cells in boards]
    placed = sum(images[board] << 9 * order[board] for board in range(9))
    return placed & (1 << 63) - 1, placed >> 63 | images[9] << 18


@pytest.mark.parametrize("order", [(2, 5, 8, 1, 4, 7, 0, 3, 6), (6, 7, 8, 3, 4, 5, 0, 1, 2)])
def test_ultimate_tic_tac_toe_turned_and_flipped(order):
    game = UltimateTicTacToe()
    for state in positions(game, 5):
        words = [carried(order, *state[at : at + 2]) for at in (0, 2, 4)]
        target = state[6] if state[6] == 9 else order[state[6]]
        image = (*words[0], *words[1], *words[2], target, state[7])
        assert game.heuristic(image) == game.heuristic(state)


@pytest.mark.parametrize("game", [Othello(), Othello(score="discs"), UltimateTicTacToe()], ids=repr)
def test_players_in_each_others_place(game):
    """In these games nothing but the player to move tells them apart."""
    for state in positions(game, 5):
        exchanged = (*state[:-1], 1 - state[-1])
        assert game.heuristic(exchanged) == game.heuristic(state)[::-1]


def wins(game, state):
    """Return whether the player to move wins with this move."""
    player = game.current_player(state)
    children = [game.next_state(state, action) for action in game.legal_actions(state)]
    return any(game.is_terminal(child) and game.returns(child)[player] > 0 for child in children)


def loses(game, state):
    """Return whether the player to move cannot keep the other from winning with the next move."""
    if wins(game, state):
        return False
    children = [game.next_state(state, action) for action in game.legal_actions(state)]
    return all(not game.is_terminal(child) and wins(game, child) for child in children)


@pytest.mark.parametrize("game", GAMES[:5], ids=repr)
def test_connect_four_sees_what_two_moves_decide(game):
    seen = set()
    for state in positions(game, 40, seed=3):
        value = game.heuristic(state)[game.current_player(state)]
        if wins(game, state):
            assert value == 1.0
        elif loses(game, state):
            assert value == -1.0
        seen.add(value)
    assert 1.0 in seen


@pytest.mark.parametrize("game", [ConnectFour(5, 4, 3), ConnectFour(4, 4), ConnectFour(3, 5, 3)])
def test_connect_four_is_sure_only_of_what_is_true(game):
    """Against minimax, in the last positions of random games."""

    @cache
    def value(state):
        if game.is_terminal(state):
            return game.returns(state)[game.current_player(state)]
        return max(-value(game.next_state(state, action)) for action in game.legal_actions(state))

    sure = 0
    for state in positions(game, 200, seed=5):
        if game.width * game.height - state[1].bit_count() > 9:
            continue
        guess = game.heuristic(state)[game.current_player(state)]
        if abs(guess) == 1.0:
            assert guess == value(state)
            sure += not wins(game, state) and not loses(game, state)
    assert sure > 3


def test_connect_four_against_solved_positions():
    """Each move of the solved positions: sure of no wrong value, and near the right one."""
    game = ConnectFour()
    guesses, values = [], []
    for position in solved.connect_four()[::3]:
        state = play(game, *position.moves)
        for action, plies in position.values.items():
            successor = game.next_state(state, action)
            if game.is_terminal(successor):
                continue
            value = float((plies > 0) - (plies < 0))
            guess = game.heuristic(successor)[position.mover]
            if abs(guess) == 1.0:
                assert guess == value
            guesses.append(guess)
            values.append(value)
    guesses, values = np.array(guesses), np.array(values)
    assert len(values) > 3000
    explained = 1.0 - ((guesses - values) ** 2).mean() / values.var()
    assert explained > 0.5, explained


@pytest.mark.parametrize("game", GAMES[:5], ids=repr)
def test_threats_are_the_cells_that_complete_a_row(game):
    for mine, both in positions(game, 10, seed=4):
        free = game._full ^ both
        expected = sum(
            1 << cell for cell in range(63) if free >> cell & 1 and game._has_run(mine | 1 << cell)
        )
        assert game._threats(mine, free) == expected


def test_ultimate_tic_tac_toe_sees_every_winning_move():
    game = UltimateTicTacToe()
    found = 0
    for state in positions(game, 60, seed=2):
        value = game.heuristic(state)[game.current_player(state)]
        assert (value == 1.0) == wins(game, state)
        found += value == 1.0
    assert found > 10


def test_chances_of_a_small_board():
    """Against all ways in which the stones can follow, counted with fractions."""

    @cache
    def chance(own, other):
        free = [1 << cell for cell in range(9) if not (own | other) >> cell & 1]
        if HAS_LINE[own] or HAS_LINE[other] or not free:
            return Fraction(HAS_LINE[own])
        both = [chance(own | stone, other) + chance(own, other | stone) for stone in free]
        return sum(both) / (2 * len(free))

    checked = 0
    for own in range(512):
        for other in range(0, 512, 3):
            if own & other or (HAS_LINE[own] and HAS_LINE[other]):
                continue
            code = ultimate._code(own, other)
            exact = chance(own, other)
            assert abs(ultimate._CHANCES[code] - 255 * exact) <= Fraction(1, 2)
            free = FULL ^ (own | other)
            if free and not HAS_LINE[own] and not HAS_LINE[other]:
                leads = [
                    (chance(own | 1 << cell, other) - chance(other, own | 1 << cell), cell)
                    for cell in range(9)
                    if free >> cell & 1
                ]
                after = int(ultimate._OWN_AFTER[code]) - int(ultimate._OTHERS_AFTER[code])
                assert abs(after - 255 * max(leads)[0]) <= 1
            checked += 1
    assert checked > 4000


def test_stable_discs_of_othello():
    game = Othello()
    row = 0b1111
    assert game.stable_discs(row) == row
    assert game.stable_discs(row << 1) == 0
    assert game.stable_discs(0b11_0000_0111) == 0b11_0000_0111
    assert game.stable_discs(0b10_0000_0111) == 0b111  # without a2, b2 can be turned
    assert game.stable_discs(game._cells) == game._cells
    corner = row | 0b111 << 8 | 0b11 << 16 | 1 << 24
    assert game.stable_discs(corner) == corner
    for state in positions(game, 5, seed=6):
        for player in (0, 1):
            stable = game.stable_discs(state[player])
            assert stable & ~state[player] == 0
            for action in game.legal_actions(state):
                following = game.next_state(state, action)
                assert stable & ~following[1 - player] == 0


def value_after(game, *texts):
    """Return what the game is worth to the first player after these moves."""
    return game.heuristic(play(game, *texts))[0]


def test_connect_four_orders_clear_positions():
    game = ConnectFour()
    assert value_after(game, "4") > value_after(game, "1")
    assert value_after(game, *"33445") == 1.0  # three in a row, free at both ends
    assert value_after(game, *"4142") > 0.0 > value_after(game, *"441")  # solved: won and lost


def test_filling_the_board_up():
    """Zugzwang in 7x6: odd rows are the first player's, even ones the second's."""
    game = ConnectFour()

    def winner(both, first, second):
        return game._filled_up(both, first, second)

    for row in range(1, 6):
        threat = 1 << 2 * 7 + row
        assert winner(0, threat, 0) == (1 if row in (2, 4) else 0)
        assert winner(0, 0, threat) == (-1 if row in (1, 3, 5) else 0)
    third, fifth, second, fourth = (1 << row for row in (2, 4, 1, 3))
    assert winner(0, third, second << 7) == 1  # neither is played at: his own comes first
    assert winner(0, third | fourth, 0) == 1  # one above the other
    assert winner(0, fifth, fourth) == -1  # the lower one counts
    assert winner(0, third, third << 7) == 0  # one odd threat each: the second's takes it away
    assert winner(0, 0, 0) == 0


def filled_step_by_step(game, both, mine, theirs):
    """Return as `_filled_up` does, cell by cell."""
    sign = 1
    while True:
        playable = [
            cell
            for column in range(game.width)
            for cell in [column * (game.height + 1) + _height(game, both, column)]
            if game._full >> cell & 1
        ]
        wins = [cell for cell in playable if mine >> cell & 1]
        forced = [cell for cell in playable if theirs >> cell & 1]
        above = {cell: cell + 1 for cell in playable}
        calm = [c for c in playable if not (mine | theirs) >> above[c] & 1]
        mild = [c for c in playable if not theirs >> above[c] & 1]
        if not playable:
            return 0
        if wins:
            return sign
        if len(forced) > 1:
            return -sign
        if forced or calm:
            both |= 1 << (forced or calm)[0]
        elif not mild:
            return -sign
        else:
            top = max(cell % (game.height + 1) for cell in mild)
            for cell in mild:
                if cell % (game.height + 1) == top:
                    both |= 3 << cell
            continue
        sign = -sign
        mine, theirs = theirs, mine


def _height(game, both, column):
    return (both >> column * (game.height + 1) & (1 << game.height) - 1).bit_count()


@pytest.mark.parametrize("game", GAMES[:5], ids=repr)
def test_filling_up_as_cell_by_cell(game):
    rng = random.Random(game.width)
    seen = set()
    for number, (_, both) in enumerate(positions(game, 30, seed=7)):
        free = game._full & ~both
        thin = rng.getrandbits(63) & rng.getrandbits(63) & free
        mine, theirs = thin & rng.getrandbits(63), thin & rng.getrandbits(63)
        if number % 2:
            mine, theirs = (cells & ~(both + game._feet) for cells in (mine, theirs))
        result = filled_step_by_step(game, both, mine, theirs)
        assert game._filled_up(both, mine, theirs) == result
        seen.add(result)
    assert len(seen) > 1


@pytest.mark.parametrize("game", GAMES[:5], ids=repr)
def test_open_lines_and_what_lies_below_a_cell(game):
    lines = {
        tuple(start + place * step for place in range(game.connect))
        for step in game._steps
        for start in range(63)
        if all(game._full >> start + place * step & 1 for place in range(game.connect))
    }
    for mine, both in positions(game, 6, seed=8):
        free = game._full ^ both
        cells, shared, two, three = game._open_lines(mine, free)
        counts = [0] * 64
        found = {2: 0, 3: 0}
        for line in lines:
            empty = [cell for cell in line if free >> cell & 1]
            if all((mine | free) >> cell & 1 for cell in line) and len(empty) in found:
                found[len(empty)] += 1
                for cell in empty if len(empty) == 2 else []:
                    counts[cell] += 1
        assert (two, three) == (found[2], found[3])
        assert cells == sum(1 << cell for cell in range(64) if counts[cell] > 0)
        assert shared == sum(1 << cell for cell in range(64) if counts[cell] > 1)
        lowest, below = game._up_to_the_first(cells, both)
        for column in range(game.width):
            at = [column * (game.height + 1) + row for row in range(game.height)]
            marked = [cell for cell in at if cells >> cell & 1]
            assert [cell for cell in at if lowest >> cell & 1] == marked[:1]
            under = [cell for cell in at if free >> cell & 1 and cell < min(marked, default=99)]
            assert [cell for cell in at if below >> cell & 1] == under


def test_forced_moves_are_followed():
    game = ConnectFour()
    assert game.after_forced_moves(play(game, *"41414")) == play(game, *"414144")
    quiet = play(game, *"4433")
    assert game.after_forced_moves(quiet) == quiet
    assert game.features(play(game, *"41414")) == game.features(play(game, *"414144"))


def test_othello_orders_clear_positions():
    game = Othello()
    discs = Othello(score="discs")

    def value(mine, theirs):
        state = (mine, theirs, game._moves(mine, theirs), 0)
        assert discs.heuristic(state)[0] * game.heuristic(state)[0] > 0
        return game.heuristic(state)[0]

    inner_mine, inner_theirs = 0b1010 << 27, 0b0101 << 35
    corner = value(inner_mine | 1, inner_theirs | 1 << 9)
    assert corner > value(inner_mine | 1 << 9, inner_theirs | 1)
    lost_corner = value(inner_mine | 1 << 9, inner_theirs)
    assert lost_corner < value(inner_mine | 1 << 18, inner_theirs)
    mass = 0x0000_3C3C_3C3C_0000
    assert value(mass ^ 1 << 27, 1 << 27) != value(1 << 27, mass ^ 1 << 27)


def test_ultimate_tic_tac_toe_orders_clear_positions():
    game = UltimateTicTacToe()

    def value(large_mine, large_theirs):
        """With these boards won by their first row, and the turn free in all the others."""
        mine = sum(0b111 << 9 * board for board in range(9) if large_mine >> board & 1)
        theirs = sum(0b111 << 9 * board for board in range(9) if large_theirs >> board & 1)
        done = large_mine | large_theirs
        free = sum(FULL << 9 * board for board in range(9) if not done >> board & 1)
        words = [(board & (1 << 63) - 1, board >> 63) for board in (mine, theirs, free)]
        (low, high), (other_low, other_high), (open_low, open_high) = words
        return game.heuristic(
            (
                low, high | large_mine << 18, other_low, other_high | large_theirs << 18,
                open_low, open_high, 9, 0,
            )
        )[0]  # fmt: skip

    assert value(0b000_010_000, 0) > value(0b000_000_001, 0) > value(0b000_000_010, 0)
    assert value(0b000_010_001, 0) > value(0b000_000_001, 0) > value(0, 0) > value(0, 1)
    assert value(0b000_010_001, 0) > value(0b000_010_001, 1 << 8)  # in a row, or blocked
    assert value(0, 0b000_000_011) < value(0, 0b000_100_001)  # in a row, or not


@pytest.mark.parametrize(
    "game", [ConnectFour(), Othello(6), UltimateTicTacToe(), Kalah()], ids=lambda game: game.name
)
def test_the_greedy_player_beats_the_random_one(game):
    points = 0.0
    for number in range(20):
        seat = number % 2
        players = [Greedy(), RandomPlayer()] if seat == 0 else [RandomPlayer(), Greedy()]
        record = Record(game)
        for place, player in enumerate(players):
            player.begin(game, place, number)
        while not record.over:
            record.play(players[record.player].choose(record, None).action)
        points += (record.returns[seat] + 1.0) / 2.0
    assert (
        points >= 16.0
    )  # a player as good as random has this many points with a probability of 0.006
