// What can be clicked on a board, and what clicks come to.

import type { Cell, Piece, View } from "./told";

/** What one click means; `at` is where a piece would come to lie. */
export interface Zone {
  name: string;
  cells: Cell[];
  at: Cell;
}

/** Return the zones of a view; what lies over other cells, or shows nothing, is none. */
export function zonesOf(view: View): Map<string, Zone> {
  const used = new Set(Object.values(view.moves).flat());
  const zones = new Map<string, Zone>();
  for (const cell of view.cells) {
    const bare = cell.shape === "none" && (cell.size > 1 || cell.piece === null);
    if (bare && !used.has(cell.zone)) continue;
    const zone = zones.get(cell.zone);
    if (zone === undefined) zones.set(cell.zone, { name: cell.zone, cells: [cell], at: cell });
    else zone.cells.push(cell);
  }
  if (view.falls) for (const zone of zones.values()) zone.at = landing(zone.cells, 0);
  return zones;
}

/** Return the empty cell of a column that its next stone falls to, after so many others. */
export function landing(cells: Cell[], above: number): Cell {
  const empty = cells.filter((each) => each.piece === null).sort((a, b) => b.y - a.y);
  return empty[above] ?? empty.at(-1) ?? cells[0]!;
}

/** Return the zones that go on a move whose first clicks are made. */
export function nextZones(moves: Record<string, string[]>, picked: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, clicks] of Object.entries(moves)) {
    if (clicks.length <= picked.length || picked.some((zone, at) => clicks[at] !== zone)) continue;
    const zone = clicks[picked.length]!;
    const names = found.get(zone);
    if (names) names.push(name);
    else found.set(zone, [name]);
  }
  return found;
}

/** Return the move that clicks make, if they make one. */
export function moveOf(moves: Record<string, string[]>, picked: string[]): string | null {
  for (const [name, clicks] of Object.entries(moves))
    if (clicks.length === picked.length && clicks.every((zone, at) => zone === picked[at])) return name;
  return null;
}

/** Return the nearest zone in a direction, as an arrow key means it. */
export function neighbour(zones: Iterable<Zone>, from: Zone, dx: number, dy: number): Zone | null {
  let best: Zone | null = null;
  let least = Infinity;
  for (const zone of zones) {
    const x = zone.at.x - from.at.x;
    const y = zone.at.y - from.at.y;
    const along = dx * x + dy * y;
    const aside = Math.abs(dx * y - dy * x);
    if (zone === from || along < 0.05) continue;
    if (aside > 1.05 * along) continue;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [zone, far];
  }
  return best;
}

/** Return the cells that a line of moves is played on, as far as their names tell. */
export function cellsOfLine(view: View, names: string[]): (Cell | null)[] {
  const zones = zonesOf(view);
  const fallen = new Map<string, number>();
  return names.map((name) => {
    const clicks = view.moves[name] ?? (zones.has(name) ? [name] : (name.match(/[A-Za-z]\d+/g) ?? []));
    const zone = zones.get(clicks.at(-1) ?? "");
    if (zone === undefined) return null;
    if (!view.falls) return zone.at;
    const before = fallen.get(zone.name) ?? 0;
    fallen.set(zone.name, before + 1);
    return landing(zone.cells, before);
  });
}

/** Return a text of a board with the names of the players in it. */
export function named(text: string, names: string[]): string {
  return text.replace(/player (\d+)/g, (whole, number) => names[Number(number) - 1] ?? whole);
}

/** Return what a piece is called by whoever reads the board aloud. */
export function pieceName(piece: Piece | null, names: string[]): string {
  if (piece === null) return "empty";
  if (isCard(piece)) return ""; // its cell is named after it
  const owner = piece.player === null ? "" : (names[piece.player] ?? `player ${piece.player + 1}`);
  if (piece.text) return owner ? `${piece.text} of ${owner}` : piece.text;
  if (piece.shape === "cross") return "X";
  if (piece.shape === "ring") return "O";
  return owner ? `${piece.shape} of ${owner}` : piece.shape;
}

/** How a board is painted: it follows from what it is made of. */
export type Tone = "drop" | "wood" | "felt" | "chequer" | "hex" | "cards" | "table" | "bare" | "plain";

/** Whether a piece is a card or a die, which has a shape of its own. */
export function isCard(piece: Piece): boolean {
  return piece.shape === "card" || piece.shape === "back" || piece.shape === "die";
}

export function toneOf(view: View): Tone {
  if (view.falls) return "drop";
  if (view.cells.some((each) => each.shape === "card" || (each.piece !== null && isCard(each.piece))))
    return "table";
  const first = view.cells.find((each) => each.shape !== "none");
  if (first === undefined) return "bare";
  if (first.shape === "point") return "wood";
  if (first.shape === "hexagon") return "hex";
  const squares = view.cells.filter((each) => each.shape === "square");
  if (squares.some((each) => each.piece?.shape === "stone")) return "felt";
  if (squares.length === 0) return "plain";
  if (squares.every((each) => each.piece?.shape === "text" && each.piece.player === null)) return "cards";
  return squares.some((each) => each.shade === 1) ? "chequer" : "plain";
}
