"""A game followed by its updates."""

from __future__ import annotations

import socket
import threading

import pytest

from gametree.errors import BadParameter
from gametree.protocols.socket.client import Followed, ServerLeft, WireClient
from gametree.protocols.socket.forms import form_named

from .captured import GAMES
from .test_forms import updates


@pytest.mark.parametrize(("game", "moves", "digest"), GAMES)
def test_a_whole_game_is_followed(game, moves, digest):
    form = form_named(game)
    followed = Followed(form)
    for record, update in updates(form, moves.split()):
        followed.update(update)
        assert followed.record.positions == record.positions
        followed.update(update)  # once more changes nothing
        assert followed.record.positions == record.positions
    assert followed.record.over
    assert followed.winners == update["winners"]
    assert followed.jumped == 0


@pytest.mark.parametrize("game", ["t3", "connect_four", "reversi"])
def test_who_comes_in_the_middle_goes_on_from_there(game):
    form = form_named(game)
    _, moves, _ = next(each for each in GAMES if each[0] == game)
    told = [(record.state, update) for record, update in updates(form, moves.split())]
    followed = Followed(form)
    for state, update in told[20:-1]:
        followed.update(update)
        assert followed.record.state == state
    assert followed.jumped == 1
    assert followed.moved is not None
    followed.update(told[-1][1])
    assert followed.winners


def test_rules_of_the_servers_own_are_borne():
    """The published server takes a move into a finished board."""
    form = form_named("t3")
    mark = {"player": 1, "type": "X", "outer-row": 0, "outer-column": 0, "inner-row": 0}
    top = [{**mark, "inner-column": column} for column in range(3)]
    others = [{**each, "player": 2, "type": "O", "outer-row": 2, "inner-row": 1} for each in top]
    state = {
        "pieces": [*top, *others],
        "boards": [{"player": 1, "type": "X", "outer-row": 0, "outer-column": 0}],
        "constraint": {"outer-row": None, "outer-column": None},
        "player": 1,
        "previous_player": 2,
    }
    followed = Followed(form)
    last = {"player": 2, "action": {**others[0], "outer-row": 0}, "sequence": 7}
    followed.update({"type": "update", "board": None, "state": state, "last_action": last})
    assert followed.jumped == 1
    assert followed.record.player == 0
    names = {form.game.action_to_text(state, each) for each in followed.record.legal_actions()}
    assert "a3" not in names  # free, but in a board that is won
    assert "d1" in names


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": None},
        {"state": {"pieces": [], "player": 2}},
        {"state": {"pieces": [], "player": 1}, "last_action": {"action": {"column": 9}}},
        {"state": {"pieces": [], "player": 1}, "last_action": {"action": {"column": 1}}},
        {"state": {"pieces": [], "player": 1}, "winners": 3},
    ],
)
def test_what_is_no_update_of_the_game_is_refused(wrong):
    with pytest.raises(ServerLeft, match="none of connect_four"):
        Followed(form_named("connect_four")).update({"type": "update", **wrong})


@pytest.mark.parametrize("said", [b"HTTP/1.1 400 Bad Request\r\n", b"[]\n", b'{"type": 3}\n'])
def test_what_is_no_play_server_is_refused(said):
    with (
        answering(said) as port,
        WireClient("127.0.0.1", port) as client,
        pytest.raises(ServerLeft, match="no play server"),
    ):
        next(client.messages())


def test_nobody_there():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(BadParameter, match=f"no play server answers at 127.0.0.1, port {port}"):
        WireClient("127.0.0.1", port)


def test_a_server_that_says_nothing():
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        WireClient("127.0.0.1", listening.getsockname()[1], greeting_seconds=0.05) as client,
        pytest.raises(ServerLeft, match="says nothing"),
    ):
        next(client.messages())


class answering:  # noqa: N801
    """A server that says something and closes."""

    def __init__(self, said):
        self.said = said

    def __enter__(self):
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self.answer)
        self.thread.start()
        return self.listening.getsockname()[1]

    def answer(self):
        connection, _ = self.listening.accept()
        with connection:
            connection.sendall(self.said)

    def __exit__(self, *exception):
        self.thread.join(30)
        self.listening.close()
