"""Exported games trace simulations with the numbers of Python's trace."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.tracing.another_c import explore_by

from .conftest import GAMES
from .test_same_tree import tree_of

COUNT = 120
SKIPPED = 40

IN_NODE = """
import { createHash } from "node:crypto";
import { load } from "./index.mjs";
const hash = ({ tree }) => createHash("sha256").update(tree).digest("hex");
const game = await load({ seed: 7 });
const { rule } = game;
const skipped = game.searchSync({ simulations: %d }).simulations;
const traces = [];
let last = null;
for (let i = 0; i < %d && (last = game.trace()) !== null; i++) traces.push(last);
const tree = hash(game);
const ends = traces.map(({ line, indices }) => [game.look(line).text, game.look(indices).text]);
game.restart({ seed: 7 });
game.searchSync({ simulations: %d });
const refused = [];
for (const wrong of [-1, NaN, "1", 1e10])
  try { game.exploreBy(wrong); } catch (error) { refused.push(error.message); }
game.exploreBy(0.1);
const other = game.rule.c;
game.searchSync({ simulations: %d });
const another = hash(game);
game.play(0);
const begun = game.chance ? 1 : game.trace().simulation;
game.restart();
const usual = game.rule.c;
const found = { rule, skipped, traces, tree, ends, other, another, refused, begun, usual };
console.log(JSON.stringify(found));
"""

TRACE_OF_CHANCE = """
import { load } from "./index.mjs";
const game = await load();
while (!game.over && !game.chance) game.play(0);
try { game.trace(); } catch (error) { console.log(JSON.stringify([error.code, error.message])); }
"""


def in_python(step):
    """Return a step as the module gives it."""
    found = step.to_dict()
    del found["position"], found["simulation"]
    if step.kind == "selection":
        found["range"] = found.pop("value_range")
        for each in found["candidates"]:
            del each["terms"]
    for each in found.get("changes", ()):
        each["nodeVisits"] = each.pop("node_visits")
        del each["proven"], each["kept"]
    return found


@pytest.mark.parametrize("exported", list(GAMES), indirect=True)
def test_simulations_are_those_of_python(exported, node):
    game, method = exported.game, exported.method
    found = node(exported.folder, IN_NODE % (SKIPPED, COUNT, SKIPPED, COUNT))
    searcher = gt.Searcher(game, method=method, seed=7, compiled=True)
    searcher.run(simulations=found["skipped"])
    expected: dict[int, list] = {}
    for step in searcher.trace(COUNT):
        expected.setdefault(step.simulation, []).append(in_python(step))
    assert [each["simulation"] for each in found["traces"]] == list(expected)
    for trace in found["traces"]:
        assert trace["steps"] == expected[trace["simulation"]]
        end = next(each for each in trace["steps"] if each["kind"] == "evaluation")
        assert trace["line"] == end["line"] + end["playout"]
    assert found["tree"] == tree_of(searcher)
    assert all(one == other for one, other in found["ends"])
    assert {step["kind"] for each in expected.values() for step in each} == {
        *("selection", "expansion", "evaluation", "backup")
    }


@pytest.mark.parametrize("exported", list(GAMES), indirect=True)
def test_another_constant_goes_on_with_the_same_tree(exported, node):
    found = node(exported.folder, IN_NODE % (SKIPPED, COUNT, SKIPPED, COUNT))
    searcher = gt.Searcher(exported.game, method=exported.method, seed=7, compiled=True)
    searcher.run(simulations=SKIPPED)
    engine = searcher.trees.first
    rule = engine.method.selection
    assert found["rule"] == {"name": type(rule).__name__, "c": rule.c}
    assert found["usual"] == rule.c
    explore_by(engine, 0.1)
    searcher.run(simulations=COUNT)
    assert found["another"] == tree_of(searcher)
    assert found["other"] == 0.1
    assert found["begun"] == 1
    assert [each.split()[0] for each in found["refused"]] == ["c", "c", "c", "the"]


def test_what_cannot_be_traced_is_refused(exported, node):
    code, message = node(exported.folder, TRACE_OF_CHANCE)
    if exported.game.has_chance:
        assert (code, message) == (-5, "chance moves in this position: play an outcome")
    else:
        assert (code, message) == (-4, "the game is over in this position")
