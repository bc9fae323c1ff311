// The page: people and the engine play; the engine thinks in a worker.

import { Board } from "./board.js";
import { clicksOf } from "./clicks.js";
import { outcome } from "./outcome.js";
import { changedZones, moverOf, viewOf } from "./views.js";

const LEVELS = [
  ["Beginner", 30],
  ["Easy", 200],
  ["Medium", 1000],
  ["Strong", 10000],
  ["Very strong", 100000],
];
const MOST_BUTTONS = 500; // moves whose boards are compared

const $ = (id) => document.getElementById(id);

/** A whole number with commas. `toLocaleString` takes 20 ms at its first call, more than a frame. */
const withCommas = (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");

function made(name, content, attributes = {}) {
  const element = document.createElement(name);
  element.append(...[content].flat());
  return Object.assign(element, attributes);
}

/** Let people play; `another` makes an engine, `glass` loads the tree, `options` are those of engines. */
export async function start(drawing, { engine, another, glass, options }) {
  let state;
  let moves = [];
  let hint = null;
  let searching = null;
  let turn = 0;
  let shown = null; // what the board shows: view, clicks, last
  const board = new Board($("board"), (name) => act(() => play(name)));

  const nameOf = (player) => drawing.pieces[player] ?? `player ${player + 1}`;
  const people = () => $("people").value;
  const isPerson = (player) => people() === "all" || people() === String(player);
  const isActive = () => !state.over && !state.chance && isPerson(state.player) && searching !== "move";

  /** Find how the position looks; after a move with what it changed. */
  async function look(fresh) {
    const mover = moverOf(state);
    const view = viewOf(drawing, state.text, mover);
    const changes = changedZones(fresh ? null : (shown?.view ?? null), view);
    const last = fresh || changes.size > 0 ? changes : shown.last; // dice may change nothing
    let behind = null;
    if (view !== null && drawing.clicks.rule === "change" && isActive() && state.moves.length <= MOST_BUTTONS)
      behind = (await engine.call("behind")).map((each) => each && viewOf(drawing, each.text, moverOf(each)));
    const clicks = view === null ? null : clicksOf(drawing, view, mover, state.moves, behind);
    shown = { view, clicks, last };
  }

  function draw() {
    board.show({ ...shown, text: state.text, moves: state.moves, active: isActive(), hint });
    $("status").textContent = status();
    for (const id of ["hint", "think", "explore"]) $(id).disabled = state.over || state.chance;
    $("undo").disabled = moves.length === 0;
    const list = $("moves");
    while (list.children.length > moves.length) list.lastChild.remove();
    for (let k = list.children.length; k < moves.length; k++) list.append(made("li", [made("span", `${k + 1}.`), moves[k]]));
    list.scrollTop = list.scrollHeight;
  }

  async function show(fresh = false) {
    await look(fresh);
    draw();
  }

  function status() {
    if (hint !== null) return `Hint: ${hint}`;
    if (state.over) {
      return `${outcome(state.returns, nameOf)} (${state.returns.join(" : ")})`;
    }
    if (state.chance) return "The dice are rolled";
    const thinks = isPerson(state.player) ? "your turn" : "the engine thinks";
    return `${nameOf(state.player)}: ${thinks}`;
  }

  function thinking(result) {
    // A proven move is the best whatever its visits.
    const best = result.actions.filter(({ action }) => action === result.action);
    const top = [...best, ...result.actions.filter((each) => !best.includes(each))].slice(0, 6);
    const most = Math.max(1, ...top.map((each) => each.visits));
    $("numbers").replaceChildren(
      ...top.map(({ action, visits, mean }) => {
        const bar = made("div", [], { className: "bar" });
        bar.style.width = `${(100 * visits) / most}%`;
        const cells = [made("td", action), made("td", bar, { className: "wide" }), made("td", withCommas(visits))];
        return made("tr", [...cells, made("td", visits ? mean.toFixed(2) : "")]);
      }),
    );
    const proven = result.proven ? " Proven." : "";
    $("line").textContent = `${withCommas(result.simulations)} simulations.${proven} Expected: ${result.line.join(" ")}`;
    if (searching !== null) board.think(result.actions);
  }

  async function search(limits, kind) {
    searching = kind;
    $("think").textContent = kind === "think" ? "Stop" : "Think";
    try {
      const result = await engine.call("search", limits, thinking);
      thinking(result);
      return result;
    } finally {
      searching = null;
      $("think").textContent = "Think";
    }
  }

  let waiting = Promise.resolve();

  /** Stop what is thought, then do something, one thing after the other. */
  function act(what) {
    turn++;
    if (searching !== null) engine.call("stop");
    waiting = waiting.then(what).catch((error) => {
      draw();
      $("status").textContent = error.message;
    });
    return waiting;
  }

  async function play(name) {
    if (!state.moves.includes(name)) return;
    hint = null;
    state = await engine.call("play", name);
    moves.push(name);
    await show();
    await goOn();
  }

  /** Roll dice, and let the engine move, until it is a person's turn. */
  async function goOn() {
    const mine = turn;
    while (!state.over && mine === turn) {
      if (state.chance) {
        const { name, ...after } = await engine.call("draw");
        state = after;
        moves.push(name);
      } else if (isPerson(state.player)) break;
      else {
        const result = await search({ simulations: Number($("level").value) }, "move");
        if (mine !== turn) break;
        state = await engine.call("play", result.action);
        moves.push(result.action);
      }
      await show();
      await new Promise((done) => setTimeout(done, 30));
    }
    await show();
  }

  async function undo() {
    hint = null;
    do {
      state = await engine.call("undo");
      moves.pop();
    } while (moves.length > 0 && (state.chance || !isPerson(state.player)));
    await show(true);
    await goOn();
  }

  /** Show the tree of a search of this position, by an engine of its own, in place of the page. */
  async function explore() {
    const page = [...document.body.querySelectorAll(":scope > header, :scope > main")];
    const seat = (player) => drawing.pieces[player] ?? `player ${player + 1}`;
    const own = another();
    const { explore: shown } = await glass();
    await own.call("load", { ...options, seed: 1 });
    const game = {
      title: drawing.title,
      names: Array.from({ length: drawing.players }, (_, player) => seat(player)),
      points: drawing.points,
      range: drawing.range,
      rule: await own.call("rule"),
      viewOf: (text, seen, legal) => {
        const view = viewOf(drawing, text, moverOf(seen));
        const clicks = view === null ? [] : clicksOf(drawing, view, moverOf(seen), legal, null);
        return view && { ...view, moves: Object.fromEntries([...clicks].map(([name, [way = []]]) => [name, way])) };
      },
      call: (name, argument, progress) => own.call(name, argument, progress),
      close: () => own.worker.terminate(),
    };
    for (const each of page) each.hidden = true;
    const close = shown($("glass-tree"), game, [...moves], () => {
      close();
      for (const each of page) each.hidden = false;
      $("explore").focus();
    });
  }

  async function restart() {
    hint = null;
    state = await engine.call("restart", { seed: seed() });
    moves = [];
    $("numbers").replaceChildren();
    $("line").textContent = "";
    await show(true);
    await goOn();
  }

  const seed = () => Number(new URLSearchParams(location.search).get("seed") ?? Math.floor(Math.random() * 2 ** 31));

  for (const [name, simulations] of LEVELS) $("level").add(new Option(name, simulations, name === "Medium", name === "Medium"));
  for (let player = 0; player < drawing.players; player++) $("people").add(new Option(`You play ${nameOf(player)}`, player));
  $("people").add(new Option("People play all", "all"));
  $("people").add(new Option("Watch the engine", "none"));
  $("people").addEventListener("change", () => act(goOn));
  $("new").addEventListener("click", () => act(restart));
  $("undo").addEventListener("click", () => act(undo));
  $("hint").addEventListener("click", () =>
    act(async () => {
      const result = await search({ simulations: 10 * Number($("level").value), milliseconds: 2000 }, "hint");
      hint = result.action;
      draw();
    }),
  );
  $("think").addEventListener("click", () => {
    if (searching === "think") return engine.call("stop");
    return act(() => void search({ milliseconds: 60000 }, "think"));
  });

  $("explore").addEventListener("click", () => act(explore));

  state = await engine.call("load", { ...options, seed: seed() });
  await show(true);
  document.body.dataset.ready = "true";
  await act(goOn);
}
