"""Pictures of how searches grew: shares of visits, value, depth, branching by simulations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ..drawing.axes import budget_ticks, place_of_budget, round_budgets
from ..drawing.charts import Series, chart
from ..drawing.html_parts import fragment, page, paragraph
from ..drawing.picture import Picture, beside
from ..errors import BadParameter
from ..game import Action
from ..primitives.actions import is_same
from .history import Moment

if TYPE_CHECKING:
    from .result import SearchResult

__all__ = ["Growth", "growth"]

_NAMED = 5
"""Moves with a line of their own; the others are one line together."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How one search or several grew, in pictures; several stand side by side on equal axes.

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
        values = [_interval(moment) for each in moments for moment in each]
        low, high = min(low for low, _ in values), max(high for _, high in values)
        reach = max(0.05 * (high - low), 0.02)
        deepest = max(moment.max_depth for each in moments for moment in each)
        spreads = [[_spread(moment) for moment in each] for each in moments]
        widest = max(max(each) for each in spreads)

        def drawn(title: str, lines: Sequence[Sequence[Series]], y: str, *ends: float) -> Picture:
            pictures = [
                _over_simulations(title, each, of, y, (ends[0], ends[1]))
                for each, of in zip(moments, lines, strict=True)
            ]
            return beside(pictures, names)

        return cls(
            tuple(names),
            drawn("shares of the visits", [_shares(each) for each in results], "%", 0, 100),
            drawn("mean, with its 95 % interval", [_value(each) for each in moments], "mean",
                  low - reach, high + reach),
            drawn("depth", [_line("depth", [moment.max_depth for moment in each])
                            for each in moments], "plies", 0, 1.08 * deepest),
            drawn("branching", [_line("moves", each) for each in spreads], "moves",
                  0, 1.08 * widest),
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
        return page(title, self.parts())

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
    )


def _shares(result: SearchResult) -> list[Series]:
    """Return a line for each of the best moves, and one for all others together."""
    moments = result.history
    best = [action for action, _ in moments[-1].shares[:_NAMED]]
    found = [[_share(moment, action) for moment in moments] for action in best]
    lines = [
        Series(result.game.action_to_text(result.state, action), f"s{number}", shares)
        for number, (action, shares) in enumerate(zip(best, found, strict=True))
    ]
    if len(result.actions) > len(best):
        rest = [max(0.0, 100 - sum(each)) for each in zip(*found, strict=True)]
        lines.append(Series("others", "s5", rest))
    return lines


def _share(moment: Moment, action: Action) -> float:
    return next((100 * share for each, share in moment.shares if is_same(each, action)), 0.0)


def _value(moments: Sequence[Moment]) -> list[Series]:
    ends = [_interval(moment) for moment in moments]
    means = [moment.mean or 0.0 for moment in moments]
    return [Series("mean", "accent", means, [low for low, _ in ends], [high for _, high in ends])]


def _interval(moment: Moment) -> tuple[float, float]:
    mean, width = moment.mean or 0.0, moment.half_width or 0.0
    return mean - width, mean + width


def _spread(moment: Moment) -> float:
    return math.exp(-sum(share * math.log(share) for _, share in moment.shares if share > 0))


def _line(name: str, values: Sequence[float]) -> list[Series]:
    return [Series(name, "accent", values)]
