"""Views as data: which feature of a position's text tells each part of its drawing.

A part is a value, where it is always the same, or `{"by": F, "in": T}`: the value of feature F is
looked up in table T. A value that is not there is put between two texts, `"around"`, or has what
other numbers have, `"usual"`. `page/views.js` reads this as `view_from` does.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from .text_features import Feature, TextTable, features_of

__all__ = ["Sample", "Unseen", "learned", "view_from"]

Sample = tuple[str, str, dict[str, Any]]
"""The text of a position, who moves, and its view as a dict."""

_CELL = ("x", "y", "shape", "size", "shade", "label", "zone", "turn")
_SPARED = ("label", "zone", "shade")  # what a view can do without
_PIECE = {"shape": "kind", "player": "player", "text": "mark"}  # the names in the data
_FEW = 3


class Unseen(Exception):
    """A position has a feature that no position had from which the view was learned."""


class _Unlearned(Exception):
    """No feature tells a part of the view."""


def learned(samples: Sequence[Sample]) -> dict[str, Any] | None:
    """Return the view of all positions as data, or None if the text does not tell it."""
    views = [view for _, _, view in samples]
    parts = _Parts(TextTable.of([features_of(text, mover) for text, mover, _ in samples]))
    try:
        found = {
            "width": parts.part([view["width"] for view in views]),
            "height": parts.part([view["height"] for view in views]),
            "falls": views[0]["falls"],
            "cells": list(_cells(parts, views)),
            "lines": list(_lines(parts, views)),
            "texts": list(_texts(parts, views)),
        }
    except _Unlearned:
        return None
    return {"features": parts.features, "tables": parts.shared_tables(), **found}


class _Parts:
    """The parts learned so far, with the features and tables that they use."""

    def __init__(self, table: TextTable) -> None:
        self.features: list[Feature] = []
        self._table = table
        self._parts: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        self._known: dict[tuple[str, tuple[Hashable, ...]], Any] = {}
        self._of_cell: dict[int, None] = {}
        self._latest: dict[str, list[int]] = {}

    def next_cell(self) -> None:
        """Begin another cell: what tells one part of a cell is likely to tell others."""
        self._of_cell = {}

    def part(self, content: Sequence[Hashable], name: str = "", where: Any = None) -> Any:
        """Return how the content of each position follows from its text.

        `name` is the same for parts that may share a table. Where `where` is not true, nobody
        asks for the content.
        """
        places = [k for k in range(len(content)) if where is None or where[k]]
        # What was the same in few positions may differ in others: as in other cells, then.
        may_differ = len(places) < len(content) and name in self._latest
        if not places or (len({content[place] for place in places}) < 2 and not may_differ):
            return content[places[0]] if places else None
        key = (name, tuple((place, content[place]) for place in places))
        if key not in self._known:
            likely = [*self._of_cell, *self._latest.get(name, [])]
            found = self._table.telling(content, places, likely)
            if found is None:
                raise _Unlearned
            row, by_value = found
            self._of_cell[row] = None
            self._latest[name] = [row]
            feature = self._table.features[row]
            if feature not in self.features:
                self.features.append(feature)
            self._known[key] = part = {"by": self.features.index(feature)}
            self._parts.append((f"{name} {feature[0]}", part, by_value))
        return self._known[key]

    def shared_tables(self) -> list[dict[str, Any]]:
        """Give each part its table; parts of one name share one where no value means two things.

        No random game shows each piece on each cell.
        """
        joined: dict[str, list[dict[str, Any]]] = {}
        tables: dict[str, int] = {}
        wholes = []
        for name, part, by_value in sorted(self._parts, key=lambda each: -len(each[2])):
            known = joined.setdefault(name, [])
            whole = next((each for each in known if _fits(by_value, each)), None)
            if whole is None:
                whole = {}
                known.append(whole)
            whole.update(by_value)
            wholes.append((part, whole))
        for part, whole in wholes:
            # As text: False and 0 are equal.
            part["in"] = tables.setdefault(json.dumps(_table(whole)), len(tables))
        return [json.loads(each) for each in tables]


def _fits(by_value: dict[str, Any], whole: dict[str, Any]) -> bool:
    """Return whether two tables seem to be parts of one."""
    common = by_value.keys() & whole.keys()
    return len(common) >= min(2, len(by_value)) and all(by_value[k] == whole[k] for k in common)


def _table(by_value: dict[str, Any]) -> dict[str, Any]:
    """Return a table: what it gives for each value, and for those that it does not name."""
    values = dict(sorted(by_value.items()))
    around = _around(values)
    if around is not None:
        before, after = around
        others = {key: value for key, value in values.items() if value != f"{before}{key}{after}"}
        return {"values": others, "around": around}
    numbers = [value for key, value in values.items() if key.isdecimal()]
    usual = max(numbers, key=numbers.count, default=None)
    if len(numbers) > _FEW and numbers.count(usual) >= len(numbers) - 1:
        others = {k: v for k, v in values.items() if v != usual or not k.isdecimal()}
        return {"values": others, "usual": usual}
    return {"values": values}


def _around(by_value: dict[str, Any]) -> tuple[str, str] | None:
    """Return what is before and after the key in most values, if it is in them."""
    found: dict[tuple[str, str], int] = {}
    for key, value in by_value.items():
        if key and isinstance(value, str) and key in value:
            before, _, after = value.partition(key)
            found[before, after] = found.get((before, after), 0) + 1
    best = max(found, key=lambda each: found[each], default=("", ""))
    numbers = sum(key.isdecimal() for key in by_value)
    enough = len(by_value) > _FEW if any(best) else numbers >= 2
    return best if enough and 2 * found.get(best, 0) >= len(by_value) else None


def _cells(parts: _Parts, views: Sequence[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Yield the cells of all views: their attributes, and what lies on them."""
    by_id = [{cell["id"]: cell for cell in view["cells"]} for view in views]
    for name in dict.fromkeys(name for cells in by_id for name in cells):
        parts.next_cell()
        cells = [each.get(name) for each in by_id]
        made = _piece(parts, [cell and cell["piece"] for cell in cells])
        made["here"] = parts.part([cell is not None for cell in cells], "here")
        for each in _CELL:
            try:
                made[each] = parts.part([cell and cell[each] for cell in cells], each, cells)
            except _Unlearned:
                if each not in _SPARED:
                    raise
                made[each] = 0 if each == "shade" else name
        yield {"id": name, **made}


