"""The plan of a tuning: a player with parameters to tune, their ranges, opponent and games."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...errors import BadParameter
from ...players.player import Player
from ...players.registry import description_of, make_player, split_description
from ..contest import Contest
from ..statistics.optimizer import MOST_AXES, Optimizer
from .axis import Axis

__all__ = ["Plan", "as_text", "axis_of"]

_PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*)\}")


@dataclass(frozen=True)
class Plan:
    """The player and parameters to tune, the opponent and the games.

    Attributes:
        player: its description with a place for each parameter, as "mcts:c={c}".
        axes: one to three parameters with their ranges.
        contest: who plays what; the players are one with some values, and the opponent.
        start: the values so far, by name; None if the gain over them is of no interest.

    """

    player: str
    axes: tuple[Axis, ...]
    contest: Contest
    start: Mapping[str, float] | None

    @classmethod
    def of(
        cls,
        player: str,
        ranges: Sequence[str],
        *,
        against: str | Player | None = None,
        start: Mapping[str, float] | None = None,
        **conditions: Any,
    ) -> Plan:
        """Return a plan.

        Args:
            player: its description with a place for each parameter, as "mcts:c={c}".
            ranges: a text for each, as `axis_of` takes it.
            against: the opponent, a text or an object; by default the player with the values
                that it starts from.
            start: the values so far, all of them or none.
            conditions: those of `Contest`.

        Raises:
            BadParameter, UnknownGame, PythonFileError, GameError: as `Contest`, or if something
                is not as described.

        """
        player = player.strip()
        axes = tuple(axis_of(text, player) for text in ranges)
        names = [axis.name for axis in axes]
        if not 1 <= len(axes) <= MOST_AXES:
            raise BadParameter(
                f"one to {MOST_AXES} parameters can be tuned at once, not {len(axes)}; each is "
                "given by its range, c=0.1:3"
            )
        for name in _PLACEHOLDER.findall(player):
            if name not in names:
                raise BadParameter(f"{{{name}}} in the player {player!r} has no range")
        if start is not None and set(start) != set(names):
            raise BadParameter(
                f"the start must give values for {', '.join(names)}, no more or less"
            )
        if against is None:
            if start is None:
                raise BadParameter("name an opponent, or the start, which then is the opponent")
            against = _filled(player, start)
        for corner in itertools.product(*((axis.low, axis.high) for axis in axes)):
            make_player(_filled(player, dict(zip(names, corner, strict=True))))
        ends = ({axis.name: axis.low for axis in axes}, {axis.name: axis.high for axis in axes})
        opponent = description_of(against)
        one = next(spec for end in ends if (spec := _filled(player, end)) != opponent)
        plan = cls(player, axes, Contest((one, opponent), **conditions), start)
        if plan.contest.seats != 2:
            raise BadParameter(
                f"tuning compares two players: choose a game of two, not {plan.contest.game}"
            )
        plan.optimizer()  # its ranges and its start are looked at
        return plan

    @property
    def against(self) -> str:
        """The opponent."""
        return self.contest.specs[1]

    @property
    def pairs(self) -> int:
        """The number of pairs of games to play."""
        return self.contest.rounds

    @cached_property
    def start_is_opponent(self) -> bool:
        """True if the opponent is the player with the start values."""
        if self.start is None:
            return False
        parts = _PLACEHOLDER.split(self.player)
        pattern = "".join(
            f"(?P<{part}>[^,:]+)" if odd else re.escape(part)
            for part, odd in zip(parts, itertools.cycle((False, True)), strict=False)
        )
        try:
            found = re.fullmatch(pattern, self.against)
            values = {} if found is None else {k: float(v) for k, v in found.groupdict().items()}
        except (re.error, ValueError):  # a name stands there twice, or something else than numbers
            return _filled(self.player, self.start) == self.against
        return values == dict(self.start)

    def optimizer(self) -> Optimizer:
        """Return the optimizer before any game."""
        start = None if self.start is None else [self.start[axis.name] for axis in self.axes]
        return Optimizer(
            self.axes,
            start=start,
            start_is_opponent=self.start_is_opponent,
            seed=self.contest.seed,
        )

    def spec(self, values: Sequence[float]) -> str:
        """Return the description of the player with these values."""
        return _filled(
            self.player, {axis.name: x for axis, x in zip(self.axes, values, strict=True)}
        )

    def configuration(self) -> dict[str, Any]:
        """Return everything that determines the games, as JSON types."""
        axes = [[axis.name, axis.low, axis.high, axis.log, axis.whole] for axis in self.axes]
        start = None if self.start is None else {k: float(v) for k, v in self.start.items()}
        return {
            **self.contest.configuration(),
            "players": [self.player, self.against],
            "tuning": {"ranges": axes, "start": start},
        }


def axis_of(text: str, player: str) -> Axis:
    """Return the range that a text gives: `c=0.1:3`, or `c=0.1:3:log` for ratios.

    Where the player takes no fractions, only whole numbers are tried.

    Raises:
        BadParameter: if the text gives no range, or one with values that the player does not take.

    """
    name, equals, rest = text.partition("=")
    name, parts = name.strip(), [part.strip() for part in rest.split(":")]
    try:
        low, high = float(parts[0]), float(parts[1])
    except (ValueError, IndexError):
        equals = ""
    if not equals or not name.isidentifier() or len(parts) > 3 or parts[2:] not in ([], ["log"]):
        raise BadParameter(f"a range is written c=0.1:3 or c=0.1:3:log, not {text!r}")
    axis = Axis(name, low, high, log=parts[2:] == ["log"])
    if f"{{{name}}}" not in player:
        raise BadParameter(
            f"{name} has a range but no place in the player {player!r}: write {name}={{{name}}} "
            "there"
        )
    if low.is_integer() and high.is_integer() and not _takes(player, name, low + 0.5):
        if _takes(player, name, low):
            return replace(axis, whole=True)
    return axis


def _takes(player: str, name: str, value: float) -> bool:
    """Return True if a player accepts a value; other parameters to fill in are left out."""
    kind, rest = split_description(player)
    parts = [part for part in rest.split(",") if f"{{{name}}}" in part]
    try:
        make_player(f"{kind}:{','.join(parts)}".replace(f"{{{name}}}", as_text(value)))
    except BadParameter:
        return False
    return True


def as_text(value: float) -> str:
    """Return a value as a player's description has it."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)


def _filled(player: str, values: Mapping[str, float]) -> str:
    for name, value in values.items():
        player = player.replace(f"{{{name}}}", as_text(value))
    return player
