"""The searches that are tried: shapes of games, with strategies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gametree as gt
from gametree.mcts.selection.rule import SELECTION_RULES
from gametree.mcts.selection.rule_kinds import is_threadsafe

from . import tables


def _ucb1(random, game):
    return gt.UCB1(random.choice([0.1, 0.7, 1.4, 5.0]))


def _default(random, game):
    return None


def _playout(random, game):
    return gt.Playout()


def _every(random, game):
    return None


def _short(random, game):
    return gt.Playout(max_plies=2)


@dataclass(frozen=True)
class Kind:
    """One shape of search: each is compiled once.

    Attributes:
        cls, players, repetition, limit: the game's class and its constructor's arguments.
        solver, transpositions: as of `Searcher`.
        selection, evaluation, chance: functions of a random generator and the game.
        true: whether leaves are worth, on average, what random play from them comes to.
        shares: whether threads may share its tree.
        loops: whether positions come back, and nothing is made of it.
        native: whether it is tried compiled as well, which takes some seconds once.

    """

    cls: type
    players: int
    repetition: str = ""
    limit: int = 2
    solver: bool = False
    transpositions: bool = False
    selection: Callable[..., Any] = _ucb1
    evaluation: Callable[..., Any] = _playout
    chance: Callable[..., Any] = _every
    true: bool = True
    shares: bool = True
    loops: bool = False
    native: bool = False

    @property
    def luck(self):
        return self.cls.defines_chance_outcomes

    @property
    def positions(self):
        """True if nodes stand for positions."""
        return self.chance is not _open_loop

    def game(self):
        return self.cls(self.players, self.repetition, self.limit)

    def options(self, random, game):
        """Return keywords of `Searcher`."""
        return {
            "selection": self.selection(random, game),
            "evaluation": self.evaluation(random, game),
            "chance": self.chance(random, game),
            "solver": self.solver,
            "transpositions": self.transpositions,
            "expand_after": random.choice([1, 1, 1, 2, 5]) if self.evaluation is _playout else 1,
            "seed": random.randrange(2**64),
        }

    def __str__(self):
        words = [self.cls.__name__, f"{self.players} players"]
        if self.repetition:
            words.append(f"{self.repetition} at {self.limit}")
        words += [name for name in ("solver", "transpositions") if getattr(self, name)]
        words += [
            each.__name__.strip("_") for each in (self.selection, self.evaluation, self.chance)
        ]
        return ", ".join(words)


def _few_outcomes(random, game):
    return gt.WidenedChance(random.choice([0.3, 1.0, 3.0]), random.choice([0.25, 0.5, 1.0]))


def _open_loop(random, game):
    return gt.OpenLoop()


def _tuned(random, game):
    return gt.UCB1Tuned()


def _single_player(random, game):
    return gt.SPMCTS(random.choice([0.1, 1.0]), random.choice([0.0, 0.3]))


def _thompson(random, game):
    return gt.Thompson()


def _grave(random, game):
    return gt.GRAVE()


def _implicit(random, game):
    return gt.ImplicitMinimax()


def _history(random, game):
    return gt.ProgressiveHistory()


def _registered(name):
    """Return a function that gives a bundled rule with its usual parameters."""

    def rule(random, game):
        return SELECTION_RULES.entries[name].cls()

    rule.__name__ = name
    return rule


def _widening(random, game):
    return gt.Widening(gt.UCB1(0.7), random.choice([1.0, 3.0]))


def _halving(random, game):
    return gt.SequentialHalving(gt.UCB1(0.7), 4)


def _urgent(random, game):
    return gt.FirstPlay(gt.UCB1(0.7), random.choice([0.3, 1.1]))


def _bias(random, game):
    return gt.ProgressiveBias(gt.UCB1(0.7), random.choice([0.1, 2.0]))


def _priors(random, game):
    return tables.TablePriors()


def _heuristic_priors(random, game):
    return gt.HeuristicPriors(max(1e-12, 0.1 * (game.max_return - game.min_return)))


def _mast(random, game):
    return gt.Playout(gt.MAST())


def _nst(random, game):
    return gt.Playout(gt.NST())


def _replies(random, game):
    return gt.Playout(gt.LastGoodReply())


def _decisive(random, game):
    return gt.Playout(gt.Decisive())


def _greedy(random, game):
    return gt.Playout(gt.EpsilonGreedy(0.3))


def _batch(random, game):
    return gt.BatchEvaluator(
        tables.batch_of(game, priors=False), batch_size=random.choice([1, 3, 8])
    )


def _batch_priors(random, game):
    return gt.BatchEvaluator(
        tables.batch_of(game, priors=True), batch_size=random.choice([1, 3, 8]), priors=True
    )


# Bundled rules that kinds below choose. All others get a kind each, with their usual parameters.
_TRIED = {"ucb1", "ucb1-tuned", "puct", "thompson", "grave", "implicit", "history", "sp-mcts"}

_SURE, _SURE_FAST = tables.SureTables, tables.SureFastTables
_LUCKY, _FAST = tables.Tables, tables.FastTables
_biased = {"true": False, "shares": False}

PROVING = (
    Kind(_SURE_FAST, 2, solver=True, native=True),
    Kind(_SURE_FAST, 2, solver=True, transpositions=True),
    Kind(_SURE, 2, solver=True),
    Kind(_SURE, 2, solver=True, transpositions=True),
    Kind(_FAST, 2, solver=True),
    Kind(_FAST, 2, solver=True, transpositions=True, native=True),
    Kind(_LUCKY, 2, solver=True, native=True),
    Kind(_LUCKY, 1, solver=True),
    Kind(_FAST, 1, solver=True, transpositions=True, native=True),
    Kind(_SURE_FAST, 1, solver=True),
    Kind(_SURE, 1, solver=True, transpositions=True, selection=_single_player),
    Kind(_LUCKY, 3, solver=True, native=True),
    Kind(_FAST, 3, solver=True, transpositions=True),
    Kind(_SURE_FAST, 3, solver=True),
    Kind(_FAST, 4, solver=True),
    Kind(_FAST, 2, solver=True, selection=_default, evaluation=_priors, true=False),
    Kind(_FAST, 2, solver=True, transpositions=True, selection=_default, evaluation=_priors,
         true=False),
    Kind(_FAST, 2, solver=True, selection=_halving, evaluation=_heuristic_priors, shares=False),
    Kind(_SURE_FAST, 2, solver=True, selection=_implicit, **_biased),
    Kind(_FAST, 2, solver=True, evaluation=_batch, **_biased),
    Kind(_SURE_FAST, 3, solver=True, selection=_default, evaluation=_batch_priors,
         native=True, **_biased),
)  # fmt: skip

WATCHED = PROVING[5]
"""The kind that is compiled in the tests."""

HALVED = PROVING[17]
"""A kind that settles roots while many of their moves are untried."""

REPEATING = (
    Kind(tables.SureKeyedTables, 2, "draw", 2, solver=True),
    Kind(tables.SureKeyedTables, 2, "loss", 2, solver=True),
    Kind(tables.SureKeyedTables, 2, "forbidden", 2, solver=True, native=True),
    Kind(_SURE_FAST, 2, "forbidden", 3, solver=True),
    Kind(tables.KeyedTables, 2, "own", 2, solver=True),
    Kind(_FAST, 2, "draw", 3, solver=True, native=True),
    Kind(_FAST, 1, "loss", 2, solver=True),
    Kind(_FAST, 2, "draw", 2),
)

LOOPING = (
    Kind(_SURE_FAST, 2, solver=True, transpositions=True, loops=True),
    Kind(_FAST, 2, solver=True, transpositions=True, loops=True, native=True),
    Kind(_FAST, 1, solver=True, transpositions=True, loops=True),
    Kind(_SURE, 2, solver=True, transpositions=True, loops=True),
)

PLAIN = (
    Kind(_LUCKY, 1),
    Kind(_FAST, 1, selection=_single_player),
    Kind(_LUCKY, 2, native=True),
    Kind(_FAST, 2, transpositions=True),
    Kind(_FAST, 4),
    Kind(_FAST, 2, selection=_tuned),
    Kind(_FAST, 2, selection=_thompson),
    Kind(_FAST, 2, selection=_grave, shares=False),
    Kind(_FAST, 2, selection=_history, shares=False, native=True),
    Kind(_FAST, 3, selection=_widening, evaluation=_heuristic_priors),
    Kind(_FAST, 2, selection=_urgent),
    Kind(_FAST, 2, evaluation=_mast, **_biased),
    Kind(_FAST, 2, evaluation=_nst, **_biased),
    Kind(_FAST, 2, evaluation=_replies, **_biased),
    Kind(_SURE_FAST, 2, evaluation=_decisive, true=False),
    Kind(_FAST, 2, evaluation=_greedy, true=False),
    Kind(_FAST, 2, evaluation=_short, true=False),
    Kind(_FAST, 2, evaluation=_batch, **_biased),
    Kind(_FAST, 2, selection=_default, evaluation=_batch_priors, **_biased),
    Kind(_FAST, 2, chance=_few_outcomes, native=True, **_biased),
    Kind(_FAST, 1, chance=_few_outcomes, **_biased),
    Kind(_FAST, 2, selection=_default, evaluation=_priors, chance=_few_outcomes, **_biased),
    Kind(_FAST, 2, chance=_open_loop, native=True, **_biased),
    Kind(_FAST, 3, chance=_open_loop, **_biased),
    Kind(_SURE_FAST, 1, native=True),
    Kind(_SURE, 1, selection=_single_player),
    Kind(_SURE_FAST, 1, transpositions=True, selection=_single_player),
    Kind(_FAST, 2, selection=_bias, evaluation=_heuristic_priors, **_biased),
    *(
        Kind(_FAST, 2, selection=_registered(name), shares=is_threadsafe(entry.cls()))
        for name, entry in SELECTION_RULES.entries.items()
        if name not in _TRIED
    ),
)
