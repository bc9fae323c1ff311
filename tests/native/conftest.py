from __future__ import annotations

import compileall
import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gametree
from plainpython.back_end import cache
from plainpython.back_end.functions import compile_for
from plainpython.values.numbers.long_ints import use_long_ints

PACKAGE = Path(gametree.__file__).parent


@pytest.fixture(scope="package", autouse=True)
def _cold_cache(tmp_path_factory):
    """Nothing that an earlier run has left on disk takes part in these tests.

    What one worker of pytest compiles the others need not.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMETREE_CACHE_DIR", str(folder_of_the_run(tmp_path_factory) / "compiled"))
        cache.cache_folder.cache_clear()
        yield
    cache.cache_folder.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def _ints_of_64_bits():
    """What the last game of another module held is forgotten."""
    use_long_ints(False)
    compile_for("")


def folder_of_the_run(tmp_path_factory):
    """Return the folder that all workers of pytest share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture
def fresh_cache(tmp_path, monkeypatch):
    """An empty folder of its own for one test."""
    monkeypatch.setenv("GAMETREE_CACHE_DIR", str(tmp_path / "cache"))
    cache.cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache.cache_folder.cache_clear()


@pytest.fixture(scope="package")
def still_package(tmp_path_factory):
    """A copy of gametree, so that work on its sources while the tests run is no edit.

    It is compiled to bytecode once, not in each process, and not by each worker of pytest.
    """
    target = folder_of_the_run(tmp_path_factory) / "still" / "gametree"
    if not target.exists():
        made = tmp_path_factory.mktemp("still")
        for each in ("gametree", "plainpython"):
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(PACKAGE.parent / each, made / each, ignore=ignore)
        compileall.compile_dir(made, quiet=1)
        with contextlib.suppress(OSError):  # another worker has just made it
            made.rename(target.parent)
    return target


@pytest.fixture
def start_python(tmp_path, still_package):
    """Start a Python process that runs a script; variables are set in its environment."""
    started = []

    def start(script, **variables):
        paths = {"PYTHONPATH": str(still_package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {**os.environ, **paths, **variables}
        process = subprocess.Popen(
            [sys.executable, "-c", script],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture
def run_python(start_python):
    """Run a script in a process of its own and return what it printed."""

    def run(script, **variables):
        return output_of(start_python(script, **variables))

    return run


@pytest.fixture
def finish():
    """Wait for a process and return what it printed."""
    return output_of


def output_of(process):
    printed, _ = process.communicate(timeout=600)
    assert process.returncode == 0, printed
    return printed
