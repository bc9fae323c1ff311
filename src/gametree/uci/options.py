"""The options of a UCI engine: how they are declared, and their values."""

from __future__ import annotations

from ..errors import BadParameter

__all__ = ["CLEAR_HASH", "UciOptions"]

CLEAR_HASH = "Clear Hash"
_NUMBERS = {  # default, least, most
    "Hash": (256, 1, 1 << 20),
    "Threads": (1, 1, 1024),
    "MultiPV": (1, 1, 218),
    "Move Overhead": (10, 0, 10_000),
}
_PONDER = "Ponder"
_UNPLAYED = "UCI_Chess960"
_NAMES = (*_NUMBERS, CLEAR_HASH, _PONDER)


class UciOptions:
    """The values of the options, by default those that are declared."""

    def __init__(self) -> None:
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
        ]

    def set(self, name: str, value: str) -> str:
        """Set an option; return its name as declared.

        Raises:
            BadParameter: if there is no such option, or the value is out of range.

        """
        if name.casefold() == _UNPLAYED.casefold():
            if value.casefold() == "false":
                return _UNPLAYED
            raise BadParameter(
                "Chess960 is not played here: set UCI_Chess960 to false, and give positions whose "
                "kings and rooks castle from the squares of ordinary chess"
            )
        known = {each.casefold(): each for each in _NAMES}.get(name.casefold())
        if known is None:
            raise BadParameter(f"there is no option {name[:40]!r}; options are {[*_NAMES]}")
        if known in _NUMBERS:
            _, least, most = _NUMBERS[known]
            digits = value.isascii() and value.isdecimal() and len(value) < 10
            if not digits or not least <= int(value) <= most:
                raise BadParameter(
                    f"{known} must be a number from {least} to {most}, not {value[:40]!r}"
                )
            self._numbers[known] = int(value)
        return known
