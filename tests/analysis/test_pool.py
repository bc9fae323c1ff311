"""Turns, bounds and refusals of a pool."""

from __future__ import annotations

import queue
import random
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gametree.analysis import EnginePool, Query, WorkerBounds, overruns
from gametree.errors import BadParameter, BadQuery

from .asking import PATIENCE, last_of, pool_of

FAULTY = '''
import os, time
import gametree as gt

class Sound(gt.Game):
    def initial_state(self):
        return (8, 0)
    def current_player(self, state):
        return state[0] % 2
    def legal_actions(self, state):
        return range(3 if state[0] else 0)
    def next_state(self, state, action):
        return (state[0] - 1, state[1] * 3 + action)
    def returns(self, state):
        return (1, -1) if state[1] % 2 else (-1, 1)

class Dies(Sound):
    def next_state(self, state, action):
        os._exit(3)

class Hangs(Sound):
    def legal_actions(self, state):
        while True:
            pass

class HangsLate(Sound):
    """Hangs as soon as there is a file beside this one."""
    def initial_state(self):
        return (60, 0)
    def next_state(self, state, action):
        return (state[0] - 1, (state[1] * 3 + action) % 7)
    def returns(self, state):
        while os.path.exists(__file__ + ".hang"):
            time.sleep(0.01)
        return super().returns(state)

class Grows(Sound):
    kept = []
    def legal_actions(self, state):
        while True:
            self.kept.append(bytearray(1 << 20).replace(b"0", b"1"))

class Slow(Sound):
    """Takes minutes to be got ready."""
    def next_state(self, state, action):
        time.sleep(0.1)
        return super().next_state(state, action)

class Raises(Sound):
    def next_state(self, state, action):
        raise KeyError("no")
'''


# Without proofs, a small game is not over soon.
ENDLESS = {"game": "tic_tac_toe", "player": "mcts"}

NAMES = ("Sound", "Dies", "Hangs", "HangsLate", "Grows", "Slow", "Raises")


def spin(asking, **asked):
    """Submit a search that goes on until it is cancelled, and wait until it runs."""
    ticket, reports = asking.submit(**ENDLESS, max_time=1000.0, report_every=0.02, **asked)
    assert reports.get(timeout=PATIENCE)["isDuringSearch"] is True
    return ticket, reports


def test_reports_come_during_the_search(asking):
    reports = asking.ask(**ENDLESS, max_time=0.8, report_every=0.1, first_report=0.05)
    assert len(reports) >= 2
    assert [each["isDuringSearch"] for each in reports] == [True] * (len(reports) - 1) + [False]
    visits = [each["rootInfo"]["visits"] for each in reports]
    assert visits == sorted(visits)
    assert reports[-1]["rootInfo"]["stopReason"] == "seconds"


def test_nothing_is_heard_after_a_search_is_cancelled(one):
    ticket, reports = spin(one)

    def cancel():
        ticket.cancel()
        ticket.cancel()
        while not reports.empty():
            reports.get()

    one.call(cancel)
    one.ask(max_visits=10)  # the worker is free again
    assert reports.empty()


def test_a_search_that_waits_can_be_cancelled(one):
    ticket, _ = spin(one, client="a")
    waiting, reports = one.submit(client="a", id="waits", priority=-1, max_visits=10)
    one.call(waiting.cancel)
    one.call(ticket.cancel)
    one.ask(max_visits=10)
    assert reports.empty()


def test_priority_comes_first(one):
    log = []
    ticket, _ = spin(one, client="a", priority=5)
    waiting = [
        one.submit(client="a", id=str(priority), priority=priority, max_visits=10, log=log)[1]
        for priority in (1, 3, 2)
    ]
    one.call(ticket.cancel)
    for reports in waiting:
        last_of(reports)
    assert log == ["3", "2", "1"]


def test_a_higher_priority_interrupts_a_search_which_keeps_its_tree(one):
    ticket, reports = spin(one, client="a")
    before = reports.get(timeout=PATIENCE)["rootInfo"]["visits"]
    one.ask(client="a", priority=1, max_visits=10)
    while not reports.empty():
        reports.get()
    assert reports.get(timeout=PATIENCE)["rootInfo"]["visits"] > before
    one.call(ticket.cancel)


def test_clients_take_turns(one):
    log = []
    ticket, _ = spin(one, client="a", priority=5)
    waiting = [
        one.submit(client=client, id=client + str(number), max_visits=10, log=log)[1]
        for client in "bc"
        for number in range(3)
    ]
    one.call(ticket.cancel)
    for reports in waiting:
        last_of(reports)
    assert [each[0] for each in log] == ["b", "c"] * 3
    assert [each[1] for each in log if each[0] == "b"] == ["0", "1", "2"]


