// The bars of the icicle: where each is, and how they are drawn on a canvas in a few calls.

import { shortCount } from "../lib/thinking.svelte";
import { colourOn } from "./canvas";
import type { Laid } from "./part";

export const ROW = 34;

const LEAST = 2.5; // pixels: what is narrower is left out
const NAMED = 16; // from this width on a bar has a name,
const COUNTED = 44; // and its visits
const LETTER = 7.5;
const PROVEN = { win: "✓ ", loss: "✗ ", draw: "= " };

export interface Bar {
  laid: Laid;
  x: number;
  width: number;
}

/** A bar among those that follow the same move, from 1. */
export interface Near {
  bar: Bar;
  position: number;
  count: number;
}

/** Lay the bars out: each as wide as its share of the visits, below the move that it follows. */
export function barsOf(all: Laid[], firsts: number[], whole: number, width: number): Bar[] {
  const found: Bar[] = [];
  const hang = (children: number[], visits: number, x: number, wide: number): void => {
    let from = x;
    // Of a node that lines share there are more visits than by this line: all fit below its move.
    const sum = children.reduce((before, at) => before + all[at]!.move.visits, 0);
    for (const at of children) {
      const laid = all[at]!;
      const own = (wide * laid.move.visits) / Math.max(1, visits, sum);
      if (own >= LEAST) {
        found.push({ laid, x: from, width: own });
        hang(laid.children, laid.move.visits, from, own);
      }
      from += own;
    }
  };
  hang(firsts, whole, 0, width);
  return found;
}

/** Return the bar at a point. */
export function barAt(bars: Bar[], x: number, y: number): Bar | undefined {
  const depth = Math.floor(y / ROW);
  return bars.find((each) => each.laid.depth === depth && x >= each.x && x < each.x + each.width);
}

/** Return the bars around one: `most` of those on each side and below it, and those that it follows. */
export function barsNear(bars: Bar[], middle: Bar, most: number): Near[] {
  const byAt = new Map(bars.map((bar) => [bar.laid.at, bar]));
  const beside = new Map<number, Bar[]>(); // by the move that they follow
  for (const bar of bars) {
    const known = beside.get(bar.laid.move.parent);
    if (known) known.push(bar);
    else beside.set(bar.laid.move.parent, [bar]);
  }
  const own = beside.get(middle.laid.move.parent)!;
  const at = own.indexOf(middle);
  const near = new Set(own.slice(Math.max(0, at - most), at + most + 1));
  for (const bar of beside.get(middle.laid.at)?.slice(0, most) ?? []) near.add(bar);
  for (let bar = byAt.get(middle.laid.move.parent); bar; bar = byAt.get(bar.laid.move.parent)) near.add(bar);
  return bars
    .filter((bar) => near.has(bar))
    .map((bar) => {
      const all = beside.get(bar.laid.move.parent)!;
      return { bar, position: 1 + all.indexOf(bar), count: all.length };
    });
}

/** Draw the bars, with their names where these fit. */
export function drawBars(
  canvas: HTMLCanvasElement,
  ratio: number,
  bars: Bar[],
  colourOf: (laid: Laid) => string,
): void {
  const context = canvas.getContext("2d")!;
  const shown = colourOn(canvas);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const colours = new Map<string, Path2D>();
  const joins = new Path2D();
  for (const { laid, x, width } of bars) {
    const colour = colourOf(laid);
    if (!colours.has(colour)) colours.set(colour, new Path2D());
    const box = [x + 0.5, laid.depth * ROW + 0.5, width - 1, ROW - 2] as const;
    colours.get(colour)!.roundRect(...box, 3);
    if (laid.move.same >= 0) joins.roundRect(...box, 3);
  }
  for (const [colour, path] of colours) {
    context.fillStyle = shown(colour);
    context.fill(path);
  }
  context.strokeStyle = shown("var(--ink)");
  context.lineWidth = 1;
  context.setLineDash([3, 2]);
  context.stroke(joins);
  context.setLineDash([]);
  drawNames(context, bars, getComputedStyle(canvas).fontFamily);
}

function drawNames(context: CanvasRenderingContext2D, bars: Bar[], family: string): void {
  context.textAlign = "center";
  context.lineJoin = "round";
  context.lineWidth = 2.5;
  context.strokeStyle = "#000a";
  context.fillStyle = "#fff";
  const write = (text: string, x: number, y: number): void => {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  };
  context.font = `600 12.5px ${family}`;
  for (const { laid, x, width } of bars) {
    const { move } = laid.move;
    if (width > NAMED)
      write(move.length * LETTER < width - 6 ? move : "…", x + width / 2, laid.depth * ROW + 15);
  }
  context.font = `10.5px ${family}`;
  for (const { laid, x, width } of bars) {
    const { proven, visits, same } = laid.move;
    const text = `${proven ? PROVEN[proven] : ""}${shortCount(visits)}${same >= 0 ? " ⇄" : ""}`;
    if (width > COUNTED) write(text, x + width / 2, laid.depth * ROW + 27);
  }
}
