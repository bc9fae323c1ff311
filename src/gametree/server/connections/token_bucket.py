"""Token buckets: so much at once, so much a second in the long run."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["AddressBuckets", "TokenBucket"]


class TokenBucket:
    """Holds up to `burst` tokens; `rate` come back each second."""

    __slots__ = ("_burst", "_clock", "_rate", "_then", "_tokens")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._tokens, self._then = float(burst), clock()

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens; return False if there are not enough."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class AddressBuckets:
    """A bucket for each address; of this many addresses, those used last."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of an address; return False if it has none left."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()
