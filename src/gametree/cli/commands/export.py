"""`gametree export`."""

from __future__ import annotations

import click

from ..options import common as options

__all__ = ["command"]


@click.command("export")
@click.argument("game")
@click.option("--html", metavar="FILE", help="Write one HTML file that plays offline.")
@click.option("--js", metavar="DIR", help="Write a JavaScript module with TypeScript types.")
@click.option("--library", metavar="DIR", help="Write a C library: header, static and shared.")
@click.option(
    "--target",
    metavar="OS-CPU",
    help="The machine of the library, such as linux-aarch64; by default this one.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", "untrained", "uct"]),
    default="auto",
    show_default=True,
    help="auto chooses how to search this game; uct is plain UCT.",
)
@options.parameters
def command(
    game: str,
    html: str | None,
    js: str | None,
    library: str | None,
    target: str | None,
    method: str,
    parameters: dict[str, str],
) -> None:
    """Write a game and its search for programs without Python.

    The extra brings what links them: pip install 'gametree[export]'.
    """
    from ... import export
    from ..rules import rules_of

    if html is None and js is None and library is None:
        raise click.UsageError("name what to write: --html FILE, --js DIR or --library DIR")
    if target is not None and library is None:
        raise click.UsageError("--target is for --library")
    rules = rules_of(game, parameters)
    if html is not None:
        export.html(rules, html, method=method)
        click.echo(f"wrote {html}: open it in a browser")
    if js is not None:
        export.js(rules, js, method=method)
        click.echo(f"wrote {js}: import {{ load }} from './{js}/index.mjs'")
    if library is not None:
        export.library(rules, library, method=method, target=target)
        click.echo(f"wrote {library}: gametree.h, a static and a shared library, examples")
