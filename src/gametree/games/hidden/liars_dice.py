"""Liar's dice for two players: bid on the dice of both, or call the last bid a lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from plainpython.bits import popcount

from ...actors import CHANCE
from ...errors import BadParameter
from ...game import Game
from ...naming.parameters import require
from ...primitives.rng import Rng

if TYPE_CHECKING:
    from ...views import View

__all__ = ["LiarsDice"]

_SIDES = 6
_MOST_DICE = 5
_COUNT = 3  # bits for the number of dice that show a side
_HIDDEN = -1


class State(NamedTuple):
    """A position. What a player knows is the same with the dice of the other hidden."""

    dice: tuple[int, int]  # how many dice of each player show each side, three bits a side
    rolled: int  # how many dice of both
    bids: int  # the bids so far as bits, also in their order, since each is higher than the last
    called: bool


class LiarsDice(Game):
    """Liar's dice: bid how many of all dice show a side, or say that the last bid is a lie.

    Each player rolls dice that the other cannot see. In turn they bid, such as `2 fives`: at
    least two of all dice show a five. Sixes count as any side. Each bid is higher than the
    last: a higher number, or the same number and a higher side. Instead of a bid you may call
    the last bid a lie. Then all dice are shown. If the bid is true, the bidder wins; otherwise
    you win.

    Parameters: `dice` of each player.

    Players: 0 bids first, 1. Returns: 1 for a win, -1 for a loss.

    State: see `State` in gametree/games/hidden/liars_dice.py.

    Action: a bid, (number - 1) * 6 + side - 1, or 12 * dice to call a lie; of a roll the side less
    one. In text `2x5` for two fives, and `liar`.
    """

    players = 2

    def __init__(self, dice: int = 1) -> None:
        require(int, dice=dice)
        if not 1 <= dice <= _MOST_DICE:
            raise BadParameter(f"dice must be from 1 to {_MOST_DICE}, not {dice}")
        self.dice = dice
        self.max_actions = 2 * dice * _SIDES + 1

    def initial_state(self) -> State:
        return State((0, 0), 0, 0, False)

    def current_player(self, state: State) -> int:
        return CHANCE if state.rolled < 2 * self.dice else popcount(state.bids) % 2

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        return [(side, 1.0 / _SIDES) for side in range(_SIDES)]

    def legal_actions(self, state: State) -> list[int]:
        if state.rolled < 2 * self.dice:
            return list(range(_SIDES))
        if state.called:
            return []
        most = 2 * self.dice * _SIDES
        return list(range(state.bids.bit_length(), most + (1 if state.bids else 0)))

    def next_state(self, state: State, action: int) -> State:
        dice, rolled, bids, called = state
        if rolled < 2 * self.dice:
            one = 1 << _COUNT * action
            first, second = dice
            dice = (first + one, second) if rolled < self.dice else (first, second + one)
            rolled += 1
        elif action == 2 * self.dice * _SIDES:
            called = True
        else:
            bids |= 1 << action
        return State(dice, rolled, bids, called)

    def is_terminal(self, state: State) -> bool:
        return state.called

    def returns(self, state: State) -> tuple[float, float]:
        bid = state.bids.bit_length() - 1
        number, side = bid // _SIDES + 1, bid % _SIDES
        found = 0
        for dice in state.dice:
            found += _showing(dice, side)
            if side != _SIDES - 1:
                found += _showing(dice, _SIDES - 1)
        bidder = (popcount(state.bids) - 1) % 2
        winner = bidder if found >= number else 1 - bidder
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    # What a player knows: everything but the dice of the other.

    def information_state(self, state: State, player: int) -> State:
        dice = (state.dice[0], _HIDDEN) if player == 0 else (_HIDDEN, state.dice[1])
        return State(dice, state.rolled, state.bids, state.called)

    def sample_state(self, known: State, player: int, rng: Rng) -> State:
        rolled = min(known.rolled, self.dice) if player == 1 else max(0, known.rolled - self.dice)
        other = 0
        for _ in range(rolled):
            other += 1 << _COUNT * rng.below(_SIDES)
        dice = (known.dice[0], other) if player == 0 else (other, known.dice[1])
        return State(dice, known.rolled, known.bids, known.called)

    def public_state(self, state: State) -> State:
        return State((_HIDDEN, _HIDDEN), state.rolled, state.bids, state.called)

    def sees_action(self, state: State, action: int, player: int) -> bool:
        if state.rolled == 2 * self.dice:
            return True
        return player == (0 if state.rolled < self.dice else 1)

    # For people.

    def state_to_text(self, state: State) -> str:
        dice = [f"player {seat + 1}: {_dice_text(state.dice[seat])}" for seat in range(2)]
        return "\n".join([*dice, self._bids_text(state)])

    def information_to_text(self, known: State, player: int) -> str:
        return f"your dice: {_dice_text(known.dice[player])}\n{self._bids_text(known)}"

    def information_view(self, known: State, player: int | None) -> View:
        from ...views import Card, Hand, card_table

        hands = []
        for seat, dice in enumerate(known.dice):
            rolled = min(self.dice, max(0, known.rolled - seat * self.dice))
            sides = [] if dice == _HIDDEN else _sides(dice)
            shown = [Card(str(side)) for side in sides]
            hands.append(Hand(f"player {seat + 1}", shown, rolled - len(shown), empty=True))
        last = known.bids.bit_length() - 1
        bid = []
        if known.bids:
            bid = [Card(str(last % _SIDES + 1))] * min(last // _SIDES + 1, 2 * self.dice)
        bidder = (popcount(known.bids) + 1) % 2 + 1
        note = f"player {bidder}: at least {last // _SIDES + 1}" if bid else ""
        if known.called:
            note += f", player {3 - bidder}: liar"
        table = [Hand("bid", bid, note=note, empty=True)]
        if player is None:
            return card_table(hands, table, None, dice=True)
        return card_table([hands[1 - player]], table, hands[player], dice=True)

    def view(self, state: State) -> View:
        return self.information_view(state, None)

    def action_to_text(self, state: State, action: int) -> str:
        if state.rolled < 2 * self.dice:
            return str(action + 1)
        if action == 2 * self.dice * _SIDES:
            return "liar"
        return f"{action // _SIDES + 1}x{action % _SIDES + 1}"

    def _bids_text(self, state: State) -> str:
        bids = [bid for bid in range(2 * self.dice * _SIDES) if state.bids >> bid & 1]
        texts = [f"{bid // _SIDES + 1}x{bid % _SIDES + 1}" for bid in bids]
        texts += ["liar"] if state.called else []
        return f"bids: {' '.join(texts) or '-'}"


def _showing(dice: int, side: int) -> int:
    return dice >> _COUNT * side & (1 << _COUNT) - 1


def _dice_text(dice: int) -> str:
    return " ".join(map(str, _sides(dice))) or "-"


def _sides(dice: int) -> list[int]:
    return [side + 1 for side in range(_SIDES) for _ in range(_showing(dice, side))]
