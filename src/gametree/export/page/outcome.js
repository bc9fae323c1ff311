// What is said of a finished game.

/** Who wins: those with the most, if others have less. */
export function outcome(returns, nameOf) {
  const most = Math.max(...returns);
  const winners = returns.flatMap((each, k) => (each === most ? [nameOf(k)] : []));
  if (returns.length === 1) return "Game over";
  if (winners.length === returns.length) return "A draw";
  return winners.length === 1 ? `${winners[0]} wins` : `${winners.join(" and ")} win`;
}
