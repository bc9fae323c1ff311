// A game that gametree has exported, and its search: `const game = await load()`.

const MEMORY = 256 * 2 ** 20;
const SLICE = 500; // simulations at first between two looks at the clock

/** What the rules or the search refuse. */
export class GametreeError extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "GametreeError";
    this.code = code;
  }
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source ?? "./engine.wasm", import.meta.url);
  if (url.protocol === "file:" && typeof process === "object") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be read: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Load the engine and return a new game. */
export async function load({ engine, seed = 1, memory = MEMORY } = {}) {
  const instance = await WebAssembly.instantiate(await compiled(engine), {});
  return new Game(instance.exports, seed, memory);
}

/** A game that is played, at one position. */
export class Game {
  #e;
  #game;
  #searching = false;
  #stopped = false;
  #last = null;

  /** @hidden */
  constructor(exports, seed, memory) {
    this.#e = exports;
    this.#game = exports.gametree_new(BigInt(seed), BigInt(memory));
    if (this.#game === 0) throw new GametreeError(-2, "there is no memory for a game");
    this.#sound(exports.gametree_is_over(this.#game));
  }

  #text(pointer) {
    if (pointer === 0) return null;
    const bytes = new Uint8Array(this.#e.memory.buffer);
    let end = pointer;
    while (bytes[end] !== 0) end++;
    return new TextDecoder().decode(bytes.subarray(pointer, end));
  }

  #sound(code) {
    if (code < 0) throw new GametreeError(Number(code), this.#text(this.#e.gametree_error(this.#game)));
    return code;
  }

  #index(move) {
    const index = typeof move === "number" ? move : this.moves.indexOf(String(move));
    if (!Number.isInteger(index) || index < 0 || index >= this.count) {
      if (this.over) throw new GametreeError(-4, "the game is over in this position");
      const listed = this.moves.slice(0, 12).join(", ");
      throw new GametreeError(-3, `${JSON.stringify(move)} is no legal move here; legal moves are ${listed}`);
    }
    return index;
  }

  /** Go back to the first position. */
  restart({ seed = 1 } = {}) {
    this.stop();
    this.#sound(this.#e.gametree_restart(this.#game, BigInt(seed)));
  }

  get players() {
    return this.#e.gametree_players(this.#game);
  }

  /** Who moves, from 0; null where chance does, and at the end. */
  get player() {
    const player = this.#e.gametree_player(this.#game);
    return player < 0 ? null : player;
  }

  get over() {
    return this.#sound(this.#e.gametree_is_over(this.#game)) === 1;
  }

  get chance() {
    return this.#e.gametree_is_chance(this.#game) === 1;
  }

  /** What each player has got; null while the game goes on. */
  get returns() {
    if (!this.over) return null;
    return Array.from({ length: this.players }, (_, i) => this.#e.gametree_returns(this.#game, i));
  }

  /** The number of legal moves. */
  get count() {
    return this.#e.gametree_moves(this.#game);
  }

  /** The names of the legal moves. */
  get moves() {
    return Array.from({ length: this.count }, (_, i) => this.#name(i));
  }

  #name(index) {
    return this.#text(this.#sound(this.#e.gametree_move_text(this.#game, index)));
  }

  /** The probabilities of the outcomes, where chance moves. */
  get probabilities() {
    return Array.from({ length: this.count }, (_, i) => this.#e.gametree_probability(this.#game, i));
  }

  get text() {
    const text = this.#text(this.#e.gametree_text(this.#game));
    if (text === null) this.#sound(-1);
    return text;
  }

  get played() {
    return this.#e.gametree_played(this.#game);
  }

  /** Play a legal move, by its name or its index. */
  play(move) {
    this.stop();
    this.#sound(this.#e.gametree_play(this.#game, this.#index(move)));
  }

  /** Play a random outcome by the seed of the game, where chance moves; return its name. */
  draw() {
    this.stop();
    const index = this.#sound(this.#e.gametree_draw(this.#game));
    const name = this.#name(index);
    this.#sound(this.#e.gametree_play(this.#game, index));
    return name;
  }

  undo() {
    this.stop();
    this.#sound(this.#e.gametree_undo(this.#game));
  }

  /** Let a search that is under way return soon, with what it has found so far. */
  stop() {
    if (!this.#searching || this.#stopped) return;
    this.#stopped = true;
    this.#last = this.result(); // the position may be another when the search goes on
  }

  /** Search on, and return when it is done: blocks the thread. */
  searchSync({ simulations = Infinity, milliseconds = Infinity } = {}) {
    for (const _ of this.#slices(simulations, milliseconds));
    return this.result();
  }

  /** Search on; other code of the thread runs between slices of some 10 milliseconds. */
  async search({ simulations = Infinity, milliseconds = Infinity, progress } = {}) {
    if (this.#searching) throw new GametreeError(-3, "a search of this game is under way");
    this.#searching = true;
    this.#stopped = false;
    let told = performance.now();
    try {
      for (const _ of this.#slices(simulations, milliseconds)) {
        if (progress !== undefined && performance.now() - told > 100) {
          progress(this.result());
          told = performance.now();
        }
        await new Promise((done) => setTimeout(done));
        if (this.#stopped) return this.#last;
      }
      return this.result();
    } finally {
      this.#searching = false;
    }
  }

  *#slices(simulations, milliseconds) {
    if (simulations === Infinity && milliseconds === Infinity)
      throw new GametreeError(-3, "give simulations, milliseconds or both");
    const end = performance.now() + milliseconds;
    let left = Math.max(0, Math.floor(simulations));
    let slice = SLICE;
    // The first slice runs in any case: a result needs one.
    for (;;) {
      const wanted = Math.min(slice, left);
      const begun = performance.now();
      const done = Number(this.#sound(this.#e.gametree_search(this.#game, BigInt(wanted))));
      const now = performance.now();
      left -= done;
      if (done < wanted || left <= 0 || now >= end) return;
      if (now - begun < 8) slice = Math.min(2 * slice, 1e6);
      else if (now - begun > 16) slice = Math.max(1, slice >> 1);
      yield;
    }
  }

  /** What the search of this position has found. */
  result() {
    const best = this.#sound(this.#e.gametree_best(this.#game));
    const proven = this.#e.gametree_is_proven(this.#game) === 1;
    const numbers = Array.from({ length: this.count }, (_, i) => ({
      visits: Number(this.#e.gametree_visits(this.#game, i)),
      mean: this.#e.gametree_mean(this.#game, i),
    }));
    const actions = numbers.map((each, i) => ({ action: this.#name(i), ...each }));
    const line = [];
    for (let step = 0; step < 64; step++) {
      const name = this.#text(this.#e.gametree_line(this.#game, step));
      if (name === null) break;
      line.push(name);
    }
    return {
      action: actions[best].action,
      index: best,
      simulations: Number(this.#e.gametree_simulations(this.#game)),
      actions: actions.sort((a, b) => b.visits - a.visits || b.mean - a.mean),
      line,
      proven,
    };
  }

  /** The words of the tree, for tests. */
  get tree() {
    const size = 8 * Number(this.#e.gametree_tree_size(this.#game));
    return new Uint8Array(this.#e.memory.buffer, this.#e.gametree_tree(this.#game), size).slice();
  }
}

/** Search a position: the same as `game.search(limits)`. */
export function search(game, limits) {
  return game.search(limits);
}
