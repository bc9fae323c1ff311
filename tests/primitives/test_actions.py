import pickle
from enum import Enum, Flag, IntEnum, auto
from typing import NamedTuple

import numpy as np
import pytest

from gametree.primitives.action_parts import Unfit
from gametree.primitives.actions import (
    NoPacking,
    PackedActions,
    number_of,
    packing_for,
    room_for_actions,
)
from plainpython.bits import u64
from plainpython.hashing import key_of_state


class Colour(Enum):
    RED = "r"
    BLUE = "b"
    GREEN = "g"


class Height(IntEnum):
    LOW = -5
    HIGH = 300


class Sides(Flag):
    NORTH = auto()
    EAST = auto()
    SOUTH = auto()


class Step(NamedTuple):
    source: tuple[int, int]
    promoted: Colour | None


KINDS = {
    "one of 32": ([np.int64(-3), np.int64(1000)], 32),
    "one of 64": ([1 << 40, -(1 << 62)], 64),
    "without sign": ([u64(1 << 63), u64(0)], 64),
    "sets of squares": ([1 << 63, 0, (1 << 64) - 1, 5], 64),
    "truth": ([True, False], 32),
    "real": ([0.5, -1e300], 64),
    "nothing": ([None], 32),
    "nothing or": ([None, 7, -1], 32),
    "pair": ([(0, 0), (18, 18)], 32),
    "wide pair": ([(0, 0), (1_000_000, -1_000_000)], 64),
    "squares": ([((0, 0), (7, 7)), ((7, 1), (2, 3))], 32),
    "text": (["a1", "h8"], 32),
    "longer text": (["e2e4", ""], 64),
    "member": (list(Colour), 32),
    "whole member": (list(Height), 32),
    "flags": ([*Sides, Sides(0), ~Sides.EAST, Sides.EAST | Sides.SOUTH], 32),
    "flags of a cell": ([(Sides.SOUTH, 0), (Sides.EAST | Sides.SOUTH, 1), (Sides(0), 0)], 32),
    "record": ([Step((0, 7), None), Step((3, 3), Colour.GREEN)], 32),
    "path": ([(), (1, 9, 17), (3, 4)], 32),
    "longer path": ([(60, 50, 40, 30, 20), (1,)], 64),
}


class Shot:
    def __init__(self, cell, aim=None):
        self.cell = cell
        self.aim = aim

    def __eq__(self, other):
        return (self.cell, self.aim) == (other.cell, other.aim)

    def __repr__(self):
        return f"Shot({self.cell}, {self.aim})"


class Slotted:
    __slots__ = ("cell",)

    def __init__(self, cell):
        self.cell = cell


class Pass(NamedTuple):
    why: int


KINDS |= {
    "of two kinds": ([3, "pass", -1, "roll"], 64),
    "pair or text": ([(0, 2), "pass", (7, 7)], 64),
    "or nothing": ([None, 5, (1, 2)], 32),
    "two enumerations": ([*Colour, *Height], 32),
    "flags or members": ([*Colour, *Sides], 32),
    "two records": ([Step((0, 7), None), Step((1, 1), Colour.RED), Pass(3)], 32),
    "tuples of several lengths": ([("pass",), ("to", 3, 4), ("up", 1, 0)], 64),
    "a member of two kinds": ([("a", 3), ("b", "c")], 64),
    "five kinds": ([1, "a", None, (2, 3), Colour.RED, 0.5][:-1], 32),
}
KINDS["object"] = ([Shot(5), Shot(3, Colour.GREEN), Shot(-2)], 32)
KINDS["wide object"] = ([Shot(0), Shot(1 << 40)], 64)


@pytest.mark.parametrize("name", KINDS)
def test_what_was_packed_comes_back_equal_and_of_its_class(name):
    actions, width = KINDS[name]
    packing = packing_for(actions)
    assert packing.width == width
    numbers = [packing.pack(action) for action in actions]
    assert len(set(numbers)) == len(actions)
    assert all(-(1 << width - 1) <= number < 1 << width - 1 for number in numbers)
    back = [packing.unpack(number) for number in numbers]
    assert back == actions
    assert list(map(type, back)) == list(map(type, actions))
    assert repr(back) == repr(actions)


@pytest.mark.parametrize("name", KINDS)
def test_a_packing_on_disk_is_the_same(name):
    packing = packing_for(KINDS[name][0])
    assert pickle.loads(pickle.dumps(packing)) == packing


def test_integers_of_32_bits_are_packed_in_no_way():
    assert packing_for([0, 5, -(1 << 31), (1 << 31) - 1]) is None
    assert packing_for([0, 1 << 31]).width == 64


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([Shot(1), "a"], "an action of type Shot and str"),
        ([{1}], "an action of type set"),
        ([1 << 70], "an action of 72 bits"),
        ([Shot([])], "of Shot.cell, there is an action of type list"),
        ([Shot(1), Slotted(1)], "an action of type Shot and Slotted"),
        ([(1 << 40, 1 << 40)], "take 84 bits, and there is room for 64"),
    ],
)
def test_what_cannot_be_packed_is_told(actions, told):
    with pytest.raises(NoPacking, match=told):
        packing_for(actions)


def test_long_texts_are_packed_by_their_index():
    actions = [("take", 3), ("no thanks", 0), ("\u2654 takes everything", 7)]
    packing = packing_for(actions, words={"I pass, thank you"})
    numbers = [packing.pack(action) for action in actions]
    assert [packing.unpack(number) for number in numbers] == actions
    assert len(set(numbers)) == 3
    assert packing.unpack(packing.pack(("I pass, thank you", 1))) == ("I pass, thank you", 1)
    with pytest.raises(Unfit):
        packing.pack(("another text", 1))
    assert pickle.loads(pickle.dumps(packing)) == packing
    with pytest.raises(NoPacking, match="of 9 characters"):
        packing_for(["no thanks"], index_texts=False)


def test_a_buffer_holds_actions():
    packing = packing_for([(0, 0), (7, 7)])
    buffer = room_for_actions(4, packing)
    buffer[1] = (3, -2)
    buffer[2:4] = [(1, 1), (2, 2)]
    assert isinstance(buffer, PackedActions)
    assert buffer.tolist() == [(0, 0), (3, -2), (1, 1), (2, 2)]
    assert buffer[2:].tolist() == [(1, 1), (2, 2)]
    other = buffer.copy()
    other[0] = (5, 5)
    assert buffer[0] == (0, 0)


def test_the_number_of_an_action_is_itself_or_its_key():
    assert number_of(-7) == number_of(np.int64(-7)) == -7
    assert number_of(1 << 63) == number_of(u64(1 << 63)) == -(1 << 63)
    assert number_of((1, 2)) % (1 << 64) == key_of_state((1, 2))
    assert number_of((4, Shot(5))) % (1 << 64) == key_of_state((4, (None, 5)))


def test_objects_with_different_attributes_cannot_be_packed():
    with pytest.raises(NoPacking, match="have different attributes"):
        packing_for([Slotted(1), Slotted.__new__(Slotted)])
