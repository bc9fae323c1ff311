"""Run scripts against the exports of a game, and compare what they answer with its rules."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

from gametree.export.javascript import engine
from gametree.export.library import libraries
from gametree.export.program import exported_game
from gametree.export.toolchain import RUNTIME, target_named

from .scripts import faults, script

HERE = Path(__file__).parent
LONG = 600.0  # seconds that a run takes at most


def export_to(game, folder, method="auto", library=True):
    """Write the engine and the module of a game, and the shared library; return the engine."""
    made = exported_game(game, method)
    for file in ("index.mjs", "worker.mjs"):
        shutil.copyfile(RUNTIME / file, folder / file)
    code = engine(made)
    (folder / "engine.wasm").write_bytes(code)
    if library:
        (folder / "library.so").write_bytes(libraries(made, target_named(None))[0])
    return code


def _run(words, lines):
    """Return the answers to each line, and how the program ended."""
    text = "".join(f"{each}\n" for each in lines)
    done = subprocess.run(
        words, input=text, capture_output=True, text=True, check=False, timeout=LONG
    )
    answers = [json.loads(each) for each in done.stdout.splitlines()]
    ended = "" if done.returncode == 0 else f"ended with {done.returncode}: {done.stderr[-400:]}"
    return answers, ended


def attack_interface(game, folder, seed, scripts, length=60, opening=()):
    """Return the faults of the C library and the engine in a folder, each with its script.

    A way for which there is no file, or no Node, is left out.

    Args:
        game: the rules, interpreted.
        folder: the folder of engine.wasm and library.so.
        seed: of the scripts.
        scripts: how many.
        length: the calls of each.
        opening: moves, by their indices, with which many begin.

    """
    random = Random(f"{game.name} {seed}")
    every = [script(random, length, opening) for _ in range(scripts)]
    lines = [json.dumps(each) for each in every]
    ways = {}
    if (folder / "library.so").exists():
        ways["C"] = [sys.executable, str(HERE / "in_c.py"), str(folder / "library.so")]
    if node := shutil.which("node") or shutil.which("nodejs"):
        ways["Node"] = [node, str(HERE / "in_node.mjs"), str(folder / "engine.wasm")]
    found, answers = [], {}
    for way, words in ways.items():
        answers[way], ended = _run(words, lines)
        if ended:
            found.append(f"{way}, script {len(answers[way])}: {ended}")
        for place, (calls, given) in enumerate(zip(every, answers[way], strict=False)):
            found += [f"{way}, script {place}: {each}" for each in faults(game, calls, given)]
    if len(answers) == 2 and not found:
        for place, (calls, *both) in enumerate(zip(every, *answers.values(), strict=True)):
            found += [f"script {place}: {each}" for each in differences(calls, *both)]
    return found


def differences(calls, first, second):
    """Return where the two ways first answer differently; sentences count where a call failed."""
    for place, (call, one, other) in enumerate(zip(calls, first, second, strict=True)):
        failed = call[0] != "player" and isinstance(one[0], int) and one[0] < 0
        if one[0] != other[0] or (failed and one[1] != other[1]):
            return [f"call {place}, {call}: {one} in C and {other} in Node"]
    return []


def attack_module(folder, seed, calls=150):
    """Return the faults of the JavaScript module in a folder and of its worker."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        return []
    words = [node, str(HERE / "in_module.mjs"), str(folder), str(seed), str(calls)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=LONG)
    if done.returncode != 0:
        return [f"module, seed {seed}: ended with {done.returncode}: {done.stderr[-600:]}"]
    return [f"module, seed {seed}: {each}" for each in json.loads(done.stdout)]
