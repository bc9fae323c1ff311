"""docs/serving.md says what the server does: its examples are read by the code that it is about."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from pathlib import Path
from typing import get_args

import pytest

import gametree.server
from gametree.protocols.socket.bounds import WireBounds
from gametree.server.messages import received as messages
from gametree.server.rooms.room import Room
from gametree.server.settings import Settings

from .live import ENGINE, HUMAN, serving

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")


def objects(heading):
    """Return the JSON objects in the examples of a section."""
    section = re.split(r"^#+ ", PAGE.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.M)[0]
    found = []
    for block in re.findall(r"```json\n(.*?)```", section, re.DOTALL):
        rest = block.strip()
        while rest:
            each, end = json.JSONDecoder().raw_decode(rest)
            found.append(each)
            rest = rest[end:].strip()
    return found


def rows(heading):
    """Return the words in the first column of the tables of a section."""
    section = re.split(r"^#+ ", PAGE.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.M)[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}


def types():
    union = get_args(messages.Message)[0]
    return {get_args(each.model_fields["type"].annotation)[0] for each in get_args(union)}


def test_the_example_of_every_message_is_one():
    sent = objects("What clients send")
    for each in sent:
        message = messages.parsed(each)
        assert messages.unknown_fields(message) == []
    assert {each["type"] for each in sent} == types() == rows("What clients send")


def test_the_new_game_is_one():
    wish, answer, refusal = objects("Requests")
    assert messages.unknown_fields(messages.NewGame.model_validate(wish)) == []
    assert len(answer["tokens"]) == len(wish["seats"])
    assert set(refusal["error"]) == {"code", "message", "field"}


def test_the_room_and_its_events_have_the_fields_that_the_page_names(tmp_path):
    told = {each["type"]: each for each in objects("What the server sends")}

    async def scenario(table):
        game_id, tokens = await table.new_game(HUMAN, ENGINE, game="nim", clock="300+2")
        async with table.seated(game_id, tokens[0]) as client:
            room = client.room
            assert told["room"].keys() == room.keys()
            for field in ("game", "clock", "position"):
                assert told["room"][field].keys() == room[field].keys()
            assert told["room"]["seats"][0].keys() == room["seats"][0].keys()
            await client.send("play", move=room["position"]["moves"][0])
            event = await client.event("move")
            assert told["event"].keys() == event.keys()
            assert told["event"]["event"].keys() == event["event"].keys()
            assert told["event"]["event"]["added"].keys() == event["event"]["added"].keys()
            await client.send("look", moves=[], ref="9")
            assert told["position"].keys() == (await client.until("position")).keys()
            await client.send("play", move="99", ref="7")
            assert told["refused"].keys() == (await client.until("refused")).keys()
            await client.send("ping", ref="8")
            assert told["pong"] == await client.until("pong")
            await client.send("ping", colour=1)
            assert told["warning"] == await client.until("warning")
            await client.send("think", on=True, moves=[])
            assert told["thinking"].keys() == (await client.until("thinking")).keys()
            await client.send("whyNot", move="1:1", moves=[])
            assert told["whyNot"].keys() == (await client.until("whyNot")).keys()

    with serving(tmp_path) as table:
        table.run(scenario(table))
    assert rows("What the server sends") - {"what"} == told.keys() | kinds()


def kinds():
    """Return the events that a room knows, but for the first, which no client hears of."""
    names = re.findall(r"def _(\w+)\(self, event: Event\)", Path(source(Room)).read_text())
    return set(names) - {"created"}


def source(cls):
    return inspect.getsourcefile(cls)


def test_every_refusal_is_in_the_table():
    codes = set()
    for path in Path(source(gametree.server)).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'Refusal\(\s*"(\w+)"', text))
        codes |= set(re.findall(r'refusal_told\("(\w+)"', text))
        codes |= set(re.findall(r'{"code": "(\w+)"', text))
    assert {"bad_message", "wrong_site", "stale"} < codes
    assert codes == rows("Refusals")


def test_every_setting_is_in_the_table():
    assert rows("Safe by default") == {each.name for each in dataclasses.fields(Settings)}
    settings = Settings()
    for name in ("most_live", "most_connections", "most_searches", "most_moves", "most_waiting"):
        row = next(line for line in PAGE.splitlines() if line.startswith("| `") and name in line)
        assert str(getattr(settings, name)) in row


def test_the_bounds_of_the_socket():
    bounds = WireBounds()
    assert (bounds.most_bytes, bounds.most_connections) == (64 * 1024, 64)
    assert (bounds.lines_a_second, bounds.line_burst) == (20, 60)
    assert (bounds.most_waiting, bounds.idle_seconds) == (1024 * 1024, 30 * 60)


@pytest.mark.parametrize(
    "line", re.findall(r"^COPY (.*) \S+$", (ROOT / "Dockerfile").read_text(), re.M)
)
def test_the_container_is_built_from_what_there_is(line):
    kept = (ROOT / ".dockerignore").read_text().split()
    for name in line.split():
        assert (ROOT / name).exists()
        assert f"!{name}" in kept
