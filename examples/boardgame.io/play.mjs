// Two bots play connect four on boardgame.io: the exported engine, and boardgame.io's own MCTSBot.

import { createRequire } from "node:module";

import { gametreeBot } from "./bot.mjs";
import { ConnectFour, names } from "./connect-four.mjs";
import { load } from "./engine/index.mjs";

const require = createRequire(import.meta.url); // in Node; with a bundler, use import
const { Bot, MCTSBot } = require("boardgame.io/ai");
const { Client } = require("boardgame.io/client");
const { Local } = require("boardgame.io/multiplayer");

const Engine = gametreeBot(Bot, { load, ...names, limits: { simulations: 5000 } });
const [engine, other] = (process.argv[2] ?? "0") === "0" ? ["0", "1"] : ["1", "0"];

class Other extends MCTSBot {
  constructor(options) {
    super({ ...options, iterations: 500 });
  }
}

const client = Client({
  game: ConnectFour,
  multiplayer: Local({ bots: { [engine]: Engine, [other]: Other } }),
  debug: false,
});
client.subscribe((state) => {
  const end = state?.ctx.gameover;
  if (end === undefined) return;
  console.log(`moves: ${names.played(state.G).join(" ")}`);
  console.log(end.draw ? "a draw" : `${end.winner === engine ? "gametree" : "MCTSBot"} wins`);
  process.exit();
});
client.start();
