// The tokens of seats, kept in the browser: what this tab opened goes before what others did.

export interface Kept {
  id: string;
  game: string;
  tokens: string[];
  /** Links for others: seat and token. */
  invites: [number, string][];
  at: number;
}

const KEY = "gametree.games";
const MOST = 50;

function readAll(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

function writeAll(all: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing: the tab still has its tokens.
  }
}

export function keepGame(kept: Omit<Kept, "at">): void {
  writeAll([{ ...kept, at: Date.now() }, ...readAll().filter((each) => each.id !== kept.id)]);
  keepHere(kept.id, kept.tokens);
}

/** Note what a game is called, so that the lobby can list it. */
export function nameGame(id: string, game: string): void {
  const all = readAll();
  const kept = all.find((each) => each.id === id);
  if (kept === undefined || kept.game === game) return;
  kept.game = game;
  writeAll(all);
}

export function keepTokens(id: string, tokens: string[]): void {
  const old = keptGame(id);
  const all = [...new Set([...(old?.tokens ?? []), ...tokens])];
  const rest = readAll().filter((each) => each.id !== id);
  const invites = old?.invites ?? [];
  writeAll([{ id, game: old?.game ?? "", tokens: all, invites, at: Date.now() }, ...rest]);
  keepHere(id, tokens);
}

function keepHere(id: string, tokens: string[]): void {
  try {
    sessionStorage.setItem(`gametree.${id}`, JSON.stringify(tokens));
  } catch {
    // As above.
  }
}

export function tokensOf(id: string): string[] {
  try {
    const here = sessionStorage.getItem(`gametree.${id}`);
    if (here !== null) return JSON.parse(here) as string[];
  } catch {
    // As above.
  }
  return keptGame(id)?.tokens ?? [];
}

export function keptGame(id: string): Kept | undefined {
  return readAll().find((each) => each.id === id);
}

export function keptGames(): Kept[] {
  return readAll();
}

export function forgetGame(id: string): void {
  writeAll(readAll().filter((each) => each.id !== id));
}
