// The requests of the page.

import type {
  NewGame,
  OpeningsOf,
  OpeningsTold,
  ReviewTold,
  SetUp,
  SetUpTold,
  StartedTold,
} from "../protocol";
import type { Rules } from "./told";

/** What the server answers when it does not do what it is asked. */
export class Refusal extends Error {
  readonly field: string | null;

  constructor(message: string, field: string | null) {
    super(message);
    this.field = field;
  }
}

async function ask<T>(path: string, sent?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: sent === undefined ? "GET" : "POST",
      headers: sent === undefined ? {} : { "content-type": "application/json" },
      body: sent === undefined ? null : JSON.stringify(sent),
    });
  } catch {
    throw new Refusal("the server does not answer", null);
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body as T;
  const error = body?.error;
  throw new Refusal(error?.message ?? `the server answered ${answer.status}`, error?.field ?? null);
}

export const rules = (): Promise<Rules[]> => ask("api/rules");

export const newGame = (wish: NewGame): Promise<StartedTold> => ask("api/games", wish);

/** Begins the review of a finished game, or tells what is known of it. */
export const review = (id: string): Promise<ReviewTold> => ask(`api/games/${id}/review`, {});

/** Tells what a position is that somebody sets up, or why the rules do not take it. */
export const setUp = (wish: SetUp): Promise<SetUpTold> => ask("api/set-up", wish);

/** Tells what was played in a position in the finished games of the server. */
export const openings = (wish: OpeningsOf): Promise<OpeningsTold> => ask("api/openings", wish);
