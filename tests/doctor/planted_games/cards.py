"""Cards: two hands, played in turn to a count of fifteen; states that change in place."""

from __future__ import annotations

import random

import gametree as gt

from . import planted

PASS = -1


class Table:
    """What lies on the table."""

    def __init__(self):
        self.deck = list(range(12))
        self.hands = [[], []]
        self.count = 0
        self.points = [0, 0]
        self.turn = 0
        self.passed = False

    def __str__(self):
        return f"{self.hands} count {self.count}, points {self.points}, player {self.turn}"


def rank(card):
    return card // 2 + 1


class Fifteen(gt.Game):
    """Three cards each, dealt by chance; two points for fifteen, one for the last card below it."""

    states_change = True

    def initial_state(self):
        return Table()

    def current_player(self, state):
        return gt.CHANCE if self.dealing(state) else state.turn

    def dealing(self, state):
        return len(state.deck) > 6

    def legal_actions(self, state):
        if self.dealing(state):
            return list(state.deck)
        if not state.hands[0] and not state.hands[1]:
            return []
        cards = [card for card in state.hands[state.turn] if state.count + rank(card) <= 15]
        return cards or [PASS]

    def chance_outcomes(self, state):
        return [(card, 1 / len(state.deck)) for card in state.deck]

    def next_state(self, state, action):
        if self.dealing(state):
            state.deck.remove(action)
            state.hands[len(state.deck) % 2].append(action)
        elif action == PASS:
            if state.passed:
                state.points[1 - state.turn] += 1
                state.count = 0
            state.passed = not state.passed
            state.turn = 1 - state.turn
        else:
            state.hands[state.turn].remove(action)
            state.count += rank(action)
            state.passed = False
            if state.count == 15:
                state.points[state.turn] += 2
                state.count = 0
            state.turn = 1 - state.turn
        return state

    def returns(self, state):
        lead = state.points[0] - state.points[1]
        return (float((lead > 0) - (lead < 0)), float((lead < 0) - (lead > 0)))

    def copy(self, state):
        table = Table()
        table.deck = list(state.deck)
        table.hands = [list(hand) for hand in state.hands]
        table.count = state.count
        table.points = list(state.points)
        table.turn = state.turn
        table.passed = state.passed
        return table


# Copies that share or forget.


@planted("copies", "copy")
class ShallowHands(Fifteen):
    def copy(self, state):
        table = Fifteen.copy(self, state)
        table.hands = list(state.hands)
        return table


@planted("copies", "copy")
class SharedPoints(Fifteen):
    def copy(self, state):
        table = Fifteen.copy(self, state)
        table.points = state.points
        return table


@planted("copies", "copy")
class ForgetsTheCount(Fifteen):
    def copy(self, state):
        table = Fifteen.copy(self, state)
        table.count = 0
        return table


# A generator, copied along or not.


class Drawn(Fifteen):
    """The deal is made in `next_state`, by a generator that travels with the table."""

    def initial_state(self):
        table = Table()
        table.generator = random.Random(3)
        return table

    def legal_actions(self, state):
        return [PASS] if self.dealing(state) else Fifteen.legal_actions(self, state)

    def current_player(self, state):
        return state.turn

    def next_state(self, state, action):
        if self.dealing(state):
            action = state.generator.choice(state.deck)
        return Fifteen.next_state(self, state, action)

    def copy(self, state):
        table = Fifteen.copy(self, state)
        table.generator = random.Random()
        table.generator.setstate(state.generator.getstate())
        return table


@planted("hidden generator", "next_state", "initial_state", "copy")
class GeneratorInTheState(Drawn):
    pass


@planted("hidden generator", "next_state", "initial_state")
class GeneratorInTheGame(Drawn):
    def __init__(self):
        self.generator = random.Random(3)

    def initial_state(self):
        return Table()

    def next_state(self, state, action):
        if self.dealing(state):
            action = self.generator.choice(state.deck)
        return Fifteen.next_state(self, state, action)

    def copy(self, state):
        return Fifteen.copy(self, state)


@planted("hidden generator", "next_state", "initial_state")
class ShuffledAtTheStart(Drawn):
    def initial_state(self):
        table = Table()
        random.shuffle(table.deck)
        return table

    def next_state(self, state, action):
        return Fifteen.next_state(self, state, state.deck[-1] if self.dealing(state) else action)

    def copy(self, state):
        return Fifteen.copy(self, state)


