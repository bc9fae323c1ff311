"""A search result as parts of a page: the board, the moves, the line, how it grew."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ...drawing.html_parts import paragraph, table_of_rows, td
from ...game import title_of
from ...numbers.counting import counted
from ...views.of_game import text_of_information, view_of
from ...views.svg import svg
from ..return_scale import interval_text
from .growth import growth

if TYPE_CHECKING:
    from .result import SearchResult

__all__ = ["board_part", "result_parts"]

_ROWS = 12
_GROWN = 3  # moments, of which there is something to draw


def result_parts(result: SearchResult) -> list[str]:
    """Return what a search found as parts of a page."""
    name = title_of(result.game)
    speed = result.new_simulations / result.seconds if result.seconds > 0 else 0.0
    parts = [
        board_part(result),
        f"<p><strong>{escape(name)}, player {result.player + 1} to move: "
        f"{escape(result.game.action_to_text(result.state, result.action))}</strong> "
        f"{escape(result.proof_as_text())}</p>",
        paragraph(
            f"{counted(result.simulations, 'simulation')}, {speed:,.0f} a second, depth "
            f"{result.max_depth}; {result.method}; seed {result.seed}",
            "faint",
        ),
        _moves(result),
    ]
    if len(result.actions) > _ROWS:
        parts.append(paragraph(f"and {len(result.actions) - _ROWS} more", "faint"))
    parts.append(paragraph(f"line: {' '.join(result.line_as_text())}"))
    if len(result.history) >= _GROWN:
        parts += growth(result).parts()
    return parts


def board_part(result: SearchResult) -> str:
    """Return the picture of the position; in a game that hides something, what is known of it."""
    game = result.game
    if game.hides_information:
        known = game.information_state(result.state, result.player)
        return f"<pre>{escape(text_of_information(game, known, result.player))}</pre>"
    return f'<div class="board">{svg(view_of(result.game, result.state))}</div>'


def _moves(result: SearchResult) -> str:
    rows = []
    for each in result.actions[:_ROWS]:
        mean, width = each.mean, each.half_width
        if each.proven is not None:
            message = f"{each.proven:+g} proven"
        elif mean is None or width is None:
            message = "-"
        else:
            message = f"{mean:+.3f} {interval_text(result.game, mean, width)}"
        name = result.game.action_to_text(result.state, each.action)
        bar = (
            f'<td><span class="bar"><i class="won" style="flex:{each.share:.4f}"></i>'
            f'<i style="flex:{1 - each.share:.4f}"></i></span></td>'
        )
        rows.append(
            f'<tr><td class="left">{escape(name)}</td>{td(f"{each.visits:,}")}'
            f"{td(f'{100 * each.share:.1f} %')}{bar}{td(message)}</tr>"
        )
    return table_of_rows(["move", "visits", "share", "", "mean"], rows, left=1)
