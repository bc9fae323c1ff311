"""Hearts for four players, without passing of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from plainpython.bits import nth, popcount

from ...actors import CHANCE
from ...game import Game
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
)

if TYPE_CHECKING:
    from ...views import View

__all__ = ["Hearts"]

_HEARTS = SUIT[2]
_QUEEN_OF_SPADES = 1 << 10 * 4 + 3
_POINTS = _HEARTS | _QUEEN_OF_SPADES
_TWO_OF_CLUBS = 1
_NO_CARD = -1
_Past = tuple[int, int, int, int, int, int]


class State(NamedTuple):
    """A position. What a player knows is the same with the hands of the others empty."""

    hands: FourSeats
    trick: tuple[int, int, int]  # its cards in order, -1 for those to come
    player: int
    points: FourSeats
    played: int  # the set of all cards played
    may_hold: FourSeats  # the cards that each hand may hold by what the player did not follow
    past: _Past  # the cards in order, six bits each, the last lowest
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

    State: see `State` in gametree/games/hidden/hearts.py. A card is rank * 4 + suit.

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
            may_hold=(ALL, ALL, ALL, ALL),
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
        hands, trick, player, points, played, may_hold, past, dealt = state
        a, b, c = trick
        rest = ~(1 << action)
        hands = (hands[0] & rest, hands[1] & rest, hands[2] & rest, hands[3] & rest)
        may = _may_remain(action, a, played)
        if may != ALL:
            may_hold = changed(may_hold, player, may_hold[player] & may)
        past = _with_card(past, action, popcount(played))
        played |= 1 << action
        following = (player + 1) % 4
        if a == _NO_CARD:
            return State(hands, (action, b, c), following, points, played, may_hold, past, dealt)
        if b == _NO_CARD:
            return State(hands, (a, action, c), following, points, played, may_hold, past, dealt)
        if c == _NO_CARD:
            return State(hands, (a, b, action), following, points, played, may_hold, past, dealt)
        cards = 1 << a | 1 << b | 1 << c | 1 << action
        best = (cards & SUIT[a % 4]).bit_length() - 1
        later = 0 if best == action else 3 if best == c else 2 if best == b else 1
        winner = (player + later) % 4
        points = changed(points, winner, points[winner] + _points(cards))
        trick = (_NO_CARD, _NO_CARD, _NO_CARD)
        return State(hands, trick, winner, points, played, may_hold, past, dealt)

    def is_terminal(self, state: State) -> bool:
        return state.played == ALL

    def returns(self, state: State) -> tuple[float, float, float, float]:
        a, b, c, d = state.points
        if max(state.points) == 26:  # the points of the one who took all go to the others
            a, b, c, d = 26 - a, 26 - b, 26 - c, 26 - d
        return (26.0 - a, 26.0 - b, 26.0 - c, 26.0 - d)

    def random_action(self, state: State, rng: Rng) -> int:
        cards = self._playable(state)
        return nth(cards, rng.below(popcount(cards)))

    def _stock(self, state: State) -> int:
        return ALL & ~(state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3])

    def _playable(self, state: State) -> int:
        """Return the set of cards that the player may play."""
        hand = state.hands[state.player]
        lead = state.trick[0]
        if state.played == 0:
            return hand & _TWO_OF_CLUBS
        if lead != _NO_CARD and hand & SUIT[lead % 4]:
            return hand & SUIT[lead % 4]
        if popcount(state.played) < 4 and hand & ~_POINTS:
            return hand & ~_POINTS
        if lead == _NO_CARD and state.played & _POINTS == 0 and hand & ~_HEARTS:
            return hand & ~_HEARTS
        return hand

    def _after_deal(self, state: State, card: int) -> State:
        hands = changed(state.hands, state.dealt % 4, state.hands[state.dealt % 4] | 1 << card)
        player, may_hold = 0, state.may_hold
        if state.dealt == 51:  # the first to play has the two of clubs
            while hands[player] & _TWO_OF_CLUBS == 0:
                player += 1
            others = ALL & ~_TWO_OF_CLUBS
            may_hold = changed((others, others, others, others), player, ALL)
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

    # What a player knows: everything but the hands of the others.

    def information_state(self, state: State, player: int) -> State:
        return self._with_hands(state, changed((0, 0, 0, 0), player, state.hands[player]))

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        """Deal the unseen cards; each deal in which all cards could be played is equally likely."""
        own = known.hands[player]
        unseen = ALL & ~(own | known.played)
        a, b, c = (player + 1) % 4, (player + 2) % 4, (player + 3) % 4
        stock = 52 - known.dealt
        dealt = deal(
            unseen,
            (_cards_left(known, a), _cards_left(known, b), _cards_left(known, c), stock),
            (known.may_hold[a], known.may_hold[b], known.may_hold[c], unseen if stock else 0),
            rng,
        )
        hands = changed(changed((own, own, own, own), a, dealt[0]), b, dealt[1])
        return self._with_hands(known, changed(hands, c, dealt[2]))

    def public_state(self, state: State) -> State:
        return self._with_hands(state, (0, 0, 0, 0))

    def sees_action(self, state: State, action: int, player: int) -> bool:
        return state.dealt == 52 or state.dealt % 4 == player

    def _with_hands(self, state: State, hands: FourSeats) -> State:
        _, trick, player, points, played, may_hold, past, dealt = state
        return State(hands, trick, player, points, played, may_hold, past, dealt)

    # For people.

    def state_to_text(self, state: State) -> str:
        hands = [f"player {seat + 1}: {cards_text(state.hands[seat])}" for seat in range(4)]
        return "\n".join([*hands, _table_text(state)])

    def information_to_text(self, known: State, player: int) -> str:
        return f"your hand: {cards_text(known.hands[player])}\n{_table_text(known)}"

    def information_view(self, known: State, player: int | None) -> View:
        """Return the trick, or the last one, and the hands as far as they are known."""
        from ...views import Hand, card_table

        hands = []
        for seat in range(4):
            held = hand_shown(known.hands[seat])
            hidden = _cards_left(known, seat) - len(held)
            hands.append(
                Hand(f"player {seat + 1}", held, hidden, counted(known.points[seat], "point"))
            )
        order = [(seat + (player or 0)) % 4 for seat in range(4)]
        leader, trick = _trick_shown(known)
        table = [
            Hand(f"player {(leader + place) % 4 + 1}", cards_shown([card]))
            for place, card in enumerate(trick)
        ]
        table += [
            Hand(f"player {(leader + place) % 4 + 1}", empty=True) for place in range(len(trick), 4)
        ]
        if player is None:
            return card_table(hands, table, None)
        return card_table([hands[seat] for seat in order[1:]], table, hands[player])

    def view(self, state: State) -> View:
        return self.information_view(state, None)

    def action_to_text(self, state: State, action: int) -> str:
        return card_text(action)


def _may_remain(card: int, lead: int, played: int) -> int:
    """Return the cards that a player may have beside the one played, as all can see."""
    suit = card % 4
    if lead == _NO_CARD:
        return _HEARTS if suit == 2 and played & _POINTS == 0 else ALL
    if suit == lead % 4:
        return ALL
    if popcount(played) < 4 and 1 << card & _POINTS:
        return _POINTS & ~SUIT[lead % 4]
    return ALL & ~SUIT[lead % 4]


def _with_card(past: _Past, card: int, count: int) -> _Past:
    """Return the cards played so far, and one more."""
    a, b, c, d, e, f = past
    return (card, a, b, c, d, e) if count % 10 == 0 else (a << 6 | card, b, c, d, e, f)


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


def _table_text(state: State) -> str:
    trick = [card_text(card) for card in state.trick if card != _NO_CARD]
    points = " ".join(str(points) for points in state.points)
    return f"trick: {' '.join(trick) or '-'}\npoints: {points}"


def _trick_shown(state: State) -> tuple[int, list[int]]:
    """Return who leads the trick and its cards; those of the last one before the next begins."""
    trick = [card for card in state.trick if card != _NO_CARD]
    count = popcount(state.played)
    if trick or count == 0:
        return (state.player - len(trick)) % 4, trick
    sizes = [(count - 1) % 10 + 1, 10]
    cards = [
        word >> 6 * place & 63
        for word, size in zip(state.past, sizes, strict=False)
        for place in range(size)
    ]
    trick = cards[3::-1]
    best = max(card for card in trick if card % 4 == trick[0] % 4)
    return (state.player - trick.index(best)) % 4, trick
