// The board: a drawing, the text of a position, and the names of the legal moves become an SVG.

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The pieces on the cells, by their ids. */
function piecesOf(drawing, text) {
  const lines = text.split("\n");
  const found = new Map();
  for (const cell of drawing.cells) {
    const piece = cell.letters[lines[cell.line]?.[cell.column]];
    if (piece) found.set(cell.id, piece);
  }
  return found;
}

/** The zones to click for each move: by its name, as gametree's `view_of` finds them. */
function clicksOf(drawing, moves) {
  const zones = new Set(drawing.cells.map((cell) => cell.zone));
  const found = new Map();
  const taken = new Set();
  for (const name of moves) {
    let clicks = drawing.clicks[name] ?? byName(name, zones);
    const key = clicks.join(" ");
    if (taken.has(key)) clicks = [];
    if (clicks.length > 0) taken.add(key);
    found.set(name, clicks);
  }
  // A click that ends one move while it begins another is neither.
  const begun = new Set();
  for (const clicks of found.values())
    for (let count = 1; count < clicks.length; count++) begun.add(clicks.slice(0, count).join(" "));
  for (const [name, clicks] of found) if (begun.has(clicks.join(" "))) found.set(name, []);
  return found;
}

function byName(name, zones) {
  if (zones.has(name)) return [name];
  const parts = name.match(/[A-Za-z]\d+/g) ?? [];
  const rest = name.replace(/[A-Za-z]\d+/g, "");
  const sound = parts.length > 1 && parts.every((part) => zones.has(part)) && /^[-x:> ]*$/.test(rest);
  return sound ? parts : [];
}

/** The cells whose pieces the last move changed. */
function changed(drawing, before, after) {
  if (before === null) return new Set();
  const told = (piece) => JSON.stringify(piece ?? null);
  const cells = drawing.cells.filter(({ id }) => told(before.get(id)) !== told(after.get(id)));
  const moved = cells.filter(({ id }) => !before.has(id) || !after.has(id));
  return new Set((moved.some(({ id }) => after.has(id)) ? moved : cells).map(({ zone }) => zone));
}

function cellShape({ x, y, size, shape, shade }) {
  const kind = `cell ${shape} ${["", "dark", "must"][shade] ?? ""}`;
  const half = size / 2;
  if (shape === "circle" || shape === "point")
    return element("circle", { cx: x, cy: y, r: shape === "point" ? 0.16 : half * 0.86, class: kind });
  if (shape === "hexagon") {
    const corners = [0, 1, 2, 3, 4, 5].map((k) => {
      const angle = (Math.PI * k) / 3;
      return `${x + (half / 0.866) * Math.sin(angle)},${y + (half / 0.866) * Math.cos(angle)}`;
    });
    return element("polygon", { points: corners.join(" "), class: kind });
  }
  return element("rect", { x: x - half, y: y - half, width: size, height: size, class: kind });
}

function pieceShape({ x, y, size }, piece) {
  const kind = piece.player ?? "";
  const r = 0.36 * size;
  const group = element("g", { class: `p${kind}` });
  if (piece.shape === "cross")
    group.append(
      element("path", {
        d: `M${x - r * 0.8},${y - r * 0.8}L${x + r * 0.8},${y + r * 0.8}M${x - r * 0.8},${y + r * 0.8}L${x + r * 0.8},${y - r * 0.8}`,
        class: "cross",
      }),
    );
  else if (piece.shape === "ring") group.append(element("circle", { cx: x, cy: y, r: r * 0.85, class: "ring" }));
  else if (piece.shape !== "text") group.append(element("circle", { cx: x, cy: y, r, class: "disc" }));
  if (piece.text) {
    const glyph = element("text", { x, y, "font-size": (piece.text.length > 1 ? 0.45 : 0.72) * size, class: piece.shape === "text" ? "glyph sign" : "glyph" });
    glyph.textContent = piece.text;
    group.append(glyph);
  }
  return group;
}

/** A board in an element; `play(name)` is called when clicks have made a move. */
export class Board {
  #before = null;
  #picked = [];
  #shown = null;

  constructor(place, drawing, play) {
    this.place = place;
    this.drawing = drawing;
    this.play = play;
  }

