// A game that gametree has exported, and its search: `const game = await load()`.

const MEMORY = 256 * 2 ** 20;
const MOST = 2n ** 40n; // bytes, more than an engine can have
const SLICE = 500; // simulations at first between two looks at the clock
const LINE = 64; // moves of the expected line at most

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

function shown(value) {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : Object(value) === value ? typeof value : String(value);
}

function refuse(sentence, code = -3) {
  throw new GametreeError(code, sentence);
}

/** Return a seed or a size as the engine takes it. */
function whole(value, name) {
  if (typeof value !== "bigint" && !Number.isInteger(value)) refuse(`${name} must be a whole number, not ${shown(value)}`);
  return BigInt(value);
}

function bytes(memory) {
  const size = whole(memory, "memory");
  if (size < 0n) refuse(`memory must be 0 bytes or more, not ${size}`);
  return size < MOST ? size : MOST;
}

/** Return a limit of a search. */
function limit(value, name) {
  if (typeof value !== "number" || !(value >= 0)) refuse(`${name} must be a number of 0 or more, not ${shown(value)}`);
  return value;
}

/** Load the engine and return a new game. */
export async function load(options) {
  const { engine, seed = 1, memory = MEMORY } = options ?? {};
  const module = await compiled(engine);
  return new Game(module, await WebAssembly.instantiate(module, {}), seed, memory);
}

/** A game that is played, at one position. */
export class Game {
  #module;
  #e; // the functions of the engine, and its memory
  #game;
  #seed;
  #memory;
  #moves = []; // the indices of the moves so far
  #names = null; // of the legal moves, once a search has told them
  #search = null; // the one that is under way

  /** @hidden */
  constructor(module, instance, seed, memory) {
    this.#module = module;
    this.#seed = whole(seed, "seed");
    this.#memory = bytes(memory);
    this.#begin(instance);
    this.#sound(this.#e.gametree_is_over(this.#game));
  }

  #begin(instance) {
    this.#e = { memory: instance.exports.memory };
    for (const [name, code] of Object.entries(instance.exports))
      if (typeof code === "function") this.#e[name] = (...values) => this.#called(code, values);
    this.#game = instance.exports.gametree_new(BigInt.asUintN(64, this.#seed), this.#memory);
    if (this.#game === 0) refuse("there is no memory for a game", -2);
  }

  /** Call the engine. What stops it, such as too deep calls of the rules, leaves it broken: begin with another one. */
  #called(code, values) {
    try {
      return code(...values);
    } catch (trap) {
      this.#begin(new WebAssembly.Instance(this.#module, {}));
      for (const move of this.#moves) this.#e.gametree_play(this.#game, move);
      return refuse(`the rules stopped the engine: ${trap.message}`, -1);
    }
  }

  #text(pointer) {
    if (pointer === 0) return null;
    const bytes = new Uint8Array(this.#e.memory.buffer);
    let end = pointer;
    while (bytes[end] !== 0) end++;
    return new TextDecoder().decode(bytes.subarray(pointer, end));
  }

  #sound(code) {
    if (code < 0) refuse(this.#text(this.#e.gametree_error(this.#game)), Number(code));
    return code;
  }

