"""Love Letter for two players, one round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...actors import CHANCE
from ...game import Game
from ...primitives.rng import Rng

if TYPE_CHECKING:
    from ...views import Card, View

__all__ = ["LoveLetter"]

_GUARD, _PRIEST, _BARON, _HANDMAID, _PRINCE, _KING, _COUNTESS, _PRINCESS = 1, 2, 3, 4, 5, 6, 7, 8
_NAMES = ("", "guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
_DECK = (0, 5, 2, 2, 2, 2, 1, 1, 1)  # how many cards there are of each value
_NO_CARD, _HIDDEN = 0, -1
_ANY = 0b111111110  # a set of values, as bits
_OPEN = 3  # cards that are set aside, face up
_COUNT = 3  # bits for the number of cards of a value
_GOES_ON, _DRAW = -1, 2

_Two = tuple[int, int]


class State(NamedTuple):
    """A position. What a player knows is the same with the cards of the other hidden."""

    hands: _Two  # one card each; 0 for none
    drawn: int  # the second card of the player to move; 0 before it is drawn
    player: int
    open_cards: int  # set aside face up: how many of each value, three bits a value
    played: tuple[int, int]  # by each player, in the same form
    may_hold: _Two  # the values that the other knows a hand may have
    safe: tuple[bool, bool]  # whether a handmaid protects a player
    result: int  # -1 while the round goes on, then the winner, or 2 for a draw


class LoveLetter(Game):
    """Love Letter: draw a card, play one of your two, and have the highest card left at the end.

    Each player holds a card from a deck of sixteen. Four cards are set aside, three of them face
    up. In your turn you draw a card and play one of your two. The guard (1) names another card:
    if the other player holds it, they are out. The priest (2) shows you their card. The baron (3)
    compares your cards, and the lower one is out. The handmaid (4) protects you until your next
    turn. The prince (5) makes a player drop their card and draw again. The king (6) exchanges your
    cards. You must play the countess (7) if you also hold the king or the prince. If you play or
    drop the princess (8), you are out. When the deck is empty, the higher card wins. After equal
    cards the higher sum of cards played wins.

    Players: 0 moves first, 1. Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: see `State` in gametree/games/hidden/love_letter.py.

    Action: ten times the card that is played, plus the card that a guard names, or 1 for a prince
    played on the other player; of a draw the card. In text the card: `guard priest`, `prince
    self`, `prince other`, `king`.
    """

    players = 2
    max_actions = 9

    def initial_state(self) -> State:
        return State((0, 0), 0, 0, 0, (0, 0), (_ANY, _ANY), (False, False), _GOES_ON)

    def current_player(self, state: State) -> int:
        return CHANCE if self._draws(state) else state.player

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        left = self._left(state)
        total = sum(left)
        return [(card, left[card] / total) for card in range(1, 9) if left[card] > 0]

    def legal_actions(self, state: State) -> list[int]:
        if state.result != _GOES_ON:
            return []
        if self._draws(state):
            left = self._left(state)
            return [card for card in range(1, 9) if left[card] > 0]
        low = min(state.hands[state.player], state.drawn)
        high = max(state.hands[state.player], state.drawn)
        if high == _COUNTESS and low in (_PRINCE, _KING):
            return [10 * _COUNTESS]
        actions = self._plays(state, low)
        if high != low:
            actions += self._plays(state, high)
        return actions

    def _plays(self, state: State, card: int) -> list[int]:
        """Return the actions that play a card."""
        safe = state.safe[1 - state.player]
        if card == _GUARD and not safe:
            return [10 * _GUARD + named for named in range(_PRIEST, _PRINCESS + 1)]
        if card == _PRINCE and not safe:
            return [10 * _PRINCE, 10 * _PRINCE + 1]
        return [10 * card]

    def next_state(self, state: State, action: int) -> State:
        if self._draws(state):
            return self._after_draw(state, action)
        return self._after_play(state, action // 10, action % 10)

    def _draws(self, state: State) -> bool:
        """Return True if the next card is drawn, not played."""
        if state.result != _GOES_ON:
            return False
        return state.drawn == _NO_CARD or _NO_CARD in state.hands

    def _after_draw(self, state: State, card: int) -> State:
        hands, drawn, player, open_cards, played, may_hold, safe, result = state
        if _total(open_cards) < _OPEN:
            open_cards += 1 << _COUNT * card
        elif hands[0] == _NO_CARD:
            hands = (card, hands[1])
        elif hands[1] == _NO_CARD:
            hands = (hands[0], card)
        else:
            drawn = card
            return State(hands, drawn, player, open_cards, played, may_hold, safe, result)
        return self._after_turn(
            State(hands, drawn, player, open_cards, played, may_hold, safe, result)
        )

    def _after_play(self, state: State, card: int, choice: int) -> State:
        hands, drawn, player, open_cards, played, may_hold, safe, result = state
        other = 1 - player
        kept = drawn if hands[player] == card else hands[player]
        hands = _changed(hands, player, kept)
        played = _changed(played, player, played[player] + (1 << _COUNT * card))
        may = may_hold[player]
        if may >> card & 1:
            may = _ANY  # the card that is kept may be the one drawn
        if card in (_KING, _PRINCE):
            may &= ~(1 << _COUNTESS)
        may_hold = _changed(may_hold, player, may)
        reaches = not safe[other]
        safe = (card == _HANDMAID, False) if player == 0 else (False, card == _HANDMAID)
        if card == _PRINCESS:
            result = other
        elif card == _PRINCE:
            target = other if choice == 1 else player
            dropped = hands[target]
            played = _changed(played, target, played[target] + (1 << _COUNT * dropped))
            hands = _changed(hands, target, _NO_CARD)
            may_hold = _changed(may_hold, target, _ANY)
            if dropped == _PRINCESS:
                result = 1 - target
        elif reaches:
            own, theirs = hands[player], hands[other]
            if card == _GUARD:
                named = 1 << choice
                if theirs == choice:
                    result = player
                may = named if theirs == choice else may_hold[other] & ~named
                may_hold = _changed(may_hold, other, may)
            elif card == _PRIEST:
                may_hold = _changed(may_hold, other, 1 << theirs)
            elif card == _BARON:
                if own != theirs:
                    result = player if own > theirs else other
                may_hold = (1 << hands[0], 1 << hands[1])
            elif card == _KING:
                hands = (hands[1], hands[0])
                may_hold = (1 << hands[0], 1 << hands[1])
        return self._after_turn(
            State(hands, _NO_CARD, other, open_cards, played, may_hold, safe, result)
        )

    def _after_turn(self, state: State) -> State:
        """Return the position with its result, if the deck is empty and both have a card."""
        hands, drawn, player, open_cards, played, may_hold, safe, result = state
        if result != _GOES_ON or _NO_CARD in hands or sum(self._left(state)) > 1:
            return state
        own, theirs = hands
        if own == theirs:
            own, theirs = _sum_of_values(played[0]), _sum_of_values(played[1])
        result = 0 if own > theirs else 1 if own < theirs else _DRAW
        may_hold = (1 << hands[0], 1 << hands[1])  # both are shown
        return State(hands, drawn, player, open_cards, played, may_hold, safe, result)

    def is_terminal(self, state: State) -> bool:
        return state.result != _GOES_ON

    def returns(self, state: State) -> tuple[float, float]:
        if state.result == _DRAW:
            return (0.0, 0.0)
        return (1.0, -1.0) if state.result == 0 else (-1.0, 1.0)

    def _left(self, state: State) -> list[int]:
        """Return how many cards of each value are in the deck, with the one set aside face down."""
        left = list(_DECK)
        for card in (state.hands[0], state.hands[1], state.drawn):
            if card > 0:
                left[card] -= 1
        for cards in (state.open_cards, state.played[0], state.played[1]):
            for value in range(1, 9):
                left[value] -= _number(cards, value)
        return left

    # What a player knows: everything but the cards of the other.

    def information_state(self, state: State, player: int) -> State:
        other = 1 - player
        hands, drawn = state.hands, state.drawn
        if hands[other] != _NO_CARD:
            hands = _changed(hands, other, _HIDDEN)
        if drawn != _NO_CARD and state.player == other:
            drawn = _HIDDEN
        return self._with_cards(state, hands, drawn)

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        """Draw the hidden cards from all that are left; each one that is possible counts alike."""
        other = 1 - player
        hands, drawn = known.hands, known.drawn
        left = self._left(known)
        if hands[other] == _HIDDEN:
            hands = _changed(hands, other, _drawn_card(left, known.may_hold[other], rng))
        if drawn == _HIDDEN:
            drawn = _drawn_card(left, _ANY, rng)
        return self._with_cards(known, hands, drawn)

    def public_state(self, state: State) -> State:
        hands = [card if card == _NO_CARD else _HIDDEN for card in state.hands]
        drawn = state.drawn if state.drawn == _NO_CARD else _HIDDEN
        _, _, player, open_cards, played, _, safe, result = state
        hidden = (hands[0], hands[1])
        return State(hidden, drawn, player, open_cards, played, (_ANY, _ANY), safe, result)

    def sees_action(self, state: State, action: int, player: int) -> bool:
        """Return True for cards that are played; of those that are drawn, for who draws them."""
        if not self._draws(state):
            return True
        if _total(state.open_cards) < _OPEN:
            return True
        drawer = 0 if state.hands[0] == _NO_CARD else 1
        return player == (drawer if _NO_CARD in state.hands else state.player)

    def _with_cards(self, state: State, hands: _Two, drawn: int) -> State:
        _, _, player, open_cards, played, may_hold, safe, result = state
        return State(hands, drawn, player, open_cards, played, may_hold, safe, result)

    # For people.

    def state_to_text(self, state: State) -> str:
        hands = [f"player {seat + 1}: {_NAMES[state.hands[seat]] or '-'}" for seat in range(2)]
        return "\n".join([*hands, f"drawn: {_NAMES[state.drawn] or '-'}", self._table_text(state)])

    def information_to_text(self, known: State, player: int) -> str:
        own = [card for card in (known.hands[player], known.drawn) if card > 0]
        names = " ".join(_NAMES[card] for card in own)
        may = known.may_hold[1 - player]
        seen = " ".join(_NAMES[card] for card in range(1, 9) if may >> card & 1)
        lines = [f"your cards: {names or '-'}", self._table_text(known)]
        return "\n".join([*lines, *([f"the other has: {seen}"] if may != _ANY else [])])

    def information_view(self, known: State, player: int | None) -> View:
        from ...views import Hand, card_table

        hands, played = [], []
        for seat, card in enumerate(known.hands):
            held = [card] if card != _NO_CARD else []
            if known.drawn != _NO_CARD and known.player == seat:
                held.append(known.drawn)
            shown = [_card(each) for each in held if each > 0]
            title = f"player {seat + 1}"
            note = "safe" if known.safe[seat] else ""
            if player is not None and seat != player and known.may_hold[seat] != _ANY:
                may = [_NAMES[each] for each in range(1, 9) if known.may_hold[seat] >> each & 1]
                note = ", ".join([*filter(None, [note]), " or ".join(may)])
            hands.append(Hand(title, shown, len(held) - len(shown), note))
            played.append(Hand(f"{title} played", _cards_shown(known.played[seat])))
        aside = Hand("set aside", _cards_shown(known.open_cards))
        if player is None:
            return card_table(hands, [played[0], aside, played[1]], None)
        table = [played[1 - player], aside, played[player]]
        return card_table([hands[1 - player]], table, hands[player])

    def view(self, state: State) -> View:
        return self.information_view(state, None)

    def action_to_text(self, state: State, action: int) -> str:
        if self._draws(state):
            return _NAMES[action]
        card, choice = action // 10, action % 10
        if card == _GUARD and choice:
            return f"guard {_NAMES[choice]}"
        if card == _PRINCE:
            return "prince other" if choice else "prince self"
        return _NAMES[card]

    def _table_text(self, state: State) -> str:
        lines = [f"set aside: {_cards_text(state.open_cards)}"]
        for seat in range(2):
            safe = " (safe)" if state.safe[seat] else ""
            lines.append(f"player {seat + 1} played: {_cards_text(state.played[seat])}{safe}")
        return "\n".join(lines)


def _changed(values: _Two, index: int, value: int) -> _Two:
    return (value, values[1]) if index == 0 else (values[0], value)


def _number(cards: int, value: int) -> int:
    return cards >> _COUNT * value & (1 << _COUNT) - 1


def _total(cards: int) -> int:
    total = 0
    for value in range(1, 9):
        total += _number(cards, value)
    return total


def _sum_of_values(cards: int) -> int:
    total = 0
    for value in range(1, 9):
        total += value * _number(cards, value)
    return total


def _drawn_card(left: list[int], may: int, rng: Rng) -> int:
    """Draw a card of one of the values in `may`, and take it from those that are left."""
    total = 0
    for value in range(1, 9):
        if may >> value & 1:
            total += left[value]
    draw = rng.below(total)
    for value in range(1, 9):
        if may >> value & 1:
            if draw < left[value]:
                left[value] -= 1
                return value
            draw -= left[value]
    return _NO_CARD  # never: the card that is hidden is one of these


def _cards_text(cards: int) -> str:
    names = [_NAMES[value] for value in range(1, 9) for _ in range(_number(cards, value))]
    return " ".join(names) or "-"


def _card(value: int) -> Card:
    from ...views import Card

    return Card(f"{value} {_NAMES[value]}", _NAMES[value], _NAMES[value])


def _cards_shown(cards: int) -> list[Card]:
    return [_card(value) for value in range(1, 9) for _ in range(_number(cards, value))]
