"""Luck that rules draw themselves, `random.randint(1, 6)` in a method, answered by others.

While a move is played, the functions of `random` and `numpy.random` ask the `Luck` of the thread.
It gives the draws of a script, one after the other. Where the script ends it raises `NeedsDraw`,
so that a search can treat what comes next as an event of chance, and play the move again. Without
a script the draws follow from the position: the same move there always draws the same.

`LuckWatch` only tells whether rules draw at all.
"""

from __future__ import annotations

import hashlib
import math
import os
import random
import secrets
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from ...errors import BadParameter
from ..values.copying import InvalidAnswer
from . import generators
from .generators import UNLIKE, Generator, clocks, of_system, stood_for_by

__all__ = ["Luck", "LuckWatch", "NeedsDraw", "luck_of"]

_MOST = 4096  # outcomes of a draw that are distinguished
_SAMPLES = 1024  # outcomes that stand for all where there are more
_NUMPY = ("choice", "permutation", "rand", "randint", "random", "random_sample", "shuffle")


class NeedsDraw(BaseException):
    """A draw whose outcome nobody has chosen yet; no rules catch it.

    Attributes:
        count: how many outcomes it has, all as probable.

    """

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class LuckWatch:
    """Notes where rules draw luck that no copy of a position has: of no generator of their own."""

    def __init__(self) -> None:
        self.drawn: tuple[str, str, int] | None = None
        """The function that drew first, its file and the line."""
        self.unlike: tuple[str, str, str, int] | None = None
        """What was called first that gives something else each time, and as for `drawn`."""
        self.clock: tuple[str, str, str, int] | None = None
        """What read the time first, as for `unlike`."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what this thread draws; an answer that is being given goes on."""
        if getattr(_answering, "luck", None) is not None:
            yield
            return
        with _draws_intercepted():
            _answering.watch = self
            try:
                yield
            finally:
                _answering.watch = None

    def note_start(self, start: LuckWatch) -> None:
        """Note what a first state took from a clock or from luck: games may differ by it."""
        self.clock = self.clock or start.unlike or start.clock
        if start.drawn is not None:
            self.clock = self.clock or ("luck", *start.drawn)

    @property
    def why_unlike(self) -> str:
        """Why two games with the same moves may differ, for messages; empty if nothing shows it."""
        if self.clock is None:
            return ""
        name, function, file, line = self.clock
        where = f"{function} ({os.path.basename(file)}, line {line})"
        return f"it draws luck in {where}" if name == "luck" else f"it calls {name} in {where}"

    def expect_no_luck(self, play: str) -> None:
        """Raise BadParameter if a move drew luck; `play` is the method that played it."""
        if self.unlike is not None:
            name, function, file, line = self.unlike
            raise BadParameter(
                f"{play} calls {name} in {function} ({os.path.basename(file)}, line {line}), which "
                "gives something else in each game: count in the state instead"
            )
        if self.drawn is not None:
            function, file, line = self.drawn
            raise BadParameter(
                f"{play} draws luck in {function} ({os.path.basename(file)}, line {line}): give "
                f"chance={function!r}, and each draw is an event of chance"
            )

    def note(self, name: str) -> None:
        """Note that something is drawn now, or that a clock is read, by the name of what does."""
        frame: Any = sys._getframe(2)
        while frame is not None and (
            frame.f_code.co_filename in _WITHIN or frame.f_code.co_name.startswith("<")
        ):
            frame = frame.f_back
        if frame is None:
            return
        place = frame.f_code.co_name, frame.f_code.co_filename, frame.f_lineno
        if name in UNLIKE:
            self.unlike = self.unlike or (name, *place)
        elif name in _CLOCKS:
            self.clock = self.clock or (name, *place)
        else:
            self.drawn = self.drawn or place


_WITHIN = (__file__, generators.__file__, random.__file__, secrets.__file__, uuid.__file__)
_CLOCKS = frozenset(name for holder, name in clocks() if holder is time)


