// A game move by move, with what was thought before each of them.

const CHART = { width: 640, height: 200, left: 36, right: 12, top: 12, bottom: 30 };
CHART.width = Math.max(300, byId("course").clientWidth); // so that its texts keep their size

function showPly(ply) {
  const marked = byId("marks").checked;
  byId("board").replaceChildren(boardOf(data.positions[ply], marked));
  byId("said").textContent = saidAt(ply);
  const next = data.moves[ply];
  byId("thinking").replaceChildren(...(next ? partsOf(next) : []));
  for (const [number, button] of [...byId("moves").children].entries()) {
    button.setAttribute("aria-current", number === ply);
  }
  byId("moves").children[ply].scrollIntoView({ block: "nearest" });
  const cursor = byId("cursor");
  if (cursor) {
    cursor.setAttribute("x1", across(ply));
    cursor.setAttribute("x2", across(ply));
  }
}

function nameOf(player) {
  return player === null ? "chance" : data.players[player];
}

function saidAt(ply) {
  const next = data.moves[ply];
  if (next) {
    const took = next.seconds === null ? "" : ` after ${next.seconds.toFixed(1)} s`;
    return `Move ${ply + 1} of ${data.moves.length}: ${nameOf(next.player)} plays ${next.move}${took}`;
  }
  if (data.returns === null) return `After ${data.moves.length} moves: ${data.how}`;
  const got = data.returns.map((each, seat) => `${data.players[seat]} ${signed(each, Number.isInteger(each) ? 0 : 3)}`);
  const why = data.how === "rules" ? "" : ` (${data.how})`;
  return `The end, after ${data.moves.length} moves: ${got.join(", ")}${why}`;
}

function partsOf(move) {
  const parts = move.thinking ? thinkingParts(move.thinking, move.move) : [];
  if (move.told) {
    const rows = Object.entries(move.told).map(([name, value]) => [name, String(value)]);
    parts.push(table(["", ""], rows));
  }
  if (!parts.length) parts.push(paragraph("Nothing is known of what was thought.", "faint"));
  return parts;
}

// The first player's value as the searches saw it, before each move.

function across(ply) {
  const width = CHART.width - CHART.left - CHART.right;
  return CHART.left + (width * ply) / Math.max(1, data.moves.length);
}

function down(value) {
  const [low, high] = data.range;
  const height = CHART.height - CHART.top - CHART.bottom;
  return CHART.top + (height * (high - value)) / (high - low || 1);
}

function valueAt(move) {
  if (move.thinking) return move.thinking.value[0];
  const told = move.told && move.told.value;
  if (typeof told !== "number" || move.player === null) return null;
  return move.player === 0 ? told : data.players.length === 2 ? -told : null;
}

function course(go) {
  const points = data.moves
    .map((move, ply) => [ply, valueAt(move)])
    .filter(([, value]) => value !== null);
  if (points.length < 2) return [];
  const picture = drawn("svg", {
    class: "picture", role: "img", viewBox: `0 0 ${CHART.width} ${CHART.height}`,
    "aria-label": `the value for ${data.players[0]}, move by move`,
  });
  const [low, high] = data.range;
  for (const value of [low, (low + high) / 2, high]) {
    const y = down(value);
    picture.append(
      drawn("line", { class: "grid", x1: CHART.left, x2: CHART.width - CHART.right, y1: y, y2: y }),
      drawn("text", { x: CHART.left - 8, y: y + 4, "text-anchor": "end" }, `${value}`),
    );
  }
  const path = points.map(([ply, value]) => `${across(ply)},${down(value)}`).join(" ");
  picture.append(
    drawn("polyline", { class: "accent line", points: path }),
    drawn("line", { id: "cursor", class: "cursor", y1: CHART.top, y2: CHART.height - CHART.bottom }),
    drawn("text", { x: CHART.width / 2, y: CHART.height - 6, "text-anchor": "middle" }, "move"),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) * CHART.width) / box.width;
    const share = (x - CHART.left) / (CHART.width - CHART.left - CHART.right);
    go(Math.round(share * data.moves.length));
  });
  return [element("h2", {}, `Value for ${data.players[0]}`), picture];
}

const controls = makeControls(data.positions.length, showPly, "move", 900);
for (let ply = 0; ply < data.positions.length; ply += 1) {
  const text = ply === 0 ? "start" : `${ply}. ${data.moves[ply - 1].move}`;
  const button = element("button", { type: "button" }, text);
  button.addEventListener("click", () => controls.go(ply));
  byId("moves").append(button);
}
byId("course").append(...course(controls.go));
byId("marks").addEventListener("change", controls.again);
offerPictures("save", "board", () => byId("board").firstElementChild);
controls.go(0);
