"""A first game, written under a name of the user's."""

from __future__ import annotations

import ast
import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gametree as gt
from gametree.naming.loading import load_game
from gametree.user_code import scaffold
from gametree.user_code.scaffold import names_of, write_game

from ..games.rules_in_both_modes import assert_rules_play_alike

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "module", "game_class"),
    [
        ("mygame", "mygame", "MyGame"),
        ("Mygame", "mygame", "MyGame"),
        ("my-game", "my_game", "MyGame"),
        ("my_game", "my_game", "MyGame"),
        (" my  game ", "my_game", "MyGame"),
        ("MyGame", "my_game", "MyGame"),
        ("mygame.py", "mygame", "MyGame"),
        ("game", "game", "Game"),
        ("tic-tac-toe", "tic_tac_toe", "TicTacToe"),
        ("TicTacToe", "tic_tac_toe", "TicTacToe"),
        ("connect4", "connect4", "Connect4"),
        ("Game2048", "game2048", "Game2048"),
        ("_hex_", "hex", "Hex"),
        ("mühle", "mühle", "Mühle"),
        ("ｈｅｘ", "hex", "Hex"),  # noqa: RUF001
    ],
)
def test_names(text, module, game_class):
    assert names_of(text) == (module, game_class)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a name begins with a letter and has letters, digits and _ only, no folders"),
        (" - ", "a name begins with a letter"),
        ("2048", "a name begins with a letter"),
        ("my.game", "a name begins with a letter"),
        ("games/hex", "a name begins with a letter"),
        ("hex!", "a name begins with a letter"),
        ("class", "class is a word of the language Python"),
        ("none", "None is a word of the language Python"),
        ("random", "programs in its folder would import it in place of Python's module random"),
        ("Random", "programs in its folder would import it in place of Python's module random"),
        ("numpy", "programs in its folder would import it in place of the library numpy"),
        ("gametree", "programs in its folder would import it in place of the library gametree"),
        ("conftest", "pytest would take conftest.py for a file of tests"),
        ("test_hex", "pytest would take test_hex.py for a file of tests"),
        ("hex_test", "pytest would take hex_test.py for a file of tests"),
        ("position", "its class would be Position, and there is one of that name already"),
        ("value_error", "its class would be ValueError, and there is one of that name already"),
    ],
)
def test_names_that_nothing_can_have(text, why, tmp_path):
    with pytest.raises(gt.BadParameter) as caught:
        write_game(text, tmp_path)
    assert str(caught.value).startswith(f"no game can be called {text!r}: {why}")
    assert list(tmp_path.iterdir()) == []


def test_every_name_of_the_template_is_replaced(tmp_path):
    paths = write_game("nine-holes", tmp_path)
    assert [path.name for path in paths] == ["nine_holes.py", "test_nine_holes.py"]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert "class NineHoles(gt.Game):" in texts[0]
    assert "from nine_holes import NineHoles\n" in texts[1]
    assert not re.search("my_?game", "".join(texts), re.IGNORECASE)


def game_in(folder, size):
    game, _ = write_game("mygame", folder)
    return load_game(f"{game}:MyGame", {"size": str(size)})


def outcome(game, state, known):
    """Return what the player to move gets if nobody errs: by looking at every position."""
    if state not in known:
        actions = game.legal_actions(state)
        if actions:
            known[state] = max(-outcome(game, game.next_state(state, a), known) for a in actions)
        else:
            known[state] = game.returns(state)[game.current_player(state)]
    return known[state]


# Who begins wins domineering on the boards of 2, 3 and 4 rows, as is known from
# Berlekamp, Conway and Guy, Winning Ways (1982), and Breuker, Uiterwijk and van den
# Herik, Solving 8x8 Domineering (Theoretical Computer Science 230, 2000).
@pytest.mark.parametrize(("size", "winning"), [(2, 2), (3, 2), (4, 4)])
def test_the_game_is_the_known_one(tmp_path, size, winning):
    game = game_in(tmp_path, size)
    state = game.initial_state()
    known = {}
    assert outcome(game, state, known) == 1.0
    after = [game.next_state(state, action) for action in game.legal_actions(state)]
    assert sum(outcome(game, each, known) == -1.0 for each in after) == winning


def test_the_largest_board_has_room_for_all_moves(tmp_path):
    game = game_in(tmp_path, 7)
    state = game.initial_state()
    assert len(game.legal_actions(state)) == game.max_actions
    assert_rules_play_alike(game)


@pytest.mark.parametrize("size", [1, 8])
def test_a_board_of_no_use_is_refused(tmp_path, size):
    with pytest.raises(gt.BadParameter, match=f"size must be from 2 to 7, not {size}"):
        game_in(tmp_path, size)


