"""Views and clicks as data: what the page reads off a text is what `view_of` gives."""

from __future__ import annotations

import json

import pytest

import gametree as gt
from gametree.export.drawing import drawing_of
from gametree.export.learned_clicks import Clicked, learned_clicks
from gametree.export.learned_view import Unseen, learned, view_from
from gametree.export.page_parts import page_text
from gametree.rules.drawing import drawn
from gametree.views.of_game import view_of

# Checkers compares boards, backgammon reads words, kalah lists clicks, the puzzle what cells show.
GAMES = (
    gt.games.TicTacToe(),
    gt.games.Hex(5),
    gt.games.Checkers(),
    gt.games.Backgammon(),
    gt.games.Kalah(),
    gt.games.Nim(),
    gt.games.FifteenPuzzle(),
    gt.games.DotsAndBoxes(),
)

IN_NODE = """
import { readFileSync } from "node:fs";
import { viewOf } from "./views.js";
import { clicksOf } from "./clicks.js";
const found = JSON.parse(readFileSync("positions.json", "utf8")).map(({ drawing, positions }) =>
  positions.map(({ text, mover, moves, behind }) => {
    const view = viewOf(drawing, text, mover);
    const after = behind.map((each) => viewOf(drawing, each.text, each.mover));
    return { view, clicks: view && [...clicksOf(drawing, view, mover, moves, after)] };
  }),
);
console.log(JSON.stringify(found));
"""


def mover_of(game, state):
    if not list(game.legal_actions(state)):
        return "over"
    player = game.current_player(state)
    return "chance" if player == gt.CHANCE else str(player)


def positions_of(game, seed):
    """Return positions of a random game, each with its view, and the texts behind its moves."""
    rng = gt.Rng(seed)
    state = game.initial_state()
    found = []
    while len(found) < 60:
        actions = list(game.legal_actions(state))
        mover = mover_of(game, state)
        behind = [game.next_state(state, each) for each in actions]
        position = {
            "text": game.state_to_text(state),
            "mover": mover,
            "moves": [game.action_to_text(state, each) for each in actions],
            "behind": [
                {"text": game.state_to_text(each), "mover": mover_of(game, each)} for each in behind
            ],
        }
        found.append((position, view_of(game, state).to_dict()))
        if not actions:
            break
        if mover == "chance":
            state = game.next_state(state, drawn(game.chance_outcomes(state), rng))
        else:
            state = behind[rng.below(len(behind))]
    return found


def test_the_page_shows_what_the_view_of_a_game_shows(tmp_path, node):
    sent = []
    views = []
    for game in GAMES:
        found = positions_of(game, 7)
        positions = [position for position, _ in found]
        sent.append({"drawing": drawing_of(game), "positions": positions})
        views.append([view for _, view in found])
    for name in ("views.js", "clicks.js"):
        (tmp_path / name).write_text(page_text(name), encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (tmp_path / "positions.json").write_text(json.dumps(sent), encoding="utf-8")
    shown = node(tmp_path, IN_NODE)
    for game, of_page, right in zip(GAMES, shown, views, strict=True):
        drawn_as_text = sum(each["view"] is None for each in of_page)
        assert drawn_as_text <= 2, game.name
        for each, view in zip(of_page, right, strict=True):
            if each["view"] is not None:
                assert_alike(game.name, each["view"], view)
                assert_clicks(game.name, dict(each["clicks"]), view["moves"])


def assert_alike(name, found, view):
    for part in ("width", "height", "falls"):
        assert found[part] == view[part], name
    for part in ("lines", "texts"):
        assert len(found[part]) == len(view[part]), name
        assert all(each in view[part] for each in found[part]), name
    pieces = {cell["id"]: (cell["x"], cell["y"], cell["piece"]) for cell in found["cells"]}
    assert pieces == {
        cell["id"]: (cell["x"], cell["y"], cell["piece"]) for cell in view["cells"]
    }, name


def assert_clicks(name, found, moves):
    for move, clicks in moves.items():
        ways = found[move]
        if name == "backgammon":  # a turn is clicked by where each checker begins and ends
            assert all({*way} <= {*clicks} for way in ways) or not clicks, move
        elif name == "checkers":  # captures are clicked by where they begin and end
            assert ways in ([clicks], [[clicks[0], clicks[-1]]]), move
        elif clicks:
            assert ways == [clicks], (name, move)


def test_what_the_text_does_not_tell_is_not_learned():
    cell = {"id": "a1", "x": 0, "y": 0, "shape": "square", "size": 1, "shade": 0}
    cell |= {"label": "a1", "zone": "a1", "turn": 0}
    views = [
        {"width": 1, "height": 1, "falls": False, "lines": [], "texts": []}
        | {"cells": [{**cell, "piece": piece}]}
        for piece in (None, {"shape": "disc", "player": 0, "text": ""})
    ]
    told = [("x .", "0", views[0]), ("x O", "0", views[1])]
    data = learned(told)
    assert view_from(data, "x O", "0") == views[1]
    with pytest.raises(Unseen):
        view_from(data, "x ?", "0")
    assert learned([("x", "0", views[0]), ("x", "0", views[1])]) is None


def test_the_king_is_clicked_to_castle():
    def board(**pieces):
        cells = [f"{letter}1" for letter in "abcdefgh"]
        return [{"id": each, "zone": each, "piece": pieces.get(each)} for each in cells]

    king, rook = ({"shape": "text", "player": 0, "text": text} for text in "♚♜")
    before = board(a1=rook, e1=king, h1=rook)
    after = board(a1=rook, f1=rook, g1=king)
    position = Clicked("0", before, {"O-O": ("e1", "g1")}, {"O-O": lambda: after})
    other = Clicked(
        "0", before, {"Kd1": ("e1", "d1")}, {"Kd1": lambda: board(a1=rook, d1=king, h1=rook)}
    )
    assert learned_clicks([position, other]) == {"rule": "change", "words": {}, "listed": {}}
