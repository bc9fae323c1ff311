"""Compare ordinary functions, interpreted and compiled by `plainpython.compile`, in turns.

    python benchmarks/plain_functions.py [--turns N]

Prints a table: milliseconds of one call interpreted and compiled, and the median of the ratios.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import deque
from dataclasses import dataclass

import plainpython


def primes(limit):
    """Return the primes below a limit, by a list of flags."""
    flags = [True] * limit
    found = []
    for number in range(2, limit):
        if flags[number]:
            found.append(number)
            for multiple in range(number * number, limit, number):
                flags[multiple] = False
    return found


def steps_out(size, start):
    """Return how many steps lead to the last cell of a maze, by a queue and a set; else -1."""
    maze = ["." * size] * (size - 1) + ["." * (size - 1) + "x"]
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        (row, column), steps = queue.popleft()
        if maze[row][column] == "x":
            return steps
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cell = (row + down, column + right)
            inside = 0 <= cell[0] < len(maze) and 0 <= cell[1] < len(maze[0])
            if inside and maze[cell[0]][cell[1]] != "#" and cell not in seen:
                seen.add(cell)
                queue.append((cell, steps + 1))
    return -1


def letters(text, times):
    """Return how often each letter stands in a text that is repeated, by a dict."""
    counts = {}
    for letter in text * times:
        counts[letter] = counts.get(letter, 0) + 1
    return counts


@dataclass(frozen=True)
class Body:
    """A body on a line."""

    place: float
    speed: float


def spread(count, turns):
    """Return how far apart bodies are that pull at each other, some turns later."""
    bodies = [Body(float(index), 0.5) for index in range(count)]
    for _ in range(turns):
        middle = sum([body.place for body in bodies]) / len(bodies)
        bodies = [
            Body(body.place + body.speed, body.speed + (middle - body.place) * 0.01)
            for body in bodies
        ]
    places = [body.place for body in bodies]
    return max(places) - min(places)


CASES = [
    (primes, (200_000,)),
    (steps_out, (60, (0, 0))),
    (letters, ("the quick brown fox jumps over the lazy dog ", 400)),
    (spread, (50, 100)),
]


def milliseconds(function, arguments):
    """Return what a call returns, and the milliseconds that it takes."""
    started = time.perf_counter()
    result = function(*arguments)
    return result, (time.perf_counter() - started) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=9)
    turns = parser.parse_args().turns
    print("| function | interpreted, ms | compiled, ms | ratio |\n|---|--:|--:|--:|")
    for function, arguments in CASES:
        compiled = plainpython.compile(function, *arguments)
        pairs = []
        for _ in range(turns):
            plain, slow = milliseconds(function, arguments)
            native, fast = milliseconds(compiled, arguments)
            assert plain == native
            pairs.append((slow, fast))
        ratio = statistics.median(slow / fast for slow, fast in pairs)
        slow, fast = (statistics.median(each) for each in zip(*pairs, strict=True))
        print(f"| `{function.__name__}` | {slow:.2f} | {fast:.3f} | {ratio:.0f} |")


if __name__ == "__main__":
    main()
