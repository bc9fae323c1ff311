"""Draws Elo against minutes of training, from what `learned.py` has printed.

    python benchmarks/learned.py --minutes 1,3,10,30,60 --constants 0.8 hex > hex.txt
    python benchmarks/training_curves.py hex.txt gomoku.txt --svg docs/images/training.svg

Where every game was won or lost, the Elo has no bound: half a game less is drawn then.
"""

from __future__ import annotations

import argparse
import math
import re
from pathlib import Path

from gametree.arena.statistics.elo import elo_of_score
from gametree.drawing.charts import Series, chart

POINT = re.compile(r"^(?P<game>\w+), (?P<minutes>[\d.]+) minutes, ")
AGAINST = re.compile(r"^ +against .*?(?:Elo (?P<elo>[-+][\d.]+)|every game (?P<all>won|lost)).*?")
GAMES = re.compile(r"(\d+) games$")
REACH = 800.0


def main() -> None:
    """Draw the curves of the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, help="what learned.py printed")
    parser.add_argument("--svg", type=Path, required=True, help="the file to write")
    given = parser.parse_args()
    curves: dict[str, dict[float, float]] = {}
    for path in given.files:
        curves |= points_of(path.read_text(encoding="utf-8"))
    minutes = sorted({each for points in curves.values() for each in points})
    whole = {name: points for name, points in curves.items() if len(points) == len(minutes)}
    for name in curves.keys() - whole.keys():
        parser.error(f"{name} was not measured at {', '.join(f'{each:g}' for each in minutes)}")
    picture = chart(
        "Elo against plain UCT by minutes of training",
        [math.log(each) for each in minutes],
        [
            Series(name.replace("_", " "), f"s{place}", [points[each] for each in minutes])
            for place, (name, points) in enumerate(sorted(whole.items()))
        ],
        x_ticks=[(math.log(each), f"{each:g}") for each in minutes],
        x_name="minutes of training",
        y_name="Elo against plain UCT",
        y_range=(-REACH, REACH),
        marks=[(0.0, "")],
    )
    given.svg.write_text(picture.to_svg(), encoding="utf-8")


def points_of(text: str) -> dict[str, dict[float, float]]:
    """Return the worst Elo against a constant by minutes, by game."""
    found: dict[str, dict[float, float]] = {}
    points: dict[float, float] = {}
    minutes = 0.0
    for line in text.splitlines():
        point, against = POINT.match(line), AGAINST.match(line)
        if point is not None:
            points = found.setdefault(point["game"], {})
            minutes = float(point["minutes"])
        elif against is not None:
            points[minutes] = min(points.get(minutes, math.inf), elo_of(line, against))
    return found


def elo_of(line: str, against: re.Match[str]) -> float:
    """Return the Elo that a line tells."""
    if against["elo"] is not None:
        return float(against["elo"])
    played = GAMES.search(line)
    assert played is not None, line
    most = elo_of_score(1.0 - 0.5 / int(played[1]))
    return most if against["all"] == "won" else -most


if __name__ == "__main__":
    main()
