"""Values that change after they are kept."""

from __future__ import annotations

from plainpython.values.memory import apart, keep, release, settle

from .both_modes import compiled


def long_line(plies):
    """Play on from a state that is kept, and shares with all after it what it remembers."""
    state = ([0], [1])
    kept = keep()
    for ply in range(1, plies):
        needless = [ply] * 4_000
        state[1].append(len(needless) % 7 + ply)
        state = settle((state[0] + [ply], state[1]))
    total = 0
    for ply in state[0]:
        total = total * 31 % 10_007 + state[1][ply]
    release(kept)
    return total


def line_of_its_own(plies):
    """Play on from a copy of a state that is kept; return what both of them come to."""
    state = [1]
    kept = keep()
    other = apart(state)
    for ply in range(1, plies):
        needless = [ply] * 4_000
        other.append(len(needless) % 7 + ply)
        other = settle(other)
    total = sum(other)
    release(kept)
    state.append(3)
    return total, sum(state)


def test_what_is_put_into_kept_values_settles_with_the_state():
    total = 1
    for ply in range(1, 80):
        total = total * 31 % 10_007 + 4_000 % 7 + ply
    assert compiled(long_line, 80)(80) == total


def test_a_copy_leaves_the_kept_state_as_it_was():
    expected = 1 + sum(4_000 % 7 + ply for ply in range(1, 80))
    assert compiled(line_of_its_own, 80)(80) == (expected, 4)
