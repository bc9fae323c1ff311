"""A conversation with an engine by GTP."""

from __future__ import annotations

import gametree as gt
from gametree.protocols.gtp.engine import GtpEngine


class Talk:
    """An engine, interpreted, and all that it has answered."""

    def __init__(self, game, simulations=30, **options):
        self.lines = []
        limit = gt.Limit(simulations, memory=1 << 24)
        self.engine = GtpEngine(
            self.lines.append, game, limit, **{"compiled": False, "seed": 1, **options}
        )

    def say(self, *lines):
        """Return all that is answered to some lines, but for blank ones."""
        before = len(self.lines)
        for line in lines:
            assert self.engine.take(line)
        self.engine._search.wait()
        return [line for line in self.lines[before:] if line]

    def ask(self, line):
        """Return the answer to one command, without the sign of success."""
        answer = "\n".join(self.say(line))
        assert answer.startswith("= "), answer
        return answer[2:]

    def refused(self, line):
        """Return why a command is refused."""
        (answer,) = self.say(line)
        assert answer.startswith("? "), answer
        return answer[2:]
