// The game of this module in a worker: messages are `{id, call, arguments}`, answers `{id, value}`,
// `{id, error}`, and `{id, progress}` while it searches.

import { load } from "./index.mjs";

let game = null;

const CALLS = {
  load: async (options) => {
    game = await load(options);
    return state();
  },
  play: (move) => (game.play(move), state()),
  draw: () => {
    const name = game.draw();
    return { ...state(), name };
  },
  undo: () => (game.undo(), state()),
  restart: (options) => (game.restart(options), state()),
  stop: () => game.stop(),
  behind: () =>
    game.moves.map((_, move) => {
      game.play(move);
      const { player, over, chance, text } = game;
      game.undo();
      return { player, over, chance, text };
    }),
};

function state() {
  const { players, player, over, chance, returns, moves, text, played } = game;
  return { players, player, over, chance, returns, moves, text, played };
}

async function answer({ id, call, arguments: given = [] }, send) {
  try {
    if (call === "search")
      send({ id, value: await game.search({ ...given[0], progress: (progress) => send({ id, progress }) }) });
    else if (call in CALLS) send({ id, value: await CALLS[call](...given) });
    else send({ id, error: `there is no call ${call}` });
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
