"""Games of the play server, watched over the WebSocket."""

from __future__ import annotations

import asyncio
import importlib
import signal
from typing import ClassVar

import pytest
from click.testing import CliRunner

from gametree.cli import main
from gametree.protocols.socket.forms import form_named
from gametree.protocols.socket.watched import WatchedGames
from gametree.record import Record
from gametree.server.messages.refusal import Refusal
from server.subprocesses import served, until

from .captured import GAMES
from .talk import Socket, seated


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path}/games.sqlite"


def test_a_game_on_the_socket_is_seen_on_the_page_and_kept_and_the_socket_ends_with_the_server(
    database,
):
    arguments = ["nim", "--socket-port", "0", "--socket-game", "reversi"]
    form = form_named("reversi")
    _, moves, _ = next(each for each in GAMES if each[0] == "reversi")
    with served(database, *arguments) as server:
        assert [each["id"] for each in server.get("/api/rules")] == ["nim", "othello"]
        port = int(server.process.stdout.readline().split()[-1])
        record = Record(form.game)
        watcher = None
        with seated(port) as players:
            players[0].hear(), players[1].hear()
            for name in moves.split():
                if name == "pass":
                    continue
                action = form.game.text_to_action(record.state, name)
                players[record.player].act(**form.action_message(action))
                form.play(record, action)
                assert players[0].line() == players[1].line()
                if watcher is None:
                    game_id = server.process.stdout.readline().rpartition("#/g/")[2].strip()
                    watcher, room = server.join(game_id)
                    assert room["game"]["id"] == "othello"
                    assert [each["move"] for each in room["moves"]] == ["d3"]
                    assert [each["connected"] for each in room["seats"]] == [True, True]
        for name in moves.split()[1:]:
            assert until(watcher, "event", what="move")["event"]["move"] == name
        gone = until(watcher, "event", what="seat")["room"]
        assert [each["connected"] for each in gone["seats"]] == [False, False]
        kept = server.get(f"/api/games/{game_id}/record")
        assert kept["moves"] == moves.split()
        assert kept["returns"] == record.returns
        with Socket(port) as client:
            client.hear()
            assert client.hear()["state"]["pieces"] != []
            server.process.send_signal(signal.SIGTERM)
            assert client.line() == b""
        _, errors = server.process.communicate(timeout=30)
        assert (server.process.returncode, errors) == (0, "")


class Unserved:
    """Takes the place of the server, and notes what would be played on the socket."""

    played: ClassVar[list[str]] = []

    def __init__(self, settings, listening, database, first, played, place, level, *, opens):
        self.played.append(played.name)

    async def run(self, ending):
        pass


def test_the_game_on_the_socket_is_t3_unless_another_one_is_named(monkeypatch):
    monkeypatch.setattr(
        importlib.import_module("gametree.cli.commands.serve"), "_Serving", Unserved
    )
    monkeypatch.setattr(Unserved, "played", [])
    for named in ([], ["--socket-game", "connect_four"]):
        arguments = ["serve", "nim", "--port", "0", "--socket-port", "0", *named]
        assert CliRunner().invoke(main, arguments).exit_code == 0
    assert Unserved.played == ["t3", "connect_four"]


class Live:
    """A game that is lost after the first move."""

    def __init__(self):
        self.here, self.moves = set(), 0

    async def join(self, client, since):
        self.here.add(client)

    def leave(self, client):
        self.here.remove(client)

    async def decide(self, decision):
        self.moves += 1
        if self.moves > 1:
            raise Refusal("busy", "the log is full")


class Hub:
    def __init__(self):
        self.games = []
        self.rules = None

    async def create(self, wish):
        self.games.append(Live())
        return {"id": f"g{len(self.games)}"}

    async def room(self, game_id):
        return self.games[-1]


def test_a_game_that_cannot_be_written_goes_on_unseen():
    hub, told = Hub(), []
    games = WatchedGames(hub, form_named("t3"), "http://here/", told.append)

    async def play():
        for first in (True, False, False, True):
            await games.move("a1", first=first)
        assert [len(each.here) for each in hub.games] == [0, 1]
        games.close()
        games.close()

    asyncio.run(play())
    lost = "the game of t3 goes on, but nobody can watch it: the log is full"
    begun = "a game of t3 has begun: http://here/#/g/"
    assert told == [f"{begun}g1", lost, f"{begun}g2"]
    assert [(len(each.here), each.moves) for each in hub.games] == [(0, 2), (0, 1)]
