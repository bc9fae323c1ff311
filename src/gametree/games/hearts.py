"""Hearts for four players, without passing of cards."""

from __future__ import annotations

from typing import NamedTuple

from plainpython.bits import nth, popcount

from ..game import CHANCE, Game
from ..primitives.dealing import deal
from ..primitives.rng import Rng

__all__ = ["Hearts"]

# A card is rank * 4 + suit; the rank is 0 for a two and 12 for an ace. A set of cards is an int of
# 52 bits.
_RANKS, _SUITS = "23456789TJQKA", "CDHS"
_ALL = (1 << 52) - 1
_CLUBS = sum(1 << card for card in range(0, 52, 4))
_HEARTS = _CLUBS << 2
_SUIT = (_CLUBS, _CLUBS << 1, _HEARTS, _CLUBS << 3)
_QUEEN_OF_SPADES = 1 << 10 * 4 + 3
_POINTS = _HEARTS | _QUEEN_OF_SPADES
_TWO_OF_CLUBS = 1
_NO_CARD = -1

_Four = tuple[int, int, int, int]


class State(NamedTuple):
    """A position. What a player knows is the same with the hands of the others empty."""

    hands: _Four
    trick: tuple[int, int, int]  # its cards in order, -1 for those to come
    player: int
    points: _Four
    played: int  # the set of all cards played
    may_hold: _Four  # the cards that each hand may hold by what the player did not follow
    past: tuple[int, int, int, int, int, int]  # the cards in order, six bits each, the last lowest
    dealt: int  # how many cards


class Hearts(Game):
    """Hearts: take as few hearts as you can, and not the queen of spades, or take all of them.

    Four players get 13 cards each. The two of clubs leads to the first trick. You must follow the
    suit that was led if you can. The highest card of that suit wins the trick and leads to the
    next one. Each heart costs a point and the queen of spades costs 13. In the first trick
    these cards may not be played, and hearts may not lead before one of these cards was
    played, unless you have no other card. A player who takes all 26 points has none, and each
    other player has 26.

    Players: 0 to 3, clockwise. Returns: 26 less the points.

    State: see `State` in gametree/games/hearts.py. A card is rank * 4 + suit.

    Action: the card that is played, or dealt to the players in turn. In text rank and suit: `2c`,
    `Qs`, `Th`.
    """

    players = 4
    max_actions = 52
    min_return = 0.0
    max_return = 26.0

    def initial_state(self) -> State:
        return State(
            hands=(0, 0, 0, 0),
            trick=(_NO_CARD, _NO_CARD, _NO_CARD),
            player=0,
            points=(0, 0, 0, 0),
            played=0,
            may_hold=(_ALL, _ALL, _ALL, _ALL),
            past=(0, 0, 0, 0, 0, 0),
            dealt=0,
        )

    def current_player(self, state: State) -> int:
        return CHANCE if state.dealt < 52 else state.player

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        left = self._stock(state)
        share = 1.0 / (52 - state.dealt)
        return [(card, share) for card in range(52) if left >> card & 1]

    def legal_actions(self, state: State) -> list[int]:
        cards = self._playable(state) if state.dealt == 52 else self._stock(state)
        return [card for card in range(52) if cards >> card & 1]

    def next_state(self, state: State, action: int) -> State:
        if state.dealt < 52:
            return self._after_deal(state, action)
        return self._after_play(state, action)

    def is_terminal(self, state: State) -> bool:
        return state.played == _ALL

    def returns(self, state: State) -> tuple[float, float, float, float]:
        a, b, c, d = state.points
        if max(state.points) == 26:  # the points of the one who took all go to the others
            a, b, c, d = 26 - a, 26 - b, 26 - c, 26 - d
        return (26.0 - a, 26.0 - b, 26.0 - c, 26.0 - d)

    def random_action(self, state: State, rng: Rng) -> int:
        cards = self._playable(state)
        return nth(cards, rng.below(popcount(cards)))

    def _stock(self, state: State) -> int:
        return _ALL & ~(state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3])

    def _playable(self, state: State) -> int:
        """Return the set of cards that the player may play."""
        hand = state.hands[state.player]
        lead = state.trick[0]
        if state.played == 0:
            return hand & _TWO_OF_CLUBS
        if lead != _NO_CARD and hand & _SUIT[lead % 4]:
            return hand & _SUIT[lead % 4]
        if popcount(state.played) < 4 and hand & ~_POINTS:
            return hand & ~_POINTS
        if lead == _NO_CARD and state.played & _POINTS == 0 and hand & ~_HEARTS:
            return hand & ~_HEARTS
        return hand

    def _after_deal(self, state: State, card: int) -> State:
        hands = _changed(state.hands, state.dealt % 4, state.hands[state.dealt % 4] | 1 << card)
        player, may_hold = 0, state.may_hold
        if state.dealt == 51:  # the first to play has the two of clubs
            while hands[player] & _TWO_OF_CLUBS == 0:
                player += 1
            others = _ALL & ~_TWO_OF_CLUBS
            may_hold = _changed((others, others, others, others), player, _ALL)
        return State(
            hands,
            state.trick,
            player,
            state.points,
            state.played,
            may_hold,
            state.past,
            state.dealt + 1,
        )

    def _after_play(self, state: State, card: int) -> State:
        hands, trick, player, points, played, may_hold, past, dealt = state
        hands = _changed(hands, player, hands[player] & ~(1 << card))
        may_hold = _changed(may_hold, player, may_hold[player] & self._may_remain(state, card))
        if popcount(played) % 10 == 0:
            past = (card, past[0], past[1], past[2], past[3], past[4])
        else:
            past = (past[0] << 6 | card, past[1], past[2], past[3], past[4], past[5])
        played |= 1 << card
        if trick[2] == _NO_CARD:
            if trick[0] == _NO_CARD:
                trick = (card, _NO_CARD, _NO_CARD)
            elif trick[1] == _NO_CARD:
                trick = (trick[0], card, _NO_CARD)
            else:
                trick = (trick[0], trick[1], card)
            player = (player + 1) % 4
        else:
            cards = 1 << trick[0] | 1 << trick[1] | 1 << trick[2] | 1 << card
            best = (cards & _SUIT[trick[0] % 4]).bit_length() - 1
            later = 0 if best == card else 3 if best == trick[2] else 2 if best == trick[1] else 1
            player = (player + later) % 4
            points = _changed(points, player, points[player] + _points(cards))
            trick = (_NO_CARD, _NO_CARD, _NO_CARD)
        return State(hands, trick, player, points, played, may_hold, past, dealt)

    def _may_remain(self, state: State, card: int) -> int:
        """Return the set of cards that all can see the player may have beside the one played."""
        lead = state.trick[0]
        if lead == _NO_CARD:
            only_hearts = state.played & _POINTS == 0 and card % 4 == 2
            return _HEARTS if only_hearts else _ALL
        may = _ALL if card % 4 == lead % 4 else _ALL & ~_SUIT[lead % 4]
        if popcount(state.played) < 4 and 1 << card & _POINTS:
            may &= _POINTS
        return may

    # What a player knows: everything but the hands of the others.

    def information_state(self, state: State, player: int) -> State:
        return self._with_hands(state, _changed((0, 0, 0, 0), player, state.hands[player]))

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        """Deal the unseen cards; each deal in which all cards could be played is equally likely."""
        own = known.hands[player]
        unseen = _ALL & ~(own | known.played)
        a, b, c = (player + 1) % 4, (player + 2) % 4, (player + 3) % 4
        stock = 52 - known.dealt
        dealt = deal(
            unseen,
            (_cards_left(known, a), _cards_left(known, b), _cards_left(known, c), stock),
            (known.may_hold[a], known.may_hold[b], known.may_hold[c], unseen if stock else 0),
            rng,
        )
        hands = _changed(_changed((own, own, own, own), a, dealt[0]), b, dealt[1])
        return self._with_hands(known, _changed(hands, c, dealt[2]))

    def _with_hands(self, state: State, hands: _Four) -> State:
        _, trick, player, points, played, may_hold, past, dealt = state
        return State(hands, trick, player, points, played, may_hold, past, dealt)

    # For people.

    def state_to_text(self, state: State) -> str:
        hands = [f"player {seat + 1}: {_cards_text(state.hands[seat])}" for seat in range(4)]
        return "\n".join([*hands, _table_text(state)])

    def information_to_text(self, known: State, player: int) -> str:
        return f"your hand: {_cards_text(known.hands[player])}\n{_table_text(known)}"

    def action_to_text(self, state: State, action: int) -> str:
        return _card_text(action)


