// How a move of the tree is painted: by whom the position after it favours.

import type { Measure } from "../lib/measure";
import type { PartMove } from "../lib/told";

/** Return a colour: of two players a mix of theirs, of others how much the one who moved gets. */
export function colourOf(move: PartMove, players: number, measure: Measure): string {
  if (move.winrate === null) return "var(--faint)";
  if (players !== 2 || move.player < 0)
    return `color-mix(in srgb, var(--accent) ${Math.round(20 + 80 * measure.at(move.winrate))}%, var(--panel))`;
  const first = move.player === 0 ? move.winrate : 1 - move.winrate;
  // Most values lie near the middle: there a little more is seen as more.
  const spread = 0.5 + 0.5 * Math.sign(first - 0.5) * Math.abs(2 * first - 1) ** 0.7;
  return `color-mix(in srgb, var(--p0) ${Math.round(100 * spread)}%, var(--p1))`;
}
