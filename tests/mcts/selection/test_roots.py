"""The terms of UCB1 that interpreted searches keep in tables, to the bit."""

import math

import numpy as np
import pytest

from gametree.mcts.selection.ucb1 import INVERSE_ROOTS, inverse_root


@pytest.mark.parametrize("first", [1, 4_000, 65_000, 1_000_000, (1 << 31) - 2_000])
def test_inverse_roots_are_rounded_to_32_bits(first):
    for visits in range(first, first + 1_500):
        assert inverse_root(visits) == float(np.float32(1.0 / math.sqrt(visits)))
    assert len(INVERSE_ROOTS) in (4096, 65536)
