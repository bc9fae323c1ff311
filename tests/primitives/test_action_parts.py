"""Values of one kind as codes of this many bits."""

import pickle
from enum import Enum

import pytest

from gametree.primitives.action_parts import IntegerPart, LongPart, MemberPart, Text, Unfit
from gametree.primitives.compound_parts import ObjectPart, RowPart, Several


class Colour(Enum):
    RED = "r"
    BLUE = "b"


class Slotted:
    __slots__ = ("cell",)

    def __init__(self, cell):
        self.cell = cell


SMALL = IntegerPart(int, 5)


def test_the_first_member_of_a_tuple_is_lowest():
    pair = Several(tuple, (SMALL, SMALL))
    assert pair.pack((1, -1)) == 0b11111_00001
    assert pair.unpack(0b11111_00001) == (1, -1)


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        (Several(tuple, (SMALL, SMALL)), [(16, 0), (1, 2, 3), 5, None, "ab", (0.5, 1)]),
        (LongPart(), [1 << 64, -1, "a", None, 0.5]),
        (Text(2), ["abc", "a\0", "a\u0100", 5, None]),
        (MemberPart(Colour), ["r", 0, None]),
        (RowPart(SMALL, 2), [(1, 2, 3), [1], 1, (16,)]),
        (ObjectPart(Slotted, ("cell",), (SMALL,)), [2, Slotted(16), Slotted.__new__(Slotted)]),
    ],
)
def test_what_does_not_fit_is_refused(part, wrong):
    for each in wrong:
        with pytest.raises(Unfit):
            part.pack(each)


def test_of_one_code_comes_one_object():
    part = ObjectPart(Slotted, ("cell",), (SMALL,))
    assert part.pack(Slotted(2)) == 2
    assert part.unpack(2).cell == 2
    assert part.unpack(2) is part.unpack(2)


def test_a_part_on_disk_names_its_class():
    part = MemberPart(Colour)
    assert pickle.loads(pickle.dumps(part)).cls is Colour


def test_rows_have_room_for_longer_ones_first():
    part = RowPart(SMALL, 3)
    assert part.spread(0) == part
    assert part.spread(1) == RowPart(SMALL.spread(1), 4)
    assert part.spread(6) == RowPart(SMALL.spread(1), 6)
