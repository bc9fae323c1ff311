"""Options that several commands share, and the numbers that they accept."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeVar

import click

from ...levels.ladder import MOST_LEVELS

__all__ = ["BYTES", "COUNT", "level", "moves", "parameters", "seconds", "seed", "simulations"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_NUMBER = re.compile(r"(\d[\d_,]*(?:\.\d+)?)\s*([a-z]*)", re.IGNORECASE)


class _Scaled(click.ParamType):  # type: ignore[type-arg]  # generic in new versions only
    """A whole number with an optional unit."""

    def __init__(self, name: str, units: dict[str, int], example: str) -> None:
        self.name = name
        self._units = units
        self._example = example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = _NUMBER.fullmatch(value.strip())
        factor = self._units.get(match[2].lower()) if match else None
        if match is None or factor is None:
            self.fail(f"{value!r} is no number such as {self._example}", param, ctx)
        number = Decimal(match[1].replace("_", "").replace(",", "")) * factor
        if number != int(number):
            self.fail(f"{value!r} is no whole number", param, ctx)
        return int(number)


COUNT = _Scaled("N", {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}, "5000, 100_000, 100k or 2M")

BYTES = _Scaled(
    "BYTES",
    {"": 1, "b": 1}
    | {
        letter + ending: base**power
        for power, letter in enumerate("kmgt", start=1)
        for ending, base in (("", 10**3), ("b", 10**3), ("ib", 2**10))
    },
    "64MB, 1GiB or 500_000",
)


def _split(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    split = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{value!r} is not of the form NAME=VALUE", ctx, param)
        split[name.strip().replace("-", "_")] = text
    return split


def parameters(command: _Command) -> _Command:
    """Add `--param NAME=VALUE`, which gives a dict of texts."""
    return click.option(
        "--param",
        "parameters",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_split,
        help="A parameter of the game; may be given several times.",
    )(command)


def moves(command: _Command) -> _Command:
    """Add `--moves`."""
    return click.option(
        "--moves",
        default="",
        metavar="MOVES",
        help="Moves to start after: 'd3 c5 ...', '(4, 4) (3, 3) ...', or separated by semicolons "
        "where names hold other spaces.",
    )(command)


def simulations(command: _Command) -> _Command:
    """Add `--simulations`."""
    return click.option(
        "--simulations", type=COUNT, help="Stop after N simulations: 100_000, 100k, 2M."
    )(command)


def seconds(command: _Command) -> _Command:
    """Add `--seconds`."""
    return click.option(
        "--seconds", type=float, metavar="S", help="Stop after S seconds, 1 by default."
    )(command)


def seed(command: _Command) -> _Command:
    """Add `--seed`."""
    return click.option(
        "--seed", type=int, metavar="N", help="For the same search again; by default a new one."
    )(command)


def level(command: _Command) -> _Command:
    """Add `--level`, None where it is not given."""
    return click.option(
        "--level",
        type=click.IntRange(1, MOST_LEVELS),
        metavar="N",
        help="Play as level N of the game's ladder, 1 to 10, weakest first: see `gametree levels`.",
    )(command)
