"""Run a part of the tests with the lowest and the highest Numba and NumPy, on each Python.

    python tests/versions.py

Pythons are found by name (`python3.11` and so on, or in pyenv); a missing one is named. For each
there are two environments in `.venv-versions`, made once.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from lowest import PROJECT, lowest

ROOT = PROJECT.parent
FOLDER = ROOT / ".venv-versions"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")

# Compiled functions and searches of each kind, and all that looks at Numba's parts.
CHOSEN = (
    "tests/language/test_entry.py",
    "tests/language/test_numba_parts.py",
    "tests/language/test_recursion.py",
    "tests/language/test_required.py",
    "tests/native/test_other_numbas.py",
    "tests/native/test_cache.py",
    "tests/mcts/engine/test_simulation.py",
)

# The first versions with wheels for newer Pythons than the lowest versions were made for.
FIRST_WHEELS = {
    ("3.13", "numpy"): "2.1.0",
    ("3.14", "numpy"): "2.3.2",
    ("3.14", "numba"): "0.63.0",
}


def find_python(version: str) -> str | None:
    """Return the path of a Python that runs; None if there is none."""
    kept = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python{version}"))
    for each in (shutil.which(f"python{version}"), *map(str, kept)):
        if each and subprocess.run([each, "--version"], capture_output=True).returncode == 0:
            return each
    return None


def constraints(version: str, kind: str) -> list[str]:
    """Return the arguments of pip that choose the lowest or the highest versions."""
    if kind == "highest":
        return ["--upgrade", "numba", "numpy"]
    found = dict(each.split("==") for each in lowest(tomllib.loads(PROJECT.read_text())["project"]))
    chosen = {name: FIRST_WHEELS.get((version, name), found[name]) for name in ("numba", "numpy")}
    return [f"{name}=={each}" for name, each in chosen.items()]


def environment(python: str, version: str, kind: str) -> Path | None:
    """Return the Python of an environment with these versions; None if pip cannot install them."""
    folder = FOLDER / f"{version}-{kind}"
    made = folder / "bin" / "python"
    if not made.exists():
        subprocess.run([python, "-m", "venv", folder], check=True)
    pip = [made, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    bounds = ["-e", str(ROOT), "pytest", *constraints(version, kind)]
    ran = subprocess.run([*pip, "--only-binary", "numba,numpy,llvmlite", *bounds])
    return None if ran.returncode else made


def versions(python: Path) -> str:
    """Return the versions in an environment."""
    code = "import numba, numpy; print('Numba', numba.__version__, 'NumPy', numpy.__version__)"
    return subprocess.run([python, "-c", code], capture_output=True, text=True).stdout.strip()


def main() -> int:
    """Run the tests; return 1 if some failed."""
    failed = []
    for version in PYTHONS:
        python = find_python(version)
        if python is None:
            print(f"Python {version} is not installed here, so it is not tested.", flush=True)
            continue
        for kind in ("lowest", "highest"):
            made = environment(python, version, kind)
            if made is None:
                print(f"The {kind} versions for Python {version} cannot be installed.", flush=True)
                continue
            name = f"Python {version} with {versions(made)}"
            print(f"{name}:", flush=True)
            clean = {each: os.environ[each] for each in os.environ if not re.match("PYTHON", each)}
            ran = subprocess.run([made, "-m", "pytest", "-q", *CHOSEN], cwd=ROOT, env=clean)
            if ran.returncode:
                failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "All versions passed.")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
