/** Pieces on a board: which are there, which have come, which one a player would put down. */
import type { Cell, Piece, View } from "../lib/told";

/** Return the piece in each cell that has one. */
export function piecesOf(view: View): Map<string, Piece> {
  return new Map(view.cells.flatMap((each) => (each.piece ? [[each.id, each.piece]] : [])));
}

/** Return the cells whose pieces were not there before, and the cell that each came from, if any. */
export function arrivals(before: Map<string, Piece>, view: View): Map<string, Cell | null> {
  const gone = view.cells.filter((each) => before.has(each.id) && each.piece === null);
  const found = new Map<string, Cell | null>();
  for (const cell of view.cells) {
    if (cell.piece === null || before.has(cell.id)) continue;
    const from = gone.find((each) => alike(before.get(each.id)!, cell.piece!));
    found.set(cell.id, from ?? null);
  }
  return found;
}

function alike(a: Piece, b: Piece): boolean {
  return a.shape === b.shape && a.player === b.player && a.text === b.text;
}

/** Return what a player puts down, where that is clear from the board; discs are if they fall. */
export function putDown(view: View, player: number, falls: boolean): Piece | null {
  const pieces = largePieces(view);
  const own = pieces.find((each) => each.player === player);
  if (own !== undefined) return own;
  const other = pieces.find((each) => each.player !== null);
  if (other === undefined) return falls ? { shape: "disc", player, text: "" } : null;
  const shapes: Record<string, string> = { cross: "ring", ring: "cross" };
  return { ...other, shape: (shapes[other.shape] ?? other.shape) as Piece["shape"], player };
}

/** Return a piece of a player that stands on the board, unless it is a text. */
export function ownPiece(view: View, player: number): Piece | null {
  const own = largePieces(view).find((each) => each.player === player);
  return own && own.shape !== "text" ? own : null;
}

/** Return the pieces in cells of full size. */
function largePieces(view: View): Piece[] {
  return view.cells.flatMap((each) => (each.piece && each.size === 1 ? [each.piece] : []));
}
