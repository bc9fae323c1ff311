"""Turns of backgammon as people write them: 13/11 6/5, bar/22, 8/5*, 6/off, 13/11(2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ...errors import IllegalMove
from .board import BAR, BackgammonBoard, count_at, steps_of

__all__ = ["PASS", "clicks_of_turn", "text_of_turn", "turn_of_text"]

PASS = "pass"

_NAMES = {"bar": BAR, "off": 0}
_PLACE = r"(?:bar|off|\d{1,2})"
_WAY = re.compile(rf"({_PLACE}(?:\*?/{_PLACE})+\*?)(?:\(([1-4])\))?")


def _name(place: int) -> str:
    return "bar" if place == BAR else str(place) if place else "off"


def _places(turn: int, high: int, low: int) -> list[tuple[int, int]]:
    """Return where each step of a turn begins and ends."""
    return [(place, max(0, place - die)) for place, die in steps_of(turn, high, low)]


def _hits(board: BackgammonBoard, turn: int, high: int, low: int) -> set[int]:
    """Return the points where a turn hits."""
    ends = {end for _, end in _places(turn, high, low) if end}
    return {end for end in ends if count_at(board.their_near, board.their_far, BAR - end) == 1}


def _met(turn: int, high: int, low: int) -> set[int]:
    """Return the places that a turn meets."""
    return {place for step in _places(turn, high, low) for place in step}


def _is_passable(board: BackgammonBoard, turn: int, high: int, low: int, place: int) -> bool:
    """Return whether a checker may also go by this point: the same position by the dice in turn."""
    return count_at(board.their_near, board.their_far, BAR - place) == 0 and any(
        begin - place in (high, low) for begin in _met(turn, high, low)
    )


def text_of_turn(board: BackgammonBoard, turn: int, high: int, low: int) -> str:
    """Return the name of a turn.

    A checker that goes on, or one after the other from point to point, is written as one way,
    broken only where it hits.
    """
    hits = _hits(board, turn, high, low)
    ways: list[list[int]] = []
    for begin, end in _places(turn, high, low):
        joined = next((way for way in ways if way[-1] == begin), None)
        if joined is None:
            ways.append([begin, end])
        else:
            joined.append(end)
    texts: dict[tuple[int, ...], list[str]] = {}
    for way in sorted(ways, reverse=True):
        text = _name(way[0])
        for place in way[1:]:
            if place in hits:
                hits.discard(place)
                text += f"/{_name(place)}*"
            elif place == way[-1]:
                text += f"/{_name(place)}"
        texts.setdefault((way[0], way[-1]), []).append(text)
    words = []
    for same in texts.values():
        first, *others = same
        alike = all(other == first.replace("*", "") for other in others)
        if others and alike:
            words.append(f"{first}({len(same)})")
        else:
            words += same
    return " ".join(words) or PASS


def clicks_of_turn(turn: int, high: int, low: int) -> list[int]:
    """Return the places where the steps of a turn begin and end, one after the other."""
    return [place for step in _places(turn, high, low) for place in step]


class _Written(NamedTuple):
    """What a text says of a turn."""

    change: dict[int, int]  # of the player's checkers, by place
    touched: set[int]
    hits: set[int]


_NOTHING = _Written({}, set(), set())


def _read(text: str) -> _Written:
    """Return what a text says: nothing if it is no notation."""
    change: dict[int, int] = {}
    touched: set[int] = set()
    hits: set[int] = set()
    for word in text.casefold().replace(",", " ").split():
        match = _WAY.fullmatch(word)
        if match is None:
            return _NOTHING
        marked = match[1].split("/")
        places = []
        for each in marked:
            name = each.rstrip("*")
            places.append(_NAMES[name] if name in _NAMES else int(name))
            if each.endswith("*"):
                hits.add(places[-1])
        if max(places) > BAR or any(begin <= end for begin, end in pairwise(places)):
            return _NOTHING
        times = int(match[2] or 1)
        change[places[0]] = change.get(places[0], 0) - times
        change[places[-1]] = change.get(places[-1], 0) + times
        touched.update(places)
    return _Written({place: many for place, many in change.items() if many}, touched, hits)


def turn_of_text(
    board: BackgammonBoard, turns: Sequence[int], high: int, low: int, text: str
) -> int:
    """Return the legal turn that a text names, its parts in any order, with hits marked or not.

    Raises:
        IllegalMove: if it names none, or several that differ in what they hit; the message lists
            some that are legal.

    """
    asked = text.strip()
    if asked.casefold() == PASS and 0 in turns:
        return 0
    written = _read(asked)
    found = []
    for turn in turns if written.touched else ():
        change: dict[int, int] = {}
        for begin, end in _places(turn, high, low):
            change[begin] = change.get(begin, 0) - 1
            change[end] = change.get(end, 0) + 1
        if {place: many for place, many in change.items() if many} != written.change:
            continue
        ways = written.touched - _met(turn, high, low)
        passable = all(_is_passable(board, turn, high, low, place) for place in ways)
        if passable and written.hits <= _hits(board, turn, high, low):
            found.append(turn)
    if len(found) > 1:
        found = [turn for turn in found if written.touched <= _met(turn, high, low)] or found
    if len(found) > 1:  # what is not marked is not hit
        found = [turn for turn in found if _hits(board, turn, high, low) == written.hits] or found
    if len(found) == 1:
        return found[0]
    names = [text_of_turn(board, turn, high, low) for turn in found or turns]
    listed = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    if found:
        raise IllegalMove(f"{asked!r} may mean {listed}: mark what is hit, as in 8/5*")
    form = "" if written.touched else ", nor a turn as in 13/11 6/5, bar/22, 8/5* or 6/off(2)"
    raise IllegalMove(f"{asked!r} is no legal move here{form}; legal moves are {listed}")
