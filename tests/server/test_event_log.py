import asyncio
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

from gametree.errors import BadParameter
from gametree.server.log import event_log
from gametree.server.log.event_log import EventLog, LogMovedOn, default_database

from .live import HUMAN, serving

MOVE = ("move", {"move": "é 1", "player": 0, "ms": 5})


def logged(url, scenario):
    """Run a scenario with a log that is open."""

    async def run():
        log = EventLog(url)
        await log.open()
        try:
            return await asyncio.wait_for(scenario(log), 60)
        finally:
            await log.close()

    return asyncio.run(run())


def test_a_game_is_its_events_in_order(database):
    async def scenario(log):
        await log.create("a", {"game": "nim"}, {0: b"x" * 32, 2: b"\0" * 32})
        added = await log.append("a", 1, [MOVE, MOVE])
        assert [each.seq for each in added] == [2, 3]
        assert await log.events("a", 1) == added
        assert [each.kind for each in await log.events("a")] == ["created", "move", "move"]
        assert await log.hashes("a") == {0: b"x" * 32, 2: b"\0" * 32}
        assert (await log.events("b"), await log.hashes("b")) == ([], {})

    logged(database, scenario)


def test_what_was_written_is_there_after_the_end(database):
    async def write(log):
        await log.create("a", {"game": "nim"}, {})
        return await log.append("a", 1, [MOVE])

    async def read(log):
        return await log.events("a", 1)

    assert logged(database, write) == logged(database, read)


def test_events_are_written_all_or_none_and_never_twice(database):
    async def scenario(log):
        await log.create("a", {"game": "nim"}, {})
        await log.append("a", 1, [MOVE])
        for news in ([MOVE], [MOVE, MOVE]):
            with pytest.raises(LogMovedOn):
                await log.append("a", 1, news)
            with pytest.raises(LogMovedOn):
                await log.append("a", 0, news)
        assert len(await log.events("a")) == 2

    logged(database, scenario)


def test_of_many_who_write_at_once_one_is_first(database):
    async def scenario(log):
        await log.create("a", {"game": "nim"}, {})
        tried = [log.append("a", 1, [MOVE, MOVE]) for _ in range(8)]
        done = await asyncio.gather(*tried, return_exceptions=True)
        assert sum(isinstance(each, list) for each in done) == 1
        assert sum(isinstance(each, LogMovedOn) for each in done) == 7
        assert [each.seq for each in await log.events("a")] == [1, 2, 3]

    logged(database, scenario)


def test_servers_may_begin_with_a_new_database_at_once(database):
    code = (
        "import asyncio, sys; from gametree.server.log.event_log import EventLog\n"
        "async def run():\n"
        "    log = EventLog(sys.argv[1])\n"
        "    await log.open()\n"
        "    assert await log.ready()\n"
        "    await log.close()\n"
        "asyncio.run(run())"
    )
    command = [sys.executable, "-c", code, database]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [each.communicate(timeout=60)[1] for each in started]
    assert [(each.returncode, errors) for each, errors in zip(started, said, strict=True)] == [
        (0, "")
    ] * 3


def test_a_new_file_that_another_holds_for_writing_is_waited_for(tmp_path):
    path = tmp_path / "games.sqlite"
    holding = threading.Event()

    def hold():
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE of_another (x)")
        holding.set()
        time.sleep(0.3)
        other.execute("COMMIT")
        other.close()

    other = threading.Thread(target=hold)
    other.start()
    assert holding.wait(60)

    async def scenario(log):
        assert await log.ready()

    logged(f"sqlite:///{path}", scenario)
    other.join()


def test_what_others_write_is_heard(postgresql, monkeypatch):
    monkeypatch.setattr(event_log, "_AGAIN_SECONDS", 0.05)

    async def scenario(log):
        heard = asyncio.Queue()
        await log.listen(heard.put_nowait)
        other = EventLog(postgresql)
        await other.create("a", {"game": "nim"}, {})
        assert await heard.get() == "a"
        await other.append("a", 1, [MOVE])
        assert await heard.get() == "a"
        # The listener is cut off: it listens again, and says that it may have missed something.
        await other.append("a", 2, [MOVE])
        assert await heard.get() == "a"
        async with other._database.writing() as connection:
            await connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
        assert await heard.get() is None
        await other.append("a", 3, [MOVE])
        assert await heard.get() == "a"
        await other.close()

    logged(postgresql, scenario)


def test_two_servers_share_a_database(tmp_path, postgresql):
    with (
        serving(tmp_path, url=postgresql) as one,
        serving(tmp_path, url=postgresql, runner=one.runner) as two,
    ):

        async def scenario():
            game_id, (first, second) = await one.new_game(HUMAN, HUMAN, game="connect_four")
            async with (
                one.seated(game_id, first) as a,
                two.seated(game_id, second) as b,
                two.seated(game_id) as watcher,
            ):
                for ply in range(12):
                    mover = (a, b)[ply % 2]
                    await mover.send("play", move=str(ply % 7 + 1), ply=ply)
                    heard = [await each.event("move") for each in (a, b, watcher)]
                    assert len({each["seq"] for each in heard}) == 1
                    assert heard[0]["room"]["position"] == heard[2]["room"]["position"]
                await asyncio.gather(a.send("resign"), b.send("resign"))
                over = [(await each.event("resign"))["room"]["over"] for each in (a, b, watcher)]
                assert over[0] == over[1] == over[2]

        one.run(scenario())


def test_a_database_that_is_not_there(postgresql):
    with pytest.raises(BadParameter) as told:
        logged(postgresql.replace("games", "nothing"), None)
    assert "cannot be used" in str(told.value)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "it is no URL"),
        ("games.sqlite", "it is no URL"),
        ("mysql://here/games", "'mysql' is not supported"),
        ("sqlite://", "it names no file"),
        ("sqlite:///:memory:", "it names no file"),
    ],
)
def test_urls_that_name_no_database(url, said):
    with pytest.raises(BadParameter) as told:
        EventLog(url)
    assert said in str(told.value)


def test_passwords_are_not_told():
    async def scenario():
        log = EventLog("postgresql://me:secret@127.0.0.1:1/games")
        with pytest.raises(BadParameter) as told:
            await log.open()
        assert "secret" not in str(told.value)
        assert "127.0.0.1:1" in str(told.value)

    asyncio.run(scenario())


def test_the_usual_database_is_in_the_folder_for_data(monkeypatch, tmp_path):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    assert default_database() == f"sqlite:///{tmp_path}/games.sqlite"
