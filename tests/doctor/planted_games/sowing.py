"""Sowing, held out: a small Kalah, whose players move again and whose last mover often loses."""

from __future__ import annotations

import random

import gametree as gt

from . import planted

PITS = 4
STONES = 3
FIRST, SECOND = PITS, 2 * PITS + 1  # the stores


class Kalah(gt.Game):
    """Sow the stones of a pit; the last one into one's store moves again. Most stones win."""

    max_actions = PITS

    def initial_state(self):
        side = (STONES,) * PITS + (0,)
        return (side + side, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        board, player = state
        if not any(board[:FIRST]) or not any(board[FIRST + 1 : SECOND]):
            return []
        base = player * (PITS + 1)
        return [pit for pit in range(PITS) if board[base + pit] > 0]

    def next_state(self, state, action):
        pits, player = list(state[0]), state[1]
        place = player * (PITS + 1) + action
        stones, pits[place] = pits[place], 0
        other_store = SECOND if player == 0 else FIRST
        while stones:
            place = (place + 1) % len(pits)
            if place != other_store:
                pits[place] += 1
                stones -= 1
        return (tuple(pits), player if place in (FIRST, SECOND) else 1 - player)

    def returns(self, state):
        board = state[0]
        lead = sum(board[: FIRST + 1]) - sum(board[FIRST + 1 :])
        return (float((lead > 0) - (lead < 0)), float((lead < 0) - (lead > 0)))


@planted("winner swapped", "returns")
class MoreLose(Kalah):
    def returns(self, state):
        first, second = Kalah.returns(self, state)
        return (second, first)


@planted("winner swapped", "returns")
class MoverFirst(Kalah):
    def returns(self, state):
        # Of whoever would move next, then of the other.
        won = Kalah.returns(self, state)
        return won if state[1] == 0 else (abs(won[0]), -abs(won[0]))


@planted("mutation", "next_state")
class SameList(Kalah):
    def initial_state(self):
        board, player = Kalah.initial_state(self)
        return (list(board), player)

    def next_state(self, state, action):
        after, player = Kalah.next_state(self, state, action)
        state[0][:] = after
        return (state[0], player)


@planted("random rules", "next_state")
class SpilledStone(Kalah):
    def next_state(self, state, action):
        board, player = Kalah.next_state(self, state, action)
        if random.random() < 0.01 and board[0] > 0:
            board = (board[0] - 1, *board[1:])
        return (board, player)


@planted("hidden generator", "initial_state", "next_state")
class ShuffledPits(Kalah):
    def initial_state(self):
        board, _ = Kalah.initial_state(self)
        return (board, random.randrange(2))


@planted("the end", "is_terminal", "legal_actions")
class OverInStores(Kalah):
    def is_terminal(self, state):
        return state[0][FIRST] + state[0][SECOND] == 2 * PITS * STONES


@planted("unequal moves", "legal_actions")
class PitObjects(Kalah):
    class Pit:
        def __init__(self, index):
            self.index = index

    def legal_actions(self, state):
        return [self.Pit(pit) for pit in Kalah.legal_actions(self, state)]

    def next_state(self, state, action):
        return Kalah.next_state(self, state, action.index)


@planted("empty pits", "next_state", "legal_actions")
class EmptyPits(Kalah):
    def legal_actions(self, state):
        return list(range(PITS)) if Kalah.legal_actions(self, state) else []

    def next_state(self, state, action):
        if state[0][state[1] * (PITS + 1) + action] == 0:
            raise ValueError("this pit is empty")
        return Kalah.next_state(self, state, action)


@planted("keys", "key")
class StoresForgotten(Kalah):
    def key(self, state):
        board, player = state
        return (board[:FIRST], board[FIRST + 1 : SECOND], player)


@planted("players", "current_player")
class Parity(Kalah):
    def current_player(self, state):
        return sum(state[0][:FIRST]) // 5


@planted("no end", "legal_actions", "next_state", "the game")
class Returned(Kalah):
    def next_state(self, state, action):
        board, player = Kalah.next_state(self, state, action)
        pits = list(board)
        while pits[FIRST] > 2:
            pits[FIRST] -= 1
            pits[0] += 1
        while pits[SECOND] > 2:
            pits[SECOND] -= 1
            pits[FIRST + 1] += 1
        return (tuple(pits), player)


@planted("counts in the game", "returns", "next_state", "legal_actions")
class Remembers(Kalah):
    def __init__(self):
        self.stored = [0, 0]

    def next_state(self, state, action):
        board, player = Kalah.next_state(self, state, action)
        self.stored = [board[FIRST], board[SECOND]]
        return (board, player)

    def returns(self, state):
        lead = self.stored[0] - self.stored[1]
        return (1.0, -1.0) if lead > 0 else (-1.0, 1.0)
