"""A conversation with an engine by UCI, interpreted."""

from __future__ import annotations

import time

from gametree.games import Chess
from gametree.protocols.uci.dialects import UCI
from gametree.protocols.uci.engine import UciEngine


class Talk:
    """A conversation with an engine."""

    def __init__(self, **options):
        self.lines = []
        options = {"compiled": False, "seed": 1, **options}
        self.engine = UciEngine(self.lines.append, Chess(), UCI, **options)

    def say(self, *lines):
        """Return what is answered before all of the lines have been taken."""
        before = len(self.lines)
        for line in lines:
            assert self.engine.take(line)
        return self.lines[before:]

    def best(self, *lines, seconds=60.0):
        """Return the move that is told in the end."""
        if lines[-1].startswith("go"):
            self.lines.clear()
        self.say(*lines)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.lines and self.lines[-1].startswith("bestmove"):
                return self.lines[-1].split()[1]
            time.sleep(0.002)
        raise AssertionError(self.lines[-5:])

    def told(self, *lines):
        """Return what `info string` reports of some lines."""
        return [line[12:] for line in self.say(*lines) if line.startswith("info string ")]
