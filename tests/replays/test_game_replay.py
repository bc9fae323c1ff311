"""Games to take away: what is read is what was written, and damage is told in one sentence."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, Othello, TicTacToe
from gametree.replays.reading import replay_of_lines

SCHEMA = Path(__file__).parents[2] / "docs" / "replay.schema.json"


def played(game, simulations, **options):
    """Return a game that a search plays against itself, with its thinking."""
    record, results = gt.Record(game), []
    searcher = gt.Searcher(game, seed=1, **options)
    while not record.over:
        results.append(searcher.run(simulations=simulations))
        record.play(results[-1].action)
        if not record.over:
            searcher.advance(results[-1].action)
    seconds = [result.seconds for result in results]
    return gt.GameReplay(record, results, seconds=seconds, players=("one", "<b>two</b>"))


@pytest.fixture(scope="module")
def replay():
    return played(TicTacToe(), 50, compiled=False, method="uct")


def data_of(page):
    return json.loads(re.search(r'id="data">(.*?)</script>', page)[1])


def test_what_is_read_is_what_was_written(replay, tmp_path):
    path = tmp_path / "game.jsonl"
    replay.save(path)
    back = gt.load_replay(path)
    assert back.to_json_lines() == replay.to_json_lines()
    assert back.to_html() == replay.to_html()
    assert back.record.actions == replay.record.actions
    assert back.returns == replay.record.returns


def test_each_line_is_as_the_schema_has_it(replay):
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    lines = replay.to_json_lines().splitlines()
    assert len(lines) == len(replay.moves) + 2
    for line in lines:
        validator.validate(json.loads(line))
    assert not validator.is_valid({"move": 3})


def test_a_page_of_sixty_moves_with_thinking_is_small():
    """Sixty moves of othello, each with all that a search tells of it."""
    replay = played(Othello(), 40, compiled=False)
    page = replay.to_html()
    assert len(replay.moves) >= 58
    assert all(replay.thinking)
    assert len(page.encode()) < 1_000_000


def test_a_page_loads_nothing_and_runs_only_its_own_script(replay):
    page = replay.to_html()
    loaded = r"src=|@import|url\((?!blob)|https?://(?!www\.w3\.org/(2000/svg|1999))"
    assert not re.search(loaded, page)
    assert "default-src 'none'; script-src 'sha256-" in page
    assert "innerHTML" not in page
    assert "<b>two" not in page  # a name is text


def test_a_page_has_the_boards_of_all_positions(replay):
    data = data_of(replay.to_html())
    assert len(data["positions"]) == len(replay.record.positions)
    for number, state in zip(data["positions"], replay.record.positions, strict=True):
        assert data["boards"][number]["text"] == replay.game.state_to_text(state)
    marks = data["boards"][data["positions"][0]]["marks"]
    texts = [data["parts"][mark] for mark in marks if "<text" in data["parts"][mark]]
    shares = [round(100 * each["share"]) for each in replay.thinking[0]["actions"]]
    assert sorted(int(re.search(r">(\d+)<", text)[1]) for text in texts) == sorted(shares)


def test_marks_are_where_pieces_fall():
    game = ConnectFour()
    record = gt.Record(game)
    record.play(3)
    result = gt.search(game, record.state, simulations=30, seed=1, compiled=False)
    record.play(result.action)
    data = data_of(gt.GameReplay(record, [None, result]).to_html())
    marks = data["boards"][data["positions"][1]]["marks"]
    heights = {
        re.search(r'cx="([\d.]+)"', data["parts"][mark])[1]: float(
            re.search(r'cy="([\d.]+)"', data["parts"][mark])[1]
        )
        for mark in marks
        if "<circle" in data["parts"][mark]
    }
    stone = max(heights.values()) - 1  # one above those of empty columns
    assert list(heights.values()).count(stone) == 1


def test_what_players_tell_is_kept_beside_what_searches_find():
    record = gt.Record(Nim(heaps=(1, 2)))
    record.play(record.legal_actions()[0])
    with pytest.raises(gt.BadParameter, match="numbers, texts, lists and dicts only"):
        gt.GameReplay(record, [{"nodes": object()}])
    replay = gt.GameReplay(record, [{"nodes": 3, "opening": "book", "value": float("nan")}])
    assert replay.how == "unfinished"
    assert replay.returns is None
    back = replay_of_lines(replay.to_json_lines())
    assert back.told == ({"nodes": 3, "opening": "book", "value": "nan"},)
    assert "opening" in back.to_html()


def test_a_game_from_another_position_on_begins_there():
    game = ConnectFour(width=5, height=4)
    state = game.next_state(game.initial_state(), 2)
    record = gt.Record(game, state)
    record.play(1)
    back = replay_of_lines(gt.GameReplay(record).to_json_lines())
    assert back.record.positions == record.positions
    assert repr(back.game) == repr(game)


class Mine(TicTacToe):
    name = "mine"


def test_rules_of_ones_own_are_given():
    record = gt.Record(Mine())
    record.play(4)
    text = gt.GameReplay(record).to_json_lines()
    with pytest.raises(gt.ReplayError, match="is no bundled game: give the rules"):
        replay_of_lines(text)
    assert replay_of_lines(text, Mine()).moves == ("b2",)
    with pytest.raises(gt.ReplayError, match=r"is of Mine\(\), not of TicTacToe\(\)"):
        replay_of_lines(text, TicTacToe())


def test_entries_are_as_many_as_moves():
    record = gt.Record(TicTacToe())
    record.play(4)
    with pytest.raises(gt.BadParameter, match="thinking must have 1 entries"):
        gt.GameReplay(record, [None, None])
    with pytest.raises(gt.BadParameter, match="players must be 2 names"):
        gt.GameReplay(record, players=("me",))
    with pytest.raises(gt.BadParameter, match="record must be a Record"):
        gt.GameReplay(TicTacToe())


def changed(text, number, **fields):
    lines = text.splitlines()
    lines[number] = json.dumps(json.loads(lines[number]) | fields)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda text: "", "the record is empty"),
        (lambda text: "hello", "line 1 of the record is damaged"),
        (lambda text: "[1]", "this is no record of gametree"),
        (lambda text: changed(text, 0, version=2), "of version 2, and this gametree reads ver"),
        (lambda text: text[: len(text) // 2], "the record is damaged|cut off"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "cut off"),
        (lambda text: changed(text, 0, kind="tea"), "kind must be 'game' or 'search'"),
        (lambda text: changed(text, 0, begins={"tuple": 3}), "begins at is damaged"),
        (lambda text: changed(text, 0, parameters={"size": 9}), "line 1: "),
        (lambda text: changed(text, 0, players=["one"]), "players must be 2"),
        (lambda text: changed(text, 1, move="z9"), "line 2: 'z9'"),
        (lambda text: changed(text, 2, move=None), "line 3.move must be a text, not None"),
        (lambda text: changed(text, 2, thinking={}), "line 3.thinking lacks 'value'"),
        (lambda text: changed(text, -1, end={"returns": [9.0, 9.0], "how": "rules"}), "the rules"),
        (lambda text: changed(text, -1, end={"returns": [1.0], "how": "lost"}), "1 returns, not"),
        (lambda text: changed(text, -1, end={"returns": ["1"], "how": "rules"}), "a number"),
    ],
)
def test_damage_is_told_in_one_sentence(replay, damage, told):
    with pytest.raises(gt.ReplayError, match=told) as caught:
        replay_of_lines(damage(replay.to_json_lines()))
    assert "\n" not in str(caught.value)


def test_random_damage_never_breaks_the_reader(replay):
    text, luck, refused = replay.to_json_lines(), random.Random(1), 0
    for _ in range(300):
        place = luck.randrange(len(text))
        length = luck.choice((1, 1, 5, 60))
        other = "".join(luck.choice('0{}[]",:az-\n') for _ in range(luck.randrange(3)))
        try:
            replay_of_lines(text[:place] + other + text[place + length :]).to_html()
        except gt.ReplayError:
            refused += 1
    assert refused > 100


def test_a_file_that_is_none_is_told(tmp_path):
    with pytest.raises(gt.ReplayError, match="cannot be read"):
        gt.load_replay(tmp_path / "none.jsonl")
    (tmp_path / "picture.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(gt.ReplayError, match="no text in UTF-8"):
        gt.load_replay(tmp_path / "picture.jsonl")
