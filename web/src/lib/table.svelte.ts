// A game as this client sees it: what the server tells, added up.

import { Audit, judged, type Judgement } from "./audit.svelte";
import { Connection, type Link } from "./connection";
import { keyOf, Lines } from "./lines.svelte";
import { GameReview } from "./review.svelte";
import { settings } from "./settings.svelte";
import { sound } from "./sounds";
import { Thinking } from "./thinking.svelte";
import { toasts } from "./toasts.svelte";
import type { Forced, Over, Position, Refused, Room, Seat, Told, ToldOfTree, What } from "./told";
import { sentence } from "./sentence";
import { nameGame } from "./tokens";

export interface Why {
  move: string;
  line: string[];
  forced: Forced | null;
  error: string | null;
}

/** A mistake: the line before it, what was played there, and what is best. */
export interface Retry {
  line: string[];
  move: string;
  best: string;
}

export class Table {
  room: Room | null = $state.raw(null);
  you: number[] = $state.raw([]);
  link: Link = $state("connecting");
  told: string = $state("");
  /** What the engine waits for before it can think about its move. */
  waits: string | null = $state(null);
  /** A move on its way to the server. */
  sent: string | null = $state(null);
  why: Why | null = $state.raw(null);
  /** A move of a finished game that somebody tries to better. */
  retry: Retry | null = $state.raw(null);
  /** When the clock was told, by the browser's own. */
  clockAt = $state(0);
  readonly lines = new Lines();
  readonly thinking: Thinking;
  readonly audit: Audit = new Audit(this);
  readonly review: GameReview;
  #askedTogether = $state(false);
  readonly #connection: Connection;
  /** Who look into trees, and hear what is told of them and what is refused. */
  readonly treeReaders = new Set<(told: ToldOfTree | Refused) => void>();
  readonly #asked = new Set<string>();
  #ahead = 0;

