"""One random generator with the same numbers in both modes.

A multiply-with-carry generator (Marsaglia, 1994) with 32-bit output, whose
words are combined as in MWC64X (Thomas, 2011): the state holds the low word x
and the carry c, steps to A*x + c, and puts out x xor c. A is below 2^31, so a
state fits a signed 64-bit integer and the same three lines run on Python ints
and on machine words. A*2^32 - 1 and A*2^31 - 1 are prime: the period is
A*2^31 - 1, about 2^62.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import MutableSequence

from plainpython.compilable import Compilable

from ..errors import BadParameter

__all__ = ["LOW_WORD", "MULTIPLIER", "Rng", "derived_seed", "fresh_seed"]

MULTIPLIER = 2051013963
LOW_WORD = 0xFFFF_FFFF


class Rng(Compilable):
    """A stream of random numbers, given by its seed (any int from 0 to 2^64 - 1)."""

    runtime_arrays = ("state",)

    def __init__(self, seed: int) -> None:
        self.state: MutableSequence[int] = array("q", [_scramble(seed)])

    def keep_state(self, *, compiled: bool) -> None:
        """Keep the state as one mode needs it: compiled code in an array, interpreted in a list.

        A list's item is read and written in a fifth of the time.
        """
        self.state = array("q", self.state) if compiled else list(self.state)

    def below(self, n: int) -> int:
        """Return a random integer from 0 to n - 1, for n from 1 to 2^31.

        By multiplication and shift (Lemire, 2019) without rejection: the bias
        is at most n / 2^32.
        """
        state = self.state[0]
        low = state & LOW_WORD
        carry = state >> 32
        self.state[0] = low * MULTIPLIER + carry
        return ((low ^ carry) * n) >> 32

    def uniform(self) -> float:
        """Return a random float from 0 to 1, 1 not included, in steps of 2^-31."""
        return self.below(0x8000_0000) / 2147483648.0


def fresh_seed() -> int:
    """Return a seed from the operating system's entropy."""
    return int.from_bytes(os.urandom(4), "little")


def derived_seed(seed: int, purpose: str) -> int:
    """Derive a seed of 48 bits from another seed and a purpose."""
    digest = hashlib.sha256(f"{seed} {purpose}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def _scramble(seed: int) -> int:
    """Spread a seed over the states of the generator (SplitMix64: Steele et al., 2014)."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 1 << 64:
        raise BadParameter(f"seed must be an integer from 0 to 2**64 - 1, not {seed!r}")
    mask = (1 << 64) - 1
    word = (seed + 0x9E37_79B9_7F4A_7C15) & mask
    word = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & mask
    word = ((word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB) & mask
    word ^= word >> 31
    # Any state from 1 to A*2^32 - 2 lies on the one long cycle or its twin.
    return 1 + word % (MULTIPLIER * (1 << 32) - 2)
