"""Objects that rules make on the way: None, enums, dataclasses, NamedTuples, classes."""

import copy
from dataclasses import astuple, dataclass, field, replace
from enum import Enum, IntEnum, IntFlag, auto
from typing import NamedTuple

from ordinary.digits import Digits


class NoneOrNumber(Digits):
    def first_above(self, digits, limit):
        for digit in digits:
            if digit > limit:
                return digit
        return None

    def value(self, digits):
        found = self.first_above(digits, 7)
        if found is None:
            return -1
        return found


class NoneByDefault(Digits):
    def best(self, digits, start=None):
        if start is None:
            start = digits[0]
        return start + 1

    def value(self, digits):
        return self.best(digits) + 10 * self.best(digits, 3)


class NoneInList(Digits):
    def value(self, digits):
        cells = [None] * 5
        cells[digits[0] % 5] = digits[1]
        return sum(cell for cell in cells if cell is not None) + 10 * cells.count(None)


class NoneInTuple(Digits):
    def value(self, digits):
        pair = (None, digits[0]) if digits[1] > 4 else (digits[2], None)
        return pair[0] if pair[0] is not None else 20 + pair[1]


class FunctionWithoutReturn(Digits):
    def note(self, numbers, digit):
        if digit > 4:
            numbers.append(digit)

    def value(self, digits):
        numbers = []
        for digit in digits:
            self.note(numbers, digit)
        return len(numbers)


class IsInstance(Digits):
    def value(self, digits):
        half = digits[0] / 2
        return isinstance(half, float) + 2 * isinstance(digits, tuple) + 4 * isinstance(3, str)


class Suit(Enum):
    """Suits of cards."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"

    @property
    def is_red(self):
        """Whether it is printed in red."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    def next(self):
        """Return the suit that follows."""
        members = list(Suit)
        return members[(members.index(self) + 1) % len(members)]


class EnumMembers(Digits):
    def value(self, digits):
        suit = Suit.HEARTS if digits[0] > 4 else Suit.CLUBS
        return (suit is Suit.HEARTS) + 2 * (suit == Suit.CLUBS) + ord(suit.value)


class EnumIterated(Digits):
    def value(self, digits):
        return sum(ord(suit.value) * digit for suit, digit in zip(Suit, digits))


class EnumByValue(Digits):
    def value(self, digits):
        suit = Suit("cdh"[digits[0] % 3])
        return 1 if suit is Suit.DIAMONDS else 2


class EnumByName(Digits):
    def value(self, digits):
        name = ["CLUBS", "HEARTS"][digits[0] % 2]
        return ord(Suit[name].value) + len(Suit.DIAMONDS.name)


class EnumWithMethods(Digits):
    def value(self, digits):
        suit = Suit.DIAMONDS
        for _ in range(digits[0]):
            suit = suit.next()
        return int(suit.is_red) + ord(suit.value)


class EnumAsKey(Digits):
    def value(self, digits):
        points = {Suit.CLUBS: 1, Suit.DIAMONDS: 3, Suit.HEARTS: digits[0]}
        return points[list(Suit)[digits[1] % 3]]


class Level(IntEnum):
    """Levels, as numbers."""

    LOW = 0
    MIDDLE = 5
    HIGH = 9


class IntEnumCompared(Digits):
    def value(self, digits):
        level = Level.HIGH if digits[0] >= Level.MIDDLE else Level.LOW
        return level + 2 * max(Level.MIDDLE, digits[1])


class IntEnumAsIndex(Digits):
    def value(self, digits):
        table = list(range(100, 110))
        return table[Level.MIDDLE] + len(Level) + Level(5 if digits[0] > 4 else 9)


class Rights(IntFlag):
    """What may be done."""

    SHORT = auto()
    LONG = auto()


class Flags(Digits):
    def value(self, digits):
        rights = Rights.SHORT | Rights.LONG
        if digits[0] > 4:
            rights &= ~Rights.LONG
        return int(rights) + 10 * (Rights.LONG in rights)


@dataclass
class Point:
    """A point of a grid."""

    row: int
    column: int = 0

    def __add__(self, other):
        return Point(self.row + other.row, self.column + other.column)

    @property
    def distance(self):
        """The steps from the corner."""
        return abs(self.row) + abs(self.column)


class DataclassMade(Digits):
    def value(self, digits):
        point = Point(digits[0], column=digits[1])
        point.row += 3
        return point.row * 10 + point.column + Point(4).column


class DataclassAdded(Digits):
    def value(self, digits):
        point = Point(0)
        for digit in digits:
            point = point + Point(digit % 2, 1 - digit % 3)
        return point.distance


class DataclassesEqual(Digits):
    def value(self, digits):
        return int(Point(digits[0] % 2, 1) == Point(1, digits[1] % 2)) + 2 * int(
            Point(1) != Point(1, 0)
        )


class DataclassInList(Digits):
    def value(self, digits):
        points = [Point(digit, i) for i, digit in enumerate(digits)]
        points[1].row = 7
        return max(points, key=lambda point: point.row * 10 - point.column).column


@dataclass(frozen=True, order=True)
class Card:
    """A card, to be compared by rank, then by suit."""

    rank: int
    suit: int = 0


