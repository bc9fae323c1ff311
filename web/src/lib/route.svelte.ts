// Where the page is: the lobby, a game, or puzzles, by the fragment of its address.

import { keepTokens } from "./tokens";

/** How a game is looked at: the board, its search tree, or a search step by step. */
export type Sight = "game" | "explore" | "classroom";

export interface Place {
  game: string | null;
  watching: boolean;
  sight: Sight;
  /** The game whose puzzles are solved, and its parameters. */
  puzzles?: { game: string; parameters: Record<string, string> };
  setUp?: SetUpPlace;
}

/** A game of which a position is set up, from its first position or from one as text. */
export interface SetUpPlace {
  game: string;
  parameters: Record<string, string>;
  text: string | null;
}

function read(): Place {
  const [kind, game, ...more] = location.hash.replace(/^#\/?/, "").split("/");
  if (kind === "puzzles" && game) return { game: null, watching: false, sight: "game", puzzles: named(game) };
  if (kind === "setup" && game)
    return { game: null, watching: false, sight: "game", setUp: setUpPlace(game, more[0] ?? "") };
  if (kind !== "g" || !game) return { game: null, watching: false, sight: "game" };
  const last = more.at(-1);
  const sight = last === "explore" || last === "classroom" ? (more.pop() as Sight) : "game";
  if (more[0] && more[0] !== "watch") {
    // Whoever copies the address of the page must not give his seat away.
    keepTokens(game, more[0].split(","));
    history.replaceState(null, "", `#/g/${game}${sight === "game" ? "" : `/${sight}`}`);
  }
  return { game, watching: more[0] === "watch", sight };
}

function named(text: string): Place["puzzles"] {
  const [game, parameters] = text.split("?");
  return {
    game: decodeURIComponent(game!),
    parameters: Object.fromEntries(new URLSearchParams(parameters ?? "")),
  };
}

/** Return where the puzzles of a game are. */
export function puzzlesOf(game: string, parameters: Record<string, string>): string {
  const given = Object.entries(parameters).filter(([, text]) => text !== "");
  const more = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
  return `#/puzzles/${encodeURIComponent(game)}${more}`;
}

function setUpPlace(game: string, query: string): SetUpPlace {
  const { position, ...parameters } = Object.fromEntries(new URLSearchParams(decodeURIComponent(query)));
  return { game: decodeURIComponent(game), parameters, text: position ?? null };
}

/** Return where a position of a game is set up; with the parameter `position`, from there on. */
export function hashOfSetUp(game: string, parameters: Record<string, string>): string {
  const query = encodeURIComponent(new URLSearchParams(parameters).toString());
  return `#/setup/${encodeURIComponent(game)}${query && `/${query}`}`;
}

class Route {
  place: Place = $state.raw(read());

  constructor() {
    addEventListener("hashchange", () => (this.place = read()));
  }

  go(hash: string): void {
    location.hash = hash;
  }
}

export const route = new Route();

/** Return where a game that is open is looked at in another way. */
export function hashOf(place: Place, sight: Sight): string {
  return `#/g/${place.game}${place.watching ? "/watch" : ""}${sight === "game" ? "" : `/${sight}`}`;
}

/** Return the address that opens a game: a seat's with its token, a watcher's without. */
export function linkTo(game: string, token: string | null): string {
  return `${location.origin}${location.pathname}#/g/${game}/${token ?? "watch"}`;
}
