"""An event loop whose clock jumps to the next event, so that no test needs time."""

from __future__ import annotations

import asyncio
import selectors


class JumpingSelector(selectors.SelectSelector):
    """Waits for nothing: the clock of the loop jumps instead."""

    now = 0.0

    def select(self, timeout=None):
        if timeout:
            self.now += timeout
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    def __init__(self):
        self.jumping = JumpingSelector()
        super().__init__(self.jumping)

    def time(self):
        return self.jumping.now


def run(coroutine):
    """Run a coroutine on a loop with a jumping clock; return its result and the loop."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(coroutine), runner.get_loop()
