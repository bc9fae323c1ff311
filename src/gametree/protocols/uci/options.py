"""The options of a UCI engine: how they are declared, and their values."""

from __future__ import annotations

from ...errors import BadParameter
from ...levels.ladder import Ladder

__all__ = ["CHESS960", "CLEAR_HASH", "UciOptions"]

CLEAR_HASH = "Clear Hash"
_NUMBERS = {  # default, least, most
    "Hash": (256, 1, 1 << 20),
    "Threads": (1, 1, 1024),
    "MultiPV": (1, 1, 218),
    "Move Overhead": (10, 0, 10_000),
}
_PONDER = "Ponder"
CHESS960 = "UCI_Chess960"
_LIMITED, _ELO, _LEVEL = "UCI_LimitStrength", "UCI_Elo", "Level"


class UciOptions:
    """The values of the options, by default those that are declared.

    Args:
        chess: whether the engine plays chess, and so Chess960.
        ladder: the levels of the game; if they have an Elo, the options of UCI for it are there.

    """

    def __init__(self, ladder: Ladder, *, chess: bool = False) -> None:
        self._ladder = ladder
        self._bounds = {**_NUMBERS, _LEVEL: (0, 0, len(ladder.levels))}
        self._flags = {CHESS960: False} if chess else {}
        elos = [round(level.elo) for level in ladder.levels if level.elo is not None]
        if elos:
            self._flags[_LIMITED] = False
            self._bounds[_ELO] = (elos[len(elos) // 2], elos[0], elos[-1])
        self._names = (*self._bounds, CLEAR_HASH, _PONDER, *self._flags)
        self._numbers = {name: default for name, (default, _, _) in self._bounds.items()}

    @property
    def chess960(self) -> bool:
        """True if Chess960 is played."""
        return self._flags.get(CHESS960, False)

    @property
    def level(self) -> int:
        """The level that plays, 0 for the whole strength: by `UCI_Elo`, or else by `Level`."""
        if self._flags.get(_LIMITED):
            return self._ladder.nearest(self[_ELO])
        return self[_LEVEL]

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def declared(self) -> list[str]:
        """Return the lines that declare the options."""
        return [
            *[
                f"option name {name} type spin default {default} min {least} max {most}"
                for name, (default, least, most) in self._bounds.items()
            ],
            f"option name {CLEAR_HASH} type button",
            # It only says that the engine can ponder: the other program decides whether it does.
            f"option name {_PONDER} type check default false",
            *[f"option name {name} type check default false" for name in self._flags],
        ]

    def set(self, name: str, value: str) -> str:
        """Set an option; return its name as declared.

        Raises:
            BadParameter: if there is no such option, or the value is out of range.

        """
        known = {each.casefold(): each for each in self._names}.get(name.casefold())
        if known is None:
            raise BadParameter(f"there is no option {name[:40]!r}; options are {[*self._names]}")
        if known in self._flags:
            if value.casefold() not in ("true", "false"):
                raise BadParameter(f"{known} must be true or false, not {value[:40]!r}")
            self._flags[known] = value.casefold() == "true"
        if known in self._bounds:
            _, least, most = self._bounds[known]
            digits = value.isascii() and value.isdecimal() and len(value) < 10
            if not digits or not least <= int(value) <= most:
                raise BadParameter(
                    f"{known} must be a number from {least} to {most}, not {value[:40]!r}"
                )
            self._numbers[known] = int(value)
        return known
