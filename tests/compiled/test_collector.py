"""What is made within is kept from garbage collection, and all else is as it was."""

from __future__ import annotations

import gc

import pytest

from gametree.compiled import collector
from gametree.compiled.collector import collected_later


@pytest.fixture
def thawed(monkeypatch):
    """Nothing is frozen, as in most programs, and what the tests had frozen is so again."""
    monkeypatch.setattr(collector, "_freezes", False)
    gc.unfreeze()
    gc.collect()
    yield
    gc.collect()
    gc.freeze()


def is_old(made):
    return any(each is made for each in gc.get_objects(generation=2))


@pytest.mark.usefixtures("thawed")
def test_what_is_made_is_old_at_the_end():
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


@pytest.mark.usefixtures("thawed")
def test_cycles_that_are_dropped_are_collected_later():
    class Cycle:
        pass

    with collected_later():
        dropped = Cycle()
        dropped.itself = dropped
        del dropped
    gc.collect()
    assert not any(type(each) is Cycle for each in gc.get_objects())


@pytest.mark.usefixtures("thawed")
def test_what_a_program_has_frozen_stays_frozen():
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


def test_a_collector_that_is_off_stays_off():
    gc.disable()
    try:
        with collected_later():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
