// A part of the tree as it is drawn: which move stands below which, and how arrow keys go through it.

import { share, worth, type Points } from "../lib/measure";
import { withCommas } from "../lib/numbers";
import type { PartMove } from "../lib/told";

export interface Laid {
  at: number;
  move: PartMove;
  /** What tells the line that leads there from others. */
  id: string;
  depth: number;
  /** The names of the moves that lead there. */
  path: string[];
  children: number[];
}

/** Return the moves of a part with what stands below each; and those of the first position. */
export function laidOut(nodes: PartMove[]): { all: Laid[]; firsts: number[] } {
  const all: Laid[] = [];
  const firsts: number[] = [];
  nodes.forEach((move, at) => {
    const parent = all[move.parent];
    all.push({
      at,
      move,
      id: parent ? `${parent.id}\u0001${move.move}` : move.move,
      depth: parent ? parent.depth + 1 : 0,
      path: parent ? [...parent.path, move.move] : [move.move],
      children: [],
    });
    (parent ? parent.children : firsts).push(at);
  });
  return { all, firsts };
}

/** Return where an arrow key leads to; directions are those of the tree, whatever way it is drawn. */
export function stepTo(
  all: Laid[],
  firsts: number[],
  from: number,
  way: "in" | "out" | "next" | "previous",
): number {
  const here = all[from]!;
  if (way === "out") return here.move.parent >= 0 ? here.move.parent : from;
  if (way === "in") return here.children[0] ?? from;
  const beside = here.move.parent >= 0 ? all[here.move.parent]!.children : firsts;
  const place = beside.indexOf(from) + (way === "next" ? 1 : -1);
  return beside[place] ?? from;
}

export function labelOf(laid: Laid, whole: number, points: Points): string {
  const { move, path } = laid;
  const value = move.proven
    ? `proven ${move.proven}`
    : move.winrate === null
      ? ""
      : `value ${worth(points, move.winrate)}`;
  const shared = move.same >= 0 ? ", shared with another line" : "";
  return `${path.join(" ")}: ${withCommas(move.visits)} visits, ${share(move.visits / whole)}, ${value}${shared}`;
}
