// A search step by step, with its tree as it stands at each step.

const MOST_NODES = 60;
const ROW = 24;
const LETTER = 7.4;
const GAP = 64;
const LARGEST = 10;
const SMALLEST = 3;

const REASONS = {
  score: "it has the highest score",
  untried: "each move is tried once before any is followed again",
  planned: "the rule leaves no choice here",
  chance: "chance draws by the probabilities",
};
const HOWS = {
  playout: "played out to the end",
  evaluation: "evaluated",
  finished: "the game is over there",
  repetition: "over by repetition",
  proven: "its value is proven, so nothing is played out",
};

// The tree after the first `count` steps, from the tree before them and what each backup changed.
function treeAfter(count) {
  const root = copied(data.tree);
  for (const step of data.steps.slice(0, count)) {
    if (step.kind !== "backup") continue;
    const changes = [...step.changes].sort((one, other) => one.depth - other.depth);
    let node = root;
    for (const change of changes) {
      node.visits = change.node_visits[1];
      let child = node.children.find((each) => each.move === change.move);
      if (!child) {
        child = { move: change.move, player: change.player, children: [] };
        node.children.push(child);
      }
      child.visits = change.visits[1];
      child.mean = change.player < 0 ? null : change.mean[1];
      node = child;
    }
  }
  return root;
}

function copied(node) {
  return { ...node, children: node.children.map(copied) };
}

// The most visited nodes, and those of the path that is followed whatever their visits.
function chosenNodes(root, path) {
  const nodes = new Set();
  let node = root;
  nodes.add(node);
  for (const move of path) {
    node = node && node.children.find((each) => each.move === move);
    if (node) nodes.add(node);
  }
  const followed = new Set(nodes);
  const waiting = [root];
  while (waiting.length && nodes.size < MOST_NODES) {
    const next = waiting.reduce((best, each, at) => (each.visits > waiting[best].visits ? at : best), 0);
    const [taken] = waiting.splice(next, 1);
    nodes.add(taken);
    waiting.push(...taken.children);
  }
  return { nodes, followed };
}

function told(node, hidden) {
  const parts = [counted(node.visits)];
  if (typeof node.mean === "number") parts.push(signed(node.mean, 2));
  if (hidden) parts.push(`(${hidden} more)`);
  return parts.join(" ");
}

function drawTree(root, path) {
  const { nodes, followed } = chosenNodes(root, path);
  const widths = [];
  const laid = (node, depth) => {
    const children = node.children
      .filter((each) => nodes.has(each))
      .sort((one, other) => other.visits - one.visits)
      .map((each) => laid(each, depth + 1));
    const name = node.move ?? "";
    const text = told(node, children.length ? node.children.length - children.length : 0);
    widths[depth] = Math.max(widths[depth] ?? 0, name.length + 1 + text.length);
    return { node, children, name, text, depth };
  };
  const top = laid(root, 0);
  const columns = [24];
  for (const width of widths) columns.push(columns.at(-1) + LARGEST + 8 + LETTER * width + GAP);
  const parts = [];
  let bottom = 22;
  const place = (each) => {
    const begins = bottom;
    const heights = each.children.map(place);
    const y = heights.length ? (heights[0] + heights.at(-1)) / 2 : begins;
    if (!heights.length) bottom += ROW;
    const x = columns[each.depth];
    const from = x + LARGEST + 8 + LETTER * (each.name.length + 1 + each.text.length);
    each.children.forEach((child, number) => {
      const to = columns[each.depth + 1] - LARGEST;
      const middle = (from + to) / 2;
      const share = each.node.visits ? child.node.visits / each.node.visits : 0;
      parts.push(
        drawn("path", {
          class: followed.has(child.node) ? "branch followed" : "branch",
          "stroke-width": 0.6 + 5 * share,
          d: `M${from} ${y}C${middle} ${y} ${middle} ${heights[number]} ${to} ${heights[number]}`,
        }),
      );
    });
    const { mean, visits } = each.node;
    const known = typeof mean === "number" && visits > 0;
    const style = known ? (mean >= 0 ? "good" : "bad") : "even";
    const part = root.visits ? visits / root.visits : 0;
    parts.push(
      drawn("circle", {
        class: followed.has(each.node) ? `${style} followed` : style,
        "fill-opacity": known ? 0.4 + 0.6 * Math.min(1, Math.abs(mean)) : 1,
        cx: x, cy: y, r: SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(part),
      }),
      drawn(
        "text",
        { x: x + LARGEST + 4, y: y + 4.5 },
        drawn("tspan", { "font-weight": 700 }, each.name),
        ` ${each.text}`,
      ),
    );
    return y;
  };
  place(top);
  const width = Math.ceil(columns.at(-1) - GAP + 16);
  const height = Math.ceil(bottom + 8);
  return drawn("svg", {
    class: "picture tree", role: "img", width, height, viewBox: `0 0 ${width} ${height}`,
    "aria-label": `the tree: ${counted(root.visits)} simulations`,
  }, ...parts);
}

