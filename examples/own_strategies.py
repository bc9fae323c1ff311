"""A selection rule, a backup, a playout policy and a player of one's own, in the arena.

    python examples/own_strategies.py

plays a short match of two of them. They all meet, and the bundled search, by one command:

    gametree tournament --game connect_four --games 20 --simulations 500 \
        mcts \
        mcts:selection=examples/own_strategies.py:UCBV:zeta=0.5 \
        mcts:selection=examples/own_strategies.py:BestReply:share=0.3 \
        mcts:playout=examples/own_strategies.py:Central \
        examples/own_strategies.py:Careful
"""

from __future__ import annotations

import math
from typing import Any

import gametree as gt
from gametree.arena.contest import Contest
from gametree.arena.report import ContestReport
from gametree.arena.run import compete
from gametree.mcts.evaluation.playout import list_actions
from gametree.players.searching import Mcts
from gametree.rules.workspace import ORIGIN


class UCBV(gt.SelectionRule):
    """UCB-V, which explores by the variance of a move (Audibert and others, 2009)."""

    edge_fields = (("squares", "f8"),)

    def __init__(self, zeta: float = 1.0, c: float = 0.1) -> None:
        self.zeta = float(zeta)
        self.c = float(c)

    def score(self, node: Any, edge: Any, spread: float) -> float:
        mean = edge.total / edge.visits
        variance = max(0.0, edge.squares / edge.visits - mean * mean)
        rate = self.zeta * math.log(node.visits) / edge.visits
        return mean + math.sqrt(2.0 * variance * rate) + 3.0 * self.c * spread * rate

    def update(self, node: Any, edge: Any, value: float) -> None:
        edge.squares += value * value


class BestReply(gt.UCB1):
    """Backs up the best reply so far beside the mean; for two players in turn, zero-sum."""

    follows = True
    edge_fields = (*gt.UCB1.edge_fields, ("reply", "f8"))

    def __init__(self, share: float = 0.3, c: float = 1.4) -> None:
        super().__init__(c)
        self.share = float(share)

    def score(self, node: Any, edge: Any, spread: float) -> float:
        shift = self.share * (edge.reply - edge.total / edge.visits)
        return gt.UCB1.score(self, node, edge, spread) + shift

    def learn(self, tree: Any, work: Any, depth: int) -> None:
        worth = work.values[tree.nodes[work.path_nodes[depth - 1]].player]
        for step in range(depth - 1, -1, -1):  # from the leaf to the root
            edges = tree.edges[work.path_nodes[step]]
            edge = edges[work.path_edges[step]]
            edge.reply += (worth - edge.reply) / (edge.visits + 1)
            for place in range(tree.nodes[work.path_nodes[step]].count):
                worth = max(worth, edges[place].reply if edges[place].visits > 0 else worth)
            worth = -2.0 * work.span[ORIGIN] - worth  # to the other player


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
