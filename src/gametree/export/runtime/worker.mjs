// The game of this module in a worker: messages are `{id, call, arguments}`, answers `{id, value}`,
// `{id, error}`, and `{id, progress}` while it searches.

import { load } from "./index.mjs";

let game = null;
let begun = 0; // how often the game began again
let loading = Promise.resolve(); // calls wait until the game is loaded

const CALLS = {
  load: async (options) => {
    const mine = loading.then(async () => (game = await load(options)));
    loading = mine.catch(() => null);
    await mine;
    return state();
  },
  play: (move) => (game.play(move), state()),
  draw: () => {
    const name = game.draw();
    return { ...state(), name };
  },
  undo: () => (game.undo(), state()),
  restart: (options) => (begun++, game.restart(options), state()),
  stop: () => game.stop(),
  behind: () => Array.from({ length: game.count }, (_, move) => behind(move)),
  look: (lines) => timed(() => lines.map(sight)),
  part: ({ line, most }) => timed(() => game.part(line, most)),
  rule: () => game.rule,
  at: (indices) => sight(indices),
  lesson: (wish) => lesson(wish),
  search: (limits, progress) => game.search({ ...limits, progress }),
};

/** The position behind a move; null where the rules fail there. */
function behind(move) {
  try {
    game.play(move);
  } catch {
    return null;
  }
  const { player, over, chance } = game;
  const text = textOf();
  game.undo();
  return { player, over, chance, text };
}

/** What a look into the tree finds, and how long the search stood still for it. */
function timed(look) {
  const begun = performance.now();
  const found = look();
  return { found, seconds: (performance.now() - begun) / 1000 };
}

/** What the search knows of the position after some moves; null where they cannot be played. */
function sight(line) {
  try {
    return game.look(line);
  } catch {
    return null;
  }
}

const LESSON = 20_000; // milliseconds that a lesson may take

/**
 * Search the position after some moves anew, and trace some simulations, after others.
 * `c` is the constant from the first one on, `then` that of those which are traced.
 */
async function lesson({ moves, seed, before, simulations, c, then }) {
  const end = performance.now() + LESSON;
  const mine = ++begun;
  game.restart({ seed });
  for (const move of moves) game.play(move);
  if (c !== null) game.exploreBy(c);
  const limits = { simulations: before, milliseconds: LESSON };
  const skipped = before > 0 ? (await game.search(limits)).simulations : 0;
  if (mine !== begun) throw new Error("the game began again");
  if (then !== null) game.exploreBy(then);
  const traces = [];
  let stopReason = "simulations";
  while (traces.length < simulations && stopReason === "simulations") {
    const trace = game.trace();
    if (trace === null) stopReason = "proof";
    else traces.push(trace);
    if (performance.now() > end) stopReason = "seconds";
  }
  return { traces, stopReason, before: skipped, c: game.rule.c };
}

/** The position as text; where the rules fail to write it, their sentence. */
function textOf() {
  try {
    return game.text;
  } catch (error) {
    return error.message;
  }
}

function state() {
  const { players, player, over, chance, returns, moves, played } = game;
  return { players, player, over, chance, returns, moves, text: textOf(), played };
}

async function answer(message, send) {
  const { id, call, arguments: given = [] } = message ?? {};
  try {
    if (!Object.hasOwn(CALLS, call)) throw new Error(`there is no call ${call}`);
    if (!Array.isArray(given)) throw new Error("the arguments must be in an array");
    if (call !== "load") await loading;
    if (call !== "load" && game === null) throw new Error("load the game before other calls");
    send({ id, value: await CALLS[call](given[0], (progress) => send({ id, progress })) });
  } catch (error) {
    send({ id, error: error.message });
  }
}

if (typeof self === "object" && typeof self.postMessage === "function")
  self.onmessage = (event) => answer(event.data, (message) => self.postMessage(message));
else {
  const { parentPort } = await import("node:worker_threads");
  parentPort.on("message", (message) => answer(message, (each) => parentPort.postMessage(each)));
}