  #index(move) {
    const index = typeof move === "number" ? move : this.moves.indexOf(String(move));
    if (!Number.isInteger(index) || index < 0 || index >= this.count) {
      if (this.over) refuse("the game is over in this position", -4);
      refuse(`${shown(move)} is no legal move here; legal moves are ${this.moves.slice(0, 12).join(", ")}`);
    }
    return index;
  }

  #play(index) {
    this.#names = null;
    this.#sound(this.#e.gametree_play(this.#game, index));
    this.#moves.push(index);
  }

  /** Go back to the first position. */
  restart(options) {
    const seed = whole(options?.seed ?? 1, "seed");
    this.stop();
    this.#seed = seed;
    this.#moves = [];
    this.#names = null;
    this.#sound(this.#e.gametree_restart(this.#game, BigInt.asUintN(64, seed)));
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

  /** The name of a move; its number where the rules fail to name it. */
  #name(index) {
    return this.#text(this.#e.gametree_move_text(this.#game, index)) ?? `#${index + 1}`;
  }

  /** The probabilities of the outcomes, where chance moves. */
  get probabilities() {
    return Array.from({ length: this.count }, (_, i) => this.#e.gametree_probability(this.#game, i));
  }

  /** What the search knows of the position after some moves. */
  look(line = []) {
    return this.#at(line, () => this.#seen());
  }

  #seen() {
    const { player, over, chance, returns, moves } = this;
    const searched = !over && this.#e.gametree_best(this.#game) >= 0;
    const actions = moves.map((action, i) => ({ action, ...this.#numbers(i, searched, chance) }));
    if (chance) this.probabilities.forEach((probability, i) => (actions[i].probability = probability));
    return { player, over, chance, returns, searched, actions, text: this.text };
  }

  #numbers(move, searched, chance) {
    if (!searched) return { visits: 0, mean: null, worth: null };
    const visits = Number(this.#e.gametree_visits(this.#game, move));
    const worth = this.#e.gametree_worth(this.#game, move);
    const mean = visits === 0 || chance ? null : this.#e.gametree_mean(this.#game, move);
    return { visits, mean, worth: chance || Number.isNaN(worth) ? null : worth };
  }

  /** The most visited moves below the position after some moves, each after the one that it follows. */
  part(line = [], most = 100) {
    const size = limit(most, "most");
    const chosen = [];
    const places = new Map(); // of each node of the tree; what follows stands below the first
    const paths = new Map(); // to the positions that were opened, by the place of the move before
    let open = [];
    const enter = (path, place) => {
      paths.set(place, path);
      // No more are kept than can still be chosen; of equal ones the earlier come first.
      open = [...open, ...this.#tried(path, place)].sort((one, other) => other.visits - one.visits);
      open.length = Math.min(open.length, Math.ceil(size - chosen.length));
    };
    enter(this.#at(line, (path) => path), -1);
    while (open.length > 0) {
      const next = open.shift();
      const same = next.child === 0 ? -1 : (places.get(next.child) ?? -1);
      const place = chosen.push({ ...next, same }) - 1;
      if (next.child === 0 || same >= 0) continue;
      places.set(next.child, place);
      enter([...paths.get(next.parent), next.index], place);
    }
    for (const [place, path] of paths) {
      const below = chosen.filter(({ parent }) => parent === place);
      if (below.length > 0) this.#at(path, () => below.forEach((each) => (each.action = this.#name(each.index))));
    }
    return chosen.map(({ index, child, ...node }) => node);
  }

  /** The moves after some others, by their indices, that the search has tried. */
  #tried(path, parent) {
    return this.#at(path, () => {
      const { player, over, chance, count } = this;
      const found = [];
      if (over || this.#e.gametree_best(this.#game) < 0) return found;
      for (let index = 0; index < count; index++) {
        const numbers = this.#numbers(index, true, chance);
        const child = Number(this.#e.gametree_child(this.#game, index));
        if (numbers.visits > 0) found.push({ parent, player, ...numbers, child, index });
      }
      return found;
    });
  }

  /** Look at the position after some moves, given their indices. */
  #at(line, look) {
    if (!Array.isArray(line)) refuse("the line must be an array of moves");
    try {
      const path = [];
      for (const move of line) {
        path.push(this.#index(move));
        this.#sound(this.#e.gametree_look(this.#game, path.at(-1)));
      }
      return look(path);
    } finally {
      this.#e.gametree_look(this.#game, -1);
    }
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
    const index = this.#index(move);
    this.stop();
    this.#play(index);
  }

  /** Play a random outcome by the seed of the game, where chance moves; return its name. */
  draw() {
    const index = this.#sound(this.#e.gametree_draw(this.#game));
    const name = this.#name(index);
    this.stop();
    this.#play(index);
    return name;
  }

  undo() {
    if (this.#moves.length > 0) this.stop();
    this.#names = null;
    this.#sound(this.#e.gametree_undo(this.#game));
    this.#moves.pop();
  }

  /** Let a search that is under way return soon, with what it has found so far. */
  stop() {
    const search = this.#search;
    if (search === null || search.stopped) return;
    search.stopped = true;
    try {
      search.found = this.result(); // the position may be another when the search goes on
    } catch (error) {
      search.error = error;
    }
  }

  /** Search on, and return when it is done: blocks the thread. */
  searchSync(limits) {
    for (const _ of this.#slices(limits));
    return this.result();
  }

  /** Search on; other code of the thread runs between slices of some 10 milliseconds. */
  async search(limits) {
    if (this.#search !== null && !this.#search.stopped) refuse("a search of this game is under way");
    const mine = (this.#search = { stopped: false, found: null, error: null });
    const progress = limits?.progress;
    let told = performance.now();
    try {
      for (const _ of this.#slices(limits)) {
        if (progress !== undefined && performance.now() - told > 100) {
          progress(this.result());
          told = performance.now();
        }
        await new Promise((done) => setTimeout(done));
        if (mine.error !== null) throw mine.error;
        if (mine.stopped) return mine.found;
      }
      return this.result();
    } finally {
      if (this.#search === mine) this.#search = null;
    }
  }

  *#slices(limits) {
    const simulations = limit(limits?.simulations ?? Infinity, "simulations");
    const milliseconds = limit(limits?.milliseconds ?? Infinity, "milliseconds");
    if (simulations === Infinity && milliseconds === Infinity) refuse("give simulations, milliseconds or both");
    const end = performance.now() + milliseconds;
    let left = Math.floor(simulations);
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
    this.#names ??= this.moves;
    const actions = numbers.map((each, i) => ({ action: this.#names[i], ...each }));
    const line = [];
    for (let step = 0; step < LINE; step++) {
      const name = this.#text(this.#e.gametree_line(this.#game, step));
      if (name === null) break;
      line.push(name);
    }
    return {
      action: actions[best].action,
      index: best,
      simulations: Number(this.#e.gametree_simulations(this.#game)),
      bytes: 8 * Number(this.#e.gametree_tree_size(this.#game)),
      actions: actions.sort((a, b) => b.visits - a.visits || b.mean - a.mean),
      line,
      proven,
    };
  }

  /** The rule that chooses moves in the tree, and its exploration constant. */
  get rule() {
    const c = this.#e.gametree_exploration(this.#game);
    return { name: this.#text(this.#e.gametree_rule(this.#game)), c: Number.isNaN(c) ? null : c };
  }

  /** Explore by another constant until the game begins again. */
  exploreBy(c) {
    this.#sound(this.#e.gametree_explore_by(this.#game, limit(c, "c")));
  }

  /** Run one simulation and return what it did, step by step; null if the best move is proven. */
  trace() {
    if (this.#search !== null && !this.#search.stopped) refuse("a search of this game is under way");
    if (this.#sound(this.#e.gametree_trace(this.#game)) === 0) return null;
    const size = Number(this.#e.gametree_notes_size(this.#game));
    const notes = new Float64Array(this.#e.memory.buffer, this.#e.gametree_notes(this.#game), size).slice();
    const simulation = Number(this.#e.gametree_simulations(this.#game));
    return { simulation, ...stepsOf(notes, (group) => this.#noted(group), this.players) };
  }

  /** The names of a group of moves in the notes of a simulation; of its line, with -1. */
  #noted(group) {
    const names = this.#text(this.#e.gametree_noted(this.#game, group));
    return names === null ? this.#sound(-1) : names.split("\u0001").slice(0, -1);
  }

  /** The words of the tree, for tests. */
  get tree() {
    const size = 8 * Number(this.#e.gametree_tree_size(this.#game));
    return new Uint8Array(this.#e.memory.buffer, this.#e.gametree_tree(this.#game), size).slice();
  }
}

/** Return the steps of a simulation from its notes: see `simulation_notes.py` of gametree. */
function stepsOf(notes, noted, players) {
  const found = { line: noted(-1), indices: [], steps: [] };
  const selected = [];
  let at = 0;
  let group = 0;
  const next = () => notes[at++];
  const several = (count) => Array.from({ length: count }, next);
  const known = (figure) => (Number.isNaN(figure) ? null : figure);
  const readers = [
    (line) => {
      const [player, visits, range, chosen, , followed] = several(6);
      const value = several(players);
      const candidates = noted(group++).map((move, i) => {
        const [visits, mean, worth, advice, score] = several(5);
        return {
          ...{ move, visits, mean: visits > 0 && player >= 0 ? mean : null, score: known(score) },
          ...{ prior: player < 0 ? null : known(advice), probability: player < 0 ? advice : null },
          ...{ proven: known(worth), followed: i < followed },
        };
      });
      const scored = candidates.filter(({ score }) => score !== null).length;
      const planned = scored === 1 && candidates.length > 1;
      const reason = player < 0 ? "chance" : scored === 0 ? "untried" : planned ? "planned" : "score";
      const step = { kind: "selection", line, player, visits, value, range, candidates, chosen, reason };
      selected.push(step);
      return step;
    },
    (line) => {
      const [player, shared, count] = several(3);
      const priors = several(count).filter((prior) => !Number.isNaN(prior));
      return { kind: "expansion", line, player: count > 0 ? player : null, shared: shared === 1, moves: noted(group++), priors };
    },
    (line) => {
      const [ending, proven, plies] = several(3);
      const how = ending === 2 || ending === 3 ? "repetition" : proven ? "proven" : plies > 0 ? "playout" : "evaluation";
      return { kind: "evaluation", line, player: null, how, playout: found.line.slice(line.length), values: several(players) };
    },
    (path) => {
      const changes = path.map((move, depth) => {
        const before = selected[depth];
        const [visits, mean, nodeVisits] = several(3);
        const one = before.candidates[before.chosen];
        return {
          ...{ depth, move, player: before.player, visits: [one.visits, visits], mean: [one.mean ?? 0, mean] },
          ...{ nodeVisits: [before.visits, nodeVisits], value: [before.value, several(players)] },
        };
      });
      const { player } = selected[0];
      return { kind: "backup", line: [], player, values: found.steps.at(-1).values, changes: changes.reverse() };
    },
    () => {
      const [over, player, count] = several(3);
      const end = found.steps.at(-2);
      end.player = over ? null : player;
      if (over && end.how === "evaluation") end.how = "finished";
      found.indices = several(count);
      return null;
    },
  ];
  while (at < notes.length) {
    const read = readers[next()];
    const step = read(found.line.slice(0, next()));
    if (step !== null) found.steps.push(step);
  }
  return found;
}

/** Search a position: the same as `game.search(limits)`. */
export function search(game, limits) {
  return game.search(limits);
}
