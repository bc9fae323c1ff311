// The digest of all that the built page depends on; tests/server/test_page.py makes the same.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOTS = ["index.html", "package.json", "package-lock.json", "tsconfig.json"];
const MORE = ["vite.config.js", "vite.exported.config.js", "svelte.config.js", "digest.js"];

function below(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = `${folder}/${each.name}`;
    return each.isDirectory() ? below(path) : [path];
  });
}

export function digestOf(root) {
  const cwd = process.cwd();
  process.chdir(root);
  try {
    const hash = createHash("sha256");
    const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    const files = [...ROOTS, ...MORE, ...below("src"), ...below("public")].sort(byBytes);
    for (const path of files) {
      const content = readFileSync(join(root, path));
      hash.update(`${path}\0${content.length}\0`);
      hash.update(content);
    }
    return hash.digest("hex");
  } finally {
    process.chdir(cwd);
  }
}
