from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import gametree as gt
from gametree.games import Nim, TicTacToe
from gametree.replays.reading import replay_of_lines

SCHEMA = Path(__file__).parents[2] / "docs" / "replay.schema.json"


def searcher_of(game=None, **options):
    options = {"seed": 1, "compiled": False, "method": "uct"} | options
    return gt.Searcher(game or TicTacToe(), **options)


@pytest.fixture(scope="module")
def searcher():
    searcher = searcher_of()
    searcher.run(simulations=12)
    return searcher


@pytest.fixture(scope="module")
def replay(searcher):
    return gt.SearchReplay.of(searcher, 10)


def test_it_has_the_steps_of_the_trace(replay):
    other = searcher_of()
    other.run(simulations=12)
    steps = [step.to_dict() for step in other.trace(10)]
    assert [step["kind"] for step in replay.steps] == [step["kind"] for step in steps]
    assert [step["line"] for step in replay.steps] == [step["line"] for step in steps]
    assert replay.tree["visits"] == 12


def test_what_is_read_is_what_was_written(replay, tmp_path):
    path = tmp_path / "search.jsonl"
    replay.save(path)
    back = gt.load_replay(path)
    assert back.to_json_lines() == replay.to_json_lines()
    assert back.to_html() == replay.to_html()


@pytest.mark.parametrize(
    "options",
    [
        {"selection": gt.GRAVE()},
        {"selection": gt.PUCT(), "solver": True, "transpositions": True},
    ],
)
def test_each_line_is_as_the_schema_has_it(options):
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    text = gt.SearchReplay.of(searcher_of(Nim(), **options), 30).to_json_lines()
    for line in text.splitlines():
        validator.validate(json.loads(line))
    assert replay_of_lines(text).to_json_lines() == text


def test_a_page_shows_the_board_of_each_step_and_how_playouts_end(replay):
    page = replay.to_html()
    data = json.loads(re.search(r'id="data">(.*?)</script>', page)[1])
    for told, step in zip(data["steps"], replay.steps, strict=True):
        assert data["boards"][told["board"]]["text"] == step["position"]
        assert ("ending" in told) == bool(step["kind"] == "evaluation" and step["playout"])


def test_a_search_that_is_over_has_no_steps():
    searcher = searcher_of(Nim(heaps=(1, 2)), solver=True)
    searcher.run(simulations=500)
    replay = gt.SearchReplay.of(searcher, 5)
    assert replay.steps == ()
    assert replay_of_lines(replay.to_json_lines()).thinking["proof"].startswith("proven win")


def test_steps_are_told_as_they_come():
    seen = []
    replay = gt.SearchReplay.of(searcher_of(), 3, seen.append)
    assert [step.kind for step in seen] == [step["kind"] for step in replay.steps]


def test_a_move_that_is_none_is_told(replay):
    text = replay.to_json_lines()
    wrong = re.sub(r'"playout": \["\w\d"', '"playout": ["z9"', text, count=1)
    with pytest.raises(gt.ReplayError, match=r"line \d+: 'z9' is no legal move there"):
        replay_of_lines(wrong)
    with pytest.raises(gt.ReplayError, match=r"line 2.chosen must be one of the candidates"):
        replay_of_lines(re.sub(r'"chosen": \d+', '"chosen": 9', text, count=1))
    deep = '{"children": ['
    with pytest.raises(gt.ReplayError, match="damaged"):
        replay_of_lines(text.replace('"tree": {', f'"tree": {deep * 20_000}', 1))
    with pytest.raises(gt.ReplayError, match="is no kind of step"):
        replay_of_lines(text.replace('"kind": "backup"', '"kind": "break"', 1))


def test_random_damage_never_breaks_the_reader(replay):
    text, luck, refused = replay.to_json_lines(), random.Random(2), 0
    for _ in range(150):
        place = luck.randrange(len(text))
        length = luck.choice((1, 1, 5, 60))
        other = "".join(luck.choice('0{}[]",:az-\n') for _ in range(luck.randrange(3)))
        try:
            replay_of_lines(text[:place] + other + text[place + length :]).to_html()
        except gt.ReplayError:
            refused += 1
    assert refused > 50
