"""The first position of an export is kept where it is a record, which rules need not compile."""

from __future__ import annotations

import gametree as gt
from gametree.export.openings import opening_of


def test_records_are_kept_and_other_states_are_made():
    go, nim = gt.games.load("go"), gt.games.load("nim")
    state = go.initial_state()
    kept = opening_of(state)
    assert kept.position(go).tobytes() == state.tobytes()
    assert kept.position(go) is not state
    assert opening_of(nim.initial_state()).position(nim) == nim.initial_state()
