"""Which module may import which: downwards only, and Numba in one place."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import gametree

PACKAGE = Path(gametree.__file__).parent

# From the lowest level up; what stands on one line may import one another.
LEVELS = [
    {"counting"},
    {"errors"},
    {"atomics", "blocks", "compilable", "extras", "keys", "python_file", "replacing", "user_code"},
    {"bits", "forms", "rng", "rows", "vectors"},
    {"game"},
    {"parameters"},
    {"compiled"},
    {"mcts"},
    {"games", "record"},
    {"adapters", "benchmark", "doctor", "loading", "players", "scaffold"},
    {"arena"},
    {"cli"},
    {"__main__"},
]


def level(part):
    return next((index for index, parts in enumerate(LEVELS) if part in parts), None)


def modules():
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def imports(path):
    """Yield (module, whether within a function) of each import; relative ones made absolute."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    within = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
    }
    package = ("gametree", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) in within
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *filter(None, [node.module])])
            if module == "gametree":
                for alias in node.names:
                    yield f"gametree.{alias.name}", id(node) in within
            else:
                yield module, id(node) in within


def name_of(path):
    return str(path.relative_to(PACKAGE))


def part_of(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_every_module_has_its_level():
    assert [name_of(path) for path in modules() if level(part_of(path)) is None] == []


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_imports_run_downwards(path):
    own = part_of(path)
    for module, _ in imports(path):
        if module.startswith("gametree."):
            other = module.split(".")[1]
            if other == "__version__":
                continue
            assert level(other) is not None, f"imports {module}"
            assert level(other) <= level(own), f"imports {module}, which stands above it"


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_numba_is_imported_in_one_place(path):
    if part_of(path) == "compiled":
        return
    assert [module for module, _ in imports(path) if roots(module) & {"numba", "llvmlite"}] == []


def roots(module):
    return {module.partition(".")[0]}


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_the_compiled_layer_is_imported_when_it_is_needed_only(path):
    if part_of(path) == "compiled":
        return
    early = [
        module
        for module, lazily in imports(path)
        if module.startswith("gametree.compiled") and not lazily
    ]
    assert early == []


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
