"""The list of what this package needs of Numba: complete, and checked before anything is loaded."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

import plainpython
from plainpython.back_end import numba_parts
from plainpython.back_end.numba_parts import required

FOLDER = Path(numba_parts.__file__).parent
PACKAGE = FOLDER.parents[1]

# What Numba documents for others to subclass, or what is no behaviour of a class.
DOCUMENTED = {
    *("__init__", "run_pass", "_name", "pass_id", "get_impl_key", "apply", "key"),
    *("cache_path", "disable", "enable", "flush"),
}


def own_classes():
    for path in FOLDER.glob("*.py"):
        module = importlib.import_module(f"{numba_parts.__name__}.{path.stem}")
        for each in vars(module).values():
            if isinstance(each, type) and each.__module__ == module.__name__:
                yield each


def test_each_method_that_is_overridden_is_declared():
    declared = {each.name.rpartition(".")[2] for each in required.OVERRIDDEN}
    overridden = {
        name
        for cls in own_classes()
        for base in cls.__mro__[1:]
        if base.__module__.startswith("numba.")
        for name in vars(cls).keys() & vars(base).keys()
        if callable(getattr(base, name)) or isinstance(vars(base)[name], property)
        if not (name.startswith("__") and name != "__call__") or name == "__init__"
    }
    assert overridden
    assert overridden <= declared | DOCUMENTED


def from_numba(tree):
    """Return the names that a module imports from Numba and LLVM, with where they are from."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").partition(".")[0] in ("numba", "llvmlite")
        for alias in node.names
    }


@pytest.mark.parametrize("root", [PACKAGE, PACKAGE.parent / "gametree"], ids=["package", "bridge"])
def test_only_one_folder_reaches_into_numba(root):
    found = []
    for path in root.rglob("*.py"):
        if FOLDER in path.parents:
            continue
        text = path.read_text(encoding="utf-8")
        if "numba" not in text and "llvmlite" not in text:
            continue  # it imports nothing of them; to parse all files takes three seconds
        tree = ast.parse(text)
        names = from_numba(tree)
        private = [each for each in names.values() if "._" in each]
        for node in ast.walk(tree):
            targets = node.targets if isinstance(node, ast.Assign) else []
            for each in targets:
                owner = each
                while isinstance(owner, ast.Attribute):
                    owner = owner.value
                if isinstance(each, ast.Attribute) and getattr(owner, "id", "") in names:
                    found.append((path.name, node.lineno, ast.unparse(each)))
        found += [(path.name, 0, each) for each in private]
    assert found == []


def test_a_numba_without_a_part_is_refused_in_one_sentence(monkeypatch):
    monkeypatch.delattr("numba.core.lowering.Lower.storevar")
    with pytest.raises(plainpython.CannotCompile) as caught, required.numba_loaded():
        raise AssertionError("loaded")
    assert "has changed numba.core.lowering.Lower.storevar, which" in str(caught.value)


def test_a_part_with_other_parameters_is_refused(monkeypatch):
    monkeypatch.setattr("numba.core.lowering.Lower.delvar", lambda self, name, more=None: None)
    with pytest.raises(plainpython.CannotCompile, match=r"Lower\.delvar"), required.numba_loaded():
        pass


def test_what_fails_while_it_is_loaded_is_told_each_time(monkeypatch):
    monkeypatch.setattr(required, "_failure", "")
    for _ in range(2):
        with pytest.raises(plainpython.CannotCompile) as caught, required.numba_loaded():
            raise ImportError("cannot import name 'models'")
        assert "cannot be used: ImportError: cannot import name 'models'" in str(caught.value)
