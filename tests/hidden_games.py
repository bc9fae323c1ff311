"""Small games with hidden information, for tests."""

from __future__ import annotations

import gametree as gt


class Kuhn(gt.Game):
    """Kuhn poker with the cards 0, 1 and 2; 0 passes and 1 bets."""

    min_return, max_return = -2.0, 2.0

    def initial_state(self):
        return ((-1, -1), 0, 0)  # cards; moves as the digits 1 (pass) and 2 (bet); their number

    def current_player(self, state):
        return gt.CHANCE if state[0][1] < 0 else state[2] % 2

    def chance_outcomes(self, state):
        left = self.legal_actions(state)
        return [(card, 1.0 / len(left)) for card in left]

    def legal_actions(self, state):
        cards, moves, count = state
        if count == 3 or (count == 2 and moves != 12):  # pass, bet goes on
            return []
        if cards[1] < 0:
            return [card for card in range(3) if card != cards[0]]
        return [0, 1]

    def next_state(self, state, action):
        cards, moves, count = state
        if cards[0] < 0:
            return ((action, -1), 0, 0)
        if cards[1] < 0:
            return ((cards[0], action), 0, 0)
        return (cards, moves * 10 + 1 + action, count + 1)

    def returns(self, state):
        cards, moves, _ = state
        if moves == 21:
            return (1.0, -1.0)
        if moves == 121:
            return (-1.0, 1.0)
        won = (1.0 if moves == 11 else 2.0) * (1.0 if cards[0] > cards[1] else -1.0)
        return (won, -won)

    def information_state(self, state, player):
        return (state[0][player], state[1], state[2])

    def sample_state(self, known, player, rng):
        card, moves, count = known
        other = (card + 1 + rng.below(2)) % 3
        return ((card, other) if player == 0 else (other, card), moves, count)


class Together(gt.Game):
    """Rock, paper, scissors: both players choose at the same time."""

    def initial_state(self):
        return (-1, -1)

    def current_player(self, state):
        return gt.EVERYONE

    def legal_actions(self, state, player):
        return range(3) if state[0] < 0 else range(0)

    def next_state(self, state, moves):
        return (moves[0], moves[1])

    def returns(self, state):
        won = float((state[0] - state[1] + 1) % 3 - 1)
        return (won, -won)
