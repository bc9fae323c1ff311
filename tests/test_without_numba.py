"""gametree where Numba is not installed: interpreted search, and one sentence that says so."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
import warnings

class WithoutNumba:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, WithoutNumba())
import gametree as gt
from click.testing import CliRunner
from gametree.cli import main

with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter("always")
    result = gt.search(gt.games.TicTacToe(), simulations=50, seed=1)
assert result.simulations == 50 and not result.compiled
assert [str(each.message) for each in found] == [
    "searching interpreted: Numba is not installed, and it is what compiles; "
    "install it: pip install numba"
], [str(each.message) for each in found]
try:
    gt.search(gt.games.TicTacToe(), simulations=50, compiled=True)
except gt.NotCompilable as error:
    assert str(error).startswith("Numba is not installed"), error
else:
    raise AssertionError("compiled without Numba")
done = CliRunner().invoke(main, ["play", "nim", "--simulations", "20"], input="1\\n")
assert "note: searching interpreted: Numba is not installed" in done.output, done.output
assert "Traceback" not in done.output
"""


def test_interpreted_search_and_commands_without_numba():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
