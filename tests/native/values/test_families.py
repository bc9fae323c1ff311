"""Objects of several classes with one parent: on boards, in variables, as states."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import pytest

import gametree as gt
from gametree.errors import NotCompilable
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse
from plainpython.hashing import key_of_contents, key_of_state

from .both_modes import assert_plays_alike

SIZE = 4


class Piece(ABC):
    symbol = "?"
    value = 0
    promoted = False

    def __init__(self, colour):
        self.colour = colour

    @abstractmethod
    def steps(self):
        """The steps that it may take."""

    @property
    def worth(self):
        return self.value if self.colour == 0 else -self.value

    def moves(self, board, row, column, far=True):
        found = []
        for down, right in self.steps():
            y, x = row + down, column + right
            while 0 <= y < SIZE and 0 <= x < SIZE:
                other = board[y][x]
                if other is None or other.colour != self.colour:
                    found.append((y, x))
                if other is not None or not far:
                    break
                y += down
                x += right
        return found

    def copy(self):
        return copy.copy(self)


class Rook(Piece):
    symbol = "r"
    value = 5

    def steps(self):
        return [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Bishop(Piece):
    symbol = "b"
    value = 3

    def steps(self):
        return [(1, 1), (1, -1), (-1, 1), (-1, -1)]


class Pawn(Piece):
    symbol = "p"
    value = 1

    def __init__(self, colour):
        super().__init__(colour)
        self.moved = 0

    def steps(self):
        return [(1 if self.colour == 0 else -1, 0)]

    def moves(self, board, row, column, far=False):
        found = super().moves(board, row, column, False)
        return [(y, x) for y, x in found if board[y][x] is None or self.moved > 1]

    @property
    def worth(self):
        return (self.value + self.moved) * (1 if self.colour == 0 else -1)

    def copy(self):
        pawn = Pawn(self.colour)
        pawn.moved = self.moved
        return pawn


class Board:
    def __init__(self):
        self.cells = [[None] * SIZE for _ in range(SIZE)]
        self.turn = 0
        self.plies = 0

    def copied(self):
        board = Board()
        board.cells = [[piece and piece.copy() for piece in row] for row in self.cells]
        board.turn = self.turn
        board.plies = self.plies
        return board


class Chess(gt.Game):
    """A small chess without kings."""

    def initial_state(self):
        board = Board()
        for column, cls in enumerate([Rook, Pawn, Bishop, Pawn]):
            board.cells[0][column] = cls(0)
            board.cells[SIZE - 1][column] = cls(1)
        return board

    def current_player(self, state):
        return state.turn

    def legal_actions(self, state):
        if state.plies >= 16:
            return []
        found = [99]
        for row in range(SIZE):
            for column in range(SIZE):
                piece = state.cells[row][column]
                if piece is not None and piece.colour == state.turn:
                    for y, x in piece.moves(state.cells, row, column):
                        found.append(((row * SIZE + column) * SIZE + y) * SIZE + x)
        return found

    def copied(self, state):
        """Boards copy themselves, and are copied deeply, by turns."""
        return state.copied() if state.turn == 0 else copy.deepcopy(state)

    def next_state(self, state, action):
        state = self.copied(state)
        if action != 99:
            start, end = divmod(action, SIZE * SIZE)
            piece = state.cells[start // SIZE][start % SIZE]
            state.cells[start // SIZE][start % SIZE] = None
            if isinstance(piece, Pawn):
                piece.moved += 1
                if end // SIZE in (0, SIZE - 1):
                    piece = self.promoted(piece)
            state.cells[end // SIZE][end % SIZE] = piece
        state.turn = 1 - state.turn
        state.plies += 1
        return state

    def promoted(self, piece):
        new = Bishop(piece.colour) if piece.moved % 2 else Rook(piece.colour)
        new.promoted = True
        return new

    def returns(self, state):
        total = 0.0
        for row in state.cells:
            for piece in row:
                if piece is not None:
                    total += piece.worth + 0.25 * piece.promoted
                    total += 0.125 * (type(piece) is Rook) + 0.5 * (piece.symbol == "b")
        return (total, -total)


def moved(game, state, action):
    return game.next_state(state, action)


def test_a_board_of_pieces_of_several_classes():
    game = Chess()
    assert_plays_alike(game)
    state = game.initial_state()
    made = compile_search(moved, game, state, 0, rehearsal=rehearse)
    for _ in range(3):
        action = game.legal_actions(state)[1]
        read_back, state = made(game, state, action), game.next_state(state, action)
        for row, expected in zip(read_back.cells, state.cells, strict=True):
            for one, other in zip(row, expected, strict=True):
                assert type(one) is type(other)
                for name in ("colour", "moved", "promoted"):
                    assert getattr(one, name, None) == getattr(other, name, None)


@dataclass(frozen=True)
class Card:
    number: int

    def worth(self, trump):
        return self.number + 10 * trump


@dataclass(frozen=True)
class Joker(Card):
    colour: str = "red"

    def worth(self, trump):
        return 40 if self.colour == "red" else 30


@dataclass(frozen=True)
class Table:
    hand: tuple[Card, ...]
    taken: tuple[Card, ...] = ()


class Cards(gt.Game):
    """Take a card of six in turn; cards are equal as dataclasses are."""

    def initial_state(self):
        return Table((Card(3), Joker(3), Card(5), Joker(3, "black"), Card(3), Joker(7)))

    def current_player(self, state):
        return len(state.taken) % 2

    def legal_actions(self, state):
        return list(range(len(state.hand)))

    def next_state(self, state, action):
        card = state.hand[action]
        hand = list(state.hand)
        hand.remove(card)
        return Table(tuple(hand), (*state.taken, card))

    def returns(self, state):
        total = 0
        for place, card in enumerate(state.taken):
            same = sum(card == other for other in state.taken)
            total += (card.worth(0) + same) * (1 if place % 2 == 0 else -1)
        return (float(total), -float(total))


def keys(game, state):
    return key_of_state(state), key_of_contents(state)


def test_dataclasses_are_equal_if_their_classes_and_fields_are():
    game = Cards()
    assert_plays_alike(game)
    made = compile_search(keys, game, game.initial_state(), rehearsal=rehearse)
    state = game.initial_state()
    for action in (1, 0, 2):
        assert made(game, state) == keys(game, state)
        state = game.next_state(state, action)


class Effect:
    def __init__(self, strength):
        self.strength = strength

    def on(self, total):
        return total + self.strength


class Double(Effect):
    def on(self, total):
        return 2 * total


class Made(gt.Game):
    """Objects of several classes that no state holds."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        return [] if state[1] == 6 else [0, 1, 2]

    def next_state(self, state, action):
        effects = [Effect(action), Double(1)]
        effect = Effect(5) if action == 1 else Double(0)
        effects.append(effect)
        total = state[0]
        for each in effects:
            total = each.on(total)
        return (total, state[1] + 1)

    def returns(self, state):
        return (1.0, -1.0) if state[0] % 3 == 0 else (-1.0, 1.0)


