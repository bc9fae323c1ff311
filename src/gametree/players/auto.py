"""What to make of a game that nobody has tuned anything for: a few measurements, then a plan.

What each choice is worth, and in which games it was measured, stands in docs/strength.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import BadParameter
from ..game import CHANCE, Game
from ..mcts.evaluation.evaluation import Evaluation
from ..mcts.evaluation.heuristic_priors import HeuristicPriors
from ..mcts.evaluation.playout import Playout
from ..mcts.proofs.multiplayer_bounds import bounds_for
from ..mcts.searcher import Searcher
from ..mcts.selection.puct import PUCT
from ..mcts.selection.ucb1 import UCB1
from ..mcts.tree.transpositions import transpositions_for
from ..rules.checked_game import CheckedGame
from .measurement_cache import cached_by_game
from .random_games import heuristic_spread, sampled_returns

__all__ = ["Plan", "plan_for", "plan_for_several"]

_C = 0.45
_TEMPERATURE = 1.25
"""Of priors from a heuristic, in parts of how far apart it sets the moves of a position."""

_TRIAL_SECONDS = 0.01
_TURNS = 3
_FEW = 50
_SLOWEST = 0.25
"""A heuristic takes the place of the playout unless it makes simulations slower than that."""

_SLACK = 1e-9


@dataclass(frozen=True)
class Plan:
    """How a game is searched, and why.

    Attributes:
        options: for `Searcher`.
        reasons: a sentence for each choice.

    """

    options: dict[str, Any]
    reasons: tuple[str, ...]

    def cautious(self) -> Plan:
        """Return the plan without what rests on the sample alone."""
        options = {**self.options, "solver": False, "transpositions": False}
        return Plan(options, (*self.reasons, "the game broke what proofs rest on: none any more"))

    def with_workers(self, parallel: str, why: str) -> Plan:
        """Return the plan with how several workers search."""
        return Plan({**self.options, "parallel": parallel}, (*self.reasons, why))

    def for_one_tree(self) -> Plan:
        """Return the plan without what threads on one tree cannot share."""
        if not self.options["transpositions"]:
            return self
        reasons = [each for each in self.reasons if not each.startswith("transpositions:")]
        told = "no transpositions: threads on one tree cannot share them"
        return Plan({**self.options, "transpositions": False}, (*reasons, told))


@cached_by_game
def plan_for(game: Game) -> Plan:
    """Return a plan for a game, made in some tenths of a second and then remembered.

    Raises:
        GameError: if the rules break their contract.

    """
    options: dict[str, Any] = {"selection": UCB1(_C)}
    reasons = []
    checked = CheckedGame(game)
    sampled = list(sampled_returns(checked))

    solver, why = _can_prove(game, sampled)
    options["solver"] = solver
    reasons.append(f"{'proofs' if solver else 'no proofs'}: {why}")

    shares, why = _can_share(game, solver=solver)
    options["transpositions"] = shares
    reasons.append(f"{'transpositions' if shares else 'no transpositions'}: {why}")

    evaluation, why = _evaluation(game, options)
    reasons.append(why)
    follows = f"UCB1 with c={_C:g}, on returns scaled to 0..1"
    if evaluation is not None:
        temperature = _temperature(checked, sampled)
        options["evaluation"] = HeuristicPriors(temperature, evaluation)
        options["selection"] = PUCT()
        follows = f"PUCT, with priors from the heuristic of each move, temperature {temperature:g}"
    return Plan(options, (follows, *reasons))


@cached_by_game
def plan_for_several(game: Game, workers: int) -> Plan:
    """Return a plan for a game and several workers, made as `plan_for` and a tenth of a second.

    Its options tell whether they grow one tree.

    Raises:
        GameError: if the rules break their contract.

    """
    plan = plan_for(game)
    together = plan.for_one_tree()
    searcher = Searcher(game, seed=0, workers=workers, parallel="auto", **together.options)
    searcher.stop()
    if searcher.parallel == "tree":
        return together.with_workers("tree", f"one tree for {workers} workers: they are fast in it")
    return plan.with_workers(
        "root", f"a tree for each of {workers} workers: one is not faster here"
    )


def _temperature(game: CheckedGame, sampled: Sequence[Sequence[float]]) -> float:
    """Return by how much a move must look better, for its prior to be e times as high.

    A power of two, so that it seldom hangs on which positions were seen.
    """
    spread = heuristic_spread(game)
    if not spread > 0.0:
        return _range_of(sampled)  # all priors are equal, whatever it is
    return math.ldexp(1.0, round(math.log2(_TEMPERATURE * spread)))


def _range_of(sampled: Sequence[Sequence[float]]) -> float:
    """Return by how much the returns of random games differ; 1 if they do not."""
    values = [value for returned in sampled for value in returned]
    return (max(values) - min(values) if values else 0.0) or 1.0


def _can_prove(game: Game, sampled: list[list[float]]) -> tuple[bool, str]:
    try:
        bounds = bounds_for(game)
    except BadParameter as error:
        return False, str(error)
    total = bounds.lowest + bounds.highest
    if not sampled:
        return False, "no random game has come to an end"
    for returned in sampled:
        if not all(bounds.lowest <= value <= bounds.highest for value in returned):
            return False, f"a game returned {returned}, outside its min_return and max_return"
        if game.players == 2 and abs(sum(returned) - total) > _SLACK:
            return False, f"a game returned {returned}, which do not sum to {total:g}"
    return True, f"{len(sampled)} random games returned what they rest on"


def _can_share(game: Game, *, solver: bool) -> tuple[bool, str]:
    if not solver:
        return False, "they serve proofs above all"
    try:
        transpositions_for(game)
        hash(game.key(game.initial_state()))
    except (BadParameter, TypeError) as error:
        return False, str(error)
    return True, "positions have keys"


def _evaluation(game: Game, options: dict[str, Any]) -> tuple[Evaluation | None, str]:
    if not game.defines_heuristic:
        return None, "playouts to the end: the game has no heuristic"
    at_once = Playout(max_plies=0)
    trials = [_trial(game, evaluation, options) for evaluation in (at_once, Playout())]
    # In turns, and the best of each: another process may take the core for a while.
    speeds = [max(turn) for turn in zip(*(map(_speed, trials) for _ in range(_TURNS)), strict=True)]
    ratio = speeds[0] / speeds[1]
    if ratio < _SLOWEST:
        return None, (
            "playouts to the end: the heuristic is so slow that it would bring only "
            f"{ratio:.2g} times as many simulations"
        )
    return at_once, f"the heuristic instead of playouts: {ratio:.2g} times as many simulations"


def _trial(game: Game, evaluation: Evaluation, options: dict[str, Any]) -> Searcher:
    """Return a search of the first position where a player moves."""
    searcher = Searcher(game, seed=0, evaluation=evaluation, **options)
    while game.current_player(searcher.state) == CHANCE:
        searcher.advance(next(iter(game.legal_actions(searcher.state))))
    searcher.run(simulations=_FEW)
    return searcher


def _speed(searcher: Searcher) -> float:
    """Return how many simulations a second are made."""
    result = searcher.run(seconds=_TRIAL_SECONDS)
    return max(1, result.new_simulations) / max(1e-6, result.seconds)
