import asyncio
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from gametree.errors import GametreeError, IllegalMove
from gametree.server.rules import process as rules_process
from gametree.server.rules.rules import OfferedRules, PlayedLine

from .live import GAMES, HUMAN, serving

UNRULY = f"{Path(__file__).parent / 'unruly.py'}:Unruly"
HARM = ["hang", "allocate", "raise", "exit", "many"]


def line_of(names):
    return PlayedLine(tuple(names))


@contextmanager
def impatient(rules, patience=rules_process.PATIENCE):
    """Let rules that hang be waited for half a second; all else takes its time."""
    process = rules._processes[UNRULY]
    process._seconds = 0.5
    with pytest.MonkeyPatch.context() as patch:
        if patience != rules_process.PATIENCE:
            patch.setattr(rules_process, "by_the_clock", lambda seconds: patience * seconds)
        try:
            yield
        finally:
            process._seconds = rules._seconds


def asked(scenario):
    """Run a scenario with rules."""

    async def run():
        rules = OfferedRules(10.0)
        try:
            await asyncio.wait_for(scenario(rules), 60)
        finally:
            await rules.close()

    asyncio.run(run())


@pytest.mark.parametrize(("spec", "parameters"), [("nim", {}), ("nim", {"heaps": "1,2"})])
def test_a_game_is_asked_the_same_in_the_loop_and_in_a_process(spec, parameters):
    async def scenario(rules):
        facts = await rules.facts(spec, parameters)
        assert (facts.title, facts.players, facts.draw_value) == ("nim", 2, 0.0)
        begun = await rules.begin(spec, parameters, [])
        line, standing = [], begun.standing
        while standing.player is not None:
            played = await rules.play(
                spec, parameters, line_of(line), standing.position(None)["moves"][0]
            )
            line.append(played.move)
            standing = played.standing
            assert await rules.stand(spec, parameters, line_of(line)) == standing
        assert sorted(standing.returns) == [-1.0, 1.0]
        begun = await rules.begin(spec, parameters, line)
        assert (begun.moves, begun.standing) == (line, standing)
        assert begun.movers == [ply % 2 for ply in range(len(line))]
        with pytest.raises(IllegalMove):
            await rules.play(spec, parameters, line_of(line), line[0])
        with pytest.raises(IllegalMove):
            await rules.stand(spec, parameters, line_of(["nowhere"]))

    asked(scenario)


def test_a_line_is_kept_when_another_is_looked_at():
    async def scenario(rules):
        first, *others = (await rules.stand("tic_tac_toe", {}, line_of([]))).position(None)["moves"]
        for other in others:
            assert (await rules.stand("tic_tac_toe", {}, line_of([first, other]))).position(None)[
                "ply"
            ] == 2
            assert (await rules.stand("tic_tac_toe", {}, line_of([first]))).position(None)[
                "ply"
            ] == 1
            assert (await rules.stand("tic_tac_toe", {}, line_of([]))).position(None)["ply"] == 0

    asked(scenario)


def test_harmful_rules_are_told_and_asked_on():
    async def scenario(rules):
        await rules.facts(UNRULY, {})
        said = {}
        for move in HARM:
            bounds = {"hang": impatient(rules), "many": impatient(rules, 2)}
            with bounds.get(move, nullcontext()), pytest.raises(GametreeError) as told:
                await rules.play(UNRULY, {}, line_of(["pass"]), move)
            said[move] = str(told.value)
            assert (await rules.play(UNRULY, {}, line_of(["pass"]), "pass")).standing.position(
                None
            )["ply"] == 2
        assert "gave no answer in 0.52 s of processor time: do they end?" in said["hang"]
        assert "gave no answer in 1.04 s: do they end, and what do they wait for?" in said["many"]
        assert "MemoryError" in said["allocate"]
        assert "KeyError" in said["raise"]
        assert "exit code 3" in said["exit"]
        assert (await rules.play(UNRULY, {}, line_of([]), "print")).move == "print"

    asked(scenario)


