// The WebSocket of a game: says hello, keeps alive, comes back.

import type { Message } from "../protocol";
import type { Told } from "./told";

export type Link = "connecting" | "open" | "lost" | "refused";

const PING = 15_000;
const PATIENCE = 6_000;
const PATIENCE_AT_FIRST = 10_000;

type Unsent = Message extends infer Each
  ? Each extends { ref?: unknown }
    ? Omit<Each, "ref">
    : never
  : never;

export class Connection {
  #socket: WebSocket | null = null;
  #tries = 0;
  #retry = 0;
  #ping = 0;
  #wait = 0;
  #closed = false;

  constructor(
    private readonly game: string,
    private readonly tokens: () => string[],
    private readonly since: () => number,
    private readonly hear: (told: Told) => void,
    private readonly changed: (link: Link) => void,
  ) {
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#open();
  }

  send(message: Unsent & { ref?: string }): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Begin anew: something has been missed. */
  again(): void {
    this.#socket?.close();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    clearTimeout(this.#wait);
    this.#socket?.close();
  }

  #now = (): void => {
    if (document.visibilityState !== "visible" || this.#closed) return;
    if (this.#socket === null) this.#open();
    else this.#asks();
  };

  #open(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const folder = location.pathname.replace(/[^/]*$/, "");
    const socket = new WebSocket(`${scheme}://${location.host}${folder}api/games/${this.game}/ws`);
    let refused = false;
    this.#socket = socket;
    this.#expect(PATIENCE_AT_FIRST);
    socket.onopen = () => {
      const tokens = this.tokens();
      this.send({ type: "hello", tokens, since: this.since() });
      this.#ping = setInterval(() => this.#asks(), PING);
    };
    socket.onmessage = (frame: MessageEvent<string>) => {
      clearTimeout(this.#wait);
      const told = JSON.parse(frame.data) as Told;
      if (told.type === "room") {
        this.#tries = 0;
        this.changed("open");
      }
      if (told.type === "refused" && told.code === "unknown_id") refused = true;
      this.hear(told);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      clearInterval(this.#ping);
      clearTimeout(this.#wait);
      if (this.#closed) return;
      if (refused) {
        this.#closed = true;
        this.changed("refused");
        return;
      }
      this.changed("lost");
      // The first try comes at once; later ones wait longer and longer, up to four seconds.
      const wait = Math.min(4000, 150 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
      this.#retry = setTimeout(() => this.#open(), wait);
    };
  }

  /** Ask whether the server is there. */
  #asks(): void {
    if (this.send({ type: "ping" })) this.#expect(PATIENCE);
  }

  /** Begin anew if nothing is heard for so many milliseconds. */
  #expect(patience: number): void {
    clearTimeout(this.#wait);
    this.#wait = setTimeout(() => {
      const socket = this.#socket;
      if (socket === null) return;
      socket.close();
      socket.onclose?.(new CloseEvent("close"));
    }, patience);
  }
}
