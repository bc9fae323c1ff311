from __future__ import annotations

import os

import pytest

from plainpython.back_end import cache
from plainpython.back_end.functions import compile_for
from plainpython.values.numbers.long_ints import use_long_ints


@pytest.fixture(scope="package", autouse=True)
def _cold_cache(tmp_path_factory):
    """Nothing that an earlier run has left on disk takes part in these tests."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("PLAINPYTHON_CACHE_DIR", "GAMETREE_CACHE_DIR"):
            patch.setenv(variable, str(folder / "language"))
        cache.cache_folder.cache_clear()
        yield
    cache.cache_folder.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def _ints_of_64_bits():
    """What the last program of another module held is forgotten."""
    use_long_ints(False)
    compile_for("")