def test_what_hung_once_is_not_tried_again():
    async def scenario(rules):
        await rules.facts(UNRULY, {})
        loop = asyncio.get_running_loop()
        with impatient(rules), pytest.raises(GametreeError):
            await rules.play(UNRULY, {}, line_of([]), "hang")
        began = loop.time()
        for _ in range(100):
            with pytest.raises(GametreeError):
                await rules.play(UNRULY, {}, line_of([]), "hang")
        assert loop.time() - began < 30  # not a hundred times the bound
        assert (await rules.stand(UNRULY, {}, line_of([]))).player == 0

    asked(scenario)


def test_other_games_go_on_meanwhile():
    async def scenario(rules):
        await rules.facts(UNRULY, {})
        with impatient(rules):
            hanging = asyncio.ensure_future(rules.play(UNRULY, {}, line_of([]), "hang"))
            await asyncio.sleep(0.05)
            assert (await rules.stand("nim", {}, line_of([]))).player == 0
            assert not hanging.done()
            with pytest.raises(GametreeError):
                await hanging

    asked(scenario)


def test_who_asks_may_go_away():
    async def scenario(rules):
        first = asyncio.ensure_future(rules.play(UNRULY, {}, line_of([]), "pass"))
        await asyncio.sleep(0)
        first.cancel()
        assert (await rules.play(UNRULY, {}, line_of(["pass"]), "print")).move == "print"

    asked(scenario)


def test_a_move_that_does_harm_is_refused_and_the_game_goes_on(tmp_path):
    games = (*GAMES, UNRULY)
    with serving(tmp_path, games=games, rules_seconds=5.0) as table:

        async def scenario():
            game_id, tokens = await table.new_game(HUMAN, HUMAN, game=UNRULY)
            async with table.seated(game_id, *tokens) as a, table.two_players() as (b, c):
                for move in ("hang", "exit", "raise"):
                    with impatient(table.hub.rules) if move == "hang" else nullcontext():
                        refused = asyncio.ensure_future(a.ask("play", move=move))
                        await b.send("offer", what="draw")  # others play on meanwhile
                        await c.event("offer")
                        await c.send("answer", what="draw", accept=False)
                        await b.event("answer")
                        assert await refused == "rules"
                await a.send("play", move="pass")
                assert (await a.event("move"))["room"]["position"]["ply"] == 1
                with impatient(table.hub.rules):
                    assert await a.ask("look", moves=["pass", "hang"]) == "rules"
                await a.send("look", moves=["pass", "pass"])
                assert (await a.until("position"))["position"]["ply"] == 2

        table.run(scenario())


def test_a_game_that_can_no_longer_be_read_is_told(tmp_path):
    path = tmp_path / "mine.py"
    text = Path(__file__).with_name("unruly.py").read_text()
    path.write_text(text)
    spec = f"{path}:Unruly"
    with serving(tmp_path, games=(spec,)) as table:
        game_id, tokens = table.run(table.new_game(HUMAN, HUMAN, game=spec, moves=["pass"]))
    path.write_text(text.replace('"pass"', '"stay"'))
    with serving(tmp_path, games=(spec,)) as table:

        async def scenario():
            async with table.connected(game_id) as client:
                await client.send("hello", tokens=tokens)
                refused = await client.next()
                assert refused["code"] == "broken_game"
                assert "pass" in refused["message"]
                assert await client.closed() == 1008

        table.run(scenario())


@pytest.mark.parametrize(
    ("spec", "points"),
    [
        ("nim", None),
        ("chinese_checkers", None),
        ("backgammon", (-3.0, 3.0)),
        ("game_2048", (0.0, 3_440_640.0)),
    ],
)
def test_a_game_is_won_or_brings_points(spec, points):
    async def scenario(rules):
        assert (await rules.facts(spec, {})).points == points

    asked(scenario)
