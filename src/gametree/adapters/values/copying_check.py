"""Checks ways to copy: plays games on a copy and on the original, and compares them.

A copy that shares a part with its original, or that forgets one, spoils a search without
a word. So no way of copying is believed. Random games are played from the start; now and then
two copies are made, and everything that can be seen of them is compared after every move with
the game as it went without any copy:

    one copy plays other moves:         neither the original nor the other copy may change
    the original plays on:              it must go as before, and the other copy must not change
    the other copy plays the same:      it must go as the original did
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...errors import BadParameter
from ...numbers.counting import counted
from .copying import (
    Copies,
    Duplicate,
    DuplicateInside,
    InvalidAnswer,
    Replays,
    Source,
    Way,
    call,
    unlike,
)
from .snapshots import Snapshots

__all__ = ["CheckedWay", "choose", "difference"]

_GAMES = 2
_PLIES = 60
_TIMED = 3
_LONGEST_REPLAY = 10_000  # moves

_PATIENCE = 0.25
"""Seconds after which a game is long enough, and the only one: its moves take long."""
_FEWEST = 6
"""Moves of a game that is broken off, at least."""


@dataclass(frozen=True, slots=True)
class CheckedWay:
    """A way of copying that is right.

    Attributes:
        way: it.
        name: what it is called: "copy.deepcopy", "replay".
        reason: why it was chosen, in a sentence.
        duplicate: how an object of the user's is copied; None if its moves are played again.

    """

    way: Way
    name: str
    reason: str
    duplicate: Duplicate | None = None


def choose(
    source: Source,
    what: str,
    copying: str | Callable[[Any], Any] = "auto",
    *,
    repeats: bool = True,
) -> CheckedWay:
    """Return the first way of copying that passes the check.

    Args:
        source: where the objects come from.
        what: what they are called in messages.
        copying: "auto", "replay", or a function from a live object to a copy of it.
        repeats: whether the same moves always lead to the same position in a search.

    Raises:
        BadParameter: if `copying` is none of these, or its copies are wrong.
        GameError: if two games with the same moves differ, so that nothing can be repeated;
            or if the objects raise.

    """
    if not (callable(copying) or copying in ("auto", "replay")):
        raise BadParameter(
            f'copying must be "auto", "replay" or a function that returns a copy, not {copying!r}'
        )
    games = [_Recorded(source, what, random.Random(0))]
    if not games[0].is_slow:
        games += [_Recorded(source, what, random.Random(seed)) for seed in range(1, _GAMES)]
    if copying == "replay":
        return CheckedWay(Replays(source), "replay", "replay was asked for")
    if callable(copying):
        found = _first_difference(source, games, copying)
        if found:
            raise BadParameter(f"the copies of {what} that copying= makes are wrong: {found}")
        way = _copies(source, games, copying, repeats=repeats)
        return CheckedWay(way, "copying=", "it was asked for, and is right", _inside(copying))
    wrong: list[str] = []
    for name, duplicate in source.duplicates(call((), source.start, None)):
        found = _first_difference(source, games, duplicate)
        if not found:
            before = f"; {'; '.join(wrong)}" if wrong else ""
            reason = (
                f"copies by {name} behaved as their originals in {counted(len(games), 'game')}, "
                f"and are made wherever a replay would take longer{before}"
            )
            way = _copies(source, games, duplicate, repeats=repeats)
            return CheckedWay(way, name, reason, _inside(duplicate))
        wrong.append(f"{name} is wrong: {found}")
    reason = f"the moves are played again from the start; {'; '.join(wrong)}"
    return CheckedWay(Replays(source), "replay", reason)


def _inside(duplicate: Duplicate) -> Duplicate:
    """Return the way to duplicate the object of the user's that a live one wraps."""
    return duplicate.inside if isinstance(duplicate, DuplicateInside) else duplicate