# Probabilities that are none.


@planted("probabilities", "chance_outcomes")
class OutOfTwelve(Fifteen):
    def chance_outcomes(self, state):
        return [(card, 1 / 12) for card in state.deck]


@planted("probabilities", "chance_outcomes")
class Weights(Fifteen):
    def chance_outcomes(self, state):
        return [(card, rank(card)) for card in state.deck]


@planted("probabilities", "chance_outcomes")
class WholeDivision(Fifteen):
    def chance_outcomes(self, state):
        return [(card, 1 // len(state.deck)) for card in state.deck]


# Outcomes that cannot be.


@planted("other outcomes", "chance_outcomes", "next_state")
class AllTwelve(Fifteen):
    def chance_outcomes(self, state):
        return [(card, 1 / 12) for card in range(12)]


@planted("other outcomes", "chance_outcomes")
class ByRank(Fifteen):
    def chance_outcomes(self, state):
        ranks = [rank(card) for card in state.deck]
        return [(each, ranks.count(each) / len(ranks)) for each in sorted(set(ranks))]


@planted("other outcomes", "chance_outcomes")
class JustAsCards(Fifteen):
    def chance_outcomes(self, state):
        return [] if len(state.deck) == 7 else Fifteen.chance_outcomes(self, state)


# Whose points they are.


@planted("perspective", "returns")
class WinnerFirst(Fifteen):
    def returns(self, state):
        more, less = max(state.points), min(state.points)
        return (0.0, 0.0) if more == less else (1.0, -1.0)


@planted("perspective", "returns")
class LoserFirst(Fifteen):
    def returns(self, state):
        least, most = sorted(state.points)
        return (float(least - most), float(most - least))


@planted("perspective", "returns")
class Everybody(Fifteen):
    def returns(self, state):
        lead = abs(state.points[0] - state.points[1])
        return (1.0, 1.0) if lead else (0.0, 0.0)


# Moves given twice.


@planted("duplicates", "legal_actions")
class Ranks(Fifteen):
    def initial_state(self):
        table = Table()
        table.deck = [card // 2 * 2 for card in table.deck]
        return table


@planted("duplicates", "legal_actions")
class PassTwice(Fifteen):
    def legal_actions(self, state):
        moves = Fifteen.legal_actions(self, state)
        return [PASS, PASS] if moves == [PASS] else moves


@planted("duplicates", "legal_actions")
class FirstCardAgain(Fifteen):
    def legal_actions(self, state):
        moves = Fifteen.legal_actions(self, state)
        low = [card for card in moves if card >= 0 and rank(card) == 1]
        return moves if self.dealing(state) else moves + low


# Games without an end.


@planted("no end", "legal_actions", "next_state", "the game")
class PassesForEver(Fifteen):
    def next_state(self, state, action):
        if action == PASS:
            state.turn = 1 - state.turn
            return state
        return Fifteen.next_state(self, state, action)


@planted("no end", "legal_actions", "next_state", "the game")
class PlaysOn(Fifteen):
    def legal_actions(self, state):
        if self.dealing(state):
            return list(state.deck)
        cards = [card for card in state.hands[state.turn] if state.count + rank(card) <= 15]
        return cards or [PASS]


@planted("no end", "legal_actions", "next_state", "the game")
class CardsComeBack(Fifteen):
    def next_state(self, state, action):
        state = Fifteen.next_state(self, state, action)
        if not state.hands[0] and not state.hands[1] and len(state.deck) == 6:
            state.hands = [state.deck[:3], state.deck[3:]]
        return state


# Questions that change the table.


@planted("questions change", "legal_actions")
class SortsTheHand(Fifteen):
    def legal_actions(self, state):
        for hand in state.hands:
            hand.sort()
        return Fifteen.legal_actions(self, state)


@planted("questions change", "returns")
class CountsByTakingAway(Fifteen):
    def returns(self, state):
        while state.points[0] and state.points[1]:
            state.points = [state.points[0] - 1, state.points[1] - 1]
        return Fifteen.returns(self, state)


@planted("questions change", "current_player")
class ClearsOnTheWay(Fifteen):
    def current_player(self, state):
        if state.count == 15:
            state.count = 0
        if not state.hands[state.turn] and not self.dealing(state):
            state.turn = 1 - state.turn
        return Fifteen.current_player(self, state)
