"""`gametree models`."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from ...errors import BadParameter, GametreeError

__all__ = ["command"]


@click.command("models")
@click.argument("name", required=False)
@click.option("--delete", is_flag=True, help="Remove the model of this name, and its training.")
def command(name: str | None, delete: bool) -> None:
    """List the trained models that searches find, or show one.

    A model goes by the name of its file, or by as much of the beginning as tells it from others.
    """
    from ...networks.model_library import model_files

    files = model_files()
    if name is not None:
        path = _named(name, files)
        if delete:
            _delete(path)
        else:
            _show(path)
    elif delete:
        raise click.UsageError("name the model to delete: gametree models shows the names")
    else:
        _list(files)


def _list(files: list[Path]) -> None:
    from ...arena.reports.report import duration
    from ...networks.model_file import facts_of
    from ..text.tables import print_table

    if not files:
        click.echo("no models yet: gametree train GAME makes one")
        return
    rows = []
    for path in files:
        try:
            facts = facts_of(path)
        except GametreeError as error:
            rows.append((path.stem, "", "", "", str(error)))
            continue
        used = "used" if facts.accepted else "not used"
        rows.append((path.stem, facts.game, facts.trained, duration(facts.seconds), used))
    columns = ("name", "game", "trained", "for", "")
    print_table(columns, rows, left=columns)


def _show(path: Path) -> None:
    from ...arena.reports.report import duration
    from ...networks.model_file import facts_of

    facts = facts_of(path)
    click.echo(f"{facts.game}, trained on {facts.trained} for {duration(facts.seconds)}")
    click.echo(
        f"{facts.games:,} games against itself, {facts.positions:,} positions, "
        f"{facts.simulations:,} simulations, seed {facts.seed}"
    )
    click.echo(f"{'used' if facts.accepted else 'not used'}: {facts.verdict}")
    click.echo(f"by {facts.version}")
    click.echo(str(path))


def _delete(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise BadParameter(f"{str(path)!r} cannot be removed: {error.strerror or error}") from error
    shutil.rmtree(path.with_name(f"{path.name}.training"), ignore_errors=True)
    click.echo(f"removed: {path.stem}")


def _named(name: str, files: list[Path]) -> Path:
    """Return the file that a name means.

    Raises:
        BadParameter: if there is none, or more than one.

    """
    meant = [path for path in files if path.stem == name] or [
        path for path in files if path.stem.startswith(name)
    ]
    if len(meant) != 1:
        why = f"{len(meant)} models begin so" if meant else "there is no model of this name"
        raise BadParameter(f"{name!r}: {why}; gametree models lists them")
    return meant[0]