def test_who_watches_goes_on_with_the_tree_of_the_position_before(one):
    live = {**ENDLESS, "report_every": 0.02, "first_report": 0.001}
    ticket, reports = one.submit(max_time=60.0, moves=("b2",), **live)
    seen = 0
    while seen < 20_000:
        report = reports.get(timeout=PATIENCE)
        seen = report["rootInfo"]["visits"]
    best = report["moveInfos"][0]

    def move_on():
        ticket.cancel()
        heard = queue.Queue()
        query = Query("b", moves=("b2", best["move"]), max_time=60.0, **live)
        return one.pool.submit(query, heard.put, client="test"), heard

    ticket, reports = one.call(move_on)
    first = reports.get(timeout=PATIENCE)
    one.call(ticket.cancel)
    assert first["rootInfo"]["visits"] >= 0.9 * best["visits"]
    assert first["rootInfo"]["currentPlayer"] == 0
    [anew] = one.ask(**ENDLESS, moves=("b2", best["move"]), max_visits=100)
    assert anew["rootInfo"]["visits"] == 100  # nobody watches


def test_two_who_watch_share_a_worker(one):
    searches = [spin(one, client=client) for client in "ab"]
    for _ in range(2):  # both get on, by turns
        for _, reports in searches:
            while not reports.empty():
                reports.get()
            reports.get(timeout=PATIENCE)
    for ticket, _ in searches:
        one.call(ticket.cancel)


def test_a_worker_is_left_for_games_that_are_ready(asking):
    asking.ask(max_visits=10)
    slow = [
        asking.submit(client=client, game=str(asking.slow), parameters=(("seconds", seconds),))
        for client, seconds in (("a", "2"), ("b", "2.5"))
    ]
    asking.ask(max_visits=10)
    for ticket, reports in slow:
        assert reports.empty()
        asking.call(ticket.cancel)


def test_a_ticket_tells_what_is_done(one):
    def state(ticket):
        return one.call(lambda: ticket.state)

    runs, _ = spin(one)
    waits, _ = one.submit(game="tic_tac_toe", player="mcts", priority=-1)
    new, _ = one.submit(game="nim", parameters=(("heaps", "1,2"),), priority=-1)
    assert [state(each) for each in (runs, waits, new)] == ["searching", "waiting", "preparing"]
    for each in (runs, waits, new):
        one.call(each.cancel)
    assert state(runs) == "over"


def test_a_ticket_tells_that_no_process_is_up_yet():
    with pool_of(workers=1) as asking:
        ticket, reports = asking.submit(max_visits=1)
        assert asking.call(lambda: ticket.state) == "starting"
        last_of(reports)


def test_whatever_is_asked_and_taken_back_each_query_has_one_last_report(asking):
    rng = random.Random(1)
    submitted = []
    for number in range(60):
        asked = {
            "id": str(number),
            "client": rng.choice("abc"),
            "priority": rng.choice((0, 0, 1)),
            "max_visits": rng.choice((1, 50, 500)),
            "kind": rng.choice(("analyse", "analyse", "choose")),
            "report_every": rng.choice((None, 0.001)),
            "moves": rng.choice(((), ("a1",), ("b2", "a1"))),
        }
        if asked["kind"] == "analyse" and rng.random() < 0.3:
            asked["forced"] = "c3"
        ticket, reports = asking.submit(**asked)
        cancelled = rng.random() < 0.3
        if cancelled:
            time.sleep(rng.choice((0, 0.002, 0.02)))
            asking.call(ticket.cancel)
        submitted.append((asked, reports, cancelled))
    for asked, reports, cancelled in submitted:
        if cancelled:
            continue
        *during, last = last_of(reports)
        assert "error" not in last
        assert reports.empty()
        for each in (*during, last):
            assert (each["id"], each["turnNumber"]) == (asked["id"], len(asked["moves"]))
        if asked["kind"] == "analyse" and not asked["report_every"]:  # others keep trees
            assert 0 < last["rootInfo"]["visits"] <= asked["max_visits"] + 1
    asking.ask(max_visits=1)
    left = asking.call(lambda: list(asking.pool._asked.values()))
    assert [each for each in left if each.query.kind != "prepare"] == []