// What each kind of step shows.

function lineOf(step) {
  return step.line.length ? `after ${step.line.join(" ")}` : "at the root";
}

const SHOWN = {
  selection(step) {
    const chosen = step.candidates[step.chosen];
    const scored = step.candidates.find((each) => each.terms.length) ?? chosen;
    const terms = scored.terms.map((term) => term.name);
    const extra = ["prior", "probability", "proven"].filter((name) =>
      step.candidates.some((each) => each[name] !== null),
    );
    const number = (value) => (value === null || value === undefined ? "-" : signed(value));
    const means = terms.includes("mean") ? [] : ["mean"]; // as a term it has its column
    const rows = step.candidates.map((each) => [
      each.followed ? each.move : `${each.move} (refuted)`,
      counted(each.visits),
      ...means.map(() => number(each.mean)),
      ...extra.map((name) => number(each[name])),
      ...terms.map((name) => {
        const term = each.terms.find((other) => other.name === name);
        return term ? (term.value === null ? "untried" : signed(term.value)) : "-";
      }),
      number(each.score),
    ]);
    const formulas = chosen.terms
      .filter((term) => Object.keys(term.numbers).length)
      .map((term) => {
        const numbers = Object.entries(term.numbers).map(([name, value]) => `${name} = ${value}`);
        return paragraph(`${term.name} of ${chosen.move} = ${term.formula}: ${numbers.join(", ")}`, "faint");
      });
    return [
      `Selection ${lineOf(step)}: ${chosen.move}, for ${REASONS[step.reason] ?? step.reason}`,
      table(["move", "visits", ...means, ...extra, ...terms, "score"], rows, step.chosen),
      ...formulas,
    ];
  },
  expansion(step) {
    const joins = step.shared ? "Another line has led there: they share its node." : "";
    return [
      `Expansion: the position ${lineOf(step)} gets a node`,
      ...(joins ? [paragraph(joins)] : []),
      paragraph(step.moves.length ? `moves from there: ${step.moves.join(" ")}` : "the game is over there"),
    ];
  },
  evaluation(step) {
    const parts = [`Evaluation ${lineOf(step)}: ${HOWS[step.how] ?? step.how}`];
    if (step.playout.length) parts.push(paragraph(`moves: ${step.playout.join(" ")}`));
    const values = step.values.map((each, player) => `player ${player + 1}: ${signed(each, 2)}`);
    parts.push(paragraph(`worth ${values.join(", ")}`));
    if (step.ending !== undefined) {
      const ending = boardOf(step.ending, false);
      parts.push(paragraph("How the playout ended:"), element("div", { class: "board" }, ending));
    }
    return parts;
  },
  backup(step) {
    const rows = step.changes.map((each) => [
      `${"· ".repeat(each.depth)}${each.move}`,
      `${counted(each.visits[0])} → ${counted(each.visits[1])}`,
      `${signed(each.mean[0])} → ${signed(each.mean[1])}`,
      each.kept.map(([name, before, after]) => `${name}: ${before} → ${after}`).join("; "),
    ]);
    return ["Backup: what changes on the path", table(["move", "visits", "mean", ""], rows)];
  },
};

function showStep(number) {
  const step = data.steps[number];
  byId("board").replaceChildren(boardOf(step.board, byId("marks").checked));
  const [said, ...parts] = SHOWN[step.kind](step);
  byId("said").textContent = `Simulation ${step.simulation}. ${said}`;
  byId("step").replaceChildren(...parts);
  let path = step.line;
  if (step.kind === "selection") path = [...path, step.candidates[step.chosen].move];
  if (step.kind === "backup") {
    const changes = [...step.changes].sort((one, other) => one.depth - other.depth);
    path = changes.map((each) => each.move);
  }
  byId("tree").replaceChildren(drawTree(treeAfter(number + 1), path));
  const deepest = byId("tree").querySelector("circle.followed"); // those below are drawn first
  byId("tree").scrollTop = deepest.getAttribute("cy") - byId("tree").clientHeight / 2;
  byId("tree").scrollLeft = deepest.getAttribute("cx") - byId("tree").clientWidth / 2;
}

byId("method").textContent = `${data.method}, seed ${data.seed}`;
if (data.steps.length) {
  const controls = makeControls(data.steps.length, showStep, "step", 1200);
  byId("marks").addEventListener("change", controls.again);
  offerPictures("save", "board", () => byId("board").firstElementChild);
  offerPictures("saveTree", "tree", () => byId("tree").firstElementChild);
  controls.go(0);
} else {
  byId("said").textContent = "No step was recorded: the search was over before.";
  byId("step").append(...thinkingParts(data.thinking, null));
  byId("tree").append(drawTree(data.tree, []));
}
