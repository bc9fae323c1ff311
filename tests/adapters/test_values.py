"""States by their value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from gametree.adapters.values.values import linked_contents, value_of


class Plain:
    def __init__(self, *cells):
        self.cells = list(cells)


class Slotted:
    __slots__ = ("cells",)

    def __init__(self, *cells):
        self.cells = cells


@dataclass
class Data:
    cells: list


@pytest.mark.parametrize(
    "make",
    [
        lambda *cells: cells,
        lambda *cells: list(cells),
        lambda *cells: (list(cells), {"of": set(cells)}),
        lambda *cells: {number: [cell] for number, cell in enumerate(cells)},
        lambda *cells: np.array(cells),
        lambda *cells: (np.array(cells), 1),
        lambda *cells: Data(list(cells)),
        Plain,
        Slotted,
        lambda *cells: (Plain(*cells), Slotted(*cells)),
        lambda *cells: frozenset({(Slotted(*cells),)}) and Plain(Plain(*cells)),
    ],
)
def test_equal_states_have_equal_values(make):
    assert value_of(make(1, 2, 3)) == value_of(make(1, 2, 3))
    assert hash(value_of(make(1, 2, 3))) == hash(value_of(make(1, 2, 3)))
    assert value_of(make(1, 2, 3)) != value_of(make(1, 2, 4))


def test_what_compares_by_value_is_taken_as_it_is():
    for state in (3, "x", (1, (2, 3)), frozenset({1}), None):
        assert value_of(state) == state or isinstance(state, frozenset)
    state = (1, (2, "x"))
    assert value_of(state) is state


def test_a_circle_has_an_end():
    one, other = Plain(1), Plain(1)
    one.cells.append(one)
    other.cells.append(other)
    assert value_of(one) == value_of(other)


def test_lists_and_tuples_differ():
    assert value_of([1, 2]) != value_of((1, 2))


class Link:
    def __init__(self, value):
        self.value = value
        self.next = self


def ring(*values):
    links = [Link(value) for value in values]
    for link, following in zip(links, links[1:] + links[:1], strict=True):
        link.next = following
    return links[0]


def test_objects_that_lead_back_to_each_other_are_compared_by_what_they_hold():
    assert linked_contents(ring(1, 2, 3)) == linked_contents(ring(1, 2, 3))
    different = [ring(1, 2, 3), ring(1, 3, 2), ring(1, 2), ring(1, 2, 3, 1, 2, 3), [1, 2], (1, 2)]
    assert len(set(map(linked_contents, different))) == len(different)
    long = ring(*range(5000))  # deeper than calls may lie within each other
    assert hash(linked_contents(long)) == hash(linked_contents(ring(*range(5000))))
    board = {"cells": [ring(1), np.zeros(2)], "free": {1, 2}}
    assert linked_contents(board) == linked_contents(
        {"cells": [ring(1), np.zeros(2)], "free": {2, 1}}
    )
    with pytest.raises(TypeError, match="a set of objects"):
        linked_contents({ring(1)})
