"""Games whose actions are not all made alike, and what actions are equal to."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

import gametree as gt

from .mixed import Height, Kind, Skip, Take, assert_same
from .values.both_modes import assert_lists_alike


def compared(actions, place):
    action = actions[place]
    return (
        action is None,
        action is not None,
        action == None,  # noqa: E711
        action != None,  # noqa: E711
        action == "pass",
        action != "pass",
        action == 2,
        action == (1, 2),
        action == (1, 2, 3),
        action == 2.5,
        action == 2.0,
        action == 1,
        action == (1.0, 2),
        action == Take(1, 2),
        action == Height.LOW,
        action is Height.LOW,
        action is Kind.SWAP,
        action == Kind.PASS,
        action in ("roll", "pass"),
        action in (2, 3),
        [action == each for each in (actions[0], actions[2], actions[4])],
        bool(action),
        not action,
        1 if action else 0,
    )


def test_values_of_two_kinds_are_not_equal():
    actions = [2, "pass", (1, 2), None, Kind.SWAP, Kind.PASS, "roll", 3, 0, "", 1]
    assert_same(compared, actions)
    assert_same(compared, ["pass", *Height, Take(1, 2), Skip(1, 2), Take(0, 0)])


def test_they_are_found_in_dicts_and_sets_by_what_they_are():
    assert_same(lambda actions, place: actions[place] in {1, 5}, [5, "one", "two", 1])
    assert_same(lambda actions, place: {"one": 1}.get(actions[place], -1), [5, "one", "two", 1])


class Piles(gt.Game):
    """Take from one of three piles; each player may pass once."""

    def initial_state(self):
        return ((3, 4, 2), 0, (False, False))

    def current_player(self, state):
        return state[1]

    def may_pass(self, state):
        return not state[2][state[1]]

    def took(self, state, pile, count):
        sizes = tuple(size - count if k == pile else size for k, size in enumerate(state[0]))
        return (sizes, 1 - state[1], state[2])

    def passed(self, state):
        done = tuple(was or player == state[1] for player, was in enumerate(state[2]))
        return (state[0], 1 - state[1], done)

    def is_terminal(self, state):
        return sum(state[0]) == 0

    def returns(self, state):
        return (1, -1) if state[1] == 1 else (-1, 1)


class SeveralLengths(Piles):
    def legal_actions(self, state):
        return self.taking(state) + ([("pass",)] if self.may_pass(state) else [])

    def taking(self, state):
        return [("take", p, n) for p, size in enumerate(state[0]) for n in range(1, size + 1)]

    def is_terminal(self, state):
        return len(self.legal_actions(state)) <= self.may_pass(state)

    def next_state(self, state, action):
        match action:
            case ("pass",):
                return self.passed(state)
            case (_, pile, count):
                return self.took(state, pile, count)


class Records(Piles):
    def legal_actions(self, state):
        actions = [Take(p, n) for p, size in enumerate(state[0]) for n in range(1, size + 1)]
        if self.may_pass(state):
            actions.append(Skip())
        return actions

    def next_state(self, state, action):
        if isinstance(action, Skip):
            return self.passed(state)
        return self.took(state, action.pile, action.count)


class OnAnArray(gt.Game):
    """A cell of an array is set by a pair, or nothing."""

    def initial_state(self):
        return (np.zeros((3, 3), np.int8), 0, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [(int(r), int(c)) for r, c in np.argwhere(state[0] == 0)] + ["pass"]

    def next_state(self, state, action):
        board, player, passes = state
        if action == "pass":
            return (board, 1 - player, passes + 1)
        board = board.copy()
        board[action] = 1 + player
        return (board, 1 - player, 0)

    def is_terminal(self, state):
        return state[2] == 2 or bool((state[0] != 0).all())

    def returns(self, state):
        ahead = np.count_nonzero(state[0] == 1) - np.count_nonzero(state[0] == 2)
        return (1, -1) if ahead > 0 else (-1, 1) if ahead < 0 else (0, 0)


@dataclass(frozen=True)
class Bid:
    kind: str  # a name that the functions that make such objects might use themselves
    record: int = 0


@dataclass(frozen=True)
class Table:
    deck: frozenset[int] = frozenset((3, 4, 5, 6))
    cards: tuple[tuple[int, ...], ...] = ((), ())
    card: int | None = None  # is set to an action, which may be a text
    bid: tuple[int, int] | None = None
    turn: int = 0
    passes: int = 0
    last: str = ""
    first: Bid = Bid("none")

    def moves(self):
        moves = []
        for bid in ((1, 1), (1, 2), (2, 1)):
            if self.bid is None or bid > self.bid:
                moves.append(bid)
        if self.bid is not None:
            moves.append("no thanks")
        return moves


class CardsAndBids(gt.Game):
    """Chance deals ints, players bid pairs or say a long text; fields hold what actions were."""

    def initial_state(self):
        return replace(Table(), card=3, deck=frozenset((4, 5, 6)))

    def current_player(self, state):
        return gt.CHANCE if state.card is None else state.turn

    def legal_actions(self, state):
        if state.card is None:
            return sorted(state.deck) if state.deck else []
        return state.moves()

    def chance_outcomes(self, state):
        return [(card, 1 / len(state.deck)) for card in sorted(state.deck)]

    def next_state(self, state, action):
        if state.card is None:
            return replace(state, card=action, deck=state.deck - {action}, bid=None)
        if self.current_player(state) == state.turn and action == "no thanks":
            cards = [list(each) for each in state.cards]
            cards[state.turn].append(state.card)
            others = state.cards[1 - state.turn] + (state.card,)
            cards = tuple(tuple(each) for each in cards)
            passes = state.passes + (len(others) > 2)
            return replace(state, card=None, cards=cards, last=action, passes=passes)
        if not isinstance(action, str) and state.bid is not None and not action > state.bid:
            raise ValueError(action)
        first = replace(state.first, kind=f"{state.card}: {action == 'no'}", record=1)
        return replace(state, bid=action, turn=1 - state.turn, first=first)

    def returns(self, state):
        ahead = len(state.cards[0]) - len(state.cards[1]) + (state.first.kind == "4: False")
        return (float(ahead), -float(ahead))


class CountsAndPasses(gt.Game):
    """Ints that are put beside floats, and a text."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        return [] if state[1] >= 4 else ["pass", 1, 2, 3]

    def next_state(self, state, action):
        if action == "pass":
            return (state[0], state[1] + 1)
        gained = int(action * 1.5) + int(2.5 - action) + int(7.5 / action) + int(action % 1.5 * 2)
        return ((state[0] + gained) % 7, state[1] + 1)

    def returns(self, state):
        return (1.0, -1.0) if state[0] % 2 else (-1.0, 1.0)


def test_an_int_beside_a_float_is_not_cut_off():
    assert_lists_alike(CountsAndPasses())


@pytest.mark.parametrize("rules", [SeveralLengths, Records, OnAnArray, CardsAndBids])
def test_both_modes_play_alike(rules):
    assert_lists_alike(rules())
