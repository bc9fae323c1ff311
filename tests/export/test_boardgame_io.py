"""The bot for boardgame.io: with a stand-in for it, and with itself where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "boardgame.io"

# What boardgame.io does with a bot: it lists moves, and makes the one that the bot returns.
PLAY = """
import { gametreeBot } from "./bot.mjs";
import { ConnectFour, names } from "./connect-four.mjs";
import { load } from "./engine/index.mjs";
class Bot {
  constructor({ enumerate }) { this.enumerateFn = enumerate; }
  enumerate(G, ctx, playerID) {
    const made = ({ move, args }) => ({ payload: { type: move, args, playerID } });
    return this.enumerateFn(G, ctx, playerID).map(made);
  }
}
const Engine = gametreeBot(Bot, { load, ...names, limits: { simulations: 200 } });
const bot = new Engine(ConnectFour.ai);
const G = ConnectFour.setup();
async function turn() {
  const playerID = String(G.played.length % 2);
  const { action, metadata } = await bot.play({ G, ctx: { currentPlayer: playerID } }, playerID);
  ConnectFour.moves.drop({ G, playerID }, ...action.payload.args);
  return [ConnectFour.endIf({ G, ctx: { currentPlayer: playerID } }), metadata.simulations];
}
const back = () => G.columns[G.played.pop()].pop();
await turn(), await turn(), await turn();
const begun = [...G.played];
back(), back(); // the bot takes moves back, as people do
let end;
while (end === undefined) [end] = await turn();
const whole = G.played.length;
while (G.played.length > 0) back();
for (let k = 0; k < 3; k++) await turn();
console.log(JSON.stringify({ begun, end, whole, again: G.played }));
"""


@pytest.fixture
def example(exported, tmp_path):
    """The example with an engine that is exported already."""
    for file in EXAMPLE.glob("*.*"):
        if file.is_file():
            shutil.copyfile(file, tmp_path / file.name)
    shutil.copytree(exported.folder, tmp_path / "engine")
    return tmp_path


def test_a_bot_plays_takes_back_and_begins_again(exported, example, node):
    if exported.game.name != "connect_four":
        return
    found = node(example, PLAY)
    assert found["end"].get("winner") in ("0", "1") or found["end"] == {"draw": True}
    assert 7 <= found["whole"] <= 42
    assert found["again"] == found["begun"]  # the same seed and positions give the same moves


def test_the_example_plays_on_boardgame_io(exported, example):
    modules = EXAMPLE / "node_modules"
    if exported.game.name != "connect_four":
        return
    if not modules.exists():
        pytest.skip("boardgame.io is not installed: npm install in examples/boardgame.io")
    (example / "node_modules").symlink_to(modules, target_is_directory=True)
    done = subprocess.run(
        ["node", "play.mjs"], cwd=example, capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.splitlines()[-1] in ("gametree wins", "MCTSBot wins", "a draw")
