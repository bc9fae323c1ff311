// The page as one file: the engine, the code of its worker and the glass tree are texts in it.

import { Engine } from "./engine.js";
import { start } from "./page.js";

const text = (id) => document.getElementById(id).textContent;

async function unpacked(id) {
  const bytes = Uint8Array.from(atob(text(id).trim()), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

const script = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
const worker = script(text("worker"));
const engine = new Engine(new Worker(worker));
await start(JSON.parse(text("drawing")), {
  engine,
  another: () => new Engine(new Worker(worker)),
  glass: async () => import(script(await unpacked("glass"))),
  options: { engine: await unpacked("engine") },
});
