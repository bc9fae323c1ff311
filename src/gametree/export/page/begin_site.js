// The page of a game on a site: engine and worker are files beside it.

import { Engine } from "./engine.js";
import { start } from "./page.js";

// Not where another page shows this one in a frame.
if ("serviceWorker" in navigator && location.protocol.startsWith("http") && window.top === window)
  navigator.serviceWorker.register("service-worker.js").catch(() => null); // a site works without
const drawing = document.getElementById("drawing");
if (drawing !== null) {
  const another = () => new Engine(new Worker("worker.js"));
  await start(JSON.parse(drawing.textContent), {
    engine: another(),
    another,
    glass: () => import(new URL("glass.js", location.href).href),
    options: { engine: new URL(drawing.dataset.engine, location.href).href },
  });
}