def test_a_game_that_one_has_got_ready_is_got_ready_by_the_others(asking):
    heaps = (("heaps", "1,2,3"),)  # nobody asks for them but here
    asking.ask(game="nim", parameters=heaps, player="mcts", max_visits=10)
    game = "nim", heaps, "mcts"
    until = time.monotonic() + PATIENCE
    while not all(game in worker.games for worker in asking.pool._workers):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_game_can_be_got_ready(one):
    [report] = one.ask(kind="prepare")
    assert report == {"id": "a", "isDuringSearch": False, "turnNumber": 0, "prepared": True}
    [report] = one.ask(kind="prepare", moves=("z9",))
    assert report["field"] == "moves"


@pytest.mark.parametrize(
    ("asked", "field", "told"),
    [
        ({"game": "patience"}, "game", "no game 'patience' here; games are"),
        ({"game": "mine.py:MyGame"}, "game", "no game"),
        ({"player": "program:rm"}, "player", "one of mcts"),
        ({"player": "mcts:net=a"}, "player", "no file"),
        ({"player": "mcts:selection=/x.py:Y"}, "player", "no file"),
        ({"player": "mcts:workers=9"}, "player", "not for others to say"),
        ({"player": "mcts:zeta=9"}, "player", "no parameter"),
        ({"player": "random"}, "player", "to analyse"),
        ({"max_visits": 0}, "max_visits", "from 1 to"),
        ({"max_time": float("nan")}, "max_time", "above 0"),
        ({"max_time": True}, "max_time", "above 0"),
        ({"kind": "guess"}, "kind", "one of 'analyse', 'choose', 'explore'"),
        ({"before": -1}, "before", "whole number from 0"),
        ({"c": float("inf")}, "c", "number from 0 to"),
        ({"moves": ["a1"]}, "moves", "a tuple"),
        ({"parameters": (("a", 1),)}, "parameters", "pairs of texts"),
        ({"forced": "a1", "kind": "choose"}, "forced", "None unless to analyse"),
        ({"seed": -1}, "seed", "0 to 2"),
        ({"priority": 1.5}, "priority", "whole number"),
    ],
)
def test_bad_queries_are_refused(one, asked, field, told):
    with pytest.raises(BadQuery, match=told) as refusal:
        one.submit(**asked)
    assert refusal.value.field == field


@pytest.mark.parametrize(
    ("asked", "field", "told"),
    [
        ({"moves": ("a1", "a1")}, "moves", "move 2, 'a1', cannot be played"),
        ({"moves": ("a1", "b1", "a2", "b2", "a3")}, "moves", "the game is over"),
        ({"forced": "z9"}, "forced", "'z9' is no legal move"),
        ({"parameters": (("size", "4"),)}, "parameters", "no parameter 'size'"),
        ({"game": "nim", "parameters": (("heaps", "x"),)}, "parameters", "heaps must be"),
    ],
)
def test_what_cannot_be_searched_ends_in_a_sentence(one, asked, field, told):
    [report] = one.ask(**asked)
    assert report["id"] == "a"
    assert report["field"] == field
    assert told in report["error"]


def test_a_search_that_lacks_a_number_of_simulations_ends_in_a_sentence(asking):
    parameters = (("seconds", "0"),)
    [report] = asking.ask(
        game=str(asking.slow), parameters=parameters, player="mcts:halving=4", max_time=0.1
    )
    assert report["field"] is None
    assert "number of simulations" in report["error"]


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """Give a pool of one worker that knows faulty games; asks one of them by its name."""
    file = tmp_path_factory.mktemp("games") / "faulty.py"
    file.write_text(FAULTY)
    games = [f"{file}:{name}" for name in NAMES]
    bounds = WorkerBounds(memory=1 << 29)
    with pool_of(workers=1, games=(*games, "tic_tac_toe"), bounds=bounds) as asking:

        def submit(name, **asked):
            return asking.submit(**{"game": f"{file}:{name}", "max_time": 60.0, **asked})

        asking.file = file
        yield asking, submit


@contextmanager
def impatient(asking, **seconds):
    """Let a pool wait for less: what hangs does so for ever, and all else takes its time again."""
    usual = asking.pool._bounds
    asking.pool._bounds = replace(usual, **seconds)
    try:
        yield
    finally:
        asking.pool._bounds = usual


