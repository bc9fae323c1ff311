"""An event loop whose clock jumps to the next event, so that no test needs time."""

from __future__ import annotations

import asyncio
import selectors


class JumpingSelector(selectors.SelectSelector):
    """Waits for nothing but threads: the clock of the loop jumps instead."""

    now = 0.0
    calls = 0  # that threads work at; the clock stands still meanwhile

    def select(self, timeout=None):
        if self.calls:
            return super().select(None if timeout is None else min(timeout, 0.01))
        if timeout:
            self.now += timeout
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    def __init__(self):
        self.jumping = JumpingSelector()
        super().__init__(self.jumping)

    def run_in_executor(self, *arguments):
        self.jumping.calls += 1
        call = super().run_in_executor(*arguments)
        call.add_done_callback(self._returned)
        return call

    def _returned(self, call):
        self.jumping.calls -= 1

    def time(self):
        return self.jumping.now


def run(coroutine):
    """Run a coroutine on a loop with a jumping clock; return its result and the loop."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(coroutine), runner.get_loop()
