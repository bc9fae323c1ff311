// A walk through the tree of a search that goes on: what is open, what the server tells of it.

import { flushSync } from "svelte";
import { keyOf } from "../lib/lines.svelte";
import type { Points } from "../lib/measure";
import { sentence } from "../lib/sentence";
import type { TreeSource } from "./source";
import type { PartMove, Refused, Slice, ToldOfTree, TreeMove, TreeStatus } from "../lib/told";

export type Sort = "visits" | "value" | "interval" | "prior" | "proof";
export type View = "columns" | "icicle" | "graph";

/** The most visited moves below a position. */
export interface Part {
  key: string;
  line: string[];
  nodes: PartMove[];
}

const MOST_MOVES = 60;
const MOST_COLUMNS = 39;
const OFTEN = 400;
/** A look may take this part of the time until the next one: the search stands still for it. */
const SHARE = 50;
const PATIENCE = 5000;
const FRAME = 6; // milliseconds of each frame for the numbers of positions
const FIRST_MOVES = 8; // of a position that was not shown before: a frame later twice as many
const FEWEST = 100;
const MOST_NODES: Record<View, number> = { columns: 0, icicle: 700, graph: 1000 };

export class Walk {
  /** The moves that lead to the position whose tree this is. */
  root: string[] = $state.raw([]);
  /** The moves that have been followed from there. */
  path: string[] = $state.raw([]);
  sort: Sort = $state("visits");
  view: View = $state("columns");
  /** How many moves the graph shows, so that it can grow. */
  most = $state(1000);
  /** How many moves this browser draws in time. */
  bound = $state(1000);
  slices: Record<string, Slice> = $state.raw({});
  part: Part | null = $state.raw(null);
  status: TreeStatus | null = $state.raw(null);
  phase = $state("waiting");
  /** Why there is no tree any more. */
  ended: string | null = $state(null);
  /** Visits a second, of late. */
  speed: number | null = $state(null);
  #timer = 0;
  #waits = 0;
  #asked = 0;
  #before: TreeStatus | null = null;
  #walks = false;
  /** Positions whose numbers are to be shown in the next frames. */
  #unseen: Slice[] = [];
  #frame = 0;

