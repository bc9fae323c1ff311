"""Drawings of an exported game: which character of a position's text tells what is on a cell.

`view` and the functions that it calls are Python of every kind, and run interpreted alone. The text
of a position is compiled. Where each cell of a view depends on one character of the text, the page
draws the board by the text; random games show whether it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..actors import is_chance
from ..game import Game, State, title_of
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.drawing import drawn
from ..views.of_game import view_of

__all__ = ["drawing_of"]

_POSITIONS = 400
_GAMES = 40
_LONGEST = 200

Sample = tuple[str, dict[str, Any]]


def drawing_of(game: Game) -> dict[str, Any]:
    """Return what a page needs to draw positions, as JSON types.

    `cells` is empty where the board is not found from the text: the page shows the text then.
    """
    samples = list(_samples(game))
    names = {"title": title_of(game), "pieces": list(game.pieces), "players": game.players}
    plain = {**names, "cells": []}
    if not samples:
        return plain
    first = samples[0][1]
    fixed = _fixed(first)
    if not first["cells"] or any(_fixed(view) != fixed for _, view in samples):
        return plain
    found = _characters(samples)
    if found is None:
        return plain
    cells = [
        {**{key: value for key, value in cell.items() if key != "piece"}, **read}
        for cell, read in zip(first["cells"], found, strict=True)
    ]
    board = {key: first[key] for key in ("width", "height", "lines", "texts", "falls")}
    return {**names, **board, "cells": cells, "clicks": _clicks(samples)}


def _samples(game: Game) -> Iterator[Sample]:
    """Yield texts and views of positions in random games."""
    rng = Rng(1)
    rules = CheckedGame(game)
    count = 0
    for _ in range(_GAMES):
        state: State = rules.copy(game.initial_state())
        for _ in range(_LONGEST):
            with suppress(Exception):  # a view that fails is no reason not to export
                yield game.state_to_text(state), view_of(game, state).to_dict()
                count += 1
            if count == _POSITIONS:
                return
            actions = rules.legal_actions(state)
            if not actions:
                break
            if is_chance(rules.current_player(state)):
                action = drawn(rules.chance_outcomes(state), rng)
            else:
                action = actions[rng.below(len(actions))]
            state = rules.next_state(rules.copy(state), action)


def _fixed(view: dict[str, Any]) -> Any:
    """Return what must be the same in all positions."""
    cells = [{key: each[key] for key in each if key != "piece"} for each in view["cells"]]
    return cells, view["width"], view["height"], view["lines"], view["texts"], view["falls"]


def _characters(samples: list[Sample]) -> list[dict[str, Any]] | None:
    """Return for each cell where its character is, and the piece of each character."""
    texts = [text.split("\n") for text, _ in samples]
    lines = min(map(len, texts))
    columns: dict[str, tuple[int, int]] = {}
    for line in range(lines):
        for column in range(min(len(text[line]) for text in texts)):
            columns.setdefault("".join(text[line][column] for text in texts), (line, column))
    found = []
    for place in range(len(samples[0][1]["cells"])):
        pieces = [view["cells"][place]["piece"] for _, view in samples]
        marks = [repr(piece) for piece in pieces]
        read = _read(marks, columns)
        if read is None:
            return None
        (line, column), letters = read
        by_mark = dict(zip(marks, pieces, strict=True))
        shown = {letter: by_mark[mark] for letter, mark in letters.items() if by_mark[mark]}
        found.append({"line": line, "column": column, "letters": shown})
    return _shared(found)


def _read(
    marks: list[str], columns: dict[str, tuple[int, int]]
) -> tuple[tuple[int, int], dict[str, str]] | None:
    """Return the place in the text that tells what is on a cell, and how."""
    best = None
    for letters, place in columns.items():
        pieces: dict[str, str] = {}
        pairs = zip(letters, marks, strict=True)
        if all(pieces.setdefault(letter, mark) == mark for letter, mark in pairs):
            if len(set(pieces.values())) == len(pieces):
                return place, pieces
            best = best or (place, pieces)
    return best


def _shared(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let each cell know the pieces of all: a random game does not show each piece everywhere."""
    everywhere: dict[str, Any] = {}
    for each in found:
        for letter, piece in each["letters"].items():
            if everywhere.setdefault(letter, piece) != piece:
                return found  # a letter means one thing here and another there
    for each in found:
        each["letters"] = everywhere
    return found


def _clicks(samples: list[Sample]) -> dict[str, list[str]]:
    """Return the clicks of moves whose names do not say them."""
    found: dict[str, list[str]] = {}
    for _, view in samples:
        zones = {cell["zone"] for cell in view["cells"]}
        for name, clicks in view["moves"].items():
            if clicks and name not in zones and found.setdefault(name, clicks) != clicks:
                found[name] = []
    return found
