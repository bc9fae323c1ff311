"""The weight of decisions: the best move beside one at random."""

from __future__ import annotations

from typing import NamedTuple

from ..actors import is_chance, is_player
from ..game import Game
from ..mcts.return_scale import winrate
from ..mcts.searcher import Searcher
from ..primitives.rng import Rng
from ..record import Record
from .estimates import Figure, mean_of, share_of

__all__ = ["Decisions", "TriedMove", "decisions_of", "sampled"]

_MATTERS = 0.05


class Decisions(NamedTuple):
    """The choices that players had.

    Attributes:
        branching: how many legal moves a position has.
        forced: the share of positions with one move.
        matters: the share of positions in which a move at random is expected to lose 5 % or more
            of a win, beside the best move.

    """

    branching: Figure
    forced: Figure
    matters: Figure


class TriedMove(NamedTuple):
    """What was found in one position."""

    moves: int
    loss: float


def sampled(game: Game, record: Record, rng: Rng, simulations: int) -> TriedMove | None:
    """Return what a choice at random costs in the position of a record; None where none is made.

    Args:
        game: the rules.
        record: a game up to the position.
        rng: draws the other move.
        simulations: of the search of the position after each of the two moves.

    """
    if record.over or not is_player(record.player):
        return None
    player = record.player
    actions = list(record.legal_actions())
    if len(actions) < 2:
        return TriedMove(len(actions), 0.0)
    seed = rng.below(2**31)
    best = Searcher(game, record.state, seed=seed).run(simulations=simulations).action
    other = actions[rng.below(len(actions))]
    if other == best:
        return TriedMove(len(actions), 0.0)
    worth = []
    for action in (best, other):
        after = Record(game, record.state)
        after.play(action)
        worth.append(_worth(after, player, Rng(seed), simulations))
    return TriedMove(len(actions), max(0.0, worth[0] - worth[1]))


def decisions_of(samples: list[TriedMove]) -> Decisions | None:
    """Return the estimates of all positions that were looked at; None without any."""
    branching = mean_of(each.moves for each in samples)
    if branching is None:
        return None
    return Decisions(
        branching,
        share_of(float(each.moves == 1) for each in samples),
        share_of(float(each.loss >= _MATTERS) for each in samples),
    )


def _worth(record: Record, player: int, rng: Rng, simulations: int) -> float:
    """Return what a player expects in a position, 0 to 1; the mean over what chance may do."""
    game = record.game
    if not record.over and is_chance(record.player):
        if game.draws_outcomes:
            record.draw_chance(rng)
            return _worth(record, player, rng, simulations)
        expected = 0.0
        for outcome, probability in game.chance_outcomes(record.state):
            after = Record(game, record.state)
            after.play(outcome)
            expected += probability * _worth(after, player, rng, simulations)
        return expected
    if record.over:
        value = record.returns[player]
    else:
        searcher = Searcher(game, record.state, seed=rng.below(2**31))
        value = searcher.run(simulations=simulations).value[player]
    return winrate(game, value)