class DataclassesOrdered(Digits):
    def value(self, digits):
        hand = sorted(Card(digit % 5, place) for place, digit in enumerate(digits))
        return hand[0].suit + 10 * hand[-1].rank


class FrozenDataclassAsKey(Digits):
    def value(self, digits):
        points = {Card(1, 2): 5, Card(digits[0], 0): 7}
        return points.get(Card(4), 0) + 10 * (Card(1, 2) in points)


class DataclassReplaced(Digits):
    def value(self, digits):
        card = replace(Card(digits[0], 1), suit=digits[1])
        return sum(astuple(card))


@dataclass
class Hand:
    """Cards, and what they are worth."""

    cards: list = field(default_factory=list)
    points: int = field(init=False, default=0)

    def __post_init__(self):
        self.points = sum(self.cards)

    def draw(self, card):
        """Take a card."""
        self.cards.append(card)
        self.points += card
        return self


class DataclassWithPostInit(Digits):
    def value(self, digits):
        hand = Hand([digits[0], digits[1]]).draw(digits[2]).draw(1)
        return hand.points + 10 * len(hand.cards) + len(Hand().cards)


class Step(NamedTuple):
    """A step on a grid."""

    down: int
    right: int = 1

    @property
    def turned(self):
        """The step turned by a quarter."""
        return Step(self.right, -self.down)

    def times(self, count):
        """Return so many such steps as one."""
        return Step(count * self.down, count * self.right)


class NamedTupleMade(Digits):
    def value(self, digits):
        step = Step(digits[0])
        down, right = step
        return down + right + 10 * step.down + step[1] + len(step)


class NamedTupleWithMethods(Digits):
    def value(self, digits):
        step = Step(1, digits[0]).turned.times(digits[1])
        return 3 * step.down + step.right


class NamedTupleReplaced(Digits):
    def value(self, digits):
        step = Step(digits[0], 2)._replace(right=digits[1])
        return step.down * step.right + (step == (4, 1)) + (step > (3, 3))


class Stack:
    """A stack with the operators of a container."""

    def __init__(self, items=None):
        self.items = list(items) if items is not None else []

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def push(self, item):
        """Put an item on top."""
        self.items.append(item)

    def pop(self):
        """Take the item on top."""
        return self.items.pop()


class ContainerOfOnesOwn(Digits):
    def value(self, digits):
        stack = Stack(digits)
        stack.push(11)
        stack.pop()
        top = stack.pop()
        return top + 10 * len(stack) + 100 * (4 in stack) + stack[0] + sum(item for item in stack)


class Piece:
    """A piece of any kind."""

    value_of_kind = 1
    made = 0

    def __init__(self, colour):
        self.colour = colour

    def worth(self):
        """Return what it is worth to the first player."""
        return self.value_of_kind if self.colour == 0 else -self.value_of_kind


class Rook(Piece):
    """A piece that is worth more."""

    value_of_kind = 5

    def worth(self):
        """Return what it is worth, and a bonus."""
        return super().worth() + 1


class ObjectsOfOneBase(Digits):
    def value(self, digits):
        pieces = [Rook(digit % 2) if digit > 4 else Piece(digit % 2) for digit in digits]
        return sum(piece.worth() for piece in pieces)


class Fraction:
    """A fraction with some of the operators of a number."""

    def __init__(self, top, bottom):
        self.top = top
        self.bottom = bottom

    def __mul__(self, other):
        return Fraction(self.top * other.top, self.bottom * other.bottom)

    def __lt__(self, other):
        return self.top * other.bottom < other.top * self.bottom

    def __neg__(self):
        return Fraction(-self.top, self.bottom)

    def __eq__(self, other):
        return self.top * other.bottom == other.top * self.bottom


class NumberOfOnesOwn(Digits):
    def value(self, digits):
        half, other = Fraction(1, 2), Fraction(digits[0], 5)
        return (half < other) + 2 * ((half * other) == Fraction(1, 5)) + (-other).top


class DeepCopy(Digits):
    def value(self, digits):
        rows = [[1, 2], [3, digits[0]]]
        other = copy.deepcopy(rows)
        other[1][0] = digits[1]
        return rows[1][0] + 10 * other[1][0] + other[1][1]


class ShallowCopy(Digits):
    def value(self, digits):
        rows = [[1, 2], [3, digits[0]]]
        other = copy.copy(rows)
        other[1][0] = digits[1]
        other.append([5])
        return rows[1][0] + 10 * len(rows)


class ObjectChangedByTwoNames(Digits):
    def value(self, digits):
        hand = Hand([1])
        hands = [hand, hand]
        hands[0].draw(digits[0])
        return hands[1].points + 10 * len(hand.cards)


class MutableDefaultArgument(Digits):
    """A list that is made once, in which calls would see what earlier calls have left."""

    def extended(self, digit, numbers=[1, 2]):  # noqa: B006
        return numbers + [digit]

    def value(self, digits):
        return sum(self.extended(digits[0])) + len(self.extended(digits[1]))


class HashOfTuple(Digits):
    """What hash() gives: refused, or what Python gives."""

    def value(self, digits):
        return hash(digits) % 1009


class TypeOfObject(Digits):
    def value(self, digits):
        return int(type(digits[0]) is int) + 2 * int(type(digits[0] / 2) is int)
