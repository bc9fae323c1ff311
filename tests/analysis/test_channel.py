"""The conversation by lines of JSON, with searches that the test plays."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest

from gametree.analysis.channel import Channel
from gametree.errors import BadQuery


class Table:
    """A channel, what it has written, and the searches that it has asked for."""

    def __init__(self, **bounds):
        self.written, self.asked, self.cancelled = [], [], []
        self.channel = Channel(self.submit, self.written.append, **bounds)

    def submit(self, query, listener):
        if query.game == "chess":
            raise BadQuery("there is no game 'chess' here", "game")
        self.asked.append((query, listener))
        return SimpleNamespace(cancel=lambda: self.cancelled.append(query))

    def say(self, **told):
        """Send a line and return what is answered at once."""
        before = len(self.written)
        self.channel.take(json.dumps({"id": "a", "game": "nim", **told}))
        return self.written[before:]

    def report(self, number, *, during=False):
        """Let a search report."""
        query, listener = self.asked[number]
        root = {"visits": 5, "stopReason": None}
        told = {"id": "7", "isDuringSearch": during, "turnNumber": len(query.moves)}
        listener({**told, "moveInfos": [], "rootInfo": root})


@pytest.fixture
def table():
    return Table(most_open=3)


def test_reports_carry_the_id_of_the_line(table):
    assert table.say(moves=["1:1"], analyzeTurns=[0, 1]) == []
    table.report(1, during=True)
    table.report(1)
    table.report(0)
    assert [(each["id"], each["turnNumber"], each["isDuringSearch"]) for each in table.written] == [
        ("a", 1, True),
        ("a", 1, False),
        ("a", 0, False),
    ]
    assert table.channel.open == 0
    assert table.say() == []  # the id is free again


def test_bad_lines_are_answered_and_end_nothing(table):
    table.channel.take("nonsense")
    assert table.written[0]["id"] is None
    assert table.written[0]["field"] is None
    [answer] = table.say(maxVisits=0)
    assert (answer["id"], answer["field"]) == ("a", "maxVisits")
    [answer] = table.say(game="chess")
    assert answer == {
        "id": "a",
        "error": "there is no game 'chess' here",
        "field": "game",
        "turnNumber": 0,
    }
    assert table.say() == []
    assert len(table.asked) == 1


def test_unknown_fields_are_warned_about(table):
    [answer] = table.say(colour="red")
    assert answer == {"id": "a", "warning": "nobody reads the field 'colour'", "field": "colour"}
    assert len(table.asked) == 1


def test_an_id_belongs_to_one_query_at_a_time(table):
    table.say()
    [answer] = table.say()
    assert answer["field"] == "id"
    assert "under way" in answer["error"]


def test_so_many_positions_at_once(table):
    table.say(id="x", moves=["1:1"], analyzeTurns=[0, 1])
    [answer] = table.say(id="y", moves=["1:1"], analyzeTurns=[0, 1])
    assert answer["error"].startswith("3 positions may be searched or wait at once")
    assert table.say(id="z") == []


def test_terminate_answers_for_what_it_ends(table):
    table.say(id="x", moves=["1:1"], analyzeTurns=[0, 1])
    table.say(id="y")
    table.report(1, during=True)
    table.written.clear()
    echo = {"id": "t", "action": "terminate", "terminateId": "x"}
    table.channel.take(json.dumps({**echo, "turnNumbers": [1]}))
    assert table.written == [
        {
            "id": "x",
            "isDuringSearch": False,
            "turnNumber": 1,
            "moveInfos": [],
            "rootInfo": {"visits": 5, "stopReason": "terminated"},
        },
        {**echo, "turnNumbers": [1]},
    ]
    table.written.clear()
    table.channel.take(json.dumps({"id": "t", "action": "terminate_all"}))
    assert table.written == [
        {"id": "x", "isDuringSearch": False, "turnNumber": 0, "noResults": True},
        {"id": "y", "isDuringSearch": False, "turnNumber": 0, "noResults": True},
        {"id": "t", "action": "terminate_all"},
    ]
    assert len(table.cancelled) == 3
    assert table.channel.open == 0


def test_to_end_what_is_not_there_is_no_error(table):
    told = {"id": "t", "action": "terminate", "terminateId": "none"}
    table.channel.take(json.dumps(told))
    assert table.written == [told]


def test_the_version(table):
    import gametree

    table.channel.take('{"id": "v", "action": "query_version"}')
    assert table.written == [
        {"id": "v", "action": "query_version", "version": gametree.__version__}
    ]


def test_who_waits_goes_on_when_enough_is_answered(table):
    async def waiting():
        table.say()
        wait = asyncio.ensure_future(table.channel.until_open(0))
        await asyncio.sleep(0)
        assert not wait.done()
        table.report(0)
        await wait

    asyncio.run(waiting())


def test_a_closed_channel_ends_its_searches_and_is_silent(table):
    table.say()
    table.channel.close()
    table.report(0, during=True)
    assert table.written == []
    assert len(table.cancelled) == 1
