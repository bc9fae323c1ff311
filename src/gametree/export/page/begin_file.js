// The page as one file: the engine and the code of its worker are texts in it.

import { Engine } from "./engine.js";
import { start } from "./page.js";

const text = (id) => document.getElementById(id).textContent;

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const code = new Blob([text("worker")], { type: "text/javascript" });
const engine = new Engine(new Worker(URL.createObjectURL(code)));
await start(engine, JSON.parse(text("drawing")), { engine: await unpacked(text("engine")) });