def test_objects_that_no_state_holds():
    assert_plays_alike(Made())


class Walker:
    DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
    slides = False
    letter = "w"

    def __init__(self, owner, square):
        self.owner = owner
        self.square = square

    def targets(self, pieces):
        row, column = self.square
        for down, right in self.DIRECTIONS:
            y, x = row + down, column + right
            while 0 <= y < SIZE and 0 <= x < SIZE:
                if (y, x) in pieces:
                    if pieces[y, x].owner != self.owner:
                        yield (y, x)
                    break
                yield (y, x)
                if not self.slides:
                    break
                y, x = y + down, x + right

    def moved(self, square):
        return type(self)(self.owner, square)


class Queen(Walker):
    DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    slides = True
    letter = "queen"


class Jumper(Walker):
    DIRECTIONS = ((1, 2), (2, 1), (-1, 2), (-2, 1))
    letter = "j"

    def __init__(self, owner, square, rest=0):
        Walker.__init__(self, owner, square)
        self.rest = rest

    def targets(self, pieces):
        if self.rest == 0:
            yield from super().targets(pieces)

    def moved(self, square):
        return self.__class__(self.owner, square, rest=1 - self.rest)


class OfGenerators(gt.Game):
    """Pieces in a dict, whose classes say with different constants where they may go."""

    def initial_state(self):
        pieces = {}
        for column, cls in enumerate([Walker, Queen, Jumper, Jumper]):
            pieces[0, column] = cls(0, (0, column))
            pieces[SIZE - 1, column] = cls(1, (SIZE - 1, column))
        return {"pieces": pieces, "moves": 0}

    def current_player(self, state):
        return state["moves"] % 2

    def legal_actions(self, state):
        if state["moves"] == 14:
            return []
        found = [99]
        for row, column in sorted(state["pieces"]):
            piece = state["pieces"][row, column]
            if piece.owner == state["moves"] % 2:
                for y, x in piece.targets(state["pieces"]):
                    found.append(((row * SIZE + column) * SIZE + y) * SIZE + x)
        return found

    def next_state(self, state, action):
        pieces = state["pieces"].copy()
        if action != 99:
            start, end = divmod(action, SIZE * SIZE)
            piece = pieces.pop((start // SIZE, start % SIZE)).moved((end // SIZE, end % SIZE))
            match piece:
                case Jumper(rest=1) if end >= 8:
                    piece = Queen(piece.owner, piece.square)
                case Queen():
                    pass
            pieces[end // SIZE, end % SIZE] = piece
        return {**state, "pieces": pieces, "moves": state["moves"] + 1}

    def returns(self, state):
        total = 0
        for piece in state["pieces"].values():
            total += len(piece.letter) * (1 - 2 * piece.owner)
        return (float(total), -float(total))


def test_generators_constants_and_objects_of_the_same_class():
    assert_plays_alike(OfGenerators(), lines=12)


@dataclass(frozen=True)
class Farm:
    owner: int
    height: int = 1

    def raised(self):
        return replace(self, height=self.height + 1)


@dataclass(frozen=True)
class Tower(Farm):
    floors: int = 2

    def raised(self):
        return replace(self, height=self.height + 1, floors=self.floors + 2)


class Counter:
    def __init__(self, number):
        self.number = number

    def more(self):
        return type(self)(self.number + 1)

    def told(self):
        return self.number


class Doubler(Counter):
    def told(self):
        return 2 * self.number


class Built(gt.Game):
    """Fields that only some dataclasses have; objects that `returns` alone makes."""

    def initial_state(self):
        return Table(())

    def current_player(self, state):
        return len(state.taken) % 2

    def legal_actions(self, state):
        if len(state.taken) == 7:
            return []
        return [0, 1, *range(2, 2 + len(state.hand))]

    def next_state(self, state, action):
        player = len(state.taken) % 2
        hand = list(state.hand)
        if action > 1:
            hand[action - 2] = hand[action - 2].raised()
        else:
            hand.append(Farm(player) if action == 0 else Tower(player))
        return Table(tuple(hand), (*state.taken, Farm(action)))

    def returns(self, state):
        total = 0
        for each in state.hand:
            points = each.height * each.floors if isinstance(each, Tower) else each.height
            total += points if each.owner == 0 else -points
        for each in [Counter(total).more(), Doubler(1).more().more()]:
            total += each.told()
        return (float(total), -float(total))


def test_other_fields_and_late_objects():
    assert_plays_alike(Built())


@dataclass(frozen=True)
class Phase:
    total: int
    left: int


@dataclass(frozen=True)
class Bidding(Phase):
    def after(self, action):
        if action == 2:
            return Playing(self.total, 5, self.total)
        return Bidding(self.total + action, self.left - 1)


@dataclass(frozen=True)
class Playing(Phase):
    bid: int

    def after(self, action):
        return Playing(self.total + self.bid * action, self.left - 1, self.bid)


class Phases(gt.Game):
    """States of several classes."""

    def initial_state(self):
        return Bidding(1, 6)

    def current_player(self, state):
        return state.left % 2

    def legal_actions(self, state):
        if state.left == 0:
            return []
        return [0, 1, 2] if isinstance(state, Bidding) else [1, 2]

    def next_state(self, state, action):
        return state.after(action)

    def returns(self, state):
        return (1.0, -1.0) if state.total % 3 == 0 else (-1.0, 1.0)


def test_states_of_several_classes():
    game = Phases()
    assert_plays_alike(game)
    made = compile_search(moved, game, game.initial_state(), 0, rehearsal=rehearse)
    bidding, playing = [made(game, game.initial_state(), action) for action in (0, 2)]
    assert (bidding, playing) == (Bidding(1, 5), Playing(1, 5, 1))


def test_positions_of_several_classes_have_the_keys_of_interpreted_rules():
    """Bids lead to the same position in several orders; it is another one once play has begun."""
    game = Phases()
    made = compile_search(keys, game, game.initial_state(), rehearsal=rehearse)
    reached = []
    for bids in [(0, 1), (1, 0), (1, 1), (1, 2), (0, 2)]:
        state = game.initial_state()
        for bid in bids:
            state = game.next_state(state, bid)
        assert made(game, state) == keys(game, state)
        reached.append(made(game, state))
    assert reached[0] == reached[1]
    assert len(set(reached)) == 4


def test_a_search_shares_nodes_of_positions_of_several_classes():
    results = [
        gt.search(Phases(), simulations=400, seed=1, method="uct", transpositions=True, compiled=on)
        for on in (True, False)
    ]
    assert results[0].nodes == results[1].nodes
    assert [each.visits for each in results[0].actions] == [
        each.visits for each in results[1].actions
    ]


class Taxed:
    rate = 2

    def due(self, amount, factor=3):
        return amount * factor + self.rate

    def of(self, first, second):
        return 10 * first + second


class Untaxed(Taxed):
    rate = 0

    def due(self, amount, factor=1, bonus=100):
        return amount * factor + bonus

    def of(self, second, first):
        return 20 * second + first


class Taxes(Made):
    """Methods of one name whose parameters differ, and what is taken where none is given."""

    factor = 2

    def next_state(self, state, action):
        due = state[0]
        for each in [Taxed(), Untaxed()]:
            due += each.due(action, self.factor) + each.of(due % 7, action) + each.due(action + 5)
        return (due % 1000, state[1] + 1)


class OtherNames(Made):
    def next_state(self, state, action):
        due = sum(each.of(first=1, second=action) for each in [Taxed(), Untaxed()])
        return (state[0] + due, state[1] + 1)


class Weight:
    def __init__(self, number):
        self.number = number

    def __bool__(self):
        return True


class Worked(Weight):
    def __init__(self, number):
        self.other = number

    @property
    def number(self):
        return 3 * self.other


class OtherWays(Made):
    def next_state(self, state, action):
        weights = [Weight(action), Worked(1)]
        return (state[0] + sum(each.number for each in weights if each), state[1] + 1)


class Laden(Taxed):
    def __init__(self, load):
        self.load = load


class OfOneClassOnly(Made):
    """An attribute that objects of one class have, asked of both."""

    def next_state(self, state, action):
        total = state[0]
        for each in [Taxed(), Laden(action + 5)]:
            try:
                total += each.load
            except AttributeError:
                total += 100
        return (total % 1000, state[1] + 1)


def test_an_attribute_that_a_class_has_not():
    assert OfOneClassOnly().next_state((0, 0), 2) == (107, 1)
    assert_plays_alike(OfOneClassOnly())


def test_parameters_and_constants_of_classes_that_differ(monkeypatch):
    """The constants may change between searches."""
    assert_plays_alike(Taxes())
    monkeypatch.setattr(Untaxed, "rate", 7)
    monkeypatch.setattr(Taxed, "rate", 4)
    assert_plays_alike(Taxes())


class ActionsOfOneClass(Cards):
    """Cards are actions, and jokers lie among them in the states."""

    def legal_actions(self, state):
        return [] if len(state.taken) == 2 else [Card(3), Card(5)]

    def next_state(self, state, action):
        taken = action if action.number == 3 else Joker(7)
        return Table(state.hand, (*state.taken, taken))


class Named(Made):
    def next_state(self, state, action):
        effects = [Effect(action), Double(1)]
        return (state[0] + len(type(effects[action % 2]).__name__), state[1] + 1)


class Missing(Made):
    def next_state(self, state, action):
        effects = [Effect(action), Double(1)]
        return (state[0] + effects[0].weakness, state[1] + 1) if action > 7 else state


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Named, "an object may be a Double or a Effect there; ask isinstance"),
        (ActionsOfOneClass, "actions are objects of Card, and where these stand"),
        (OtherNames, "it calls a function of the parameters"),
        (OtherWays, "'number' is an attribute of some objects, but Worked defines it"),
        (Missing, "a Double or a Effect has no attribute 'weakness'"),
    ],
)
def test_what_is_refused(game, said):
    with pytest.raises(NotCompilable, match=said):
        gt.Searcher(game(), compiled=True).run(simulations=5)
