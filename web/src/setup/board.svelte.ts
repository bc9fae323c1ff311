// A position that is being set up: what lies on the board, and what the rules say of it.

import { Refusal, setUp } from "../lib/api";
import { sentence } from "../lib/sentence";
import type { View } from "../lib/told";
import type { SetUp, SetUpTold } from "../protocol";

type Wish = Omit<SetUp, "game" | "parameters">;

const WAITS = 150; // ms after a click until the rules are asked

export class BoardSetUp {
  told: SetUpTold | null = $state.raw(null);
  placed: Record<string, number> = $state.raw({});
  player: number | null = $state(null);
  text = $state("");
  /** Why positions of this game cannot be set up at all. */
  refused: string | null = $state(null);
  /** Whether the rules have not answered yet. */
  waits = $state(true);
  /** Whether a person has said who moves. */
  #chosen = false;
  #asked = 0;
  #timer = 0;

  constructor(
    readonly game: string,
    readonly parameters: Record<string, string>,
    text: string | null,
  ) {
    void this.#ask(text === null ? {} : { text });
  }

  /** The board as it is set up: each cell is a click of its own. */
  readonly view = $derived.by((): View | null => {
    const told = this.told;
    if (told === null) return null;
    const settable = new Set(told.cells);
    const cells = told.view.cells.map((cell) => {
      if (!settable.has(cell.id)) return { ...cell, zone: cell.id };
      const number = this.placed[cell.id];
      return { ...cell, zone: cell.id, piece: number === undefined ? null : told.pieces[number]! };
    });
    const moves = Object.fromEntries(told.cells.map((id) => [id, [id]]));
    return { ...told.view, cells, moves, last: [], winning: [] };
  });

  /** What is wrong with the position; null if it can be played. */
  readonly problem = $derived(this.told?.problem ? sentence(this.told.problem) : null);

  put(cell: string, number: number | null): void {
    const { [cell]: before, ...others } = this.placed;
    this.placed = number === null || before === number ? others : { ...others, [cell]: number };
    this.#soon();
  }

  clear(): void {
    this.placed = {};
    this.#soon();
  }

  first(): void {
    this.#chosen = false;
    void this.#ask({});
  }

  letMove(player: number): void {
    this.player = player;
    this.#chosen = true;
    this.#soon();
  }

  read(text: string): void {
    this.#chosen = false;
    void this.#ask({ text });
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#asked++; // what is on its way is of another board
    this.waits = true;
    this.#timer = setTimeout(() => {
      const pieces = this.placed;
      void this.#ask({ pieces, player: this.player }, this.#chosen ? null : { pieces });
    }, WAITS);
  }

  /** Ask the rules; if they do not take the one wish, perhaps they take the other. */
  async #ask(wish: Wish, other: Wish | null = null): Promise<void> {
    const number = ++this.#asked;
    this.waits = true;
    try {
      let told = await setUp({ game: this.game, parameters: this.parameters, ...wish });
      if (told.problem !== null && other !== null)
        told = await setUp({ game: this.game, parameters: this.parameters, ...other });
      if (number === this.#asked) this.#take(told, wish.pieces !== undefined);
    } catch (error) {
      if (number === this.#asked) this.#fail((error as Refusal).message);
    }
    if (number === this.#asked) this.waits = false;
  }

  #fail(message: string): void {
    if (this.told === null) this.refused = sentence(message);
    else this.told = { ...this.told, problem: message, text: null };
  }

  #take(told: SetUpTold, byPieces: boolean): void {
    const before = this.told;
    // The board of a position that was refused is the one that people see.
    this.told = told.problem !== null && before !== null ? { ...told, view: before.view } : told;
    if (told.problem === null) this.text = told.text ?? "";
    if (!byPieces && told.problem === null) this.placed = told.placed;
    if (told.player !== null) this.player = told.player;
  }
}
