"""A search takes as many instructions as before, counted: times say little on busy machines.

The C library is for processors from 2009 on whatever machine builds it, so the numbers hold on all
of them. They change with the compiler of Numba, and where the search does other work. If that is
meant, put here what the test says that it counted.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys

import llvmlite
import pytest

from gametree.export.library import libraries
from gametree.export.program import exported_game
from gametree.export.toolchain import target_named

COUNTED_WITH = "0.50.0"
"""The version of llvmlite."""

# By the name of the game and how it is searched: of the first 5,000 simulations, or fewer where
# the game is solved before.
INSTRUCTIONS = {
    ("connect_four", "uct"): 10_478_782,
    ("tic_tac_toe", "auto"): 10_328_670,
}

SIMULATIONS = 5000
MOST_APART = 0.03

PROGRAM = """
import ctypes, sys
library = ctypes.CDLL("./library.so")
library.gametree_new.restype = ctypes.c_void_p
library.gametree_new.argtypes = [ctypes.c_uint64, ctypes.c_uint64]
library.gametree_search.argtypes = [ctypes.c_void_p, ctypes.c_int64]
game = library.gametree_new(7, 1 << 28)
assert library.gametree_search(game, int(sys.argv[1])) > 0
"""


def instructions(folder, simulations):
    """Return how many a process takes that searches with the library in a folder."""
    done = subprocess.run(
        [
            *("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"),
            *(sys.executable, "-S", "-c", PROGRAM, str(simulations)),
        ],
        cwd=folder,
        env={"PYTHONHASHSEED": "0"},  # all else alike: the same number each time
        capture_output=True,
        text=True,
        check=True,
    )
    return int(re.findall(r"Collected : (\d+)", done.stderr)[-1])


@pytest.mark.parametrize("exported", ["connect_four", "tic_tac_toe"], indirect=True)
def test_a_search_takes_as_many_instructions_as_before(exported, tmp_path):
    if sys.platform != "linux" or platform.machine() != "x86_64":
        pytest.skip("the numbers are of Linux on x86-64")
    if shutil.which("valgrind") is None:
        pytest.skip("there is no valgrind to count instructions: Debian's package brings it")
    if llvmlite.__version__ != COUNTED_WITH:
        pytest.skip(f"the numbers are of llvmlite {COUNTED_WITH}, not {llvmlite.__version__}")
    # Valgrind knows no instructions that processors have had for a few years.
    portable = libraries(
        exported_game(exported.game, exported.method), target_named("linux-x86_64")
    )
    (tmp_path / "library.so").write_bytes(portable[0])
    without = instructions(tmp_path, 1)
    counted = instructions(tmp_path, SIMULATIONS) - without
    expected = INSTRUCTIONS[exported.game.name, exported.method]
    assert abs(counted / expected - 1) < MOST_APART, f"counted {counted:_}, not {expected:_}"
