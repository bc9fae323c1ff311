from __future__ import annotations

import os
import subprocess
import sys

import pytest

from gametree.compiled import cache


@pytest.fixture(scope="package", autouse=True)
def _cold_cache(tmp_path_factory):
    """Nothing that an earlier run has left on disk takes part in these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMETREE_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        cache.cache_folder.cache_clear()
        yield
    cache.cache_folder.cache_clear()


@pytest.fixture
def fresh_cache(tmp_path, monkeypatch):
    """An empty folder of its own for one test."""
    monkeypatch.setenv("GAMETREE_CACHE_DIR", str(tmp_path / "cache"))
    cache.cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache.cache_folder.cache_clear()


@pytest.fixture
def start_python(tmp_path):
    """Start a Python process that runs a script; variables are set in its environment."""
    started = []

    def start(script, **variables):
        environment = {"PYTHONDONTWRITEBYTECODE": "1", **os.environ, **variables}
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
    printed, _ = process.communicate(timeout=120)
    assert process.returncode == 0, printed
    return printed
