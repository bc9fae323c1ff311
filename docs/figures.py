"""Print again what commands printed on the pages: `make docs-figures`.

A page says in a comment which command printed the block that follows:

    <!-- printed by: gametree arena mcts random --game nim (first games 0123456789ab) -->

Long matches are not played in the tests. There the moves of the first games of each must be
those of the digest: if they are not, what the page shows can no longer be had.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from gametree.cli import main as command_line

DOCS = Path(__file__).parent
FIRST = 2  # games of each contest: one for each order of seats

_BLOCK = re.compile(
    r"<!-- printed by: (?P<command>.+?) \(first games (?P<digest>\w+)\) -->\n"
    r"```text\n(?P<text>.*?)```\n",
    re.DOTALL,
)


class Figure(NamedTuple):
    """A printed block: its page, its command, and the digest of the first games."""

    page: Path
    command: str
    digest: str


def figures() -> Iterator[Figure]:
    """Yield the printed blocks of all pages."""
    for page in sorted(DOCS.glob("*.md")):
        for block in _BLOCK.finditer(page.read_text(encoding="utf-8")):
            yield Figure(page, block["command"], block["digest"])


def printed(command: str) -> str:
    """Return what a command prints, run in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        return _run(shlex.split(command), folder)


def first_games(command: str) -> str:
    """Return a digest of the first games that a contest's command plays."""
    with tempfile.TemporaryDirectory() as folder:
        _run([*shlex.split(command), "--games", str(FIRST), "--journal", "games.db"], folder)
        _run(["gametree", "journal", "games.db", "--export", "games.jsonl"], folder)
        lines = (Path(folder) / "games.jsonl").read_text(encoding="utf-8").splitlines()
    games = [json.loads(line) for line in lines]
    kept = sorted([game["seats"], game["opening"], game["moves"], game["index"]] for game in games)
    return hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:12]


def _run(words: list[str], folder: str) -> str:
    if words[0] != "gametree":
        raise SystemExit(f"only gametree's own commands can be printed again, not {words[0]}")
    with contextlib.chdir(folder):  # in this process: what is compiled is compiled once
        done = CliRunner().invoke(command_line, words[1:], catch_exceptions=False)
    if done.exit_code != 0:
        raise SystemExit(f"{shlex.join(words)} failed: {done.stderr.strip()}")
    return done.stdout


def _again(block: re.Match[str]) -> str:
    command = block["command"]
    print(f"  {command}", flush=True)
    text = "\n".join(line.rstrip() for line in printed(command).strip().splitlines())
    marker = f"<!-- printed by: {command} (first games {first_games(command)}) -->"
    return f"{marker}\n```text\n{text}\n```\n"


def main() -> None:
    """Run every command and write what it prints to its page."""
    for page in sorted({figure.page for figure in figures()}):
        print(page.name, flush=True)
        text = page.read_text(encoding="utf-8")
        page.write_text(_BLOCK.sub(_again, text), encoding="utf-8")


if __name__ == "__main__":
    main()
