// The lines of a game: the one that is played, and those that somebody tries beside it.

import type { Position } from "./told";

export const keyOf = (line: string[]): string => line.join("\u0001");

/** A move in a tree of lines. */
export interface Ply {
  key: string;
  move: string;
  line: string[];
  player: number;
  main: boolean;
  children: Ply[];
}

/** The tree of lines, positions by line, and which of them is looked at. */
export class Lines {
  root: Ply = $state({ key: "", move: "", line: [], player: 0, main: true, children: [] });
  positions: Record<string, Position> = $state.raw({});
  main: string[] = $state.raw([]);
  seen: string[] = $state.raw([]);

  get mainKey(): string {
    return keyOf(this.main);
  }

  get seenKey(): string {
    return keyOf(this.seen);
  }

  /** Whether what is looked at is the game as it stands. */
  get live(): boolean {
    return this.seenKey === this.mainKey;
  }

  /** How many moves of the game lead to what is looked at, before it leaves the game. */
  get common(): number {
    let count = 0;
    while (count < this.seen.length && this.seen[count] === this.main[count]) count++;
    return count;
  }

  /** Take the game as it stands; who looked at its last position looks at the new one. */
  play(moves: { move: string; player: number }[], position: Position): void {
    const followed = this.live;
    const line = moves.map((each) => each.move);
    unmark(this.root);
    let ply = this.root;
    ply.main = true;
    for (const { move, player } of moves) {
      ply = child(ply, move, player);
      ply.main = true;
    }
    prune(this.root);
    this.main = line;
    this.learn(line, position);
    if (followed || !this.#exists(this.seen)) this.seen = line;
  }

  learn(line: string[], position: Position): void {
    this.positions = { ...this.positions, [keyOf(line)]: position };
  }

  /** Try a move after what is looked at. */
  branch(move: string, player: number): void {
    const ply = this.find(this.seen);
    if (ply === null) return;
    child(ply, move, player);
    this.seen = [...this.seen, move];
  }

  /** Take a tried line away, from a move on. */
  forget(ply: Ply): void {
    const parent = this.find(ply.line.slice(0, -1));
    if (parent === null || ply.main) return;
    parent.children = parent.children.filter((each) => each.key !== ply.key);
    if (!this.#exists(this.seen)) this.seen = parent.line;
  }

  find(line: string[]): Ply | null {
    let ply: Ply | undefined = this.root;
    for (const move of line) {
      ply = ply.children.find((each) => each.move === move);
      if (ply === undefined) return null;
    }
    return ply;
  }

  /** The line as far as it goes on from what is looked at: the game, or the first one tried. */
  get onwards(): string[] {
    let ply = this.find(this.seen);
    while (ply !== null && ply.children.length > 0)
      ply = ply.children.find((each) => each.main) ?? ply.children[0]!;
    return ply?.line ?? this.seen;
  }

  #exists(line: string[]): boolean {
    return this.find(line) !== null;
  }
}

function child(ply: Ply, move: string, player: number): Ply {
  const found = ply.children.find((each) => each.move === move);
  if (found !== undefined) return found;
  const line = [...ply.line, move];
  ply.children.push({ key: keyOf(line), move, line, player, main: false, children: [] });
  return ply.children.at(-1)!;
}

function unmark(ply: Ply): void {
  for (const each of ply.children) {
    if (each.main) {
      unmark(each);
      each.main = false;
      taken.add(each);
    }
  }
}

// Moves of the game that were taken back leave the tree, unless somebody tries lines after them.
const taken = new WeakSet<Ply>();

function prune(ply: Ply): void {
  for (const each of ply.children) prune(each);
  ply.children = ply.children.filter((each) => each.main || each.children.length > 0 || !taken.has(each));
}
