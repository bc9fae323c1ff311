"""Playing cards: sets of them as bits, their names, and one value for each of four seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...views import Card

__all__ = [
    "ALL",
    "SUIT",
    "FourSeats",
    "card_text",
    "cards_shown",
    "cards_text",
    "changed",
    "hand_shown",
    "suit_shown",
]

# A card is rank * 4 + suit; the rank is 0 for a two and 12 for an ace; the suits are clubs,
# diamonds, hearts and spades. A set of cards is an int of 52 bits.
ALL = (1 << 52) - 1
_CLUBS = sum(1 << card for card in range(0, 52, 4))
SUIT = (_CLUBS, _CLUBS << 1, _CLUBS << 2, _CLUBS << 3)

_RANKS, _SUITS = "23456789TJQKA", "cdhs"
_SIGNS = "♣♦♥♠"
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_RANK_NAMES = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}

FourSeats = tuple[int, int, int, int]


def changed(values: FourSeats, seat: int, value: int) -> FourSeats:
    """Return the values with another one for a seat."""
    a, b, c, d = values
    if seat == 0:
        return (value, b, c, d)
    if seat == 1:
        return (a, value, c, d)
    if seat == 2:
        return (a, b, value, d)
    return (a, b, c, value)


def card_text(card: int) -> str:
    """Return the name of a card, such as Qs for the queen of spades."""
    return f"{_RANKS[card // 4]}{_SUITS[card % 4]}"


def cards_text(cards: int) -> str:
    """Return the names of a set of cards, suit by suit."""
    suits = []
    for suit in range(4):
        ranks = [_RANKS[card // 4] for card in range(suit, 52, 4) if cards >> card & 1]
        if ranks:
            suits.append(f"{_SUITS[suit]} {' '.join(ranks)}")
    return "  ".join(suits) or "-"


def cards_shown(cards: list[int]) -> list[Card]:
    """Return cards as a view draws them; a click on one is the move of its name."""
    from ...views import Card

    shown = []
    for card in cards:
        rank, suit = _RANKS[card // 4], card % 4
        face = f"{'10' if rank == 'T' else rank}{_SIGNS[suit]}"
        label = f"{_RANK_NAMES.get(rank, rank)} of {_SUIT_NAMES[suit]}"
        shown.append(Card(face, label, card_text(card)))
    return shown


def hand_shown(cards: int) -> list[Card]:
    """Return a set of cards as a view draws it, suit by suit: black and red suits in turn."""
    suits = (3, 2, 0, 1)
    held = [card for suit in suits for card in range(48 + suit, -1, -4) if cards >> card & 1]
    return cards_shown(held)


def suit_shown(suit: int) -> Card:
    """Return a suit as a view draws it."""
    from ...views import Card

    return Card(_SIGNS[suit], _SUIT_NAMES[suit])
