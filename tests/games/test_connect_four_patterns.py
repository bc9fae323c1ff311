"""The network in connect four's heuristic: its numbers, its symmetries, and what it adds."""

from __future__ import annotations

import copy
import itertools
import pickle

import numpy as np
import pytest

from gametree.games import ConnectFour
from gametree.games.connect_four import patterns as patterns
from gametree.games.connect_four.patterns import NoPatterns, Patterns, patterns_of
from gametree.native.build import compile_function
from gametree.primitives.rng import Rng
from gametree.primitives.vectors import LANES
from oracles import solved

CELLS = 7 * 7
UNITS = patterns.PARTS * LANES


def table():
    """Return the numbers of all units side by side."""
    parts = Patterns().table.reshape(patterns.PARTS, -1, LANES)
    return np.concatenate(parts, axis=1).astype(int)


def random_boards(count, seed=1):
    """Return six boards at a time, as `Patterns.score` takes them, of random positions."""
    game = ConnectFour()
    rng = Rng(seed)
    found = []
    while len(found) < count:
        state = game.initial_state()
        while not game.is_terminal(state):
            mine, both = state
            free = game._full ^ both
            stones = (mine, both ^ mine)
            threats = [game._threats(each, free) for each in stones]
            cells = [game._open_lines(each, free)[0] for each in stones]
            found.append((*stones, *threats, *cells))
            state = game.next_state(state, game.random_action(state, rng))
    return found[:count]


def scores(network, boards, out):
    for number in range(len(out)):
        at = 6 * number
        out[number] = network.score(
            boards[at],
            boards[at + 1],
            boards[at + 2],
            boards[at + 3],
            boards[at + 4],
            boards[at + 5],
        )


def mirrored(board):
    return sum((board >> 7 * column & 0x7F) << 7 * (6 - column) for column in range(7))


def test_the_file_is_whole():
    numbers = Patterns().table
    assert numbers.dtype == np.int16
    assert numbers.shape == (patterns.PARTS * patterns.ROWS * LANES,)
    assert not numbers.flags.writeable
    tops = table()[: 6 * CELLS].reshape(6, 7, 7, UNITS)[:, :, 6]
    assert not tops.any()  # no cell of the board
    assert all(part.any() for part in np.split(table(), [6 * CELLS, 6 * CELLS + 2]))


def test_no_sum_overflows():
    """Whatever lies on the board: a cell holds a stone of one player, or any other marks."""
    cells = table()[: 6 * CELLS].reshape(6, CELLS, UNITS)
    begin = table()[6 * CELLS : 6 * CELLS + 2]
    for sign in (1, -1):
        marks = np.maximum(sign * cells[2:], 0).sum(0)
        most = np.maximum(marks, (sign * cells[:2]).max(0)).sum(0) + (sign * begin).max(0)
        assert most.max() < 1 << 15
    weights = table()[6 * CELLS + 2 :]
    assert np.abs(weights).sum(1).max() * patterns.ONE < 1 << 31


def test_the_score_as_defined():
    """Against the sums written down with NumPy, in 64 bits."""
    numbers = table()
    for boards in random_boards(200):
        second = (boards[0] | boards[1]).bit_count() & 1
        pairs = zip(boards[::2], boards[1::2], strict=True)
        seen = [board for pair in pairs for board in (pair[::-1] if second else pair)]
        total = 0
        for each in (seen, [mirrored(board) for board in seen]):
            sums = numbers[6 * CELLS + second].copy()
            for number, board in enumerate(each):
                for cell in range(CELLS):
                    if board >> cell & 1:
                        sums += numbers[number * CELLS + cell]
            total += np.clip(sums, 0, patterns.ONE) @ numbers[6 * CELLS + 2 + second]
        assert Patterns().score(*boards) == total / (patterns.ONE * patterns.WEIGHT)


def test_compiled_it_is_the_same_to_the_bit():
    boards = np.array(random_boards(3000, seed=2), np.int64).ravel()
    interpreted, compiled = np.zeros(3000), np.zeros(3000)
    scores(Patterns(), boards.tolist(), interpreted)
    native = compile_function(scores, Patterns(), boards, compiled)
    native(Patterns(), boards, compiled)
    assert interpreted.tolist() == compiled.tolist()
    assert len(set(compiled.tolist())) > 2500


def test_a_score_follows_from_that_of_any_position():
    network = Patterns()
    boards = random_boards(300, seed=5)
    for before, now in itertools.pairwise(boards):
        assert network.score_from(network.basis(before), now) == network.score(*now)


def test_a_mirrored_position_has_the_same_score():
    network = Patterns()
    for boards in random_boards(200, seed=3):
        assert network.score(*map(mirrored, boards)) == network.score(*boards)


def test_the_players_are_told_apart():
    """Stones, threats and lines count by whose they are, and by who is first."""
    network = Patterns()
    for own, other in ((0, 1), (2, 3), (4, 5)):
        changed = 0
        for boards in random_boards(200, seed=4):
            exchanged = list(boards)
            exchanged[own], exchanged[other] = boards[other], boards[own]
            changed += network.score(*exchanged) != network.score(*boards)
        assert changed > 50


@pytest.mark.parametrize("size", [(6, 7, 4), (7, 6, 5), (7, 5, 4), (8, 6, 4), (5, 4, 3)], ids=str)
def test_other_boards_have_no_network(size):
    game = ConnectFour(*size)
    assert isinstance(game._patterns, NoPatterns)
    assert NoPatterns().score_from(0, (1, 2, 4, 8, 16, 32)) == 0.0


# Of 6x7, computed before there was a network.
BEFORE = [
    0.7829699614369605,
    -0.27752635029768397,
    0.765032295620897,
    0.29542530965659064,
    0.8230778106147074,
    -0.6423653848461319,
    0.6756914300775623,
    0.17404336562264672,
]


def test_other_boards_are_judged_as_ever():
    game = ConnectFour(6, 7, 4)
    state = game.initial_state()
    values = []
    for action in (2, 3, 3, 2, 1, 4, 2, 2):
        values.append(game.heuristic(state)[0])
        state = game.next_state(state, action)
    assert values == pytest.approx(BEFORE, rel=1e-12)


def test_the_network_is_read_once_and_travels_light():
    game = ConnectFour()
    assert patterns_of(7, 6, 4).table is game._patterns.table
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin._patterns.table is game._patterns.table
    assert len(pickle.dumps(game)) < 2000


def test_what_it_adds():
    """Each move of the solved positions whose value the heuristic estimates."""
    game = ConnectFour()
    plain = ConnectFour()
    plain._patterns = NoPatterns()
    guesses, before, values = [], [], []
    for position in solved.connect_four()[::4]:
        state = game.initial_state()
        for text in position.moves:
            state = game.next_state(state, game.text_to_action(state, text))
        for action, plies in position.values.items():
            successor = game.next_state(state, action)
            if game.is_terminal(successor) or abs(game.heuristic(successor)[0]) == 1.0:
                continue
            guesses.append(game.heuristic(successor)[position.mover])
            before.append(plain.heuristic(successor)[position.mover])
            values.append(float((plies > 0) - (plies < 0)))
    values = np.array(values)
    assert len(values) > 1000

    def explained(estimates):
        return 1.0 - ((np.array(estimates) - values) ** 2).mean() / values.var()

    assert explained(guesses) > explained(before) + 0.1
