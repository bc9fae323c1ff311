"""What is published of the messages of both sides."""

import json

import jsonschema
import pytest

from gametree.server.messages.schemas import schemas

from .checked import checked
from .table import ENGINE, HUMAN, new_game, seated, server


def test_the_schemas_are_published_and_hold_for_what_is_told(tmp_path):
    with server(tmp_path) as client:
        published = client.get("/api/schemas").json()
        assert published == json.loads(json.dumps(schemas()))

        def check(told, name):
            schema = {"$ref": f"#/$defs/{name}", "$defs": published["$defs"]}
            jsonschema.Draft202012Validator(schema).validate(told)

        for each in client.get("/api/rules").json():
            check(each, "RulesTold")
        wish = {"game": "connect_four", "seats": [HUMAN, ENGINE], "moves": ["4", "4"]}
        check(wish, "NewGame")
        check(client.post("/api/games", json=wish).json(), "StartedTold")
        game_id, (mine, _) = new_game(client, HUMAN, ENGINE)
        check(client.get(f"/api/games/{game_id}").json(), "RoomTold")
        check(client.get(f"/api/games/{game_id}/record").json(), "RecordTold")
        with seated(client, game_id, mine) as socket:
            check(socket.room, "Told")
            sent = {"type": "look", "moves": ["b2"], "ref": "1"}
            check(sent, "Message")
            socket.send_json(sent)
            check(json.loads(socket.receive_text()), "Told")
        answers = client.get("/openapi.json").json()["paths"]["/api/games"]["post"]["responses"]
        assert "StartedTold" in json.dumps(answers["201"])


@pytest.mark.parametrize(
    "told",
    [
        {"type": "pong"},
        {"type": "pong", "ref": 7},
        {"type": "pong", "ref": None, "more": 1},
        {"type": "thinking", "line": [], "report": {"id": "1", "moveInfos": [{"move": "4"}]}},
        {"type": "waits", "what": "tea", "line": [], "state": "starting", "message": None},
    ],
)
def test_what_is_not_published_is_told_by_no_server_in_tests(told):
    with pytest.raises(ValueError, match="validation error"):
        checked(json.dumps(told))
