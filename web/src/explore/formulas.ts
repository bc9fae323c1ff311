// Formulas as they are told, and with numbers in the place of names.

import type { Candidate, Term, Trace } from "../lib/told";

export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "∞";
  if (Number.isInteger(value)) return String(value).replace("-", "−");
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return value.toFixed(digits).replace("-", "−");
}

/** Return a number in the few letters that a mark on the board has room for. */
export function shortFigure(value: number): string {
  const digits = Math.abs(value) >= 9.95 ? 0 : 1;
  return brief(Number(value.toFixed(digits)));
}

/** Return a number as people write it: without zeros at its end. */
export function brief(value: number): string {
  return figure(value)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

const pretty = (text: string): string =>
  text.replaceAll("sqrt", "√").replaceAll(" * ", " · ").replaceAll("infinity", "∞");

/** Return the formula of a term, for people. */
export function formulaOf(trace: Trace, term: Term): string {
  return pretty(trace.formulas[term.of]?.formula ?? "");
}

export function nameOf(trace: Trace, term: Term): string {
  return trace.formulas[term.of]?.name ?? "";
}

/** Return the formula of a term with the numbers filled in; its value where it has no parts. */
export function filled(
  trace: Trace,
  term: Term,
  shared: Record<string, number>,
  candidate: Candidate,
): string {
  const formula = trace.formulas[term.of]?.formula ?? "";
  const numbers: Record<string, number> = { mean: candidate.mean ?? 0, ...shared, ...term.numbers };
  const names = formula.match(/[A-Za-z_]+/g) ?? [];
  if (names.length === 0 || names.every((name) => !(name in numbers))) return figure(term.value);
  const text = formula.replace(/[A-Za-z_]+/g, (name) => (name in numbers ? brief(numbers[name]!) : name));
  return pretty(text);
}
