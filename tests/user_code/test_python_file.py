from __future__ import annotations

import sys

import pytest

import gametree as gt
from gametree.user_code.python_file import (
    Kind,
    Parcel,
    file_spec,
    find_class,
    import_file,
    left_out,
)

TOOL = Kind("tool", "a class that has a method work", lambda cls: hasattr(cls, "work"))

SOURCE = """
import pathlib

class Hammer:
    def work(self): return "hammer"

class _Saw(Hammer):
    pass
"""


@pytest.fixture
def write(tmp_path):
    def write(source, name="tools.py"):
        path = tmp_path / name
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        return str(path)

    yield write
    while str(tmp_path) in sys.path:
        sys.path.remove(str(tmp_path))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mine.py", ("mine.py", "", None)),
        (" mine.py:Rule ", ("mine.py", "Rule", None)),
        ("mine.py:Rule:c=1,d=x:y", ("mine.py", "Rule", "c=1,d=x:y")),
        ("mine.py:c=1", ("mine.py", "", "c=1")),
        ("mine.py:c,d", ("mine.py", "", "c,d")),
        (r"C:\own\mine.py:Rule:c=1", (r"C:\own\mine.py", "Rule", "c=1")),
        (r"C:\own\mine.py", (r"C:\own\mine.py", "", None)),
        ("old.py/mine.py:Rule", ("old.py/mine.py", "Rule", None)),
        ("mine.py:Player:rule=other.py:Rule", ("mine.py", "Player", "rule=other.py:Rule")),
        ("mine.pyx:Rule", None),
        ("mcts:c=0.7", None),
        ("tic_tac_toe", None),
        ("", None),
        (".py", None),
    ],
)
def test_what_a_text_says_of_a_file(text, found):
    assert file_spec(text) == found


def test_a_class_by_its_name_and_the_only_one(write):
    # Neither what is imported nor what begins with an underscore counts as the only one.
    path = write(SOURCE)
    assert find_class(path, "", TOOL)().work() == "hammer"
    assert find_class(path, "_Saw", TOOL).__name__ == "_Saw"
    assert find_class(path, "Hammer", TOOL) is find_class(path, "", TOOL)


def test_what_another_class_is_made_of_is_not_meant(write):
    box = (
        "class Box:\n"
        "    def __init__(self):\n        self.tools = [Hammer()]\n"
        "    def work(self):\n        return 'box'\n"
    )
    assert find_class(write(SOURCE + box), "", TOOL).__name__ == "Box"
    again = box.replace("Box", "Chest").replace("Hammer()", "Hammer(), Box()")
    assert find_class(write(SOURCE + box + again), "", TOOL).__name__ == "Chest"
    sledge = "class Sledge(Hammer):\n    def __init__(self):\n        Hammer.__init__(self)\n"
    with pytest.raises(gt.PythonFileError, match="holds several tools, Hammer, Sledge"):
        find_class(write(SOURCE + sledge), "", TOOL)


def test_a_file_runs_once_and_again_when_it_has_changed(write):
    path = write("made = []\n")
    first = import_file(path)
    assert import_file(path) is first
    write("made = ()\n")
    second = import_file(path)
    assert second.made == ()
    assert second.__name__ == first.__name__
    assert sys.modules[first.__name__] is second


def test_files_of_one_name_are_kept_apart(write, tmp_path):
    first = import_file(write(SOURCE))
    (tmp_path / "other").mkdir()
    assert import_file(write(SOURCE, "other/tools.py")).__name__ != first.__name__
    assert import_file(tmp_path / "other" / ".." / "tools.py") is first


def test_a_file_may_import_its_neighbours(write):
    write("length = 2\n", "neighbour_of_tools.py")
    assert import_file(write("import neighbour_of_tools as n\nx = n.length\n")).x == 2


def test_a_file_and_its_neighbour_may_import_each_other(write):
    write("import circle_of_tools as c\n\ndef size():\n    return c.SIZE\n", "piece_of_tools.py")
    source = "import piece_of_tools as p\nSIZE = 3\nclass Board:\n    size = p.size\n"
    module = import_file(write(source, "circle_of_tools.py"))
    assert module.Board.size() == 3
    assert module.p.c is module
    assert "circle_of_tools" not in sys.modules


@pytest.mark.parametrize(
    ("source", "name", "told"),
    [
        (None, "", r"^there is no file '.*tools\.py'$"),
        ("class Walk(:\n", "", r"^tools\.py is not valid Python: .* \(line 1\)$"),
        ("x = 1\n\nimport no_such\n", "",
         r"^tools\.py cannot be loaded: ModuleNotFoundError: No .* 'no_such' \(line 3\)$"),
        ("raise SystemExit\n", "", r"^tools\.py cannot be loaded: SystemExit \(line 1\)$"),
        (b"x = '\xff'\n", "", r"^tools\.py is not valid Python: "),
        (b"x = 1\0\n", "", r"^tools\.py is not valid Python: "),
        ("x = 1\n", "", r"holds no tool: nothing in it is a class that has a method work$"),
        ("x = 1\n", "Hammer", r"has no class Hammer; it holds no tool at all$"),
        (SOURCE, "Hamer", r"has no class Hamer; did you mean Hammer\?$"),
        (SOURCE, "Drill", r"has no class Drill; its tools are Hammer$"),
        (SOURCE, "pathlib", r"^pathlib in .* is no tool: it must be a class that has"),
        (SOURCE + "class Axe(_Saw): pass\n", "",
         r"holds several tools, Hammer, Axe: name one, as in .*tools\.py:Hammer$"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file(write, tmp_path, source, name, told):
    path = str(tmp_path / "tools.py") if source is None else write(source)
    with pytest.raises(gt.PythonFileError, match=told) as raised:
        find_class(path, name, TOOL)
    assert "\n" not in str(raised.value)


PLAYS = """
def legal_moves():
    return [1]


def play():
    while True:
        try:
            return int(input("Your move: "))
        except Exception:
            pass


if len("x") == 1:
    print("Welcome")
    play()

moves = legal_moves()
play()
"""


def test_statements_that_ask_for_input_are_left_out(write):
    module = import_file(write(PLAYS))
    assert module.moves == [1]
    assert left_out(write(PLAYS)) == (16, 19)
    assert left_out(write(SOURCE)) == ()


def test_where_input_is_needed_it_is_told_where_to_put_that(write):
    path = write(PLAYS + "size = int(input())\n")
    with pytest.raises(
        gt.PythonFileError, match=r"asks for input as it is loaded \(line 20\): put "
    ):
        import_file(path)
    with pytest.raises(OSError, match="reading from stdin"):
        input()  # as it was before


def test_a_file_that_failed_leaves_nothing_behind(write):
    path = write("raise ValueError\n")
    before = set(sys.modules)
    with pytest.raises(gt.PythonFileError):
        import_file(path)
    assert set(sys.modules) == before
    write(SOURCE)
    good = import_file(path)
    write("raise ValueError\n")
    with pytest.raises(gt.PythonFileError):
        import_file(path)
    assert sys.modules[good.__name__] is good


def test_a_parcel_names_the_files_of_its_classes(write, tmp_path):
    tool = find_class(write(SOURCE), "Hammer", TOOL)()
    import_file(write("x = 1\n", "unrelated.py"))
    parcel = Parcel([tool, 7])
    assert parcel.files == [str(tmp_path.resolve() / "tools.py")]
    assert parcel.opened()[0].work() == "hammer"
    assert Parcel(7).files == []
