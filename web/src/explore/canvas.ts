// Pictures on a canvas: their colours follow the page, their pixels those of the screen.

const MOST_PIXELS = 8192; // along one side: more are refused by some browsers

/** A canvas knows no properties of a page's style: put their values in a colour. */
export function colourOn(canvas: HTMLCanvasElement): (colour: string) => string {
  const values = getComputedStyle(canvas);
  return (colour) => colour.replaceAll(/var\((--[\w-]+)\)/g, (_, name) => values.getPropertyValue(name));
}

/** Give a canvas the pixels of the screen, which empties it; return how many there are for one of the page. */
export function sized(canvas: HTMLCanvasElement, width: number, height: number): number {
  const ratio = Math.min(devicePixelRatio, MOST_PIXELS / Math.max(1, width, height));
  canvas.width = Math.round(ratio * width);
  canvas.height = Math.round(ratio * height);
  return ratio;
}

/** Draw again when the page becomes dark or light, until the returned function is called. */
export function onTheme(canvas: HTMLCanvasElement, draw: () => void): () => void {
  const root = canvas.getRootNode();
  const painted = root instanceof ShadowRoot ? root.host : document.documentElement;
  const watcher = new MutationObserver(draw);
  watcher.observe(painted, { attributeFilter: ["data-theme"] });
  return () => watcher.disconnect();
}
