"""Which ordinary Python compiles: each shape of benchmarks/ordinary, interpreted and compiled.

    python benchmarks/shapes.py --group gomoku --json rows.json
    python benchmarks/shapes.py --only lists --only strings.BytesBoard

Each shape is searched from its first position by plain UCT with the same seed in both modes, in a
process that may crash, and is ended after a time limit. The table gives simulations a second and
their ratio (medians of `--turns`; with `--turns 0` only the trees are compared), the speed beside
the same game on bits, the seconds that compiling took (less where the cache has it), and whether
both modes grew the same tree: best move, visits and means of the root's moves, nodes and depth.
Where a shape does not compile, it gives the sentence with which gametree refuses it. All seconds
are of the processor: other work on the machine counts as little as it can.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import click
from ordinary import GROUPS, shapes
from timing import Spread, print_heading, table

HEADINGS = ("shape", "interpreted /s", "compiled /s", "ratio", "of bits", "ready s", "tree")
FRESH = 40  # shapes after which a process makes way for a new one: code that is compiled stays

CAUSE = re.compile(r"cannot be compiled(?: \([^()]*\))?: ([^;]*)")

Row = dict[str, Any]


def wanted(groups: tuple[str, ...], only: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return (group, name) of the shapes to be measured."""
    found = [(group, name) for group in groups or GROUPS for name in shapes(group)]
    if not only:
        return found
    asked = [(group, name) for group, name in found if {name, *name.split(".")} & set(only)]
    known = {part for _, name in found for part in (name, *name.split("."))}
    for each in only:
        if each not in known:
            raise click.BadParameter(f"there is no shape and no file of shapes {each!r}")
    return asked


class Measuring:
    """A process that measures one shape after another; a new one if it crashes or hangs."""

    def __init__(self, limit: float, turns: int) -> None:
        self._limit = limit
        self._turns = turns
        self._measured = 0
        self._process: subprocess.Popen[str] | None = None

    def row(self, group: str, name: str) -> Row:
        """Measure a shape."""
        row: Row = {"group": group, "shape": name}
        if self._measured == FRESH:
            self.close()
        self._measured += 1
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, str(Path(__file__).with_name("measured_shapes.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        process, hung = self._process, threading.Event()
        assert process.stdin is not None
        assert process.stdout is not None

        def end() -> None:
            hung.set()
            process.kill()

        timer = threading.Timer(self._limit, end)
        timer.start()
        print(group, name, self._turns, file=process.stdin, flush=True)
        answer = process.stdout.readline()
        timer.cancel()
        if answer:
            return row | json.loads(answer)
        status = process.wait()
        self.close()
        if hung.is_set():
            return row | {"outcome": "hung", "told": f"not done after {self._limit:g} s"}
        told = signal.strsignal(-status) if status < 0 else f"exit status {status}"
        return row | {"outcome": "crashed", "told": told}

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()
        self._process, self._measured = None, 0


def cells(row: Row) -> list[str]:
    """Return a row of the table."""
    speeds = [f"{row[mode]:,.0f}" if mode in row else "" for mode in ("interpreted", "compiled")]
    ratio = Spread(*row["ratio"]).text() if "ratio" in row else ""
    of_bits = f"{row['of_reference'][0]:.2f}" if "of_reference" in row else ""
    ready = f"{row['ready_seconds']:.1f}" if "ready_seconds" in row else ""
    tree = row["outcome"] + (f": {row['told']}" if row["told"] else "")
    return [row["shape"], *speeds, ratio, of_bits, ready, tree]


def summary(rows: list[Row]) -> str:
    """Return how many shapes compile, how many grow the same tree, and what stops the others."""
    lines = []
    for group in GROUPS:
        outcomes = Counter(row["outcome"] for row in rows if row["group"] == group)
        total = outcomes.total()
        if total:
            compiled = outcomes["same"] + outcomes["different"]
            listed = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
            lines.append(f"{group}: {compiled} of {total} compile ({listed})")
    causes = Counter(cause(row["told"]) for row in rows if row["outcome"] == "refused")
    if causes:
        lines += ["", "Refused:"]
        lines += [f"{count:4} {each}" for each, count in causes.most_common()]
    return "\n".join(lines)


def cause(sentence: str) -> str:
    """Return the reason in a sentence of gametree's, without place and remedy."""
    found = CAUSE.search(sentence)
    return found[1] if found else sentence


@click.command(help=__doc__.partition("\n")[0])
@click.option("--group", "groups", multiple=True, type=click.Choice(GROUPS), help="By default all.")
@click.option("--only", multiple=True, help="A shape, its class or its file.")
@click.option("--json", "path", type=click.Path(path_type=Path), help="Write the rows there.")
@click.option("--limit", default=120.0, help="Seconds for each shape.", show_default=True)
@click.option("--turns", default=3, help="For speed, of each shape.", show_default=True)
def main(
    groups: tuple[str, ...], only: tuple[str, ...], path: Path | None, limit: float, turns: int
) -> None:
    chosen = wanted(groups, only)
    print_heading()
    rows: list[Row] = []
    measuring = Measuring(limit, turns)
    for group, name in chosen:
        rows.append(measuring.row(group, name))
        print(*cells(rows[-1]), sep="  ", file=sys.stderr, flush=True)
        if path is not None:
            path.write_text(json.dumps(rows, indent=1) + "\n")
    measuring.close()
    for group in dict.fromkeys(group for group, _ in chosen):
        print(f"\n{group}\n")
        print(table(HEADINGS, [cells(row) for row in rows if row["group"] == group]))
    print(f"\n{summary(rows)}")


if __name__ == "__main__":
    main()
