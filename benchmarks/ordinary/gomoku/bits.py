"""Gomoku on bits, as the games of the package are written: what ordinary shapes are measured by."""

import gametree as gt
from plainpython.bits import lowest, nth, popcount, u64, without_lowest

# A row takes 10 bits, the last of which is never set, so that lines do not run on in the next row.
# The rows 0 to 5 lie in the first word, 6 to 8 in the second.
SPLIT = 60
ROWS = tuple(0b111_111_111 << 10 * row for row in range(6))
FIRST = u64(sum(ROWS))
SECOND = u64(sum(ROWS[:3]))
STEPS = (1, 10, 11, 9)


class Bits(gt.Game):
    """Two words for the stones of each player, and whether the last move has won.

    State: (stones of the player to move, stones of the other, moves made, whether five are in a
    row), the stones as two words each.
    """

    max_actions = 81

    def initial_state(self):
        return (u64(0), u64(0), u64(0), u64(0), 0, False)

    def current_player(self, state):
        return state[4] & 1

    def is_terminal(self, state):
        return state[5] or state[4] == 81

    def legal_actions(self, state):
        if self.is_terminal(state):
            return []
        actions = []
        first, second = self.free(state)
        while first:
            actions.append(cell_of(lowest(first)))
            first = without_lowest(first)
        while second:
            actions.append(cell_of(SPLIT + lowest(second)))
            second = without_lowest(second)
        return actions

    def fill_legal_actions(self, state, out):
        if self.is_terminal(state):
            return 0
        count = 0
        first, second = self.free(state)
        while first:
            out[count] = cell_of(lowest(first))
            first = without_lowest(first)
            count += 1
        while second:
            out[count] = cell_of(SPLIT + lowest(second))
            second = without_lowest(second)
            count += 1
        return count

    def random_action(self, state, rng):
        first, second = self.free(state)
        before = popcount(first)
        number = rng.below(before + popcount(second))
        if number < before:
            return cell_of(nth(first, number))
        return cell_of(SPLIT + nth(second, number - before))

    def free(self, state):
        return FIRST & ~(state[0] | state[2]), SECOND & ~(state[1] | state[3])

    def next_state(self, state, action):
        first, second, others_first, others_second, moves, _ = state
        bit = action + action // 9
        if bit < SPLIT:
            first = first | u64(1) << u64(bit)
        else:
            second = second | u64(1) << u64(bit - SPLIT)
        won = has_five(first, second)
        return (others_first, others_second, first, second, moves + 1, won)

    def returns(self, state):
        if not state[5]:
            return (0.0, 0.0)
        return (1.0, -1.0) if state[4] & 1 else (-1.0, 1.0)


def cell_of(bit):
    return bit - bit // 10


def has_five(first, second):
    """Tell whether five stones are in a row: two words, shifted as if they were one of 90 bits."""
    for step in STEPS:
        by, rest = u64(step), u64(SPLIT - step)
        pairs_first = first & (first >> by | second << rest)
        pairs_second = second & second >> by
        by, rest = u64(2 * step), u64(SPLIT - 2 * step)
        fours_first = pairs_first & (pairs_first >> by | pairs_second << rest)
        fours_second = pairs_second & pairs_second >> by
        by, rest = u64(4 * step), u64(SPLIT - 4 * step)
        if fours_second & second >> by:
            return True
        if fours_first & (first >> by | second << rest):
            return True
    return False
