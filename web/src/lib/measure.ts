// How good a move is, told and drawn: as a chance where games are won or lost, else in points.

import { withCommas } from "./numbers";
import type { MoveInfo } from "./told";

/** The least points and the most that a game can bring; null where it is won or lost. */
export type Points = [number, number] | null;

/** A move with its value and, where it is known, the interval of that. */
interface Valued {
  visits: number;
  winrate: number | null;
  lcb?: number | null;
  ucb?: number | null;
}

const FEW = 0.02; // of the visits of the move with most: what is told of such a move is a guess

/** How the moves of a position compare: their places on a scale from 0 to 1. */
export class Measure {
  readonly #from: number;
  readonly #to: number;

  /** Chances are drawn on the whole scale; of points there may be millions, so they are drawn on what is expected. */
  constructor(
    readonly points: Points,
    moves: Valued[],
  ) {
    const most = Math.max(0, ...moves.map((each) => each.visits));
    const sure = moves.filter((each) => each.visits > FEW * most);
    this.#from = points === null ? 0 : Math.min(1, ...sure.map((each) => each.lcb ?? each.winrate ?? 1));
    this.#to = points === null ? 1 : Math.max(0, ...sure.map((each) => each.ucb ?? each.winrate ?? 0));
  }

  /** Where a share of all that can be won lies on the scale. */
  at(share: number): number {
    if (this.#to <= this.#from) return 0.5;
    return Math.max(0, Math.min(1, (share - this.#from) / (this.#to - this.#from)));
  }

  /** How much worse than the best a move is, 0 to 1. */
  loss(move: MoveInfo, all: MoveInfo[]): number {
    const best = Math.max(...all.filter((each) => each.visits > 0).map((each) => each.winrate));
    return Math.max(0, this.at(best) - this.at(move.winrate));
  }

  /** How sure the value of a move is, 0 to 1: by the width of its interval. */
  certainty(move: MoveInfo): number {
    return Math.max(0, Math.min(1, 1 - (this.at(move.ucb) - this.at(move.lcb)) / 1.2));
  }
}

/** Return a share in per cent, a small one with a decimal. */
export const share = (value: number): string => {
  const percent = 100 * value;
  return `${percent >= 10 || percent === 0 ? Math.round(percent) : percent.toFixed(1)} %`;
};

/** Return a share of all that can be won in words: `47 %`, or points. */
export function worth(points: Points, value: number): string {
  return points === null ? share(value) : withCommas(pointsOf(points, value), digits(points));
}

/** Return the same in the few letters that a mark on the board has room for. */
export function shortWorth(points: Points, value: number): string {
  if (points === null) return `${Math.round(100 * value)}`;
  const number = pointsOf(points, value);
  const size = Math.abs(number);
  if (size >= 9_999.5) return `${Math.round(number / 1e3)}k`;
  if (size >= 999.5) return `${(number / 1e3).toFixed(1)}k`;
  return withCommas(number, size < 9.95 ? Math.min(1, digits(points)) : 0);
}

const pointsOf = ([least, most]: [number, number], value: number): number => least + value * (most - least);

const digits = ([least, most]: [number, number]): number => (most - least > 100 ? 0 : 2);
