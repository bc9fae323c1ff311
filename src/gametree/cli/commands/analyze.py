"""`gametree analyze`."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import click

from ..beginning import Beginning, beginning_options
from ..options import common as options
from ..options.methods import CommandWithMethod, method_option, strategies
from ..pages import check_page

if TYPE_CHECKING:
    from ...mcts.results.export import TreeView
    from ...mcts.results.result import SearchResult
    from ...mcts.searcher import Searcher

__all__ = ["command"]

_DEPTH = 2
_PAGE_DEPTH = 12


class _Depth(click.IntRange):
    """A depth, with advice for `--tree GAME`, where the game counts as one."""

    name = "DEPTH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, str) and not value.lstrip("-").isdecimal():
            self.fail(f"{value!r} is no depth; write GAME before --tree", param, ctx)
        return int(super().convert(value, param, ctx))


def _answer_lines(context: click.Context, names: tuple[str, ...]) -> None:
    """Answer lines of JSON."""
    from ...games import names as bundled
    from ..protocols.stdio import talk
    from ..rules import rules_of

    given = {
        name
        for name in context.params
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    }
    others = sorted(given - {"stdio", "names", "workers"})
    if others:
        raise click.UsageError(
            f"--stdio takes games and --workers only, not --{others[0].replace('_', '-')}: each "
            "line says what its query needs"
        )
    with redirect_stdout(sys.stderr):  # what a file prints is none of the answers
        for each in names:
            rules_of(each, {})  # what is wrong with it is said before anything is asked
    talk(
        {*bundled(), *names},
        context.params["workers"] if "workers" in given else None,
        sys.stdin.fileno(),
        sys.stdout.fileno(),
    )


def _check(names: tuple[str, ...], two_formats: bool, ray: str | None, workers: int) -> None:
    """Refuse options that exclude each other."""
    if len(names) != 1:
        raise click.UsageError(
            "missing argument 'GAME'" if not names else "only --stdio takes more than one GAME"
        )
    if two_formats:
        raise click.UsageError("--json and --dot exclude each other")
    if ray is not None and workers < 2:
        raise click.UsageError(
            "--ray needs --workers 2 or more: one works here, the others on the cluster"
        )


@click.command("analyze", cls=CommandWithMethod)
@click.argument("names", nargs=-1, metavar="GAME")
@beginning_options
@options.simulations
@options.seconds
@click.option("--memory", type=options.BYTES, help="Most bytes for the tree: 64MB, 1GiB.")
@options.parameters
@options.seed
@method_option
@click.option(
    "--workers",
    type=options.COUNT,
    default=1,
    show_default=True,
    help="How many cores to use, each with a tree of its own.",
)
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="The host and port of a Ray cluster, for all --workers but the first, which is here.",
)
@click.option("--interpreted", is_flag=True, help="Search in plain Python, nothing compiled.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON.")
@click.option(
    "--tree",
    "depth",
    is_flag=False,
    flag_value=_DEPTH,
    type=_Depth(1, 100),
    metavar="[DEPTH]",
    help="Draw the tree as well, down to DEPTH plies (2), without moves of less than 0.5 % of "
    "the visits; with --json, all visited moves.",
)
@click.option(
    "--states",
    is_flag=True,
    help="Draw the tree with the state of each node, its wins/visits for who moved there, and its "
    "untried moves.",
)
@click.option("--dot", "as_dot", is_flag=True, help="Print only the tree, for Graphviz.")
@click.option("--html", metavar="FILE.html", help="Write a page of it that needs nothing else.")
@click.option(
    "--stdio",
    is_flag=True,
    help="Read queries as lines of JSON and answer them by lines of JSON, many at once, each with "
    "its game: a bundled one, or one of GAME ..., as mine.py:MyGame.",
)
@click.pass_context
def command(
    context: click.Context,
    /,
    names: tuple[str, ...],
    beginning: Beginning,
    simulations: int | None,
    seconds: float | None,
    memory: int | None,
    parameters: dict[str, str],
    seed: int | None,
    workers: int,
    ray: str | None,
    interpreted: bool,
    as_json: bool,
    depth: int | None,
    states: bool,
    as_dot: bool,
    html: str | None,
    stdio: bool,
    **method: Any,
) -> None:
    """Search a position and show what was found."""
    if stdio:
        _answer_lines(context, names)
        return
    _check(names, as_json and as_dot, ray, workers)
    if states and depth is None:
        depth = _DEPTH
    chosen = strategies(**method)
    check_page(html)
    from ...errors import SearchInterrupted
    from ...limits import Limit
    from ...mcts.parallel.ray_workers import RayWorkers
    from ...mcts.searcher import Searcher
    from ..engine_game import EngineGame
    from ..text.seen import seen_by
    from ..text.thinking import getting_ready, thinking

    if simulations is None and seconds is None and memory is None:
        seconds = 1.0
    limit = Limit(simulations, seconds, memory)
    played = EngineGame(beginning.record(names[0], parameters))
    played.play_all(beginning.moves)
    played.check_searchable()
    with thinking("getting ready") if interpreted else getting_ready(played.game):
        searcher = Searcher(
            played.game,
            played.state,
            history=played.record.positions[:-1],
            **chosen,
            workers=workers if ray is None else RayWorkers(workers, ray),
            seed=seed,
            compiled=False if interpreted else "auto",
            full_history=html is not None,
        )
    interrupted = False
    try:
        result = searcher.run(limit, progress=sys.stderr.isatty())
    except SearchInterrupted as stopped:
        result = stopped.result
        interrupted = True
    if as_json:
        _print_json(searcher, result, depth, states)
    elif as_dot:
        click.echo(_tree(searcher, result, depth, states).to_dot())
    else:
        click.echo(seen_by(played, frozenset({played.player})).board())
        click.echo(f"\n{result}")
        if depth is not None:
            click.echo(f"\n{_tree(searcher, result, depth, states).to_text()}")
    if html is not None:
        _write_page(searcher, result, html)
    if interrupted:
        raise SystemExit(130)


def _print_json(searcher: Searcher, result: SearchResult, depth: int | None, states: bool) -> None:
    found = result.to_dict()
    if depth is not None:
        found["tree"] = searcher.tree(depth, states=states).to_dict()
    click.echo(json.dumps(found, indent=2))


def _tree(searcher: Searcher, result: SearchResult, depth: int | None, states: bool) -> TreeView:
    """Return the tree without moves of less than 0.5 % of the visits."""
    return searcher.tree(depth or _DEPTH, max(1, result.simulations // 200), states=states)


def _write_page(searcher: Searcher, result: SearchResult, html: str) -> None:
    from ...arena.reports.export import write_whole

    shown = searcher.tree(_PAGE_DEPTH, max(1, result.simulations // 1000))
    write_whole([result.to_html(shown)], html)
    click.echo(f"wrote {html}", err=True)
