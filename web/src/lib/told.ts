// What the server tells, by the names that the page has for it: types made from the server's own.

import type * as protocol from "../protocol";

export type {
  CandidateTold as Candidate,
  CellTold as Cell,
  ForcedTold as Forced,
  GameTold as Game,
  MoveTold as Move,
  OverTold as Over,
  ParameterTold as Parameter,
  PieceTold as Piece,
  PositionTold as Position,
  RulesTold as Rules,
  SeatTold as Seat,
  SliceTold as Slice,
  TermTold as Term,
  Told,
  TreeMoveTold as TreeMove,
  TreeNodeTold as PartMove,
  TreeStatusTold as TreeStatus,
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

/** What is told to those who look into trees. */
export type ToldOfTree =
  protocol.SlicesMessage | protocol.PartMessage | protocol.ExploredMessage | protocol.TraceMessage;
export type Refused = protocol.RefusedMessage;

/** Some simulations, step by step. */
export type Trace = Required<Omit<protocol.TraceTold, "error" | "field">>;
export type Step = Trace["steps"][number];