@pytest.mark.parametrize("there", ["mygame.py", "test_mygame.py"])
@pytest.mark.parametrize("kind", ["file", "folder", "broken link"])
def test_nothing_is_overwritten(tmp_path, there, kind):
    path = tmp_path / there
    if kind == "file":
        path.write_text("mine")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(gt.BadParameter, match=f"{there}' exists, and no file is overwritten"):
        write_game("mygame", tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == [there]
    if kind == "file":
        assert path.read_text() == "mine"


def test_a_folder_that_is_none(tmp_path):
    for folder in (tmp_path / "nowhere", Path(__file__)):
        with pytest.raises(gt.BadParameter, match="there is no folder"):
            write_game("mygame", folder)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_folder_that_is_not_writable(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(gt.GametreeError, match=r"mygame\.py' cannot be written: Permission"):
        write_game("mygame", tmp_path)


def test_a_name_that_is_too_long(tmp_path):
    with pytest.raises(gt.GametreeError, match="cannot be written: "):
        write_game("x" * 300, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()])
def test_of_half_a_game_nothing_stays(tmp_path, monkeypatch, error):
    filled = scaffold._filled

    def full(template, names):
        if template == "test_game.py.txt":
            assert (tmp_path / "mygame.py").exists()
            raise error
        return filled(template, names)

    monkeypatch.setattr(scaffold, "_filled", full)
    expected = gt.GametreeError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected, match=r"cannot be written: No space left|^$"):
        write_game("mygame", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_someone_else_makes_meanwhile(tmp_path, monkeypatch):
    filled = scaffold._filled
    theirs = tmp_path / "test_mygame.py"

    def slow(template, names):
        theirs.write_text("theirs")
        return filled(template, names)

    monkeypatch.setattr(scaffold, "_filled", slow)
    with pytest.raises(gt.BadParameter, match=r"test_mygame\.py' exists"):
        write_game("mygame", tmp_path)
    assert list(tmp_path.iterdir()) == [theirs]
    assert theirs.read_text() == "theirs"


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_full_disk(tmp_path):
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from gametree.user_code.scaffold import write_game\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "write_game('mygame', Path(sys.argv[1]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", script, tmp_path], capture_output=True, text=True, check=False
    )
    assert "GametreeError: " in done.stderr
    assert "mygame.py' cannot be written: " in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_written_is_tidy(tmp_path):
    write_game("mygame", tmp_path)
    rules = ["--select", "E,F,W,I,B,UP,C4,SIM,RET,PIE,PT,RUF,N"]
    for command in (["check", *rules], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--isolated", "--no-cache", "."],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


# The page about it.


def methods(source):
    """Return the code of each class's body by name, without docstrings."""
    found = {}
    for outer in ast.parse(source).body:
        if isinstance(outer, ast.ClassDef):
            for inner in outer.body:
                if isinstance(inner, ast.FunctionDef):
                    if ast.get_docstring(inner) is not None:
                        del inner.body[0]
                    found[inner.name] = ast.unparse(inner)
                elif isinstance(inner, ast.AnnAssign):
                    found[inner.target.id] = ast.unparse(inner)
    return found


def test_the_page_shows_the_code_of_the_game(tmp_path):
    game, _ = write_game("mygame", tmp_path)
    whole = methods(game.read_text(encoding="utf-8"))
    shown = methods(re.search(r"```python\n(.*?class MyGame.*?)```", PAGE, re.DOTALL)[1])
    del whole["__init__"], shown["__init__"]  # the page refuses no size
    assert {name: whole[name] for name in shown} == shown
    assert len(shown) == 10


def changed(folder, number):
    """Return the game after a change that the page tells of."""
    game, _ = write_game("mygame", folder)
    found = re.findall(r"```diff\n-(.*\n)\+(.*\n)```", PAGE)
    assert len(found) == 2
    old, new = found[number]
    source = game.read_text(encoding="utf-8")
    assert source.count(old) == 1
    game.write_text(source.replace(old, new), encoding="utf-8")
    return load_game(str(game), {})


def test_the_change_that_the_page_tells_of(tmp_path):
    game = changed(tmp_path, 0)
    report = gt.check(game, games=1000, seconds=200, compiled=False)
    assert str(report).splitlines()[0].startswith("MyGame: sound, 1 warning (1,000 random games, ")
    for line in str(report).splitlines()[2:4]:
        assert line in PAGE
    game.size = 3
    assert outcome(game, game.initial_state(), {}) == -1.0


def test_the_mistake_that_the_page_tells_of(tmp_path):
    report = gt.check(changed(tmp_path, 1), games=1000, seconds=200, compiled=False)
    told = str(report).splitlines()
    assert told[0].startswith("MyGame: 1 fault (1,000 random games, ")
    assert f"{told[2]}\n{told[3]}\n" in PAGE
