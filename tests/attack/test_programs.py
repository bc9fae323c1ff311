"""A few of the random programs of `make attack`, and what tells two outcomes apart."""

from __future__ import annotations

import pytest

from attack import modes
from attack.judge import Failed
from attack.programs import HEADER
from attack.watched import do

NUMBERS = {
    "expressions": 3,
    "programs": 1,
    "control": 2,
    "objects": 2,
    "arrays": 2,
    "mixed": 3,
    "joined": 2,
    "members": 2,
    "nones": 3,
    "unset": 2,
    "closures": 4,
    "iterators": 2,
    "sets": 3,
}


@pytest.mark.parametrize("family", NUMBERS)
def test_random_programs_give_the_same_in_both_modes(family):
    found = do((family, "test", 0, NUMBERS[family]), modes.attempt)
    assert found.failures == []
    assert found.kinds["the same"] > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True), (1, 1.0), (0.0, -0.0), ((1, 2), [1, 2]), ([1.0], [1]),
        ({1: 2, 3: 4}, {3: 4, 1: 2}), ({1}, frozenset([1])), (None, 0), ("1", 1),
    ],
)  # fmt: skip
def test_values_are_told_apart(one, other):
    assert modes.told(one) != modes.told(other)


def test_equal_values_are_not_told_apart():
    assert modes.told((float("nan"), {3, 1}, "a")) == modes.told((float("nan"), {1, 3}, "a"))


def program(*lines):
    return HEADER + "def play(n, x, row, flag):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("lines", "beyond"),
    [
        (["class Box:", "    count = 2**62", "Box().count -= n * -1"], True),
        (["[[n], [n]].pop()[0] += n"], True),
        (["w = [n, 0]", "w[w.pop()] += 1", "w[0:1] += [3]"], False),
    ],
)
def test_numbers_beyond_64_bits_are_seen_where_they_are_assigned(lines, beyond):
    assert modes.Program(program(*lines, "return (n,)")).exceeds((2**62, 0, (), False)) == beyond


def test_a_difference_is_found(monkeypatch):
    monkeypatch.setattr(modes.Program, "compiled", lambda self: lambda *case: (case[0] + 0.0,))
    with pytest.raises(Failed, match=r"int 3.* interpreted, .*float 3.0.* compiled"):
        modes.compare(program("return (n,)"))


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["return (n * 3,)"], "the same"),  # beyond 64 bits for one of the cases
        (["return (sum([n, n, -n]),)"], "the same"),  # only on the way
        (["v = [n, 0]", "v[0] += n", "return (v[1],)"], "the same"),
        (["return (row[n],)"], "the same"),  # no such item for some of them
        (["v = ITEMS", "try:", "    v.append(n)", "except KeyError:", "    n = 0", "return (n,)"],
         "the same"),  # what it raises says that it cannot go on
        (["while True:", "    n = abs(n)"], "too long"),
        (["return (n + 'a',)"], "no program"),
        (["return (eval('1'),)"], "refused"),
    ],
)  # fmt: skip
def test_what_comes_of_a_program(lines, kind):
    assert modes.compare(program(*lines)).startswith(kind)
