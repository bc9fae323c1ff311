// Names of moves that are made of parts.

const MOST_PARTS = 6;

/** Return the parts of each name, such as coordinates; null if not all have as many, two at least. */
export function partsOf(names: string[]): Map<string, string[]> | null {
  const found = new Map(names.map((name) => [name, split(name)]));
  const count = found.get(names[0] ?? "")?.length ?? 0;
  const alike = [...found.values()].every((each) => each.length === count);
  const apart = new Set([...found.values()].map((each) => each.join("\u0001"))).size === names.length;
  return count >= 2 && count <= MOST_PARTS && alike && apart ? found : null;
}

function split(name: string): string[] {
  return name.split(/[\s,;:/|>()[\]{}]+|(?<=\w)[-=](?=\w)/).filter((each) => each !== "");
}
