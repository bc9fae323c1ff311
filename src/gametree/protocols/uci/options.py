"""The options of a UCI engine: how they are declared, and their values."""

from __future__ import annotations

from ...errors import BadParameter

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


class UciOptions:
    """The values of the options, by default those that are declared.

    Args:
        chess: whether the engine plays chess, and so Chess960.

    Attributes:
        chess960: whether that is played.

    """

    def __init__(self, *, chess: bool = False) -> None:
        self.chess960 = False
        self._names = (*_NUMBERS, CLEAR_HASH, _PONDER, *([CHESS960] if chess else []))
        self._numbers = {name: default for name, (default, _, _) in _NUMBERS.items()}

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def declared(self) -> list[str]:
        """Return the lines that declare the options."""
        return [
            *[
                f"option name {name} type spin default {default} min {least} max {most}"
                for name, (default, least, most) in _NUMBERS.items()
            ],
            f"option name {CLEAR_HASH} type button",
            # It only says that the engine can ponder: the other program decides whether it does.
            f"option name {_PONDER} type check default false",
            *[
                f"option name {name} type check default false"
                for name in self._names
                if name == CHESS960
            ],
        ]

    def set(self, name: str, value: str) -> str:
        """Set an option; return its name as declared.

        Raises:
            BadParameter: if there is no such option, or the value is out of range.

        """
        known = {each.casefold(): each for each in self._names}.get(name.casefold())
        if known is None:
            raise BadParameter(f"there is no option {name[:40]!r}; options are {[*self._names]}")
        if known == CHESS960:
            if value.casefold() not in ("true", "false"):
                raise BadParameter(f"{known} must be true or false, not {value[:40]!r}")
            self.chess960 = value.casefold() == "true"
        if known in _NUMBERS:
            _, least, most = _NUMBERS[known]
            digits = value.isascii() and value.isdecimal() and len(value) < 10
            if not digits or not least <= int(value) <= most:
                raise BadParameter(
                    f"{known} must be a number from {least} to {most}, not {value[:40]!r}"
                )
            self._numbers[known] = int(value)
        return known
