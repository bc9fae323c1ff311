// A reviewed game: the curve of the expected result, the mistakes, and the lines on the board.

const review = data.review;
const CHART = { width: 640, height: 220, left: 54, right: 12, top: 12, bottom: 30 };
CHART.width = Math.max(300, byId("course").clientWidth); // so that its texts keep their size
const MARKS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
const judgedAt = new Map(review.reviewed.map((each) => [each.ply, each]));
const whole = (share) => `${(100 * share).toFixed(0)} %`;

function showPly(ply) {
  leaveLine();
  byId("board").replaceChildren(boardOf(data.positions[ply], false));
  byId("said").textContent = saidAt(ply);
  byId("reasons").replaceChildren(...reasonsAt(ply - 1));
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

function saidAt(ply) {
  if (ply === 0) return `The start of ${review.moves.length} moves`;
  const judged = judgedAt.get(ply - 1);
  const who = judged ? `${review.players[judged.player]}: ` : "";
  const grade = judged && judged.grade ? `, ${judged.proven ? "proven " : ""}${judged.grade}` : "";
  return `Move ${ply} of ${review.moves.length}. ${who}${review.moves[ply - 1]}${grade}`;
}

// The reasons for the grade of a move, and the better one; each shows its line.

function reasonsAt(ply) {
  const judged = judgedAt.get(ply);
  if (!judged) return [];
  const parts = [];
  for (const fact of judged.facts) {
    const show = () => showLine(fact.ply, fact.moves);
    parts.push(told(fact.text, fact.proven ? "proof" : "measured", show));
  }
  if (judged.grade) {
    const best = judged.best;
    const name = `Better was ${best.move}: ${best.line.join(" ")}`;
    parts.push(told(name, best.proven === null ? "measured" : "proof", () => showLine(ply, best.line)));
  }
  if (!parts.length) {
    const text = judged.loss > 0 ? `It costs ${whole(judged.loss)} of the expected result.` : "No move is better.";
    parts.push(paragraph(text, "faint"));
  }
  return parts;
}

function told(text, kind, show) {
  const button = element("button", { type: "button", class: "fact" }, text);
  button.addEventListener("click", show);
  return element("p", { class: "told" }, button, element("span", { class: `tag ${kind}` }, kind));
}

// A line on the board: each of its moves is a button.

function showLine(ply, moves) {
  const found = data.lines.find(
    ([at, names]) => at === ply && names.length === moves.length && names.every((each, n) => each === moves[n]),
  );
  if (!found) return;
  const buttons = moves.map((name, place) => {
    const button = element("button", { type: "button" }, name);
    button.addEventListener("click", () => {
      byId("board").replaceChildren(boardOf(found[2][place], false));
      buttons.forEach((each, number) => each.setAttribute("aria-current", number === place));
    });
    return button;
  });
  const back = element("button", { type: "button" }, "back to the game");
  back.addEventListener("click", () => controls.again());
  byId("line").replaceChildren(
    element("strong", {}, `Line after ${ply} moves`), element("div", { class: "moves" }, ...buttons, back),
  );
  byId("line").hidden = false;
  buttons[0].click();
}

function leaveLine() {
  byId("line").hidden = true;
  byId("line").replaceChildren();
}

// The expected result of the first player, with the 95 % interval.

function across(ply) {
  const width = CHART.width - CHART.left - CHART.right;
  return CHART.left + (width * ply) / Math.max(1, review.moves.length);
}

function down(share) {
  return CHART.top + (CHART.height - CHART.top - CHART.bottom) * (1 - share);
}

function course(go) {
  const points = review.expected.map((each, ply) => [ply, each]).filter(([, each]) => each !== null);
  if (points.length < 2) return [];
  const picture = drawn("svg", {
    class: "picture", role: "img", viewBox: `0 0 ${CHART.width} ${CHART.height}`,
    "aria-label": `the expected result of ${review.players[0]}, move by move`,
  });
  for (const share of [0, 0.5, 1]) {
    const y = down(share);
    picture.append(
      drawn("line", { class: "grid", x1: CHART.left, x2: CHART.width - CHART.right, y1: y, y2: y }),
      drawn("text", { x: CHART.left - 8, y: y + 4, "text-anchor": "end" }, whole(share)),
    );
  }
  const line = (name) => points.map(([ply, each]) => `${across(ply)},${down(each[name][0])}`);
  const band = [...line("high"), ...line("low").reverse()].join(" ");
  picture.append(
    drawn("polygon", { class: "band", points: band }),
    drawn("polyline", { class: "accent line", points: line("shares").join(" ") }),
    drawn("line", { id: "cursor", class: "cursor", y1: CHART.top, y2: CHART.height - CHART.bottom }),
    drawn("text", { x: CHART.width / 2, y: CHART.height - 6, "text-anchor": "middle" }, "move"),
  );
  const at = new Map(points);
  for (const judged of review.reviewed) {
    const point = at.get(judged.ply + 1);
    if (!judged.grade || !point) continue;
    const place = { cx: across(judged.ply + 1), cy: down(point.shares[0]), r: 5 };
    const title = drawn("title", {}, `${judged.ply + 1}. ${judged.move}: ${judged.grade}`);
    picture.append(drawn("circle", { class: `grade ${judged.grade}`, ...place }, title));
  }
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) * CHART.width) / box.width;
    const share = (x - CHART.left) / (CHART.width - CHART.left - CHART.right);
    go(Math.round(share * review.moves.length));
  });
  return [element("h2", {}, `Expected result of ${review.players[0]}`), picture];
}

function totals() {
  const rows = review.players.map((name, player) => {
    const accuracy = review.accuracy[player];
    const counts = Object.values(review.counts[player]).map(String);
    return [name, accuracy === null ? "-" : `${accuracy.toFixed(0)} %`, ...counts];
  });
  const parts = [table(["player", "accuracy", "blunders", "mistakes", "inaccuracies"], rows)];
  if (review.turning_points.length) {
    const moves = review.turning_points.map((ply) => `${ply + 1}. ${review.moves[ply]}`);
    parts.push(paragraph(`Turning points: ${moves.join(", ")}`));
  }
  return parts;
}

const controls = makeControls(data.positions.length, showPly, "move", 900);
for (let ply = 0; ply < data.positions.length; ply += 1) {
  const judged = judgedAt.get(ply - 1);
  const grade = judged && judged.grade;
  const text = ply === 0 ? "start" : `${ply}. ${review.moves[ply - 1]}${grade ? MARKS[grade] : ""}`;
  const button = element("button", { type: "button", class: grade ? `graded ${grade}` : null }, text);
  button.addEventListener("click", () => controls.go(ply));
  byId("moves").append(button);
}
byId("course").append(...course(controls.go));
byId("totals").append(...totals());
byId("problem").textContent = review.problem || "";
offerPictures("save", "board", () => byId("board").firstElementChild);
controls.go(0);
