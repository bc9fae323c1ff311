// The steps of a recorded search in words.

import type { Step } from "../lib/told";

/** Return what happens in a step. */
export function sentenceOf(step: Step): string {
  const where = step.line.length === 0 ? "At the root" : `After ${step.line.join(" ")}`;
  switch (step.kind) {
    case "selection": {
      const { move } = step.candidates[step.chosen]!;
      if (step.reason === "chance") return `${where} chance moves: it draws ${move}.`;
      if (step.reason === "untried")
        return `${where} the search follows ${move}: each move is tried once before any is scored.`;
      if (step.reason === "planned") return `${where} the rule leaves no choice: ${move}.`;
      return `${where} the search follows ${move}: its score is the highest.`;
    }
    case "expansion":
      return step.shared
        ? `${where} the position is in the tree already, since another line leads there: the line joins it.`
        : `${where} the position gets a node, with ${step.moves.length === 1 ? "one move" : `${step.moves.length} moves`}.`;
    case "evaluation": {
      const ways: Record<string, string> = {
        playout: `the game is played out: ${step.playout.length === 1 ? "one move" : `${step.playout.length} moves`} at random.`,
        evaluation: "the position is evaluated without a playout.",
        finished: "the game is over: nothing is played out.",
        repetition: "the game is over by repetition.",
        proven: "it is proven what the position is worth: nothing is played out.",
      };
      return `${where} ${ways[step.how] ?? step.how}`;
    }
    case "backup":
      return `The result goes back to the root: ${step.changes.length === 1 ? "one move counts" : `${step.changes.length} moves count`} one visit more, and their means move towards it.`;
  }
}
