"use strict";
// What replays of games and of searches share. Texts of users only ever become text nodes; the
// elements of boards were made, and escaped, by gametree, and are read as XML.

const data = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);

// An element with attributes and children; texts among these stay texts.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((each) => each !== null));
  return made;
}

function drawn(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function boardOf(number, withMarks) {
  const board = data.boards[number];
  const numbers = withMarks ? [...board.parts, ...board.marks] : board.parts;
  const body = numbers.map((each) => data.parts[each]).join("");
  const [, , width, height] = board.box.split(" ").map(Number);
  const text =
    `<svg xmlns="${SVG}" viewBox="${board.box}" width="${48 * width}" height="${48 * height}" ` +
    `role="img" font-family="sans-serif" text-anchor="middle">${body}</svg>`;
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  read.setAttribute("aria-label", board.text);
  return document.importNode(read, true);
}

const signed = (value, digits = 3) => (value < 0 ? "-" : "+") + Math.abs(value).toFixed(digits);
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const counted = (number) => number.toLocaleString("en");

function paragraph(text, style = null) {
  return element("p", { class: style }, text);
}

// A table of texts and elements; the first column is flush left. `chosen` is the row to stress.
function table(columns, rows, chosen = -1) {
  const cell = (name, each, place) => element(name, { class: place ? null : "left" }, each);
  // A heading that says nothing is none.
  const headings = columns.map((each, place) => cell(each ? "th" : "td", each, place));
  const head = element("tr", {}, ...headings);
  const body = rows.map((row, number) =>
    element(
      "tr",
      { class: number === chosen ? "chosen" : null },
      ...row.map((each, place) => cell("td", each, place)),
    ),
  );
  const made = element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "wide" }, made);
}

function bar(share) {
  const filled = element("i", { class: "won" });
  filled.style.flex = share;
  const rest = element("i");
  rest.style.flex = Math.max(0, 1 - share);
  return element("span", { class: "bar" }, filled, rest);
}

// What a search found: the moves with bars, the expected line, how much it searched.
function thinkingParts(thinking, chosen) {
  const rows = thinking.actions.map((each) => {
    let told = "-";
    if (each.proven !== null) told = `${signed(each.proven, 0)} proven`;
    else if (each.mean !== null) {
      told = signed(each.mean) + (each.half_width === null ? "" : ` ± ${each.half_width.toFixed(3)}`);
    }
    return [each.action, counted(each.visits), percent(each.share), bar(each.share), told];
  });
  const place = thinking.actions.findIndex((each) => each.action === chosen);
  return [
    table(["move", "visits", "share", "", "mean"], rows, place),
    paragraph(`line: ${thinking.principal_variation.join(" ")}`),
    paragraph(
      `${counted(thinking.simulations)} simulations in ${thinking.seconds.toFixed(2)} s, depth ` +
        `${thinking.max_depth}, ${counted(thinking.nodes)} nodes` +
        (thinking.proof ? `; ${thinking.proof}` : ""),
      "faint",
    ),
    paragraph(thinking.method, "faint"),
  ];
}

// Buttons, a slider and the keyboard, to go through `count` places; `show` is called with each.
function makeControls(count, show, what, pause) {
  let place = 0;
  let timer = null;
  const slider = element("input", {
    type: "range", min: 0, max: count - 1, value: 0, "aria-label": what,
  });
  const go = (to) => {
    place = Math.max(0, Math.min(count - 1, to));
    slider.value = place;
    show(place);
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "▶";
    play.setAttribute("aria-label", "play");
  };
  const step = () => (place + 1 < count ? go(place + 1) : stop());
  const button = (text, name, act) => {
    const made = element("button", { type: "button", "aria-label": name, title: name }, text);
    made.addEventListener("click", act);
    return made;
  };
  const by = (to) => () => {
    stop();
    go(to());
  };
  const play = button("▶", "play", () => {
    if (timer !== null) return stop();
    if (place + 1 >= count) go(0);
    play.textContent = "■";
    play.setAttribute("aria-label", "pause");
    timer = setInterval(step, pause);
  });
  const moves = {
    ArrowLeft: by(() => place - 1),
    ArrowRight: by(() => place + 1),
    Home: by(() => 0),
    End: by(() => count - 1),
  };
  slider.addEventListener("input", by(() => Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target === slider || !(event.key in moves)) return;
    event.preventDefault();
    moves[event.key]();
  });
  byId("controls").append(
    button("«", "to the beginning", moves.Home),
    button("‹", "back", moves.ArrowLeft),
    play,
    button("›", "forward", moves.ArrowRight),
    button("»", "to the end", moves.End),
    slider,
  );
  return { go: (to) => by(() => to)(), again: () => go(place) };
}

// Buttons that save a picture as SVG or, drawn by the browser, as PNG.
function offerPictures(place, what, picture) {
  for (const ending of ["svg", "png"]) {
    const button = element("button", { type: "button" }, `${what} as ${ending.toUpperCase()}`);
    button.addEventListener("click", () => savePicture(picture(), `${what}.${ending}`));
    byId(place).append(" ", button);
  }
}

function savePicture(picture, name) {
  const copy = picture.cloneNode(true);
  const [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
  const scale = copy.classList.contains("picture") ? 1 : 48; // boards are drawn in cells
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("width", width * scale);
  copy.setAttribute("height", height * scale);
  const back = drawn("rect", { width: "100%", height: "100%", fill: "#faf7f0" });
  if (scale === 1) {
    copy.prepend(drawn("style", {}, data.style));
    back.setAttribute("class", "back");
  }
  copy.prepend(back);
  const text = new XMLSerializer().serializeToString(copy);
  const blob = new Blob([text], { type: "image/svg+xml" });
  if (name.endsWith(".svg")) return offer(blob, name);
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = element("canvas", { width: 2 * width * scale, height: 2 * height * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    canvas.toBlob((made) => offer(made, name), "image/png");
  });
  image.src = URL.createObjectURL(blob);
}

function offer(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
