// The rating of the person at this browser in each game: the server computes it, and says which
// level fits. It stays in the browser, since a server has many visitors.

import type { PersonTold, RatingTold } from "../protocol";
import { rating } from "./api";
import type { Rules } from "./told";

type Ladder = Rules["ladder"];

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

/** The person's rating in a game, a sentence about it, and the player of the level that fits. */
export function personIn(game: string): Promise<PersonTold> {
  return rating({ game, rating: read<RatingTold>(PERSON + game) });
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

/** Take the result of a game against a level into the rating, once; return a sentence about it. */
export async function finish(id: string, against: string, score: number): Promise<string | null> {
  const game = (read<Record<string, string>>(UNDER_WAY) ?? {})[id];
  if (game === undefined) return null;
  spoil(id);
  try {
    const told = await rating({ game, rating: read<RatingTold>(PERSON + game), against, score });
    write(PERSON + game, told.rating);
    return told.text;
  } catch (error) {
    begin(id, game); // it counts when the page is opened the next time
    throw error;
  }
}
