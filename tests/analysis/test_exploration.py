"""A tree that is walked in while it grows: questions, turns, ends."""

from __future__ import annotations

import queue
import time
from contextlib import contextmanager

import pytest

from gametree.analysis import Query, WorkerBounds
from gametree.analysis.exploration import Exploration

from .asking import PATIENCE, pool_of

PLAIN = {"game": "tic_tac_toe", "player": "mcts"}


class Interpreted(Exploration):
    def _searching(self, record, **options):
        return super()._searching(record, **{**options, "compiled": False})


def begun(max_time=600.0, bounds=None, **asked):
    """Return an exploration that searches, once it can be asked."""
    query = Query("a", kind="explore", max_time=max_time, seed=1, **{**PLAIN, **asked})
    task = Interpreted(query, {}, None, bounds or WorkerBounds(), lambda: None)
    task.start()
    wait(lambda: "root" in slices(task, []) and slices(task, [])["status"]["visits"] > 200)
    return task


def wait(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def end(task):
    while task.runs:
        task.halt()
        time.sleep(0.002)


def slices(task, *lines, sort="visits", most=60):
    return task.told({"what": "slices", "lines": lines, "sort": sort, "most": most})


@pytest.fixture
def walk():
    """Give an exploration that goes on."""
    task = begun()
    yield task
    end(task)


def test_what_is_told_of_a_position_and_its_moves(walk):
    told = slices(walk, [], ["b2"], most=3)
    assert (told["phase"], told["root"]) == ("search", [])
    assert told["status"]["nodes"] > told["status"]["visits"] * 0.5
    root, after = told["slices"]
    assert (root["line"], root["player"], root["left"]) == ([], 0, 6)
    assert (after["line"], after["player"]) == (["b2"], 1)
    visits = [each["visits"] for each in root["moves"]]
    assert visits == sorted(visits, reverse=True)
    best = root["moves"][0]
    assert best["winrate"] == pytest.approx((best["value"] + 1) / 2)
    assert best["lcb"] < best["winrate"] < best["ucb"]
    assert best["leadsOn"] is True
    assert best["prior"] is best["probability"] is best["proven"] is best["plies"] is None


def test_moves_are_sorted_as_asked(walk):
    def sorted_by(sort, name):
        return [each[name] for each in slices(walk, [], sort=sort)["slices"][0]["moves"]]

    for sort, name in (("visits", "visits"), ("value", "value"), ("interval", "lcb")):
        found = sorted_by(sort, name)
        assert found == sorted(found, reverse=True)


def test_the_search_goes_on_meanwhile(walk):
    before = slices(walk, [])["status"]["visits"]
    wait(lambda: slices(walk, [])["status"]["visits"] > before)


def test_positions_that_are_not_there_are_told_in_a_sentence(walk):
    over = ["a1", "b1", "a2", "b2", "a3"]
    gone = [each["gone"] for each in slices(walk, ["a1", "a1"], over)["slices"]]
    assert "move 2, 'a1', cannot be played" in gone[0]
    assert gone[1] == "the game is over here"
    assert slices(walk, [])["slices"][0]["moves"]


def test_what_the_search_has_not_come_to_is_said():
    task = begun(game="connect_four")
    try:
        line = ["1"] * 6 + ["7"] * 6
        assert "has not come to" in slices(task, line)["slices"][0]["gone"]
    finally:
        end(task)


def test_what_was_recycled_is_said_and_the_walk_goes_on():
    task = begun(bounds=WorkerBounds(memory=1 << 29))
    try:
        end(task)
        engine = task._searcher.trees.first
        line = []  # to a position that has hardly been visited
        while moves := slices(task, line)["slices"][0].get("moves"):
            names = [each["move"] for each in moves if each["leadsOn"]]
            if not names:
                break
            line.append(names[-1])
        while "gone" not in slices(task, line)["slices"][0]:
            assert engine.recycle(engine.bytes)  # half of it is free again
        assert "make room for others" in slices(task, line)["slices"][0]["gone"]
        task.start()
        wait(lambda: "moves" in slices(task, [])["slices"][0])
    finally:
        end(task)


def test_a_part_is_told_by_names(walk):
    told = walk.told({"what": "part", "line": ["b2"], "most": 50})
    nodes = told["nodes"]
    assert len(nodes) == 50
    assert nodes[0]["parent"] == -1
    assert {"b2"}.isdisjoint(each["move"] for each in nodes)
    below = next(each for each in nodes if each["parent"] >= 0)
    assert below["player"] != nodes[below["parent"]]["player"]
    assert "gone" in walk.told({"what": "part", "line": ["b2", "b2"], "most": 50})


def test_the_root_moves_on_and_keeps_what_hangs_below_it():
    task = begun()
    try:
        before = slices(task, ["b2"])["slices"][0]["visits"]
        assert "gone" not in task.told({"what": "advance", "line": ["b2"]})
        wait(lambda: slices(task, ["b2"])["root"] == ["b2"])
        assert slices(task, ["b2"])["slices"][0]["visits"] >= before
        assert "begins after b2" in slices(task, [])["slices"][0]["gone"]
        assert "begins after b2" in task.told({"what": "advance", "line": ["a1"]})["gone"]
        over = ["b2", "a1", "b1", "a2", "b3"]
        assert "nothing to search" in task.told({"what": "advance", "line": over})["gone"]
        assert "cannot be played" in task.told({"what": "advance", "line": ["b2", "b2"]})["gone"]
    finally:
        end(task)


def test_it_rests_when_its_time_is_over_and_keeps_the_tree():
    task = begun(max_time=0.6)
    wait(lambda: not task.runs)
    assert task.rests
    told = slices(task, [])
    assert told["status"]["stopReason"] == "seconds"
    assert told["slices"][0]["moves"]


def ask(asking, ticket, **question):
    """Return the answer to a question that is put through the pool."""
    heard = queue.Queue()
    asking.call(lambda: ticket.ask(question, heard.put))
    return heard.get(timeout=PATIENCE)


def asked(asking, ticket, holds=lambda told: "slices" in told):
    """Return the first answer of which something holds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        told = ask(asking, ticket, what="slices", lines=[[]], sort="visits", most=5)
        if holds(told):
            return told
        time.sleep(0.02)
    raise AssertionError("no tree")


@contextmanager
def explored(asking, **options):
    """Explore tic-tac-toe: for ten minutes, unless it is cancelled, as it is at the end."""
    ticket, reports = asking.submit(**{**PLAIN, "kind": "explore", "max_time": 600.0, **options})
    try:
        yield ticket, reports
    finally:
        asking.call(ticket.cancel)


def has_grown(told):
    return told.get("status", {}).get("visits", 0) > 200


def test_the_pool_hands_questions_on(asking):
    with explored(asking) as (ticket, _):
        told = asked(asking, ticket, has_grown)
        assert told["slices"][0]["moves"]
        part = ask(asking, ticket, what="part", line=[], most=9)
        assert len(part["nodes"]) == 9
        asking.call(ticket.cancel)
        assert "ended" in ask(asking, ticket, what="part", line=[], most=9)["gone"]


def test_others_are_served_while_a_tree_is_explored(one):
    with explored(one, client="walker") as (ticket, _):
        asked(one, ticket)
        answer = one.ask(client="other", id="b", **PLAIN, max_visits=200)[-1]
        assert answer["rootInfo"]["visits"] >= 200
        assert asked(one, ticket)["slices"][0]["moves"]  # a tree that rests is looked at as well


def test_a_worker_keeps_one_tree_that_is_explored(one):
    with explored(one, client="first") as (first, _), explored(one, client="second") as (second, _):
        asked(one, first)
        for _ in range(3):
            assert ask(one, second, what="part", line=[], most=9) == {"phase": "waiting"}
        one.call(first.cancel)
        assert asked(one, second)["slices"][0]["moves"]


def test_a_search_that_is_over_rests_until_its_root_moves(one):
    with explored(one, player="mcts:auto", moves=("a1", "b1", "a2")) as (ticket, reports):
        done = asked(one, ticket, lambda told: told.get("status", {}).get("stopReason"))
        assert done["status"]["stopReason"] == "proof"
        other = one.ask(client="other", id="b", **PLAIN, max_visits=50)[-1]
        assert other["moveInfos"]
        line = ["a1", "b1", "a2", "b2"]
        assert "gone" not in ask(one, ticket, what="advance", line=line)
        moved = asked(one, ticket, lambda told: told.get("root") == line)
        assert moved["phase"] == "search"
        assert reports.empty()


@pytest.mark.parametrize("lost", [False, True])
def test_whoever_waits_for_an_answer_hears_of_the_end(lost):
    with pool_of(workers=1, bounds=WorkerBounds(memory=1 << 30)) as asking:
        ticket, reports = asking.submit(**PLAIN, kind="explore", max_time=600.0)
        asked(asking, ticket)
        worker = asking.pool._workers[0]
        heard = queue.Queue()

        def ask_and_end():
            ticket.ask({"what": "part", "line": [], "most": 9}, heard.put)
            if lost:
                worker.handle.kill()
            else:
                ticket.cancel()

        asking.call(ask_and_end)
        if lost:
            assert "was lost" in reports.get(timeout=PATIENCE)["error"]
            assert "nodes" in (told := heard.get(timeout=PATIENCE)) or "ended" in told["gone"]
        else:
            with pytest.raises(queue.Empty):
                heard.get(timeout=0.3)
