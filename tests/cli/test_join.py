"""`gametree join` on a replica of the original server, and on ours."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from ..protocols.socket.original import original_server
from ..protocols.socket.talk import Socket, serving


def lowest(client):
    """Play the lowest column that is not full until the game is over; return the last message."""
    number = client.hear()["message"]
    while True:
        message = client.hear()
        if "winners" in message:
            return message
        if message["state"]["player"] == number:
            columns = [piece["column"] for piece in message["state"]["pieces"]]
            client.act(column=next(each for each in range(7) if columns.count(each) < 6))


@pytest.fixture
def opponent():
    """Somebody who plays in a thread of his own on a port."""
    threads = []

    def sit(port):
        def play():
            with Socket(port) as client:
                lowest(client)

        threads.append(threading.Thread(target=play))
        threads[-1].start()

    yield sit
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_a_player_on_the_original_server(run, opponent, player):
    with original_server() as server:
        opponent(server.port)
        told = run(
            "join", "127.0.0.1", str(server.port), "--game", "connect_four", "--player", player,
            "--seed", "1",
        )  # fmt: skip
        assert told.exit_code == 0, told.output
        number = 1 if "you are player 1 (X)" in told.output else 2
        ends = {1: "you win", 0: "you lose", 0.5: "a draw"}
        assert ends[server.results[number]] in told.output
        assert f"player {3 - number} " in told.output
        moves = told.output.splitlines()[-1].removeprefix("moves: ").split()
        assert len(moves) == server.board.moves


def test_a_search_plays_on_the_original_server(run, opponent):
    with original_server() as server:
        opponent(server.port)
        told = run(
            "join", "127.0.0.1", str(server.port), "--game", "connect_four", "--player",
            "mcts:simulations=20", "--seed", "1",
        )  # fmt: skip
        assert told.exit_code == 0, told.output
        assert server.results is not None


def test_a_person_may_mistype(run, opponent):
    with serving("connect_four") as port:
        opponent(port)
        lines = "nonsense\n9\n" + "4\n" * 4 + "5\n6\n7\n3\n2\n1\n" * 10
        told = run(
            "join", "127.0.0.1", str(port), "--game", "connect_four", "--player", "human",
            input=lines,
        )  # fmt: skip
        assert told.exit_code == 0, told.output
        assert "your move: " in told.output
        assert ") is to move" in told.output
        assert "'nonsense' is no legal move here" in told.output
        assert "you win" in told.output or "you lose" in told.output


def test_it_needs_no_extra():
    """Neither the client nor the server of the protocol loads what the extra web brings."""
    script = (
        "import sys, gametree.cli.commands.join\n"
        "import gametree.protocols.socket.client, gametree.protocols.socket.server\n"
        "assert not {'fastapi', 'sqlalchemy', 'websockets', 'uvicorn'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_person_may_leave(run):
    with serving("connect_four") as port, Socket(port) as other:
        number = other.hear()["message"]
        if number == 1:
            other.act(column=3)
        told = run(
            "join", "127.0.0.1", str(port), "--game", "connect_four", "--player", "human", input=""
        )
        assert told.exit_code == 0
        assert "you have left the game" in told.output


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (b'{"type": "decline", "message": "Game in progress."}\n', "declines: Game in progress."),
        (b'{"type": "player", "message": 7}\n', "the seat 7, where 1 or 2 was expected"),
        (b'{"type": "player", "message": 1}\n', "closed the connection before the game was over"),
        (b'{"type": "update"}\n', "sends 'update', which has no meaning here"),
        (b"hello\n", "what answers is no play server of this protocol"),
    ],
)
def test_what_a_server_does_wrong_is_one_sentence(run, said, sentence):
    from ..protocols.socket.test_client import answering

    with answering(said) as port:
        told = run("join", "127.0.0.1", str(port), "--player", "random")
    assert told.exit_code == 2
    assert sentence in told.output


def test_a_server_of_another_game(run):
    with serving("connect_four") as port:
        told = run("join", "127.0.0.1", str(port), "--game", "t3", "--player", "random")
        assert told.exit_code == 2
        assert "perhaps it serves another game" in told.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess"], "the protocol has no game 'chess'"),
        (["--player", "robot"], "there is no player 'robot'"),
        ([], "no play server answers at 127.0.0.1, port 1"),
    ],
)
def test_what_is_asked_wrongly(run, arguments, sentence):
    told = run("join", "127.0.0.1", "1", *arguments)
    assert told.exit_code == 2
    assert sentence in told.output
