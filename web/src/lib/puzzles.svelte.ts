// Puzzles of a game, one after the other: the server finds, judges and rates.

import type { AttemptTold, GivenSolver, PuzzlesTold, PuzzleStep, PuzzleTold, SolverTold } from "../protocol";
import { nextPuzzle, puzzlePosition, puzzleStep } from "./api";
import { sentence } from "./sentence";
import { sound } from "./sounds";
import type { Position } from "./told";

const PAUSE = 600;

export class Puzzles {
  told: PuzzlesTold | null = $state.raw(null);
  puzzle: PuzzleTold | null = $state.raw(null);
  attempt: AttemptTold | null = $state.raw(null);
  solver: SolverTold | null = $state.raw(null);
  /** How many moves of the solution are on the board that is shown. */
  ply = $state(0);
  position: Position | null = $state.raw(null);
  hint: string[] = $state.raw([]);
  /** A move on its way to the server. */
  sent: string | null = $state(null);
  fault: string | null = $state(null);
  #closed = false;
  #busy = false;
  readonly #key: string;

  constructor(
    readonly game: string,
    readonly parameters: Record<string, string>,
  ) {
    const more = Object.keys(parameters).length > 0 ? ` ${JSON.stringify(parameters)}` : "";
    this.#key = `gametree.puzzles.${game}${more}`;
  }

  get over(): boolean {
    return this.attempt !== null && this.attempt.verdict !== "open";
  }

  close(): void {
    this.#closed = true;
  }

  /** Ask for a puzzle until there is one. */
  async next(): Promise<void> {
    this.puzzle = this.attempt = this.fault = null;
    this.hint = [];
    await this.#during(async () => {
      while (!this.#closed) {
        const { game, parameters } = this;
        this.told = await nextPuzzle({ game, parameters, solver: this.#kept() });
        if (this.told.solver !== null) this.solver = this.told.solver;
        if (this.told.error !== null) throw new Error(this.told.error);
        const { puzzle } = this.told;
        if (puzzle !== null) {
          this.puzzle = puzzle;
          this.position = puzzle.position;
          this.ply = 0;
          break;
        }
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    });
  }

  async play(move: string): Promise<void> {
    if (this.over || this.sent !== null) return;
    this.sent = move;
    await this.#step({ what: "move", move });
    this.sent = null;
    if (this.fault === null) sound(this.over ? "end" : "move");
  }

  askForHint(): Promise<void> {
    return this.#step({ what: "hint" });
  }

  show(): Promise<void> {
    return this.#step({ what: "show" });
  }

  /** Show the position after some moves of the solution. */
  async look(ply: number): Promise<void> {
    const { puzzle } = this;
    if (puzzle === null || !this.over || ply < 0 || ply > this.attempt!.solution.length) return;
    await this.#during(async () => {
      const found = await puzzlePosition(puzzle.id, ply);
      if (this.puzzle === puzzle) [this.position, this.ply] = [found, ply];
    });
  }

  async #step(step: PuzzleStep): Promise<void> {
    const { puzzle } = this;
    if (puzzle === null || this.over) return;
    await this.#during(async () => {
      const told = await puzzleStep(puzzle.id, { ...step, solver: this.#kept() });
      this.attempt = told;
      this.position = told.position;
      this.ply = told.made;
      this.hint = told.hint;
      if (told.solver !== null) this.#keep(told.solver);
    });
  }

  async #during(work: () => Promise<void>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.fault = null;
    try {
      await work();
    } catch (error) {
      this.fault = sentence(error instanceof Error ? error.message : String(error));
    }
    this.#busy = false;
  }

  /** The rating that this browser keeps, if the server does not. */
  #kept(): GivenSolver | null {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "null") as GivenSolver | null;
    } catch {
      return null;
    }
  }

  #keep(solver: SolverTold): void {
    this.solver = solver;
    if (solver.kept) return;
    try {
      localStorage.setItem(this.#key, JSON.stringify(solver.rating));
    } catch {
      // A browser that keeps nothing: the rating begins again.
    }
  }
}
