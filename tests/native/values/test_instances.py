"""Games whose states are records, played alike in both modes."""

from __future__ import annotations

import copy
import dataclasses
import enum
from dataclasses import asdict, astuple, dataclass, field

import gametree as gt
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse
from plainpython.hashing import key_of_contents, key_of_state

from ...language.both_modes import assert_same
from .both_modes import assert_plays_alike

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@dataclass(frozen=True)
class Position:
    cells: tuple[int, ...] = (0,) * 9
    player: int = 1

    def winner(self):
        for x, y, z in LINES:
            if self.cells[x] != 0 and self.cells[x] == self.cells[y] == self.cells[z]:
                return self.cells[x]
        return 0


class OfDataclasses(gt.Game):
    max_actions = 9

    def initial_state(self):
        return Position()

    def current_player(self, state):
        return state.player - 1

    def legal_actions(self, state):
        if state.winner():
            return []
        return [cell for cell in range(9) if state.cells[cell] == 0]

    def next_state(self, state, action):
        cells = state.cells[:action] + (state.player,) + state.cells[action + 1 :]
        return dataclasses.replace(state, cells=cells, player=3 - state.player)

    def returns(self, state):
        winner = state.winner()
        return (0.0, 0.0) if winner == 0 else (1.0, -1.0) if winner == 1 else (-1.0, 1.0)


class Mark(enum.Enum):
    X = "X"
    O = "O"  # noqa: E741

    @property
    def other(self):
        return Mark.O if self is Mark.X else Mark.X


class Board:
    def __init__(self, cells=None, turn=Mark.X):
        self.cells = cells if cells is not None else [None] * 9
        self.turn = turn
        self.last = None

    def copy(self):
        board = Board(self.cells[:], self.turn)
        board.last = self.last
        return board

    def play(self, cell):
        self.cells[cell] = self.turn
        self.turn = self.turn.other
        self.last = cell

    def winner(self):
        for x, y, z in LINES:
            if self.cells[x] is not None and self.cells[x] == self.cells[y] == self.cells[z]:
                return self.cells[x]
        return None

    def __getitem__(self, place):
        return self.cells[place]

    def __len__(self):
        return len(self.cells)


class OfObjects(gt.Game):
    max_actions = 9

    def initial_state(self):
        return Board()

    def current_player(self, state):
        return 0 if state.turn is Mark.X else 1

    def legal_actions(self, state):
        if state.winner() is not None:
            return []
        return [cell for cell in range(len(state)) if state[cell] is None]

    def next_state(self, state, action):
        board = state.copy()
        board.play(action)
        return board

    def returns(self, state):
        winner = state.winner()
        if winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == Mark.X else (-1.0, 1.0)


@dataclass
class Table:
    cells: list[int] = field(default_factory=lambda: [0] * 9)
    player: int = 1
    moves: list[int] = field(default_factory=list)


class Looking:
    """An object that the rules make for a while: what it holds is seen in interpreted games."""

    def __init__(self, cells, player):
        self.cells = cells
        self.player = player
        self.count = 0
        self.found = []

    def look(self, line):
        if all(self.cells[cell] == self.player for cell in line):
            self.count += 1
            self.found.append(line[0])


class OfTables(gt.Game):
    max_actions = 9

    def initial_state(self):
        return Table()

    def current_player(self, state):
        return state.player - 1

    def won(self, state):
        looking = Looking(state.cells, 3 - state.player)
        for line in LINES:
            looking.look(line)
        return looking.count > 0 and len(looking.found) > 0

    def legal_actions(self, state):
        return [] if self.won(state) else [cell for cell in range(9) if state.cells[cell] == 0]

    def next_state(self, state, action):
        state = copy.deepcopy(state)
        state.cells[action] = state.player
        state.player = 3 - state.player
        state.moves.append(action)
        return state

    def returns(self, state):
        if not self.won(state):
            return (0.0, 0.0)
        return (1.0, -1.0) if state.player == 2 else (-1.0, 1.0)


def keys(game, state):
    return key_of_state(state), key_of_contents(state)


def test_positions_that_are_frozen_dataclasses_share_nodes():
    """Their keys are the same numbers in both modes, and they are equal by their fields."""
    game = OfDataclasses()
    assert_plays_alike(game)
    made = compile_search(keys, game, game.initial_state(), rehearsal=rehearse)
    reached = []
    for order in [(0, 4, 8), (8, 4, 0), (8, 0, 4)]:
        state = game.initial_state()
        for action in order:
            state = game.next_state(state, action)
        assert made(game, state) == keys(game, state)
        reached.append(made(game, state))
    assert reached[0] == reached[1] != reached[2]


def test_positions_that_are_objects_with_enumerations_and_none():
    assert_plays_alike(OfObjects())


def test_objects_made_for_a_while_and_deep_copies():
    assert_plays_alike(OfTables())


@dataclass(frozen=True)
class Inner:
    """A part of another record."""

    a: int
    b: float


@dataclass(frozen=True)
class Outer:
    """A record that holds another."""

    inner: Inner
    c: int


@dataclass
class Pile:
    """Cards that can be looped over."""

    cards: list[int]

    def __iter__(self):
        return iter(self.cards)

    def __len__(self):
        return len(self.cards)

    def __contains__(self, card):
        return card in self.cards


@dataclass
class Evens:
    """Numbers made one by one."""

    end: int

    def __iter__(self):
        yield from range(0, self.end, 2)


def taken_apart(n):
    pile = Pile([n, 2, 3])
    return (
        astuple(Outer(Inner(n, 0.5), 3)),
        asdict(Outer(Inner(n, 0.5), 3).inner) == {"a": float(n), "b": 0.5},
        [card + 1 for card in pile],
        sum(card for card in pile),
        len(pile),
        n in pile,
        [k for k in Evens(n)],
    )


def test_records_as_tuples_and_loops_over_objects():
    assert_same(taken_apart, (3,), (1,), (5,))


class Tried:
    """A board that tells which cell was tried in vain; none was in the first random games."""

    def __init__(self, cells=None, turn=0, vain: int | None = None):
        self.cells = (0, 0, 0) if cells is None else cells
        self.turn = turn
        self.vain = vain

    def after(self, cell):
        if self.cells[cell] != 0:
            return Tried(self.cells, self.turn, vain=cell)
        cells = tuple(self.turn + 1 if n == cell else held for n, held in enumerate(self.cells))
        return Tried(cells, 1 - self.turn)


class Trying(gt.Game):
    def initial_state(self):
        return Tried()

    def current_player(self, state):
        return state.turn

    def legal_actions(self, state):
        return [cell for cell in range(3) if state.cells[cell] == 0]

    def next_state(self, state, action):
        return state.after(action)

    def returns(self, state):
        return (1.0, -1.0) if state.cells[1] == 1 else (-1.0, 1.0)


def test_a_parameter_s_annotation_tells_what_is_none_at_first():
    results = [
        gt.search(Trying(), simulations=50, seed=1, method="uct", compiled=mode)
        for mode in (False, True)
    ]
    assert results[0].actions == results[1].actions
