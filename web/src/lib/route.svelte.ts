// Where the page is: the lobby, or a game, by the fragment of its address.

import { keepTokens } from "./tokens";

export interface Place {
  game: string | null;
  watching: boolean;
}

function read(): Place {
  const [kind, game, more] = location.hash.replace(/^#\/?/, "").split("/");
  if (kind !== "g" || !game) return { game: null, watching: false };
  if (more && more !== "watch") {
    // Whoever copies the address of the page must not give his seat away.
    keepTokens(game, more.split(","));
    history.replaceState(null, "", `#/g/${game}`);
  }
  return { game, watching: more === "watch" };
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

/** Return the address that opens a game: a seat's with its token, a watcher's without. */
export function linkTo(game: string, token: string | null): string {
  return `${location.origin}${location.pathname}#/g/${game}/${token ?? "watch"}`;
}
