"""Clicks as data: how the page finds the zones to click for a move.

There are four rules: "name" reads the zones in the move's name; "shown" takes the cell that shows
the name; "words" translates the words of the name; "change" compares the boards before and behind
the move. Moves of other clicks are listed. `page/clicks.js` reads this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..views.of_game import clicks_by_name

__all__ = ["Clicked", "learned_clicks"]

_WAY = re.compile(r"(.*?)(?:\((\d+)\))?")
_WORD = re.compile(r"[A-Za-z0-9]+")
_MOST_LISTED = 4000
_RARE = 20

Clicks = tuple[str, ...]
Cells = Sequence[Mapping[str, Any]]


class Clicked(NamedTuple):
    """A position, and the clicks that make its moves.

    Attributes:
        mover: who moves.
        cells: the cells of its view.
        clicks: for the name of each move, where clicks make it.
        behind: for each name, what returns the cells after the move; empty where nothing does.

    """

    mover: str
    cells: Cells
    clicks: Mapping[str, Clicks]
    behind: Mapping[str, Callable[[], Cells]]


def learned_clicks(positions: Sequence[Clicked]) -> dict[str, Any]:
    """Return the rule that finds the clicks of most moves, and the moves that it does not find."""
    words = _words(positions)
    found = {"name": _missed(positions, _named), "shown": _missed(positions, _shown)}
    if found["name"] and any(each.behind for each in positions):
        found["change"] = _missed([each for each in positions if each.behind], _changed)
    rule = min(found, key=lambda each: len(found[each]))
    if len(found[rule]) > len(words) and _are_translated(positions, words):
        return {"rule": "words", "words": words, "listed": {}}
    listed = found[rule] if len(found[rule]) <= _MOST_LISTED else {}
    return {"rule": rule, "words": {}, "listed": dict(sorted(listed.items()))}


def _missed(positions: Sequence[Clicked], find: Any) -> dict[str, list[str]]:
    """Return the moves whose clicks a rule does not find, with these, or none if they differ."""
    found: dict[str, list[str]] = {}
    for position in positions:
        zones = {cell["zone"] for cell in position.cells}
        for name, clicks in position.clicks.items():
            key = f"{position.mover} {name}"
            if clicks and (key in found or find(position, zones, name) != clicks):
                right = found.setdefault(key, list(clicks)) == list(clicks)
                found[key] = list(clicks) if right else []
    return found


def _named(position: Clicked, zones: set[str], name: str) -> Clicks:
    return clicks_by_name(name, zones)


def _shown(position: Clicked, zones: set[str], name: str) -> Clicks:
    """Return the zone of the only cell that shows a name."""
    found = {
        each["zone"] for each in position.cells if each["piece"] and each["piece"]["text"] == name
    }
    return tuple(found) if len(found) == 1 else ()


def _changed(position: Clicked, zones: set[str], name: str) -> Clicks:
    """Return from where to where a piece goes, or where one is put down."""
    then = {cell["id"]: cell["piece"] for cell in position.behind[name]()}
    changed = [cell for cell in position.cells if then.get(cell["id"]) != cell["piece"]]
    left = [cell for cell in changed if cell["piece"] and not then.get(cell["id"])]
    onto = [cell for cell in changed if then.get(cell["id"])]
    if not left:
        return (onto[0]["zone"],) if len(onto) == 1 and not onto[0]["piece"] else ()
    if len(left) == len(onto) == 1:
        return (left[0]["zone"], onto[0]["zone"])
    pairs = [(begin, end, then[end["id"]]) for begin in left for end in onto]
    ways = [each for each in pairs if each[0]["piece"] == each[2]]
    if not ways:  # a piece that has become another one
        ways = [each for each in pairs if each[0]["piece"]["player"] == each[2]["player"]]
    if len(ways) > 1:  # of king and rook, the king is clicked: there are fewer of it
        pieces = [cell["piece"] for cell in position.cells]
        least = min(pieces.count(begin["piece"]) for begin, *_ in ways)
        ways = [way for way in ways if pieces.count(way[0]["piece"]) == least]
    return (ways[0][0]["zone"], ways[0][1]["zone"]) if len(ways) == 1 else ()


def _words(positions: Sequence[Clicked]) -> dict[str, str]:
    """Return the only zone that is clicked in all moves whose names have a word."""
    found: dict[str, set[str]] = {}
    for position in positions:
        for name, clicks in position.clicks.items():
            for word in _WORD.findall(re.sub(r"\(\d+\)", "", name)) if clicks else ():
                key = f"{position.mover} {word}"
                found[key] = found.get(key, set(clicks)) & set(clicks)
    return {key: min(zones) for key, zones in sorted(found.items()) if len(zones) == 1}


def _are_translated(positions: Sequence[Clicked], words: Mapping[str, str]) -> bool:
    """Return whether the words of nearly all moves say zones that are clicked."""
    missing = 0
    count = 0
    for position in positions:
        for name, clicks in position.clicks.items():
            said = _translated(position.mover, name, words)
            if clicks and not {*said} <= {*clicks}:
                return False
            count += bool(clicks)
            missing += bool(clicks) and not said
    return _RARE * missing <= count


def _translated(mover: str, name: str, words: Mapping[str, str]) -> Clicks:
    """Return the zones of the words of a name; () where one has none."""
    found: list[str] = []
    for way in name.split():
        match = _WAY.fullmatch(way)
        assert match is not None
        zones = [words.get(f"{mover} {word}") for word in _WORD.findall(match[1])]
        if None in zones:
            return ()
        found += [zone for zone in zones if zone is not None] * int(match[2] or 1)
    return tuple(found)
