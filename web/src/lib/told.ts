// What the server tells: rules, rooms, positions, reports.

export type PieceShape = "disc" | "cross" | "ring" | "text" | "stone" | "counter";
export type CellShape = "square" | "hexagon" | "circle" | "point" | "none";

export interface Piece {
  shape: PieceShape;
  player: number | null;
  text: string;
}

export interface Cell {
  id: string;
  x: number;
  y: number;
  shape: CellShape;
  size: number;
  shade: number;
  label: string;
  zone: string;
  piece: Piece | null;
}

export interface View {
  width: number;
  height: number;
  cells: Cell[];
  lines: [number, number, number, number, "thin" | "thick"][];
  texts: { x: number; y: number; text: string; size: number }[];
  falls: boolean;
  moves: Record<string, string[]>;
  last: string[];
  text: string;
}

/** `player` is a seat, below 0 for chance, null once the game is over. */
export interface Position {
  ply: number;
  player: number | null;
  moves: string[];
  view: View;
  returns: number[] | null;
}

export interface Move {
  move: string;
  player: number;
  ms: number;
}

export type What = "draw" | "undo" | "rematch";

export interface Seat {
  kind: "human" | "engine" | "open";
  player: string | null;
  simulations: number | null;
  seconds: number | null;
  connected: boolean;
  taken: boolean;
}

export interface Clock {
  control: string;
  left: number[];
  running: number | null;
}

export interface Over {
  returns: number[];
  how: string;
  text: string;
}

export interface Room {
  id: string;
  seq: number;
  game: {
    id: string;
    name: string;
    parameters: Record<string, string>;
    players: number;
    playerNames: string[] | null;
  };
  moves: Move[];
  position: Position;
  offers: { what: What; seat: number }[];
  clock: Clock | null;
  over: Over | null;
  thinks: number | null;
  rematch: string | null;
  /** Whether the players have agreed to be helped. */
  analysis: boolean;
  seats: Seat[];
  watchers: number;
}

export type Proven = "win" | "loss" | "draw";

export interface MoveInfo {
  move: string;
  visits: number;
  value: number;
  winrate: number;
  lcb: number;
  ucb: number;
  prior: number | null;
  order: number;
  pv: string[];
  proven: Proven | null;
}

export interface RootInfo {
  visits: number;
  value: number;
  winrate: number;
  currentPlayer: number;
  proven: Proven | null;
  seconds: number;
  stopReason: string | null;
}

export interface Report {
  id: string;
  isDuringSearch: boolean;
  moveInfos: MoveInfo[];
  rootInfo?: RootInfo;
  error?: string;
}

export interface Forced {
  move: string;
  value: number | null;
  visits: number;
  refutation: string[];
  best: { move: string; value: number | null };
}

export interface Parameter {
  name: string;
  type: string;
  default: boolean | number | string | null;
}

export interface Rules {
  id: string;
  name: string;
  players: number;
  playerNames: string[] | null;
  parameters: Parameter[];
  levels: { name: string; simulations: number; elo: number | null }[];
  picture: View | null;
}

export interface Refused {
  type: "refused";
  ref: string | null;
  code: string;
  field?: string;
  message: string;
}

export type Told =
  | ({ type: "room"; you: number[]; missed?: { event: { what: string } }[] | null } & Room)
  | {
      type: "event";
      seq: number;
      event: { what: string; added?: Move; seat?: number; [more: string]: unknown };
      room: Partial<Room>;
    }
  | { type: "thinking"; line: string[]; report: Report }
  | { type: "whyNot"; move: string; line: string[]; report: { forced?: Forced; error?: string } }
  | { type: "waits"; what: "thinking" | "move"; line: string[]; state: string; message: string | null }
  | { type: "position"; ref: string | null; line: string[]; position: Position }
  | Refused
  | { type: "warning"; message: string }
  | { type: "pong"; ref: string | null };
