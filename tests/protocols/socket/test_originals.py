"""Replicas of the original server and clients beside ours: the same bytes on every connection.

`GAMES` are whole games of the published programs, whose bytes they hold the replicas to.
"""

from __future__ import annotations

import hashlib
import json
import random
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

import pytest

from gametree.cli.commands.join import command as join
from gametree.protocols.socket.forms import NAMES, form_named
from gametree.record import Record

from .captured import GAMES
from .original import original_server
from .original_clients import OriginalClient
from .original_games import BOARDS
from .talk import seated, serving
from .tap import tapped

EXTRAS = {"C": 1.4, "max_depth": 9, "time": "0:00:01.000271"}

SCRIPTED = """
from gametree.players.player import Choice, Player

MOVES = {moves!r}


class Scripted(Player):
    def choose(self, record, limit):
        return Choice(record.game.text_to_action(record.state, MOVES[len(record.actions)]))
"""


def told_actions(game, moves):
    """Return the actions of a game as messages tell them: passes are not told."""
    form, told = form_named(game), []
    record = Record(form.game)
    for name in moves.split():
        if name != "pass":
            action = form.game.text_to_action(record.state, name)
            told.append(form.action_message(action))
            form.play(record, action)
    return told


def random_game(game, seed):
    """Return the actions of a random game by the rules of the replica."""
    rng, board, actions = random.Random(seed), BOARDS[game](), []
    while board.results() is None:
        actions.append(rng.choice(board.actions()))
        board.play(actions[-1])
    return actions


def scripted(actions):
    """Return what chooses for either seat: the action behind those that have been played."""
    return lambda number, state: actions[len(state["pieces"]) - 4 * ("row" in actions[0])]


def bytes_of(server, players):
    """Play a game between two players, made from a port; return what each seat heard and said."""
    with tapped(server) as tap, ThreadPoolExecutor() as pool:
        games = [pool.submit(player(tap.port)) for player in players]
        done, _ = wait(games, 120, FIRST_EXCEPTION)
        if len(done) < len(games):
            tap.close()  # the other one ends, too
        for each in done:
            each.result()
        return tap.seats()


def original(actions, extras=None):
    return lambda port: OriginalClient(port, scripted(actions), extras).play


def ours(path, game):
    """A client of `gametree join`, which plays the moves of a file."""
    words = ["--game", game, "--player", f"{path}:Scripted"]
    return lambda port: lambda: join.main(["127.0.0.1", str(port), *words], standalone_mode=False)


@pytest.mark.parametrize(("game", "moves", "digest"), GAMES)
def test_each_of_ours_in_the_place_of_an_original(game, moves, digest, tmp_path):
    actions = told_actions(game, moves)
    path = tmp_path / "scripted.py"
    path.write_text(SCRIPTED.format(moves=moves.split()))
    person, engine, mine = original(actions), original(actions, EXTRAS), ours(path, game)
    with original_server(game) as server:
        expected = bytes_of(server.port, [person, person])
    for heard, said in expected.values():
        updates = heard.split(b"\r\n", 1)[1]
        assert hashlib.sha256(updates).hexdigest() == digest
        assert said == b"".join(map(action_line, actions_of(said)))
    for players in ([person, mine], [mine, mine], [engine, mine]):
        with original_server(game) as server:
            assert plain(bytes_of(server.port, players)) == expected
    with serving(game, line_burst=1000) as port:  # four games, one after the other
        for players in ([person, person], [engine, engine], [mine, person], [mine, mine]):
            assert plain(bytes_of(port, players)) == expected


def actions_of(said):
    return [json.loads(line)["message"] for line in said.split(b"\r\n")[:-1]]


def action_line(action):
    return json.dumps({"type": "action", "message": action}).encode() + b"\r\n"


def plain(seats):
    """Return the bytes of a game without what engines add to their actions."""
    extras = b', "extras": ' + json.dumps(EXTRAS).encode()
    return {seat: (heard, said.replace(extras, b"")) for seat, (heard, said) in seats.items()}


