// A search that was recorded step by step, and where in it one is.

import type { Step, Trace } from "../lib/told";

export type Selection = Extract<Step, { kind: "selection" }>;

/** A move of the root after some simulation. */
export interface Standing {
  move: string;
  visits: number;
}

export class Lesson {
  at = $state(0);
  readonly steps: Step[];
  /** How the moves of the root stood before the first simulation and after each, best first. */
  readonly standings: Standing[][];
  /** The place of the first step of each simulation. */
  readonly starts: number[];

  constructor(readonly trace: Trace) {
    this.steps = trace.steps;
    this.starts = this.steps.flatMap((step, at) =>
      at === 0 || step.simulation !== this.steps[at - 1]!.simulation ? [at] : [],
    );
    this.standings = standingsOf(trace.steps);
  }

  get step(): Step {
    return this.steps[this.at]!;
  }

  /** Which of the simulations it is, from 0. */
  get round(): number {
    return Math.max(0, this.step.simulation - this.steps[0]!.simulation);
  }

  /** The steps of the simulation, and the place of this one among them. */
  get course(): { steps: Step[]; at: number } {
    const from = this.starts[this.round]!;
    const to = this.starts[this.round + 1] ?? this.steps.length;
    return { steps: this.steps.slice(from, to), at: this.at - from };
  }

  /** How the root stands now: the simulation counts once its backup is looked at. */
  get standing(): Standing[] {
    return this.standings[this.round + (this.step.kind === "backup" ? 1 : 0)] ?? [];
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
  }

  goRound(round: number): void {
    this.go(this.starts[Math.max(0, Math.min(this.starts.length - 1, round))]!);
  }

  /** Return the place of the next backup after which another move is the best; null if none is. */
  nextChange(): number | null {
    for (let at = this.at + 1; at < this.steps.length; at++) {
      const step = this.steps[at]!;
      if (step.kind !== "backup") continue;
      const round = step.simulation - this.steps[0]!.simulation;
      if (this.changes(round)) return at;
    }
    return null;
  }

  /** Whether the best move is another one after a simulation than before. */
  changes(round: number): boolean {
    const [before, after] = [this.standings[round]?.[0], this.standings[round + 1]?.[0]];
    return before !== undefined && after !== undefined && before.visits > 0 && before.move !== after.move;
  }

  /** Be where another lesson is: in the same simulation, at a step of the same kind. */
  follow(other: Lesson): void {
    const round = other.step.simulation - this.steps[0]!.simulation;
    const from = this.starts[round];
    if (from === undefined) {
      this.go(round < 0 ? 0 : this.steps.length - 1);
      return;
    }
    const to = (this.starts[round + 1] ?? this.steps.length) - 1;
    const { kind } = other.step;
    const nth = other.course.steps.slice(0, other.course.at).filter((each) => each.kind === kind).length;
    const alike: number[] = [];
    for (let at = from; at <= to; at++) if (this.steps[at]!.kind === kind) alike.push(at);
    this.go(alike[Math.min(nth, alike.length - 1)] ?? to);
  }
}

function standingsOf(steps: Step[]): Standing[][] {
  const first = steps.find((each) => each.kind === "selection");
  let now: Standing[] =
    first?.kind === "selection" ? first.candidates.map(({ move, visits }) => ({ move, visits })) : [];
  const rank = (all: Standing[]): Standing[] => [...all].sort((a, b) => b.visits - a.visits);
  now = rank(now);
  const found = [now];
  for (const step of steps) {
    if (step.kind !== "backup") continue;
    const top = step.changes.find((each) => each.depth === 0);
    if (top) {
      const known = now.some((each) => each.move === top.move);
      const changed = now.map((each) => (each.move === top.move ? { ...each, visits: top.visits[1] } : each));
      // Whoever is first stays so until another one has more.
      now = rank(known ? changed : [...changed, { move: top.move, visits: top.visits[1] }]);
    }
    found.push(now);
  }
  return found;
}
