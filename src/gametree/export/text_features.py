"""Features of a position that a page can read: characters and words of its text, who moves."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Feature", "TextTable", "features_of"]

Feature = tuple[str, int, int]
"""("letter", line, column), ("word", line, index), with negative indices from the end; or
("mover", 0, 0)."""

_WORDS = re.compile(r"[0-9]+|[A-Za-z]+|\S")  # page/views.js has the same
_MOST_LINES = 64
_MOST_COLUMNS = 200
_MOST_WORDS = 48
_PAIRS = 128
_DIGITS = 1 << 20  # by how much features of digits are later


def features_of(text: str, mover: str) -> dict[Feature, str]:
    """Return the features of a position."""
    found = {("mover", 0, 0): mover}
    for number, line in enumerate(text.split("\n")[:_MOST_LINES]):
        for column, letter in enumerate(line[:_MOST_COLUMNS]):
            found["letter", number, column] = letter
        words = _WORDS.findall(line)[:_MOST_WORDS]
        for index, word in enumerate(words):
            found["word", number, index] = word
            found["word", number, index - len(words)] = word
    return found


class TextTable(NamedTuple):
    """Features of many positions, as numbers: a row for each feature, a column for each position.

    Attributes:
        features: those that are not the same everywhere, and no two of them alike.
        values: for each feature, what its numbers stand for.
        numbers: the rows.

    """

    features: list[Feature]
    values: list[list[str]]
    numbers: Any

    @classmethod
    def of(cls, found: Sequence[dict[Feature, str]]) -> TextTable:
        """Return the table of positions, the features with the fewest values first.

        Digits are last: a word has the whole number.
        """
        rows = []
        for name in {name for each in found for name in each}:
            values, numbers = numbered(each.get(name, "") for each in found)
            if len(values) > 1:
                rows.append((_order(name, values), name, values, numbers))
        rows.sort(key=lambda row: row[0])
        unlike = {numbers.tobytes(): None for *_, numbers in rows}
        chosen = []
        for _, name, values, numbers in rows:
            if unlike.pop(numbers.tobytes(), 0) is None:
                chosen.append((name, values, numbers))
        chosen.sort(key=lambda row: len(row[1]) + _DIGITS * _is_digit(row[0], row[1]))
        none = np.zeros((0, len(found)), np.int32)
        return cls(
            [name for name, _, _ in chosen],
            [values for _, values, _ in chosen],
            np.stack([numbers for *_, numbers in chosen]) if chosen else none,
        )

    def telling(
        self, content: Sequence[Hashable], places: Sequence[int], likely: Iterable[int]
    ) -> tuple[int, dict[str, Any]] | None:
        """Return a feature whose value tells the content of positions, and how.

        `places` are the indices of the positions; `likely` are features that are tried first.
        Returns None if no feature does.
        """
        values, numbers = numbered(content[place] for place in places)
        for row in likely:
            told = self._told(row, values, numbers, places)
            if told is not None:
                return row, told
        rows = self.numbers[:, places]
        first, second = _unlike_pairs(numbers)
        alike = (rows[:, first] == rows[:, second]).any(axis=1)
        for row in np.flatnonzero(~alike).tolist():
            told = self._told(row, values, numbers, places)
            if told is not None:
                return row, told
        return None

    def _told(
        self, row: int, values: list[Any], numbers: Any, places: Sequence[int]
    ) -> dict[str, Any] | None:
        """Return the content for each value of a feature, if there is one for each."""
        read = self.numbers[row, places].astype(np.int64)
        pairs = np.unique(read * len(values) + numbers)
        if len(pairs) != len(np.unique(read)):
            return None
        names = self.values[row]
        return {names[each // len(values)]: values[each % len(values)] for each in pairs.tolist()}


def numbered(content: Iterable[Hashable]) -> tuple[list[Any], Any]:
    """Return the values that occur, and the index of each item among them."""
    known: dict[Hashable, int] = {}
    numbers = [known.setdefault(each, len(known)) for each in content]
    return list(known), np.array(numbers, np.int32)


def _order(feature: Feature, values: list[str]) -> tuple[Any, ...]:
    """Return the order of features that are alike: letters, then words from the beginning."""
    kind, line, index = feature
    kinds = ("letter", "word", "mover").index(kind)
    return _is_digit(feature, values), kinds, line, index < 0, abs(index)


def _is_digit(feature: Feature, values: list[str]) -> bool:
    return feature[0] == "letter" and any(value.isdecimal() for value in values)


def _unlike_pairs(numbers: Any) -> tuple[Any, Any]:
    """Return some pairs of positions with different content."""
    spread = np.arange(len(numbers))
    chosen: list[tuple[int, int]] = []
    for step in (1, 2, 3, 5, 8, 13, 21, 34):
        other = (spread + step) % len(numbers)
        unlike = np.flatnonzero(numbers != numbers[other])[: _PAIRS // 8]
        chosen += zip(unlike.tolist(), other[unlike].tolist(), strict=True)
    pairs = np.array(chosen, np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]
