"""A few of the inputs of `python -m server.fuzz`."""

from __future__ import annotations

from .fuzz import attack


def test_random_requests_and_messages(tmp_path):
    assert attack(tmp_path, [f"test-{number}" for number in range(400)]) == []
