// The tree of a search in the worker of an exported game, told as a server tells it.

import type { TreeSource } from "../explore/source";
import type { Sort } from "../explore/walk.svelte";
import { keyOf } from "../lib/lines.svelte";
import type { Points } from "../lib/measure";
import type { PartMove, Position, Proven, Refused, Slice, ToldOfTree, TreeMove, View } from "../lib/told";
import { lessonOf, Ways, type Rule, type Taught } from "./lessons";

/** What a page gives of its game. */
export interface ExportedGame {
  title: string;
  names: string[];
  points: Points;
  /** The worst return and the best. */
  range: [number, number];
  /** The rule that chooses moves in the tree, and its constant. */
  rule: Rule;
  /** The view of a position; null where only its text can be shown. */
  viewOf(text: string, seen: Standing, moves: string[]): Partial<View> | null;
  /** Call the engine, which has a worker of its own. */
  call(name: string, argument?: unknown, progress?: (result: Found) => void): Promise<unknown>;
  /** Let the engine be gone. */
  close(): void;
}

interface Standing {
  player: number | null;
  over: boolean;
  chance: boolean;
}

interface Found {
  simulations: number;
  bytes: number;
  proven: boolean;
}

interface SeenMove {
  action: string;
  visits: number;
  mean: number | null;
  worth: number | null;
  probability?: number;
}

interface SeenBelow extends SeenMove {
  parent: number;
  player: number | null;
  same: number;
}

/** What was found, and how long the search stood still for it. */
interface Timed<Found> {
  found: Found;
  seconds: number;
}

/** A position as `Game.look` of the engine's module tells it. */
interface Sight extends Standing {
  returns: number[] | null;
  searched: boolean;
  actions: SeenMove[];
  text: string;
}

const CHANCE = -1;
const SECONDS = 300;

export class WorkerTree implements TreeSource {
  readonly link = "open";
  positions: Record<string, Position> = $state.raw({});
  readonly treeReaders: TreeSource["treeReaders"] = new Set();
  readonly lines: TreeSource["lines"];
  readonly room: NonNullable<TreeSource["room"]>;
  #root: string[] = [];
  #search = 0;
  #ready: Promise<void> = Promise.resolve(); // until the engine is at the root
  #found: Found = { simulations: 0, bytes: 0, proven: false };
  #stopReason: string | null = null;
  #begun = 0;
  #seconds = 0;
  /** The lines of the lessons from the root on; null while the tree is explored. */
  #ways: Ways | null = null;

  constructor(readonly game: ExportedGame) {
    this.room = { game };
    const positions = (): Record<string, Position> => this.positions;
    this.lines = {
      get positions() {
        return positions();
      },
    };
  }

  ask(message: Parameters<TreeSource["ask"]>[0]): boolean {
    if (message.type === "explore") {
      this.#ready = this.#failing(this.#explore(message.on, message.moves ?? []));
    } else if (message.type === "slices")
      void this.#failing(this.#slices(message.lines, message.sort as Sort, message.most ?? 60));
    else if (message.type === "part") void this.#failing(this.#part(message.moves, message.most ?? 100));
    else if (message.type === "trace") void this.#trace(message);
    else return false;
    return true;
  }

  /** Positions come with what the search knows of them, but for those of a lesson. */
  fetch(line: string[]): void {
    const indices = this.#ways?.indices(line.slice(this.#root.length)) ?? null;
    if (indices !== null && !(keyOf(line) in this.positions)) void this.#visit(line, indices);
  }

