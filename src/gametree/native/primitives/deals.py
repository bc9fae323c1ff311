"""The function of `gametree.primitives.dealing`: which form of cards it deals."""

from __future__ import annotations

from numba.core import types

from plainpython.values.operations import operation

from ...primitives.dealing import deal, deal_bits, deal_items


@operation(deal)
def _deal(cards, sizes, allowed, rng):
    if isinstance(cards, types.Integer):
        return lambda cards, sizes, allowed, rng: deal_bits(cards, sizes, allowed, rng)
    return lambda cards, sizes, allowed, rng: deal_items(cards, sizes, allowed, rng)
