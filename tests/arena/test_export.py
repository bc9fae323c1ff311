from __future__ import annotations

import csv
import io
import json
import os
import resource
import subprocess
import sys
import tracemalloc

import pytest

from gametree.arena.journal.game_record import GameRecord
from gametree.arena.journal.journal import Journal
from gametree.arena.reports.export import (
    FORMATS,
    csv_rows,
    game_texts,
    json_lines,
    read_json_lines,
    write_whole,
)
from gametree.errors import BadParameter, JournalError
from played import AWKWARD, played

GAMES = [played("m", 0), played("m", 1, **AWKWARD), played("n", 0)]


def three_moves(**changes):
    fields = {
        "moves": ("4", "3", "4"),
        "movers": (0, 1, 0),
        "seconds": (0.1, 0.2, 0.3),
        "statistics": ({}, {}, {}),
        "seed": 5,
        "returns": (1, -1),
        "version": "0.1.0",
    }
    return played("abc", 7, **{**fields, **changes})


def test_json_lines_give_the_games_back(tmp_path):
    path = tmp_path / "games.jsonl"
    write_whole(json_lines(GAMES), path)
    with path.open(encoding="utf-8") as file:
        assert list(read_json_lines(file)) == GAMES
    assert len(path.read_bytes().splitlines()) == 3


def test_json_lines_have_a_stable_order_of_keys():
    lines = list(json_lines(GAMES))
    assert [list(json.loads(line)) for line in lines] == [list(GAMES[0].to_dict())] * 3


def test_a_line_that_is_no_game_is_named():
    good = next(json_lines(GAMES))
    with pytest.raises(BadParameter, match="line 3: a game must be JSON"):
        list(read_json_lines([good, "\n", good[:50]]))
    with pytest.raises(BadParameter, match="line 1: a game lacks culprit, detail"):
        list(read_json_lines(['{"match": "m"}']))
    with pytest.raises(BadParameter, match="line 1: a game must be given by its fields"):
        list(read_json_lines(["3"]))


