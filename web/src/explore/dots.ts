// The dots of the graph: where each is and where it moves to, drawn on a canvas in a few calls.

import { colourOn } from "./canvas";
import type { Laid } from "./part";

/** The side of the square that dots lie in. */
export const SIZE = 1000;

const MIDDLE = { x: SIZE / 2, y: SIZE / 2 };
const STEP = 0.16; // of the way that is left, in each frame
const NEAR = 4; // a dot is hit this far beside its edge

interface Dot {
  laid: Laid;
  x: number;
  y: number;
  toX: number;
  toY: number;
  radius: number;
  colour: string;
}

/** Return an angle for each move: each has room for the dots that stand outermost below it. */
function angles(all: Laid[], firsts: number[]): Map<number, number> {
  const room = new Map<number, number>();
  for (let at = all.length - 1; at >= 0; at--) {
    const below = all[at]!.children.reduce((sum, child) => sum + room.get(child)!, 0);
    room.set(at, Math.max(1, below));
  }
  const found = new Map<number, number>();
  const spread = (children: number[], from: number, to: number): void => {
    const sum = children.reduce((whole, at) => whole + room.get(at)!, 0);
    let angle = from;
    for (const at of children) {
      const own = ((to - from) * room.get(at)!) / Math.max(1, sum);
      found.set(at, angle + own / 2);
      spread(all[at]!.children, angle, angle + own);
      angle += own;
    }
  };
  spread(firsts, -Math.PI / 2, 1.5 * Math.PI);
  return found;
}

export class Dots {
  #dots = new Map<string, Dot>();
  #all: Laid[] = [];
  #value: (colour: string) => string = (colour) => colour;

  /** Take the moves of a part. What is new comes out of the move before it. */
  take(all: Laid[], firsts: number[], whole: number, colourOf: (laid: Laid) => string): void {
    const before = this.#dots;
    const angle = angles(all, firsts);
    const deepest = 1 + all.reduce((most, each) => Math.max(most, each.depth), 0);
    this.#dots = new Map();
    this.#all = all;
    for (const laid of all) {
      // A move that joins another line has no dot of its own, but a link to that line's.
      if (laid.move.same >= 0) continue;
      const far = (SIZE / 2 - 26) * ((laid.depth + 1) / deepest) ** 0.8;
      const turn = angle.get(laid.at)!;
      const parent = all[laid.move.parent]?.id ?? "";
      const from = before.get(laid.id) ?? this.#dots.get(parent) ?? MIDDLE;
      this.#dots.set(laid.id, {
        laid,
        x: from.x,
        y: from.y,
        toX: SIZE / 2 + far * Math.cos(turn),
        toY: SIZE / 2 + far * Math.sin(turn),
        radius: 2.2 + 15 * Math.sqrt(laid.move.visits / whole),
        colour: colourOf(laid),
      });
    }
  }

  /** Move each dot on, or there at once; return whether any is still on its way. */
  step(atOnce: boolean): boolean {
    let moves = false;
    for (const dot of this.#dots.values()) {
      const [dx, dy] = [dot.toX - dot.x, dot.toY - dot.y];
      const near = atOnce || Math.abs(dx) + Math.abs(dy) < 0.6;
      dot.x = near ? dot.toX : dot.x + STEP * dx;
      dot.y = near ? dot.toY : dot.y + STEP * dy;
      moves ||= !near;
    }
    return moves;
  }

  /** The move of an id, where it has a dot. */
  get(id: string | null): Laid | undefined {
    return id === null ? undefined : this.#dots.get(id)?.laid;
  }

  /** Return the id of the dot at a point, the one drawn last of several. */
  at(x: number, y: number): string | null {
    let found: string | null = null;
    for (const [id, dot] of this.#dots) if (Math.hypot(dot.x - x, dot.y - y) <= dot.radius + NEAR) found = id;
    return found;
  }

  /** Draw all; the ids of `lit` have a rim. */
  draw(canvas: HTMLCanvasElement, lit: Set<string>): void {
    const context = canvas.getContext("2d")!;
    this.#value = colourOn(canvas);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const { scale, left, top } = square(canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, left, top);
    this.#links(context);
    context.fillStyle = this.#value("var(--strong)");
    context.fill(circles([{ ...MIDDLE, radius: 9 }]));
    const dots = [...this.#dots.values()];
    const colours = new Map<string, Dot[]>();
    for (const dot of dots) {
      const alike = colours.get(dot.colour);
      if (alike) alike.push(dot);
      else colours.set(dot.colour, [dot]);
    }
    for (const [colour, alike] of colours) {
      context.fillStyle = this.#value(colour);
      context.fill(circles(alike));
    }
    const proven = dots.filter((dot) => dot.laid.move.proven !== null);
    this.#rims(context, dots, "--sunk", 0.8);
    this.#rims(context, proven, "--good", 1.4);
    this.#rims(
      context,
      dots.filter((dot) => lit.has(dot.laid.id)),
      "--strong",
      3,
    );
  }

  #rims(context: CanvasRenderingContext2D, dots: Dot[], colour: string, width: number): void {
    context.strokeStyle = this.#value(`var(${colour})`);
    context.lineWidth = width;
    context.stroke(circles(dots));
  }

  #links(context: CanvasRenderingContext2D): void {
    const [lines, joins] = [new Path2D(), new Path2D()];
    for (const each of this.#all) {
      const from = this.#all[each.move.parent];
      const a = from ? this.#dots.get(from.id) : MIDDLE;
      const b = this.#dots.get(each.move.same >= 0 ? this.#all[each.move.same]!.id : each.id);
      if (!a || !b) continue;
      const path = each.move.same >= 0 ? joins : lines;
      path.moveTo(a.x, a.y);
      path.lineTo(b.x, b.y);
    }
    context.lineWidth = 0.9;
    context.globalAlpha = 0.45;
    context.strokeStyle = this.#value("var(--faint)");
    context.stroke(lines);
    context.globalAlpha = 0.6;
    context.setLineDash([4, 3]);
    context.strokeStyle = this.#value("var(--warn)");
    context.stroke(joins);
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
}

/** Return where the square of the dots lies in a picture: in its middle, as large as it fits. */
export function square(width: number, height: number): { scale: number; left: number; top: number } {
  const scale = Math.min(width, height) / SIZE;
  return { scale, left: (width - scale * SIZE) / 2, top: (height - scale * SIZE) / 2 };
}

function circles(dots: { x: number; y: number; radius: number }[]): Path2D {
  const path = new Path2D();
  for (const { x, y, radius } of dots) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
  return path;
}
