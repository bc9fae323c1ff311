"""Chooses how to search a game: proofs, shared nodes and its heuristic, where sound.

What each choice is worth, and in which games it was measured, stands in docs/strength.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plainpython.hashing import stands_for_itself

from ..errors import BadParameter
from ..game import Game
from ..networks.model_library import found_network
from ..networks.named_network import told_of_training
from ..rules.checked_game import CheckedGame
from ..rules.heuristics import GameHeuristic
from ..rules.measurement_cache import cached_by_game
from .backup.backup import Backup
from .engine.method import Method
from .evaluation.evaluation import Evaluation
from .evaluation.heuristic_priors import HeuristicPriors
from .evaluation.playout import Playout
from .evaluation.playout_policy import Uniform
from .named_strategies import strategies_of
from .placement import is_game_of_placing
from .proofs.multiplayer_bounds import bounds_for
from .results.race_results import race_of
from .results.variations import CHOSEN_ALPHA, CHOSEN_C, CHOSEN_REF, VARIATIONS
from .sampled_games import (
    ENOUGH,
    Sample,
    heuristic_spread,
    most_moves,
    sample_of,
    slowness_of_heuristic,
)
from .selection.chance_nodes import ChanceNodes
from .selection.progressive_widening import Widening
from .selection.puct import PUCT, GuidedPUCT
from .selection.rave import GRAVE
from .selection.rule import SelectionRule
from .selection.ucb1 import UCB1
from .tree.transpositions import transpositions_for

__all__ = [
    "STRATEGIES",
    "ChosenMethod",
    "choose",
    "choose_by_rules",
    "choose_untrained",
    "choose_with",
    "method_as_text",
    "with_heuristic",
    "with_network",
    "with_playouts",
]

STRATEGIES = (
    *("selection", "evaluation", "backup", "expand_after", "solver", "transpositions"),
    "chance",
)
"""The keywords of `Searcher` that say how it searches; with one of them nothing is chosen."""

_TEMPERATURE = 1.25
"""Of priors from a heuristic, in parts of how far apart it sets the moves of a position."""

_SLOWEST = 10.0
"""The heuristic replaces playouts unless a simulation takes this many times as long."""

_TRAINED_C = 0.9
_REDUCTION = 0.2
"""Of PUCT with a trained network: see docs/decisions.md."""

_FEW_MOVES = 8
"""Where a player has no more than so many, each is soon tried: then there is no reduction."""

_MOST_TRIED = 1024
"""With more moves than these in a position, a search does not try each of them first."""

_UCB1_TOLD = f"UCB1 with c={CHOSEN_C:g}, on returns scaled to 0..1"
_SLACK = 1e-9
_SHOWN = 200
"""Characters of a strategy, at most."""


@dataclass(frozen=True)
class ChosenMethod:
    """The strategies chosen for a game, with the reasons.

    Attributes:
        strategies: keywords of `Searcher`.
        reasons: a sentence for each choice.

    """

    strategies: dict[str, Any]
    reasons: tuple[str, ...]

    def without_proofs(self) -> ChosenMethod:
        """Return the choice for a game that has broken what proofs rest on."""
        strategies = {**self.strategies, "solver": False, "transpositions": False}
        message = "the game broke what proofs rest on: none any more"
        return ChosenMethod(strategies, (*self.reasons, message))

    def for_one_tree(self) -> ChosenMethod:
        """Return the choice without what threads on one tree cannot share."""
        strategies, reasons = dict(self.strategies), list(self.reasons)
        if strategies.get("transpositions"):
            strategies["transpositions"] = False
            reasons = [each for each in reasons if not each.startswith("transpositions:")]
            reasons.append("no transpositions: threads on one tree cannot share them")
        if isinstance(strategies.get("selection"), GRAVE):
            strategies["selection"] = UCB1(CHOSEN_C)
            message = "threads on one tree cannot share what GRAVE counts"
            reasons.append(f"{_UCB1_TOLD}, in place of GRAVE: {message}")
        return self if strategies == self.strategies else ChosenMethod(strategies, tuple(reasons))


_WITH_VERY_MANY_MOVES = ChosenMethod(
    {"selection": Widening(UCB1(CHOSEN_C)), "solver": False, "transpositions": False},
    (
        f"progressive widening: positions have more than {_MOST_TRIED:,} moves, too many to try "
        f"each; {_UCB1_TOLD}",
        "playouts to the end, no proofs, no transpositions: each would look at all moves",
    ),
)


_WITH_PROPOSALS = ChosenMethod(
    {
        "selection": Widening(UCB1(CHOSEN_C), alpha=CHOSEN_ALPHA),
        "solver": False,
        "transpositions": False,
    },
    (
        f"progressive widening: moves are proposed as visits need them; {_UCB1_TOLD}",
        "playouts to the end, no proofs, no transpositions: nobody knows all moves",
    ),
)


def with_playouts(*, placing: bool = False) -> dict[str, Any]:
    """Return the strategies for a game with keys, bounds that hold, and no heuristic.

    `placing` says whether it is a game of placing.
    """
    selection = GRAVE(CHOSEN_REF) if placing else UCB1(CHOSEN_C)
    return {"selection": selection, "solver": True, "transpositions": True}


def with_heuristic(temperature: float) -> dict[str, Any]:
    """Return the strategies for a game with keys, bounds that hold, and a fast heuristic.

    `temperature` is that of `HeuristicPriors`.
    """
    return {
        "selection": PUCT(),
        "evaluation": HeuristicPriors(temperature, Playout(max_plies=0)),
        "solver": True,
        "transpositions": True,
    }


def choose(game: Game) -> ChosenMethod:
    """Return how to search a game: with a trained network if there is one, else without.

    Raises:
        ModelError: if the trained model of the game is damaged.
        BadParameter, GameError: as `choose_untrained`.

    """
    found = found_network(game)
    if found is None:
        return choose_untrained(game)
    return choose_with(game, found.network, told_of_training(found.facts))


def choose_with(game: Game, network: Evaluation, told: str) -> ChosenMethod:
    """Return how to search a game with a network for it; `told` says so.

    Raises:
        BadParameter, GameError: as `choose_untrained`.

    """
    strategies = with_network(game, network)
    kept = [
        what if strategies[name] else f"no {what}"
        for name, what in (("solver", "proofs"), ("transpositions", "transpositions"))
    ]
    return ChosenMethod(
        strategies,
        (
            told,
            "PUCT, with priors from the network",
            f"{' and '.join(kept)}, as without the network",
        ),
    )


def with_network(game: Game, network: Evaluation) -> dict[str, Any]:
    """Return the strategies for a game with a network that was trained for it."""
    without = choose_untrained(game).strategies
    kept = {name: bool(without.get(name, False)) for name in ("solver", "transpositions")}
    selection = PUCT(_TRAINED_C, reduction=0.0 if _has_few_moves(game) else _REDUCTION)
    return {"selection": selection, "evaluation": network, **kept}


@cached_by_game
def _has_few_moves(game: Game) -> bool:
    """Return whether no player has many moves, by the first position or random games."""
    checked = CheckedGame(game)
    if most_moves(checked, [checked.initial_state()]) > _FEW_MOVES:
        return False
    return most_moves(checked, sample_of(checked).positions) <= _FEW_MOVES


def choose_untrained(game: Game) -> ChosenMethod:
    """Return how to search a game without a network: by its rules, and by its race if it had one.

    Raises:
        RaceError: if what a race has found cannot be read.
        BadParameter, GameError: as `choose_by_rules`.

    """
    choice = choose_by_rules(game)
    found = race_of(game)
    if found is None or not found.winners:
        return choice
    strategies = dict(choice.strategies)
    for name in found.winners:
        strategies |= strategies_of(VARIATIONS[name])
    message = f"{' and '.join(found.winners)}, by the race of {found.raced}"
    return ChosenMethod(strategies, (message, *choice.reasons[1:]))


@cached_by_game
def choose_by_rules(game: Game) -> ChosenMethod:
    """Return how to search a game, by what it recommends or by some random games.

    These are always the same ones, and nothing is compiled for it. It is remembered for games of
    the class with these parameters. Of what decides, only how slow a heuristic is was timed.

    Raises:
        BadParameter: if the game recommends what is no strategy.
        GameError: if the rules break their contract.

    """
    recommended = game.recommended_search()
    if recommended is not None:
        return _recommended(game, recommended)
    if game.proposes_actions:
        return _WITH_PROPOSALS
    checked = CheckedGame(game)
    sample = sample_of(checked)
    if game.counts_actions and most_moves(checked, sample.positions) > _MOST_TRIED:
        return _WITH_VERY_MANY_MOVES
    solver, proofs = _can_prove(game, sample.returns)
    shares, shared = _can_share(game, solver=solver)
    spread, judged = _heuristic(game, checked, sample)
    placing = spread is None and is_game_of_placing(checked, sample.positions)
    strategies = {**with_playouts(placing=placing), "solver": solver, "transpositions": shares}
    follows = _UCB1_TOLD
    if placing:
        follows = f"GRAVE with ref={CHOSEN_REF:g}: a move only takes itself from the moves to come"
    if spread is not None:
        temperature = _temperature(spread, sample)
        strategies = {**with_heuristic(temperature), "solver": solver, "transpositions": shares}
        follows = f"PUCT, with priors from the heuristic of each move, temperature {temperature:g}"
    return ChosenMethod(
        strategies,
        (
            follows,
            f"{'proofs' if solver else 'no proofs'}: {proofs}",
            f"{'transpositions' if shares else 'no transpositions'}: {shared}",
            judged,
        ),
    )


def method_as_text(method: Method, *, chosen: bool, without_proofs: bool, compared: str) -> str:
    """Return in one line how a search searches, who said so, and how its modes were compared."""
    parts = [_selection_as_text(method.selection), *_evaluation_as_text(method.evaluation)]
    if type(method.backup) is not Backup:
        parts.append(_line(method.backup))
    if method.proofs.watches:
        parts.append("proofs")
    if method.transpositions.shares:
        parts.append("transpositions")
    if type(method.chance_nodes) is not ChanceNodes:
        parts.append(_line(method.chance_nodes))
    if without_proofs:
        parts.append("no proofs, since the game broke what they rest on")
    message = f"; {compared}" if compared else ""
    return f"{'chosen for the game' if chosen else 'as asked'}: {', '.join(parts)}{message}"


def _selection_as_text(rule: SelectionRule) -> str:
    if isinstance(rule, GuidedPUCT):
        reduction = f", reduction={rule.reduction:g}" if rule.reduction else ""
        return f"PUCT(c={rule.c:g}{reduction})"
    return _line(rule)


def _evaluation_as_text(evaluation: Evaluation | None) -> list[str]:
    if isinstance(evaluation, HeuristicPriors):
        priors = f"priors from it with temperature {evaluation.temperature:g}"
        return [*_evaluation_as_text(evaluation.evaluation), priors]
    if type(evaluation) is Playout and type(evaluation.policy) is Uniform:
        if evaluation.max_plies < 0:
            return ["playouts to the end"]
        if evaluation.max_plies == 0 and type(evaluation.cutoff) is GameHeuristic:
            return ["the game's heuristic"]
    return [_line(evaluation)]


def _line(strategy: object) -> str:
    text = " ".join(repr(strategy).split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def _recommended(game: Game, strategies: Any) -> ChosenMethod:
    name = f"{type(game).__name__}.recommended_search"
    if not isinstance(strategies, dict) or not strategies.keys() <= set(STRATEGIES):
        raise BadParameter(
            f"{name} must return None or a dict of keywords of Searcher, of {list(STRATEGIES)}, "
            f"not {strategies!r}"
        )
    message = ", ".join(f"{key}={_line(value)}" for key, value in strategies.items())
    return ChosenMethod(dict(strategies), (f"recommended by the game: {message or 'plain UCT'}",))


def _temperature(spread: float, sample: Sample) -> float:
    """Return by how much a move must look better, for its prior to be e times as high.

    A power of two, so that it seldom hangs on which positions were seen.
    """
    if not spread > 0.0:
        return _range_of(sample.returns)  # all priors are equal, whatever it is
    return math.ldexp(1.0, round(math.log2(_TEMPERATURE * spread)))


def _all_exceed(returns: Sequence[Sequence[float]], promised: Sequence[float]) -> bool:
    """Return whether all random games bring every player more than was promised at the start.

    Who plays well gets no less than at random: then the heuristic is no guess of the returns. In
    most cases it is what has been gained so far, and knows nothing of what is to come.
    """
    return all(
        value > guess
        for returned in returns
        for value, guess in zip(returned, promised, strict=True)
    )


def _range_of(returns: Sequence[Sequence[float]]) -> float:
    """Return by how much the returns of random games differ; 1 if they do not."""
    values = [value for returned in returns for value in returned]
    return (max(values) - min(values) if values else 0.0) or 1.0


def _can_prove(game: Game, returns: list[list[float]]) -> tuple[bool, str]:
    """Return whether proofs are safe in a game, and the reason in words."""
    try:
        bounds = bounds_for(game)
    except BadParameter as error:
        return False, str(error)
    total = bounds.lowest + bounds.highest
    if not returns:
        return False, "no random game has come to an end"
    for returned in returns:
        if not all(bounds.lowest <= value <= bounds.highest for value in returned):
            return False, f"a game returned {returned}, outside its min_return and max_return"
        if game.players == 2 and abs(sum(returned) - total) > _SLACK:
            return False, f"a game returned {returned}, which do not sum to {total:g}"
    return True, "random games returned what they rest on"


def _can_share(game: Game, *, solver: bool) -> tuple[bool, str]:
    """Return whether nodes can be shared in a game, and the reason in words."""
    if not solver:
        return False, "they serve proofs above all"
    try:
        transpositions_for(game)
        key = game.key(game.initial_state())
        hash(key)
        if not stands_for_itself(key):
            return False, f"positions are equal by the rules of {type(key).__name__}"
    except (BadParameter, TypeError) as error:
        return False, str(error)
    return True, "positions have keys"


def _heuristic(game: Game, checked: CheckedGame, sample: Sample) -> tuple[float | None, str]:
    """Return how far apart the heuristic sets moves if it is to be used, and why it is."""
    if not game.defines_heuristic:
        return None, "playouts to the end: the game has no heuristic"
    promised = checked.heuristic(checked.initial_state())  # under watch: its faults are told
    if len(sample.returns) >= ENOUGH and _all_exceed(sample.returns, promised):
        return None, "playouts to the end: random games bring more than the heuristic promises"
    try:
        spread = heuristic_spread(game, sample.positions)
    except Exception:  # under watch it is told where and why
        spread = heuristic_spread(checked, sample.positions)
    if sample.returns and not spread.estimates > 0.0:
        return None, "playouts to the end: the heuristic says the same of all moves"
    slowness = slowness_of_heuristic(game, sample.positions)
    if slowness > _SLOWEST:
        return None, (
            "playouts to the end: with the heuristic a simulation would take about "
            f"{slowness:.2g} times as long"
        )
    return spread.moves, "the heuristic instead of playouts"
