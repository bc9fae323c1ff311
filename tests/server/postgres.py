"""A PostgreSQL server for the tests, in a folder of its own, reached from this machine alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from .live import free_port


def found(program):
    """Return the path of a program of PostgreSQL's, or None."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return shutil.which(program) or (str(installed[-1]) if installed else None)


@contextmanager
def postgres():
    """Run a server; yield a function that makes a database and returns its URL."""
    with tempfile.TemporaryDirectory(prefix="gametree-postgres-") as folder:
        yield from _running(Path(folder))


def _running(folder):
    # It refuses to run as root.
    user = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
    if user:
        shutil.chown(folder, "postgres", "postgres")
    data, port = folder / "data", free_port()

    def run(program, *arguments):
        subprocess.run(
            [found(program), *arguments], check=True, capture_output=True, cwd=folder, **user
        )

    run("initdb", "-D", str(data), "-U", "gametree", "-A", "trust", "--no-sync", "-E", "UTF8")
    options = f"-h 127.0.0.1 -p {port} -k {folder} -c fsync=off"
    run("pg_ctl", "-D", str(data), "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:

        def make(name):
            run("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "gametree", name)
            return f"postgresql://gametree@127.0.0.1:{port}/{name}"

        yield make
    finally:
        run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
