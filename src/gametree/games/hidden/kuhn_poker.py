"""Kuhn poker: three cards, one chip each, one bet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...actors import CHANCE
from ...game import Game
from ...numbers.counting import counted
from ...primitives.rng import Rng

if TYPE_CHECKING:
    from ...views import View

__all__ = ["KuhnPoker"]

State = tuple[int, int, int]

_CARDS = ("jack", "queen", "king")
_NO_CARD, _HIDDEN = -1, -2
_PASS, _BET = 0, 1

# The moves as bits after a leading 1.
_PASS_PASS, _PASS_BET, _BET_PASS, _BET_BET = 0b100, 0b101, 0b110, 0b111
_PASS_BET_PASS, _PASS_BET_BET = 0b1010, 0b1011


class KuhnPoker(Game):
    """Kuhn poker: each player puts in a chip and gets one of three cards; the higher card wins.

    The first player bets another chip or passes. After a bet the other player calls it by a bet of
    their own, or passes and loses the chip. After a pass the other player may bet, too; two
    passes end the game. You see your own card alone until both cards are shown.

    Players: 0 moves first, 1. Returns: the chips that a player has won or lost, 1 or 2.

    State: (card of player 0, card of player 1, moves). Cards are 0 to 2, and -1 before the deal.
    Moves are bits after a leading 1, the last move lowest: 0 for pass, 1 for bet.

    Action: 0 to pass, 1 to bet; of the deal the card. In text `pass`, `bet`, `jack`, `queen`,
    `king`.
    """

    players = 2
    max_actions = 3
    min_return = -2.0
    max_return = 2.0

    def initial_state(self) -> State:
        return (_NO_CARD, _NO_CARD, 1)

    def current_player(self, state: State) -> int:
        _, second, moves = state
        if second == _NO_CARD:
            return CHANCE
        return 1 if moves in (0b10, 0b11) else 0

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        first = state[0]
        if first == _NO_CARD:
            return [(card, 1.0 / 3.0) for card in range(3)]
        return [(card, 0.5) for card in range(3) if card != first]

    def legal_actions(self, state: State) -> list[int]:
        first, second, _ = state
        if second == _NO_CARD:
            return [card for card in range(3) if card != first]
        over = self.is_terminal(state)
        return [action for action in (_PASS, _BET) if not over]

    def next_state(self, state: State, action: int) -> State:
        first, second, moves = state
        if first == _NO_CARD:
            return (action, _NO_CARD, moves)
        if second == _NO_CARD:
            return (first, action, moves)
        return (first, second, moves << 1 | action)

    def is_terminal(self, state: State) -> bool:
        moves = state[2]
        return moves >= _PASS_PASS and moves != _PASS_BET

    def returns(self, state: State) -> tuple[float, float]:
        first, second, moves = state
        if moves == _BET_PASS:
            return (1.0, -1.0)
        if moves == _PASS_BET_PASS:
            return (-1.0, 1.0)
        chips = 1.0 if moves == _PASS_PASS else 2.0
        return (chips, -chips) if first > second else (-chips, chips)

    # What a player knows: everything but the other player's card.

    def information_state(self, state: State, player: int) -> State:
        first, second, moves = state
        if player == 0:
            return (first, second if second == _NO_CARD else _HIDDEN, moves)
        return (first if first == _NO_CARD else _HIDDEN, second, moves)

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        first, second, moves = known
        if first == _HIDDEN:
            first = rng.below(3) if second == _NO_CARD else (second + 1 + rng.below(2)) % 3
        if second == _HIDDEN:
            second = (first + 1 + rng.below(2)) % 3
        return (first, second, moves)

    def public_state(self, state: State) -> State:
        first, second, moves = state
        hidden = [card if card == _NO_CARD else _HIDDEN for card in (first, second)]
        return (hidden[0], hidden[1], moves)

    def sees_action(self, state: State, action: int, player: int) -> bool:
        if state[1] != _NO_CARD:
            return True
        return player == (0 if state[0] == _NO_CARD else 1)

    # For people.

    def state_to_text(self, state: State) -> str:
        first, second, moves = state
        return (
            f"player 1: {_card_name(first)}\nplayer 2: {_card_name(second)}\n{_moves_text(moves)}"
        )

    def information_to_text(self, known: State, player: int) -> str:
        first, second, moves = known
        return f"your card: {_card_name(first if player == 0 else second)}\n{_moves_text(moves)}"

    def information_view(self, known: State, player: int | None) -> View:
        from ...views import Card, Hand, card_table

        moves = [int(digit) for digit in f"{known[2]:b}"[1:]]
        hands = []
        for seat, card in enumerate(known[:2]):
            own = moves[seat::2]
            shown = [Card("JQK"[card], _CARDS[card])] if card >= 0 else []
            made = ", ".join(("pass", "bet")[move] for move in own)
            chips = counted(1 + sum(own), "chip")
            note = f"{chips}: {made}" if made else chips
            hidden = 1 if card == _HIDDEN else 0
            hands.append(Hand(f"player {seat + 1}", shown, hidden, note, empty=True))
        if player is None:
            return card_table(hands, [], None)
        return card_table([hands[1 - player]], [], hands[player])

    def view(self, state: State) -> View:
        return self.information_view(state, None)

    def action_to_text(self, state: State, action: int) -> str:
        return _CARDS[action] if state[1] == _NO_CARD else ("pass", "bet")[action]


def _card_name(card: int) -> str:
    return "-" if card == _NO_CARD else _CARDS[card]


def _moves_text(moves: int) -> str:
    names = ["bet" if digit == "1" else "pass" for digit in f"{moves:b}"[1:]]
    return f"moves: {' '.join(names) or '-'}"
