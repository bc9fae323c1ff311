from __future__ import annotations

import pytest

from .asking import pool_of


@pytest.fixture(scope="package")
def asking():
    """Give a pool of two workers."""
    with pool_of(workers=2) as asking:
        yield asking


@pytest.fixture(scope="package")
def one():
    """Give a pool of one worker, where one search runs at a time."""
    with pool_of(workers=1) as asking:
        yield asking
