from __future__ import annotations

from gametree.numbers.counting import counted


def test_one_of_a_thing_and_many():
    assert counted(1, "visit") == "1 visit"
    assert counted(0, "visit") == "0 visits"
    assert counted(2000, "ply", "plies") == "2,000 plies"
