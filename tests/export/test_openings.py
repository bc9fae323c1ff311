"""The first position of an export is kept where it is a record, which rules need not compile."""

from __future__ import annotations

import gametree as gt
from gametree.export import program
from gametree.export.openings import HeldOpening, opening_of
from gametree.naming.loading import load_game

from .conftest import GAMES


def test_records_are_kept_and_other_states_are_made():
    go, nim = gt.games.load("go"), gt.games.load("nim")
    state = go.initial_state()
    kept = opening_of(state)
    assert kept.position(go).tobytes() == state.tobytes()
    assert kept.position(go) is not state
    assert opening_of(nim.initial_state()).position(nim) == nim.initial_state()


def test_a_first_position_that_does_not_compile_is_kept(monkeypatch):
    held = []

    def kept(state):
        held.append(state)
        return HeldOpening(state)

    monkeypatch.setattr(program, "HeldOpening", kept)
    for name, method in (GAMES["held"], GAMES["naive"]):
        program.exported_game(load_game(name, {}, lambda sentence: None), method)
    (state,) = held
    assert [each.letter for each in state.pieces] == ["w", "r", "w", "r"]
