"""A selection rule, a backup, a playout policy and a player of one's own, in the arena.

    python examples/own_strategies.py

plays a short match of two of them. They all meet, and the bundled search, by one command:

    gametree tournament --game connect_four --games 20 --simulations 500 \
        mcts \
        mcts:selection=examples/own_strategies.py:UCBV:zeta=0.5 \
        mcts:backup=examples/own_strategies.py:PowerMean:p=1.5 \
        mcts:playout=examples/own_strategies.py:Central \
        examples/own_strategies.py:Careful
"""

from __future__ import annotations

import math
from typing import Any

import gametree as gt
from gametree.arena.contest import Contest
from gametree.arena.reports.report import ContestReport
from gametree.arena.run import compete
from gametree.mcts.tree.tree import NO_CHILD
from gametree.players.searching import Mcts
from gametree.rules.workspace import list_actions


class UCBV(gt.SelectionRule):
    """UCB-V, which explores by the variance of a move (Audibert and others, 2009)."""

    edge_fields = (("squares", "f8"),)

    def __init__(self, zeta: float = 1.0, c: float = 0.1) -> None:
        self.zeta = float(zeta)
        self.c = float(c)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        variance = max(0.0, edge.squares / edge.visits - edge.mean * edge.mean)
        rate = self.zeta * math.log(node.visits) / edge.visits
        return edge.mean + math.sqrt(2.0 * variance * rate) + 3.0 * self.c * value_range * rate

    def update(self, node: Any, edge: Any, value: float) -> None:
        edge.squares += value * value


class PowerMean(gt.Backup):
    """A position is worth the power mean of its moves, by visits (Dam and others, 2020)."""

    def __init__(self, p: float = 2.0, low: float = -1.0, high: float = 1.0) -> None:
        self.p, self.low, self.high = float(p), float(low), float(high)

    def update(self, tree: Any, number: int, node: Any, edge: Any, heard: Any, work: Any) -> None:
        gt.Backup.update(self, tree, number, node, edge, heard, work)
        if edge.child != NO_CHILD:
            edge.mean = heard[node.player]  # what the position behind it is worth by now
        total = 0.0
        for place in range(node.count):
            move = tree.edges[number][place]
            share = max(0.0, (move.mean - self.low) / (self.high - self.low))
            total += move.visits / node.visits * share**self.p
        worth = self.low + (self.high - self.low) * total ** (1.0 / self.p)
        for player in range(2):  # what one gets the other does not
            own = worth if player == node.player else self.low + self.high - worth
            node.value[player] = work.values[player] = own


class Central(gt.PlayoutPolicy):
    """Of two random moves the one nearer to the middle."""

    def __init__(self, middle: float = 3.0) -> None:
        self.middle = float(middle)

    def choose(self, game: Any, state: Any, count: int, rng: gt.Rng, work: Any) -> Any:
        if count == 0:
            count = list_actions(game, state, work)
        one, other = work.actions[rng.below(count)], work.actions[rng.below(count)]
        return one if abs(one - self.middle) <= abs(other - self.middle) else other


class Careful(gt.Player):
    """Wins at once where it can, leaves the other no win at once, and is random beyond that."""

    def begin(self, game: gt.Game, seat: int, seed: int) -> None:
        self.rng = gt.Rng(seed)

    def choose(self, record: gt.Record, limit: gt.Limit | None) -> gt.Choice:
        game, moves = record.game, record.legal_actions()
        worths = []
        for move in moves:
            after = game.next_state(game.copy(record.state), move)
            ends = [after] if game.is_terminal(after) else []
            for reply in [] if ends else game.legal_actions(after):
                ends.append(game.next_state(game.copy(after), reply))
            known = [game.returns(end)[record.player] for end in ends if game.is_terminal(end)]
            worths.append(min(known, default=0.0))
        best = [move for move, worth in zip(moves, worths, strict=True) if worth == max(worths)]
        return gt.Choice(best[self.rng.below(len(best))])


def main() -> None:
    """Play a match and print what it came to."""
    players = (Mcts(simulations=100, selection=UCBV(zeta=0.5)), Careful())
    contest = Contest(players, "connect_four", games=10)
    standing, _ = compete(contest)
    print(ContestReport.of(standing).to_text())


if __name__ == "__main__":
    main()
