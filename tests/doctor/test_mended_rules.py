"""Rules that the compiler refuses, and the change of their source with which they compile."""

from __future__ import annotations

import contextlib
import functools
import inspect
import linecache
import sys
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import pytest
from planted import Take, examine


class SetsAndSuch(Take):
    """Each method has something else that is refused."""

    def legal_actions(self, state):
        most = {"***"}
        return [k + 1 for piles in most for k in range(len(piles)) if k < state[0]]

    def next_state(self, state, action):
        left = {str(state[0] - action)}
        return (int(left.pop()), self.other(state[1]))

    def other(self, player):
        for place in np.argsort(np.array([player, 1 - player])):
            with contextlib.suppress(IndexError):
                return int([1, 0][place + player])
        return self.told(player)

    def told(self, player):
        print("never", file=sys.stderr)
        return player


class TuplesAndSuch(Take):
    def legal_actions(self, state):
        if state[0] == 0:
            return ()
        return [action for action in (1, 2, 3) if action <= state[0]]

    def next_state(self, state, action):
        text = "%d %d" % state  # noqa: UP031
        counts = defaultdict(lambda: 0)
        counts[len(text)] += 1

        @functools.lru_cache
        def less(number):
            return number - action

        return (less(state[0]) + counts[0], 1 - state[1])

    def is_terminal(self, state):
        return "over" if state[0] == 0 else ""


def functions(cls):
    return {name: each.__code__ for name, each in vars(cls).items() if inspect.isfunction(each)}


def changed(diff):
    return [line for line in diff.splitlines()[2:] if line[0] in "+-"]


SETS = """
-        return [k + 1 for piles in most for k in range(len(piles)) if k < state[0]]
+        return [k + 1 for piles in sorted(most) for k in range(len(piles)) if k < state[0]]
-        return (int(left.pop()), self.other(state[1]))
+        least = min(left)
+        left.remove(least)
+        return (int(least), self.other(state[1]))
-        for place in np.argsort(np.array([player, 1 - player])):
-            with contextlib.suppress(IndexError):
+        for place in np.argsort(np.array([player, 1 - player]), kind="stable"):
+            try:
+            except IndexError:
+                pass
-        print("never", file=sys.stderr)
+        print("never")
"""

TUPLES = """
-            return ()
+            return []
-        text = "%d %d" % state  # noqa: UP031
+        text = "%d %d" % (state[0], state[1])  # noqa: UP031
-        @functools.lru_cache
-        return "over" if state[0] == 0 else ""
+        return bool("over") if state[0] == 0 else bool("")
"""


@pytest.mark.parametrize(("cls", "changes"), [(SetsAndSuch, SETS), (TuplesAndSuch, TUPLES)])
def test_each_kind_of_refusal_is_mended(cls, changes):
    codes = functions(cls)
    report = examine(cls(), compiled=True)
    assert report.findings == ()
    assert "cannot be compiled" in report.profile.why_interpreted
    assert changed(report.profile.mend) == changes.strip("\n").splitlines()
    assert f"with this change it compiles:\n\n{report.profile.mend}" in str(report)
    # The rules themselves are as they were.
    assert functions(cls) == codes
    assert not [name for name in linecache.cache if "mended:" in name]


class Opens(Take):
    def is_terminal(self, state):
        with contextlib.suppress(OSError):
            open("/nowhere")  # noqa: SIM115
        return state[0] == 0


@dataclass(frozen=True, order=True)
class Pile:
    count: int


class TakesAnother(Take):
    """With the least of the two it would be another game."""

    def next_state(self, state, action):
        left = {Pile(state[0] - action), Pile(-8)}
        return (state[0] - left.pop().count % 8 - action, 1 - state[1])


class Unordered(Take):
    def legal_actions(self, state):
        return [action or 3 for action in {None, 1, 2} if (action or 3) <= state[0]]


@pytest.mark.parametrize("cls", [Opens, TakesAnother, Unordered])
def test_a_mend_that_does_not_help_is_not_told(cls):
    codes = functions(cls)
    report = examine(cls(), compiled=True)
    assert "cannot be compiled" in str(report)
    assert report.profile.mend == ""
    assert "with this change" not in str(report)
    assert functions(cls) == codes
