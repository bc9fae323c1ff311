"""The syntax of SGF: the main line of each game tree, node by node.

SGF FF[4] (Hollosi, 1997), and what files of FF[1] to FF[3] and careless programs write: words
before the first tree, lower-case letters in names, brackets that are not escaped, missing ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .notes import Notes

__all__ = ["BARE_ROOT", "SgfGame", "SgfNode", "declared_encoding", "escaped", "sgf_games"]

# A tree begins with a node, whose ; careless programs leave out.
_OF_ROOTS = r"(?:GM|FF|SZ|CA|AP|KM|PB)\s*\["
BARE_ROOT = rf"\(\s*(?={_OF_ROOTS})"
_TREE = re.compile(rf"\(\s*;|{BARE_ROOT}")
_NO_BRACKET = re.compile(rf";\s*{_OF_ROOTS}")  # a later tree whose ( is missing
_NAME = re.compile(r"[A-Za-z]{1,64}")
_SPACE = re.compile(r"\s*")
_END = re.compile(r"[\\\]]")
# What may stand behind the end of a value. Elsewhere a ] in a text was not escaped.
_BEHIND = re.compile(r"\s*(?:$|[\[;()]|[A-Za-z]{1,64}\s*\[)")
# How a text ends that has swallowed the name and the value of the next property.
_SWALLOWED = re.compile(r"[A-Z]\s*\[[^\]\[]*\Z")
_ENCODING = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:\- ]{1,40})\]")
# Properties whose values are points, numbers or colours: none holds a bracket.
_PLAIN = frozenset(["B", "W", "AB", "AW", "AE", "PL", "SZ", "KM", "HA", "GM", "FF", "MN", "KO"])
_SHOWN = 40


@dataclass(slots=True)
class SgfNode:
    """A node: the values of each property, unescaped, and the node's offset into the text."""

    offset: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str | None:
        """Return the first value of a property, without spaces around it; None if it is not set."""
        values = self.properties.get(name)
        return values[0].strip() if values else None


@dataclass(slots=True)
class SgfGame:
    """A game as it is written: the nodes of its main line, and how many variations there are."""

    notes: Notes
    nodes: list[SgfNode] = field(default_factory=list)
    variations: int = 0


def declared_encoding(data: bytes) -> str:
    """Return the encoding that a file names in its property CA; empty if it names none."""
    found = _ENCODING.search(data, 0, 10_000)
    return "" if found is None else found[1].decode("ascii").strip()


def escaped(text: str) -> str:
    r"""Return a text as the value of a property: brackets and backslashes with a \ before them."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def sgf_games(text: str) -> Iterator[SgfGame]:
    """Yield the games of an SGF text."""
    at, last = 0, None
    while True:
        begin = _TREE.search(text, at)
        notes = Notes(text)
        end = len(text) if begin is None else begin.start()
        if text[at:end].strip():
            bare = _bare_tree(text, at, end)
            if bare >= 0:
                notes.add("the game begins without a (", bare)
                reader = _Reader(text, bare, notes)
                yield reader.game()
                at, last = reader.at, notes
                continue
            for heard in filter(None, (last, notes)):  # they may belong to either game
                heard.add("these words before, between or behind games were left out", at)
        if begin is None:
            return
        reader = _Reader(text, begin.start() + 1, notes)
        yield reader.game()
        at, last = reader.at, notes


def _bare_tree(text: str, at: int, end: int) -> int:
    """Return where a game begins whose first bracket is missing; -1 if none does."""
    if at == 0:
        return text.find(";", at, end)
    found = _NO_BRACKET.search(text, at, end)
    return -1 if found is None else found.start()


class _Reader:
    """Reads one tree, whose first bracket has been read."""

    def __init__(self, text: str, at: int, notes: Notes) -> None:
        self.at = at
        self._text = text
        self._game = SgfGame(notes)
        self._children = [0]  # of each open tree
        self._side = 0  # how many open trees there were when a variation began; 0 outside

    def game(self) -> SgfGame:
        text, game = self._text, self._game
        begun = self.at
        while self._children:
            self.at = _SPACE.match(text, self.at).end()  # type: ignore[union-attr]
            if self.at >= len(text):
                game.notes.add("the file ends within this game", begun)
                break
            letter = text[self.at]
            if letter == "(":
                self._open()
            elif letter == ")":
                self._close()
            elif letter == ";":
                self._begin_node()
            elif _NAME.match(text, self.at):
                self._take_property()
            else:
                game.notes.add(f"{letter!r} was not understood", self.at)
                self.at += 1
        return game

    def _open(self) -> None:
        self._children[-1] += 1
        if self._children[-1] > 1:
            self._game.variations += 1
            self._side = self._side or len(self._children)
        self._children.append(0)
        self.at += 1

    def _close(self) -> None:
        self._children.pop()
        if len(self._children) == self._side:
            self._side = 0
        self.at += 1

    def _begin_node(self) -> None:
        if not self._side:
            if self._children[-1]:
                self._game.notes.add("a node after variations was read as the next one", self.at)
            self._game.nodes.append(SgfNode(self.at))
        self.at += 1

    def _take_property(self) -> None:
        text, notes = self._text, self._game.notes
        found = _NAME.match(text, self.at)
        assert found is not None
        name = "".join(each for each in found[0] if each.isupper()) or found[0].upper()
        self.at = found.end()
        values = list(self._values(name))
        if not self._game.nodes and not self._side:
            notes.add("the first node begins without a ;", found.start())
            self._game.nodes.append(SgfNode(found.start()))
        if not values and self.at < len(text):
            notes.add(f"{found[0][:_SHOWN]!r} was left out: it has no value", found.start())
        elif values and not self._side:
            held = self._game.nodes[-1].properties
            if name in held and name not in ("AB", "AW", "AE"):
                notes.add(f"{name} occurs twice in a node: all values count", found.start())
            held.setdefault(name, []).extend(values)

    def _values(self, name: str) -> Iterator[str]:
        text = self._text
        while True:
            opening = _SPACE.match(text, self.at).end()  # type: ignore[union-attr]
            if opening >= len(text) or text[opening] != "[":
                return
            value, self.at = self._value(name, opening + 1)
            if value is None:
                self._game.notes.add(f"this value of {name} is cut off: it was left out", opening)
                return
            if _SWALLOWED.search(value, max(0, len(value) - _SHOWN)):
                self._game.notes.add(
                    f"this value of {name} may lack its ]: it was read to the next one", opening
                )
            yield value

    def _value(self, name: str, at: int) -> tuple[str | None, int]:
        """Return a value and where it ends; None if it does not end."""
        text, parts, noted = self._text, [], False
        while True:
            found = _END.search(text, at)
            if found is None:
                return None, len(text)
            parts.append(text[at : found.start()])
            at = found.end()
            if found[0] == "\\":
                if text[at : at + 1] != "\n":
                    parts.append(text[at : at + 1])
                at += 1
            elif name in _PLAIN or _BEHIND.match(text, at):
                return "".join(parts), at
            else:
                parts.append("]")
                if not noted:
                    self._game.notes.add(f"a ] in {name} is not escaped", found.start())
                noted = True
