"""Time settings as KGS and KataGo write them: `kgs-time_settings`, `kata-time_settings`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...errors import BadParameter
from .clocks import GtpClocks
from .commands import read_count, read_number, read_seconds

__all__ = ["KATA_SYSTEMS", "KGS_SYSTEMS", "set_clocks"]

KGS_SYSTEMS = ("none", "absolute", "byoyomi", "canadian")
KATA_SYSTEMS = (*KGS_SYSTEMS, "fischer", "fischer-capped")

_FORMS = {
    "none": "",
    "absolute": "MAIN_TIME",
    "byoyomi": "MAIN_TIME PERIOD_TIME PERIODS",
    "canadian": "MAIN_TIME PERIOD_TIME STONES",
    "fischer": "MAIN_TIME INCREMENT",
    "fischer-capped": "MAIN_TIME INCREMENT MAIN_TIME_LIMIT MAX_TIME_PER_MOVE",
}


def set_clocks(clocks: GtpClocks, arguments: Sequence[str], systems: Sequence[str]) -> None:
    """Set the clocks by a time system and its numbers.

    Raises:
        BadParameter: if there is no such system, or its numbers are not as expected.

    """
    system = arguments[0].lower() if arguments else ""
    if system not in systems:
        raise BadParameter(f"syntax error: a time system is one of {', '.join(systems)}")
    numbers = arguments[1:]
    form = _FORMS[system]
    if len(numbers) != len(form.split()):
        raise BadParameter(f"syntax error: expected {f'{system} {form}'.strip()}")
    if system == "none":
        clocks.set(0.0, 0.0, 0)
        return
    main = read_seconds(numbers[0], "the main time")
    if system == "absolute":
        clocks.set(main, 0.0, 0)
    elif system == "canadian":
        clocks.set(
            main,
            read_seconds(numbers[1], "the byo-yomi time"),
            read_count(numbers[2], "the number of byo-yomi stones"),
        )
    elif system == "byoyomi":
        clocks.set_periods(
            main,
            read_seconds(numbers[1], "the byo-yomi time"),
            read_count(numbers[2], "the number of byo-yomi periods"),
        )
    else:
        increment = read_seconds(numbers[1], "the increment")
        caps = [_cap(each) for each in numbers[2:]]
        clocks.set_increment(main, increment, *caps)


def _cap(text: str) -> float:
    """Return a limit in seconds; KataGo's protocol says that a negative one is no limit."""
    seconds = read_number(text, "a limit of time")
    return seconds if seconds >= 0 else math.inf