@pytest.mark.parametrize("game", NAMES)
def test_random_games_of_the_replicas_are_the_same_on_both_servers(game):
    with serving(game, line_burst=1000) as port:
        for seed in range(6):
            actions = random_game(game, seed)
            players = [original(actions), original(actions, EXTRAS)]
            with original_server(game) as server:
                expected = bytes_of(server.port, [players[0], players[0]])
            assert plain(bytes_of(port, players)) == expected


# What no player may say in the first position: the answer is the same, and ours goes on.
WRONG = {
    "t3": [
        {"outer-row": 0, "outer-column": 3, "inner-row": 0, "inner-column": 0},
        {"outer-row": -1, "outer-column": 0, "inner-row": 0, "inner-column": 0},
    ],
    "connect_four": [{"column": 7}, {"column": -1}],
    "reversi": [{"row": 3, "column": 3}, {"row": 0, "column": 0}, {"row": 8, "column": 0}],
}
MALFORMED = ["well", "", "[1]", "{", "é", '{"type": "hello"}', '{"type": "action"}']


@pytest.mark.parametrize("game", NAMES)
def test_what_is_no_move_gets_the_same_answer_and_ours_goes_on(game):
    lines = [*map(action_line, WRONG[game])]
    lines += [json.dumps(action_line(WRONG[game][0]).decode()).encode() + b"\r\n"]  # a text
    lines += [f"{each}\r\n".encode() for each in MALFORMED]
    answers = []
    for line in lines:
        with original_server(game) as server, seated(server.port) as (first, _):
            first.line()
            first.send(line)
            answers.append(first.line())
    actions = random_game(game, 1)
    with original_server(game) as server:
        expected = played_on(server.port, actions)
    with serving(game, line_burst=1000) as port, seated(port) as (first, second):
        opening = first.line(), second.line()
        for line, answer in zip(lines, answers, strict=True):
            first.send(line)
            assert first.line() == answer
        assert opening + talked(actions, first, second) == expected


def played_on(port, actions):
    with seated(port) as (first, second):
        return first.line(), second.line(), *talked(actions, first, second)


def talked(actions, first, second):
    """Play a game in the plain form; return all updates behind the opening, and the end."""
    heard = []
    board, number = first, 1
    for action in actions:
        board.send(action_line(action))
        heard += [first.line(), second.line()]
        number = json.loads(heard[-1])["state"]["player"]
        board = first if number == 1 else second
    first.send(action_line(actions[0]))  # the end of a game ends the connection
    return (*heard, first.line(), second.line())


@pytest.mark.parametrize("game", NAMES)
def test_another_client_plays_on_for_one_that_has_left(game, tmp_path):
    moves = next(moves for name, moves, _ in GAMES if name == game)
    actions = told_actions(game, moves)
    path = tmp_path / "scripted.py"
    path.write_text(SCRIPTED.format(moves=moves.split()))
    person = original(actions)
    with original_server(game) as server:
        expected = bytes_of(server.port, [person, person])

    def leaves(port):
        """Leave in the middle, and have another one come."""

        def play():
            OriginalClient(port, until(len(actions) // 2, scripted(actions))).play()
            other = OriginalClient(port, scripted(actions))
            while other.number is None:  # declined: the server hears a moment later who has left
                other.play()

        return play

    for stays in (person, ours(path, game)):
        with serving(game, line_burst=1000) as port, tapped(port) as tap, ThreadPoolExecutor() as p:
            games = [p.submit(stays(tap.port)), p.submit(leaves(port))]
            for each in games:
                each.result(120)
            seat, (heard, said) = tap.seats().popitem()
            assert (heard, said) == expected[seat]


def until(most, choose):
    """Choose while fewer moves have been played, then leave."""
    return lambda number, state: None if len(state["pieces"]) >= most else choose(number, state)
