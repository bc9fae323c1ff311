"""Hearts as one would first write it, with lists and a dataclass: compiled against interpreted.

Prints the simulations a second of both modes, from a position after some tricks.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from timing import options, print_heading, spread

import gametree as gt

HEARTS, QUEEN_OF_SPADES = 2, 43  # a card is rank * 4 + suit


@dataclass(frozen=True)
class Table:
    """A position of hearts."""

    hands: list[list[int]]
    trick: list[int]  # cards on the table, the first one led
    player: int
    points: list[int]
    seen: list[int]  # cards played
    voids: list[tuple[int, int]]  # (player, suit): who could not follow


class NaiveHearts(gt.Game):
    """Hearts without passing cards, where any card may be led."""

    players = 4
    max_return = 26.0
    min_return = 0.0

    def initial_state(self):
        return Table([[], [], [], []], [], 0, [0, 0, 0, 0], [], [])

    def dealt(self, state):
        return sum(len(hand) for hand in state.hands) + len(state.seen) == 52

    def current_player(self, state):
        return state.player if self.dealt(state) else gt.CHANCE

    def chance_outcomes(self, state):
        left = self.legal_actions(state)
        return [(card, 1.0 / len(left)) for card in left]

    def legal_actions(self, state):
        if not self.dealt(state):
            return [card for card in range(52) if not any(card in hand for hand in state.hands)]
        hand = state.hands[state.player]
        if state.trick:
            following = [card for card in hand if card % 4 == state.trick[0] % 4]
            if following:
                return following
        return list(hand)

    def next_state(self, state, card):
        hands = [list(hand) for hand in state.hands]
        if not self.dealt(state):
            hands[sum(len(hand) for hand in hands) % 4].append(card)
            return Table(hands, [], 0, state.points, [], [])
        hands[state.player].remove(card)
        seen = [*state.seen, card]
        trick = [*state.trick, card]
        voids = list(state.voids)
        if card % 4 != trick[0] % 4:
            voids.append((state.player, trick[0] % 4))
        if len(trick) < 4:
            return Table(hands, trick, (state.player + 1) % 4, state.points, seen, voids)
        best = max(each for each in trick if each % 4 == trick[0] % 4)
        winner = (state.player + 1 + trick.index(best)) % 4
        points = list(state.points)
        for each in trick:
            if each % 4 == HEARTS:
                points[winner] += 1
            if each == QUEEN_OF_SPADES:
                points[winner] += 13
        return Table(hands, [], winner, points, seen, voids)

    def returns(self, state):
        return [26.0 - points for points in state.points]

    def information_state(self, state, player):
        sizes = [len(hand) for hand in state.hands]
        rest = (state.trick, state.player, state.points, state.seen, state.voids)
        return (state.hands[player], sizes, rest)

    def sample_state(self, known, player, rng):
        own, sizes, rest = known
        trick, mover, points, seen, voids = rest
        unseen = [card for card in range(52) if card not in own and card not in seen]
        while True:
            for last in range(len(unseen) - 1, 0, -1):
                other = rng.below(last + 1)
                unseen[last], unseen[other] = unseen[other], unseen[last]
            hands = []
            start = 0
            for seat in range(4):
                if seat == player:
                    hands.append(list(own))
                    continue
                hands.append(sorted(unseen[start : start + sizes[seat]]))
                start += sizes[seat]
            if not any(card % 4 == suit for seat, suit in voids for card in hands[seat]):
                return Table(hands, trick, mover, points, seen, voids)


def position(game: NaiveHearts) -> Table:
    """Return a position after three tricks of random play."""
    rng = gt.Rng(1)
    state = game.initial_state()
    for _ in range(52 + 12):
        actions = game.legal_actions(state)
        state = game.next_state(state, actions[rng.below(len(actions))])
    return state


def main() -> None:
    chosen = options(__doc__, 5, 1)
    print_heading()
    game = NaiveHearts()
    state = position(game)
    rates: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(chosen.repeats + 1):
        for compiled, simulations in ((True, 20_000), (False, 200)):
            searcher = gt.Searcher(game, state, seed=turn, compiled=compiled)
            begun = time.process_time()
            searcher.run(simulations=simulations)
            if turn:
                rates[compiled].append(simulations / (time.process_time() - begun))
    pairs = zip(rates[True], rates[False], strict=True)
    print(f"compiled {spread(rates[True]).text(0)} simulations a second")
    print(f"interpreted {spread(rates[False]).text(0)}")
    print(f"times {spread([fast / slow for fast, slow in pairs]).text()}")


if __name__ == "__main__":
    main()
