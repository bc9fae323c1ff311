"""Imports run downwards only, and Numba is imported in one place."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from .sources import PACKAGE, absolute, file_of, modules, name_of, parsed, statements_below

LAYERS = Path(__file__).parent / "layers.txt"


def listed():
    """Return the modules in the order of tests/layers.txt, named as `name_of` names them."""
    lines = LAYERS.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def is_ours(module):
    return module.partition(".")[0] in ("gametree", "plainpython")


@cache
def imports(path):
    """Return (module, whether within a function) for each import; relative ones made absolute.

    What is imported for type checkers alone is left out.
    """
    found, within, typing_only = [], set(), set()
    for node in statements_below(parsed(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            within.update(map(id, statements_below(node)))
        elif isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            typing_only.update(map(id, statements_below(node)))
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.append((alias.name, id(node) in within))
        elif isinstance(node, ast.ImportFrom):
            module = absolute(node, path)
            if is_ours(module):
                for alias in node.names:  # each may be a module of the package
                    found.append((f"{module}.{alias.name}", id(node) in within))
            else:
                found.append((module, id(node) in within))
    return found


def part_of(path):
    """Return the folder of gametree that a file is in, or plainpython."""
    if not path.is_relative_to(PACKAGE):
        return "plainpython"
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


NUMBAS = ("plainpython.back_end", "plainpython.values", "plainpython.front_end")
LISTED = listed()
RANKS = {file: rank for rank, file in enumerate(LISTED)}


def test_the_order_lists_each_module_once():
    files = [name_of(path) for path in modules() if path.name != "__init__.py"]
    assert sorted(LISTED) == sorted(files)


def test_imports_run_downwards():
    upwards = []
    for path in modules():
        if path.name == "__init__.py":
            continue
        for module, _ in imports(path):
            other = file_of(module) if is_ours(module) else None
            if other is not None and other.name != "__init__.py" and other != path:
                if RANKS[name_of(other)] > RANKS[name_of(path)]:
                    upwards.append((name_of(path), module))
    assert upwards == []


def first_line(path):
    return (ast.get_docstring(parsed(path)) or "").partition("\n")[0]


def test_modules_begin_with_what_they_do():
    asking = re.compile(r"(What|Which|Who|Whose|How|When|Where|Why|Whether)\b")
    lines = {name_of(path): first_line(path) for path in modules()}
    assert {name: line for name, line in lines.items() if not line or asking.match(line)} == {}


def reached(path):
    """Return the files that a file imports, and those that they import, and so on."""
    found, ahead = set(), [path]
    while ahead:
        for module, _ in imports(ahead.pop()):
            other = file_of(module) if is_ours(module) else None
            if other is not None and other.name != "__init__.py" and other not in found:
                found.add(other)
                ahead.append(other)
    return found


def test_the_doctor_and_alpha_beta_do_not_know_tree_search():
    ignorant = [
        path
        for path in modules()
        if part_of(path) in ("doctor", "rules") or name_of(path) == "gametree/players/alphabeta.py"
    ]
    assert {part_of(path) for path in ignorant} == {"doctor", "rules", "players"}
    assert [
        (name_of(path), name_of(each))
        for path in ignorant
        for each in reached(path)
        if part_of(each) == "mcts"
    ] == []


def outside_of_the_compiler():
    return [path for path in modules() if part_of(path) not in ("native", "plainpython")]


def test_the_language_knows_no_game():
    found = {
        name_of(path)
        for path in modules()
        if part_of(path) == "plainpython"
        for module, _ in imports(path)
        if module.partition(".")[0] == "gametree"
    }
    assert found == set()
    words = re.compile(r"\bgametree\b")
    named = [
        name_of(path)
        for path in modules()
        if part_of(path) == "plainpython" and words.search(path.read_text(encoding="utf-8"))
    ]
    assert named == []


def test_numba_is_imported_in_one_place():
    assert [
        (name_of(path), module)
        for path in outside_of_the_compiler()
        for module, _ in imports(path)
        if module.partition(".")[0] in ("numba", "llvmlite")
    ] == []


def test_the_compiled_layer_is_imported_when_it_is_needed_only():
    assert [
        (name_of(path), module)
        for path in outside_of_the_compiler()
        for module, lazily in imports(path)
        if module.startswith(("gametree.native", *NUMBAS)) and not lazily
    ] == []


def loaded_by(statement):
    script = (
        f"{statement}\nimport sys\nprint(*sorted({{m.partition('.')[0] for m in sys.modules}}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize("statement", ["import gametree", "from gametree import Game, Rng, bits"])
def test_importing_gametree_costs_next_to_nothing(statement):
    assert not loaded_by(statement) & {"numpy", "numba", "llvmlite", "rich", "click"}


def test_an_interpreted_search_needs_no_numba():
    statement = (
        "import gametree as gt\n"
        "from gametree.games import TicTacToe\n"
        "gt.search(TicTacToe(), simulations=10, seed=1, compiled=False)"
    )
    assert not loaded_by(statement) & {"numba", "llvmlite"}


# The most accesses to private names of other modules. They may only fall.
MOST_PRIVATE = {"src": 8, "tests": 105}

# Few files have any; the others are not parsed.
ACCESS = re.compile(r"(?<!\bself)(?<!\bcls)\._(?!replace\b|_)")
OF_NAMED_TUPLES = {"_asdict", "_field_defaults", "_fields", "_make", "_replace"}

# Public names: notebooks call `_repr_svg_` and the like, and Python's manual has `os._exit`.
PUBLIC = re.compile(r"_repr_\w+_|_exit")


def private_accesses(path):
    """Return how often a file reads `object._name` of a name that it does not define itself."""
    own, found = set(), []
    if not ACCESS.search(path.read_text(encoding="utf-8")):
        return 0
    for node in ast.walk(parsed(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            own.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.Attribute):
            if isinstance(node.ctx, ast.Store):
                own.add(node.attr)
            elif node.attr.startswith("_") and not node.attr.startswith("__"):
                owner = node.value.id if isinstance(node.value, ast.Name) else ""
                if owner not in ("self", "cls"):
                    found.append(node.attr)
        elif isinstance(node, ast.arg):
            own.add(node.arg)
    known = own | OF_NAMED_TUPLES
    return sum(1 for name in found if name not in known and not PUBLIC.fullmatch(name))


@pytest.mark.parametrize("folder", MOST_PRIVATE)
def test_modules_leave_the_private_names_of_others_alone(folder):
    paths = [path for path in modules() if part_of(path) != "plainpython"]
    if folder == "tests":
        paths = sorted(Path(__file__).parent.rglob("*.py"))
    counts = {str(path): private_accesses(path) for path in paths}
    most = sorted(counts.items(), key=lambda item: -item[1])[:5]
    assert sum(counts.values()) <= MOST_PRIVATE[folder], most


def test_folders_have_few_modules():
    """A newcomer sees at a glance what a folder has."""
    sizes = Counter(path.parent for path in modules() if path.name != "__init__.py")
    assert {str(folder): size for folder, size in sizes.items() if size > 25} == {}
