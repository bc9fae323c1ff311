/** What the rules or the search refuse. */
export class GametreeError extends Error {
  readonly code: number;
}

export interface Limits {
  /** How many more simulations. */
  simulations?: number;
  /** How long, in milliseconds. */
  milliseconds?: number;
}

export interface Action {
  action: string;
  visits: number;
  /** The mean of the returns for the player who moves. */
  mean: number;
}

export interface Result {
  /** The best move, by its name and by its index in `game.moves`. */
  action: string;
  index: number;
  simulations: number;
  /** The memory of the tree. */
  bytes: number;
  /** All legal moves, the one with most visits first. */
  actions: Action[];
  /** The expected line. */
  line: string[];
  /** Whether it is proven that no move is better. */
  proven: boolean;
}

/** A move of a position in the tree. */
export interface Seen {
  action: string;
  visits: number;
  /** What it gave who moves, on average; null without visits, and where chance moves. */
  mean: number | null;
  /** What it is proven to be worth for who moves; null if nothing is proven. */
  worth: number | null;
  /** How likely it is, where chance moves. */
  probability?: number;
}

/** A position that the search has looked at, or not: `searched`. */
export interface Sight {
  player: number | null;
  over: boolean;
  chance: boolean;
  returns: number[] | null;
  searched: boolean;
  actions: Seen[];
  text: string;
}

/** A move below a position. */
export interface Below extends Seen {
  /** The index of the one that it follows, or -1. */
  parent: number;
  player: number | null;
  /** The index of another one that leads to the same node, below which stands what follows; or -1. */
  same: number;
}

/** A move of a position where a simulation chooses, as it stood then. */
export interface Candidate {
  move: string;
  visits: number;
  mean: number | null;
  /** What the selection rule gave it; null if it was not asked. */
  score: number | null;
  prior: number | null;
  probability: number | null;
  proven: number | null;
  /** False if a proof says that it cannot be the best any more. */
  followed: boolean;
}

/** What a simulation did to a move on its path: before and after. */
export interface Change {
  /** Moves from the root to the position of the move. */
  depth: number;
  move: string;
  player: number;
  visits: [number, number];
  mean: [number, number];
  /** Of the position. */
  nodeVisits: [number, number];
  value: [number[], number[]];
}

/** A step of a simulation; `line` leads to its position, `player` moves there, -1 is chance. */
export type Step = { line: string[]; player: number | null } & (
  | {
      kind: "selection";
      visits: number;
      value: number[];
      /** The highest return seen so far less the lowest one; 1 while there is none. */
      range: number;
      candidates: Candidate[];
      chosen: number;
      reason: "score" | "untried" | "planned" | "chance";
    }
  | { kind: "expansion"; shared: boolean; moves: string[]; priors: number[] }
  | {
      kind: "evaluation";
      how: "playout" | "evaluation" | "finished" | "repetition" | "proven";
      playout: string[];
      values: number[];
    }
  | { kind: "backup"; values: number[]; changes: Change[] }
);

/** One simulation: its number, the moves of its path and its playout, and its steps. */
export interface Trace {
  simulation: number;
  line: string[];
  /** The indices of these moves among the legal ones. */
  indices: number[];
  steps: Step[];
}

export interface Options {
  /** Where the engine is, or its bytes; by default `engine.wasm` beside this module. */
  engine?: string | URL | BufferSource | WebAssembly.Module;
  /** Equal seeds give equal searches and equal dice. */
  seed?: number | bigint;
  /** The bytes that the tree may take; then the search goes on without new nodes. */
  memory?: number;
}

/** Load the engine and return a new game. */
export function load(options?: Options): Promise<Game>;

/** Search a position: the same as `game.search(limits)`. */
export function search(
  game: Game,
  limits: Limits & { progress?: (result: Result) => void },
): Promise<Result>;

/** A game that is played, at one position. */
export class Game {
  private constructor();
  readonly players: number;
  /** Who moves, from 0; null where chance does, and at the end. */
  readonly player: number | null;
  readonly over: boolean;
  /** Whether chance moves. */
  readonly chance: boolean;
  /** What each player has got; null while the game goes on. */
  readonly returns: number[] | null;
  /** The number of legal moves, and their names: "#3" for one that the rules fail to name. */
  readonly count: number;
  readonly moves: string[];
  /** The probabilities of the outcomes, where chance moves. */
  readonly probabilities: number[];
  /** The position as text. */
  readonly text: string;
  /** How many moves and outcomes were played. */
  readonly played: number;
  /** Go back to the first position. */
  restart(options?: { seed?: number | bigint }): void;
  /** Play a legal move, by its name or its index. */
  play(move: string | number): void;
  /** Play a random outcome by the seed of the game, where chance moves; return its name. */
  draw(): string;
  /** Take back the last move, or outcome. */
  undo(): void;
  /** Search on; other code of the thread runs between slices of some 10 milliseconds. */
  search(limits: Limits & { progress?: (result: Result) => void }): Promise<Result>;
  /** Search on, and return when it is done: blocks the thread. */
  searchSync(limits: Limits): Result;
  /** Let a search that is under way return soon. */
  stop(): void;
  /** What the search of this position has found. */
  result(): Result;
  /** What the search knows of the position after some moves; the tree stays. */
  look(line?: (string | number)[]): Sight;
  /** The most visited moves below that position. */
  part(line?: (string | number)[], most?: number): Below[];
  /** The rule that chooses moves in the tree, and its exploration constant, if it has one. */
  readonly rule: { name: string; c: number | null };
  /** Explore by another constant until the game begins again; the tree stays. */
  exploreBy(c: number): void;
  /** Run one simulation of the search and return its steps; null if the best move is proven. */
  trace(): Trace | null;
  /** The words of the tree, for tests. */
  readonly tree: Uint8Array;
}
