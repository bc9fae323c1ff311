// The glass tree for exported pages, which have styles of their own: it lives in a shadow tree.

import css from "../app.css?inline";
import { mount, unmount } from "svelte";
import Glass from "./Glass.svelte";
import type { ExportedGame } from "./worker_tree.svelte";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Show the tree of a position in an element; return what takes it away. */
export function explore(
  place: HTMLElement,
  game: ExportedGame,
  line: string[],
  back: () => void,
): () => void {
  const target = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = css
    .replaceAll(/:root\[data-theme="?light"?\]/g, ":host([data-theme=light])")
    .replaceAll(/:root|body/g, ":host");
  target.append(style);
  const paint = (): void => void (place.dataset.theme = dark.matches ? "dark" : "light");
  paint();
  dark.addEventListener("change", paint);
  const shown = mount(Glass, { target, props: { game, line, back } });
  return () => {
    dark.removeEventListener("change", paint);
    void unmount(shown);
    target.replaceChildren();
    game.close();
  };
}
