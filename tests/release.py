"""Build a release, check it, and try it in an empty environment of each Python that is found.

    python tests/release.py

`make release` runs this. It uploads nothing. For each Python it installs the wheel, and runs the
examples of README.md there, without the checkout.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from versions import PYTHONS, find_python

ROOT = Path(__file__).resolve().parents[1]


def run(*command: object, cwd: Path = ROOT) -> bool:
    """Run a command without variables of Python; return whether it went well."""
    clean = {each: os.environ[each] for each in os.environ if not re.match("PYTHON", each)}
    print("$", *command, flush=True)
    return subprocess.run(list(map(str, command)), cwd=cwd, env=clean, check=False).returncode == 0


def tried(python: str, wheel: Path, folder: Path) -> bool:
    """Install a wheel into an empty environment, and run the README there."""
    made = folder / "bin" / "python"
    pip = (made, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    return (
        run(python, "-m", "venv", folder)
        and run(*pip, wheel, cwd=folder)
        and run(made, "-m", "doctest", ROOT / "README.md", cwd=folder)
        and run(folder / "bin" / "gametree", "games", cwd=folder)
    )


def main() -> int:
    """Return 1 if something went wrong."""
    with tempfile.TemporaryDirectory() as name:
        made = Path(name)
        if not run(sys.executable, "-m", "build", "--outdir", made):
            return 1
        files = sorted(made.iterdir())
        if not run(sys.executable, "-m", "twine", "check", "--strict", *files):
            return 1
        wheel = next(each for each in files if each.suffix == ".whl")
        results = {}
        for version in PYTHONS:
            python = find_python(version)
            found = python is not None and tried(python, wheel, made / version)
            results[version] = "not installed here" if python is None else found
    for version, found in results.items():
        print(f"Python {version}: {found if isinstance(found, str) else ('failed', 'ok')[found]}")
    return int(False in results.values())


if __name__ == "__main__":
    sys.exit(main())
