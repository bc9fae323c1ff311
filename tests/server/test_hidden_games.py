"""Games that hide something: each seat receives what it may know, and nothing else."""

import json
import random

import pytest

from gametree import games
from gametree.actors import CHANCE

from .table import ENGINE, HUMAN, new_game, seated, server, until
from .twins import twins


class _Scripted:
    """Rules whose chance draws the events of a script."""

    def __init__(self, rules):
        self._draw, self._play = rules.draw, rules.play
        self.script = []
        rules.draw = self.draw

    async def draw(self, spec, parameters, line):
        if not self.script:
            return await self._draw(spec, parameters, line)
        return await self._play(spec, parameters, line, self.script[len(line)][1])


@pytest.fixture(scope="module")
def hidden_games(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hidden")
    with server(folder, games=games.hidden_names()) as client:
        client.chance = _Scripted(client.hub.rules)
        yield client


@pytest.fixture
def table(hidden_games):
    """The server, with chance that no other test has scripted."""
    hidden_games.chance.script = []
    return hidden_games


def frames(socket):
    """Return all frames until now, but those that say who is connected."""
    socket.send_json({"type": "ping", "ref": "last"})
    found = []
    while True:
        text = socket.receive_text()
        told = json.loads(text)
        if told["type"] == "pong":
            return found
        if told.get("event", {}).get("what") != "seat":
            found.append(text)


def heard(table, name, line, seat, players):
    """Play a line; return the frames of a seat, and of somebody who watches."""
    table.chance.script = line
    game_id, tokens = new_game(table, *[HUMAN] * players, game=name)
    texts = []
    with seated(table, game_id, tokens[seat]) as own, seated(table, game_id) as watching:
        texts += [json.dumps({**own.room, "seats": [], "id": "", "watchers": 0})]
        for number, (mover, move) in enumerate(line):
            if mover == CHANCE:
                continue
            if mover == seat:
                own.send_json({"type": "play", "move": move})
                frames_now = frames(own)
                texts += frames_now
                assert all(json.loads(each)["type"] == "event" for each in frames_now), frames_now
                continue
            with seated(table, game_id, tokens[mover]) as other:
                other.send_json({"type": "play", "move": move})
                for text in frames(other):
                    assert json.loads(text)["type"] == "event", (number, text)
        texts += frames(own)
        texts += ["watching", *frames(watching)]
    return [each.replace(game_id, "") for each in texts]


@pytest.mark.parametrize("name", games.hidden_names())
def test_a_seat_hears_the_same_of_two_games_that_it_cannot_tell_apart(table, name):
    game = games.load(name)
    rng = random.Random(name)
    seat = game.players - 1
    most = {"hearts": 62, "knock_out_whist": 30, "goofspiel": 13}.get(name, 14)
    first, second = twins(game, seat, most, rng)
    assert first != second
    told = heard(table, name, first, seat, game.players)
    assert told == heard(table, name, second, seat, game.players)
    assert len(told) > 2


def test_everything_is_shown_at_the_end_and_nothing_before(table):
    table.chance.script = None
    game_id, (first, _) = new_game(table, HUMAN, HUMAN, game="leduc_poker")
    path = f"/api/games/{game_id}"
    with seated(table, game_id, first) as a, seated(table, game_id) as watching:
        assert a.room["game"]["hides"]
        dealt = json.loads(frames(a)[-1])["room"]["position"]
        assert dealt["player"] == 0
        shown = [cell["piece"]["shape"] for cell in dealt["view"]["cells"] if cell["piece"]]
        assert sorted(shown) == ["back", "card"]
        public = watching.room["position"]
        assert [each["piece"] for each in public["view"]["cells"] if each["piece"]] == [
            {"shape": "back", "player": None, "text": ""}
        ] * 2
        assert public["moves"] == []
        assert table.get(path).json()["moves"] == []
        assert table.get(f"{path}/record").json()["error"]["code"] == "hidden"
        for kind, told in (
            ("look", {"moves": []}),
            ("think", {"on": True, "moves": ["call"]}),
            ("whyNot", {"move": "call"}),
            ("explore", {"on": True}),
            ("trace", {}),
            ("offer", {"what": "undo"}),
        ):
            a.send_json({"type": kind, **told})
            assert until(a, "refused")["code"] in ("hidden", "fair_play"), kind
        watching.send_json({"type": "think", "on": True})
        assert until(watching, "refused")["code"] == "hidden"
        a.send_json({"type": "resign"})
        over = until(watching, "event", what="resign")["room"]
        faces = [each["piece"]["shape"] for each in over["position"]["view"]["cells"][:2]]
        assert faces[:2] == ["card", "card"]
        assert [each["player"] for each in over["moves"]] == [-1, -1]
        assert len(table.get(f"{path}/record").json()["moves"]) == 2


def test_choices_are_secret_until_all_have_chosen(table):
    game_id, tokens = new_game(table, HUMAN, HUMAN, game="rock_paper_scissors")
    with seated(table, game_id, tokens[0]) as a, seated(table, game_id, tokens[1]) as b:
        b.send_json({"type": "play", "move": "rock", "ply": 0})
        told = until(a, "event", what="choice")
        assert told["event"] == {"what": "choice", "seat": 1}
        assert told["room"]["position"]["choosing"] == [0]
        assert "rock" not in json.dumps(told["room"]["position"]["chosen"])
        assert until(b, "event", what="choice")["room"]["position"]["chosen"] == "rock"
        b.send_json({"type": "play", "move": "paper", "ply": 0})
        assert until(b, "refused")["code"] == "not_your_turn"
    table.hub.live.clear()  # a restart: the log keeps the choice
    with seated(table, game_id, tokens[0]) as a, seated(table, game_id, tokens[1]) as b:
        assert b.room["position"]["chosen"] == "rock"
        assert a.room["position"]["chosen"] is None
        a.send_json({"type": "play", "move": "paper", "ply": 0})
        over = until(a, "event", what="move")["room"]
        assert over["over"]["returns"] == [1.0, -1.0]
        assert [each["move"] for each in over["moves"]] == ["paper", "rock"]


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"moves": ["jack"]}, "moves"),
        ({"clock": "300+2"}, "clock"),
        ({"seats": [HUMAN, {"kind": "engine", "player": "alphabeta"}]}, "seats.1.player"),
    ],
)
def test_what_would_show_something_is_refused_at_the_start(table, told, field):
    wish = {"game": "kuhn_poker", "seats": [HUMAN, HUMAN], **told}
    error = table.post("/api/games", json=wish).json()["error"]
    assert error["field"] == field
    assert "hides something" in error["message"] or "may not know" in error["message"]


def test_a_seat_is_helped_by_what_it_knows(table):
    game_id, tokens = new_game(table, HUMAN, ENGINE, game="kuhn_poker")
    with seated(table, game_id, tokens[0]) as a:
        frames(a)
        a.send_json({"type": "think", "on": True})
        told = until(a, "thinking")
        assert told["line"] == [told["line"][0]]  # their own card alone
        query = table.pool.queries[-1]
        assert query.seat == 0
        assert len(query.moves) == 2
