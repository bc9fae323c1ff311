"""Compare exported games with compiled Python: the same trees, and how fast they are.

Each game is searched with one seed by compiled Python, by the C library (through ctypes) and in
Node. Trees are compared word for word; `interpreted` is compared with compiled Python after fewer
simulations. Times are those of the searches alone, in turns: of the processor, in the one thread
that searches, so that a busy machine changes the ratios little.

    python benchmarks/exported.py --simulations 100000
    python benchmarks/exported.py --rounds 5 connect_four othello gomoku
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
from ordinary import shape

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import gametree as gt
from gametree.actors import is_chance
from gametree.errors import GametreeError
from gametree.export.javascript import engine
from gametree.export.library import libraries
from gametree.export.program import exported_game
from gametree.export.toolchain import RUNTIME, target_named
from gametree.mcts.tree.tree import END
from trees import flat

MEMORY = 1 << 30
SEED = 7
SHAPES = (
    "gomoku/lists.ListOfLists",
    "gomoku/tuples.TupleNaive",
    "gomoku/data_classes.FrozenDataclass",
    "gomoku/dicts.DictOfStones",
    "gomoku/sets.TwoFrozensets",
    "gomoku/own_classes.ClassWithCopy",
    "gomoku/strings.StringOfCells",
    "tic_tac_toe/tuples.TupleByGenerator",
    "tic_tac_toe/named_tuples.NamedTupleReplaced",
    "tic_tac_toe/dicts.DictMerged",
)
IN_NODE = """
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { load } from "./index.mjs";
const busy = () => Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e9;
const game = await load({ seed: %d, memory: %d });
while (game.chance) game.play(0);
game.searchSync({ simulations: 1 });
game.restart({ seed: %d });
while (game.chance) game.play(0);
const begun = busy();
const result = game.searchSync({ simulations: %d });
const seconds = busy() - begun;
const tree = createHash("sha256").update(game.tree).digest("hex");
console.log(JSON.stringify({ tree, seconds, simulations: result.simulations }));
"""


def game_of(name):
    """Return a bundled game, or a shape named GROUP/MODULE.CLASS."""
    if "/" not in name:
        return gt.games.load(name)
    group, inner = name.split("/")
    return shape(group, inner)()


def hashed(words):
    return hashlib.sha256(words).hexdigest()


def opening(game):
    """Return the first position in which a player moves, after the first outcomes of chance."""
    state = game.initial_state()
    while is_chance(game.current_player(state)):
        state = game.next_state(state, game.chance_outcomes(state)[0][0])
    return state


def searched(game, simulations, compiled):
    """Return the searcher, the seconds, and the simulations that were run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        searcher = gt.Searcher(game, opening(game), seed=SEED, compiled=compiled)
    begun = time.thread_time()
    result = searcher.run(simulations=simulations)
    return searcher, time.thread_time() - begun, result.simulations


def in_python(game, simulations):
    """Return the hash of the tree, the seconds, and the simulations that were run."""
    searcher, seconds, done = searched(game, simulations, compiled=True)
    tree = searcher.trees.first.tree
    words = np.asarray(tree.nodes.words)[: int(tree.used[END])]
    return hashed(words.tobytes()), seconds, done


def interpreted_alike(game, simulations):
    """Return whether interpreted and compiled Python have the same tree."""
    trees = [flat(searched(game, simulations, compiled)[0]) for compiled in (True, False)]
    return trees[0] == trees[1]


def loaded(file):
    """Return a C library whose functions have their types."""
    library = ctypes.CDLL(str(file))
    for name, kind in (
        ("new", ctypes.c_void_p),
        ("tree", ctypes.c_void_p),
        ("tree_size", ctypes.c_int64),
        ("search", ctypes.c_int64),
        ("error", ctypes.c_char_p),
    ):
        getattr(library, f"gametree_{name}").restype = kind
    return library


def in_c(library, simulations):
    """Return the same as `in_python`."""
    made = library.gametree_new(ctypes.c_uint64(SEED), ctypes.c_uint64(MEMORY))
    game = ctypes.c_void_p(made)
    while library.gametree_is_chance(game):
        library.gametree_play(game, 0)
    begun = time.thread_time()
    done = library.gametree_search(game, ctypes.c_int64(simulations))
    seconds = time.thread_time() - begun
    if done < 0:
        raise RuntimeError(library.gametree_error(game).decode())
    size = 8 * library.gametree_tree_size(game)
    words = ctypes.string_at(library.gametree_tree(game), size)
    library.gametree_free(game)
    return hashed(words), seconds, done


def in_node(folder, simulations):
    """Return the same as `in_python`."""
    program = IN_NODE % (SEED, MEMORY, SEED, simulations)
    done = subprocess.run(
        ["node", "--input-type=module", "-e", program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        lines = [each for each in done.stderr.split("\n") if "Error" in each]
        raise RuntimeError(lines[-1] if lines else done.stderr[:200])
    found = json.loads(done.stdout)
    return found["tree"], found["seconds"], found["simulations"]


def compare(name, simulations, few, rounds, target):
    """Return the row of a game: how it was searched, whether trees are equal, ratios of speed."""
    game = game_of(name)
    made = exported_game(game)
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder) / "shared"
        shared.write_bytes(libraries(made, target_named(target))[0])
        (Path(folder) / "engine.wasm").write_bytes(engine(made))
        shutil.copyfile(RUNTIME / "index.mjs", Path(folder) / "index.mjs")
        library = loaded(shared)
        in_python(game, 100)
        same = []
        ratios = {"C": [], "Node": []}
        for _ in range(rounds):
            tree, seconds, done = in_python(game, simulations)
            ways = {"C": in_c(library, simulations), "Node": in_node(folder, simulations)}
            for way, (other, taken, count) in ways.items():
                same.append(other == tree and count == done)
                ratios[way].append(seconds / taken)
                if not same[-1]:
                    print(f"{name}: {way} differs", file=sys.stderr)
    alike = interpreted_alike(game, few) if few else "-"
    return [name, done, all(same), alike, *(statistics.median(each) for each in ratios.values())]


def shown(each):
    if isinstance(each, bool):
        return "equal" if each else "DIFFERENT"
    return f"{each:.2f}" if isinstance(each, float) else str(each)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default all bundled games and ten shapes")
    parser.add_argument("--simulations", type=int, default=100_000)
    parser.add_argument("--interpreted", type=int, default=0, help="simulations; 0 for none")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--target", help="of the C library; by default this machine")
    given = parser.parse_args()
    print("| game | simulations | C, Node | interpreted | C / Python | Node / Python |")
    print("|---|---:|---|---|---:|---:|")
    for name in given.games or [*gt.games.names(), *SHAPES]:
        try:
            row = compare(name, given.simulations, given.interpreted, given.rounds, given.target)
        except (GametreeError, RuntimeError) as error:
            row = [name, f"{type(error).__name__}: {' '.join(str(error).split())[:160]}"]
        print(f"| {' | '.join(map(shown, row))} |", flush=True)


if __name__ == "__main__":
    main()
