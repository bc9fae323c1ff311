// A search of each position of a game, one after the other, for the course of its value.

import { keyOf } from "./lines.svelte";
import type { Table } from "./table.svelte";

const ENOUGH = 2_000;
const PATIENCE = 1_500;

export class Audit {
  /** How many positions are done; null while no audit runs. */
  done: number | null = $state(null);
  #stopped = false;

  constructor(readonly table: Table) {}

  /** The positions of the game of which no value is known. */
  get missing(): string[][] {
    const { lines, thinking, room } = this.table;
    const last = room?.over ? lines.main.length - 1 : lines.main.length;
    return Array.from({ length: last + 1 }, (_, ply) => lines.main.slice(0, ply)).filter(
      (line) =>
        (thinking.reports[keyOf(line)]?.rootInfo?.visits ?? 0) < ENOUGH &&
        !settled(thinking.reports[keyOf(line)]),
    );
  }

  async run(): Promise<void> {
    this.#stopped = false;
    this.done = 0;
    for (const line of this.missing) {
      if (!this.table.think(line, true)) break;
      await this.#enough(line);
      if (this.#stopped) break;
      this.done++;
    }
    this.done = null;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #enough(line: string[]): Promise<void> {
    const began = performance.now();
    while (!this.#stopped && performance.now() - began < PATIENCE) {
      await new Promise((done) => setTimeout(done, 60));
      const report = this.table.thinking.reports[keyOf(line)];
      if ((report?.rootInfo?.visits ?? 0) >= ENOUGH || settled(report)) return;
    }
  }
}

function settled(report: { isDuringSearch?: boolean } | undefined): boolean {
  return report !== undefined && !report.isDuringSearch;
}

export type Judgement = "?!" | "?" | "??";

/** Return how bad a move was, by the chances of who made it before and after. */
export function judged(before: number, after: number): Judgement | null {
  const lost = before - after;
  return lost > 0.3 ? "??" : lost > 0.2 ? "?" : lost > 0.1 ? "?!" : null;
}
