// What the search thinks: the last report of each line, and how the visits of one moved.

import { keyOf, type Lines } from "./lines.svelte";
import type { ReportTold } from "../protocol";
import type { Report } from "./told";

/** The shares of visits at a time. */
export interface Frame {
  visits: number;
  shares: Record<string, number>;
}

const MOST_FRAMES = 400;

export class Thinking {
  reports: Record<string, Report> = $state.raw({});
  frames: Frame[] = $state.raw([]);
  running = $state(false);
  /** Why nothing is thought. */
  fault: string | null = $state(null);
  /** What the search waits for before it is heard of. */
  waits: string | null = $state(null);
  #key: string | null = null;

  constructor(readonly lines: Lines) {}

  hear(line: string[], told: ReportTold): void {
    const key = keyOf(line);
    this.running = !told.error && told.isDuringSearch === true;
    if (told.error) this.fault = told.error;
    this.waits = null;
    const report = measured(told);
    if (report === null) return;
    this.reports = { ...this.reports, [key]: report };
    if (key !== this.#key) {
      this.#key = key;
      this.frames = [];
    }
    const whole = Math.max(
      1,
      report.moveInfos.reduce((sum, each) => sum + each.visits, 0),
    );
    const shares = Object.fromEntries(report.moveInfos.map((each) => [each.move, each.visits / whole]));
    const frames = [...this.frames, { visits: report.rootInfo.visits, shares }];
    // A long race keeps every second frame of what is past.
    this.frames = frames.length > MOST_FRAMES ? frames.filter((_, at) => at % 2 === 0) : frames;
  }

  stopped(): void {
    this.running = false;
  }

  /** The report on what is looked at. */
  get report(): Report | null {
    return this.reports[this.lines.seenKey] ?? null;
  }

  /** The frames of what is looked at. */
  get race(): Frame[] {
    return this.#key === this.lines.seenKey ? this.frames : [];
  }

  /** How likely the first of two players is to win after a line; null if nobody has looked. */
  chance(line: string[]): number | null {
    const root = this.reports[keyOf(line)]?.rootInfo;
    if (root === undefined) return null;
    return root.currentPlayer === 0 ? root.winrate : 1 - root.winrate;
  }
}

/** Fill in what is not known of moves that were hardly tried; null if nothing is known at all. */
function measured(told: ReportTold): Report | null {
  const { rootInfo: root, moveInfos: infos = [] } = told;
  if (told.error || root === undefined || root.winrate === null) return null;
  const moveInfos = infos.map((each) => ({
    ...each,
    winrate: each.winrate ?? 0.5,
    lcb: each.lcb ?? 0,
    ucb: each.ucb ?? 1,
  }));
  return { ...told, moveInfos, rootInfo: { ...root, winrate: root.winrate } };
}

export function shortCount(count: number): string {
  if (count >= 9_999_500) return `${Math.round(count / 1e6)}M`;
  if (count >= 999_500) return `${(count / 1e6).toFixed(1).replace(".0", "")}M`;
  if (count >= 9_950) return `${Math.round(count / 1e3)}k`;
  if (count >= 1_000) return `${(count / 1e3).toFixed(1).replace(".0", "")}k`;
  return String(count);
}
