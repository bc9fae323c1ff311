// The requests of the page.

import type {
  AttemptTold,
  NewGame,
  OpeningsOf,
  OpeningsTold,
  PersonTold,
  PuzzleStep,
  PuzzlesTold,
  PuzzleWish,
  RatingWish,
  ReviewTold,
  SetUp,
  SetUpTold,
  StartedTold,
} from "../protocol";
import type { Position, Rules } from "./told";

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

/** The next puzzle of a game near a person's rating, or how the search for one stands. */
export const nextPuzzle = (wish: PuzzleWish): Promise<PuzzlesTold> => ask("api/puzzles", wish);

/** A move in a puzzle, a hint, or the solution. */
export const puzzleStep = (id: string, step: PuzzleStep): Promise<AttemptTold> =>
  ask(`api/puzzles/${id}`, step);

/** The position after some moves of a puzzle's solution. */
export const puzzlePosition = (id: string, ply: number): Promise<Position> =>
  ask(`api/puzzles/${id}/positions/${ply}`);

/** A person's rating in games against levels, after a game if its result is given. */
export const rating = (wish: RatingWish): Promise<PersonTold> => ask("api/rating", wish);

/** Tells what a position is that somebody sets up, or why the rules do not take it. */
export const setUp = (wish: SetUp): Promise<SetUpTold> => ask("api/set-up", wish);

/** Tells what was played in a position in the finished games of the server. */
export const openings = (wish: OpeningsOf): Promise<OpeningsTold> => ask("api/openings", wish);
