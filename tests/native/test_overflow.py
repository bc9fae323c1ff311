"""Integers of rules that need more than 64 bits are refused, never cut off."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.native.build import compile_function
from plainpython import bits
from plainpython.machine_errors import MachineLimitError

HUGE = 2**63 - 1


def worked_out(a, b):
    total = a + b
    total -= 2 * b
    return total, a * b, a - b, a << 2


def shifted(a, places):
    return a << places


def test_results_of_64_bits_are_exact():
    compiled = compile_function(worked_out, 1, 1)
    for pair in ((5, 7), (-5, 7), (2**61 - 1, 1), (-(2**61), 3), (0, -HUGE // 2)):
        assert compiled(*pair) == worked_out(*pair)


@pytest.mark.parametrize(
    "pair", [(HUGE, 1), (-HUGE, 2), (2**32, 2**31), (2**62, 0), (-(2**62), 2**62)]
)
def test_longer_ones_are_refused(pair):
    assert not all(-(2**63) <= each < 2**63 for each in worked_out(*pair))
    with pytest.raises(OverflowError, match="more than 64 bits"):
        compile_function(worked_out, 1, 1)(*pair)


def test_shifts_are_those_of_python():
    compiled = compile_function(shifted, 1, 1)
    for value in (0, 1, -1, 3, -3, 2**40):
        for places in (0, 1, 22, 61, 62, 63, 64, 200, -1):
            try:
                wanted = shifted(value, places)
            except ValueError:
                with pytest.raises(ValueError, match="negative shift count"):
                    compiled(value, places)
                continue
            if -(2**63) <= wanted < 2**63:
                assert compiled(value, places) == wanted
            else:
                with pytest.raises(OverflowError):
                    compiled(value, places)


def counted(start, stop, step):
    return len(range(start, stop, step))


def looped(start, stop, step):
    found = []
    for number in range(start, stop, step):
        found.append(number)
        if len(found) == 3:
            break
    return found, number_in(range(start, stop))


def number_in(numbers):
    for number in numbers:
        return number
    return None


def unsigned(bit, step):
    return number_in(range(bits.u64(step) << bits.u64(bit)))


LONG = [(-(2**63), 2**62, 1), (2**62, -(2**63), -1), (2**62, -(2**63), 1), (-HUGE, HUGE, 2**61)]
SHORT = [(-(2**62), 2**62 - 1, 5), (0, HUGE, 2**61), (5, -5, -2), (5, -5, 2), (-HUGE, 0, 1)]


@pytest.mark.parametrize("function", [counted, looped])
def test_ranges_are_counted_or_refused(function):
    compiled = compile_function(function, 1, 1, 1)
    for case in SHORT:
        assert compiled(*case) == function(*case)
    for case in LONG:
        with pytest.raises(MachineLimitError, match="counted in 64 bits"):
            compiled(*case)
    compiled = compile_function(unsigned, 1, 1)
    assert compiled(62, 1) == 0
    assert compiled(1, 0) is None
    with pytest.raises(MachineLimitError, match="counted in 64 bits"):
        compiled(63, 1)


class Growing(gt.Game):
    """After one opening of forty a product that has more than 64 bits some forty moves later.

    No random game before compiling begins with it: they would show that it needs more bits.
    """

    def initial_state(self):
        return (1, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        if state[1] == 0:
            return list(range(40))
        return [2, 3] if state[1] < 60 else []

    def next_state(self, state, action):
        if state[1] == 0:
            return (2 if action == 17 else 1, 1)
        return (state[0] * action if state[0] > 1 else 1, state[1] + 1)

    def returns(self, state):
        return (1.0, -1.0) if state[0] % 7 > 3 else (-1.0, 1.0)


def test_a_search_names_the_moves_that_lead_there():
    with pytest.raises(gt.GameError, match=r"more than 64 bits \(after the moves 17 [23 ]+\)"):
        gt.search(Growing(), simulations=200, compiled=True, method="uct", seed=1)


def test_a_check_of_the_rules_finds_them():
    told = str(gt.check(Growing(), games=300))
    assert "OverflowError" in told


def without_the_least(a, b):
    return (a // b, abs(a), -a)


def test_the_least_integer_has_no_negative():
    compiled = compile_function(without_the_least, 1, 1)
    assert compiled(-HUGE, -1) == without_the_least(-HUGE, -1)
    assert compile_function(divided, 1, 1)(-HUGE - 1, 3) == divided(-HUGE - 1, 3)
    for function, arguments in ((divided, (-HUGE - 1, -1)), (magnitude, (-HUGE - 1,))):
        with pytest.raises(OverflowError, match="more than 64 bits"):
            compile_function(function, *([1] * len(arguments)))(*arguments)


def divided(a, b):
    return a // b


def magnitude(a):
    return abs(a)


def power(a, b):
    return a**b


def test_powers_are_exact_or_refused():
    compiled = compile_function(power, 1, 1)
    for pair in ((2, 62), (3, 39), (-2, 63), (2, 32), (0, 0), (1, 10**12), (-1, 10**12 + 1)):
        assert compiled(*pair) == power(*pair)
    for pair in ((2, 63), (3, 40), (2**32, 2), (-2, 64)):
        with pytest.raises(OverflowError, match="more than 64 bits"):
            compiled(*pair)


def quotients(a, b):
    return (a / b, divmod(a, b), a % b)


def test_quotients_are_exact_or_refused():
    compiled = compile_function(quotients, 1, 1)
    for pair in ((7, -2), (2**62, 3), (-(2**63), 2), (2**53 - 1, 10), (3 * 2**54, 7)):
        assert compiled(*pair) == quotients(*pair)
    with pytest.raises(NotImplementedError, match="53 bits"):
        compiled(2**53 + 1, 3)
    with pytest.raises(OverflowError, match="more than 64 bits"):
        compiled(-(2**63), -1)


def powers_by_number(a):
    return (a**2, a**3, a**1, a**0, (a or 1) ** -1, 2**-2)


def test_powers_by_a_number_need_no_square_that_is_not_theirs():
    compiled = compile_function(powers_by_number, 1)
    for value in (0, -3, 10**6, 2 * 10**6):
        assert compiled(value) == powers_by_number(value)
    assert list(map(type, compiled(2))) == list(map(type, powers_by_number(2)))
    with pytest.raises(OverflowError, match="more than 64 bits"):
        compiled(2**21)
    with pytest.raises(NotImplementedError, match=r"write float\(base\)"):
        compile_function(power, 1, 1)(2, -1)


def handled(a):
    try:
        return a * a
    except Exception:
        return 5


def test_no_handler_of_the_rules_hides_that_a_number_is_too_large():
    compiled = compile_function(handled, 1)
    assert compiled(3) == 9
    with pytest.raises(OverflowError, match="more than 64 bits"):
        compiled(2**32)
