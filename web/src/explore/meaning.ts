// What the numbers of a move mean, in sentences.

import { share, worth, type Points } from "../lib/measure";
import { withCommas } from "../lib/numbers";
import { shortCount } from "../lib/thinking.svelte";
import type { Slice, TreeMove } from "../lib/told";

export interface Meaning {
  name: string;
  number: string;
  text: string;
}

const WORDS = { win: "a win", loss: "a loss", draw: "a draw" };

const chance = (value: number | null): string => (value === null ? "–" : share(value));

/** Return what there is to say of a move of a position. */
export function meaningsOf(move: TreeMove, slice: Slice, mover: string, points: Points): Meaning[] {
  const whole = Math.max(1, slice.visits ?? 1);
  const valued = (each: number | null): string => (each === null ? "–" : worth(points, each));
  const found: Meaning[] = [
    {
      name: "Visits",
      number: withCommas(move.visits),
      text: `So many simulations went on with this move: ${share(move.visits / whole)} of those that came here. The search goes where it expects most, so this is its verdict.`,
    },
  ];
  if (move.proven !== null)
    found.push({
      name: "Proof",
      number: WORDS[move.proven],
      text: `It is certain: with best play this is ${WORDS[move.proven]} for ${mover}${move.plies === null ? "" : `, ${move.plies === 0 ? "at once" : `${move.plies + 1} moves from here`}`}. Such a move needs no more simulations.`,
    });
  else if (move.value !== null) {
    found.push({
      name: "Value",
      number: valued(move.winrate),
      text:
        points === null
          ? `The average return of these simulations for ${mover} is ${move.value.toFixed(3)}: ${chance(move.winrate)} of the way from the worst return to the best.`
          : `The average return of these simulations for ${mover}, in points.`,
    });
    if (move.lcb !== null)
      found.push({
        name: "Interval",
        number: `${valued(move.lcb)} to ${valued(move.ucb)}`,
        text: "The 95 % interval of that average: it becomes narrower with each visit. It knows of the noise of simulations, not of whether they look at the right moves.",
      });
  }
  if (move.probability !== null)
    found.push({
      name: "Probability",
      number: chance(move.probability),
      text: "Chance moves here, and this is how likely it draws this.",
    });
  if (move.prior !== null)
    found.push({
      name: "Prior",
      number: chance(move.prior),
      text: "The share of visits that the evaluation advised before anything was searched.",
    });
  if (move.joined > 0)
    found.push({
      name: "Shared",
      number: `+${shortCount(move.joined)}`,
      text: "Other lines lead to the same position, and share its node: so many further simulations came there by them.",
    });
  return found;
}
