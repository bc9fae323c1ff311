"""Parts of actions that are not all made alike."""

from __future__ import annotations

import pytest

from plainpython.machine_errors import MachineLimitError

from .mixed import Skip, Take, assert_same, buffer_of, compiled_for, outcome

CELLS = [10, 20, 30, 40]


def of_classes(actions, place):
    action = actions[place]
    return (
        isinstance(action, int),
        isinstance(action, str),
        isinstance(action, tuple),
        isinstance(action, (int, tuple)),
        action is None,
    )


def used(actions, place):
    action = actions[place]
    if isinstance(action, int):
        return action + CELLS[action], 0
    if isinstance(action, str):
        return len(action), action.startswith("a")
    row, column = action
    return CELLS[row] + action[1], column * action[0] + len(action)


def of_lengths(actions, place):
    action = actions[place]
    if action[0] == "pass":
        return 0
    if len(action) == 2:
        _, cell = action
        return cell
    _, row, column = action
    return row * 10 + column


def of_records(actions, place):
    action = actions[place]
    if action.pile < 0:
        return action.pile, "below"
    if isinstance(action, Skip):
        return action.why, "skip"
    return action.pile * 10 + action.count, "take"


def matched(actions, place):
    match actions[place]:
        case "pass":
            return -1
        case (row, column):
            return row * 10 + column
        case int(number):
            return number + 0
        case _:
            return -2


def digits(actions, place):
    action = actions[place]
    if not isinstance(action, str):
        return (-1,)
    return tuple([int(each) if each != "-" else 0 for each in action])


def numbers(actions, place):
    action = actions[place]
    if isinstance(action, str):
        return sum(1 for _ in str(action))
    total = 0
    for each in action:
        total = 10 * total + each
    return total


def test_classes():
    assert_same(of_classes, [2, "pass", (1, 2), None])


def test_each_is_used_as_what_it_is():
    assert_same(used, [2, "abba", (1, 2), 0, "", (3, 0)])


def test_tuples_of_several_lengths():
    assert_same(of_lengths, [("pass",), ("put", 3), ("move", 2, 7)])


def test_attributes():
    assert_same(of_records, [Take(1, 2), Skip(7), Take(0, 3)])


def test_loops():
    assert_same(digits, [2, "12-", "", 7])
    assert_same(numbers, [(1, 2), "ab", (3, 0), "c"])


def test_patterns():
    assert_same(matched, ["pass", (2, 3), 5, None])


@pytest.mark.parametrize(
    "function",
    [
        lambda actions, place: actions[place] + 1,
        lambda actions, place: CELLS[actions[place]],
    ],
    ids=["a sum", "an index"],
)
def test_what_is_of_another_kind_ends_the_search(function):
    packed = buffer_of([2, "pass"])
    made = compiled_for(function, packed)
    assert outcome(made, packed, 0) == function([2], 0)
    assert outcome(made, packed, 1) is MachineLimitError


def test_a_loop_over_another_kind_ends_the_search():
    packed = buffer_of(["12", 2])
    made = compiled_for(lambda actions, place: sum(1 for _ in actions[place]), packed)
    assert outcome(made, packed, 0) == 2
    assert outcome(made, packed, 1) is MachineLimitError