class Luck:
    """What rules draw while a move is played.

    Args:
        named: the method or function of the rules that draws; or "random", for every draw, or a
            function of `random` or `numpy.random`.
        owner: the name of the user's class.
        defines: whether the rules have a method or function of that name.

    """

    def __init__(self, named: str, owner: str, *, defines: Callable[[str], bool]) -> None:
        last = named.rpartition(".")[2]
        self._method = "" if last in _draws() else last
        if self._method and not defines(last):
            raise BadParameter(
                f"chance={named!r} names no method of {owner} and no function of random: give the "
                'one that draws, such as chance="roll" or chance="random.randint"'
            )
        self._named = named
        self._script: tuple[int, ...] | None = None
        self._seed: Any = None
        self._drawn = 0

    @contextmanager
    def answered(self, script: tuple[int, ...] | None, *seed: Any) -> Iterator[None]:
        """Answer what this thread draws: by a script, or, if that is None, by a seed."""
        before = getattr(_answering, "luck", None)
        state = self._script, self._seed, self._drawn
        self._script, self._seed, self._drawn = script, seed, 0
        with _draws_intercepted():
            _answering.luck = self
            try:
                yield
            finally:
                _answering.luck = before
                self._script, self._seed, self._drawn = state

    def below(self, count: int) -> int:
        """Return a draw from 0 to count - 1."""
        if self._method and not _is_within(self._method):
            raise InvalidAnswer(
                self._named,
                "is not the only one that draws luck; give chance='random' for every draw",
            )
        outcomes = count if count <= _MOST else _SAMPLES
        place, self._drawn = self._drawn, self._drawn + 1
        if outcomes < 2:
            self._drawn -= 1
            return 0
        if self._script is None:
            outcome = _hashed(place, *self._seed) % outcomes
        elif place < len(self._script):
            outcome = self._script[place]
        else:
            raise NeedsDraw(outcomes)
        return outcome if outcomes == count else (2 * outcome + 1) * count // (2 * outcomes)


def _draws() -> set[str]:
    return {"random", "numpy", *_NUMPY, *(name for name in dir(random) if name.islower())}


