"""The perfect player: plays by the exact values of all positions."""

from __future__ import annotations

import threading

from ..errors import BadParameter
from ..game import Game
from ..limits import Limit
from ..naming.parameters import require
from ..primitives.rng import Rng
from ..record import Record
from .backward_induction import MoveValue, Solver
from .player import Choice, Player

__all__ = ["Perfect"]


class Perfect(Player):
    """Proven moves only, in games small enough to be solved from the first position on.

    It wins as quickly and loses as slowly as it can; among equal moves it chooses at random. The
    game is solved before the clock runs, for every position that can be reached.

    Args:
        positions: the most positions to visit; a game with more of them is refused. Compiled, each
            takes 40 to 80 bytes in games of two players.

    """

    name = "perfect"

    def __init__(self, positions: int = 20_000_000) -> None:
        require(int, positions=positions)
        if positions < 1:
            raise BadParameter(f"positions must be 1 or more, not {positions}")
        self.positions = positions
        self.solver: Solver | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._rng = Rng(seed)
        self.solver = _solved(game, self.positions)

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        actions = record.legal_actions()
        if self.solver is None or not actions:
            raise BadParameter("perfect was asked for a move before begin, or in a finished game")
        proofs = self.solver.proofs(record.state, actions)
        best = _best(proofs, record.player)
        chosen = best[self._rng.below(len(best))]
        text = record.game.action_to_text
        return Choice(
            chosen.action,
            {
                "value": chosen.values[record.player],
                "distance": chosen.distance,
                "equals": len(best),
                "positions": self.solver.visited,
                "proofs": {
                    text(record.state, proof.action): [proof.values[record.player], proof.distance]
                    for proof in proofs
                },
            },
        )

    def end(self) -> None:
        self.solver = None


_latest = threading.local()


def _solved(game: Game, positions: int) -> Solver:
    """Return a solver that has solved a game.

    The latest one of each thread is kept, since matches make new players for every game.
    """
    solver: Solver | None = getattr(_latest, "solver", None)
    if solver is None or solver.game is not game or solver.positions != positions:
        _latest.solver = None  # makes room
        solver = Solver(game, positions)
        solver.value(game.initial_state())
        _latest.solver = solver
    return solver


def _best(proofs: list[MoveValue], player: int) -> list[MoveValue]:
    """Return the best moves for a player: quick ones if he wins, slow ones if he loses."""
    most = max(proof.values[player] for proof in proofs)
    best = [proof for proof in proofs if proof.values[player] == most]
    # +1 if the player is ahead of the average, -1 if behind; 0: the distance does not matter.
    signs = {proof: _sign_of_lead(proof, player) for proof in best}
    rank = {proof: (signs[proof] >= 0, -signs[proof] * proof.distance) for proof in best}
    top = max(rank.values())
    return [proof for proof in best if rank[proof] == top]


def _sign_of_lead(proof: MoveValue, player: int) -> int:
    lead = proof.values[player] - sum(proof.values) / len(proof.values)
    return (lead > 0) - (lead < 0)