  async #visit(line: string[], indices: number[]): Promise<void> {
    const root = this.#root;
    const sight = (await this.game.call("at", indices)) as Sight | null;
    if (sight === null || keyOf(root) !== keyOf(this.#root)) return;
    this.#learn(line, sight);
  }

  /** A position stays as it is, and so does its board, while its search goes on. */
  #learn(line: string[], sight: Sight): void {
    const key = keyOf(line);
    if (!(key in this.positions)) this.positions = { ...this.positions, [key]: this.#position(line, sight) };
  }

  /** Trace some simulations from a position; the constant of the rule is in the player. */
  async #trace(message: Extract<Parameters<TreeSource["ask"]>[0], { type: "trace" }>): Promise<void> {
    const { ref = null, moves, player, simulations = 30, before = 0, seed = 1, c = null } = message;
    const root = moves ?? [];
    const first = Number(/,c=([^,]+)$/.exec(player ?? "")?.[1] ?? NaN);
    const own = Number.isNaN(first) || first === this.game.rule.c;
    const wish = { moves: root, seed, before, simulations, c: own ? null : first, then: c };
    try {
      await this.#ready;
      const taught = (await this.game.call("lesson", wish)) as Taught;
      if (this.#ways === null || keyOf(root) !== keyOf(this.#root)) this.#ways = new Ways();
      this.#root = root;
      for (const { line, indices } of taught.traces) this.#ways.add(line, indices);
      const report = { id: "", ...lessonOf(taught, this.game.rule), returns: this.game.range };
      this.#tell({ type: "trace", ref, line: root, report });
    } catch (error) {
      this.#tell({ type: "refused", ref, code: "trace", message: (error as Error).message });
    }
  }

  async #failing(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#tell({ type: "explored", line: this.#root, message: (error as Error).message });
    }
  }

  #tell(told: ToldOfTree | Refused): void {
    for (const hear of this.treeReaders) hear(told);
  }

  /** Search a position until it is left. */
  async #explore(on: boolean, root: string[]): Promise<void> {
    const mine = ++this.#search;
    this.#ways = null;
    await this.game.call("stop");
    if (!on) return;
    this.#root = root;
    await this.game.call("restart", { seed: 1 });
    for (const move of root) await this.game.call("play", move);
    if (mine !== this.#search) return;
    this.#begun = performance.now();
    this.#found = { simulations: 0, bytes: 0, proven: false };
    this.#stopReason = null;
    const take = (found: Found): void => {
      if (mine !== this.#search) return;
      this.#found = found;
      this.#seconds = (performance.now() - this.#begun) / 1000;
    };
    void this.#failing(this.#searched(mine, take));
  }

  async #searched(mine: number, take: (found: Found) => void): Promise<void> {
    take((await this.game.call("search", { milliseconds: 1000 * SECONDS }, take)) as Found);
    if (mine === this.#search) this.#stopReason = this.#found.proven ? "proof" : "seconds";
  }

  async #slices(lines: string[][], sort: Sort, most: number): Promise<void> {
    await this.#ready;
    const root = this.#root;
    const { found, seconds } = (await this.game.call(
      "look",
      lines.map((line) => line.slice(root.length)),
    )) as Timed<(Sight | null)[]>;
    if (root !== this.#root) return;
    const seen = new Map<string[], Sight>();
    const slices = found.map((sight, at): Slice => {
      const line = lines[at]!;
      if (sight === null) return { line, gone: `move ${line.length}, ${line.at(-1)}, cannot be played` };
      seen.set(line, sight);
      return this.#slice(line, sight, sort, most);
    });
    this.#tell({
      ref: "tree",
      type: "slices",
      phase: "searching",
      root,
      slices,
      seconds,
      status: {
        visits: this.#found.simulations,
        nodes: 0,
        bytes: this.#found.bytes,
        depth: 0,
        seconds: this.#seconds,
        stopReason: this.#stopReason,
      },
    });
    // The boards are drawn in a frame after that of the numbers.
    requestAnimationFrame(() => setTimeout(() => seen.forEach((sight, line) => this.#learn(line, sight))));
  }

  async #part(line: string[], most: number): Promise<void> {
    await this.#ready;
    const root = this.#root;
    const { found, seconds } = (await this.game.call("part", {
      line: line.slice(root.length),
      most,
    })) as Timed<SeenBelow[]>;
    if (root !== this.#root) return;
    const nodes = found.map((each): PartMove => {
      const { parent, visits, player, same } = each;
      const { move, winrate, proven } = this.#move(each);
      return { parent, move, visits, winrate, proven, player: player ?? CHANCE, same };
    });
    this.#tell({ ref: "tree", type: "part", line, nodes, seconds });
  }

  #position(line: string[], sight: Sight): Position {
    const { text, player, over, chance, returns, actions } = sight;
    const moves = actions.map(({ action }) => action);
    const view = this.game.viewOf(text, { player, over, chance }, moves);
    const empty = { cells: [], lines: [], texts: [], moves: {} };
    const bare = { width: 0, height: 0, ...empty, falls: false, partial: false };
    return {
      ply: line.length,
      player: chance ? CHANCE : player,
      moves,
      view: { ...bare, ...view, last: [], winning: [], text },
      returns,
      choosing: [],
      chosen: null,
    };
  }

  #slice(line: string[], sight: Sight, sort: Sort, most: number): Slice {
    const { player, over, chance, returns, searched } = sight;
    if (over) return { line, gone: "the game is over here", returns: returns ?? [] };
    if (!searched) return { line, gone: "no simulation has gone on from here yet" };
    const moves = sight.actions.map((each) => this.#move(each));
    const rank = { win: 3, draw: 2, loss: 0 };
    const proof = ({ proven }: TreeMove): number => (proven === null ? 1 : rank[proven]);
    moves.sort(
      (one, other) =>
        (sort === "proof" ? proof(other) - proof(one) : 0) ||
        (sort === "value" ? (other.value ?? -Infinity) - (one.value ?? -Infinity) : 0) ||
        other.visits - one.visits,
    );
    return {
      line,
      player: chance ? CHANCE : (player ?? CHANCE),
      visits: moves.reduce((sum, each) => sum + each.visits, 0),
      moves: moves.slice(0, most),
      left: Math.max(0, moves.length - most),
    };
  }

  #move({ action, visits, mean, worth, probability }: SeenMove): TreeMove {
    return {
      move: action,
      visits,
      value: worth ?? mean,
      winrate: this.#share(worth ?? mean),
      lcb: null,
      ucb: null,
      prior: null,
      probability: probability ?? null,
      proven: this.#proven(worth),
      plies: null,
      leadsOn: true,
      joined: 0,
    };
  }

  #share(value: number | null): number | null {
    const [low, high] = this.game.range;
    if (value === null) return null;
    return high > low ? Math.max(0, Math.min(1, (value - low) / (high - low))) : 0.5;
  }

  /** What a proven value means: in games of two, more than the middle is a win. */
  #proven(worth: number | null): Proven | null {
    const [low, high] = this.game.range;
    if (worth === null) return null;
    if (this.game.names.length !== 2) return worth >= high ? "win" : worth <= low ? "loss" : null;
    const middle = (low + high) / 2;
    return worth === middle ? "draw" : worth > middle ? "win" : "loss";
  }
}
