"""Trees that clients walk in, and searches that are told step by step, over the WebSocket."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from .live import HUMAN, serving
from .scripted_pool import ScriptedPool

UNWATCHED = 0.4


class WalkedPool(ScriptedPool):
    """Answers questions about trees by what was asked; traces at once."""

    def __init__(self):
        super().__init__()
        self.questions = []
        self.held = []

    def submit(self, query, listener, *, client):
        if query.kind not in ("explore", "trace"):
            return super().submit(query, listener, client=client)
        self.queries.append(query)
        self.listener = listener
        if query.kind == "trace" and not self.silent:
            told = {"id": query.id, "isDuringSearch": False, "steps": []}
            asyncio.get_running_loop().call_soon(listener, told)

        def ask(question, hear):
            self.questions.append(question)
            self.held.append(hear)
            if not self.silent:
                hear({"phase": "search", "root": [], "seconds": 0.001})

        return SimpleNamespace(ask=ask, cancel=lambda: self.cancelled.append(query))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Give a server whose engines are scripted."""
    folder = tmp_path_factory.mktemp("exploring")
    bounds = {"most_explored": 2, "unwatched_seconds": UNWATCHED}
    with serving(folder, pool=WalkedPool(), **bounds) as table:
        yield table


def talk(table, scenario, *, moves=()):
    """Let somebody who watches a game do something."""

    async def talking():
        game_id, _ = await table.new_game(HUMAN, HUMAN, moves=list(moves))
        async with table.seated(game_id) as client:
            await scenario(client)
        while table.hub.engines.running:
            await asyncio.sleep(0.005)
        assert table.hub.engines.explored == 0

    table.pool.silent = False
    table.run(talking())


def test_questions_are_answered_by_their_kind(table):
    async def scenario(client):
        await client.send("explore", on=True)
        await client.send("slices", ref="1", lines=[[], ["b2"]], sort="prior", most=7)
        told = await client.until("slices")
        assert (told["ref"], told["phase"]) == ("1", "search")
        await client.send("part", ref="2", moves=["b2"], most=9)
        assert (await client.until("part"))["ref"] == "2"
        assert table.pool.questions[-2:] == [
            {"what": "slices", "lines": [[], ["b2"]], "sort": "prior", "most": 7},
            {"what": "part", "line": ["b2"], "most": 9},
        ]
        query = table.pool.queries[-1]
        assert (query.kind, query.moves, query.player) == ("explore", ("a1",), "mcts:auto")
        assert query.max_time == table.hub.settings.explore_seconds

    talk(table, scenario, moves=["a1"])


def test_a_tree_goes_on_where_the_line_does_and_else_begins_anew(table):
    async def scenario(client):
        begun = len(table.pool.queries)
        await client.send("explore", on=True, moves=["a1"])
        await client.send("explore", on=True, moves=["a1", "b2"])
        await client.settle()
        assert len(table.pool.queries) == begun + 1
        assert table.pool.questions[-1] == {"what": "advance", "line": ["a1", "b2"]}
        cancelled = len(table.pool.cancelled)
        await client.send("explore", on=True, moves=["c3"])
        await client.send("explore", on=True, moves=["c3"], player="mcts:selection=grave")
        await client.settle()
        assert [each.moves for each in table.pool.queries[begun:]] == [("a1",), ("c3",), ("c3",)]
        assert len(table.pool.cancelled) == cancelled + 2
        await client.send("explore", on=False)
        assert await client.ask("slices", lines=[[]]) == "not_exploring"

    talk(table, scenario)


@pytest.mark.parametrize(
    ("kind", "told", "code"),
    [
        ("slices", {"lines": [[]]}, "not_exploring"),
        ("part", {"moves": []}, "not_exploring"),
        ("slices", {"lines": []}, "bad_message"),
        ("slices", {"lines": [[]] * 41}, "bad_message"),
        ("slices", {"lines": [[]], "sort": "luck"}, "bad_message"),
        ("part", {"moves": [], "most": 1001}, "bad_message"),
        ("explore", {"on": True, "moves": ["z9"]}, "illegal_move"),
        ("explore", {"on": True, "player": "alphabeta"}, "bad_player"),
        ("explore", {"on": True, "player": "mcts:net=x.npz"}, "bad_player"),
        ("trace", {"simulations": 301}, "bad_message"),
        ("trace", {"before": 100_001}, "bad_message"),
        ("trace", {"c": -1.0}, "bad_message"),
        ("trace", {"moves": ["z9"]}, "illegal_move"),
        ("trace", {"player": "mcts:workers=9"}, "bad_player"),
    ],
)
def test_what_cannot_be_is_refused(table, kind, told, code):
    async def scenario(client):
        assert await client.ask(kind, **told) == code
        await client.send("ping", ref="8")
        assert await client.until("pong")

    talk(table, scenario)


def test_no_more_trees_than_the_server_has(table):
    async def scenario(client):
        game_id, _ = await table.new_game(HUMAN, HUMAN)
        async with table.seated(game_id) as second, table.seated(game_id) as third:
            await client.send("explore", on=True)
            await second.send("explore", on=True)
            await second.settle()
            assert await third.ask("explore", on=True) == "busy"
            await second.send("explore", on=False)
            await second.settle()
            await third.send("explore", on=True)
            assert await third.settle() == []

    talk(table, scenario)


def test_no_more_questions_than_wait(table):
    async def scenario(client):
        await client.send("explore", on=True)
        await client.settle()
        table.pool.silent = True
        for _ in range(8):
            await client.send("slices", lines=[[]])
        assert await client.ask("slices", lines=[[]]) == "too_fast"
        for hear in table.pool.held[-8:]:
            hear({"phase": "waiting"})
        assert (await client.until("slices"))["phase"] == "waiting"

    talk(table, scenario)


def test_a_tree_at_which_nobody_looks_is_given_up(table):
    async def scenario(client):
        await client.send("explore", on=True, moves=["a1"])
        told = await client.until("explored")
        assert told["line"] == ["a1"]
        assert told["message"].startswith("nobody has looked at the tree")
        assert await client.ask("slices", lines=[["a1"]]) == "not_exploring"

    talk(table, scenario)


def test_a_search_that_fails_is_told_in_a_sentence(table):
    async def scenario(client):
        await client.send("explore", on=True)
        await client.settle()
        table.pool.listener({"id": "1", "error": "the rules broke", "field": None})
        assert (await client.until("explored"))["message"] == "the rules broke"
        assert await client.ask("part", moves=[]) == "not_exploring"

    talk(table, scenario)


def test_a_trace_is_told(table):
    async def scenario(client):
        await client.send("trace", ref="t", simulations=9, before=5, c=0.5, player="mcts", seed=4)
        told = await client.until("trace")
        assert (told["ref"], told["line"], told["report"]["steps"]) == ("t", ["a1"], [])
        query = table.pool.queries[-1]
        assert (query.kind, query.max_visits, query.before, query.c) == ("trace", 9, 5, 0.5)
        assert (query.player, query.seed, query.moves) == ("mcts", 4, ("a1",))
        assert query.max_time == table.hub.settings.trace_seconds

    talk(table, scenario, moves=["a1"])


def test_two_traces_at_once(table):
    async def scenario(client):
        table.pool.silent = True
        await client.send("trace")
        await client.send("trace")
        assert await client.ask("trace") == "busy"

    talk(table, scenario)
