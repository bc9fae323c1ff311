// The review of a finished game: asked of the server until all of it is known.

import type { ReviewTold } from "../protocol";
import { review } from "./api";

const PAUSE = 600;

export class GameReview {
  told: ReviewTold | null = $state.raw(null);
  fault: string | null = $state(null);
  runs = $state(false);
  #closed = false;

  constructor(readonly id: string) {}

  async run(): Promise<void> {
    if (this.runs) return;
    this.runs = true;
    this.fault = null;
    try {
      while (!this.#closed) {
        this.told = await review(this.id);
        if (this.told.error !== null) throw new Error(this.told.error);
        if (this.told.state === "over") break;
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
    }
    this.runs = false;
  }

  close(): void {
    this.#closed = true;
  }
}
