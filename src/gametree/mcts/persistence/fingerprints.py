"""Fingerprints that identify the game and the strategies of a search."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from plainpython.compilable import Compilable, attributes, fingerprint

from ...errors import BadParameter
from ...game import Game
from ...rules.measurement_cache import cached_by_game
from ...rules.one_by_one import one_by_one
from ..engine.method import Method

__all__ = ["learned", "learned_by", "name_and_digest", "name_of_rules", "refuse_other"]

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def name_and_digest(thing: Compilable, *, with_arrays: bool) -> list[str]:
    """Return a text that names an object, and a digest of all that it is.

    The digest covers what a fingerprint leaves open: the numbers that compiled code reads as
    it runs, and the arrays, if wanted. (Those of a strategy are what it has learned.)
    """
    parts = [fingerprint(thing)]
    for name, owner, value in _parts(thing, ""):
        if isinstance(value, float):
            parts.append(f"{name} {value!r}")
        elif with_arrays and _is_runtime_array(owner, name):
            contents = np.asarray(value)
            digest = hashlib.sha256(contents.tobytes()).hexdigest()
            parts.append(f"{name} {contents.dtype} {contents.shape} {digest}")
    return [_ADDRESS.sub("", repr(thing)), hashlib.sha256("\n".join(parts).encode()).hexdigest()]


@cached_by_game
def name_of_rules(game: Game) -> str:
    """Return the name of a game with a digest of its rules, for files that belong to them."""
    game = one_by_one(game)
    name = re.sub(r"\W", "_", getattr(game, "users_class", type(game).__name__))
    return f"{name}-{name_and_digest(game, with_arrays=True)[1][:16]}"


def refuse_other(then: Sequence[str], now: Sequence[str], name: str) -> None:
    """Raise `BadParameter` if an object is not the one that it was."""
    if list(then) == list(now):
        return
    if then[0] != now[0]:
        raise BadParameter(
            f"the saved search is one with {name} {then[0]}, not {now[0]}: pass that {name}"
        )
    raise BadParameter(
        f"the code or the data of the {name} {now[0]} are no longer what they were when the "
        "search was saved, so it cannot go on: begin a new one"
    )


def learned(method: Method) -> Iterator[tuple[str, Any]]:
    """Yield the name of each array and dict that strategies write to, and itself."""
    for keyword, strategy in method.strategies().items():
        if strategy is method.evaluation and method.evaluation.waits:
            continue  # between two runs nothing waits
        yield from learned_by(strategy, f"{keyword}.")


def learned_by(strategy: Compilable, prefix: str) -> Iterator[tuple[str, Any]]:
    """Yield the name of each array and dict that a strategy writes to, and itself."""
    for name, owner, value in _parts(strategy, prefix):
        if isinstance(value, dict) or _is_runtime_array(owner, name):
            yield name, value


def _parts(thing: Compilable, prefix: str) -> Iterator[tuple[str, Compilable, Any]]:
    """Yield name, owner and value of what an object and those within it hold."""
    for name, value in attributes(thing):
        if isinstance(value, Compilable):
            yield from _parts(value, f"{prefix}{name}.")
        else:
            yield prefix + name, thing, value


def _is_runtime_array(owner: Compilable, name: str) -> bool:
    return name.rpartition(".")[2] in type(owner).runtime_arrays
