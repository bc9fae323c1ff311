from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest

# Toy games are shared between test modules.
sys.path.insert(0, str(Path(__file__).parent))

# Workers of pytest share the processors: threads of NumPy's only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No model that the user has trained, and nothing of the tests in the user's folders.
_data = tempfile.TemporaryDirectory(prefix="gametree-tests-")
os.environ["GAMETREE_DATA_DIR"] = _data.name

# A shell starts what runs in its background with Ctrl-C ignored, and all that
# this starts in turn. The tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Compiling makes millions of objects, nearly all of which stay, and few cycles.
gc.set_threshold(1_000_000, 10, 10)
MANY_OBJECTS = 250_000


@pytest.fixture(autouse=True, scope="module")
def _little_to_collect():
    """What has been loaded and compiled by now stays: no garbage collection looks through it.

    There are some hundred megabytes of it in the end, and a look at all of them takes seconds.
    """
    if gc.get_count()[0] > MANY_OBJECTS:
        gc.collect()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems():
    """Let Hypothesis try no numbers and texts out of the sources of all modules that are loaded.

    Which these are hangs on the tests that ran before, and so would its examples. To read them
    takes three seconds of processor time in each process. It begins once all tests are collected.
    """
    providers = sys.modules.get("hypothesis.internal.conjecture.providers")
    if hasattr(providers, "is_local_module_file"):
        providers.is_local_module_file = lambda path: False


def pytest_sessionfinish():
    """Leave all objects to the operating system.

    At its end pytest looks through them several times, and Python once more: ten seconds.
    """
    gc.freeze()


@pytest.fixture(scope="module")
def chromium():
    """A browser without a window, for all tests of a module that need one."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'"
    )
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("chromium is missing: apt-get install chromium")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox"] if root else [])
        yield browser
        browser.close()
