"""`gametree export`."""

from __future__ import annotations

import click

from ..options import common as options

__all__ = ["command"]


@click.command("export")
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option("--html", metavar="FILE", help="Write one HTML file that plays offline.")
@click.option("--site", metavar="DIR", help="Write a site of static files, for several games too.")
@click.option("--js", metavar="DIR", help="Write a JavaScript module with TypeScript types.")
@click.option("--library", metavar="DIR", help="Write a C library: header, static and shared.")
@click.option(
    "--target",
    metavar="OS-CPU",
    help="The machine of the library, such as linux-x86_64; by default this very processor.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", "untrained", "uct"]),
    default="auto",
    show_default=True,
    help="auto chooses how to search this game; uct is plain UCT.",
)
@click.option("--model", metavar="FILE", help="The trained network that the search uses.")
@options.parameters
def command(
    games: tuple[str, ...],
    html: str | None,
    site: str | None,
    js: str | None,
    library: str | None,
    target: str | None,
    method: str,
    model: str | None,
    parameters: dict[str, str],
) -> None:
    """Write a game and its search for programs without Python.

    The extra brings what links them: pip install 'gametree[export]'.
    """
    from ... import export
    from ..rules import rules_of

    if html is None and site is None and js is None and library is None:
        raise click.UsageError(
            "name what to write: --html FILE, --site DIR, --js DIR or --library DIR"
        )
    if target is not None and library is None:
        raise click.UsageError("--target is for --library")
    if len(games) > 1 and (html or js or library or parameters or model):
        raise click.UsageError("several games are for --site alone, without --param and --model")
    rules = [rules_of(game, parameters) for game in games]
    if html is not None:
        export.html(rules[0], html, method=method, model=model)
        click.echo(f"wrote {html}: open it in a browser")
    if site is not None:
        export.site(rules, site, method=method, model=model)
        click.echo(f"wrote {site}: try it with python -m http.server --directory {site}")
    if js is not None:
        export.js(rules[0], js, method=method, model=model)
        click.echo(f"wrote {js}: import {{ load }} from './{js}/index.mjs'")
    if library is not None:
        export.library(rules[0], library, method=method, model=model, target=target)
        click.echo(f"wrote {library}: gametree.h, a static and a shared library, examples")
