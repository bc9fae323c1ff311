"""Each public name has one home: `__all__` of a module lists what others may import from it."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import gametree

from .sources import PACKAGE, absolute, file_of, modules, name_of, parsed, statements_below

ROOT = Path(__file__).parents[1]


def defined(path):
    """Return the names that a module defines at its top level."""
    names = set()
    for node in statements(parsed(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {
                each.id
                for target in targets
                for each in ast.walk(target)
                if isinstance(each, ast.Name)
            }
    return names - {"__all__"}


def statements(tree):
    """Yield the statements of a module, those under `if` and `try` included."""
    for node in tree.body:
        if isinstance(node, (ast.If, ast.Try)):
            yield from statements(node)
        else:
            yield node


@cache
def exported(path):
    """Return `__all__` of a module, or None if it has none."""
    if path == PACKAGE / "__init__.py":
        return gametree.__all__  # found when it is asked for
    for node in parsed(path).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return None


def imported(path):
    """Yield (module's file, name) for each name that a file imports from the package."""
    for node in statements_below(parsed(path)):
        if not isinstance(node, ast.ImportFrom):
            continue
        if PACKAGE in path.parents:
            module = absolute(node, path)
        elif node.level:
            continue
        else:
            module = node.module
        if module.split(".")[0] in ("gametree", "plainpython"):
            for alias in node.names:
                if alias.name == "*":  # all that it exports
                    continue
                file = file_of(f"{module}.{alias.name}")
                if file is None or (file.stem != alias.name and file.parent.name != alias.name):
                    yield file_of(module), alias.name


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_what_a_module_exports_is_its_own(path):
    names = exported(path)
    if names is None:
        assert [name for name in defined(path) if not name.startswith("_")] == []
    elif path.name != "__init__.py":  # packages are doors to the modules in them
        assert sorted(set(names)) == sorted(names)
        assert set(names) - defined(path) == set()


@pytest.mark.parametrize("folder", ["src", "tests", "benchmarks", "examples"])
def test_what_others_import_is_exported(folder):
    hidden = {
        f"{name} of {name_of(file)}"
        for path in (modules() if folder == "src" else (ROOT / folder).rglob("*.py"))
        for file, name in imported(path)
        if not name.startswith("__") and name not in (exported(file) or ())
    }
    assert hidden == set()


def test_the_package_offers_the_names_that_its_modules_export():
    homes = gametree._HOMES
    language = gametree._LANGUAGE
    strategies = exported(file_of(gametree._STRATEGIES))
    assert sorted(gametree.__all__) == sorted({*homes, *language, *gametree._MODULES, *strategies})
    for name in strategies:
        assert name[0].isupper()  # so that looking for a module does not import them
        assert getattr(gametree, name) is not None
    for name, home in language.items():
        assert name in exported(file_of(home))
        assert getattr(gametree, name) is not None
    for name, home in homes.items():
        path = file_of(f"gametree.{home}")
        assert name in exported(path)
        assert getattr(gametree, name) is not None


def test_a_public_class_has_its_name_alone():
    homes = defaultdict(list)
    for path in modules():
        classes = {node.name for node in statements(parsed(path)) if isinstance(node, ast.ClassDef)}
        for name in classes & set(exported(path) or ()):
            homes[name].append(name_of(path))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
