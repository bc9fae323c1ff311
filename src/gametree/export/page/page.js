// The page: people and the engine play; the engine thinks in a worker.

const LEVELS = [
  ["Beginner", 30],
  ["Easy", 200],
  ["Medium", 1000],
  ["Strong", 10000],
  ["Very strong", 100000],
];

const $ = (id) => document.getElementById(id);

/** The engine in its worker: each call returns a promise. */
class Engine {
  #calls = new Map();
  #next = 1;

  constructor(worker) {
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      const call = this.#calls.get(data.id);
      if (call === undefined) return;
      if ("progress" in data) return call.progress?.(data.progress);
      this.#calls.delete(data.id);
      if ("error" in data) call.fail(new Error(data.error));
      else call.done(data.value);
    };
    worker.onerror = (event) => {
      for (const call of this.#calls.values()) call.fail(new Error(event.message));
    };
  }

  call(name, argument, progress) {
    const id = this.#next++;
    const given = argument === undefined ? [] : [argument];
    this.worker.postMessage({ id, call: name, arguments: given });
    return new Promise((done, fail) => this.#calls.set(id, { done, fail, progress }));
  }
}

export async function start(engine, drawing, Board) {
  let state, moves, hint = null, searching = null, turn = 0;
  const board = new Board($("board"), drawing, (name) => act(() => play(name)));

  const nameOf = (player) => drawing.pieces[player] ?? `player ${player + 1}`;
  const people = () => $("people").value;
  const isPerson = (player) => people() === "all" || people() === String(player);

  function show(fresh = false) {
    const active = !state.over && !state.chance && isPerson(state.player) && searching !== "move";
    board.show({ text: state.text, moves: state.moves, active, hint, fresh });
    $("status").textContent = status();
    $("moves").replaceChildren(
      ...moves.map((name, k) => {
        const item = document.createElement("li");
        const number = document.createElement("span");
        number.textContent = `${k + 1}.`;
        item.append(number, name);
        return item;
      }),
    );
    $("moves").scrollTop = 1e6;
    for (const id of ["hint", "think"]) $(id).disabled = state.over || state.chance;
    $("undo").disabled = moves.length === 0;
  }

  function status() {
    if (state.over) {
      const most = Math.max(...state.returns);
      const winners = state.returns.flatMap((each, k) => (each === most ? [nameOf(k)] : []));
      const result = state.returns.length > 1 && winners.length === 1 ? `${winners[0]} wins` : "Game over";
      return `${winners.length > 1 && state.returns.length > 1 ? "A draw" : result} (${state.returns.join(" : ")})`;
    }
    if (state.chance) return "The dice are rolled";
    const thinks = isPerson(state.player) ? "your turn" : "the engine thinks";
    return `${nameOf(state.player)}: ${thinks}`;
  }

  function thinking(result) {
    const top = result.actions.slice(0, 6);
    const most = Math.max(1, ...top.map((each) => each.visits));
    $("numbers").replaceChildren(
      ...top.map((each) => {
        const row = document.createElement("tr");
        const bar = document.createElement("div");
        bar.className = "bar";
        bar.style.width = `${(100 * each.visits) / most}%`;
        for (const content of [each.action, bar, each.visits.toLocaleString("en"), each.visits ? each.mean.toFixed(2) : ""]) {
          const cell = document.createElement("td");
          if (content === bar) cell.className = "wide";
          cell.append(content);
          row.append(cell);
        }
        return row;
      }),
    );
    const proven = result.proven ? " Proven." : "";
    $("line").textContent = `${result.simulations.toLocaleString("en")} simulations.${proven} Expected: ${result.line.join(" ")}`;
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
    waiting = waiting.then(what).catch((error) => ($("status").textContent = error.message));
    return waiting;
  }

  async function play(name) {
    if (!state.moves.includes(name)) return;
    hint = null;
    state = await engine.call("play", name);
    moves.push(name);
    show();
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
      show();
      await new Promise((done) => setTimeout(done, 30));
    }
    show();
  }

  async function undo() {
    hint = null;
    do {
      state = await engine.call("undo");
      moves.pop();
    } while (moves.length > 0 && (state.chance || !isPerson(state.player)));
    show(true);
    await goOn();
  }

  async function restart() {
    hint = null;
    state = await engine.call("restart", { seed: seed() });
    moves = [];
    $("numbers").replaceChildren();
    $("line").textContent = "";
    show(true);
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
      show();
      $("status").textContent = `Hint: ${hint}`;
    }),
  );
  $("think").addEventListener("click", () => {
    if (searching === "think") return engine.call("stop");
    return act(() => void search({ milliseconds: 60000 }, "think"));
  });

  const options = { ...engine.options, seed: seed() };
  state = await engine.call("load", options);
  moves = [];
  show(true);
  document.body.dataset.ready = "true";
  await act(goOn);
}

export { Engine };
