"""NumPy's generators, and what else draws by no seed: how each is found and what stands for it.

A module's `RNG = numpy.random.default_rng()` is written in C: nothing can replace its
methods, so another object replaces the generator while a move is played.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

__all__ = ["UNLIKE", "Generator", "clocks", "generators", "of_system", "stood_for_by"]

_Draws = Mapping[str, Callable[..., Any]]

UNLIKE = ("uuid1", "uuid4", "urandom", "token_bytes", "token_hex", "token_urlsafe")
"""Functions of `uuid`, `os` and `secrets` whose answer is another one each time."""

_CLOCKS = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")


class Generator:
    """What stands for a generator of NumPy, or is one where rules make one in their constructor.

    Args:
        draws: the methods that draw, by name.
        asked: called before a method is looked up; returns whether `draws` answer.
        original: the generator that it stands for; None: there is none.

    """

    def __init__(self, draws: _Draws, asked: Callable[[], bool], original: Any = None) -> None:
        self._draws, self._asked, self._original = draws, asked, original

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        original = self.__dict__.get("_original")
        if self._asked() or original is None:
            if name not in self._draws:
                raise AttributeError(f"draws by {name} cannot be events of chance")
            return self._draws[name]
        return getattr(original, name)

    def __deepcopy__(self, memo: Any) -> Generator:
        return self  # it has no numbers of its own

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Generator)

    def __hash__(self) -> int:
        return hash(Generator)


def generators() -> Iterator[tuple[Any, str, Any]]:
    """Yield the generators of NumPy that modules hold: the module, the name and the generator."""
    random = sys.modules.get("numpy.random")
    if random is None:
        return
    kinds = (random.Generator, random.RandomState)
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("numpy", "gametree"):
            continue
        for key, value in list(getattr(module, "__dict__", {}).items()):
            if issubclass(type(value), kinds):  # others may warn when their class is asked for
                yield module, key, value


def of_system(below: Callable[[int], int], fraction: Callable[[], float]) -> Any:
    """Yield what draws from the operating system: where it is, its name, and what answers."""
    import random

    yield random.SystemRandom, "_randbelow", lambda self, count: below(count)
    yield random.SystemRandom, "random", lambda self: fraction()
    yield random.SystemRandom, "getrandbits", lambda self, bits: below(1 << bits)
    secrets = sys.modules.get("secrets")
    if secrets is not None:
        yield secrets, "randbits", lambda bits: below(1 << bits)


def clocks() -> Iterator[tuple[Any, str]]:
    """Yield the functions that tell the time, and those of `UNLIKE`: the module and the name."""
    for module, names in (("time", _CLOCKS), ("uuid", UNLIKE), ("os", UNLIKE), ("secrets", UNLIKE)):
        holder = sys.modules.get(module)
        for name in names:
            if hasattr(holder, name):
                yield holder, name


def stood_for_by(original: Any) -> Iterator[tuple[Any, str]]:
    """Yield where modules hold a function: the module and the name."""
    name = getattr(original, "__name__", "")
    for module in list(sys.modules.values()):
        if getattr(module, "__dict__", {}).get(name) is original:
            yield module, name
