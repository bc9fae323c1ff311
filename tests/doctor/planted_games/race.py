"""A race: three players, two pieces each, a die, and a way home; all the optional methods."""

from __future__ import annotations

import time
from typing import ClassVar

import gametree as gt

from . import planted

HOME = 8
PASS = 2
SIDES = 4


class Race(gt.Game):
    """Move a piece by the die; who meets another's sends it back. First with both at home."""

    players = 3
    max_actions = 4
    min_return = 0.0

    def initial_state(self):
        return (((0, 0), (0, 0), (0, 0)), 0, 0)

    def current_player(self, state):
        return state[1] if state[2] else gt.CHANCE

    def is_terminal(self, state):
        return any(min(pieces) == HOME for pieces in state[0])

    def legal_actions(self, state):
        pieces, player, die = state
        if self.is_terminal(state):
            return []
        if die == 0:
            return list(range(1, SIDES + 1))
        return [piece for piece in (0, 1) if pieces[player][piece] + die <= HOME] or [PASS]

    def fill_legal_actions(self, state, out):
        pieces, player, die = state
        count = 0
        if self.is_terminal(state):
            return 0
        if die == 0:
            for side in range(1, SIDES + 1):
                out[count] = side
                count += 1
            return count
        for piece in (0, 1):
            if pieces[player][piece] + die <= HOME:
                out[count] = piece
                count += 1
        if count == 0:
            out[0] = PASS
            count = 1
        return count

    def chance_outcomes(self, state):
        return [(side, 1 / SIDES) for side in range(1, SIDES + 1)]

    def next_state(self, state, action):
        pieces, player, die = state
        if die == 0:
            return (pieces, player, action)
        if action != PASS:
            mine = list(pieces[player])
            mine[action] += die
            pieces = self.moved(pieces, player, tuple(mine), mine[action])
        return (pieces, (player + 1) % 3, 0)

    def moved(self, pieces, player, mine, place):
        after = []
        for other in range(3):
            if other == player:
                after.append(mine)
            else:
                there = pieces[other]
                after.append(tuple(0 if at == place and at < HOME else at for at in there))
        return tuple(after)

    def returns(self, state):
        return tuple(1.0 if min(pieces) == HOME else 0.0 for pieces in state[0])

    def heuristic(self, state):
        steps = [sum(pieces) for pieces in state[0]]
        return tuple(step / (sum(steps) + 1) for step in steps)

    def key(self, state):
        return state


# The legal actions, written out a second time.


@planted("fill_legal_actions", "fill_legal_actions")
class OneShort(Race):
    def fill_legal_actions(self, state, out):
        count = Race.fill_legal_actions(self, state, out)
        return count - 1 if count == SIDES else count


@planted("fill_legal_actions", "fill_legal_actions")
class NoPass(Race):
    def fill_legal_actions(self, state, out):
        count = Race.fill_legal_actions(self, state, out)
        return 0 if count == 1 and out[0] == PASS else count


@planted("fill_legal_actions", "fill_legal_actions", "max_actions")
class TooLittleRoom(Race):
    max_actions = 3


# Returns for too few.


@planted("form of returns", "returns")
class TwoNumbers(Race):
    def returns(self, state):
        won = min(state[0][0]) == HOME
        return (1.0, 0.0) if won else (0.0, 1.0)


@planted("form of returns", "returns")
class NumberOfTheWinner(Race):
    def returns(self, state):
        return [min(pieces) == HOME for pieces in state[0]].index(True)


@planted("form of returns", "returns")
class ByName(Race):
    def returns(self, state):
        winner = [min(pieces) == HOME for pieces in state[0]].index(True)
        return {"winner": winner, "points": 1.0, "others": 0.0}


# Somebody else has won.


@planted("winner swapped", "returns")
class TheNextOne(Race):
    def returns(self, state):
        won = Race.returns(self, state)
        return (won[2], won[0], won[1])


@planted("winner swapped", "returns")
class TheOthers(Race):
    def returns(self, state):
        return tuple(1.0 - won for won in Race.returns(self, state))


@planted("winner swapped", "returns")
class FromTheMover(Race):
    def returns(self, state):
        won = Race.returns(self, state)
        return tuple(won[(state[1] + seat) % 3] for seat in range(3))


# Lists within the state.


class Listed(Race):
    """The same with lists for the pieces."""

    def initial_state(self):
        return ([[0, 0], [0, 0], [0, 0]], 0, 0)

    def next_state(self, state, action):
        pieces, player, die = state
        if die == 0:
            return (pieces, player, action)
        pieces = [list(each) for each in pieces]
        if action != PASS:
            self.move(pieces, player, action, die)
        return (pieces, (player + 1) % 3, 0)

    def move(self, pieces, player, piece, die):
        pieces[player][piece] += die
        place = pieces[player][piece]
        for other in range(3):
            for index in (0, 1):
                if other != player and pieces[other][index] == place < HOME:
                    pieces[other][index] = 0

    def key(self, state):
        return (tuple(map(tuple, state[0])), state[1], state[2])


