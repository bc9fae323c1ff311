"""Puzzles are mined beside searches that come first."""

from __future__ import annotations

from gametree.coach.puzzle import Puzzle

from .asking import PATIENCE, last_of, pool_of


def test_mining_gives_way_and_goes_on_with_what_it_has_found(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    mined = {
        "kind": "puzzles", "count": 1000, "max_visits": 500, "seed": 1, "priority": -1,
        "report_every": 0.02,
    }  # fmt: skip
    with pool_of(workers=1) as asking:
        ticket, reports = asking.submit(client="a", max_time=3600.0, **mined)
        while not (before := reports.get(timeout=PATIENCE))["puzzles"]:
            assert before["isDuringSearch"]
        assert last_of(asking.submit(client="b", max_visits=10)[1])[-1]["moveInfos"]
        while not reports.empty():
            reports.get()
        after = reports.get(timeout=PATIENCE)
        assert after["isDuringSearch"]
        assert after["puzzles"][: len(before["puzzles"])] == before["puzzles"]
        asking.call(ticket.cancel)
        stored = len(list(tmp_path.glob("puzzles/TicTacToe-*.json")))
        assert stored == 1  # as it gave way
        found = asking.ask(**{**mined, "count": 1})[-1]["puzzles"]
        assert {each["moves"][0] for each in before["puzzles"]} <= {e["moves"][0] for e in found}
        assert [Puzzle.from_dict(each, "").to_dict() for each in found] == found
