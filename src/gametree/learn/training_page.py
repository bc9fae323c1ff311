"""The page of a training: strength and losses by time, calibration, what is played first."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

from ..arena.reports.report import duration
from ..arena.statistics.elo import elo_of_score
from ..drawing.axes import ticks
from ..drawing.charts import Series, chart
from ..drawing.html_parts import page, paragraph, table_of_texts
from ..mcts.results.result import SearchResult
from .fits.calibration import CalibrationRow
from .training import Round

if TYPE_CHECKING:
    from .trainer import Trained

__all__ = ["trained_parts", "training_page"]

_SHOWN_MOVES = 6


def training_page(
    trained: Trained, calibration: Sequence[CalibrationRow], first: SearchResult | None, again: str
) -> str:
    """Return the page of a training, which loads nothing.

    Args:
        trained: what it came to.
        calibration: of its last games.
        first: a search of the first position with the network, if a player moves there.
        again: the command that makes the same.

    """
    parts = trained_parts(trained) + _calibration(calibration)
    if first is not None:
        parts += _first_moves(first)
    if again:
        parts += ["<h2>The same again</h2>", f"<pre>{escape(again)}</pre>"]
    return page(_title(trained), parts)


def trained_parts(trained: Trained) -> list[str]:
    """Return what a training came to as parts of a page: matches and losses."""
    facts = trained.facts
    message = (
        f"{duration(facts.seconds)}, {facts.games:,} games against itself, "
        f"{facts.positions:,} positions, {facts.simulations:,} simulations; {facts.version}"
    )
    verdict = f"{'Accepted' if facts.accepted else 'Not accepted'}: {facts.verdict}."
    parts = [f"<h1>{escape(_title(trained))}</h1>", paragraph(message, "faint"), paragraph(verdict)]
    if trained.matches:
        parts += _strength(trained)
    if trained.rounds:
        parts += _losses(trained.rounds)
    return parts


def _title(trained: Trained) -> str:
    return f"{trained.facts.game}, trained"


def _strength(trained: Trained) -> list[str]:
    minutes = [at / 60 for at, _ in trained.matches]
    elos = [
        elo_of_score(min(max(each.score, 0.5 / each.games), 1 - 0.5 / each.games))
        if each.games
        else 0.0
        for _, each in trained.matches
    ]
    reach = max(100.0, *(1.2 * abs(elo) for elo in elos))
    rows = [
        (f"{at:.1f}", f"{each.won}", f"{each.drawn}", f"{each.lost}", f"{elo:+.0f}", each.opponent)
        for at, (_, each), elo in zip(minutes, trained.matches, elos, strict=True)
    ]
    return [
        "<h2>Strength against a search without a network</h2>",
        chart(
            "the Elo difference by minutes of training",
            minutes,
            [Series("Elo", "accent", elos)],
            x_ticks=_minutes(minutes),
            x_name="minutes",
            y_name="Elo",
            y_range=(-reach, reach),
            marks=[(0, "")],
        ).inline(),
        table_of_texts(("minutes", "turns won", "drawn", "lost", "Elo", "against"), rows),
        paragraph(
            "A turn is a game from each seat with one opening. A match ends as soon as it is "
            "decided who is better, so the Elo of few games is a rough one.",
            "faint",
        ),
    ]


def _losses(rounds: Sequence[Round]) -> list[str]:
    minutes = [at / 60 for at in accumulate(each.playing + each.fitting for each in rounds)]
    value = [each.losses.value for each in rounds]
    policy = [each.losses.policy for each in rounds]
    searched = sum(each.playing for each in rounds)
    positions = sum(each.positions for each in rounds)
    whole = sum(each.playing + each.fitting for each in rounds)
    parts = ["<h2>Losses</h2>"]
    for name, style, values, what in (
        ("value", "won", value, "squared error"),
        ("policy", "lost", policy, "nats"),
    ):
        parts.append(
            chart(
                f"the loss of the {name} by minutes of training",
                minutes,
                [Series(name, style, values)],
                x_ticks=_minutes(minutes),
                x_name="minutes",
                y_name=what,
                y_range=(0.0, 1.05 * max(*values, 1e-6)),
            ).inline()
        )
    what = (
        "Of the values: the mean squared error, where returns go from -1 to 1. Of the moves: the "
        "cross-entropy of what the search preferred, less its own entropy, in nats."
    )
    message = (
        f"{positions / max(whole, 1e-9):,.0f} positions a second; "
        f"{100 * searched / max(whole, 1e-9):.0f} % of the time waiting for games, the rest fitting"
    )
    return [*parts, paragraph(what, "faint"), paragraph(message, "faint")]


def _calibration(rows: Sequence[CalibrationRow]) -> list[str]:
    cells = [(f"{row.said:+.2f}", f"{row.came:+.2f}", f"{row.positions:,}") for row in rows]
    return [
        "<h2>Calibration of the values</h2>",
        table_of_texts(("the network says", "the games came to", "positions"), cells),
        paragraph("For the first player, in positions of the last games of self-play.", "faint"),
    ]


def _first_moves(first: SearchResult) -> list[str]:
    rows = [
        (
            first.game.action_to_text(first.state, each.action),
            f"{each.visits:,}",
            f"{100 * each.share:.1f} %",
            "" if each.mean is None else f"{each.mean:+.3f}",  # never tried
        )
        for each in first.actions[:_SHOWN_MOVES]
    ]
    return [
        "<h2>What it plays first</h2>",
        table_of_texts(("move", "visits", "share", "mean"), rows, left=1),
    ]


def _minutes(values: Sequence[float]) -> list[tuple[float, str]]:
    return [(value, f"{value:g}") for value in ticks(min(values), max(values))]
