"""The compiler of C and the linker of the extra `export`: Zig, from the package `ziglang`."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ..errors import BadParameter, ExportError
from ..files.user_folders import cache_folders
from ..machine.extras import load_extra
from .program import ExportedGame

__all__ = [
    "RUNTIME",
    "TARGETS",
    "WASM",
    "Target",
    "building",
    "expect_toolchain",
    "run_zig",
    "target_named",
]

RUNTIME = Path(__file__).parent / "runtime"
"""The folder of the files in C and JavaScript."""

_SOURCES = ("runtime.c", "gametree.h", "memory.h", "counted.h")


class Target(NamedTuple):
    """What a library is made for.

    Attributes:
        zig: Zig's name of it, for its compiler of C.
        processor: Zig's name of the processor.
        triple, llvm_processor, features: the same for LLVM; "native" is this machine's processor.
        shared, static: the names of the libraries, `{}` for that of the game.

    """

    zig: str
    processor: str
    triple: str
    llvm_processor: str = "generic"
    features: str = ""
    shared: str = ""
    static: str = ""


_FEATURES = ("bulk-memory", "mutable-globals", "nontrapping-fptoint", "sign-ext", "simd128")

WASM = Target(
    "wasm32-freestanding",
    "generic+" + "+".join(each.replace("-", "_") for each in _FEATURES),
    "wasm32-unknown-unknown",
    features=",".join(f"+{each}" for each in _FEATURES),
)

_LINUX = ("lib{}.so", "lib{}.a")
_MACOS = ("lib{}.dylib", "lib{}.a")
_WINDOWS = ("{}.dll", "{}.lib")

# Processors from 2009 on; those from 2013 on with AVX2; all that have 64 bits of ARM.
_X86 = ("x86_64_v2", "x86-64-v2")
_AVX2 = ("x86_64_v3", "x86-64-v3")
_ARM = ("generic", "generic")

_GLIBC = "x86_64-linux-gnu.2.17"

TARGETS = {
    name: Target(zig, processor[0], triple, processor[1], "", *files)
    for name, zig, triple, processor, files in (
        ("linux-x86_64", _GLIBC, "x86_64-unknown-linux-gnu", _X86, _LINUX),
        ("linux-x86_64-v3", _GLIBC, "x86_64-unknown-linux-gnu", _AVX2, _LINUX),
        ("linux-aarch64", "aarch64-linux-gnu.2.17", "aarch64-unknown-linux-gnu", _ARM, _LINUX),
        ("macos-x86_64", "x86_64-macos.11.0", "x86_64-apple-macosx11.0.0", _X86, _MACOS),
        ("macos-aarch64", "aarch64-macos.11.0", "arm64-apple-macosx11.0.0", _ARM, _MACOS),
        ("windows-x86_64", "x86_64-windows-gnu", "x86_64-w64-windows-gnu", _X86, _WINDOWS),
        ("windows-x86_64-v3", "x86_64-windows-gnu", "x86_64-w64-windows-gnu", _AVX2, _WINDOWS),
        ("windows-aarch64", "aarch64-windows-gnu", "aarch64-w64-windows-gnu", _ARM, _WINDOWS),
    )
}
"""Targets of a C library, by the names of the option `--target`."""

_SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
_PROCESSORS = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}


def target_named(name: str | None) -> Target:
    """Return the target of a name; None or "native" is this machine, with all its instructions.

    Raises:
        BadParameter: if there is none.

    """
    if name in (None, "native"):
        processor = _PROCESSORS.get(platform.machine().lower(), platform.machine())
        found = TARGETS.get(f"{_SYSTEMS.get(sys.platform, sys.platform)}-{processor}")
        if found is not None:
            return found._replace(llvm_processor="native")
        name = "native"
    if name not in TARGETS:
        names = ", ".join(("native", *TARGETS))
        raise BadParameter(f"there is no target {name!r} here; targets are {names}")
    return TARGETS[name]


def expect_toolchain() -> None:
    """Raise `MissingExtra` unless Zig is installed."""
    load_extra("ziglang", "export")


@contextmanager
def building(exported: ExportedGame, target: Target) -> Iterator[Path]:
    """Give a folder with the sources of the runtime, layout.h, and the rules as rules.o."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in _SOURCES:
            shutil.copyfile(RUNTIME / source, folder / source)
        (folder / "layout.h").write_text(exported.header, encoding="utf-8")
        code = exported.object_file(target.triple, target.llvm_processor, target.features)
        (folder / "rules.o").write_bytes(code)
        yield folder


def run_zig(folder: Path, *words: str) -> None:
    """Run a command of Zig in a folder.

    Raises:
        MissingExtra: if Zig is not installed.
        ExportError: if it fails.

    """
    expect_toolchain()
    cache = _cache(folder)
    surroundings = os.environ | {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
    done = subprocess.run(
        [sys.executable, "-m", "ziglang", *words],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        output = " ".join(done.stderr.split())[:600]
        raise ExportError(f"the linker of the extra 'export' failed: {output}")


def _cache(folder: Path) -> str:
    """Return the folder where Zig keeps what it has compiled once: a part of its own library."""
    for kept in cache_folders():
        cache = kept / "zig"
        try:
            cache.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        return str(cache)
    return str(folder / "zig-cache")
