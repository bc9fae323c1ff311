"""The play server, as plain sockets see it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import socket

import pytest

from gametree.errors import BadParameter, UnknownGame
from gametree.protocols.socket.forms import form_named
from gametree.protocols.socket.server import start
from gametree.record import Record

from .captured import GAMES
from .talk import Socket, seated, serving

FIRST = {
    "t3": b'{"type": "update", "board": null, "state": {"pieces": [], "boards": [], "constraint": '
    b'{"outer-row": null, "outer-column": null}, "player": 1, "previous_player": 2}}\r\n',
    "connect_four": b'{"type": "update", "board": null, "state": {"pieces": [], "player": 1, '
    b'"previous_player": 2}}\r\n',
    "reversi": b'{"type": "update", "board": null, "state": {"pieces": [{"type": "disc", "player": '
    b'2, "row": 3, "column": 3}, {"type": "disc", "player": 1, "row": 3, "column": 4}, {"type": '
    b'"disc", "player": 1, "row": 4, "column": 3}, {"type": "disc", "player": 2, "row": 4, '
    b'"column": 4}], "player": 1, "previous_player": 2}}\r\n',
}

EXCHANGES = [
    (
        "t3",
        b'{"type": "action", "message": {"outer-row": 0, "outer-column": 1, "inner-row": 2, '
        b'"inner-column": 2}}\r\n',
        b'{"type": "update", "board": null, "state": {"pieces": [{"player": 1, "type": "X", '
        b'"outer-row": 0, "outer-column": 1, "inner-row": 2, "inner-column": 2}], "boards": [], '
        b'"constraint": {"outer-row": 2, "outer-column": 2}, "player": 2, "previous_player": 1}, '
        b'"last_action": {"player": 1, "action": {"outer-row": 0, "outer-column": 1, "inner-row": '
        b'2, "inner-column": 2}, "sequence": 2}}\r\n',
    ),
    (
        "connect_four",
        b'{"type": "action", "message": {"column": 1}}\r\n',
        b'{"type": "update", "board": null, "state": {"pieces": [{"type": "disc", "player": 1, '
        b'"row": 0, "column": 1}], "player": 2, "previous_player": 1}, "last_action": {"player": '
        b'1, "action": {"column": 1}, "sequence": 2}}\r\n',
    ),
    (
        "reversi",
        b'{"type": "action", "message": {"row": 3, "column": 2}, "extras": {"C": 1.4}}\r\n',
        b'{"type": "update", "board": null, "state": {"pieces": [{"type": "disc", "player": 1, '
        b'"row": 3, "column": 2}, {"type": "disc", "player": 1, "row": 3, "column": 3}, {"type": '
        b'"disc", "player": 1, "row": 3, "column": 4}, {"type": "disc", "player": 1, "row": 4, '
        b'"column": 3}, {"type": "disc", "player": 2, "row": 4, "column": 4}], "player": 2, '
        b'"previous_player": 1}, "last_action": {"player": 1, "action": {"row": 3, "column": 2}, '
        b'"sequence": 2}}\r\n',
    ),
]


@pytest.fixture
def port():
    """A server of connect four."""
    with serving("connect_four") as port:
        yield port


@pytest.mark.parametrize(("game", "said", "answer"), EXCHANGES)
def test_the_captured_exchanges(game, said, answer):
    with serving(game) as port, Socket(port) as one, Socket(port) as other:
        numbers = {one.line(): one, other.line(): other}
        first = numbers.pop(b'{"type": "player", "message": 1}\r\n')
        second = numbers.pop(b'{"type": "player", "message": 2}\r\n')
        assert first.line() == second.line() == FIRST[game]
        with Socket(port) as third:
            assert third.line() == b'{"type": "decline", "message": "Game in progress."}\r\n'
            assert third.line() == b""
        first.send(said)
        assert first.line() == second.line() == answer


@pytest.mark.parametrize("game", FIRST)
def test_whole_games_byte_for_byte(game):
    games = [each for each in GAMES if each[0] == game]
    form = form_named(game)
    with serving(game, line_burst=1000) as port:
        for _, moves, digest in games:
            record, heard = Record(form.game), {1: hashlib.sha256(), 2: hashlib.sha256()}
            with seated(port) as players:
                for name in moves.split():
                    if name == "pass":
                        continue
                    for number, player in enumerate(players, start=1):
                        heard[number].update(player.line())
                    action = form.game.text_to_action(record.state, name)
                    players[record.player].act(**form.action_message(action))
                    form.play(record, action)
                for number, player in enumerate(players, start=1):
                    heard[number].update(player.line())
                    assert player.line() == b""  # closed
            assert [each.hexdigest() for each in heard.values()] == [digest, digest]


@pytest.mark.parametrize(
    "line",
    [
        "well",
        "",
        "[1]",
        '"action"',
        "{",
        '{"type": "action"',
        '{"type": "hello"}',
        '{"type": "action"}',
        '{"type": "action", "message": {"column": "1"}}',
        '{"type": "action", "message": {"row": 1}}',
        '{"type": "action", "message": {"column": NaN}}',
        "é\U0001f600",
        "[" * 60_000,
        "9" * 60_000,
    ],
)
def test_a_malformed_line_gets_its_answer_and_the_game_goes_on(port, line):
    with seated(port) as (first, second):
        first.hear(), second.hear()
        first.send(line.encode() + b"\r\n")
        assert first.line() == json.dumps({"type": "error", "message": line}).encode() + b"\r\n"
        first.act(column=3)
        assert first.hear()["last_action"]["action"] == second.hear()["last_action"]["action"]


def test_illegal_moves_get_their_answer_and_the_game_goes_on(port):
    with seated(port) as (first, second):
        first.hear(), second.hear()
        for column in (7, -1, 10**40):
            first.act(column=column)
            assert first.hear() == {"type": "illegal", "message": {"column": column}}
        second.act(column=3)  # not his turn
        assert second.line() == b'{"type": "illegal", "message": {"column": 3}}\r\n'
        for player in (first, second, first, second, first, second):
            player.act(column=0)
            first.hear(), second.hear()
        first.act(column=0)  # full
        assert first.line() == b'{"type": "illegal", "message": {"column": 0}}\r\n'
        first.act(column=1)
        assert first.hear()["last_action"] == second.hear()["last_action"]


def test_no_move_goes_into_a_finished_board():
    form = form_named("t3")
    _, moves, _ = GAMES[0]
    record, refused = Record(form.game), 0
    with serving("t3", line_burst=1000) as port, seated(port) as players:
        for name in moves.split():
            _, told = (player.hear() for player in players)
            state = told["state"]
            if state["boards"] and state["constraint"]["outer-row"] is None:
                action = free_cell(state)
                players[record.player].act(**action)
                assert players[record.player].hear() == {"type": "illegal", "message": action}
                refused += 1
            action = form.game.text_to_action(record.state, name)
            players[record.player].act(**form.action_message(action))
            form.play(record, action)
    assert refused > 3


def free_cell(state):
    """Return an action in the first finished board."""
    keys = ("outer-row", "outer-column", "inner-row", "inner-column")
    taken = {tuple(piece[key] for key in keys) for piece in state["pieces"]}
    board = state["boards"][0]
    cells = [(board["outer-row"], board["outer-column"], c // 3, c % 3) for c in range(9)]
    return dict(zip(keys, next(cell for cell in cells if cell not in taken), strict=True))


def test_what_else_a_client_says_of_a_move_is_told_to_nobody(port):
    with seated(port) as (first, second):
        first.hear(), second.hear()
        first.act(secret="x", column=4)
        assert second.hear()["last_action"]["action"] == first.hear()["last_action"]["action"]


def test_who_comes_after_the_first_move_hears_of_it(port):
    with Socket(port) as early:
        while early.hear()["message"] != 1:  # until he has the first seat
            early.close()
            early.__init__(port)
        opening = early.line()
        early.act(column=3)
        moved = early.line()
        with Socket(port) as late:
            assert [late.line(), late.line(), late.line()] == [
                b'{"type": "player", "message": 2}\r\n',
                opening,
                moved,
            ]


def test_another_takes_the_seat_of_a_client_that_has_left(port):
    with seated(port) as (first, second):
        first.hear(), second.hear()
        first.act(column=3)
        first.hear()
        told = second.line()
        second.send(b'{"type": "act')  # in the middle of a line
        second.close()
        with next_at(port) as newcomer:
            assert newcomer.hear() == {"type": "player", "message": 2}
            assert newcomer.line() == told
            newcomer.act(column=3)
            assert newcomer.hear() == first.hear()


def test_when_both_have_left_a_new_game_begins():
    journal = Journal()
    with serving("connect_four", journal=journal) as port:
        with seated(port) as (first, second):
            first.hear(), second.hear()
            first.act(column=3)
            first.hear()
        for _ in range(1000):  # the server hears a moment later who has left
            with next_at(port) as newcomer:
                assert newcomer.hear()["type"] == "player"
                if newcomer.hear()["state"]["pieces"] == []:
                    break
        assert journal.written == [("4", True)]
        assert journal.closed == 1


class Journal:
    def __init__(self):
        self.written, self.closed = [], 0

    async def move(self, name, *, first):
        self.written.append((name, first))

    def close(self):
        self.closed += 1


def next_at(port):
    """Return a client once a seat is free: the server hears a moment later who has left."""
    while True:
        client = Socket(port)
        if client.file.peek(20).startswith(b'{"type": "player"'):
            return client
        client.close()


def test_the_position_is_told_again_to_who_falls_silent_after_a_refusal():
    with serving("connect_four", reminder_seconds=0.05) as port, seated(port) as (first, _):
        told = first.line()
        first.act(column=9)
        assert first.hear()["type"] == "illegal"
        assert first.line() == told
        first.send(b"well\r\n")
        assert first.hear()["type"] == "error"
        assert first.line() == told


def test_a_line_that_is_too_long_is_answered_by_its_beginning(port):
    with seated(port) as (first, second):
        first.hear(), second.hear()
        first.send(b"x" * 200_000 + b"\r\n")
        assert first.hear() == {"type": "error", "message": "x" * 200}
        first.act(column=3)
        assert first.hear() == second.hear()


def test_a_browser_that_a_page_sends_here_makes_no_move(port):
    with seated(port) as (first, second):
        first.hear(), second.hear()
        action = b'{"type": "action", "message": {"column": 3}}\r\n'
        first.send(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + action)
        assert first.line() == b'{"type": "error", "message": "POST / HTTP/1.1"}\r\n'
        assert first.line() == b""
        with next_at(port) as newcomer:
            assert newcomer.hear() == {"type": "player", "message": 1}
            assert newcomer.hear()["state"]["pieces"] == []


def test_many_messages_in_one_piece_and_one_in_many(port):
    with seated(port) as (first, second):
        first.hear(), second.hear()
        said = b'{"type": "action", "message": {"column": 2}}\r\n'
        first.send(said + said)
        assert first.hear() == second.hear()
        assert first.hear()["type"] == "illegal"  # it is the other's turn
        for byte in said:
            second.send(bytes([byte]))
        assert first.hear() == second.hear()


def test_a_client_that_floods_has_to_wait_and_the_others_play():
    slow = {"line_burst": 5, "lines_a_second": 5}
    with serving("connect_four", **slow) as port, seated(port) as (first, second):
        first.hear(), second.hear()
        second.send(b"x\n" * 200)
        first.act(column=3)
        assert first.hear()["last_action"]["sequence"] == 2
        while second.hear()["type"] == "error":
            pass
        assert second.hear()["type"] == "error"  # most of it is still to come


def test_a_client_that_reads_nothing_is_dropped():
    bounds = {"most_waiting": 10_000, "line_burst": 10_000, "lines_a_second": 10_000}
    with serving("connect_four", **bounds) as port, seated(port) as (first, second):
        first.hear(), second.hear()
        second.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(OSError):
            flood(second)
        first.act(column=3)
        assert first.hear()["last_action"]["sequence"] == 2


def flood(client):
    for _ in range(10_000):
        client.send(b"x" * 50_000 + b"\n")


def test_who_says_nothing_and_is_told_nothing_has_to_go():
    with serving("connect_four", idle_seconds=0.2) as port, Socket(port) as client:
        client.hear(), client.hear()
        assert client.line() == b""


def test_there_is_no_room_for_any_number_of_connections():
    with serving("connect_four", most_connections=1) as port, Socket(port) as first:
        first.hear()
        with Socket(port) as second:
            assert second.line() == b""


def test_moves_are_written_down_before_anybody_is_told():
    form = form_named("reversi")
    _, moves, _ = next(each for each in GAMES if each[0] == "reversi")
    journal = Journal()
    with serving("reversi", journal=journal, line_burst=1000) as port:
        record = Record(form.game)
        with seated(port) as players:
            players[0].hear(), players[1].hear()
            for name in moves.split():
                if name == "pass":
                    continue
                action = form.game.text_to_action(record.state, name)
                players[record.player].act(**form.action_message(action))
                form.play(record, action)
                players[0].hear(), players[1].hear()
                assert len(journal.written) == len(record.actions)
    assert [name for name, _ in journal.written] == moves.split()
    assert journal.closed == 1
    assert [first for _, first in journal.written] == [True] + [False] * (len(moves.split()) - 1)


def test_what_cannot_be_served_is_said_in_a_sentence(port):
    with pytest.raises(UnknownGame):
        asyncio.run(start("chess", port=0))
    with pytest.raises(BadParameter, match=f"cannot listen at 127.0.0.1, port {port}: "):
        asyncio.run(start("t3", port=port))
    with pytest.raises(BadParameter, match="cannot listen"):
        asyncio.run(start("t3", port=70_000))
