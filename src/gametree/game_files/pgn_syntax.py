"""The syntax of PGN: tags, moves and comments.

PGN standard (Edwards, 1994), sections 7 to 8.2, read as generously as files need it: a comment or
variation that is never closed ends where the next game begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .notes import Notes

__all__ = ["TAG_BEGIN", "PgnGame", "PgnMove", "pgn_games"]

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*"}
RESULTS |= {"1/2": "1/2-1/2", "½-½": "1/2-1/2", "½": "1/2-1/2", "1:0": "1-0", "0:1": "0-1"}
RESULTS |= {key.replace("-", "–"): value for key, value in RESULTS.items()}  # noqa: RUF001

TAG_BEGIN = r'\[\s*(\w[\w+#=:./-]{0,254})\s*"'
_TAG = re.compile(
    TAG_BEGIN
    + r"""(?:
        ((?:[^"\\\n]|\\.)*) "[^\S\n]*\]  # as the standard has it
        | (.{0,255}?) "[^\S\n]*\] (?=[^\S\n]*(?:\[|$))  # with quotes that are not escaped
        | ((?:[^"\\\n]|\\.)*) "?  # never closed
    )""",
    re.MULTILINE | re.VERBOSE,
)
_COMMENT_END = re.compile(rf"\}}|^{TAG_BEGIN}", re.MULTILINE)  # or the next game begins
_CASTLES = ("00", "000")  # as some programs write them; else they are numbers
_NUMBER = re.compile(r"(\d{1,9})\s*(\.+|…|(?=\s))\s*")
_WORD = re.compile(r"[^\s{}()\[\];<>]+(?:\([QRBNqrbn]\)[+#!?]*)?")  # e8(Q) is a move
_MARK = re.compile(r"[!?+=/#∓±∞⩲⩱□⌓→↑⇆DN-]+|(?:\$\d*)+|e\.?p\.?|ch\.?|dbl|mate", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PgnMove:
    """A move as it is written, with its offset into the text."""

    text: str
    offset: int


@dataclass(slots=True)
class PgnGame:
    """A game as it is written: its tags, its main line, and counts of what else there is."""

    notes: Notes
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[PgnMove] = field(default_factory=list)
    result: str = ""
    comments: int = 0
    variations: int = 0
    marks: int = 0
    numbers: list[tuple[int, int, int]] = field(default_factory=list)
    """Numbers of moves: each with how many moves stand before it, and its offset."""

    @property
    def empty(self) -> bool:
        """True if nothing was found yet."""
        return not (self.tags or self.moves or self.result or self.comments or self.variations)


def pgn_games(text: str) -> Iterator[PgnGame]:
    """Yield the games of a PGN text."""
    return _Reader(text).games()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0  # of variations
        self._opened = 0  # where the outermost one began
        self._game = PgnGame(Notes(self._text))

    def games(self) -> Iterator[PgnGame]:
        text, end = self._text, len(self._text)
        while True:
            while self._at < end and text[self._at].isspace():
                self._at += 1
            if self._at >= end:
                break
            tag = _TAG.match(text, self._at) if text[self._at] == "[" else None
            begins_line = self._at == 0 or text[self._at - 1] == "\n"
            is_tag = tag is not None and (self._depth == 0 or begins_line)
            ended = self._game.result or (is_tag and self._game.moves)
            if (ended or (is_tag and self._depth)) and not self._is_trailing():
                yield self._finished()
            if tag is not None and is_tag:
                self._take_tag(tag)
            else:
                self._take_other()
        if not self._game.empty:
            yield self._finished()

    def _is_trailing(self) -> bool:
        """Return True if what comes is a comment behind a result: it belongs to that game."""
        return self._text[self._at] in "{;%)" and bool(self._game.result)

    def _finished(self) -> PgnGame:
        game = self._game
        if self._depth:
            game.notes.add("a variation is never closed", self._opened)
        self._depth = 0
        self._game = PgnGame(Notes(self._text))
        return game

    def _take_tag(self, tag: re.Match[str]) -> None:
        name, value, quoted, unclosed = tag.groups()
        if value is None and quoted is None:
            self._game.notes.add(f"the tag {name} is never closed", tag.start())
        elif value is None:
            self._game.notes.add(f"the tag {name} has quotes that are not escaped", tag.start())
        value = next(each for each in (value, quoted, unclosed) if each is not None)
        if name in self._game.tags:
            self._game.notes.add(f"the tag {name} occurs twice: this one counts", tag.start())
        self._game.tags[name] = re.sub(r"\\(.)", r"\1", value)
        self._at = tag.end()

    def _take_other(self) -> None:
        text, at = self._text, self._at
        letter = text[at]
        if letter == "{":
            self._skip_comment()
        elif letter == ";" or (letter == "%" and (at == 0 or text[at - 1] == "\n")):
            self._game.comments += letter == ";"
            end = text.find("\n", at)
            self._at = len(text) if end < 0 else end
        elif letter == "(":
            if self._depth == 0:
                self._opened = at
                self._game.variations += 1
            self._depth += 1
            self._at += 1
        elif letter == ")":
            if self._depth == 0:
                self._game.notes.add("this ) closes nothing", at)
            self._depth = max(0, self._depth - 1)
            self._at += 1
        elif self._depth:
            found = _WORD.match(text, at)
            self._at = at + 1 if found is None else found.end()
        else:
            self._take_word()

    def _skip_comment(self) -> None:
        text, at = self._text, self._at
        end = _COMMENT_END.search(text, at + 1)
        if self._depth == 0:
            self._game.comments += 1
        if end is not None and end[0] == "}":
            self._at = end.end()
        else:
            self._game.notes.add("this comment is never closed", at)
            self._at = len(text) if end is None else end.start()

    def _take_word(self) -> None:
        text, at, game = self._text, self._at, self._game
        found = _WORD.match(text, at)
        word = text[at] if found is None else found[0]
        self._at = at + len(word)
        if found is None:
            game.notes.add(f"{word!r} was not understood", at)
        elif word in RESULTS:
            game.result = RESULTS[word]
        elif word not in _CASTLES and (number := _NUMBER.match(text, at)) is not None:
            game.numbers.append((int(number[1]), len(game.moves), at))
            self._at = number.end()
        elif _MARK.fullmatch(word) and word != "--":
            game.marks += 1
        elif word.strip(".…"):
            dots = len(word) - len(word.lstrip(".…"))
            game.moves.append(PgnMove(word[dots:], at + dots))
