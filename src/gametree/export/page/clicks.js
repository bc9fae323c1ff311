// Clicks: which zones make which move, as `learned_clicks.py` says.

import { same } from "./views.js";

/** For each move the ways to click it: lists of zones; none where it is a button. */
export function clicksOf({ clicks }, view, mover, moves, behind) {
  const zones = new Set(view.cells.map((cell) => cell.zone));
  const rules = { name: named, shown, words: translated, change: changed };
  const found = new Map();
  const taken = new Map();
  for (const [index, name] of moves.entries()) {
    const listed = clicks.listed[`${mover} ${name}`];
    const made = listed ?? rules[clicks.rule](name, { view, zones, mover, words: clicks.words, behind: behind?.[index] });
    const sound = made.length > 0 && made.every((zone) => zones.has(zone));
    const ways = sound ? orders(name, made, clicks.rule) : [];
    found.set(name, ways);
    for (const way of ways) taken.set(way.join(" "), [...(taken.get(way.join(" ")) ?? []), name]);
  }
  // A click that ends one move while it begins another is neither.
  const begun = new Set();
  for (const ways of found.values())
    for (const way of ways) for (let count = 1; count < way.length; count++) begun.add(way.slice(0, count).join(" "));
  for (const [name, ways] of found) found.set(name, ways.filter((way) => !begun.has(way.join(" "))));
  return found;
}

function named(name, { zones }) {
  if (zones.has(name)) return [name];
  const parts = name.match(/[A-Za-z]\d+/g) ?? [];
  const rest = name.replace(/[A-Za-z]\d+/g, "");
  return parts.length > 1 && parts.every((part) => zones.has(part)) && /^[-x:> ]*$/.test(rest) ? parts : [];
}

function shown(name, { view }) {
  const found = [...new Set(view.cells.filter(({ piece }) => piece?.text === name).map(({ zone }) => zone))];
  return found.length === 1 ? found : [];
}

function waysOf(name) {
  return name.split(" ").map((way) => {
    const [, said, times] = way.match(/^(.*?)(?:\((\d+)\))?$/);
    return { said: said.match(/[A-Za-z0-9]+/g) ?? [], times: Number(times ?? 1) };
  });
}

function translated(name, { mover, words }) {
  const found = [];
  for (const { said, times } of waysOf(name))
    for (let time = 0; time < times; time++) found.push(...said.map((word) => words[`${mover} ${word}`]));
  return found.includes(undefined) ? [] : found;
}

/** The orders in which people may click what a move consists of. */
function orders(name, zones, rule) {
  const parts = name.split(" ");
  if (rule !== "words" || parts.length === 1 || parts.length > 4) return [zones];
  const steps = [];
  let from = 0;
  for (const { said, times } of waysOf(name))
    for (let time = 0; time < times; time++) {
      steps.push(zones.slice(from, from + said.length));
      from += said.length;
    }
  const all = permutations(steps).map((each) => each.flat());
  return [...new Map(all.map((each) => [each.join(" "), each])).values()];
}

function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, k) => permutations([...items.slice(0, k), ...items.slice(k + 1)]).map((rest) => [item, ...rest]));
}

/** From where to where a piece goes, or where one is put down, by the view behind the move. */
function changed(name, { view, behind }) {
  if (!behind) return [];
  const then = new Map(behind.cells.map((cell) => [cell.id, cell.piece]));
  const different = view.cells.filter(({ id, piece }) => !same(then.get(id), piece));
  const left = different.filter(({ id, piece }) => piece !== null && !then.get(id));
  const onto = different.filter(({ id }) => then.get(id));
  if (left.length === 0) return onto.length === 1 && onto[0].piece === null ? [onto[0].zone] : [];
  if (left.length === 1 && onto.length === 1) return [left[0].zone, onto[0].zone];
  const pairs = left.flatMap((begin) => onto.map((end) => [begin, end, then.get(end.id)]));
  let ways = pairs.filter(([begin, , piece]) => same(begin.piece, piece));
  // A piece that has become another one.
  if (ways.length === 0) ways = pairs.filter(([begin, , piece]) => begin.piece.player === piece.player);
  if (ways.length > 1) {
    // Of king and rook, the king is clicked: there are fewer of it.
    const number = ([begin]) => view.cells.filter(({ piece }) => same(piece, begin.piece)).length;
    const least = Math.min(...ways.map(number));
    ways = ways.filter((way) => number(way) === least);
  }
  return ways.length === 1 ? [ways[0][0].zone, ways[0][1].zone] : [];
}
