"""Views of cards and dice: hands of several players, a table, and a hand fanned out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..numbers.counting import counted
from .view import Cell, Label, Piece, View

__all__ = ["Card", "Hand", "card_table"]

_WIDTH = 10.0
_MARGIN = 0.2
_TITLE, _NOTE = 0.33, 0.28  # sizes of texts
_OTHERS, _TABLE, _OWN = 1.2, 1.5, 2.1  # sizes of cards
_ASPECT = 0.7  # the width of a card of height 1


class Card(NamedTuple):
    """A card or die that lies face up.

    Attributes:
        face: what is drawn on it, such as "Q♠" or "4 handmaid", or the number of a die.
        label: its name for screen readers; by default the face.
        move: the name of the move that plays it, or the first zone of several moves.

    """

    face: str
    label: str = ""
    move: str = ""


@dataclass(frozen=True)
class Hand:
    """Cards or dice that lie together: those of a player, or some on the table.

    Attributes:
        title: whose they are, such as "player 2".
        cards: those that lie face up.
        hidden: how many lie face down.
        note: what else is to be said, such as points.
        empty: whether a place without cards is drawn as one.

    """

    title: str
    cards: Sequence[Card] = ()
    hidden: int = 0
    note: str = ""
    empty: bool = False


def card_table(
    others: Sequence[Hand], table: Sequence[Hand], own: Hand | None, *, dice: bool = False
) -> View:
    """Return the hands of others at the top, the table below, and one's own hand fanned out.

    With `dice`, all of them are dice.
    """
    drawn = _Drawn("die" if dice else "card")
    for hands, size in ((others, _OTHERS), (table, _TABLE)):
        drawn.add_row(hands, size)
    if own is not None:
        drawn.add_row((own,), _OWN, fanned=not dice)
    return View(_WIDTH, drawn.y, tuple(drawn.cells), texts=tuple(drawn.texts))


class _Drawn:
    """Cells and texts, row below row."""

    def __init__(self, kind: str) -> None:
        self.y = 0.0
        self.cells: list[Cell] = []
        self.texts: list[Label] = []
        self._kind = kind
        self._shape = "card" if kind == "card" else "square"
        self._ids: set[str] = set()

    def add_row(self, hands: Sequence[Hand], size: float, *, fanned: bool = False) -> None:
        """Add some hands side by side."""
        if not hands:
            return
        share = _WIDTH / len(hands)
        noted = any(hand.note for hand in hands)
        top = self.y + 0.5 + (0.36 if noted else 0.0)
        for number, hand in enumerate(hands):
            middle = share * (number + 0.5)
            self.texts.append(Label(middle, self.y + 0.26, hand.title, _TITLE))
            if hand.note:
                self.texts.append(Label(middle, self.y + 0.62, hand.note, _NOTE))
            self._lay(hand, middle, share - 2 * _MARGIN, top + size / 2, size, fanned)
        self.y = top + size + (0.55 if fanned else 0.25)

    def _lay(
        self, hand: Hand, middle: float, width: float, y: float, size: float, fanned: bool
    ) -> None:
        count = len(hand.cards) + hand.hidden
        wide = _ASPECT * size if self._kind == "card" else size
        step = min(wide + 0.08, (width - wide) / max(1, count - 1))
        if count == 0 and hand.empty:
            name = self._named(hand.title)
            label = f"{hand.title}, no {self._kind}"
            self.cells.append(Cell(name, middle, y, self._shape, size, label=label))
        for place in range(count):
            aside = place - (count - 1) / 2
            turn = aside * min(3.0, 18.0 / count) if fanned else 0.0
            down = 0.3 * (2 * aside / count) ** 2 if fanned else 0.0
            at = middle + aside * step, y + down
            if place < len(hand.cards):
                self._show(hand, hand.cards[place], at, size, turn)
            else:
                self._hide(hand, place, at, size, turn)

    def _show(
        self, hand: Hand, card: Card, at: tuple[float, float], size: float, turn: float
    ) -> None:
        name = self._named(card.move or f"{hand.title}, {card.face}")
        label = f"{hand.title}, {card.label or card.face}"
        piece = Piece(self._kind, None, card.face)
        self.cells.append(
            Cell(
                name,
                *at,
                self._shape,
                size,
                label=label,
                zone=card.move or name,
                piece=piece,
                turn=round(turn, 2),
            )
        )

    def _hide(
        self, hand: Hand, place: int, at: tuple[float, float], size: float, turn: float
    ) -> None:
        """Add a card face down: all of a hand are one zone, which says how many they are."""
        noun = "card face down" if self._kind == "card" else "hidden die"
        several = "cards face down" if self._kind == "card" else "hidden dice"
        label = f"{hand.title}, {counted(hand.hidden, noun, several)}"
        piece = Piece("back") if self._kind == "card" else Piece("die", None, "?")
        self.cells.append(
            Cell(
                f"{hand.title}.{place + 1}",
                *at,
                self._shape,
                size,
                label=label,
                zone=f"{hand.title}.hidden",
                piece=piece,
                turn=round(turn, 2),
            )
        )

    def _named(self, name: str) -> str:
        """Return an id that no other cell has."""
        found, number = name, 1
        while found in self._ids:
            number += 1
            found = f"{name} {number}"
        self._ids.add(found)
        return found
