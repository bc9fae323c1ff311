// The board: a view and the clicks of the legal moves become an SVG.

const SVG = "http://www.w3.org/2000/svg";
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const MARKS = ["last", "picked", "hinted"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function written(text, attributes) {
  return element("text", attributes, text);
}

function cellShape({ x, y, size, shape, shade }) {
  const kind = `cell ${shape} ${["", "dark", "must"][shade] ?? ""}`;
  const half = size / 2;
  if (shape === "circle" || shape === "point")
    return element("circle", { cx: x, cy: y, r: shape === "point" ? 0.06 : half * 0.86, class: kind });
  if (shape === "hexagon") {
    const corners = [0, 1, 2, 3, 4, 5].map((k) => {
      const angle = (Math.PI * k) / 3;
      return `${x + (half / 0.866) * Math.sin(angle)},${y + (half / 0.866) * Math.cos(angle)}`;
    });
    return element("polygon", { points: corners.join(" "), class: kind });
  }
  return element("rect", { x: x - half, y: y - half, width: size, height: size, class: kind });
}

/** A line inside of the edge of a cell, by which it is marked. */
function ring(cell) {
  const shape = cell.shape === "point" ? "circle" : cell.shape;
  const made = cellShape({ ...cell, shape, size: 0.92 * cell.size });
  made.setAttribute("class", "ringed");
  return made;
}

/** The number of a die, by its text: 5 or ⚄. */
function dieOf({ shape, text }) {
  const sign = "⚀⚁⚂⚃⚄⚅".indexOf(text);
  if (text.length === 1 && sign >= 0) return sign + 1;
  return shape === "die" && /^[1-6]$/.test(text) ? Number(text) : 0;
}

function pieceShape({ x, y, size, turn }, piece) {
  const group = element("g", {
    class: `piece p${piece.player ?? ""}`,
    transform: `translate(${x} ${y}) rotate(${turn ?? 0}) scale(${size})`,
  });
  const { shape, text } = piece;
  const die = dieOf(piece);
  const letters = [...text].length;
  if (die > 0 || shape === "die") {
    group.append(element("rect", { x: -0.4, y: -0.4, width: 0.8, height: 0.8, rx: 0.14, class: "face" }));
    for (const pip of PIPS[die])
      group.append(element("circle", { cx: 0.23 * ((pip % 3) - 1), cy: 0.23 * (Math.floor(pip / 3) - 1), r: 0.085, class: "pip" }));
    if (die === 0) group.append(written(text, { class: "ink", "font-size": 0.5 }));
    return group;
  }
  if (shape === "card" || shape === "back") {
    group.append(element("rect", { x: -0.35, y: -0.48, width: 0.7, height: 0.96, rx: 0.07, class: shape === "card" ? "face" : "pattern" }));
    if (shape === "card") group.append(written(text, { class: /[♥♦]/.test(text) ? "red" : "ink", "font-size": 0.85 / Math.max(2, letters) }));
    return group;
  }
  if (shape === "cross") group.append(element("path", { d: "M-.27-.27.27.27M.27-.27-.27.27", class: "cross" }));
  else if (shape === "ring") group.append(element("circle", { r: 0.29, class: "ring" }));
  else if (shape !== "text") group.append(element("circle", { r: 0.4, class: shape === "counter" ? "disc counter" : "disc" }));
  if (text) {
    const sign = /^[\u2600-\u27bf]$/u.test(text);
    const wide = sign ? 0.82 : Math.min(0.62, 1.05 / letters);
    group.append(written(text, { class: shape === "text" ? `glyph ${sign ? "sign" : ""}` : "on", "font-size": shape === "text" ? wide : 0.7 * wide }));
  }
  return group;
}

/** A board in an element; `play(name)` is called when clicks have made a move. */
export class Board {
  #picked = [];
  #shown = null;
  #zones = new Map();
  #overlay = null;

  constructor(place, play) {
    this.place = place;
    this.play = play;
    place.addEventListener("click", ({ target }) => this.#click(target.closest("[data-zone]")?.dataset.zone));
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draw a position, with the moves that clicks may make, and a move to point at. */
  show(shown) {
    if (this.#shown?.text !== shown.text || this.#shown?.moves.join() !== shown.moves.join()) this.#picked = [];
    this.#shown = shown;
    const { view, text, moves, clicks, active, hint } = shown;
    if (view === null) {
      const plain = document.createElement("pre");
      plain.textContent = text || "This game shows no position.";
      this.#zones.clear();
      this.#overlay = null;
      this.place.replaceChildren(plain, ...this.#buttons(moves, active, hint));
      return;
    }
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.zone : undefined;
    const svg = this.#drawn(view);
    this.#overlay = element("g", { class: "overlay" });
    svg.append(this.#overlay);
    const unclicked = moves.filter((name) => clicks.get(name).length === 0);
    const matching = this.#matching();
    this.place.replaceChildren(svg, ...this.#buttons(matching.length > 1 ? matching : unclicked, active, hint));
    this.#zones.get(focused)?.focus();
  }

  /** Show how much of a search went to each move. */
  think(actions) {
    if (this.#overlay === null) return;
    const total = Math.max(1, ...actions.map((each) => each.visits));
    const shares = new Map();
    for (const { action, visits } of actions)
      for (const zone of (this.#shown.clicks.get(action)?.[0] ?? []).slice(-1))
        shares.set(zone, Math.max(shares.get(zone) ?? 0, visits / total));
    const dots = [...shares].filter(([, share]) => share > 0.04).map(([zone, share]) => {
      const { x, y, size } = this.#shown.view.cells.find((cell) => cell.zone === zone);
      return element("circle", { cx: x, cy: y, r: size * (0.08 + 0.2 * share), opacity: 0.3 + 0.6 * share });
    });
    this.#overlay.replaceChildren(...dots);
  }

  #drawn({ width, height, cells, lines, texts, falls }) {
    const { clicks, active, hint, last } = this.#shown;
    const next = this.#next();
    const hinted = new Set(hint === null ? [] : (clicks.get(hint)?.flat() ?? []));
    const svg = element("svg", { viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, role: "group", "aria-label": "Board", class: falls ? "falls" : "" });
    const dots = cells.filter((cell) => cell.shape === "point").length;
    if (falls) {
      const lowest = Math.max(...cells.map(({ y, size }) => y + size / 2));
      svg.append(element("rect", { x: 0, y: 0, width, height: lowest, rx: 0.18, class: "behind" }));
    }
    else if (cells.some(({ shape }) => shape === "point" || shape === "circle"))
      svg.append(element("rect", { x: 0, y: 0, width, height, rx: 0.15, class: "wood" }));
    svg.append(...lines.map(([x1, y1, x2, y2, weight]) => element("line", { x1, y1, x2, y2, class: `stroke ${weight}` })));
    this.#zones.clear();
    const byZone = grouped(cells);
    let first = true;
    for (const [zone, members] of byZone) {
      const kinds = ["zone"];
      if (next.has(zone)) kinds.push("legal");
      if (this.#picked.includes(zone)) kinds.push("picked");
      if (last.has(zone)) kinds.push("last");
      if (hinted.has(zone)) kinds.push("hinted");
      const clickable = active && (next.has(zone) || this.#picked.includes(zone));
      const group = element("g", { class: kinds.join(" "), "data-zone": zone });
      const told = members.map((cell) => described(cell)).join(", ");
      if (clickable) {
        group.setAttribute("role", "button");
        group.setAttribute("aria-label", told);
        group.setAttribute("tabindex", first ? "0" : "-1");
        first = false;
        this.#zones.set(zone, group);
      } else if (members.some((cell) => cell.piece !== null)) {
        group.setAttribute("role", "img");
        group.setAttribute("aria-label", told);
      }
      for (const cell of members) {
        const { x, y, size, shape } = cell; // between round cells of a zone a click counts, too
        group.append(element("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, fill: "transparent" }));
        if (shape !== "none" && !(shape === "point" && dots > 60)) group.append(cellShape(cell));
        if (kinds.some((kind) => MARKS.includes(kind))) group.append(ring(cell));
        if (cell.piece) group.append(pieceShape(cell, cell.piece));
      }
      svg.append(group);
    }
    // Lines are above cells, and below pieces where cells are points.
    if (dots === 0) for (const line of svg.querySelectorAll(".stroke")) svg.append(line);
    svg.append(...texts.map(({ x, y, text, size }) => written(text, { x, y, "font-size": size, class: "label" })));
    return svg;
  }

  /** The zones that go on with what is picked. */
  #next() {
    const next = new Set();
    if (!this.#shown.active) return next;
    for (const ways of this.#shown.clicks.values())
      for (const way of ways)
        if (way.length > this.#picked.length && this.#picked.every((zone, k) => way[k] === zone)) next.add(way[this.#picked.length]);
    return next;
  }

  /** The moves that what is picked makes. */
  #matching() {
    if (this.#picked.length === 0) return [];
    const key = this.#picked.join(" ");
    return [...this.#shown.clicks].filter(([, ways]) => ways.some((way) => way.join(" ") === key)).map(([name]) => name);
  }

  #click(zone) {
    if (zone === undefined || !this.#shown.active) return;
    const next = this.#next();
    if (next.has(zone)) this.#picked.push(zone);
    else if (this.#picked.at(-1) === zone) this.#picked.pop();
    else {
      this.#picked = [];
      if (this.#next().has(zone)) this.#picked.push(zone);
    }
    const made = this.#matching();
    if (made.length === 1) this.#make(made[0]);
    else this.show(this.#shown);
  }

  /** Make a move; until the next position is shown, further clicks make none. */
  #make(name) {
    if (!this.#shown.active) return;
    this.#picked = [];
    this.#shown = { ...this.#shown, active: false };
    this.play(name);
  }

  #key(event) {
    const group = event.target.closest("[data-zone]");
    if (group === null) return;
    if (event.key === "Enter" || event.key === " ") this.#click(group.dataset.zone);
    else if (event.key === "Escape") {
      this.#picked = [];
      this.show(this.#shown);
    } else if (event.key in ARROWS) this.#step(group, ARROWS[event.key]);
    else return;
    event.preventDefault();
  }

  /** Move the focus to the nearest zone in a direction. */
  #step(group, [dx, dy]) {
    const middle = (each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = middle(group);
    let best = null;
    let least = Infinity;
    for (const other of this.#zones.values()) {
      const [toX, toY] = middle(other);
      const along = (toX - x) * dx + (toY - y) * dy;
      const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
      if (along > 1 && along + 3 * aside < least) [best, least] = [other, along + 3 * aside];
    }
    if (best === null) return;
    for (const each of this.#zones.values()) each.setAttribute("tabindex", each === best ? "0" : "-1");
    best.focus();
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
      button.addEventListener("click", () => this.#make(name));
      list.append(button);
    }
    return [list];
  }
}

function grouped(cells) {
  const found = new Map();
  for (const cell of cells) found.set(cell.zone, [...(found.get(cell.zone) ?? []), cell]);
  return found;
}

function described({ label, piece }) {
  if (!piece) return label;
  const owner = piece.player === null ? "" : ` of player ${piece.player + 1}`;
  return `${label}: ${piece.text || piece.shape}${owner}`;
}
