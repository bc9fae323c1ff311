"""Wrong calls of exported games get codes; no call ends the game. A few of `attack.exports`."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from attack.exports.awkward import OPENING, Awkward, Known
from attack.exports.runs import attack_interface, attack_module, export_to

from .conftest import GAMES


@pytest.mark.parametrize("exported", list(GAMES), indirect=True)
def test_wrong_calls_and_numbers(exported):
    assert attack_interface(exported.game, exported.folder, 1, 12) == []


def test_wrong_values_and_messages(exported):
    assert attack_module(exported.folder, 1, 60) == []


@pytest.fixture(scope="module")
def awkward(tmp_path_factory):
    """The folder of a game whose rules fail in many ways."""
    folder = tmp_path_factory.mktemp("awkward")
    export_to(Awkward(), folder, "uct", library=False)
    return folder


def test_rules_that_fail_cost_no_game(awkward):
    assert attack_interface(Known(), awkward, 1, 30, opening=OPENING) == []
    assert attack_module(awkward, 2, 60) == []


DEEP = """
import { load } from "./index.mjs";
const game = await load();
for (const move of [3, 1, 4, 1, 8]) game.play(move);
const before = game.text;
let refused = null;
try { game.play("m26é"); } catch (error) { refused = [error.name, error.code, error.message]; }
const found = game.searchSync({ simulations: 0 });
console.log(JSON.stringify([refused, game.text === before, found.actions.length, game.played]));
"""


def test_an_engine_that_is_stopped_by_its_host_goes_on(awkward):
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        pytest.skip("there is no Node: Debian's package nodejs brings it")
    done = subprocess.run(
        [node, "--stack-size=200", "--input-type=module", "-e", DEEP],
        cwd=awkward,
        capture_output=True,
        text=True,
        check=True,
    )
    refused, same, moves, played = json.loads(done.stdout)
    assert refused[:2] == ["GametreeError", -1]
    assert refused[2].startswith("the rules stopped the engine: ")
    assert (same, moves, played) == (True, 19, 5)
