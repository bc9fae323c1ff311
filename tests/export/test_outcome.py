"""What a page says of a finished game."""

from __future__ import annotations

from gametree.export.page_parts import page_text

PROGRAM = """
import { outcome } from "./outcome.js";
const name = (player) => `player ${player + 1}`;
const told = [[103], [1, -1], [0, 0], [-1, 0.5, 0.5], [0, 0, 0], [1, 3, 2]];
console.log(JSON.stringify(told.map((returns) => outcome(returns, name))));
"""


def test_who_wins_is_said_for_any_number_of_players(node, tmp_path):
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "outcome.js").write_text(page_text("outcome.js"), encoding="utf-8")
    assert node(tmp_path, PROGRAM) == [
        "Game over",
        "player 1 wins",
        "A draw",
        "player 2 and player 3 win",
        "A draw",
        "player 2 wins",
    ]
