"""Arithmetic of ints of 128 bits, compared with Python's."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plainpython.machine_errors import MachineOverflowError

from ...language.both_modes import outcome
from .long_game import FULL, LAST, MOST, compiled, long_game


@pytest.fixture(scope="module", autouse=True)
def _long():
    with long_game():
        yield


@pytest.fixture(scope="module")
def made():
    """Give functions compiled for long ints, each once."""
    known = {}

    def give(function, *examples):
        if function not in known:
            known[function] = compiled(function, *examples)
        return known[function]

    return give


ANY = st.one_of(
    st.integers(-MOST, MOST - 1),
    st.integers(0, FULL),
    st.sampled_from([0, 1, -1, LAST, -LAST, FULL, FULL + 1, MOST - 1, -MOST, 1 << 126]),
)
OPERATIONS = 14

repeatable = settings(deadline=None, derandomize=True, database=None)


def worked_out(a, b, which):
    if which == 0:
        return a + b
    if which == 1:
        return a - b
    if which == 2:
        return a * b
    if which == 3:
        return a & b
    if which == 4:
        return a | b
    if which == 5:
        return a ^ b
    if which == 6:
        return ~a
    if which == 7:
        return -a
    if which == 8:
        return abs(a)
    if which == 9:
        return a & -b
    if which == 10:
        return +a
    if which == 11:
        return int(a)
    if which == 12:
        a ^= b
        a |= 1
        a += True
        return a
    return max(a, b)


def agrees(made, function, *arguments):
    """Compare both modes: where a result has more than 128 bits, the compiled one refuses it."""
    try:
        wanted = function(*arguments)
    except (ValueError, ZeroDivisionError, IndexError) as error:
        with pytest.raises(type(error)):
            made(*arguments)
        return
    if type(wanted) is int and not -MOST <= wanted < MOST:
        with pytest.raises(MachineOverflowError, match="more than 128 bits"):
            made(*arguments)
    else:
        assert made(*arguments) == wanted
        assert type(made(*arguments)) is type(wanted)


@settings(repeatable, max_examples=1000)
@given(ANY, ANY, st.integers(0, OPERATIONS - 1))
@example(1, -MOST, 2)
@example(1 << 64, -1 << 63, 2)
@example(1 << 64, 1 << 63, 2)
def test_arithmetic_is_that_of_python(made, a, b, which):
    try:
        agrees(made(worked_out, LAST, LAST, 0), worked_out, a, b, which)
    except MachineOverflowError:  # on the way there
        assert (which, b) in {(9, -MOST)} or (which == 12 and (a ^ b) | 1 == MOST - 1)


def moved(a, places, which):
    if which == 0:
        return a << places
    if which == 1:
        return a >> places
    if which == 2:
        return 1 << places
    if which == 3:
        return 2**places
    if which == 4:
        return a << 9
    return a >> 9


@settings(repeatable, max_examples=600)
@given(ANY, st.integers(-3, 130), st.integers(0, 5))
def test_shifts_are_those_of_python(made, a, places, which):
    compiled_one = made(moved, LAST, 1, 0)
    if which == 3 and places < 0:
        with pytest.raises(NotImplementedError, match="a negative power of an int is a float"):
            compiled_one(a, places, which)
    else:
        agrees(compiled_one, moved, a, places, which)


def questions(a, b):
    return (
        (a == b, a != b, a < b, a <= b, a > b, a >= b),
        (bool(a), not a, 1 if a else 0),
        (a.bit_count(), a.bit_length(), bin(a).count("1"), (b & 1023).bit_length()),
        (bin(a), hex(b), bin(a)[2:].zfill(64)),
        (a & 63, a % 8, a % 64, [10, 20, 30, 40][a & 3]),
        (float(a), float(b), (a & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101),
    )


@settings(repeatable, max_examples=600)
@given(ANY, ANY)
def test_questions_have_python_s_answers(made, a, b):
    assert made(questions, LAST, LAST)(a, b) == questions(a, b)


def divided(a, b, which):
    if which == 0:
        return a // b
    return a % b


DIVISORS = st.one_of(
    ANY,
    st.integers(0, 126).map(lambda place: 1 << place),
    st.integers(1 - (1 << 31), (1 << 31) - 1),
)


@settings(repeatable, max_examples=600)
@given(ANY, DIVISORS, st.integers(0, 1))
@example(-MOST, -1, 0)
@example(-MOST, -1, 1)
@example(-LAST, -1, 0)
@example(-MOST, 7, 0)
@example(MOST - 1, -7, 1)
def test_division_is_that_of_python_or_refused(made, a, b, which):
    compiled_one = made(divided, LAST, LAST, 0)
    short = all(-LAST <= each < LAST for each in (a, b))
    if short or b == 0 or abs(b) < 1 << 31 or (b > 0 and b.bit_count() == 1):
        agrees(compiled_one, divided, a, b, which)
    else:
        with pytest.raises(NotImplementedError, match="divided by one of more than 31"):
            compiled_one(a, b, which)


def test_a_failing_rule_is_the_same_in_both_modes():
    assert outcome(compiled(moved, LAST, 1, 0), LAST, -1, 0) == outcome(moved, LAST, -1, 0)