@planted("mutation", "next_state")
class OuterListOnly(Listed):
    def next_state(self, state, action):
        pieces, player, die = state
        if die == 0:
            return (pieces, player, action)
        pieces = list(pieces)
        if action != PASS:
            self.move(pieces, player, action, die)
        return (pieces, (player + 1) % 3, 0)


@planted("mutation", "next_state")
class OthersShared(Listed):
    def next_state(self, state, action):
        pieces, player, die = state
        if die == 0:
            return (pieces, player, action)
        pieces = [list(each) if other == player else each for other, each in enumerate(pieces)]
        if action != PASS:
            self.move(pieces, player, action, die)
        return (pieces, (player + 1) % 3, 0)


@planted("mutation", "heuristic")
class SortsPieces(Listed):
    def heuristic(self, state):
        for pieces in state[0]:
            pieces.sort()
        return Listed.heuristic(self, state)


# Keys that forget.


@planted("keys", "key")
class NoPlayer(Race):
    def key(self, state):
        return (state[0], state[2])


@planted("keys", "key")
class NoDie(Race):
    def key(self, state):
        return (state[0], state[1])


@planted("keys", "key")
class Sums(Race):
    def key(self, state):
        return (tuple(sum(pieces) for pieces in state[0]), state[1], state[2])


# Nobody arrives.


@planted("no end", "legal_actions", "next_state", "the game", "is_terminal")
class BouncesBack(Race):
    def legal_actions(self, state):
        if state[2] == 0:
            return Race.legal_actions(self, state)
        return [0, 1]

    fill_legal_actions = gt.Game.fill_legal_actions

    def next_state(self, state, action):
        pieces, player, die = state
        if die == 0:
            return (pieces, player, action)
        mine = list(pieces[player])
        mine[action] = (mine[action] + die) % HOME
        pieces = self.moved(pieces, player, tuple(mine), mine[action])
        return (pieces, (player + 1) % 3, 0)


@planted("no end", "legal_actions", "next_state", "the game", "is_terminal")
class OneTooFar(Race):
    def is_terminal(self, state):
        return any(min(pieces) > HOME for pieces in state[0])


@planted("no end", "legal_actions", "next_state", "the game", "is_terminal")
class OnlyTheOldPiece(Race):
    def next_state(self, state, action):
        return Race.next_state(self, state, 0 if action == 1 and state[2] else action)


# Answers that depend on more than the state.


@planted("unsteady answers", "returns")
class ByTheClock(Race):
    def returns(self, state):
        late = 1e-9 * (time.perf_counter_ns() % 1000)
        return tuple(won * (1.0 - late) for won in Race.returns(self, state))


@planted("unsteady answers", "next_state", "current_player", "legal_actions")
class ClassCounter(Race):
    asked: ClassVar[list] = [0]

    def chance_outcomes(self, state):
        return Race.chance_outcomes(self, state)

    def next_state(self, state, action):
        self.asked[0] += 1
        pieces, player, die = Race.next_state(self, state, action)
        return (pieces, player, die) if self.asked[0] % 500 else (pieces, (player + 1) % 3, die)


_answers: dict = {}


@planted("unsteady answers", "heuristic")
class ByIdentity(Race):
    def heuristic(self, state):
        _answers.setdefault(id(state), len(_answers) / (1 + len(_answers)))
        guess = _answers[id(state)]
        return (guess, 1.0 - guess, 0.0)


# Nobody can move.


@planted("blocked", "legal_actions", "is_terminal")
class NoMoveLeft(Race):
    fill_legal_actions = gt.Game.fill_legal_actions

    def legal_actions(self, state):
        return [action for action in Race.legal_actions(self, state) if state[2] == 0 or action < 2]


@planted("blocked", "legal_actions", "returns")
class BlockedAndAsserted(Race):
    is_terminal = gt.Game.is_terminal
    fill_legal_actions = gt.Game.fill_legal_actions

    def legal_actions(self, state):
        pieces, player, die = state
        if any(min(each) == HOME for each in pieces):
            return []
        if die == 0:
            return list(range(1, SIDES + 1))
        return [piece for piece in (0, 1) if pieces[player][piece] + die <= HOME]

    def returns(self, state):
        won = Race.returns(self, state)
        assert sum(won) == 1, "nobody has won"
        return won


@planted("blocked", "legal_actions", "returns")
class BlockedAndNone(BlockedAndAsserted):
    def returns(self, state):
        won = Race.returns(self, state)
        return won if sum(won) == 1 else None