  constructor(
    readonly id: string,
    tokens: () => string[],
  ) {
    this.thinking = new Thinking(this.lines);
    this.review = new GameReview(id);
    this.#connection = new Connection(
      id,
      tokens,
      () => this.room?.seq ?? 0,
      (told) => this.#hear(told),
      (link) => this.#linked(link),
    );
  }

  close(): void {
    this.review.close();
    this.#connection.close();
  }

  // Who is who.

  get over(): boolean {
    return this.room?.over != null;
  }

  /** Whether something is hidden from you: then there are no other positions to look at. */
  get secret(): boolean {
    return this.room !== null && this.room.game.hides && !this.over;
  }

  get seated(): boolean {
    return this.you.length > 0;
  }

  get myTurn(): boolean {
    const player = this.room?.position.player;
    return player != null && this.you.includes(player);
  }

  /** Whether somebody else plays against you: nobody is helped then. */
  get fair(): boolean {
    return this.seated && !this.over && this.others.length > 0 && !this.room?.analysis;
  }

  /** Whether several people sit before this screen: they are helped when they ask. */
  get together(): boolean {
    return this.you.length > 1 && !this.over;
  }

  /** Whether the search is to be seen. */
  get thinkingShown(): boolean {
    if (this.retrying) return false;
    if (this.together) return this.#askedTogether;
    return this.plays ? settings.thinkingInPlay : settings.thinking;
  }

  set thinkingShown(shown: boolean) {
    this.retry = null;
    if (this.together) this.#askedTogether = shown;
    else if (this.plays) settings.thinkingInPlay = shown;
    else settings.thinking = shown;
  }

  /** Whether you play a game that goes on. */
  get plays(): boolean {
    return this.seated && !this.over;
  }

  /** The seats of other people. */
  get others(): number[] {
    return (this.room?.seats ?? []).flatMap((seat, at) =>
      seat.kind !== "engine" && !this.you.includes(at) ? [at] : [],
    );
  }

  nameOf(seat: number): string {
    if (seat < 0) return "Chance";
    const room = this.room;
    const own = room?.game.playerNames?.[seat];
    if (own) return own;
    const kind = room?.seats[seat]?.kind;
    if (kind === "engine") {
      const name = engineName(room!.seats[seat]!);
      const alike = room!.seats.filter((each) => each.kind === "engine" && engineName(each) === name);
      return alike.length > 1 ? `${name} ${seat + 1}` : name;
    }
    if (this.you.length === 1 && this.you[0] === seat) return "You";
    return `Player ${seat + 1}`;
  }

  // What is looked at.

  get position(): Position | null {
    const lines = this.lines;
    return lines.positions[lines.seenKey] ?? null;
  }

  look(line: string[]): void {
    if (this.secret) return;
    this.lines.seen = line;
    this.fetch(line);
    // What is one step away is likely to be looked at next.
    clearTimeout(this.#ahead);
    this.#ahead = setTimeout(() => {
      if (line.length > 0) this.fetch(line.slice(0, -1));
      const on = this.lines.onwards;
      if (on.length > line.length) this.fetch(on.slice(0, line.length + 1));
    }, 60);
  }

  step(by: number): void {
    const { seen, onwards } = this.lines;
    const to = Math.max(0, Math.min(onwards.length, seen.length + by));
    if (to !== seen.length) this.look(by < 0 ? seen.slice(0, to) : onwards.slice(0, to));
  }

  fetch(line: string[]): void {
    if (this.secret) return;
    const key = keyOf(line);
    if (key in this.lines.positions || this.#asked.has(key)) return;
    if (this.#connection.send({ type: "look", moves: line })) this.#asked.add(key);
  }

  /** How good a move of the game was, once the game is over and both positions are known. */
  judge(line: string[]): Judgement | null {
    if (!this.over || this.room!.game.players !== 2) return null;
    const player = this.room!.moves[line.length - 1]?.player;
    const before = this.thinking.chance(line.slice(0, -1));
    const returns = line.length === this.lines.main.length ? this.room!.position.returns : null;
    const after = returns ? chanceOf(returns) : this.thinking.chance(line);
    if (before === null || after === null || player === undefined || player < 0) return null;
    return player === 0 ? judged(before, after) : judged(1 - before, 1 - after);
  }

  /** What would have been better than a move of the game; null if the search knows of nothing. */
  better(line: string[]): string | null {
    const infos = this.thinking.reports[keyOf(line.slice(0, -1))]?.moveInfos ?? [];
    const best = infos.find((each) => each.order === 0)?.move ?? null;
    return best === line.at(-1) ? null : best;
  }

  /** Whether a better move is looked for at this moment, so that nothing gives it away. */
  get retrying(): boolean {
    return this.retry !== null && keyOf(this.retry.line) === this.lines.seenKey;
  }

  /** The move that is tried instead of a mistake, if it is looked at. */
  get tried(): string | null {
    const [retry, seen] = [this.retry, this.lines.seen];
    if (retry === null || keyOf(seen.slice(0, -1)) !== keyOf(retry.line) || seen.length === 0) return null;
    return seen.at(-1) === retry.move ? null : seen.at(-1)!;
  }

  /** Go back to before a mistake, to find a better move. */
  tryAgain(line: string[]): void {
    const best = this.better(line);
    if (best === null) return;
    this.retry = { line: line.slice(0, -1), move: line.at(-1)!, best };
    this.look(this.retry.line);
  }

  /** Look at a move that was not played, in a line beside the game. */
  tryMove(before: string[], move: string): void {
    const player = this.room?.moves[before.length]?.player ?? 0;
    this.lines.seen = before;
    this.lines.branch(move, player);
    this.look(this.lines.seen);
  }

  // What you do.

  play(move: string): void {
    const lines = this.lines;
    if (lines.live && this.myTurn) {
      if (this.sent !== null) return;
      if (this.#say({ type: "play", move, ply: lines.main.length })) this.sent = move;
      return;
    }
    const player = this.position?.player;
    if (player == null || this.secret) return;
    lines.branch(move, player);
    this.look(lines.seen);
  }

  resign(): void {
    this.#say({ type: "resign" });
  }

  offer(what: What): void {
    this.#say({ type: "offer", what });
  }

  claim(what: "win" | "draw"): void {
    this.#say({ type: "claim", what });
  }

  answer(what: What, accept: boolean): void {
    this.#say({ type: "answer", what, accept });
  }

  level(seat: number, simulations: number): void {
    this.#say({ type: "level", seat, simulations });
  }

  think(line: string[] | null, there = false): boolean {
    this.thinking.fault = this.thinking.waits = null;
    if (line === null) return this.#connection.send({ type: "think", on: false });
    const live = !there && keyOf(line) === this.lines.mainKey;
    return this.#connection.send({ type: "think", ref: "think", on: true, ...(live ? {} : { moves: line }) });
  }

  whyNot(move: string): void {
    const line = this.lines.seen;
    if (this.#say({ type: "whyNot", ref: "why", move, moves: line }))
      this.why = { move, line, forced: null, error: null };
  }

  /** Send what somebody wants to see of a tree; false if the server is not reached just now. */
  ask(message: Parameters<Connection["send"]>[0]): boolean {
    return this.#connection.send(message);
  }

  #say(message: Parameters<Connection["send"]>[0]): boolean {
    if (this.#connection.send(message)) return true;
    toasts.add("The server is not reached just now: your wish was not sent.", "bad");
    return false;
  }

  // What the server tells.

  #linked(link: Link): void {
    this.link = link;
    this.sent = null;
    this.#asked.clear();
    if (link !== "open") this.thinking.stopped();
  }

  #hear(told: Told): void {
    switch (told.type) {
      case "room": {
        const { type: _, you, missed, ...room } = told;
        const moved = missed?.filter((each) => each.event.what === "move").length ?? 0;
        if (moved > 0) this.told = `Meanwhile ${moved === 1 ? "a move was" : `${moved} moves were`} made.`;
        this.you = you;
        this.#take(room);
        nameGame(this.id, room.game.name);
        break;
      }
      case "event":
        this.#happened(told);
        break;
      case "thinking":
        this.thinking.hear(told.line, told.report);
        break;
      case "waits":
        if (told.what === "move") this.waits = told.message;
        else this.thinking.waits = told.message;
        break;
      case "whyNot":
        if (this.why?.move === told.move && keyOf(this.why.line) === keyOf(told.line)) {
          const { forced = null, error = null } = told.report;
          this.why = { ...this.why, forced, error: error ?? (forced ? null : "no answer came") };
        }
        break;
      case "position":
        this.#asked.delete(keyOf(told.line));
        this.lines.learn(told.line, told.position);
        break;
      case "slices":
      case "part":
      case "explored":
      case "trace":
        for (const hear of this.treeReaders) hear(told);
        break;
      case "refused":
        if (told.ref === "tree" || told.ref?.startsWith("trace")) {
          for (const hear of this.treeReaders) hear(told);
          break;
        }
        if (told.code === "too_fast" && this.sent === null) {
          this.#lookLater();
          break;
        }
        this.sent = null;
        if (told.code === "stale") this.#connection.again();
        if (told.ref === "why") this.why = null;
        if (told.ref === "think" || (told.ref === null && told.code === "busy")) {
          this.thinking.fault = sentence(told.message);
          break;
        }
        // Of a game that is not there the page itself tells.
        if (told.code !== "unknown_id") toasts.add(sentence(told.message), "bad");
        break;
      case "warning":
        toasts.add(sentence(told.message));
        break;
    }
  }

  /** Ask again for what is looked at: the server took no more questions for a moment. */
  #lookLater(): void {
    this.#asked.clear();
    setTimeout(() => this.fetch(this.lines.seen), 800);
  }

  #happened(told: Extract<Told, { type: "event" }>): void {
    const room = this.room;
    if (room === null) return;
    if (told.seq > room.seq + 1) {
      this.#connection.again();
      return;
    }
    const { added, what, seat } = told.event;
    const moves = told.room.moves ?? (added ? [...room.moves, added] : room.moves);
    const before = room.over;
    this.#take({ ...room, ...told.room, moves, seq: told.seq });
    if (added) this.#announceMove(added.move, added.player);
    else if (what === "choice") this.told = `${this.nameOf(seat ?? -1)} chose.`;
    else if (what === "undo") this.told = "Moves were taken back.";
    else if (what === "offer") this.#announceOffer(String(told.event.offer));
    if (before === null && this.room?.over) {
      this.told += ` The game is over: ${this.outcome}.`;
      sound("end");
    }
  }

  #take(room: Room): void {
    const before = this.room;
    this.room = room;
    if (before === null || room.clock !== before.clock) this.clockAt = performance.now();
    // What others do meanwhile does not answer a move that is on its way.
    const { ply, moves } = room.position;
    if (this.sent !== null && !(ply === before?.position.ply && moves.includes(this.sent))) this.sent = null;
    if (room.seq !== before?.seq) this.waits = null;
    if (before?.moves !== room.moves || before?.position !== room.position)
      this.lines.play(room.moves, room.position);
  }

  #announceMove(move: string, player: number): void {
    const turn = this.myTurn ? " Your turn." : "";
    const name = this.nameOf(player);
    const made = name === "You" ? `play ${move}` : move ? `plays ${move}` : "has moved";
    this.told = `${name} ${made}.${turn}`;
    sound(this.you.includes(player) ? "move" : "other");
  }

  #announceOffer(what: string): void {
    const offer = this.room?.offers.find((each) => !this.you.includes(each.seat));
    if (offer) this.told = `${this.nameOf(offer.seat)} offers: ${offer.what ?? what}.`;
  }

  /** How the game ended, in words of this table. */
  get outcome(): string {
    const over = this.room?.over;
    if (!over) return "";
    return over.text.replace(/player (\d+)( wins| resigns| is| gets)?/g, (_, seat, verb = "") => {
      const name = this.nameOf(Number(seat) - 1);
      if (name !== "You") return `${name}${verb}`;
      const yours: Record<string, string> = {
        " wins": " win",
        " resigns": " resign",
        " is": " are",
        " gets": " get",
      };
      return `you${yours[verb] ?? verb}`;
    });
  }
}

/** Return what a seat got, as its strip shows it: the score of a player who plays alone, and null
 * if they did not play to the end; else 1, ½ or 0. */
export function resultOf({ returns, how }: Over, seat: number): string | null {
  const best = Math.max(...returns);
  if (returns.length === 1)
    return BY_RULES.includes(how) ? best.toLocaleString("en", { maximumSignificantDigits: 10 }) : null;
  if (returns.every((each) => each === best)) return "½";
  return returns[seat] === best ? "1" : "0";
}

/** How games end that nobody gave up or lost on time. */
export const BY_RULES: readonly string[] = ["rules", "repetition"];

/** Return the chance of the first of two players that returns amount to. */
export function chanceOf(returns: number[]): number {
  return returns[0] === returns[1] ? 0.5 : returns[0]! > returns[1]! ? 1 : 0;
}

export function engineName(seat: Seat): string {
  const kind = (seat.player ?? "mcts:auto").split(":")[0]!;
  const names: Record<string, string> = {
    mcts: "Tree search",
    alphabeta: "Alpha-beta",
    perfect: "Perfect play",
  };
  return names[kind] ?? kind[0]!.toUpperCase() + kind.slice(1);
}
