// What is drawn over a board: candidates of the search, numbered lines.

import { Measure, shortWorth, type Points } from "../lib/measure";
import type { Cell, MoveInfo, View } from "../lib/told";
import { zonesOf, type Zone } from "../lib/zones";

/** A candidate move: on one cell, or a piece's way to there, perhaps of several pieces. */
export interface Mark {
  move: string;
  ways: [Cell, Cell][];
  to: Cell;
  share: number;
  sure: number;
  colour: string;
  text: string;
}

const MOST = 14;
const MOST_ARROWS = 5;

/** Return a colour from green to red for how much worse than the best a move is. */
export function lossColour(loss: number): string {
  const hue = 142 - 138 * Math.min(1, loss / 0.3) ** 0.6;
  return `hsl(${Math.round(hue)} 62% 38%)`;
}

/** Return a colour from red for the worst return, 0, to green for the best, 1. */
export function valueColour(value: number): string {
  return `hsl(${Math.round(4 + 138 * value)} 62% 36%)`;
}

/** Return a mark for each candidate whose clicks are known. */
export function marksOf(view: View, infos: MoveInfo[], points: Points): Mark[] {
  const measure = new Measure(points, infos);
  const zones = zonesOf(view);
  const whole = infos.reduce((sum, each) => sum + each.visits, 0);
  const several = Object.values(view.moves).some((clicks) => clicks.length > 1);
  const most = Math.max(1, ...infos.map((each) => each.visits));
  return infos
    .filter((each) => each.order === 0 || (each.visits > 0 && each.visits >= 0.01 * whole))
    .sort((a, b) => a.order - b.order)
    .slice(0, several ? MOST_ARROWS : MOST)
    .flatMap((info) => {
      const clicks = view.moves[info.move] ?? [];
      const to = zones.get(clicks.at(-1) ?? "")?.at;
      if (to === undefined) return [];
      return {
        move: info.move,
        ways: waysOf(clicks.flatMap((click) => zones.get(click) ?? [])),
        to,
        share: info.order === 0 ? 1 : info.visits / most,
        sure: info.proven ? 1 : measure.certainty(info),
        colour: lossColour(measure.loss(info, infos)),
        text: info.proven
          ? { win: "✓", loss: "✗", draw: "=" }[info.proven]
          : shortWorth(points, info.winrate),
      };
    });
}

/** Return the ways on which a move takes pieces: a click on another one of the mover takes that up. */
function waysOf(clicked: Zone[]): [Cell, Cell][] {
  const ownerOf = (zone: Zone | undefined): number | null | undefined =>
    zone?.cells.find((each) => each.piece !== null)?.piece?.player;
  const mover = ownerOf(clicked[0]);
  const found: [Cell, Cell][] = [];
  let holds = true;
  for (let at = 1; at < clicked.length; at++) {
    const [before, here] = [clicked[at - 1]!, clicked[at]!];
    const takes: boolean = !holds && (here === before || (mover !== undefined && ownerOf(here) === mover));
    if (!takes) found.push([before.at, here.at]);
    holds = takes;
  }
  return found;
}

/** A move of a line that is shown on the board, and its number in it. */
export interface Step {
  cell: Cell;
  number: number;
  player: number;
}
