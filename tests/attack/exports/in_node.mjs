// Make the calls of scripts with an engine in WebAssembly: node in_node.mjs ENGINE < SCRIPTS.
// The same as in_c.py: a line of answers for each script.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const TEXTS = new Set(["error", "move_text", "text", "line", "noted", "rule"]);
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
let engine;
let game = 0;

function text(pointer) {
  if (pointer === 0) return null;
  const bytes = new Uint8Array(engine.memory.buffer);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
}

function ask(name, to, number) {
  const wide = name === "search" || name === "restart";
  const answer = engine[`gametree_${name}`](to, wide ? BigInt(number) : Number(number));
  if (TEXTS.has(name)) return text(answer);
  if (answer === undefined) return null;
  return typeof answer === "bigint" ? Number(answer) : answer;
}

async function call(name, number) {
  if (name === "new") {
    // Each game has an instance, as in the module: what an instance has taken, it keeps.
    engine = (await WebAssembly.instantiate(module, {})).exports;
    game = engine.gametree_new(7n, BigInt(number));
    return Number(game !== 0);
  }
  if (name === "huge") return ask("restart", game, 7n);
  if (name === "play_drawn") {
    const drawn = ask("draw", game, 0);
    return drawn < 0 ? drawn : ask("play", game, drawn) || drawn;
  }
  if (name === "tree") {
    const bytes = new Uint8Array(engine.memory.buffer, engine.gametree_tree(game), 8 * ask("tree_size", game, 0));
    return createHash("sha256").update(bytes).digest("hex");
  }
  if (name.startsWith("null_")) return ask(name.slice(5), 0, 0);
  return ask(name, game, number);
}

for await (const line of createInterface({ input: process.stdin })) {
  // Numbers of 64 bits as texts, since those of JavaScript have 53.
  const answers = [];
  for (const [name, number] of JSON.parse(line.replace(/(-?\d+)\]/g, '"$1"]'))) {
    const value = await call(name, number);
    answers.push([value, ask("error", game, 0)]);
  }
  console.log(JSON.stringify(answers));
}