def _is_within(method: str) -> bool:
    """Return whether a function of this name is being called in this thread."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == method:
            return True
        frame = frame.f_back
    return False


def _hashed(*parts: Any) -> int:
    digest = hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "little")


# The functions that draw, each with what answers instead.


class _Stand(NamedTuple):
    """A function that draws, where it is found, and what is called instead."""

    owner: Any
    name: str
    original: Any
    instead: Any


_SHARED: Any = random.random.__self__  # type: ignore[attr-defined]
"""The generator whose methods are the functions of `random`."""

_answering = threading.local()
_patching = threading.Lock()
_in_place: list[_Stand] = []
_users = 0


@contextmanager
def _draws_intercepted() -> Iterator[None]:
    """Let the functions of random and numpy.random ask the luck of a thread that has one."""
    global _users
    with _patching:
        if _users == 0:
            _in_place[:] = _stands(len(sys.modules))
            for owner, name, _, instead in _in_place:
                setattr(owner, name, instead)
        _users += 1
    try:
        yield
    finally:
        with _patching:
            _users -= 1
            if _users == 0:
                for owner, name, original, _ in _in_place:
                    setattr(owner, name, original)


@lru_cache(maxsize=1)
def _stands(modules: int) -> list[_Stand]:
    """Return all functions that draw; looked for again when there are more modules."""
    cls: Any = random.Random
    found = [
        _stand(cls, "_randbelow", lambda self, count: _below(count)),
        _stand(cls, "random", lambda self: _fraction()),
        _stand(cls, "shuffle", lambda self, items: _shuffle(items)),
    ]
    found += [_stand(*each) for each in of_system(_below, _fraction)]
    functions: list[tuple[Any, Callable[..., Any] | None]] = [
        (random.random, lambda: _fraction()),
        (random.shuffle, _shuffle),
    ]
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        answers = _of_numpy(numpy)
        functions += [(getattr(numpy.random, name), answers[name]) for name in _NUMPY]
        functions.append((numpy.random.default_rng, lambda *seeds: Generator(answers, _asked)))
        for module, name, original in generators.generators():
            instead = Generator(answers, _asked, original)
            found.append(_Stand(module, name, original, instead))
    functions += [(getattr(*each), None) for each in clocks()]
    for original, answer in functions:
        found += [_stand(*place, answer) for place in stood_for_by(original)]
    return found


def _asked() -> bool:
    """Note a draw of a generator of NumPy where draws are watched; return whether luck answers."""
    watch = getattr(_answering, "watch", None)
    if watch is not None:
        watch.note("generator")
    return getattr(_answering, "luck", None) is not None


def _stand(owner: Any, name: str, answer: Callable[..., Any] | None) -> _Stand:
    original = getattr(owner, name)

    def drawing(*arguments: Any, **keywords: Any) -> Any:
        if answer is not None and getattr(_answering, "luck", None) is not None:
            return answer(*arguments, **keywords)
        watch = getattr(_answering, "watch", None)
        own = owner is random.Random and arguments[0] is not _SHARED  # its state is copied
        if watch is not None and not own:
            watch.note(name)
        return original(*arguments, **keywords)

    return _Stand(owner, name, original, drawing)


def _below(count: int) -> int:
    return _answering.luck.below(count)  # type: ignore[no-any-return]


def _fraction() -> float:
    return (_below(_SAMPLES) + 0.5) / _SAMPLES


def _order(size: int) -> list[int]:
    """Return an order of this many items, in one draw."""
    count = math.factorial(size)
    drawn = _below(min(count, _SAMPLES))
    if count > _SAMPLES:
        return sorted(range(size), key=lambda place: _hashed(drawn, place))
    left, order = list(range(size)), []
    while left:
        drawn, place = divmod(drawn, len(left))
        order.append(left.pop(place))
    return order


def _shuffle(items: Any) -> None:
    before = list(items)
    for place, other in enumerate(_order(len(before))):
        items[place] = before[other]


def _of_numpy(numpy: Any) -> dict[str, Callable[..., Any]]:
    """Return what answers for the functions of numpy.random."""

    def shaped(size: Any, draw: Callable[[], Any]) -> Any:
        if size is None:
            return draw()
        made = [draw() for _ in range(math.prod(numpy.atleast_1d(size).tolist()))]
        return numpy.array(made).reshape(size)

    def randint(low: int, high: int | None = None, size: Any = None, dtype: Any = int) -> Any:
        low, high = (0, low) if high is None else (low, high)
        return shaped(size, lambda: low + _below(high - low))

    def integers(
        low: int,
        high: int | None = None,
        size: Any = None,
        dtype: Any = int,
        endpoint: Any = 0,
    ) -> Any:
        low, high = (0, low) if high is None else (low, high)
        return shaped(size, lambda: low + _below(high + endpoint - low))

    def choice(a: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
        items = numpy.arange(a) if numpy.ndim(a) == 0 else numpy.asarray(a)
        if not replace and size is not None:
            order = _order(len(items))[: math.prod(numpy.atleast_1d(size).tolist())]
            return items[order].reshape(size)
        if p is None:
            return shaped(size, lambda: items[_below(len(items))])
        sums = numpy.cumsum(p)
        return shaped(size, lambda: items[int(numpy.searchsorted(sums, _fraction() * sums[-1]))])

    def permutation(x: Any) -> Any:
        items = numpy.arange(x) if numpy.ndim(x) == 0 else numpy.array(x)
        return items[_order(len(items))]

    def shuffle(x: Any) -> None:
        x[:] = permutation(x)

    def fractions(size: Any = None) -> Any:
        return shaped(size, _fraction)

    return {
        "choice": choice,
        "integers": integers,
        "uniform": lambda low=0.0, high=1.0, size=None: shaped(
            size, lambda: low + (high - low) * _fraction()
        ),
        "permutation": permutation,
        "rand": lambda *sizes: fractions(sizes or None),
        "randint": randint,
        "random": fractions,
        "random_sample": fractions,
        "shuffle": shuffle,
    }


def luck_of(chance: str | None, owner: str, thing: Any, state_class: type) -> Luck | None:
    """Return what answers the draws of rules by the name `chance`; None if nothing draws."""
    if chance is None:
        return None
    module = sys.modules.get(getattr(thing, "__module__", None) or state_class.__module__)
    owners = (thing, state_class, module)
    return Luck(chance, owner, defines=lambda name: any(hasattr(each, name) for each in owners))
