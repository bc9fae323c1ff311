// What the server tells, by the names that the page has for it: types made from the server's own.

import type * as protocol from "../protocol";

export type {
  CellTold as Cell,
  ForcedTold as Forced,
  GameTold as Game,
  MoveTold as Move,
  ParameterTold as Parameter,
  PieceTold as Piece,
  PositionTold as Position,
  RulesTold as Rules,
  SeatTold as Seat,
  Told,
  ViewTold as View,
} from "../protocol";

export type PieceShape = protocol.PieceTold["shape"];
export type CellShape = protocol.CellTold["shape"];
export type What = protocol.OfferTold["what"];
export type Proven = NonNullable<protocol.MoveInfoTold["proven"]>;
export type Room = Omit<protocol.RoomTold, "type">;

/** What is not known of a move that was hardly tried has been filled in. */
export interface MoveInfo extends protocol.MoveInfoTold {
  winrate: number;
  lcb: number;
  ucb: number;
}

/** A report that says something. */
export interface Report extends protocol.ReportTold {
  moveInfos: MoveInfo[];
  rootInfo: protocol.RootInfoTold & { winrate: number };
}
