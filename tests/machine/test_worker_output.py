from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import os
from gametree.machine.worker_output import {function}

{function}()
print("printed by rules")
os._exit(0)
"""


@pytest.mark.parametrize(
    ("function", "stream"), [("flush_each_line", "stdout"), ("print_to_stderr", "stderr")]
)
def test_what_is_printed_before_a_process_is_ended_is_not_lost(function, stream):
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(function=function)],
        env=buffered,
        capture_output=True,
        text=True,
        check=True,
    )
    assert getattr(result, stream) == "printed by rules\n"
    assert result.stdout + result.stderr == "printed by rules\n"
