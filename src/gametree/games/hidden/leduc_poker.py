"""Leduc poker: six cards, two rounds of bets, one card for both."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...actors import CHANCE
from ...game import Game
from ...numbers.counting import counted
from ...primitives.rng import Rng

if TYPE_CHECKING:
    from ...views import Card, View

__all__ = ["LeducPoker"]

_NO_CARD, _HIDDEN = -1, -2
_FOLD, _CALL, _RAISE = 0, 1, 2
_MOST_RAISES = 2  # in a round
_NOBODY = -1


class State(NamedTuple):
    """A position; what a player knows is the same with the other card hidden."""

    cards: tuple[int, int]  # of the players: rank * 2 + suit; -1 before the deal
    public: int
    bets: tuple[int, int]  # the chips that each player has put in
    player: int
    raises: int  # in this round
    second: bool  # whether the second round has begun
    moves: tuple[int, int]  # of both rounds: digits 1 for fold, 2 for call, 3 for raise
    folded: int  # the player who folded, -1 if nobody did
    over: bool


class LeducPoker(Game):
    """Leduc poker: bet on your own card, then on a pair with a card that both players share.

    Six cards are two jacks, two queens and two kings. Each player puts in one chip and gets a
    card. In two rounds the players bet in turn: fold, call what the other has put in, or
    raise. A raise is 2 chips in the first round and 4 in the second, and there are at most two
    in a round. You cannot fold if you owe nothing. Between the rounds one more card is shown.
    A player whose card has the rank of that card wins; otherwise the higher card wins, and
    equal cards share.

    Players: 0 moves first in both rounds, 1. Returns: the chips that a player has won or lost.

    State: see `State` in gametree/games/hidden/leduc_poker.py. Cards are rank * 2 + suit.

    Action: 0 to fold, 1 to call or check, 2 to raise; of a deal the card. In text `fold`, `call`,
    `raise`, and cards such as `jack1`.
    """

    players = 2
    max_actions = 6
    min_return = -13.0
    max_return = 13.0

    def initial_state(self) -> State:
        return State(
            cards=(_NO_CARD, _NO_CARD),
            public=_NO_CARD,
            bets=(1, 1),
            player=0,
            raises=0,
            second=False,
            moves=(0, 0),
            folded=_NOBODY,
            over=False,
        )

    def current_player(self, state: State) -> int:
        return CHANCE if self._deals(state) else state.player

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        first, second = state.cards
        share = 1.0 / (6 if first == _NO_CARD else 5 if second == _NO_CARD else 4)
        return [(card, share) for card in range(6) if card != first and card != second]

    def legal_actions(self, state: State) -> list[int]:
        first, second = state.cards
        public = state.public
        if self._deals(state):
            return [
                card for card in range(6) if card != first and card != second and card != public
            ]
        least = _FOLD if state.bets[1 - state.player] > state.bets[state.player] else _CALL
        most = _RAISE if state.raises < _MOST_RAISES else _CALL
        if state.over:
            most = least - 1
        return [action for action in range(3) if least <= action <= most]

    def next_state(self, state: State, action: int) -> State:
        cards, public, bets, player, raises, second, moves, folded, over = state
        if cards[0] == _NO_CARD:
            cards = (action, _NO_CARD)
        elif cards[1] == _NO_CARD:
            cards = (cards[0], action)
        elif second and public == _NO_CARD:
            public = action
        else:
            played = moves[1] if second else moves[0]
            if action == _FOLD:
                folded = player
                over = True
            elif action == _RAISE:
                bet = max(bets[0], bets[1]) + (4 if second else 2)
                bets = (bet, bets[1]) if player == 0 else (bets[0], bet)
                raises += 1
            else:
                bet = max(bets[0], bets[1])
                bets = (bet, bet)
            ends_round = action == _CALL and played > 0  # a first call is a check
            moves = self._moves_after(moves, second, action)
            player = 1 - player
            if ends_round:
                over = second
                player = 0
                raises = 0
                second = True
        return State(cards, public, bets, player, raises, second, moves, folded, over)

    def is_terminal(self, state: State) -> bool:
        return state.over

    def returns(self, state: State) -> tuple[float, float]:
        loser = state.folded
        if loser == _NOBODY:
            first = self._strength(state.cards[0], state.public)
            second = self._strength(state.cards[1], state.public)
            if first == second:
                return (0.0, 0.0)
            loser = 0 if first < second else 1
        chips = float(state.bets[loser])
        return (-chips, chips) if loser == 0 else (chips, -chips)

    def random_action(self, state: State, rng: Rng) -> int:
        least = _FOLD if state.bets[1 - state.player] > state.bets[state.player] else _CALL
        most = _RAISE if state.raises < _MOST_RAISES else _CALL
        return least + rng.below(most - least + 1)

    # What a player knows: everything but the other player's card.

    def information_state(self, state: State, player: int) -> State:
        first, second = state.cards
        if player == 0 and second != _NO_CARD:
            second = _HIDDEN
        if player == 1 and first != _NO_CARD:
            first = _HIDDEN
        return self._with_cards(state, (first, second))

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        own = known.cards[player]
        other = known.cards[1 - player]
        if other == _HIDDEN:
            other = rng.below(6)
            while other in (own, known.public):
                other = rng.below(6)
        return self._with_cards(known, (own, other) if player == 0 else (other, own))

    def public_state(self, state: State) -> State:
        first, second = [card if card == _NO_CARD else _HIDDEN for card in state.cards]
        return self._with_cards(state, (first, second))

    def sees_action(self, state: State, action: int, player: int) -> bool:
        if state.cards[1] != _NO_CARD:
            return True
        return player == (0 if state.cards[0] == _NO_CARD else 1)

    def _with_cards(self, state: State, cards: tuple[int, int]) -> State:
        _, public, bets, player, raises, second, moves, folded, over = state
        return State(cards, public, bets, player, raises, second, moves, folded, over)

    def _deals(self, state: State) -> bool:
        return state.cards[1] == _NO_CARD or (state.second and state.public == _NO_CARD)

    def _moves_after(self, moves: tuple[int, int], second: bool, action: int) -> tuple[int, int]:
        if second:
            return (moves[0], moves[1] * 10 + action + 1)
        return (moves[0] * 10 + action + 1, moves[1])

    def _strength(self, card: int, public: int) -> int:
        rank = card // 2
        return rank + 10 if rank == public // 2 else rank

    # For people.

    def state_to_text(self, state: State) -> str:
        cards = [f"player {seat + 1}: {_name(state.cards[seat])}" for seat in range(2)]
        return "\n".join([*cards, _table_text(state)])

    def information_to_text(self, known: State, player: int) -> str:
        return f"your card: {_name(known.cards[player])}\n{_table_text(known)}"

    def information_view(self, known: State, player: int | None) -> View:
        from ...views import Hand, card_table

        hands = []
        for seat, card in enumerate(known.cards):
            chips = counted(known.bets[seat], "chip")
            note = f"{chips}, folds" if known.folded == seat else chips
            shown = [_card(card)] if card >= 0 else []
            hidden = 1 if card == _HIDDEN else 0
            hands.append(Hand(f"player {seat + 1}", shown, hidden, note, empty=True))
        both = Hand("for both", [_card(known.public)] if known.public >= 0 else [], empty=True)
        if player is None:
            return card_table(hands, [both], None)
        return card_table([hands[1 - player]], [both], hands[player])

    def view(self, state: State) -> View:
        return self.information_view(state, None)

    def action_to_text(self, state: State, action: int) -> str:
        return _name(action) if self._deals(state) else ("fold", "call", "raise")[action]


def _name(card: int) -> str:
    if card == _NO_CARD:
        return "-"
    return "hidden" if card == _HIDDEN else f"{('jack', 'queen', 'king')[card // 2]}{card % 2 + 1}"


def _table_text(state: State) -> str:
    lines = [f"card for both: {_name(state.public)}"]
    lines += [f"player {seat + 1} has put in {state.bets[seat]}" for seat in range(2)]
    for number, moves in enumerate(state.moves):
        names = [("fold", "call", "raise")[int(digit) - 1] for digit in str(moves) if digit != "0"]
        lines.append(f"round {number + 1}: {' '.join(names) or '-'}")
    return "\n".join(lines)


def _card(card: int) -> Card:
    from ...views import Card

    return Card("JQK"[card // 2] + "♠♥"[card % 2], _name(card)[:-1])
