"""What a search is given is one argument for each structure."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.core.registry import cpu_target

from gametree.native.build import compile_function
from plainpython.back_end.buffers import buffer_type
from plainpython.back_end.whole_structs import WholeTuple


class Pair(NamedTuple):
    numbers: np.ndarray
    weights: np.ndarray


def weighted(pair):
    return pair.numbers[1] * pair.weights[2] + len(pair.numbers)


def test_a_tuple_of_buffers_is_one_argument():
    pair = Pair(np.arange(10), np.arange(5) / 4)
    kind = WholeTuple(list(map(buffer_type, pair)), Pair)
    passed = cpu_target.target_context.get_arg_packer((kind,)).argument_types
    assert len(passed) == 1
    assert compile_function(weighted, pair)(pair) == weighted(pair) == 10.5
