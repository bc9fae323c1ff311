"""Axes of the charts: positions of ticks and of budgets."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["budget_ticks", "place_of_budget", "round_budgets", "ticks"]

_LETTER, _GAP = 0.012, 0.006  # widths as shares of the axis


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return at most `most` round numbers from `low` to `high`."""
    if not low < high:
        return [low]
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    for factor in (1, 2, 5, 10):
        first, last = math.ceil(low / (factor * step)), math.floor(high / (factor * step))
        if last - first < most:
            break
    return [number * factor * step for number in range(first, last + 1)]


def place_of_budget(budget: int) -> float:
    """Return the position of a budget on the axis: logarithmic, with 0 one decade before 1."""
    return 1 + math.log10(budget) if budget >= 1 else float(budget)


def budget_ticks(budgets: Sequence[int]) -> list[tuple[float, str]]:
    """Return positions and labels of budgets; a label that would touch the last one is empty."""
    ordered = sorted(set(budgets))
    places = [place_of_budget(budget) for budget in ordered]
    length = places[-1] - places[0]
    shown: list[tuple[float, str]] = []
    free = -math.inf
    for place, budget in zip(places, ordered, strict=True):
        label = f"{budget:,}"
        reach = (_LETTER * len(label) / 2 + _GAP) * length
        readable = place - reach >= free
        shown.append((place, label if readable else ""))
        free = place + reach if readable else free
    return shown


def round_budgets(low: int, high: int) -> list[int]:
    """Return round numbers from `low` to `high` to be shown on that axis: 1, 10, 100, ...

    Where there are less than three of these, 2 and 5, 20 and 50 and so on as well.
    """
    low = max(low, 1)
    powers = range(len(str(low)) - 1, len(str(high)))
    for factors in ((1,), (1, 2, 5)):
        found = [each for power in powers for each in (factor * 10**power for factor in factors)]
        shown = [each for each in found if low <= each <= high]
        if len(shown) >= 3:
            return shown
    return shown or [low, high]
