// The rating of the person at this browser in each game, and the level of the ladder that fits.
//
// It is Glicko's with each game as a period (Glickman, 1999), like that of `gametree play --adapt`:
// `levels/person.py` gives the reasons. It stays in the browser, since a server has many visitors.

import type { Rules } from "./told";

export interface Person {
  elo: number;
  deviation: number;
  /** The last results, the last one last: 1, 0.5 or 0. */
  scores: number[];
  games: number;
}

type Ladder = Rules["ladder"];

const UNKNOWN = 350;
const LEAST = 120;
const Q = Math.log(10) / 400;
const SHOWN = 20;
const MOST_UNDER_WAY = 50;

const PERSON = "gametree.person.";
const UNDER_WAY = "gametree.adapting";

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the rating begins again.
  }
}

/** Return true if the strength of every level is known. */
export function measured(ladder: Ladder): boolean {
  return ladder.length > 0 && ladder.every((each) => each.elo !== null);
}

/** The person's rating; of whom nothing is known, a third up the ladder. */
export function personIn(game: string, ladder: Ladder): Person {
  const kept = read<Person>(PERSON + game);
  if (kept !== null && Number.isFinite(kept.elo) && kept.deviation > 0 && Array.isArray(kept.scores))
    return kept;
  const elo = ladder[Math.floor(ladder.length / 3)]!.elo!;
  return { elo, deviation: UNKNOWN, scores: [], games: 0 };
}

/** The player of the level that fits: of the two levels around the rating, more often the nearer. */
export function fitting(person: Person, ladder: Ladder): string {
  const above = ladder.findIndex((each) => each.elo! >= person.elo);
  if (above < 0) return ladder[ladder.length - 1]!.player;
  if (above === 0) return ladder[0]!.player;
  const [low, high] = [ladder[above - 1]!, ladder[above]!];
  const share = (person.elo - low.elo!) / (high.elo! - low.elo!);
  return Math.random() < share ? high.player : low.player;
}

/** The rating after a game against an opponent of so much Elo. */
export function after(person: Person, opponent: number, score: number): Person {
  const expected = 1 / (1 + 10 ** ((opponent - person.elo) / 400));
  const certainty = 1 / person.deviation ** 2 + Q ** 2 * expected * (1 - expected);
  return {
    elo: person.elo + (Q / certainty) * (score - expected),
    deviation: Math.max(LEAST, certainty ** -0.5),
    scores: [...person.scores, score].slice(-SHOWN),
    games: person.games + 1,
  };
}

export function told(person: Person): string {
  if (person.games === 0) return `Your rating begins at ${Math.round(person.elo)}, a guess.`;
  const share = person.scores.reduce((sum, each) => sum + each, 0) / person.scores.length;
  const last = person.scores.length === 1 ? "the last game" : `the last ${person.scores.length} games`;
  return (
    `Your rating is ${Math.round(person.elo)}, give or take ${Math.round(2 * person.deviation)}. ` +
    `You scored ${Math.round(100 * share)} % in ${last}.`
  );
}

/** Note that a game is against a level that was chosen to fit, so that its result counts. */
export function begin(id: string, game: string): void {
  const all = Object.entries(read<Record<string, string>>(UNDER_WAY) ?? {});
  write(UNDER_WAY, Object.fromEntries([[id, game], ...all].slice(0, MOST_UNDER_WAY)));
}

export function adapts(id: string): boolean {
  return id in (read<Record<string, string>>(UNDER_WAY) ?? {});
}

/** A game with help or a move taken back does not count. */
export function spoil(id: string): void {
  const all = read<Record<string, string>>(UNDER_WAY) ?? {};
  delete all[id];
  write(UNDER_WAY, all);
}

/** Take the result of a game into the rating, once. */
export function finish(id: string, ladder: Ladder, player: string, score: number): Person | null {
  const all = read<Record<string, string>>(UNDER_WAY) ?? {};
  const game = all[id];
  const elo = ladder.find((each) => each.player === player)?.elo ?? null;
  if (game === undefined || elo === null) return null;
  delete all[id];
  write(UNDER_WAY, all);
  const person = after(personIn(game, ladder), elo, score);
  write(PERSON + game, person);
  return person;
}