def test_csv_has_a_row_a_game(tmp_path):
    path = tmp_path / "games.csv"
    write_whole(csv_rows(GAMES), path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    assert len(rows) == 3
    for row, game in zip(rows, GAMES, strict=True):
        values = {
            **row,
            "statistics": game.statistics,
            "culprit": None if row["culprit"] == "" else int(row["culprit"]),
            "detail": game.detail,
            **{name: int(row[name]) for name in ("index", "seed")},
            **{name: float(row[name]) for name in ("started", "ended")},
        }
        for name in ("parameters", "seats", "opening", "moves", "movers", "seconds", "returns"):
            values[name] = json.loads(row[name])
        assert GameRecord.from_dict(values) == game
    assert rows[1]["detail"] == 'said "no",\r\nthen died\\udc80'
    assert rows[0]["detail"] == ""


def test_csv_keeps_to_the_rfc():
    text = "".join(csv_rows([three_moves(detail='a "b", c\nd', culprit=1, termination="crash")]))
    head, row = text.split("\r\n", 1)
    assert head == (
        "match,index,game,parameters,seats,opening,moves,movers,seconds,returns,"
        "termination,culprit,detail,seed,started,ended,version"
    )
    assert row == (
        'abc,7,connect_four,"{""rows"": 6, ""columns"": 7}",'
        '"[""mcts:simulations=1000,c=0.7"", ""random""]","[""4"", ""4""]",'
        '"[""4"", ""3"", ""4""]","[0, 1, 0]","[0.1, 0.2, 0.3]","[1.0, -1.0]",'
        'crash,1,"a ""b"", c\nd",5,1800000007.0,1800000007.5,0.1.0\r\n'
    )


def test_a_game_to_read():
    assert "".join(game_texts([three_moves()])) == (
        '[Event "abc"]\n'
        '[Site "?"]\n'
        '[Date "2027.01.15"]\n'
        '[Round "8"]\n'
        '[White "mcts:simulations=1000,c=0.7"]\n'
        '[Black "random"]\n'
        '[Result "1-0"]\n'
        '[UTCTime "08:00:07"]\n'
        '[Game "connect_four"]\n'
        '[Parameters "{\\"rows\\": 6, \\"columns\\": 7}"]\n'
        '[Seed "5"]\n'
        '[Version "0.1.0"]\n'
        '[Opening "4 4"]\n'
        '[Returns "1 -1"]\n'
        '[Termination "rules"]\n'
        "\n"
        "1. 4 3 2. 4 {1 -1: rules} 1-0\n"
        "\n"
    )


def moves_read(**changes):
    return "".join(game_texts([three_moves(**changes)])).split("\n\n")[1]


def test_the_numbers_follow_the_rounds():
    assert moves_read(movers=(1, 0, 1)) == "1... 4 2. 3 4 {1 -1: rules} 1-0"
    assert moves_read(movers=(0, 0, 1)) == "1. 4 2. 3 4 {1 -1: rules} 1-0"
    assert moves_read(movers=(-1, 0, 1)) == "(4) 1. 3 4 {1 -1: rules} 1-0"
    three = {"seats": ("a", "b", "c"), "returns": (1, 0, 0.5)}
    assert moves_read(movers=(0, 1, 2), **three) == "1. 4 3 4 {1 0 0.5: rules} *"


def test_the_ending_names_the_culprit():
    text = "".join(game_texts([three_moves(termination="time", culprit=0, detail="0.2 s late")]))
    assert text.endswith("1. 4 3 2. 4 {1 -1: time of player 1} 1-0\n\n")
    assert '[Culprit "player 1"]\n[Detail "0.2 s late"]\n' in text


def test_moves_that_could_be_misread_are_quoted():
    text = moves_read(moves=("e2 e4", "{;}", "2."))
    assert text == '1. "e2 e4" "{;}" 2. "2." {1 -1: rules} 1-0'


def test_long_games_are_wrapped():
    game = played("m", 0, moves=["abcdefg"] * 60, movers=[0, 1] * 30, seconds=[0] * 60,
                  statistics=[{}] * 60)  # fmt: skip
    lines = "".join(game_texts([game])).split("\n\n")[1].splitlines()
    assert len(lines) > 5
    assert max(map(len, lines)) <= 79
    assert sum(line.count("abcdefg") for line in lines) == 60


def test_awkward_games_can_be_read_and_written(tmp_path):
    path = tmp_path / "games.pgn"
    write_whole(game_texts([played("m", 1, **AWKWARD, started=float("nan"))]), path)
    text = path.read_text(encoding="utf-8")
    tags, moves, rest = text.split("\n\n")
    assert rest == ""
    assert all(line.startswith("[") and line.endswith('"]') for line in tags.splitlines())
    assert '[Opening "\\"\\" nan \\"pass; e4\\""]' in tags
    assert '"e2 e4" "a;b,c" 2. "\\"" ("1.") ♞f3' in moves


def test_an_export_of_a_journal_needs_the_memory_of_a_game(tmp_path):
    with Journal(tmp_path / "games.db") as journal:
        match = journal.open_match({})
        long = {"moves": ["4"] * 100, "movers": [0] * 100, "seconds": [0.1] * 100}
        for index in range(100):
            statistics = [{"visits": 7}] * 100
            match.add(played(match.key, index, statistics=statistics, **long))
    sizes = []
    for kind in FORMATS.values():
        path = tmp_path / "games"
        tracemalloc.start()
        write_whole(kind(journal.games()), path)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 500_000  # the games together are many megabytes
        sizes.append(path.stat().st_size)
    assert max(sizes) > 300_000


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "games.jsonl"
    write_whole(["old\n"], path)

    def breaking():
        yield "new\n" * 100_000
        assert path.read_text() == "old\n"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(breaking(), path)
    assert os.listdir(tmp_path) == ["games.jsonl"]
    assert path.read_text() == "old\n"
    write_whole(["new\n"], path)
    assert path.read_text() == "new\n"


def test_a_link_stays_a_link(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "games.csv")
    write_whole(["x"], link)
    assert link.is_symlink()
    assert (tmp_path / "games.csv").read_text() == "x"


def test_a_full_disk_leaves_the_old_file(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    script = (
        "import sys, gametree.arena.reports.export as export\n"
        "try:\n    export.write_whole(['x' * 1000] * 1000, sys.argv[1])\n"
        "except export.JournalError as error:\n    print(error)"
    )
    limit = 100_000

    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        [sys.executable, "-B", "-c", script, str(path)],
        capture_output=True, text=True, preexec_fn=small, check=True,
    )  # fmt: skip
    assert done.stdout == f"{str(path)!r} cannot be written: File too large\n"
    assert os.listdir(tmp_path) == ["games.jsonl"]
    assert path.read_text() == "old"


def test_places_where_no_file_can_be(tmp_path):
    with pytest.raises(JournalError, match="is no ordinary file: name another"):
        write_whole(["x"], tmp_path)
    with pytest.raises(JournalError, match="is no ordinary file: name another"):
        write_whole(["x"], os.devnull)
    with pytest.raises(JournalError, match="cannot be written: No such file or directory"):
        write_whole(["x"], tmp_path / "none" / "games.csv")
    for path in (3, "a\0b"):
        with pytest.raises(JournalError, match="a file is named by its path, not by"):
            write_whole(["x"], path)


def test_a_journal_is_not_overwritten_with_its_export(tmp_path):
    path = tmp_path / "games.db"
    with Journal(path) as journal:
        match = journal.open_match({})
        match.add(played(match.key, 0))
        with pytest.raises(JournalError, match="is a database, a journal perhaps: name another"):
            write_whole(json_lines(journal.games()), path)
        assert match.finished() == {0}
    assert list(tmp_path.iterdir()) == [path]  # nothing is left beside it
    with pytest.raises(JournalError, match="is a database, a journal perhaps: name another"):
        write_whole(["x"], path)


def test_a_damaged_journal_gives_no_half_of_an_export(tmp_path):
    def damaged():
        yield "x"
        raise JournalError("journal 'x' is damaged")

    with pytest.raises(JournalError, match=r"^journal 'x' is damaged$"):
        write_whole(damaged(), tmp_path / "games.csv")
    assert os.listdir(tmp_path) == []


def test_csv_is_read_by_a_strict_reader_with_every_line_end():
    text = "".join(csv_rows([three_moves(detail="a\rb\nc\r\nd")]))
    assert next(csv.DictReader(io.StringIO(text, newline=""), strict=True))["detail"] == (
        "a\rb\nc\r\nd"
    )
