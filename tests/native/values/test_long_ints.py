"""Ints of more than 64 bits: sets of squares in games that hold some."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

import gametree as gt
from gametree.primitives.actions import number_of
from plainpython.hashing import key_of_state
from plainpython.values.numbers.long_ints import are_in_use

from .long_game import FULL, LAST, compiled, long_game

TABLE = [3, LAST + 5, 1, FULL]


@pytest.fixture(scope="module", autouse=True)
def _long():
    with long_game():
        yield


def held(a, b):
    boards = [0, 1]  # a list of ints, which turns into one of long ints
    boards[0] = a
    boards.append(b)
    counts = {a: 1, b: 2}
    counts[a] += 5
    found = {a, b, a}
    pairs = [(a, 1), (b, 2)]
    return (
        boards,
        sum(boards),
        sorted(boards),
        min(boards),
        a in boards,
        b in (a, 5),
        counts[a],
        len(found),
        b in found,
        max(pairs),
        TABLE[1] ^ a,
        TABLE.index(FULL),
        [each & 1 for each in TABLE],
        FULL & ~a,
        0xFEFE_FEFE_FEFE_FEFE & b,
        (1 << 64) - 1,
    )


def test_containers_hold_them():
    assert are_in_use()
    function = compiled(held, LAST, LAST)
    for pair in ((LAST, FULL), (FULL, FULL), (-LAST - 1, 5), (1 << 100, 1 << 101)):
        assert function(*pair) == held(*pair)


def numbered(board):
    return number_of(board)


def test_a_set_of_squares_that_is_a_move_has_the_same_number_in_both_modes():
    function = compiled(numbered, LAST)
    for board in (LAST, FULL, LAST - 1, 1):
        assert function(board) == numbered(board)


def bits_of(board):
    squares = []
    while board:
        lowest = board & -board
        squares.append(lowest.bit_length() - 1)
        board ^= lowest
    return squares


def chosen(board, small):
    result = 0
    for square in bits_of(board):
        if square % 3 == 0:
            result |= 1 << square
    return result if result else small


def test_a_variable_that_begins_as_an_int_turns_long():
    squares, choice = compiled(bits_of, LAST), compiled(chosen, LAST, 1)
    for board in (FULL, LAST, 5, 0):
        assert squares(board) == bits_of(board)
        assert choice(board, 7) == chosen(board, 7)


def test_what_holds_none_may_hold_them():
    function = compiled(lambda a: None if a == 0 else a, LAST)
    assert [function(each) for each in (0, LAST)] == [None, LAST]


def indexed(a):
    return [1, 2, 3][a]


def with_floats(a):
    return a + 0.5


@pytest.mark.parametrize("function", [indexed, with_floats])
def test_what_they_cannot_do_is_refused_in_words(function):
    with pytest.raises(Exception, match="long int|an int that may have more than 64 bits"):
        compiled(function, LAST)


def test_ints_of_64_bits_have_the_key_they_had_and_longer_ones_their_own():
    assert key_of_state((5, FULL)) == key_of_state((5, -1))  # as ever
    assert (
        len({key_of_state(each) for each in (1, 1 + (1 << 64), 1 + (1 << 65), 1 - (1 << 64))}) == 4
    )


# Games.

NOT_FIRST = 0xFEFE_FEFE_FEFE_FEFE
NOT_LAST = 0x7F7F_7F7F_7F7F_7F7F


def around(board):
    result = (board << 8) & FULL | board >> 8
    result |= (board << 1) & NOT_FIRST & FULL
    return result | (board >> 1) & NOT_LAST


class Claim(gt.Game):
    """Claim a square of 64 beside one's own; who cannot has lost."""

    def initial_state(self):
        return (1, LAST, 0)

    def current_player(self, state):
        return state[2]

    def free(self, state):
        return around(state[state[2]]) & ~(state[0] | state[1])

    def legal_actions(self, state):
        return bits_of(self.free(state))

    def next_state(self, state, action):
        square = 1 << action
        if state[2] == 0:
            return (state[0] | square, state[1], 1)
        return (state[0], state[1] | square, 0)

    def is_terminal(self, state):
        return not self.free(state)

    def returns(self, state):
        return (-1.0, 1.0) if state[2] == 0 else (1.0, -1.0)


