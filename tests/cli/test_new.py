from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest


def commands(output):
    """Return the commands that it tells the user to type."""
    told = output.partition("Now type\n")[2]
    return [line.partition("  #")[0].split("  ", 1)[1].strip() for line in re.findall("  .*", told)]


def test_what_it_prints(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("new", "mygame")
    assert result.exit_code == 0
    assert result.output.startswith("wrote mygame.py and test_mygame.py\n\nNow type\n")
    assert commands(result.output) == [
        "gametree play mygame.py",
        "gametree check mygame.py",
        "gametree analyze mygame.py",
        "python -m pytest test_mygame.py",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mygame.py", "test_mygame.py"]


def type_in(folder, line):
    """Type a line in a shell in a folder; return what came of it."""
    programs = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # those of our own tests take half a second to load
    }
    return subprocess.run(
        line, shell=True, cwd=folder, env=programs, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(sys.platform == "win32", reason="quoting is that of other shells")
def test_all_it_tells_one_to_type_works(tmp_path):
    folder = tmp_path / "my games"
    folder.mkdir()
    # A project of another style, where pytest alone would not find the game.
    (folder / "__init__.py").touch()
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    made = type_in(folder, "gametree new nine-holes")
    assert (made.returncode, made.stderr) == (0, "")
    play, check, analyze, test = commands(made.stdout)

    # No terminal: the engine plays itself, here without a second for each move. The plain search
    # is the one by which `check` compares the modes, so the three commands compile one search; the
    # tests at the end search as it is chosen where nothing is said.
    played = type_in(folder, play + " --simulations 200 --against mcts")
    assert (played.returncode, played.stderr) == (0, "")
    assert re.search(r"^player [12] \([UF]\) wins$", played.stdout, re.MULTILINE)

    # A thousand random games otherwise, or twenty seconds of them.
    checked = type_in(folder, check + " --games 50")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.startswith("NineHoles: sound (")  # fewer games on a busy machine
    assert "compiled" in checked.stdout
    assert not re.search("^(warning|note):", checked.stdout, re.MULTILINE)

    analyzed = type_in(folder, analyze + " --method uct")
    assert (analyzed.returncode, analyzed.stderr) == (0, "")
    assert re.search(r"^nine holes, player 1 to move: [\d,]+ simulations$", analyzed.stdout, re.M)

    tested = type_in(folder, test)
    assert tested.returncode == 0, tested.stdout
    assert re.search(r"\b\d+ passed\b", tested.stdout)
    assert "warning" not in tested.stdout


def test_without_pytest_it_says_how_to_get_it(run, tmp_path, monkeypatch):
    monkeypatch.setattr("gametree.cli.commands.new.find_spec", lambda name: None)
    folder = tmp_path / "my games"
    folder.mkdir()
    result = run("new", "mygame", "--into", str(folder))
    *_, install, test = commands(result.output)
    assert install == "python -m pip install pytest"
    assert test == f"python -m pytest {shlex.quote(str(folder / 'test_mygame.py'))}"


def test_a_folder_that_looks_like_an_option(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("-x").mkdir()
    result = run("new", "mygame", "--into", "-x")
    assert commands(result.output)[0] == "gametree play ./-x/mygame.py"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "missing argument 'NAME' (see main new --help)"),
        (("random",), "no game can be called 'random': programs in its folder would import it"),
        (("2048",), "no game can be called '2048': a name begins with a letter"),
        (("mygame", "--into", "nowhere"), "there is no folder 'nowhere': make it first"),
        (("there",), "'there.py' exists, and no file is overwritten"),
        (("x" * 300,), "'xxx"),
    ],
)
def test_mistakes(run, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    Path("there.py").touch()
    result = run("new", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"error: {told}")
    assert result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there.py"]


def test_nothing_heavy_is_loaded(tmp_path):
    script = (
        "import sys\n"
        "from gametree.cli import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "print('loaded:', *sorted({'numpy', 'numba', 'rich', 'pytest'} & set(sys.modules)))\n"
    )
    command = [sys.executable, "-c", script, "new", "mygame", "--into", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.rpartition("loaded:")[2].split() == []
