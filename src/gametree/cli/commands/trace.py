"""`gametree trace`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ..beginning import Beginning, beginning_options
from ..options import common as options
from ..options.methods import CommandWithMethod, method_option, strategies
from ..pages import check_page, check_record, replay_options, save_replay

if TYPE_CHECKING:
    from ...mcts.tracing.steps import TraceStep

__all__ = ["command"]

_SIMULATIONS = 20


@click.command("trace", cls=CommandWithMethod)
@click.argument("game", metavar="GAME")
@beginning_options
@click.option(
    "--simulations",
    type=options.COUNT,
    default=_SIMULATIONS,
    show_default=True,
    help="How many to show.",
)
@click.option(
    "--after",
    type=options.COUNT,
    default=0,
    metavar="N",
    help="Run N simulations first, which are not shown.",
)
@options.parameters
@options.seed
@method_option
@click.option("--json", "as_json", is_flag=True, help="Print each step as a line of JSON.")
@replay_options
def command(
    game: str,
    beginning: Beginning,
    simulations: int,
    after: int,
    parameters: dict[str, str],
    seed: int | None,
    as_json: bool,
    html: str | None,
    record: str | None,
    **method: Any,
) -> None:
    """Show a search step by step: what it chooses and why, what it plays out and learns."""
    chosen = strategies(**method)
    check_page(html)
    check_record(record)
    from ...mcts.searcher import Searcher
    from ...replays.search_replay import SearchReplay
    from ...rules.hidden_information import refuse_hidden
    from ..engine_game import EngineGame
    from ..text.boards import board_text
    from ..text.steps import print_step
    from ..text.thinking import print_thinking

    played = EngineGame(beginning.record(game, parameters))
    refuse_hidden(played.game, "a trace of positions", "search it with gametree analyze")
    played.play_all(beginning.moves)
    played.check_searchable()
    searcher = Searcher(
        played.game,
        played.state,
        history=played.record.positions[:-1],
        seed=seed,
        compiled=False,
        **chosen,
    )
    if after:
        searcher.run(simulations=after)
    if as_json:
        tell = _print_json
    else:
        tell = print_step
        click.echo(board_text(played.game, played.state, played.previous))
        click.echo(f"\n{searcher.result().method}, seed {searcher.seed}")
    replay = None
    if html is None and record is None:  # then no step is kept
        for step in searcher.trace(simulations):
            tell(step)
    else:
        replay = SearchReplay.of(searcher, simulations, tell)
    if not as_json:
        click.echo()
        print_thinking(searcher.result())
    if replay is not None:
        save_replay(replay, html, record)


def _print_json(step: TraceStep) -> None:
    click.echo(json.dumps(step.to_dict()))
