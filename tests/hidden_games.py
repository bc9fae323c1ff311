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


class SealedBids(gt.Game):
    """Prizes 1 and 2 come in random order; for each, both bid coins at the same time."""

    def initial_state(self):
        return (4, 4, 3, 0, 0)  # coins of both, bits of the prizes left, the prize, the lead of 0

    def current_player(self, state):
        return gt.CHANCE if state[3] == 0 else gt.EVERYONE

    def is_terminal(self, state):
        return state[2] == 0 and state[3] == 0

    def legal_actions(self, state, player):
        if state[3] == 0:
            return [prize for prize in (1, 2) if state[2] & prize]
        return list(range(state[player] + 1))

    def chance_outcomes(self, state):
        left = self.legal_actions(state, 0)
        return [(prize, 1.0 / len(left)) for prize in left]

    def next_state(self, state, moves):
        first, second, left, prize, lead = state
        if not isinstance(moves, tuple):
            return (first, second, left - moves, moves, lead)
        a, b = moves
        lead += prize if a > b else -prize if b > a else 0
        return (first - a, second - b, left, 0, lead)

    def returns(self, state):
        won = float((state[4] > 0) - (state[4] < 0))
        return (won, -won)


class GuessTheCoin(gt.Game):
    """Strategy fusion: stop for 0.4, or go on and guess a hidden coin, which is worth 0."""

    players = 1

    def initial_state(self):
        return (-1, -1, -1)  # coin, went on, guess

    def current_player(self, state):
        return gt.CHANCE if state[0] < 0 else 0

    def chance_outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def is_terminal(self, state):
        return state[1] == 0 or state[2] >= 0

    def legal_actions(self, state):
        return [0, 1]

    def next_state(self, state, action):
        coin, on, _ = state
        if coin < 0:
            return (action, -1, -1)
        return (coin, action, -1) if on < 0 else (coin, 1, action)

    def returns(self, state):
        if state[1] == 0:
            return (0.4,)
        return (1.0 if state[2] == state[0] else -1.0,)

    def information_state(self, state, player):
        return (state[0] >= 0, state[1], state[2])

    def sample_state(self, known, player, rng):
        return (rng.below(2) if known[0] else -1, known[1], known[2])


class Signal(gt.Game):
    """Non-locality: player 0 sees a coin and should quit on heads (1); player 1 guesses it."""

    min_return, max_return = -2.0, 2.0

    def initial_state(self):
        return (-1, -1, -1)  # coin, went on, guess

    def current_player(self, state):
        return gt.CHANCE if state[0] < 0 else 0 if state[1] < 0 else 1

    def chance_outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def is_terminal(self, state):
        return state[1] == 0 or state[2] >= 0

    def legal_actions(self, state):
        return [0, 1]

    def next_state(self, state, action):
        coin, on, _ = state
        if coin < 0:
            return (action, -1, -1)
        return (coin, action, -1) if on < 0 else (coin, 1, action)

    def returns(self, state):
        coin, on, guess = state
        if on == 0:
            return (1.0, -1.0) if coin == 1 else (-2.0, 2.0)
        won = (2.0 if coin == 1 else 1.0) if guess == coin else -1.0
        return (-won, won)

    def information_state(self, state, player):
        return (state[0] if player == 0 else -1, state[0] >= 0, state[1], state[2])

    def sample_state(self, known, player, rng):
        coin = known[0] if player == 0 or not known[1] else rng.below(2)
        return (coin, known[2], known[3])


