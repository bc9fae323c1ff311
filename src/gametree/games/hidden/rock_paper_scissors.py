"""Rock-paper-scissors, with a weight for each of the three wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...actors import EVERYONE
from ...errors import BadParameter
from ...game import Game
from ...primitives.rng import Rng

if TYPE_CHECKING:
    from ...views import Card, View

__all__ = ["RockPaperScissors"]

State = tuple[int, int]

_NAMES = ("rock", "paper", "scissors")
_BEFORE = -1


class RockPaperScissors(Game):
    """Rock-paper-scissors: both players choose at once; rock beats scissors, and so on.

    Paper beats rock, and scissors beat paper. A win with rock, paper or scissors brings the first,
    second or third of `weights`. With weights that differ, the best play is no longer a third
    each.

    Parameters: `weights` of a win with rock, paper and scissors.

    Players: 0 and 1. Returns: the weight of the winning choice, and the same below zero for the
    loser.

    State: (choice of player 0, choice of player 1), -1 before they chose.

    Action: 0 for rock, 1 for paper, 2 for scissors. In text `rock`, `paper`, `scissors`.
    """

    players = 2
    max_actions = 3

    def __init__(self, weights: tuple[float, ...] = (1.0, 1.0, 1.0)) -> None:
        if len(weights) != 3:
            raise BadParameter(f"weights must be three numbers, not {weights!r}")
        if not all(weight > 0.0 for weight in weights):
            raise BadParameter(f"weights must be above 0, not {weights!r}")
        self.weights = tuple([float(weight) for weight in weights])
        self.max_return = max(self.weights)
        self.min_return = -self.max_return

    def initial_state(self) -> State:
        return (_BEFORE, _BEFORE)

    def current_player(self, state: State) -> int:
        return EVERYONE

    def legal_actions(self, state: State, player: int) -> range:  # type: ignore[override]
        return range(0) if self.is_terminal(state) else range(3)

    def next_state(self, state: State, moves: tuple[int, int]) -> State:
        return (moves[0], moves[1])

    def is_terminal(self, state: State) -> bool:
        return state[0] != _BEFORE

    def returns(self, state: State) -> tuple[float, float]:
        first, second = state
        if first == second:
            return (0.0, 0.0)
        if first == (second + 1) % 3:  # each choice beats the one before it
            return (self.weights[first], -self.weights[first])
        return (-self.weights[second], self.weights[second])

    # What a player knows: all but the choice that the other is making.

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
        if not self.is_terminal(state):
            return "both players choose"
        return f"player 1: {_NAMES[state[0]]}\nplayer 2: {_NAMES[state[1]]}"

    def information_to_text(self, known: State, player: int) -> str:
        return self.state_to_text(known)

    def information_view(self, known: State, player: int | None) -> View:
        from ...views import Hand, card_table

        chosen = [
            Hand(f"player {seat + 1}", [_card(choice)] if choice != _BEFORE else [], empty=True)
            for seat, choice in enumerate(known)
        ]
        if player is None or self.is_terminal(known):
            return card_table([], chosen, None)
        own = Hand(f"player {player + 1}", [_card(choice) for choice in range(3)])
        return card_table([], [chosen[1 - player]], own)

    def view(self, state: State) -> View:
        return self.information_view(state, None)

    def action_to_text(self, state: State, action: int) -> str:
        return _NAMES[action]


def _card(choice: int) -> Card:
    from ...views import Card

    return Card(_NAMES[choice], move=_NAMES[choice])
