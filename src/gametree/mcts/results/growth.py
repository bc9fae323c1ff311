"""Pictures of how searches grew: shares of visits, value, depth, branching by simulations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Self

from ...drawing.axes import budget_ticks, place_of_budget, round_budgets
from ...drawing.charts import Series, chart
from ...drawing.html_parts import fragment, page, paragraph
from ...drawing.picture import Picture, beside
from ...errors import BadParameter
from ...game import Action
from ..history import Moment
from ..return_scale import interval_of

if TYPE_CHECKING:
    from .result import SearchResult

__all__ = ["Growth", "growth"]

_NAMED = 5
"""Moves with a line of their own; the others are one line together."""

_WIDTHS, _LEAST_WIDTH = {1: 720, 2: 470}, 360
"""Of a picture, by how many stand side by side: texts stay readable where a page is narrow."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How one search or several grew, in pictures; several are side by side on equal axes.

    Attributes:
        names: what the searches are called.
        shares: the share of each move in the visits, by simulations; the best five at the end.
        value: the mean of the move that would have been played, with its 95 % interval.
        depth: the longest path from the root, in plies.
        branching: how many moves the visits were spread over at the root: e^H, where H is the
            entropy of the shares. It is the number of moves if all have the same share, and 1
            if one has all.

    """

    names: tuple[str, ...]
    shares: Picture
    value: Picture
    depth: Picture
    branching: Picture

    @classmethod
    def of(cls, results: Sequence[SearchResult], names: Sequence[str]) -> Self:
        """Return the pictures of searches that have a history."""
        moments = [result.history for result in results]
        values = [_value(result) for result in results]
        low = min(min(each.low) for each in values)
        high = max(max(each.high) for each in values)
        reach = max(0.05 * (high - low), 0.02)
        depths = [[float(moment.max_depth) for moment in each] for each in moments]
        spreads = [[_spread(moment) for moment in each] for each in moments]
        shown = _shown(results)
        wide = _WIDTHS.get(len(results), _LEAST_WIDTH)

        def drawn(title: str, lines: Sequence[Sequence[Series]], y: str, *ends: float) -> Picture:
            pictures = [
                _over_simulations(title, each, of, y, (ends[0], ends[1]), wide)
                for each, of in zip(moments, lines, strict=True)
            ]
            return beside(pictures, names)

        def single(title: str, lines: Sequence[Sequence[float]], y: str) -> Picture:
            top = 1.08 * max(max(each) for each in lines)
            return drawn(title, [[Series(title, "accent", each)] for each in lines], y, 0, top)

        return cls(
            tuple(names),
            drawn("shares of the visits", [_shares(each, shown) for each in results], "%", 0, 100),
            drawn("mean, with its 95 % interval", [[each] for each in values], "mean",
                  low - reach, high + reach),
            single("depth", depths, "plies"),
            single("branching", spreads, "moves"),
        )  # fmt: skip

    def parts(self) -> list[str]:
        """Return the pictures as parts of a page."""
        return [
            "<h2>Shares of the visits</h2>",
            self.shares.inline(),
            "<h2>Mean of the best move, with its 95 % interval</h2>",
            self.value.inline(),
            "<h2>Depth</h2>",
            self.depth.inline(),
            "<h2>Branching at the root</h2>",
            self.branching.inline(),
            paragraph(
                "Over how many moves the visits are spread: e to the power of the entropy of the "
                "shares.",
                "faint",
            ),
        ]

    def to_html(self) -> str:
        """Return a page that loads nothing."""
        title = f"How {' and '.join(self.names)} grew" if any(self.names) else "How a search grew"
        return page(title, [f"<h1>{escape(title)}</h1>", *self.parts()])

    def _repr_html_(self) -> str:
        return fragment(self.parts())


def growth(*results: SearchResult, names: Sequence[str] = ()) -> Growth:
    """Return pictures of how searches came to their results, several side by side.

    Args:
        results: what searches returned; their `history` is drawn.
        names: what to call them; by default their methods.

    Raises:
        BadParameter: if a result has no history, or there are not as many names.

    """
    if not results:
        raise BadParameter("growth draws results of searches: give one at least")
    for result in results:
        if not getattr(result, "history", ()):
            raise BadParameter(
                f"growth draws the history of results of searches, and {type(result).__name__!r} "
                "here has none: give what search or Searcher.run returned"
            )
    names = tuple(names) or tuple(result.method for result in results)
    if len(names) != len(results) or not all(isinstance(name, str) for name in names):
        raise BadParameter(
            f"names must be {len(results)} texts, one for each result, not {names!r}"
        )
    return Growth.of(results, names)


def _over_simulations(
    title: str,
    moments: Sequence[Moment],
    lines: Sequence[Series],
    y_name: str,
    y_range: tuple[float, float],
    wide: int,
) -> Picture:
    counts = [moment.simulations for moment in moments]
    return chart(
        title,
        [place_of_budget(each) for each in counts],
        lines,
        x_ticks=budget_ticks(round_budgets(counts[0], counts[-1])),
        x_name="simulations",
        y_name=y_name,
        y_range=y_range,
        wide=wide,
    )


def _shown(results: Sequence[SearchResult]) -> list[str]:
    """Return the moves that have a line and a colour in all pictures: the best of each search."""
    ranked = [
        [_name(result, action) for action, _ in result.history[-1].shares] for result in results
    ]
    found: dict[str, None] = {}
    for names in zip_longest(*(each[:_NAMED] for each in ranked)):
        found.update(dict.fromkeys(name for name in names if name is not None))
    return list(found)[:_NAMED]


def _shares(result: SearchResult, shown: Sequence[str]) -> list[Series]:
    """Return a line for each of these moves that there is, and one for all others together."""
    moments = [
        {_name(result, action): 100 * share for action, share in moment.shares}
        for moment in result.history
    ]
    there = {_name(result, each.action) for each in result.actions}
    lines = [
        Series(name, f"s{number}", [moment.get(name, 0.0) for moment in moments])
        for number, name in enumerate(shown)
        if name in there
    ]
    if len(there) > len(lines):
        known = [sum(each) for each in zip(*(line.y for line in lines), strict=True)]
        lines.append(Series("others", f"s{_NAMED}", [max(0.0, 100 - each) for each in known]))
    return lines


def _name(result: SearchResult, action: Action) -> str:
    return result.game.action_to_text(result.state, action)


def _value(result: SearchResult) -> Series:
    """Return the means with their intervals, as far as returns can be so low and so high."""
    game, moments = result.game, result.history
    means = [moment.mean or 0.0 for moment in moments]
    widths = [moment.half_width or 0.0 for moment in moments]
    pairs = [interval_of(game, *each) for each in zip(means, widths, strict=True)]
    low, high = [low for low, _ in pairs], [high for _, high in pairs]
    return Series("mean", "accent", means, low, high)


def _spread(moment: Moment) -> float:
    return math.exp(-sum(share * math.log(share) for _, share in moment.shares if share > 0))
