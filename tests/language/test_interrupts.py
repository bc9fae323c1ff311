from __future__ import annotations

import os
import signal

import llvmlite
import pytest

from plainpython.back_end.interrupts import ctrl_c_kept

WITHIN_LLVM = compile(
    "signal.raise_signal(signal.SIGINT)",
    os.path.join(os.path.dirname(llvmlite.__file__), "binding", "executionengine.py"),
    "exec",
)


@pytest.fixture(autouse=True)
def _pythons_own_handler():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_raised_at_once_outside_of_llvm():
    steps = []

    def work():
        with ctrl_c_kept():
            signal.raise_signal(signal.SIGINT)
            steps.append("after")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert steps == []


def test_ctrl_c_that_would_be_lost_is_raised_at_the_end():
    steps = []

    def work():
        with ctrl_c_kept():
            with ctrl_c_kept():  # compiling may ask for more to be compiled
                exec(WITHIN_LLVM, {"signal": signal})
                steps.append("inner")
            steps.append("outer")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert steps == ["inner", "outer"]


def test_a_handler_of_the_programs_own_stays_in_charge():
    heard = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    with ctrl_c_kept():
        exec(WITHIN_LLVM, {"signal": signal})
        signal.raise_signal(signal.SIGINT)
    assert heard == [signal.SIGINT] * 2
    signal.signal(signal.SIGINT, signal.default_int_handler)
