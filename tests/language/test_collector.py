"""What is made within is kept from garbage collection, and all else is as it was.

Each test has a process of its own, and there the module alone: to look through what other tests
have compiled takes seconds, and so does to import Numba.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap

from plainpython.back_end import collector

BEGIN = f"""
import gc, runpy
collected_later = runpy.run_path({collector.__file__!r})["collected_later"]

def is_old(made):
    return any(each is made for each in gc.get_objects(generation=2))
"""


def run(script):
    """Run a script in a process of its own and return what it printed."""
    command = [sys.executable, "-c", BEGIN + textwrap.dedent(script) + "print('passed')"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_made_is_old_at_the_end():
    script = """
    with collected_later():
        assert not gc.isenabled()
        made = [[]]
        assert not is_old(made)
        with collected_later():
            pass
        assert not gc.isenabled()  # the context around it goes on
    assert gc.isenabled()
    assert is_old(made)
    assert gc.get_freeze_count() == 0
    """
    assert run(script) == "passed\n"


def test_cycles_that_are_dropped_are_collected_later():
    script = """
    class Cycle:
        pass

    with collected_later():
        dropped = Cycle()
        dropped.itself = dropped
        del dropped
    assert any(type(each) is Cycle for each in gc.get_objects())
    gc.collect()
    assert not any(type(each) is Cycle for each in gc.get_objects())
    """
    assert run(script) == "passed\n"


def test_what_a_program_has_frozen_stays_frozen():
    script = """
    frozen = [[]]
    gc.freeze()
    with collected_later():
        made = [[]]
    assert not is_old(frozen)
    assert gc.get_freeze_count() > 0
    assert not is_old(made)
    gc.unfreeze()
    with collected_later():
        made = [[]]
    assert not is_old(made)  # it does not count again
    """
    assert run(script) == "passed\n"


def test_a_collector_that_is_off_stays_off():
    script = """
    gc.disable()
    with collected_later():
        pass
    assert not gc.isenabled()
    """
    assert run(script) == "passed\n"