  /** Draw a position, with the moves that clicks may make, and a move to point at. */
  show({ text, moves, active, hint = null, fresh = false }) {
    if (this.drawing.cells.length === 0) return this.#showText(text, moves, active);
    const pieces = piecesOf(this.drawing, text);
    if (this.#shown !== text || fresh) {
      this.#before = fresh ? null : (this.#shown && piecesOf(this.drawing, this.#shown));
      this.#shown = text;
      this.#picked = [];
    }
    this.state = { text, moves, active, hint };
    const clicks = clicksOf(this.drawing, moves);
    const next = new Set();
    for (const each of clicks.values())
      if (active && this.#picked.every((zone, k) => each[k] === zone) && each.length > this.#picked.length)
        next.add(each[this.#picked.length]);
    const last = changed(this.drawing, this.#before, pieces);
    const hinted = new Set(hint === null ? [] : (clicks.get(hint) ?? []));
    const { width, height, lines, texts } = this.drawing;
    const svg = element("svg", {
      viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`,
      role: "group",
      "aria-label": "Board",
      class: this.drawing.falls ? "falls" : "",
    });
    for (const [x1, y1, x2, y2, weight] of lines)
      svg.append(element("line", { x1, y1, x2, y2, class: `stroke ${weight}` }));
    const focused = document.activeElement?.dataset?.zone;
    for (const zone of new Set(this.drawing.cells.map((cell) => cell.zone))) {
      const cells = this.drawing.cells.filter((cell) => cell.zone === zone);
      const kinds = ["zone"];
      if (next.has(zone)) kinds.push("legal");
      if (this.#picked.includes(zone)) kinds.push("picked");
      if (last.has(zone)) kinds.push("last");
      if (hinted.has(zone)) kinds.push("hinted");
      const shown = cells.map((cell) => this.#told(cell, pieces.get(cell.id))).join(", ");
      const group = element("g", { class: kinds.join(" "), role: "button", "aria-label": shown, "data-zone": zone });
      group.setAttribute("tabindex", next.has(zone) || this.#picked.includes(zone) ? "0" : "-1");
      for (const cell of cells) {
        const { x, y, size } = cell; // between round cells of a zone a click counts, too
        group.append(
          element("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, fill: "transparent" }),
          cellShape(cell),
        );
        const piece = pieces.get(cell.id);
        if (piece) group.append(pieceShape(cell, piece));
      }
      group.addEventListener("click", () => this.#click(zone, next, clicks));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.#click(zone, next, clicks);
      });
      svg.append(group);
    }
    for (const { x, y, text: words, size } of texts) {
      const label = element("text", { x, y, "font-size": size });
      label.textContent = words;
      svg.append(label);
    }
    const unclicked = moves.filter((name) => clicks.get(name).length === 0);
    this.place.replaceChildren(svg, ...this.#buttons(unclicked, active, hint));
    if (focused !== undefined)
      [...svg.querySelectorAll("[data-zone]")].find((each) => each.dataset.zone === focused)?.focus();
  }

  #told(cell, piece) {
    if (!piece) return cell.label;
    const owner = piece.player === null ? "" : ` of player ${piece.player + 1}`;
    return `${cell.label}: ${piece.text || piece.shape}${owner}`;
  }

  #click(zone, next, clicks) {
    const { active } = this.state;
    if (!active) return;
    if (this.#picked.at(-1) === zone) this.#picked.pop();
    else if (next.has(zone)) this.#picked.push(zone);
    else this.#picked = [];
    const made = [...clicks].find(([, each]) => each.length > 0 && each.join(" ") === this.#picked.join(" "));
    if (made) {
      this.#picked = [];
      this.play(made[0]);
    } else this.show(this.state);
  }

  #showText(text, moves, active) {
    const shown = document.createElement("pre");
    shown.textContent = text || "This game shows no position.";
    this.place.replaceChildren(shown, ...this.#buttons(moves, active, null));
  }

  #buttons(names, active, hint) {
    if (names.length === 0) return [];
    const list = document.createElement("div");
    list.className = "choices";
    for (const name of names) {
      const button = document.createElement("button");
      button.textContent = name;
      button.disabled = !active;
      if (name === hint) button.className = "main";
      button.addEventListener("click", () => this.play(name));
      list.append(button);
    }
    return [list];
  }
}
