// Zones that are picked on a board, by clicks or by dragging, until they come to a move.

import { moveOf, nextZones, type Zone } from "../lib/zones";

interface Point {
  x: number;
  y: number;
}

/** A piece that is taken up at a zone; it has `moved` once it is clearly no click. */
interface Drag extends Point {
  zone: string;
  moved: boolean;
}

/** How far a pointer goes from the middle of a cell, in cells, before it drags. */
const DRAGS_FROM = 0.55;

export class Picking {
  picked: string[] = $state([]);
  drag: Drag | null = $state(null);
  /** The zone under the pointer. */
  hovered: string | null = $state(null);
  #dropped = false;

  constructor(
    readonly moves: () => Record<string, string[]>,
    readonly zones: () => Map<string, Zone>,
    readonly play: (move: string) => void,
  ) {}

  /** The zones that go on with what is picked. */
  readonly next = $derived.by(() => nextZones(this.moves(), this.picked));
  /** Those where a move begins. */
  readonly firsts = $derived.by(() => nextZones(this.moves(), []));

  clear(): void {
    this.picked = [];
  }

  pick(zone: string): void {
    if (this.next.has(zone)) {
      const now = [...this.picked, zone];
      const move = moveOf(this.moves(), now);
      if (move === null) this.picked = now;
      else {
        this.clear();
        this.play(move);
      }
    } else if (this.picked.at(-1) === zone || !this.firsts.has(zone)) this.clear();
    else this.picked = [zone];
  }

  /** Pick a zone that was clicked on; the click that ends a drag is none. */
  click(zone: string): void {
    if (this.#dropped) this.#dropped = false;
    else this.pick(zone);
  }

  /** Take a piece up, if a move of several clicks begins there. */
  takeUp(zone: string | null, at: Point): void {
    this.#dropped = false;
    if (zone === null || !this.firsts.has(zone) || moveOf(this.moves(), [zone]) !== null) return;
    this.drag = { zone, ...at, moved: false };
  }

  dragTo(at: Point): void {
    if (this.drag === null) return;
    const { zone } = this.drag;
    const cell = this.zones().get(zone)!.at;
    const moved = this.drag.moved || Math.hypot(at.x - cell.x, at.y - cell.y) > DRAGS_FROM;
    if (moved && !this.drag.moved) this.picked = [zone];
    this.drag = { zone, ...at, moved };
  }

  /** Put the piece down on a zone, or beside all. */
  putDown(zone: string | null): void {
    if (this.drag?.moved) {
      this.#dropped = true;
      if (zone !== null && zone !== this.drag.zone && this.next.has(zone)) this.pick(zone);
      else if (zone !== this.drag.zone) this.clear();
    }
    this.drag = null;
  }
}
