"""What `review`, `puzzles`, `levels` and `balance` say where they are used the wrong way."""

from __future__ import annotations

import pytest

RULES = "from gametree.games import TicTacToe\nclass Mine(TicTacToe): ...\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("puzzles", "tic_tac_toe", "--count", "0"), "--count must be 1 or more, not 0"),
        (("puzzles", "kuhn_poker"), "has no puzzles: it hides something"),
        (("puzzles", "fifteen_puzzle"), "has no puzzles: it is for one player"),
        (
            ("puzzles", "tic_tac_toe", "--from", "none.txt"),
            "'none.txt' cannot be read: No such file or directory",
        ),
        (("review", "mine.py"), 'write: gametree review mine.py --moves "..."'),
        (("review", "tic_tac_toe"), 'write: gametree review tic_tac_toe --moves "..."'),
        (("review", "mine.py", "--moves", "77"), "there is nothing to review"),
        (("levels", "fifteen_puzzle", "--minutes", "1"), "one player"),
        (("levels", "kuhn_poker", "--minutes", "0"), "not in the range x>0"),
        (("balance", "fifteen_puzzle"), "has one player"),
        (("balance", "mine.py", "--sweep", "size=3:1:1"), "goes upwards from FROM to TO"),
    ],
)
def test_bad_input_gets_a_sentence(run, tmp_path, monkeypatch, arguments, told):
    pytest.importorskip("scipy")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "mine.py").write_text(RULES)
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].startswith("error: ")
    assert told in result.stderr


def test_a_review_without_mistakes_says_so_and_what_is_proven(run, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    result = run("review", "nim", "--param", "heaps=1,2", "--moves", "2:1 1:1 2:1",
                 "--simulations", "200")  # fmt: skip
    assert "no move lost as much as an inaccuracy" in result.stdout
    assert "proven: player 1 could win by force from the first position" in result.stdout