@pytest.mark.parametrize(
    ("name", "asked", "bounds", "told"),
    [
        ("Dies", {"moves": ("1",)}, {}, r"was lost \(exit code 3\): its rules"),
        ("Hangs", {}, {"load_seconds": 0.5}, "took more than 0.5 s: do its rules end"),
        (
            "Sound",
            {"kind": "choose", "player": "mcts:simulations=100000000", "max_time": 0.1},
            {"silent_seconds": 0.3},
            "longer than its 0.1 s",
        ),
        ("Grows", {}, {}, "more than 512 MiB of memory"),
        ("Raises", {}, {}, "Raises.next_state raised KeyError: 'no'"),
    ],
)
def test_a_game_that_breaks_its_worker_harms_nobody_else(faulty, name, asked, bounds, told):
    asking, submit = faulty
    with impatient(asking, **bounds):
        _, reports = submit(name, **asked)
        _, other = asking.submit(client="b", id="b", max_visits=10)
        last = last_of(reports)[-1]
    assert last["field"] is None
    assert re.search(told, last["error"]), last["error"]
    assert last_of(other)[-1]["moveInfos"]


def test_what_a_lost_worker_held_begins_anew(faulty):
    asking, submit = faulty
    ticket, reports = spin(asking, client="b")
    _, lost = submit("Dies", priority=1)
    assert "was lost (exit code 3): its rules" in last_of(lost)[-1]["error"]
    while not reports.empty():
        reports.get()
    assert reports.get(timeout=PATIENCE)["isDuringSearch"] is True
    asking.call(ticket.cancel)


def test_what_is_compiled_for_nobody_makes_room_for_what_somebody_waits_for(faulty):
    asking, submit = faulty
    ticket, prepared = submit("Slow", kind="prepare", priority=-1)
    game = {"game": "tic_tac_toe", "player": "mcts:c=1.1"}  # nobody has it ready
    assert asking.ask(**game, max_visits=10)[-1]["moveInfos"]
    assert prepared.empty()
    assert asking.call(lambda: ticket.state) in ("starting", "preparing")  # it begins again
    asking.call(ticket.cancel)
    assert asking.call(lambda: ticket.state) == "over"


def test_a_search_gives_up_its_place_to_a_higher_priority_and_begins_anew():
    with pool_of(workers=1, bounds=WorkerBounds(most_held=1)) as asking:
        low, middle, high = (spin(asking, client="a", priority=each) for each in range(3))
        for (ticket, _), (_, reports) in ((high, middle), (middle, low)):
            while not reports.empty():
                reports.get()
            asking.call(ticket.cancel)
            assert reports.get(timeout=PATIENCE)["isDuringSearch"] is True


@pytest.fixture
def hanging(faulty):
    """Submit a search whose rules hang from its first report on."""
    asking, submit = faulty
    ticket, reports = submit("HangsLate", report_every=0.05)
    reports.get(timeout=PATIENCE)
    flag = Path(f"{asking.file}.hang")
    flag.touch()
    yield asking, ticket, reports
    flag.unlink()


def test_a_search_that_hangs_is_ended(hanging):
    asking, _, reports = hanging
    with impatient(asking, silent_seconds=0.6):
        assert "no sign of life for 0.6 s" in last_of(reports)[-1]["error"]


def test_a_search_that_does_not_stop_is_ended(hanging, monkeypatch):
    monkeypatch.setattr(overruns, "_HALT_SECONDS", 0.3)
    asking, ticket, _ = hanging
    asking.call(ticket.cancel)
    [last] = asking.ask(max_visits=10)
    assert last["moveInfos"]


def test_files_are_loaded_only_if_they_are_allowed(faulty, tmp_path):
    file = tmp_path / "other.py"
    file.write_text("raise SystemExit")
    with pytest.raises(BadQuery, match="there is no game"):
        faulty[0].submit(game=f"{file}:Other")


def test_a_pool_says_when_it_cannot_be_used():
    with pytest.raises(BadParameter, match="does not run"):
        EnginePool().submit(Query("a", "nim"), print, client="a")
    with pytest.raises(BadParameter, match="1 or more"):
        EnginePool(workers=0)
    with pytest.raises(BadParameter, match="512 MiB"):
        WorkerBounds(memory=1)
    with pytest.raises(BadParameter, match="silent_seconds must be above 0"):
        WorkerBounds(silent_seconds=0)


def test_a_program_without_a_guard_is_told_of_it(tmp_path):
    script = tmp_path / "unguarded.py"
    script.write_text(
        "import asyncio\n"
        "from gametree.analysis import EnginePool, Query\n"
        "async def main():\n"
        "    pool, heard = EnginePool(1), asyncio.Queue()\n"
        "    await pool.start()\n"
        "    pool.submit(Query('a', 'nim'), heard.put_nowait, client=1)\n"
        "    print((await heard.get())['error'])\n"
        "    await pool.close()\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert "no process can be started that searches (exit code 1)" in done.stdout
    assert "below if __name__ == '__main__':" in done.stderr
