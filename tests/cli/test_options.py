from __future__ import annotations

import click
import pytest

from gametree.cli.options.common import BYTES, COUNT


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("100_000", 100_000),
        ("100,000", 100_000),
        ("100k", 100_000),
        ("2M", 2_000_000),
        ("1.5m", 1_500_000),
        ("1G", 10**9),
        (" 5 k ", 5000),
    ],
)
def test_counts(text, number):
    assert COUNT.convert(text, None, None) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("65536", 65536),
        ("64MB", 64_000_000),
        ("64MiB", 64 << 20),
        ("1gb", 10**9),
        ("0.5k", 500),
        ("2T", 2 * 10**12),
        ("100b", 100),
    ],
)
def test_bytes(text, number):
    assert BYTES.convert(text, None, None) == number


@pytest.mark.parametrize("text", ["", "x", "k", "-5", "1.0001k", "5 apples", "5MB", "1e6", "٣x"])
def test_what_is_no_count(text):
    with pytest.raises(click.BadParameter):
        COUNT.convert(text, None, None)