class _Recorded:
    """A random game: its moves, and what could be seen before each and at the end."""

    def __init__(self, source: Source, what: str, chance: random.Random) -> None:
        self.chance = chance
        self.moves: list[Any] = []
        self.views: list[dict[str, Any]] = []
        self.is_slow = False
        begun = time.perf_counter()
        live = call((), source.start, None)
        while True:
            self.views.append(call(self.moves, source.view, live))
            if len(self.moves) == _PLIES or call(self.moves, source.over, live):
                break
            self.is_slow = time.perf_counter() - begun > _PATIENCE
            if self.is_slow and len(self.moves) >= _FEWEST:
                break
            move = chance.choice(list(call(self.moves, source.actions, live)))
            self.moves.append(move)
            live = call(self.moves, source.play, live, move)
        self._replay(source, what)

    def _replay(self, source: Source, what: str) -> None:
        """Play the game once more on an object of its own, and once without a look at it."""
        live = call((), source.start, None)
        for ply in range(len(self.moves) + 1):
            again = call(self.moves[:ply], source.view, live)
            self._compare_contents(again, ply)  # some are distinguished by identity
            found = difference(self.views[ply], again)
            if found:
                why = f" ({source.why_unlike})" if source.why_unlike else ""
                raise unlike(what, self.moves[:ply], found, why)
            if ply < len(self.moves):
                live = call(self.moves[: ply + 1], source.play, live, self.moves[ply])
        unasked = call((), source.start, None)
        for ply, move in enumerate(self.moves):
            unasked = call(self.moves[: ply + 1], source.play, unasked, move)
        # Rules that keep in a state what they were asked before hold more where they were asked.
        self._compare_contents(call(self.moves, source.view, unasked), len(self.moves))

    def _compare_contents(self, again: dict[str, Any], ply: int) -> None:
        """Leave the contents of states out of what is compared if a second game has others."""
        if again.get("contents") != self.views[ply].get("contents"):
            for view in self.views:
                view.pop("contents", None)


def difference(expected: dict[str, Any], seen: dict[str, Any]) -> str:
    """Return the name of the first thing seen that is not as expected; empty if there is none."""
    for name, value in expected.items():
        if name not in seen or seen[name] != value:
            return name
    return ""


def _copies(source: Source, games: list[_Recorded], duplicate: Duplicate, *, repeats: bool) -> Way:
    """Return the way to copy that takes least time; it makes no difference to what is found."""
    game = max(games, key=lambda game: len(game.moves))
    copied = begun = replayed = float("inf")
    used = source.start(None)
    for _ in range(1 if game.is_slow else _TIMED):
        times = [time.perf_counter()]
        live = used = source.start(used)
        times.append(time.perf_counter())
        for move in game.moves:
            live = source.play(live, move)
        times.append(time.perf_counter())
        duplicate(live)
        times.append(time.perf_counter())
        begun = min(begun, times[1] - times[0])
        replayed = min(replayed, times[2] - times[1])
        copied = min(copied, times[3] - times[2])
    a_move = max(replayed / max(1, len(game.moves)), 1e-9)
    if repeats and copied < a_move:
        return Snapshots(source, duplicate)
    return Copies(source, duplicate, min(max(0, int((copied - begun) / a_move)), _LONGEST_REPLAY))


def _first_difference(source: Source, games: list[_Recorded], duplicate: Duplicate) -> str:
    """Return the fault of the copies that `duplicate` makes; empty if there is none."""
    for game in games:
        last = len(game.moves)
        plies = (
            {last // 2} if game.is_slow else {0, min(1, last), last // 2, max(0, last - 1), last}
        )
        for ply in sorted(plies):
            try:
                found = _compare(source, game, duplicate, ply)
            except InvalidAnswer as error:
                method, problem = error.args
                found = f"{method} {problem}"
            except Exception as error:  # whatever a broken copy may raise
                found = f"{type(error).__name__}: {error}"
            if found:
                return f"{found} (copied after {ply} moves)"
    return ""


def _compare(source: Source, game: _Recorded, duplicate: Duplicate, ply: int) -> str:
    original = source.start(None)
    for move in game.moves[:ply]:
        original = source.play(original, move)
    copy, wanderer = duplicate(original), duplicate(original)
    for name, live in (("the copy", copy), ("the original", original)):
        if found := difference(game.views[ply], source.view(live)):
            return f"{name} differs in {found}"
    for _ in range(_FEWEST if game.is_slow else _PLIES):
        if source.over(wanderer):
            break
        wanderer = source.play(wanderer, game.chance.choice(list(source.actions(wanderer))))
    for name, live in (("the original", original), ("another copy", copy)):
        if found := difference(game.views[ply], source.view(live)):
            return f"moves of a copy change {name} in {found}"
    for name in ("original", "copy"):
        live = original if name == "original" else copy
        for at in range(ply, len(game.moves)):
            live = source.play(live, game.moves[at])
            if found := difference(game.views[at + 1], source.view(live)):
                return f"as it plays on, the {name} differs in {found}"
        if name == "original" and (found := difference(game.views[ply], source.view(copy))):
            return f"moves of the original change a copy in {found}"
    return ""
