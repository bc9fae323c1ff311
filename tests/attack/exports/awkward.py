"""A game whose rules fail in many ways, on purpose, where players ask for it.

Random games hardly ever get there: gametree tries rules with those before it exports them.
"""

import gametree as gt

CODE = (3, 1, 4, 1)
"""Moves after which ARM is legal; the traps are legal behind it."""
ARM = 10
# What each trap breaks, there or in the position behind it.
TRAPS = tuple(range(20, 31))
RAISES, NO_MOVES, NO_PLAYER, NO_TEXT, NO_NAME, NO_RESULT, DEEP, DEEPER, LARGE, ZERO, ODD = TRAPS
LAST = 9
MOVES = 8


def depth(number: int, *kept: int) -> int:
    """Return a number after so many calls, each of which keeps much while others run."""
    if number == 0:
        return sum(kept) % 7
    row = [number + each for each in range(4)]
    one, two, three, four = row
    text = f"{one} {two}"
    below = depth(number - 1, two, three, four)
    return (below + len(text) + one * two + three * four + sum(row) + sum(kept)) % 1000


class Awkward(gt.Game):
    """Nine moves of small numbers, one of them by chance."""

    def initial_state(self):
        return ((), 0, 0)  # moves so far, who moves, the trap that was chosen

    def current_player(self, state):
        moves, player, trap = state
        if trap == NO_PLAYER:
            raise ValueError("nobody knows who moves")
        return gt.CHANCE if len(moves) == 6 else player

    def legal_actions(self, state):
        moves, _, trap = state
        if trap == NO_MOVES:
            raise KeyError("no list of moves")
        if len(moves) == LAST or trap == NO_RESULT:
            return []
        legal = list(range(5 if len(moves) == 6 else MOVES))
        if moves == CODE:
            legal.append(ARM)
        elif len(moves) == 5 and moves[4] == ARM:
            legal += list(TRAPS)
        return legal

    def chance_outcomes(self, state):
        return [(0, 0.5), (1, 0.25), (2, 0.125), (3, 0.0625), (4, 0.0625)]

    def next_state(self, state, action):
        moves, player, _ = state
        value = action
        if action == RAISES:
            raise ValueError("this move cannot be played")
        if action == DEEP:
            value = depth(900, 1, 2, 3)
        elif action == DEEPER:
            value = depth(100_000, 1, 2, 3)
        elif action == LARGE:
            value = len([str(each) for each in range(3_000_000)])
        elif action == ZERO:
            value = 1 // (action - ZERO)
        trap = action if action in TRAPS else 0
        return ((*moves, value), 1 - player, trap)

    def returns(self, state):
        moves, _, trap = state
        if trap == NO_RESULT:
            raise IndexError("no result")
        left = sum(moves) % 3 - 1
        return (float(left), float(-left))

    def state_to_text(self, state):
        moves, player, trap = state
        if trap == NO_TEXT:
            raise ValueError("no text")
        if trap == ODD:
            return "é €  \x00 \ud800 end"
        return f"{' '.join([str(each) for each in moves])} | {player}"

    def action_to_text(self, state, action):
        if state[2] == NO_NAME and action == 3:
            raise ValueError("no name")
        return f"m{action}é"


OPENING = (*CODE, MOVES)
"""The indices of the moves that lead to the traps."""


class Known(Awkward):
    """The same as exports play it: they have less memory than Python."""

    def next_state(self, state, action):
        if action == LARGE:
            raise MemoryError
        return super().next_state(state, action)
