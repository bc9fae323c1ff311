import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// What exported pages load when somebody explores the tree: one module, its styles in it.
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: "injected" } })],
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL("../src/gametree/export/page/built/", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rollupOptions: {
      input: "src/exported/main.ts",
      preserveEntrySignatures: "strict",
      output: { format: "es", entryFileNames: "glass.js" },
    },
  },
});
