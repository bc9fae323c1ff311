import { svelte } from "@sveltejs/vite-plugin-svelte";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { digestOf } from "./digest.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = fileURLToPath(new URL("../src/gametree/server/page/", import.meta.url));

// Written beside the built files, so that a test can tell when they are older than the sources.
const digest = {
  name: "digest-of-sources",
  closeBundle() {
    writeFileSync(`${out}sources.sha256`, `${digestOf(here)}\n`);
  },
};

export default defineConfig({
  plugins: [svelte(), digest],
  base: "./", // behind a proxy the page may lie in a folder
  build: {
    outDir: out,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
