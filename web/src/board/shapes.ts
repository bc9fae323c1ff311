// Outlines of cells, as paths of SVG.

import type { Cell, View } from "../lib/told";

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Return the outline of a card on a cell. */
export function card(cell: Cell, margin = 0): string {
  const half = 0.46 * cell.size - margin;
  const wide = number(2 * (half * 0.78 - 0.1));
  const tall = number(2 * (half - 0.1));
  const r = ".1";
  return `M${number(cell.x - half * 0.78 + 0.1)} ${number(cell.y - half)}h${wide}a${r} ${r} 0 0 1 ${r} ${r}v${tall}a${r} ${r} 0 0 1-${r} ${r}h-${wide}a${r} ${r} 0 0 1-${r}-${r}v-${tall}a${r} ${r} 0 0 1 ${r}-${r}Z`;
}

/** Return the outline of what a cell is on a table of cards: of a card, turned, or of a die. */
export function tableCard(cell: Cell, margin = 0): string {
  const { x, y, size, turn } = cell;
  const die = cell.piece?.shape === "die" || cell.shape === "square";
  const down = (die ? 0.42 : 0.5) * size - margin;
  const aside = (die ? 0.42 : 0.35) * size - margin;
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const corners = [
    [-aside, -down],
    [aside, -down],
    [aside, down],
    [-aside, down],
  ].map(([dx, dy]) => `${number(x + dx! * cos - dy! * sin)} ${number(y + dx! * sin + dy! * cos)}`);
  return `M${corners.join("L")}Z`;
}

/** Return the outline of a cell, smaller by a margin. */
export function outline(cell: Cell, margin = 0): string {
  const { x, y } = cell;
  const half = cell.size / 2 - margin;
  if (cell.shape === "hexagon") {
    const radius = cell.size / Math.sqrt(3) - margin;
    const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
      const angle = (Math.PI * corner) / 3;
      return `${number(x + radius * Math.sin(angle))} ${number(y + radius * Math.cos(angle))}`;
    });
    return `M${corners.join("L")}Z`;
  }
  if (cell.shape === "circle" || cell.shape === "point") return disc(x, y, half * 0.92);
  const [left, top] = [number(x - half), number(y - half)];
  return `M${left} ${top}h${number(2 * half)}v${number(2 * half)}h${number(-2 * half)}Z`;
}

export function disc(x: number, y: number, radius: number): string {
  const across = number(2 * radius);
  const r = number(radius);
  return `M${number(x - radius)} ${number(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0Z`;
}

/** Return an arrow between two points as the outline of a shaft and a head. */
export function arrow(x1: number, y1: number, x2: number, y2: number, width: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(length * 0.6, 0.16 + 1.7 * width);
  const at = (along: number, aside: number): string =>
    `${number(x1 + ux * along - uy * aside)} ${number(y1 + uy * along + ux * aside)}`;
  const neck = length - head;
  const w = width / 2;
  const points = [
    at(0.12, w),
    at(neck, w),
    at(neck, w + 0.1),
    at(length, 0),
    at(neck, -w - 0.1),
    at(neck, -w),
    at(0.12, -w),
  ];
  return `M${points.join("L")}Z`;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Written {
  x: number;
  y: number;
  text: string;
  size: number;
}

/** Return the part of the plane that a view takes, and its texts: a small board is drawn large,
 * so the labels around it are smaller and nearer. A picture shows the cells alone. */
export function layout(view: View, still: boolean): { box: Box; texts: Written[] } {
  const margin = 0.06;
  if (view.cells.length === 0)
    return { box: { x: 0, y: 0, width: view.width, height: view.height }, texts: view.texts };
  const shown = view.cells.filter((each) => each.shape !== "none" || each.piece !== null);
  const whole = still && shown.length > 0 ? shown : view.cells;
  const left = Math.min(...whole.map((each) => each.x - each.size / 2));
  const top = Math.min(...whole.map((each) => each.y - each.size / 2));
  const right = Math.max(...whole.map((each) => each.x + each.size / 2));
  const under = Math.max(...whole.map((each) => each.y + each.size / 2));
  const scale = still ? 0 : Math.min(1, Math.max(0.38, Math.max(view.width, view.height) / 9));
  const near = (at: number, from: number, to: number): number =>
    at < from ? from - (from - at) * scale : at > to ? to + (at - to) * scale : at;
  const x = near(Math.min(0, left), left, right) - margin;
  const y = near(Math.min(0, top), top, under) - margin;
  const width = near(Math.max(view.width, right), left, right) + margin - x;
  const height = near(Math.max(view.height, under), top, under) + margin - y;
  const texts = still
    ? []
    : view.texts.map((each) => ({
        ...each,
        x: near(each.x, left, right),
        y: near(each.y, top, under),
        size: each.size * scale,
      }));
  return { box: { x, y, width, height }, texts };
}
