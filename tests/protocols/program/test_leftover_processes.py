"""No process of a program's outlives it."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from gametree.protocols.program.process import Process

# Starts a child with a session of its own, which starts another one and ends: that one has
# neither the group of the program nor a living parent.
PROGRAM = """
import subprocess, sys

sleep = "import time; time.sleep(600)"
again = (
    "import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', sys.argv[1]], "
    "start_new_session=True); print(p.pid, flush=True)"
)
held = subprocess.Popen([sys.executable, "-c", sleep], start_new_session=True)
print(held.pid, flush=True)
subprocess.run([sys.executable, "-c", again, sleep], start_new_session=True)
for line in sys.stdin:
    if line.strip() == "end":
        break
"""


def alive(number):
    try:
        text = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="this system shows no environments")
@pytest.mark.parametrize("end", ["close", "kill"])
def test_children_in_sessions_of_their_own_end_with_the_program(end):
    process = Process(shlex.join([sys.executable, "-c", PROGRAM]))
    numbers = [int(process.receive(time.monotonic() + 300.0)) for _ in range(2)]
    assert all(map(alive, numbers))
    if end == "close":
        process.close("end")
    else:
        process.kill()
    deadline = time.monotonic() + 60.0
    while any(map(alive, numbers)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(alive, numbers))
