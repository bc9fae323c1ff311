import pytest
from starlette.websockets import WebSocketDisconnect

from .table import ENGINE, HUMAN, new_game, server


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server(tmp_path_factory.mktemp("server")) as client:
        yield client


def test_rules_are_listed(client):
    rules = {each["id"]: each for each in client.get("/api/rules").json()}
    assert rules["connect_four"]["parameters"][0] == {"name": "width", "type": "int", "default": 7}
    assert rules["connect_four"]["players"] == 2


def test_players_are_those_of_the_rules_without_parameters(tmp_path):
    with server(tmp_path, games=("chinese_checkers",)) as client:
        assert client.get("/api/rules").json()[0]["players"] == 3


def test_health_readiness_and_metrics(client):
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").json() == {"status": "ready"}
    assert "# TYPE gametree_live_games gauge\ngametree_live_games 0" in client.get("/metrics").text
    assert client.get("/openapi.json").json()["info"]["title"] == "gametree"


def test_a_record(client):
    game_id, _ = new_game(client, HUMAN, HUMAN, game="connect_four", moves=["4", "4"])
    record = client.get(f"/api/games/{game_id}/record").json()
    assert record == {
        "game": "connect_four",
        "parameters": {},
        "moves": ["4", "4"],
        "returns": None,
    }


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"game": "draughts"}, "game"),
        ({"game": "mine.py:Mine"}, "game"),
        ({"parameters": {"width": "x"}}, "parameters"),
        ({"parameters": {"colour": "1"}}, "parameters"),
        ({"seats": [HUMAN]}, "seats"),
        ({"seats": [HUMAN, {"kind": "robot"}]}, "seats.1.kind"),
        ({"seats": [HUMAN, {"kind": "engine", "player": "program:id"}]}, "seats.1.player"),
        ({"seats": [HUMAN, {"kind": "engine", "player": "mcts:net=x"}]}, "seats.1.player"),
        ({"seats": [HUMAN, {"kind": "engine", "player": "a.py:B"}]}, "seats.1.player"),
        ({"seats": [HUMAN, {"kind": "engine", "seconds": 0}]}, "seats.1.seconds"),
        ({"clock": "soon"}, "clock"),
        ({"moves": ["9"]}, "moves"),
    ],
)
def test_a_game_that_cannot_be_is_refused(client, wrong, field):
    wish = {"game": "connect_four", "seats": [HUMAN, ENGINE], **wrong}
    answer = client.post("/api/games", json=wish)
    assert answer.status_code in (400, 422)
    error = answer.json()["error"]
    assert error["field"] == field
    assert error["message"]


def test_other_sites_reach_nothing(client):
    evil = {"origin": "https://evil.example"}
    assert client.get("/api/rules", headers=evil).status_code == 403
    assert client.get("/api/rules", headers={"host": "rebound.example"}).status_code == 403
    assert client.get("/api/rules", headers={"origin": "http://testserver"}).status_code == 200
    game_id, _ = new_game(client, HUMAN, HUMAN)
    for headers in (evil, {"host": "rebound.example"}):
        with pytest.raises(WebSocketDisconnect):
            client.websocket_connect(f"/api/games/{game_id}/ws", headers=headers).__enter__()


def test_the_page_runs_no_scripts_but_its_own(client):
    policy = client.get("/").headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert client.get("/../app.py").status_code == 404
    assert client.get("/%2e%2e/app.py").status_code == 404


def test_bodies_are_bounded(client):
    assert client.post("/api/games", content=b"x" * 70_000).status_code == 413
    assert client.post("/api/games", content=b"{").status_code == 422


def test_paths_and_origins_that_cannot_be_read_are_no_fault_of_the_server(table):
    async def scenario():
        head = b" HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for path in (b"/%00", b"/" + b"a" * 5000, b"/a%ff%00/..", b"/%2e%2e/%00"):
            assert b" 404 " in await table.raw(b"GET " + path + head + b"\r\n")
        for origin in (b"http://[", b"http://]", b"http://[::1"):
            assert b" 403 " in await table.raw(b"GET /" + head + b"Origin: " + origin + b"\r\n\r\n")

    table.run(scenario())
