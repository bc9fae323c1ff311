"""The games as messages tell them."""

from __future__ import annotations

import hashlib

import pytest

from gametree.errors import UnknownGame
from gametree.protocols.socket.form import Misread
from gametree.protocols.socket.forms import NAMES, form_named
from gametree.protocols.socket.lines import line_of
from gametree.record import Record

from .captured import GAMES


def updates(form, names):
    """Yield the record and the update of each position of a game, as the server tells them."""
    record = Record(form.game)
    yield record, {"type": "update", "board": None, "state": form.state_message(record)}
    for name in names:
        if name == "pass":  # made without being told
            continue
        action = form.game.text_to_action(record.state, name)
        player = record.player + 1
        form.play(record, action)
        update = {
            "type": "update",
            "board": None,
            "state": form.state_message(record),
            "last_action": {
                "player": player,
                "action": form.action_message(action),
                "sequence": 1 + form.moves_sent(record),
            },
        }
        if record.over:
            update |= {"winners": form.winners(record), "points": form.points(record)}
        yield record, update


@pytest.mark.parametrize(("game", "moves", "digest"), GAMES)
def test_whole_games_are_told_as_the_published_servers_told_them(game, moves, digest):
    form = form_named(game)
    told = [line_of(update) for _, update in updates(form, moves.split())]
    assert hashlib.sha256(b"".join(told)).hexdigest() == digest


@pytest.mark.parametrize(("game", "moves", "digest"), GAMES)
def test_positions_and_actions_are_read_as_they_were_told(game, moves, digest):
    form = form_named(game)
    for record, update in updates(form, moves.split()):
        if not record.over:
            assert form.state_of(update["state"]) == record.state
            for action in record.legal_actions():
                assert form.action_of(form.action_message(action)) == action


def test_games_go_by_both_names():
    assert NAMES == ("t3", "connect_four", "reversi")
    assert form_named("othello").name == "reversi"
    with pytest.raises(UnknownGame, match="no game 'chess'; it has t3, connect_four, reversi"):
        form_named("chess")


INSIDE = {"outer-row": 0, "outer-column": 0, "inner-row": 0}


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("connect_four", None),
        ("connect_four", []),
        ("connect_four", {}),
        ("connect_four", {"column": "1"}),
        ("connect_four", {"column": True}),
        ("connect_four", {"column": 1.0}),
        ("connect_four", {"row": 1}),
        ("reversi", {"row": 2}),
        ("t3", INSIDE),
        ("t3", {**INSIDE, "inner-column": None}),
    ],
)
def test_what_is_no_action_is_misread(game, told):
    with pytest.raises(Misread):
        form_named(game).action_of(told)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("connect_four", {"column": 7}),
        ("connect_four", {"column": -1}),
        ("connect_four", {"column": 10**40}),
        ("reversi", {"row": 0, "column": 8}),
        ("reversi", {"row": 8, "column": 0}),
        ("t3", {**INSIDE, "inner-column": 3}),
    ],
)
def test_a_place_that_is_none_is_no_action(game, told):
    assert form_named(game).action_of(told) is None


DISC = {"type": "disc", "player": 1, "row": 0, "column": 0}
TURN = {"player": 2, "previous_player": 1}


@pytest.mark.parametrize(
    ("game", "state"),
    [
        ("connect_four", None),
        ("connect_four", {}),
        ("connect_four", {"pieces": [], "player": 3}),
        ("connect_four", {"pieces": [], **TURN}),
        ("connect_four", {"pieces": [7], **TURN}),
        ("connect_four", {"pieces": [{**DISC, "row": 6}], **TURN}),
        ("connect_four", {"pieces": [DISC, {**DISC, "player": 2}], **TURN}),
        ("reversi", {"pieces": [DISC, {**DISC, "player": 2}], **TURN}),
        ("t3", {"pieces": [DISC], "boards": [], **TURN}),
        ("t3", {"pieces": [], **TURN}),
        ("t3", {"pieces": [], "boards": [3], **TURN}),
    ],
)
def test_what_is_no_position_is_misread(game, state):
    with pytest.raises(Misread):
        form_named(game).state_of(state)