def _changed(values: _Four, index: int, value: int) -> _Four:
    a, b, c, d = values
    if index == 0:
        return (value, b, c, d)
    if index == 1:
        return (a, value, c, d)
    if index == 2:
        return (a, b, value, d)
    return (a, b, c, value)


def _points(cards: int) -> int:
    return popcount(cards & _HEARTS) + (13 if cards & _QUEEN_OF_SPADES else 0)


def _cards_left(state: State, seat: int) -> int:
    """Return how many cards a seat has, by what all can see."""
    if state.dealt < 52:
        return (state.dealt + 3 - seat) // 4
    begun = (
        3
        if state.trick[2] != -1
        else 2
        if state.trick[1] != -1
        else 1
        if state.trick[0] != -1
        else 0
    )
    has_played = (state.player - seat - 1) % 4 < begun
    return 13 - popcount(state.played) // 4 - (1 if has_played else 0)


def _card_text(card: int) -> str:
    return f"{_RANKS[card // 4]}{_SUITS[card % 4].lower()}"


def _cards_text(cards: int) -> str:
    """Return the names of a set of cards, suit by suit."""
    suits = []
    for suit in range(4):
        ranks = [_RANKS[card // 4] for card in range(suit, 52, 4) if cards >> card & 1]
        if ranks:
            suits.append(f"{_SUITS[suit].lower()} {' '.join(ranks)}")
    return "  ".join(suits) or "-"


def _table_text(state: State) -> str:
    trick = [_card_text(card) for card in state.trick if card != _NO_CARD]
    points = " ".join(str(points) for points in state.points)
    return f"trick: {' '.join(trick) or '-'}\npoints: {points}"
