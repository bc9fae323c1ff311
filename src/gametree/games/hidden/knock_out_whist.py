"""Knock-out whist: take a trick in every hand, or you are out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from plainpython.bits import nth, popcount

from ...actors import CHANCE
from ...errors import BadParameter
from ...game import Game
from ...naming.parameters import require
from ...numbers.counting import counted
from ...primitives.dealing import deal
from ...primitives.rng import Rng
from .playing_cards import (
    ALL,
    SUIT,
    FourSeats,
    card_text,
    cards_shown,
    cards_text,
    changed,
    hand_shown,
    suit_shown,
)

if TYPE_CHECKING:
    from ...views import View

__all__ = ["KnockOutWhist"]

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_TRUMP, _SEAT = 52, 56  # the first actions that choose a trump, and that draw lots
_NO_CARD = _NO_TRUMP = -1

_NOTHING = (0, 0, 0, 0)
_EMPTY = (_NO_CARD, _NO_CARD, _NO_CARD, _NO_CARD)
_ANY = (ALL, ALL, ALL, ALL)


class State(NamedTuple):
    """A position. What a player knows is the same with the hands of the others empty."""

    hands: FourSeats
    trick: FourSeats  # the card of each seat in this trick, -1 for none
    leader: int  # of this trick
    player: int
    trump: int  # a suit; -1 before it is chosen
    tricks: FourSeats  # taken in this hand
    alive: int  # the seats that are not out, as bits
    size: int  # how many cards each player gets in this hand
    dealt: int  # how many cards are dealt in this hand
    played: int  # the set of cards played in this hand
    may_hold: FourSeats  # the cards that each seat may hold by what it did not follow
    lots: int  # the seats that took equally many tricks, as bits, while lots are drawn
    past: tuple[int, int, int]  # the cards played in this hand, six bits each, the last lowest


class KnockOutWhist(Game):
    """Knock-out whist: a player who takes no trick in a hand is out; the last one left wins.

    Each player gets seven cards in the first hand, and one card fewer in each later hand. You must
    follow the suit that was led if you can. The highest trump wins the trick, or else the
    highest card of the suit led, and its player leads to the next one. The first trump is
    drawn at random. Later the player who took the most tricks sees their new cards, chooses
    the trump and leads; equal players draw lots.

    Parameters: the number of `players`, and of `cards` in the first hand.

    Players: 0 leads first, then clockwise. Returns: 1 for the winner, -1 / (players - 1) for each
    other player.

    State: see `State` in gametree/games/hidden/knock_out_whist.py. A card is rank * 4 + suit.

    Action: the card that is played or dealt, 52 plus the suit that is trump, or 56 plus the player
    who wins the lots. In text rank and suit, `Qs`, and `clubs`, `player 2`.
    """

    players = 3
    max_actions = 52

    def __init__(self, players: int = 3, cards: int = 7) -> None:
        require(int, players=players, cards=cards)
        if not 2 <= players <= 4:
            raise BadParameter(f"players must be from 2 to 4, not {players}")
        if not 1 <= cards <= 7:
            raise BadParameter(f"cards must be from 1 to 7, not {cards}")
        self.players = players
        self.cards = cards
        self.min_return = -1.0 / (players - 1)

    def initial_state(self) -> State:
        return State(
            hands=_NOTHING,
            trick=_EMPTY,
            leader=0,
            player=0,
            trump=_NO_TRUMP,
            tricks=_NOTHING,
            alive=(1 << self.players) - 1,
            size=self.cards,
            dealt=0,
            played=0,
            may_hold=_ANY,
            lots=0,
            past=(0, 0, 0),
        )

    def current_player(self, state: State) -> int:
        if state.lots or self._deals(state):
            return CHANCE
        draws_trump = state.trump == _NO_TRUMP and state.size == self.cards
        return CHANCE if draws_trump else state.player

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        if self._deals(state) and not state.lots:  # most events of chance: without another list
            stock = self._stock(state)
            share = 1.0 / popcount(stock)
            return [(card, share) for card in range(52) if stock >> card & 1]
        actions = self.legal_actions(state)
        share = 1.0 / len(actions)
        return [(action, share) for action in actions]

    def legal_actions(self, state: State) -> list[int]:
        if popcount(state.alive) == 1:
            return []
        if state.lots:
            return [_SEAT + seat for seat in range(self.players) if state.lots >> seat & 1]
        if self._deals(state):
            cards = self._stock(state)
        elif state.trump == _NO_TRUMP:
            return [_TRUMP + suit for suit in range(4)]
        else:
            cards = self._playable(state)
        return [card for card in range(52) if cards >> card & 1]

    def next_state(self, state: State, action: int) -> State:
        if state.lots:
            return self._next_hand(state, action - _SEAT, state.alive)
        if self._deals(state):
            return self._after_deal(state, action)
        if state.trump == _NO_TRUMP:
            return self._with_hands_and_trump(state, state.hands, action - _TRUMP)
        return self._after_play(state, action)

    def is_terminal(self, state: State) -> bool:
        return popcount(state.alive) == 1

    def returns(self, state: State) -> list[float]:
        return [1.0 if state.alive >> seat & 1 else self.min_return for seat in range(self.players)]

    def random_action(self, state: State, rng: Rng) -> int:
        if state.trump == _NO_TRUMP:
            return _TRUMP + rng.below(4)
        cards = self._playable(state)
        return nth(cards, rng.below(popcount(cards)))

    def _deals(self, state: State) -> bool:
        return state.dealt < state.size * popcount(state.alive)

    def _stock(self, state: State) -> int:
        return ALL & ~(state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3])

    def _playable(self, state: State) -> int:
        hand = state.hands[state.player]
        lead = state.trick[state.leader]
        follow = hand & SUIT[lead % 4] if lead != _NO_CARD else 0
        return follow if follow else hand

    def _after_deal(self, state: State, card: int) -> State:
        seat = nth(state.alive, state.dealt % popcount(state.alive))
        hands = changed(state.hands, seat, state.hands[seat] | 1 << card)
        return State(
            hands,
            state.trick,
            state.leader,
            state.player,
            state.trump,
            state.tricks,
            state.alive,
            state.size,
            state.dealt + 1,
            state.played,
            state.may_hold,
            state.lots,
            state.past,
        )

    def _after_play(self, state: State, card: int) -> State:
        player, leader, trick, may_hold = state.player, state.leader, state.trick, state.may_hold
        hands = changed(state.hands, player, state.hands[player] & ~(1 << card))
        lead = trick[leader]
        if lead != _NO_CARD and card % 4 != lead % 4:
            may_hold = changed(may_hold, player, may_hold[player] & ~SUIT[lead % 4])
        trick = changed(trick, player, card)
        past = state.past
        if popcount(state.played) % 10 == 0:
            past = (card, past[0], past[1])
        else:
            past = (past[0] << 6 | card, past[1], past[2])
        following = self._next_alive(state.alive, player)
        tricks = state.tricks
        if following == leader:  # all have played
            leader = following = self._winner(trick, leader, state.trump)
            tricks = changed(tricks, leader, tricks[leader] + 1)
            trick = _EMPTY
        after = State(
            hands,
            trick,
            leader,
            following,
            state.trump,
            tricks,
            state.alive,
            state.size,
            state.dealt,
            state.played | 1 << card,
            may_hold,
            0,
            past,
        )
        return self._after_hand(after) if hands == _NOTHING else after

    def _next_alive(self, alive: int, seat: int) -> int:
        seat = (seat + 1) % self.players
        while not alive >> seat & 1:
            seat = (seat + 1) % self.players
        return seat

    def _winner(self, trick: FourSeats, leader: int, trump: int) -> int:
        """Return the seat that takes a trick."""
        suit = trick[leader] % 4
        best, winner = -1, leader
        for seat in range(4):
            card = trick[seat]
            if card != _NO_CARD and card % 4 in (suit, trump):
                value = card + 52 if card % 4 == trump else card
                if value > best:
                    best, winner = value, seat
        return winner

    def _after_hand(self, state: State) -> State:
        """Return the position after a hand: players without a trick are out."""
        alive = 0
        lots = 0
        most = max(state.tricks)
        for seat in range(4):
            alive |= 1 << seat if state.tricks[seat] > 0 else 0
            lots |= 1 << seat if state.tricks[seat] == most else 0
        if popcount(lots) == 1 or popcount(alive) == 1:
            return self._next_hand(state, nth(lots, 0), alive)
        return State(
            _NOTHING,
            _EMPTY,
            state.leader,
            state.player,
            state.trump,
            state.tricks,
            alive,
            state.size,
            state.size * popcount(alive),
            state.played,
            _ANY,
            lots,
            state.past,
        )

    def _next_hand(self, state: State, leader: int, alive: int) -> State:
        return State(
            _NOTHING,
            _EMPTY,
            leader,
            leader,
            _NO_TRUMP,
            _NOTHING,
            alive,
            state.size - 1,
            0,
            0,
            _ANY,
            0,
            (0, 0, 0),
        )

    # What a player knows: everything but the hands of the others.

    def information_state(self, state: State, player: int) -> State:
        hands = changed(_NOTHING, player, state.hands[player])
        return self._with_hands_and_trump(state, hands, state.trump)

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        """Deal the unseen cards; each deal that agrees with the suits not followed counts alike."""
        own = known.hands[player]
        unseen = ALL & ~(own | known.played)
        sizes = [0, 0, 0, 0, popcount(unseen)]  # the last for the cards that nobody holds
        allowed = [0, 0, 0, 0, unseen]
        for seat in range(self.players):
            if seat != player and known.alive >> seat & 1 and not known.lots:
                sizes[seat] = self._cards_left(known, seat)
                sizes[4] -= sizes[seat]
                allowed[seat] = known.may_hold[seat]
        dealt = deal(unseen, sizes, allowed, rng)
        hands = changed((dealt[0], dealt[1], dealt[2], dealt[3]), player, own)
        return self._with_hands_and_trump(known, hands, known.trump)

    def public_state(self, state: State) -> State:
        return self._with_hands_and_trump(state, _NOTHING, state.trump)

    def sees_action(self, state: State, action: int, player: int) -> bool:
        if state.lots or not self._deals(state):
            return True
        return player == nth(state.alive, state.dealt % popcount(state.alive))

    def _cards_left(self, state: State, seat: int) -> int:
        """Return how many cards a seat has, by what all can see."""
        alive = popcount(state.alive)
        if self._deals(state):
            before = popcount(state.alive & (1 << seat) - 1)
            return (state.dealt + alive - 1 - before) // alive
        has_played = 1 if state.trick[seat] != _NO_CARD else 0
        return state.size - sum(state.tricks) - has_played

    def _with_hands_and_trump(self, state: State, hands: FourSeats, trump: int) -> State:
        return State(
            hands,
            state.trick,
            state.leader,
            state.player,
            trump,
            state.tricks,
            state.alive,
            state.size,
            state.dealt,
            state.played,
            state.may_hold,
            state.lots,
            state.past,
        )

    # For people.

    def state_to_text(self, state: State) -> str:
        hands = [
            f"player {seat + 1}: {cards_text(state.hands[seat])}" for seat in range(self.players)
        ]
        return "\n".join([*hands, self._table_text(state)])

    def information_to_text(self, known: State, player: int) -> str:
        return f"your hand: {cards_text(known.hands[player])}\n{self._table_text(known)}"

    def information_view(self, known: State, player: int | None) -> View:
        from ...views import Hand, card_table

        hands, table = [], []
        for seat in range(self.players):
            title = f"player {seat + 1}"
            held = hand_shown(known.hands[seat])
            alive = known.alive >> seat & 1
            left = self._cards_left(known, seat) if alive and not known.lots else 0
            tricks = counted(known.tricks[seat], "trick")
            note = tricks if alive else "is out"
            hands.append(Hand(title, held, max(0, left - len(held)), note))
            played = [] if known.trick[seat] == _NO_CARD else [known.trick[seat]]
            if alive:
                table.append(Hand(title, cards_shown(played), empty=True))
        trump = [] if known.trump == _NO_TRUMP else [suit_shown(known.trump)]
        table.append(Hand("trump", trump, empty=True))
        if player is None:
            return card_table(hands, table, None)
        others = [hands[(player + step) % self.players] for step in range(1, self.players)]
        return card_table(others, table, hands[player])

    def view(self, state: State) -> View:
        return self.information_view(state, None)

    def action_to_text(self, state: State, action: int) -> str:
        if action >= _SEAT:
            return f"player {action - _SEAT + 1}"
        return _SUITS[action - _TRUMP] if action >= _TRUMP else card_text(action)

    def _table_text(self, state: State) -> str:
        lines = [f"trump: {'-' if state.trump == _NO_TRUMP else _SUITS[state.trump]}"]
        for seat in range(self.players):
            card = state.trick[seat]
            shown = f", plays {card_text(card)}" if card != _NO_CARD else ""
            out = "" if state.alive >> seat & 1 else ", is out"
            lines.append(f"player {seat + 1} took {state.tricks[seat]}{shown}{out}")
        return "\n".join(lines)