  constructor(readonly table: TreeSource) {
    table.treeReaders.add(this.#hear);
    document.addEventListener("visibilitychange", this.#seen);
  }

  /** What its values are told in. */
  get points(): Points {
    return this.table.room?.game.points ?? null;
  }

  /** The lines of all columns: each position on the path. */
  get lines(): string[][] {
    const whole = [...this.root, ...this.path];
    const from = Math.max(this.root.length, whole.length - MOST_COLUMNS);
    return Array.from({ length: whole.length - from + 1 }, (_, at) => whole.slice(0, from + at));
  }

  get line(): string[] {
    return [...this.root, ...this.path];
  }

  slice(line: string[]): Slice | null {
    return this.slices[keyOf(line)] ?? null;
  }

  move(line: string[], name: string): TreeMove | null {
    return this.slice(line)?.moves?.find((each) => each.move === name) ?? null;
  }

  /** Explore the tree of a position; one that goes on from the last is walked into. */
  begin(root: string[]): void {
    this.root = root;
    this.path = [];
    this.ended = null;
    this.phase = "waiting";
    this.#before = null;
    this.speed = null;
    this.#walks = true;
    if (this.table.ask({ type: "explore", ref: "tree", on: true, moves: root })) this.askNow();
  }

  /** Follow a line from the root. */
  go(path: string[]): void {
    this.path = path;
    for (const line of this.lines) this.table.fetch(line);
    this.askNow();
  }

  /** Show fewer moves, since frames come late with so many. */
  ease(count: number): void {
    this.bound = Math.max(FEWEST, Math.round(0.6 * count));
    this.most = Math.min(this.most, this.bound);
  }

  /** Let a position on the path be the one whose tree this is. */
  enter(root: string[]): void {
    const rest = this.line.slice(root.length);
    this.begin(root);
    this.path = rest;
  }

  /** Let the search end; `begin` begins anew. */
  rest(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#waits);
    cancelAnimationFrame(this.#frame);
    if (this.#walks) this.table.ask({ type: "explore", ref: "tree", on: false });
    this.#walks = false;
  }

  close(): void {
    this.rest();
    document.removeEventListener("visibilitychange", this.#seen);
    this.table.treeReaders.delete(this.#hear);
  }

  /** Ask at once, since something else is looked at. */
  askNow(): void {
    clearTimeout(this.#timer);
    // Whoever holds a key down asks when he lets it go.
    const wait = Math.max(0, 90 - (performance.now() - this.#asked));
    this.#timer = setTimeout(() => this.#ask(), wait);
  }

  #seen = (): void => {
    if (document.visibilityState !== "visible" || !this.#walks) return;
    if (this.ended !== null) this.enter(this.root);
    else this.askNow();
  };

  #ask(): void {
    if (document.visibilityState !== "visible" || this.ended !== null || !this.#walks) return;
    this.#asked = performance.now();
    const sent = this.table.ask({
      type: "slices",
      ref: "tree",
      lines: this.lines,
      sort: this.sort,
      most: MOST_MOVES,
    });
    if (!sent) return;
    const most = Math.min(this.most, MOST_NODES[this.view]);
    if (most > 0) this.table.ask({ type: "part", ref: "tree", moves: this.line, most });
    clearTimeout(this.#waits);
    this.#waits = setTimeout(() => this.#ask(), PATIENCE);
  }

  #later(seconds: number): void {
    clearTimeout(this.#timer);
    const wait = Math.max(OFTEN, SHARE * 1000 * seconds);
    this.#timer = setTimeout(() => this.#ask(), wait);
  }

  #hear = (told: ToldOfTree | Refused): void => {
    if (!this.#walks || (told.type === "refused" && told.ref !== "tree")) return;
    switch (told.type) {
      case "slices":
        clearTimeout(this.#waits);
        this.#take(told.phase, told.status);
        if (told.slices) this.#show(told.slices);
        if (this.view === "columns") this.#later(told.seconds ?? 0);
        break;
      case "part":
        if (told.nodes) this.part = { key: keyOf(told.line!), line: told.line!, nodes: told.nodes };
        else if (told.line && keyOf(told.line) !== this.part?.key) this.part = null;
        this.#later(told.seconds ?? 0);
        break;
      case "explored":
        this.ended = sentence(told.message);
        break;
      case "refused":
        if (told.code === "too_fast") this.#later(0.02);
        else this.ended ??= sentence(told.message);
        break;
    }
  };

  /** Show what is told of positions, the last one first: in each frame as many as there is time for. */
  #show(told: Slice[]): void {
    const known = this.slices;
    const kept = told.map(({ line }) => keyOf(line)).filter((key) => key in known);
    this.slices = Object.fromEntries(kept.map((key) => [key, known[key]!]));
    this.#unseen = [...told];
    this.#showMore();
  }

  #showMore = (): void => {
    cancelAnimationFrame(this.#frame);
    const end = performance.now() + FRAME;
    while (this.#unseen.length > 0 && performance.now() < end) {
      const next = this.#unseen.pop()!;
      const most = Math.max(FIRST_MOVES, 2 * (this.slice(next.line)?.moves?.length ?? 0));
      const shown = firstMoves(next, most);
      if (shown !== next) this.#unseen.push(next);
      this.slices = { ...this.slices, [keyOf(next.line)]: this.#kept(shown) };
      flushSync();
    }
    if (this.#unseen.length > 0) this.#frame = requestAnimationFrame(this.#showMore);
  };

  /** A position that the search has dropped is shown as it was, beside the sentence that says so. */
  #kept(slice: Slice): Slice {
    const before = this.slices[keyOf(slice.line)];
    return slice.gone && before?.moves ? { ...before, gone: slice.gone } : slice;
  }

  #take(phase: string | undefined, status: TreeStatus | undefined): void {
    this.phase = phase ?? this.phase;
    if (!status) return;
    const before = this.#before;
    const passed = before === null ? 0 : status.seconds - before.seconds;
    if (before !== null && passed > 0.5) {
      this.speed = Math.max(0, (status.visits - before.visits) / passed);
      this.#before = status;
    }
    this.#before ??= status;
    this.status = status;
  }
}

/** Return a slice with some of its moves. */
function firstMoves(slice: Slice, most: number): Slice {
  const { moves } = slice;
  if (!moves || moves.length <= most) return slice;
  return { ...slice, moves: moves.slice(0, most), left: (slice.left ?? 0) + moves.length - most };
}