def _piece(parts: _Parts, pieces: Sequence[Any]) -> dict[str, Any]:
    """Return what lies on a cell: `piece` says whether there is one."""
    found = {"piece": parts.part([piece is not None for piece in pieces], "piece")}
    for each, name in _PIECE.items():
        found[name] = parts.part([piece and piece[each] for piece in pieces], each, pieces)
    return found


def _lines(parts: _Parts, views: Sequence[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Yield the lines of all views."""
    by_view = [{tuple(line) for line in view["lines"]} for view in views]
    for line in dict.fromkeys(tuple(line) for view in views for line in view["lines"]):
        yield {"line": line, "here": parts.part([line in lines for lines in by_view], "line")}


def _texts(parts: _Parts, views: Sequence[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Yield the texts of all views, by where they are."""
    by_view = [{_place(text): text["text"] for text in view["texts"]} for view in views]
    for place in dict.fromkeys(place for texts in by_view for place in texts):
        content = [texts.get(place) for texts in by_view]
        shown = [each is not None for each in content]
        here, text = parts.part(shown, "text"), parts.part(content, "text", shown)
        x, y, size = place
        yield {"x": x, "y": y, "size": size, "text": text, "here": here}


def _place(text: dict[str, Any]) -> tuple[float, float, float]:
    return text["x"], text["y"], text["size"]


def view_from(data: dict[str, Any], text: str, mover: str) -> dict[str, Any]:
    """Return the view of a position by data, as `View.to_dict` has it, as the page reads it.

    Raises:
        Unseen: if the position has a feature that was not seen.

    """
    features = features_of(text, mover)

    def read(part: Any) -> Any:
        if not isinstance(part, dict):
            return part
        value = features.get(tuple(data["features"][part["by"]]), "")
        table = data["tables"][part["in"]]
        if value in table["values"]:
            return table["values"][value]
        if "around" in table:
            return table["around"][0] + value + table["around"][1]
        if "usual" in table and value.isdecimal():
            return table["usual"]
        raise Unseen

    cells = []
    for each in data["cells"]:
        if read(each["here"]):
            cell = {"id": each["id"], **{name: read(each[name]) for name in _CELL}}
            names = _PIECE.items() if read(each["piece"]) else None
            piece = names and {name: read(each[inside]) for name, inside in names}
            cells.append({**cell, "piece": piece})
    return {
        "width": read(data["width"]),
        "height": read(data["height"]),
        "falls": data["falls"],
        "cells": cells,
        "lines": [list(each["line"]) for each in data["lines"] if read(each["here"])],
        "texts": [
            {"x": each["x"], "y": each["y"], "text": read(each["text"]), "size": each["size"]}
            for each in data["texts"]
            if read(each["here"])
        ],
    }