class LastTwo(gt.Game):
    """Three players: one names the two others, who then choose heads or tails at the same time.

    The first of the two wins if their choices are equal, else the second one.
    """

    players = 3

    def initial_state(self):
        return (-1, -1, -1)  # who sits out, the choices of the others

    def current_player(self, state):
        return 0 if state[0] < 0 else {0, 1, 2} - {state[0]}

    def legal_actions(self, state, player):
        if state[0] < 0:
            return [1, 2] if player == 0 else []
        return [0, 1] if state[1] < 0 and player != state[0] else []

    def next_state(self, state, moves):
        if state[0] < 0:
            return (moves, -1, -1)
        assert moves[state[0]] is None
        first, second = [each for each in moves if each is not None]
        return (state[0], first, second)

    def returns(self, state):
        values = [0.0, 0.0, 0.0]
        first, second = [seat for seat in range(3) if seat != state[0]]
        won = 1.0 if state[1] == state[2] else -1.0
        values[first], values[second] = won, -won
        return tuple(values)


class Machine(gt.Game):
    """A machine wears out unseen: produce (0), inspect it (1), or repair it (2).

    A product is good more often the less the machine is worn. Produce earns 4 for a good one and
    costs 4 for a bad one; to inspect costs 0.5, to repair 6.
    """

    players = 1
    discount = 0.95
    min_return, max_return = -200.0, 40.0

    wear = 0.2  # the chance to wear on, at each step
    good = (0.95, 0.7, 0.2)  # the chance of a good product
    found_worn = (0.05, 0.5, 0.9)  # the chance that an inspection finds it worn
    costs = (0.0, 0.5, 6.0)

    def __init__(self, steps=10):
        self.steps = steps

    def initial_state(self):
        # Wear, how likely each is, what chance decides next (1: product, 2: report, 3: wear), step,
        # the total of rewards.
        return (0, (1.0, 0.0, 0.0), 0, 0, 0.0)

    def current_player(self, state):
        return gt.CHANCE if state[2] else 0

    def is_terminal(self, state):
        return state[2] == 0 and state[3] == self.steps

    def legal_actions(self, state):
        if state[2]:
            return [action for action, _ in self.chance_outcomes(state)]
        return [0, 1, 2] if state[3] < self.steps else []

    def chance_outcomes(self, state):
        worn, _, phase, _, _ = state
        if phase == 3:
            wear = self.wear if worn < 2 else 0.0
            return [(0, 1.0 - wear), (1, wear)]
        share = self.good[worn] if phase == 1 else self.found_worn[worn]
        return [(0, 1.0 - share), (1, share)]

    def next_state(self, state, action):
        worn, belief, phase, step, total = state
        total += (
            self.discount ** (step if phase == 0 else step - 1) * self.rewards(state, action)[0]
        )
        if phase == 0:
            if action == 2:
                return (0, (1.0, 0.0, 0.0), 0, step + 1, total)
            return (worn, belief, 1 + action, step + 1, total)
        if phase == 3:
            return (min(2, worn + action), self.worn_on(belief), 0, step, total)
        return (worn, self.after(belief, phase, action)[1], 3, step, total)

    def worn_on(self, belief):
        new, used, worn = belief
        return (
            new * (1.0 - self.wear),
            new * self.wear + used * (1.0 - self.wear),
            used * self.wear + worn,
        )

    def after(self, belief, phase, seen):
        """Return how likely an event is, and the belief after it."""
        shares = self.good if phase == 1 else self.found_worn
        new = belief[0] * (shares[0] if seen else 1.0 - shares[0])
        used = belief[1] * (shares[1] if seen else 1.0 - shares[1])
        worn = belief[2] * (shares[2] if seen else 1.0 - shares[2])
        total = new + used + worn
        return total, (new / total, used / total, worn / total)

    def rewards(self, state, action):
        if state[2] == 0:
            return (-self.costs[action],)
        return ((4.0 if action == 1 else -4.0) if state[2] == 1 else 0.0,)

    def returns(self, state):
        return (state[4],)

    def information_state(self, state, player):
        return (*state[1:4], state[4] if self.is_terminal(state) else 0.0)

    def sample_state(self, known, player, rng):
        left = rng.uniform()
        worn = 0
        while worn < 2 and left >= known[0][worn]:
            left -= known[0][worn]
            worn += 1
        return (worn, *known)
