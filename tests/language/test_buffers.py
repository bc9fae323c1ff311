"""Arrays lend their memory to compiled code for one call."""

from array import array
from typing import NamedTuple

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from plainpython.back_end.buffers import buffer_type
from plainpython.back_end.entry import argument_type, compiled_entry, with_arena
from plainpython.back_end.functions import compiling


class Pair(NamedTuple):
    numbers: object
    weights: object


def moved(pair):
    pair.numbers[1] = pair.numbers[0] + 5
    return pair.weights[2] + len(pair.numbers)


def entry(*kinds):
    with compiling():
        return with_arena(compiled_entry(moved, kinds))


@pytest.fixture(scope="module")
def run():
    return entry(argument_type(Pair(np.arange(3), np.zeros(3))))


@pytest.mark.parametrize("numbers", [np.array([3, 0, 0]), array("q", [3, 0, 0])])
def test_what_is_written_is_in_the_array_that_was_lent(run, numbers):
    assert run(Pair(numbers, np.array([0.0, 0.0, 0.5]))) == 3.5
    assert list(numbers) == [3, 8, 0]


def test_a_call_counts_no_references_to_its_buffers(run):
    pair = Pair(np.arange(3), np.zeros(3))
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        for _ in range(10):
            run(pair)
        assert rtsys.get_allocation_stats() == before
    finally:
        _nrt_python.memsys_disable_stats()


def test_an_array_of_smaller_items_is_refused(run):
    with pytest.raises(TypeError, match="an array whose items have 8 bytes each"):
        run(Pair(np.arange(3, dtype=np.int32), np.zeros(3)))


class Locked:
    def __array__(self, *arguments, **keywords):
        raise ValueError("it is locked")


def test_the_reason_why_an_object_lends_no_memory_is_raised(run):
    with pytest.raises(ValueError, match="it is locked"):
        run(Pair(Locked(), np.zeros(3)))


def test_kinds_of_items_are_kinds_of_buffers():
    assert buffer_type(np.zeros(2)) == buffer_type(array("d", [0.0]))
    assert buffer_type(np.zeros(2)) != buffer_type(np.zeros(2, np.float32))
