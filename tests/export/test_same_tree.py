"""Interpreted, compiled, in WebAssembly and in C, a search has the same tree, word for word."""

from __future__ import annotations

import ctypes
import hashlib
import platform
import sys
import warnings
from importlib import import_module

import numpy as np
import pytest

import gametree as gt
from gametree.export.program import exported_game
from gametree.export.toolchain import target_named
from gametree.mcts.slices import Missing, part_below, slice_at
from gametree.mcts.tree.tree import END

from ..trees import flat
from .conftest import GAMES

SIMULATIONS = 3000

IN_NODE = """
import { createHash } from "node:crypto";
import { load } from "./index.mjs";
const game = await load({ seed: 7 });
const opening = game.text;
const result = game.searchSync({ simulations: %d });
const looks = [];
for (const length of [0, 1, 2]) {
  const line = result.line.slice(0, length);
  looks.push([line, game.look(line)]);
}
const parts = [0, 1].map((length) => game.part(result.line.slice(0, length), 200));
const again = game.result();
const kept = JSON.stringify(again) === JSON.stringify(result);
const tree = createHash("sha256").update(game.tree).digest("hex");
const played = [];
while (!game.over) {
  if (game.chance) played.push(game.draw());
  else {
    const { action } = await game.search({ simulations: 50 });
    game.play(action);
    played.push(action);
  }
}
const end = { text: game.text, returns: game.returns };
while (game.played > 0) game.undo();
const refused = [];
for (const wrong of [() => game.undo(), () => game.play("no move"), () => game.play(9999)])
  try { wrong(); } catch (error) { refused.push([error.code, error.message]); }
refused.push(game.text === opening);
console.log(JSON.stringify({ opening, result, looks, parts, kept, tree, played, end, refused }));
"""


def tree_of(searcher):
    tree = searcher.trees.first.tree
    words = np.asarray(tree.nodes.words)[: int(tree.used[END])]
    return hashlib.sha256(words.tobytes()).hexdigest()


def tree_in_c(file, seed):
    """Search with a shared library; return the hash of its tree, small and large at first."""
    library = ctypes.CDLL(str(file))
    for name, kind in (
        ("new", ctypes.c_void_p),
        ("tree", ctypes.c_void_p),
        ("tree_size", ctypes.c_int64),
        ("search", ctypes.c_int64),
    ):
        getattr(library, f"gametree_{name}").restype = kind
    game = ctypes.c_void_p(library.gametree_new(ctypes.c_uint64(seed), ctypes.c_uint64(1 << 28)))
    for part in (1, 10, SIMULATIONS - 11):
        library.gametree_search(game, ctypes.c_int64(part))
    size = 8 * library.gametree_tree_size(game)
    words = ctypes.string_at(library.gametree_tree(game), size)
    library.gametree_free(game)
    return hashlib.sha256(words).hexdigest()


def position_after(game, names):
    """Return the position after moves, and these."""
    state, line = game.initial_state(), []
    for name in names:
        line.append(game.text_to_action(state, name))
        state = game.next_state(game.copy(state), line[-1])
    return state, line


def looks_as_in_python(searcher, found):
    """Expect what a module says of positions below the root."""
    game, trees = searcher.game, searcher.trees
    for names, sight in found["looks"]:
        state, line = position_after(game, names)
        assert sight["text"] == game.state_to_text(state)
        try:
            branches = slice_at(trees, line).branches
        except Missing:
            assert not sight["searched"]
            continue
        assert {(each["action"], each["visits"], each["mean"]) for each in sight["actions"]} == {
            (game.action_to_text(state, each.action), each.visits, each.mean) for each in branches
        }
        proven = {each["action"]: each["worth"] for each in sight["actions"]}
        for each in branches:
            worth = each.known.low if each.known.settled else None
            if sight["player"] is not None:
                assert proven[game.action_to_text(state, each.action)] == worth
    for length, part in enumerate(found["parts"]):
        part_as_in_python(searcher, found["result"]["line"][:length], part)


def part_as_in_python(searcher, names, found):
    """Expect the same moves below a position; which come first of equal ones may differ."""
    game = searcher.game
    state, line = position_after(game, names)
    try:
        expected = part_below(searcher.trees, line, 200)
    except Missing:
        expected = []
    assert [each["visits"] for each in found] == [each.visits for each in expected]
    shown, known, states = [], [], {-1: state}
    for place, each in enumerate(found):
        before = states[each["parent"]]
        action = game.text_to_action(before, each["action"])
        states[place] = game.next_state(game.copy(before), action)
        shown.append((each["visits"], each["action"], each["mean"]))
    states = {-1: state}
    for place, each in enumerate(expected):
        before = states[each.parent]
        states[place] = game.next_state(game.copy(before), each.action)
        known.append((each.visits, game.action_to_text(before, each.action), each.mean))
    least = min((each.visits for each in expected), default=0)
    assert {each for each in shown if each[0] > least} == {
        each for each in known if each[0] > least
    }


@pytest.mark.parametrize("exported", list(GAMES), indirect=True)
def test_the_tree_is_the_same_everywhere_and_games_are_played(exported, node):
    game, method = exported.game, exported.method
    compiled = gt.Searcher(game, method=method, seed=7, compiled=True)
    expected = compiled.run(simulations=SIMULATIONS)
    with warnings.catch_warnings():
        interpreted = gt.Searcher(game, method=method, seed=7, compiled=False)
    interpreted.run(simulations=SIMULATIONS)
    assert flat(interpreted) == flat(compiled)
    assert tree_in_c(exported.folder / "library.so", 7) == tree_of(compiled)

    found = node(exported.folder, IN_NODE % SIMULATIONS)
    assert found["tree"] == tree_of(compiled)
    state = game.initial_state()
    assert found["opening"] == game.state_to_text(state)
    result = found["result"]
    assert result["simulations"] == expected.simulations
    assert {each["action"]: (each["visits"], each["mean"]) for each in result["actions"]} == {
        game.action_to_text(state, each.action): (each.visits, each.mean or 0.0)
        for each in expected.actions
    }
    assert result["action"] == game.action_to_text(state, expected.action)
    assert result["line"][0] == result["action"]

    looks_as_in_python(compiled, found)
    assert found["kept"]

    record = gt.Record(game)
    for name in found["played"]:
        record.play(game.text_to_action(record.state, name))
    assert record.over
    assert found["end"] == {"text": game.state_to_text(record.state), "returns": record.returns}
    codes = [each[0] for each in found["refused"][:3]]
    assert codes == [-3, -3, -3]
    assert "is no legal move here; legal moves are" in found["refused"][1][1]
    assert found["refused"][3]


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="only x86-64 runs this"
)
@pytest.mark.parametrize("exported", ["tic_tac_toe"], indirect=True)
def test_a_library_for_older_processors_has_the_same_tree(exported, tmp_path):
    game, method = exported.game, exported.method
    made = exported_game(game, method)  # newer ones choose a random bit with an instruction
    libraries = import_module("gametree.export.library").libraries
    codes = {libraries(made, target_named(name))[0] for name in ("linux-x86_64", "native")}
    assert len(codes) == 2
    compiled = gt.Searcher(game, method=method, seed=7, compiled=True)
    compiled.run(simulations=SIMULATIONS)
    for code in codes:
        file = tmp_path / f"{hashlib.sha256(code).hexdigest()}.so"
        file.write_bytes(code)
        assert tree_in_c(file, 7) == tree_of(compiled)
