"""The keys of earlier positions: arrays and dictionaries tell the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree.native.build import compile_function
from gametree.rules import position_history as past
from gametree.rules.workspace import PastFull, make_workspace

ROOM = 40

# Many keys share a slot: they differ only in bits that the table does not look at.
keys = st.sampled_from([0, 1, 2, 1 << 8, 1 << 9, 5 << 8, -1, -(1 << 63), 77 << 12, (1 << 63) - 1])
steps = st.lists(st.one_of(keys.map(lambda key: ("note", key)), st.just(("back", 3))), max_size=60)


def workspace(*, compiled):
    return make_workspace(2, 4, 4, ROOM, compiled=compiled, state=0)


def native(name):
    return getattr(past, name).__native_twin__


@settings(max_examples=300)
@given(steps)
def test_arrays_tell_what_dictionaries_tell(steps):
    plain, arrays = workspace(compiled=False), workspace(compiled=True)
    line = []
    for step, value in steps:
        if step == "note" and len(line) < ROOM:
            line.append(value)
            past.note(plain, value)
            native("note")(arrays, value)
        elif step == "back":
            del line[max(0, len(line) - value) :]
            past.forget(plain, len(line))
            native("forget")(arrays, len(line))
        assert past.length(plain) == native("length")(arrays) == len(line)
        if not line:
            continue
        count = line.count(line[-1])
        assert past.occurrences(plain) == native("occurrences")(arrays) == count
        if count > 1:
            since = line[-2::-1].index(line[-1]) + 1
            assert past.plies_since(plain) == native("plies_since")(arrays) == since
    native("forget")(arrays, 0)
    assert not arrays.table.any()


def test_compiled_code_finds_what_python_noted():
    work = workspace(compiled=True)
    for key in [5, 7, 5, -(1 << 63), 5]:
        past.native_note(work, key)
    assert compile_function(past.occurrences, work)(work) == 3
    assert compile_function(past.plies_since, work)(work) == 2
    compile_function(past.forget, work, 3)(work, 3)
    assert compile_function(past.occurrences, work)(work) == 2


def test_a_full_past_asks_for_room():
    work = workspace(compiled=True)
    for key in range(ROOM):
        past.native_note(work, key)
    with pytest.raises(PastFull):
        past.native_note(work, 1)
    assert past.native_note is native("note")
