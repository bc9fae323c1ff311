// Views: the text of a position becomes cells, pieces, lines and texts, as `learned_view.py` says.

const WORDS = /[0-9]+|[A-Za-z]+|[^\s]/gu;

/** Who moves, as features have it. */
export function moverOf({ over, chance, player }) {
  return over ? "over" : chance ? "chance" : String(player);
}

function reader(text, mover) {
  const lines = text.split("\n");
  const words = new Map();
  return ([kind, line, index]) => {
    if (kind === "mover") return mover;
    if (kind === "letter") return [...(lines[line] ?? "")][index] ?? "";
    if (!words.has(line)) words.set(line, (lines[line] ?? "").match(WORDS) ?? []);
    return words.get(line).at(index) ?? "";
  };
}

/** The view of a position; null where something of it was in no random game. */
export function viewOf({ view }, text, mover) {
  if (view === null) return null;
  const read = reader(text, mover);
  const values = view.features.map(read);
  let unseen = false;
  const part = (of) => {
    if (of === null || typeof of !== "object") return of;
    const value = values[of.by];
    const { values: known, around, usual } = view.tables[of.in];
    if (Object.hasOwn(known, value)) return known[value];
    if (around !== undefined) return around[0] + value + around[1];
    if (usual !== undefined && /^[0-9]+$/.test(value)) return usual;
    unseen = true;
    return null;
  };
  const cells = view.cells
    .filter((each) => part(each.here))
    .map((each) => {
      const cell = { id: each.id, piece: null };
      for (const name of ["x", "y", "shape", "size", "shade", "label", "zone", "turn"]) cell[name] = part(each[name]);
      if (part(each.piece)) cell.piece = { shape: part(each.kind), player: part(each.player), text: part(each.mark) };
      return cell;
    });
  const found = {
    width: part(view.width),
    height: part(view.height),
    falls: view.falls,
    cells,
    lines: view.lines.filter((each) => part(each.here)).map((each) => each.line),
    texts: view.texts
      .filter((each) => part(each.here))
      .map(({ x, y, size, text }) => ({ x, y, text: part(text), size })),
  };
  return unseen ? null : found;
}

export const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The zones of the cells whose pieces the last move changed. */
export function changedZones(before, after) {
  if (before === null || after === null) return new Set();
  const then = new Map(before.cells.map((cell) => [cell.id, cell.piece]));
  const cells = after.cells.filter(({ id, piece }) => then.has(id) && !same(then.get(id), piece));
  const moved = cells.filter(({ id, piece }) => piece === null || then.get(id) === null);
  return new Set((moved.some(({ piece }) => piece !== null) ? moved : cells).map(({ zone }) => zone));
}
