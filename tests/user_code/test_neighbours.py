"""Files that import from their own project."""

from __future__ import annotations

import sys

import pytest

import gametree as gt
from gametree.user_code.python_file import Parcel, import_file


@pytest.fixture
def project(tmp_path):
    """Write files in a folder of their own: a dict of their contents by path."""
    path, modules = list(sys.path), set(sys.modules)

    def write(files, within="project"):
        for name, source in files.items():
            file = tmp_path / within / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(source)
        return tmp_path / within

    yield write
    new = {name: sys.modules[name] for name in set(sys.modules) - modules}
    # A folder without a mark has no file, but a path, which is asked of the package above it.
    places = {
        name: [str(getattr(module, "__file__", None)), *getattr(module, "__path__", [])]
        for name, module in new.items()
    }
    for name, those in places.items():
        if any(str(tmp_path) in place for place in those):
            del sys.modules[name]
    sys.path[:] = path


BASE = "class Base:\n    size = 3\n"
HEAP = "from .base import Base\n\nclass Heap(Base):\n    pass\n"


@pytest.mark.parametrize("marks", [["pieces/__init__.py", "pieces/heaps/__init__.py"], []])
def test_a_file_of_a_package_imports_by_dots(project, marks):
    # Without the marks, a folder is a package all the same.
    files = {
        "pieces/heaps/base.py": "from ..sizes import SIZE\n\nclass Base:\n    size = SIZE\n",
        "pieces/heaps/heap.py": "from .. import sizes\n" + HEAP,
        "pieces/sizes.py": "SIZE = 7\n",
    }
    folder = project({**files, **dict.fromkeys(marks, "")})
    heap = import_file(folder / "pieces" / "heaps" / "heap.py")
    assert heap.__name__ == "pieces.heaps.heap"
    assert heap.Heap.size == heap.sizes.SIZE == 7
    assert import_file(folder / "pieces" / "heaps" / "heap.py") is heap


def test_what_the_package_has_imported_is_the_same(project):
    folder = project(
        {"stones/__init__.py": "from .heap import Heap\n", "stones/base.py": BASE,
         "stones/heap.py": HEAP}
    )  # fmt: skip
    heap = import_file(folder / "stones" / "heap.py")
    assert sys.modules["stones"].Heap is heap.Heap
    assert Parcel(heap.Heap()).files == [str(folder / "stones" / "heap.py")]
    assert type(Parcel(heap.Heap()).opened()) is heap.Heap


def test_a_file_of_a_package_runs_again_when_it_has_changed(project):
    folder = project({"jars/base.py": BASE, "jars/heap.py": HEAP})
    first = import_file(folder / "jars" / "heap.py")
    project({"jars/heap.py": HEAP + "    size = 4\n"})
    second = import_file(folder / "jars" / "heap.py")
    assert (first.Heap.size, second.Heap.size) == (3, 4)
    project({"jars/heap.py": "from .no_such import x\n"})
    with pytest.raises(gt.PythonFileError, match=r"No module named 'jars.no_such' \(line 1\)"):
        import_file(folder / "jars" / "heap.py")
    assert sys.modules["jars.heap"] is second


def test_a_file_imports_from_the_folders_of_its_project_above_it(project):
    folder = project(
        {
            "pyproject.toml": "",
            "games/rules/heap.py": "import counters\nfrom games.common.base import Base\n",
            "games/common/base.py": "from units.sizes import SIZE\n\nclass Base: size = SIZE\n",
            "games/rules/counters.py": "",
            "units/sizes.py": "SIZE = 9\n",
        }
    )
    assert import_file(folder / "games" / "rules" / "heap.py").Base.size == 9


def test_no_module_comes_from_beyond_the_project(project, tmp_path):
    (tmp_path / "outside_of_it.py").write_text("x = 1\n")
    folder = project({".git/HEAD": "", "games/heap.py": "import outside_of_it\n"})
    with pytest.raises(gt.PythonFileError, match=r"heap.py cannot be loaded: .*'outside_of_it' \("):
        import_file(folder / "games" / "heap.py")


def test_two_packages_of_one_name_are_not_taken_for_each_other(project):
    files = {"twins/__init__.py": "", "twins/base.py": BASE, "twins/heap.py": HEAP}
    here = project(files)
    elsewhere = project({**files, "twins/pile.py": HEAP}, "elsewhere")
    import_file(here / "twins" / "heap.py")
    with pytest.raises(gt.PythonFileError, match="another package of this name is loaded, from"):
        import_file(elsewhere / "twins" / "heap.py")
    with pytest.raises(gt.PythonFileError, match=r"No module named 'twins.pile'"):
        import_file(elsewhere / "twins" / "pile.py")


def test_a_file_called_as_its_package_is_found_within_it(project):
    root = project({"heap/heap.py": HEAP, "heap/base.py": BASE})
    assert import_file(root / "heap" / "heap.py").Heap.size == 3


def test_a_package_whose_own_imports_fail_holds_the_file_all_the_same(project):
    files = {"bare/__init__.py": "import no_such_library", "bare/base.py": BASE}
    root = project(files | {"bare/heap.py": HEAP})
    assert import_file(root / "bare" / "heap.py").Heap.size == 3


def test_the_syntax_of_a_newer_python_is_told(project):
    root = project({"newer.py": "class Heap[Chip, Player:\n    pass\n", "g.py": "import newer\n"})
    with pytest.raises(gt.PythonFileError, match="the syntax of a Python newer than 3"):
        import_file(root / "g.py")
