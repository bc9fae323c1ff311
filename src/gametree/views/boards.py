"""Views of common boards, each made in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt

from ..numbers.counting import counted
from .view import Cell, Label, Piece, Stroke, View

__all__ = [
    "columns",
    "grid",
    "hand",
    "hexagons",
    "letters",
    "piles",
    "pits",
    "plain",
    "points",
    "tables",
]

Pieces = Mapping[str, Piece | None]


_SLOTS = 5  # checkers that a point of a board of tables shows


def letters(column: int) -> str:
    """Return the letters of a column: a to z, then aa, ab and so on."""
    name = ""
    column += 1
    while column:
        column, last = divmod(column - 1, 26)
        name = chr(97 + last) + name
    return name


def _chess_name(row: int, column: int) -> str:
    return f"{letters(column)}{row + 1}"


def _piece(content: object, pieces: Pieces | None) -> Piece | None:
    """Return what lies on a cell, by what the rows say of it."""
    if content is None or isinstance(content, Piece):
        return content
    text = str(content)
    if pieces is not None and text in pieces:
        return pieces[text]
    return None if text in ("", ".", " ") else Piece("text", None, text)


def grid(
    rows: Sequence[Sequence[object]],
    pieces: Pieces | None = None,
    *,
    name: Callable[[int, int], str] = _chess_name,
    chequered: bool = False,
    shaded: Iterable[str] = (),
    labels: bool = True,
    moves: Mapping[str, tuple[str, ...]] | None = None,
) -> View:
    """Return a board of squares from its rows, the top one first.

    Each item is a `Piece`, None, or a text that `pieces` turns into one. `name(row, column)`
    is the id of a cell, by default a1 at the top left: moves of these names are made by clicks.
    """
    height, width = len(rows), max(map(len, rows), default=0)
    edge = 0.5 if labels else 0.0
    marked = frozenset(shaded)
    cells = []
    for row, contents in enumerate(rows):
        for column, content in enumerate(contents):
            cell = name(row, column)
            shade = 2 if cell in marked else (row + column) % 2 if chequered else 0
            x, y = edge + column + 0.5, row + 0.5
            cells.append(Cell(cell, x, y, shade=shade, piece=_piece(content, pieces)))
    texts = []
    if labels and width and height:
        for row in range(height):
            texts.append(Label(0.25, row + 0.5, name(row, 0).removeprefix(letters(0))))
        for column in range(width):
            shown = name(0, column).removesuffix(name(0, 0).removeprefix(letters(0)))
            texts.append(Label(edge + column + 0.5, height + 0.25, shown))
    size = (edge + width, height + edge)
    return View(*size, tuple(cells), texts=tuple(texts), moves=dict(moves or {}))


def columns(
    rows: Sequence[Sequence[object]],
    pieces: Pieces | None = None,
    *,
    name: Callable[[int], str] = lambda column: str(column + 1),
) -> View:
    """Return a board whose pieces fall down columns, from its rows, the top one first.

    A click anywhere in a column is the move `name(column)`, by default 1 for the first.
    """
    height, width = len(rows), max(map(len, rows), default=0)
    cells = tuple(
        Cell(
            f"{name(column)}:{height - row}",
            column + 0.5,
            row + 0.5,
            "circle",
            label=f"column {name(column)}, row {height - row}",
            zone=name(column),
            piece=_piece(content, pieces),
        )
        for row, contents in enumerate(rows)
        for column, content in enumerate(contents)
    )
    texts = tuple(Label(column + 0.5, height + 0.25, name(column)) for column in range(width))
    return View(width, height + 0.5, cells, texts=texts, falls=True)


def hexagons(
    rows: Sequence[Sequence[object]],
    pieces: Pieces | None = None,
    *,
    name: Callable[[int, int], str] = _chess_name,
    shift: float = 0.5,
) -> View:
    """Return a board of hexagons; each row lies `shift` cells further right than the one above."""
    step = sqrt(3) / 2
    least = min([0.0, *(shift * row for row in range(len(rows)))])
    cells = tuple(
        Cell(
            name(row, column),
            column + 0.5 + shift * row - least,
            row * step + 0.6,
            "hexagon",
            piece=_piece(content, pieces),
        )
        for row, contents in enumerate(rows)
        for column, content in enumerate(contents)
    )
    width = max((cell.x for cell in cells), default=0.0) + 0.5
    return View(width, len(rows) * step + 0.4, cells)


def points(
    places: Mapping[str, tuple[float, float]],
    edges: Iterable[tuple[str, str]],
    contents: Mapping[str, object],
    pieces: Pieces | None = None,
) -> View:
    """Return points at `places`, joined by `edges`, with what lies on them."""
    cells = tuple(
        Cell(name, x + 0.5, y + 0.5, "point", 0.9, piece=_piece(contents.get(name), pieces))
        for name, (x, y) in places.items()
    )
    at = {cell.id: cell for cell in cells}
    lines = tuple(Stroke(at[a].x, at[a].y, at[b].x, at[b].y) for a, b in edges)
    width = max((cell.x for cell in cells), default=0.0) + 0.5
    height = max((cell.y for cell in cells), default=0.0) + 0.5
    return View(width, height, cells, lines)


def piles(
    sizes: Sequence[int],
    most: Sequence[int] | None = None,
    *,
    name: Callable[[int, int], str] = lambda pile, amount: f"{pile + 1}:{amount}",
    longest: int = 60,
    labels: bool = True,
) -> View:
    """Return piles of counters, one a row.

    A click on a counter takes it with all on its right, the move `name(pile, amount)`. `most`
    are the sizes at the beginning: where counters were taken, their slots stay. `labels` numbers
    the rows.
    """
    edge = 1.0 if labels else 0.0
    first = sizes if most is None else most
    wholes = [min(each, longest) for each in first]
    beside = 1.2 if max(first, default=0) > longest else 0.2  # for the size of a pile too long
    cells = []
    texts = []
    for pile, whole in enumerate(wholes):
        if labels:
            texts.append(Label(0.5, pile + 0.5, str(pile + 1)))
        hidden = sizes[pile] - longest  # only its last counters are shown
        for place in range(whole):
            amount = sizes[pile] - place - max(hidden, 0)
            label = f"pile {pile + 1}, counter {place + 1}"
            slot = Cell(f"pile{pile + 1}.{place + 1}", edge + place + 0.5, pile + 0.5, "circle")
            left = amount > 0
            zone, piece = (name(pile, amount), Piece("counter")) if left else ("", None)
            cells.append(replace(slot, label=label, zone=zone, piece=piece))
        if hidden > 0:
            texts.append(Label(edge + whole + 0.7, pile + 0.5, f"({sizes[pile]})"))
    width = edge + max(wholes, default=0) + beside
    return View(width, len(wholes), tuple(cells), texts=tuple(texts))


def pits(
    rows: Sequence[Sequence[int]],
    stores: Sequence[int],
    names: Sequence[str],
    player: int,
    legal: Iterable[int],
) -> View:
    """Return a mancala board: the pits of the two players, and their stores.

    The first row is the near one, from left to right; the second lies opposite, and goes on from
    right to left. The move of a pit is called as `names` says. `legal` are the pits, from 0, that
    `player` may click.
    """
    width = len(names)
    cells = []
    texts = []
    for owner, (row, y) in enumerate(zip(rows, (2.0, 1.0), strict=True)):
        for pit, seeds in enumerate(row):
            x = 1.7 + (pit if owner == 0 else width - 1 - pit)
            label = f"player {owner + 1}, pit {names[pit]}, {counted(seeds, 'seed')}"
            piece = Piece("text", owner, str(seeds)) if seeds else None
            cell = f"{owner + 1}.{names[pit]}"
            cells.append(Cell(cell, x, y, "circle", label=label, piece=piece))
            texts.append(Label(x, 2.7 if owner == 0 else 0.3, names[pit]))
        label = f"player {owner + 1}, store, {counted(stores[owner], 'seed')}"
        piece = Piece("text", owner, str(stores[owner]))
        x = width + 1.8 if owner == 0 else 0.6
        cells.append(Cell(f"{owner + 1}.store", x, 1.5, label=label, piece=piece))
    clicks = {names[pit]: (f"{player + 1}.{names[pit]}",) for pit in legal}
    return View(width + 2.4, 3.0, tuple(cells), texts=tuple(texts), moves=clicks)


def tables(
    points: Sequence[int],
    bars: Sequence[int],
    off: Sequence[int],
    player: int,
    dice: str,
    moves: Mapping[str, tuple[str, ...]],
) -> View:
    """Return a board of backgammon and games like it.

    `points` are the checkers on the points 1 to 24, as player 0 counts them, those of player 1
    negative; `bars` and `off` those of the two players there. The points are labelled as `player`
    counts them. Zones, for `moves`, are `1` to `24`, as player 0 counts, `bar1`, `bar2`, `off1` and
    `off2`.
    """
    cells = []
    texts = []
    for point, signed in enumerate(points, start=1):
        top, place = point > 12, (point - 13 if point > 12 else 12 - point)
        x = place + (0.5 if place < 6 else 1.5)
        owner, count = (0 if signed > 0 else 1), abs(signed)
        label = f"point {point}" + (
            f", {counted(count, 'checker')} of player {owner + 1}" if count else ""
        )
        for slot in range(_SLOTS):
            y = 1.1 + slot if top else 11.3 - slot
            more = str(count) if slot == _SLOTS - 1 and count > _SLOTS else ""
            piece = Piece("disc", owner, more) if slot < count else None
            cell = f"{point}.{slot + 1}"
            cells.append(
                Cell(cell, x, y, shade=place % 2, label=label, zone=str(point), piece=piece)
            )
        named = point if player == 0 else 25 - point
        texts.append(Label(x, 0.3 if top else 12.1, str(named), 0.4))
    for owner in range(2):
        for kind, x, y, held in (
            ("bar", 6.5, 5.1 if owner == 0 else 7.3, bars[owner]),
            ("off", 13.8, 11.3 if owner == 0 else 1.1, off[owner]),
        ):
            label = f"player {owner + 1}, {kind}, {counted(held, 'checker')}"
            piece = Piece("disc", owner, str(held) if held > 1 else "") if held else None
            cells.append(Cell(f"{kind}{owner + 1}", x, y, label=label, piece=piece))
    for number, die in enumerate(dice, start=1):
        piece = Piece("text", None, die)
        cells.append(
            Cell(f"die.{number}", 8.0 + number, 6.2, "none", label=f"die {die}", piece=piece)
        )
    return View(14.4, 12.4, tuple(cells), texts=tuple(texts), moves=moves)


def hand(rows: Mapping[str, Sequence[str]], *, hidden: str = "?") -> View:
    """Return rows of cards or dice, each row with its title: hands, a table, what was rolled.

    A move with the name of a card, or of its title and number (hand.2), is made by a click on it.
    """
    cells = []
    texts = []
    names = [card for cards in rows.values() for card in cards]
    for row, (title, cards) in enumerate(rows.items()):
        texts.append(Label(1.0, row + 0.5, title, 0.25))
        for place, card in enumerate(cards):
            cell = f"{title}.{place + 1}"
            zone = card if card != hidden and names.count(card) == 1 else ""
            label = f"{title}, {'a hidden card' if card == hidden else card}"
            piece = Piece("text", None, card)
            cells.append(Cell(cell, place + 2.5, row + 0.5, label=label, zone=zone, piece=piece))
    widest = max(map(len, rows.values()), default=0)
    return View(2.0 + widest, len(rows), tuple(cells), texts=tuple(texts))


def plain(text: str) -> View:
    """Return a view that is only text."""
    lines = text.splitlines() or [""]
    return View(max(1.0, 0.3 * max(map(len, lines))), max(1.0, 0.6 * len(lines)), text=text)
