"""Goofspiel: both players bid a card for each prize, at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...actors import EVERYONE
from ...errors import BadParameter
from ...game import Game
from ...naming.parameters import require
from ...numbers.counting import counted
from ...primitives.rng import Rng

if TYPE_CHECKING:
    from ...views import View

__all__ = ["Goofspiel"]

_MOST_CARDS = 15


class State(NamedTuple):
    """A position. Both players know all of it."""

    hands: tuple[int, int]  # the cards of each player, as bits
    points: tuple[int, int]
    prize: int  # that both bid for now, 0 at the end


class Goofspiel(Game):
    """Goofspiel: each prize goes to the higher of two bids that are made at the same time.

    Each player holds the cards 1 to `cards`. The prizes are the same numbers, the highest first.
    For each prize both players choose a card and show it at the same time. The higher card
    wins as many points as the prize says; if the cards are equal, nobody does. Cards are used
    once. The last prize needs no choice, since each player has one card left.

    Parameters: `cards`, how many each player has.

    Players: 0 and 1. Returns: 1 for the player with more points, -1 for the other, 0 for a draw.

    State: see `State` in gametree/games/hidden/goofspiel.py.

    Action: the card that a player bids, less one. In text the card: `4`.
    """

    players = 2

    def __init__(self, cards: int = 13) -> None:
        require(int, cards=cards)
        if not 2 <= cards <= _MOST_CARDS:
            raise BadParameter(f"cards must be from 2 to {_MOST_CARDS}, not {cards}")
        self.cards = cards
        self.max_actions = cards

    def initial_state(self) -> State:
        hand = (1 << self.cards) - 1
        return State((hand, hand), (0, 0), self.cards)

    def current_player(self, state: State) -> int:
        return EVERYONE

    def legal_actions(self, state: State, player: int) -> list[int]:  # type: ignore[override]
        return [card for card in range(self.cards) if state.hands[player] >> card & 1]

    def next_state(self, state: State, moves: tuple[int, int]) -> State:
        following = self._after_bids(state, moves[0], moves[1])
        if following.prize > 1:
            return following
        first, second = following.hands  # one card each
        return self._after_bids(following, first.bit_length() - 1, second.bit_length() - 1)

    def _after_bids(self, state: State, first: int, second: int) -> State:
        hands, points, prize = state
        if first > second:
            points = (points[0] + prize, points[1])
        if second > first:
            points = (points[0], points[1] + prize)
        return State(
            (hands[0] & ~(1 << first), hands[1] & ~(1 << second)),
            points,
            prize - 1,
        )

    def is_terminal(self, state: State) -> bool:
        return state.prize == 0

    def returns(self, state: State) -> tuple[float, float]:
        first, second = state.points
        value = 1.0 if first > second else -1.0 if first < second else 0.0
        return (value, -value)

    # What a player knows: all but the bid that the other is making.

    def information_state(self, state: State, player: int) -> State:
        return state

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        return known

    def public_state(self, state: State) -> State:
        return state

    def sees_action(self, state: State, action: int, player: int) -> bool:
        return True

    # For people.

    def state_to_text(self, state: State) -> str:
        lines = [f"prize: {state.prize or '-'}"]
        for seat, points in enumerate(state.points):
            cards = " ".join(str(card + 1) for card in self.legal_actions(state, seat))
            lines.append(f"player {seat + 1}: {points} points, cards {cards or '-'}")
        return "\n".join(lines)

    def information_to_text(self, known: State, player: int) -> str:
        return self.state_to_text(known)

    def information_view(self, known: State, player: int | None) -> View:
        from ...views import Card, Hand, card_table

        hands = []
        for seat, points in enumerate(known.points):
            numbers = [str(card + 1) for card in self.legal_actions(known, seat)]
            cards = [Card(each, move=each if seat == player else "") for each in numbers]
            hands.append(Hand(f"player {seat + 1}", cards, note=counted(points, "point")))
        prize = Hand("prize", [Card(str(known.prize))] if known.prize else [], empty=True)
        if player is None:
            return card_table(hands, [prize], None)
        return card_table([hands[1 - player]], [prize], hands[player])

    def view(self, state: State) -> View:
        return self.information_view(state, None)

    def action_to_text(self, state: State, action: int) -> str:
        return str(action + 1)
