// Call the JavaScript module of an exported game with wrong values and in wrong orders, and send its
// worker broken messages: node in_module.mjs FOLDER SEED CALLS. Prints what is wrong as JSON.

import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const [folder, seed, calls] = process.argv.slice(2);
const here = (name) => pathToFileURL(`${folder}/${name}`);
const { load, GametreeError } = await import(here("index.mjs"));

let word = Number(seed) >>> 0;
function random(most) {
  word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
  return Math.floor((word / 2 ** 32) * most);
}
const one = (list) => list[random(list.length)];

const ODD = [undefined, null, NaN, Infinity, -Infinity, -1, 0.5, 2 ** 40, 2 ** 70, -0, 7n, -(2n ** 70n), 2n ** 70n];
ODD.push("", " ", "0", "no move", "\ud800", "x".repeat(5000), {}, [], [0], true, Symbol("odd"), () => 0, new Date(0));
const faults = [];

const shown = (values) => values.map((each) => (Object(each) === each ? "{…}" : String(each).slice(0, 40))).join(", ");
const about = (game) => JSON.stringify([game.text, game.played, game.count, game.player, game.over, game.chance]);

/** Do something that may be refused; say how. */
async function attempt(what, name, values) {
  try {
    return { value: await what() };
  } catch (error) {
    if (!(error instanceof GametreeError)) faults.push(`${name}(${shown(values)}): ${error}`);
    else if (!error.message || !(error.code < 0)) faults.push(`${name}(${shown(values)}) has no sentence or code`);
    return { error };
  }
}

const limits = () => ({
  simulations: one([0, 1, 20, 300, one(ODD)]),
  milliseconds: one([undefined, 0, 3, 20, one(ODD)]),
});

/** Whether a search is refused or has an end within a second; others are not tried. */
function isBounded(limits) {
  const given = [limits.simulations ?? Infinity, limits.milliseconds ?? Infinity];
  if (given.some((each) => typeof each !== "number" || !(each >= 0))) return true;
  return given[0] <= 1e4 || given[1] <= 100 || given.every((each) => each === Infinity);
}

const CALLS = {
  play: (game) => [one([random(20), one(ODD), game.moves[random(game.count)]])],
  draw: () => [],
  undo: () => [],
  restart: () => [one([{}, { seed: random(99) }, { seed: one(ODD) }, undefined])],
  searchSync: () => [limits()],
  search: () => [limits()],
  result: () => [],
  stop: () => [],
};

async function playOn(game, count) {
  for (let k = 0; k < count && faults.length === 0; k++) {
    const name = one(Object.keys(CALLS));
    const values = CALLS[name](game);
    if (name.startsWith("search") && !isBounded(values[0])) continue;
    const before = about(game);
    const { error } = await attempt(() => game[name](...values), name, values);
    if (error !== undefined && about(game) !== before) faults.push(`${name}(${shown(values)}) failed and changed the game`);
  }
  while (game.played > 0) game.undo();
}

/** Start searches, and disturb them. */
async function disturb(game) {
  const running = game.search({ milliseconds: 40, progress: () => game.result() }).catch((error) => error);
  for (let k = 0; k < 3; k++) {
    await new Promise((done) => setTimeout(done, random(6)));
    const name = one(Object.keys(CALLS));
    const values = CALLS[name](game);
    if (!name.startsWith("search") || isBounded(values[0])) await attempt(() => game[name](...values), name, values);
  }
  const end = await running;
  if (end instanceof Error && !(end instanceof GametreeError)) faults.push(`a disturbed search: ${end}`);
}

/** Send a worker messages; each that has an id is to be answered. */
async function post() {
  const worker = new Worker(here("worker.mjs"));
  const answered = new Map();
  let failed = null;
  worker.on("message", (message) => "progress" in message || answered.set(message.id, message));
  worker.on("error", (error) => (failed = error));
  const sent = [];
  const send = (message) => {
    sent.push(message);
    worker.postMessage(message);
  };
  const names = ["play", "undo", "draw", "stop", "restart", "search", "behind", "toString", "__proto__", "constructor", "", 5];
  const plain = ODD.filter((each) => typeof each !== "symbol" && typeof each !== "function");
  for (let k = 0; k < 60; k++) {
    if (k === 20) send({ id: "load", call: "load", arguments: [{ seed: 3 }] });
    if (random(3) === 0) send(one([...plain, { id: `odd ${k}` }, { call: "play" }]));
    else send({ id: k, call: one(names), arguments: one([[one(plain)], one(plain), [{ simulations: 20 }]]) });
  }
  send({ id: "again", call: "load", arguments: [{ seed: 3 }] });
  send({ id: "last", call: "play", arguments: [0] });
  const waiting = () => sent.filter((each) => each?.id !== undefined && !answered.has(each.id));
  const end = Date.now() + 120_000;
  while (waiting().length > 0 && failed === null && Date.now() < end) await new Promise((done) => setTimeout(done, 5));
  await worker.terminate();
  if (failed !== null) faults.push(`the worker ended: ${failed}`);
  faults.push(...waiting().map(({ id }) => `the worker did not answer ${id}`));
  const raw = [...answered.values()].filter((each) => /Cannot |is not a function|of undefined/.test(each.error ?? ""));
  faults.push(...raw.map((each) => `the worker answered: ${each.error}`));
  if (answered.get("last")?.value?.played !== 1) faults.push("the worker lost its game");
}

for (const option of ["seed", "memory"])
  for (const value of ODD) await attempt(() => load({ [option]: value }), `load ${option}`, [value]);
for (const memory of [0, 1, 1e5, 2 ** 40]) {
  const game = await load({ seed: random(99), memory });
  const opening = about(game);
  await playOn(game, Number(calls));
  await disturb(game);
  await attempt(() => game.restart(), "restart", []);
  if (about(game) !== opening) faults.push("the game does not begin as it did");
}
await post();
console.log(JSON.stringify(faults.slice(0, 5)));
