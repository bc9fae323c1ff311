// Simulations that the engine's module has traced, as a server gives them.

import type * as module from "../../../src/gametree/export/runtime/index";
import type { Candidate, Step, Term, Trace } from "../lib/told";

/** What the worker gives of a lesson. */
export interface Taught {
  traces: module.Trace[];
  stopReason: string;
  /** The constant of the rule in these simulations. */
  c: number | null;
  /** How many simulations ran before. */
  before: number;
}

export type Rule = module.Game["rule"];

type Shown = Pick<Trace, "steps" | "formulas" | "stopReason" | "before" | "c" | "usualC">;
type Selected = Extract<module.Step, { kind: "selection" }>;
type Short<Kind> = Omit<Extract<Step, { kind: Kind }>, "simulation">;

const MOST_CANDIDATES = 40; // of a position, as a server gives them
const FORMULAS = [
  { name: "mean", formula: "mean" },
  { name: "exploration", formula: "c * range * sqrt(ln N / n)" },
  { name: "first play", formula: "parent - reduction * range" },
  { name: "exploration", formula: "c * range * P * sqrt(N) / (1 + n)" },
  { name: "untried", formula: "infinity" },
  { name: "score", formula: "score" },
];
const [MEAN, UCB1, FIRST_PLAY, PUCT, UNTRIED, WHOLE] = [0, 1, 2, 3, 4, 5];

/** Return a lesson as a server gives it. */
export function lessonOf({ traces, stopReason, c, before }: Taught, rule: Rule): Shown {
  const steps = traces.flatMap(({ simulation, steps }) =>
    steps.map((step): Step => {
      switch (step.kind) {
        case "selection":
          return { simulation, ...selection(step, { name: rule.name, c }) };
        case "backup":
          return { ...step, simulation, changes: step.changes.map(change) };
        default:
          return { ...step, simulation };
      }
    }),
  );
  return { steps, formulas: FORMULAS, stopReason, before, c, usualC: rule.c };
}

function change({ nodeVisits, ...each }: module.Change): Short<"backup">["changes"][number] {
  return { ...each, node_visits: nodeVisits, proven: [], kept: [] };
}

function selection(step: Selected, rule: Rule): Short<"selection"> {
  const { line, player, visits, value, range, candidates, chosen, reason } = step;
  const rank = (at: number): number =>
    at === chosen ? -Infinity : -(candidates[at]!.score ?? Number.MIN_SAFE_INTEGER);
  const kept = [...candidates.keys()]
    .sort((one, other) => rank(one) - rank(other) || one - other)
    .slice(0, MOST_CANDIDATES)
    .sort((one, other) => one - other);
  const guided = candidates.some(({ prior }) => prior !== null);
  const numbers: Record<string, number> = { range, N: guided ? 1 + visits : visits };
  if (rule.c !== null) numbers.c = rule.c;
  return {
    ...{ kind: "selection", line, player, visits, value, value_range: range, numbers, reason },
    candidates: kept.map((at) => candidate(candidates[at]!, candidates.length, numbers, rule.name)),
    chosen: kept.indexOf(chosen),
    left: candidates.length - kept.length,
  };
}

function candidate(
  seen: module.Candidate,
  count: number,
  numbers: Record<string, number>,
  rule: string,
): Candidate {
  const { move, visits, mean, score, prior, probability, proven, followed } = seen;
  const found: Candidate = { move, visits, mean, score: score === Infinity ? null : score, terms: [] };
  if (score !== null) found.terms = terms(score, seen, prior ?? 1 / count, numbers, rule);
  if (prior !== null) found.prior = prior;
  if (probability !== null) found.probability = probability;
  if (proven !== null) found.proven = proven;
  if (!followed) found.followed = false;
  return found;
}

/** Return what a score is made of, by rules whose terms follow from what is known of a move. */
function terms(
  score: number,
  { visits: n, mean }: module.Candidate,
  P: number,
  numbers: Record<string, number>,
  rule: string,
): Term[] {
  if (score === Infinity) return [{ of: UNTRIED!, value: null, numbers: {} }];
  if (rule === "UCB1") {
    const own = mean ?? 0;
    return [
      { of: MEAN!, value: own, numbers: {} },
      { of: UCB1!, value: score - own, numbers: { n } },
    ];
  }
  if (rule === "PUCT") {
    const explored = (numbers.c! * numbers.range! * P * Math.sqrt(numbers.N!)) / (1 + n);
    return [
      { of: n > 0 ? MEAN! : FIRST_PLAY!, value: score - explored, numbers: {} },
      { of: PUCT!, value: explored, numbers: { P, n } },
    ];
  }
  return [{ of: WHOLE!, value: score, numbers: {} }];
}

/** Lines of lessons, as the names of their moves, and the indices of these among the legal ones. */
export class Ways {
  #first: Way = { index: -1, next: new Map() };

  add(line: string[], indices: number[]): void {
    let way = this.#first;
    line.forEach((move, at) => {
      let next = way.next.get(move);
      if (next === undefined) way.next.set(move, (next = { index: indices[at]!, next: new Map() }));
      way = next;
    });
  }

  /** Return the indices of a line's moves; null if no lesson came there. */
  indices(line: string[]): number[] | null {
    const found: number[] = [];
    let way: Way | undefined = this.#first;
    for (const move of line) {
      way = way.next.get(move);
      if (way === undefined) return null;
      found.push(way.index);
    }
    return found;
  }
}

interface Way {
  index: number;
  next: Map<string, Way>;
}