class Boards:
    """What two players own of 64 squares."""

    def __init__(self):
        self.boards = [1, 2]
        self.turn = 0


class ClaimByObjects(Claim):
    """The same, with states that change."""

    def initial_state(self):
        state = Boards()
        state.boards[1] = LAST
        return state

    def current_player(self, state):
        return state.turn

    def free(self, state):
        return around(state.boards[state.turn]) & ~(state.boards[0] | state.boards[1])

    def next_state(self, state, action):
        made = Boards()
        made.boards = state.boards[:]
        made.boards[state.turn] |= 2**action
        made.turn = 1 - state.turn
        return made

    def returns(self, state):
        return (-1.0, 1.0) if state.turn == 0 else (1.0, -1.0)


class ClaimBySets(Claim):
    """The same, with moves that are sets of one square."""

    def legal_actions(self, state):
        return list(lowest_bits(self.free(state)))

    def next_state(self, state, action):
        if state[2] == 0:
            return (state[0] | action, state[1], 1)
        return (state[0], state[1] | action, 0)


def lowest_bits(board):
    while board:
        yield board & -board
        board &= board - 1


NUMBERS = Random(1)
ZOBRIST = [[NUMBERS.getrandbits(64) for _ in range(2)] for _ in range(16)]


@dataclass(frozen=True)
class Corners:
    """What two players have of sixteen squares, a hash of it, and the last one taken."""

    black: int = 0
    white: int = 0
    turn: int = 0
    hashed: int = 0
    last: int | None = None


class TakeCorners(gt.Game):
    """Take a square each; a hash of who has which decides."""

    def initial_state(self):
        return Corners()

    def current_player(self, state):
        return state.turn

    def legal_actions(self, state):
        return [n for n in range(16) if not (state.black | state.white) & (1 << 4 * n + 3)]

    def next_state(self, state, action):
        square = 1 << 4 * action + 3
        hashed = state.hashed ^ ZOBRIST[action][state.turn]
        if state.turn == 0:
            return Corners(state.black | square, state.white, 1, hashed, square)
        return Corners(state.black, state.white | square, 0, hashed, square)

    def returns(self, state):
        return (1.0, -1.0) if state.hashed % 7 > 3 else (-1.0, 1.0)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (Claim(), {"transpositions": True}),
        (ClaimByObjects(), {"method": "uct"}),
        (ClaimBySets(), {"method": "uct"}),
        (TakeCorners(), {"transpositions": True}),
    ],
    ids=["tuples", "objects", "sets", "hashes"],
)
def test_both_modes_grow_the_same_tree(game, options):
    trees = []
    for mode in (False, True):
        searcher = gt.Searcher(game, seed=7, compiled=mode, **options)
        searcher.run(simulations=300)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert trees[0] == trees[1]
    assert trees[0]["visits"] == 300


def test_a_state_that_is_one_number():
    class Lamps(gt.Game):
        """Put out one lamp of 66, or the two in front; who puts out the last has won."""

        players = 2

        def initial_state(self):
            return (1 << 66) - 1

        def current_player(self, state):
            return state.bit_count() % 2

        def legal_actions(self, state):
            return [0, 1] if state > 1 else [0] if state else []

        def next_state(self, state, action):
            return state >> (2 * action + 1)

        def returns(self, state):
            return (1.0, -1.0)

    results = [
        gt.search(Lamps(), simulations=200, seed=1, method="uct", compiled=mode)
        for mode in (False, True)
    ]
    assert results[0].actions == results[1].actions


def test_a_number_of_more_than_128_bits_is_told():
    class Growing(gt.Game):
        """A number that grows by 20 bits with each move."""

        def initial_state(self):
            return (1 << 64, 0)

        def current_player(self, state):
            return state[1] % 2

        def legal_actions(self, state):
            return [20, 21] if state[1] < 8 else []

        def next_state(self, state, action):
            return (state[0] << action, state[1] + 1)

        def returns(self, state):
            return (1.0, -1.0)

    with pytest.raises(gt.NotCompilable, match=r"an int has more than 128 bits.*below 2\*\*127"):
        gt.search(Growing(), simulations=50, seed=1, compiled=True)
    assert gt.search(Growing(), simulations=50, seed=1, compiled=False).simulations == 50
