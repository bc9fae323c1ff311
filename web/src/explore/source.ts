// Where a tree is read: at a server's table, or in the worker of an exported game.

import type { Connection } from "../lib/connection";
import type { Points } from "../lib/measure";
import type { Position, Refused, ToldOfTree } from "../lib/told";

export interface TreeSource {
  /** Whether it can be asked now: "open". */
  readonly link: string;
  /** The points that values are shown in, and the position of the game; null until both are known. */
  readonly room: { readonly game: { readonly points: Points }; readonly position?: Position } | null;
  /** Positions by the keys of their lines. */
  readonly lines: { readonly positions: Record<string, Position> };
  /** Who hears what is told. */
  readonly treeReaders: Set<(told: ToldOfTree | Refused) => void>;
  /** Ask for something; tell whether that could be sent. */
  ask(message: Parameters<Connection["send"]>[0]): boolean;
  /** Let the position after a line be known. */
  fetch(line: string[]): void;
}
