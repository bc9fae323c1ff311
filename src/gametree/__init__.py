"""Monte Carlo tree search: write the rules as a Python class, search them at native speed.

    import gametree as gt
    from gametree.games import ConnectFour

    result = gt.search(ConnectFour(), seconds=1)
    print(result)

The names below are loaded when they are first used, so that importing
gametree costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import adapters, bits, games
    from .compilable import Compilable
    from .doctor.check import check
    from .doctor.report import Finding, Profile, Report
    from .errors import (
        BadParameter,
        ChancePosition,
        FinishedPosition,
        GameError,
        GametreeError,
        IllegalMove,
        InvalidState,
        JournalError,
        MissingExtra,
        NotCompilable,
        NotCompiledWarning,
        OtherCodeWarning,
        PlayerError,
        PythonFileError,
        RandomRulesWarning,
        SavedSearchError,
        SearcherBusy,
        SearchInterrupted,
        StrategyError,
        UnknownGame,
    )
    from .game import CHANCE, Game
    from .mcts.amaf import GRAVE
    from .mcts.batches import BatchEvaluator, Leaves
    from .mcts.decisive import Decisive
    from .mcts.evaluation import EpsilonGreedy, Evaluation, Playout, PlayoutPolicy, Uniform
    from .mcts.export import TreeView
    from .mcts.first_play import FirstPlay
    from .mcts.guidance import HeuristicPriors, ProgressiveBias
    from .mcts.halving import SequentialHalving
    from .mcts.history import ProgressiveHistory
    from .mcts.implicit import ImplicitMinimax
    from .mcts.learning import MAST, NST
    from .mcts.limits import Limit
    from .mcts.priors import GuidedEvaluation
    from .mcts.replies import LastGoodReply
    from .mcts.result import ActionStatistics, Proof, SearchResult
    from .mcts.searcher import Searcher, search
    from .mcts.selection import PUCT, UCB1, SelectionRule, UCB1Tuned
    from .mcts.thompson import Thompson
    from .mcts.widening import Widening
    from .players.player import Choice, Player
    from .record import Record
    from .rng import Rng

_HOMES = {
    "adapters": "",
    "bits": "",
    "games": "",
    "Compilable": "compilable",
    "check": "doctor.check",
    "Finding": "doctor.report",
    "Profile": "doctor.report",
    "Report": "doctor.report",
    "BadParameter": "errors",
    "ChancePosition": "errors",
    "FinishedPosition": "errors",
    "GameError": "errors",
    "GametreeError": "errors",
    "IllegalMove": "errors",
    "InvalidState": "errors",
    "JournalError": "errors",
    "MissingExtra": "errors",
    "PlayerError": "errors",
    "PythonFileError": "errors",
    "RandomRulesWarning": "errors",
    "NotCompilable": "errors",
    "NotCompiledWarning": "errors",
    "OtherCodeWarning": "errors",
    "SavedSearchError": "errors",
    "SearchInterrupted": "errors",
    "SearcherBusy": "errors",
    "StrategyError": "errors",
    "UnknownGame": "errors",
    "CHANCE": "game",
    "Game": "game",
    "Record": "record",
    "Rng": "rng",
    "GRAVE": "mcts.amaf",
    "Decisive": "mcts.decisive",
    "BatchEvaluator": "mcts.batches",
    "Leaves": "mcts.batches",
    "EpsilonGreedy": "mcts.evaluation",
    "Evaluation": "mcts.evaluation",
    "Playout": "mcts.evaluation",
    "PlayoutPolicy": "mcts.evaluation",
    "Uniform": "mcts.evaluation",
    "GuidedEvaluation": "mcts.priors",
    "HeuristicPriors": "mcts.guidance",
    "ProgressiveBias": "mcts.guidance",
    "TreeView": "mcts.export",
    "FirstPlay": "mcts.first_play",
    "SequentialHalving": "mcts.halving",
    "ProgressiveHistory": "mcts.history",
    "ImplicitMinimax": "mcts.implicit",
    "MAST": "mcts.learning",
    "NST": "mcts.learning",
    "Limit": "mcts.limits",
    "LastGoodReply": "mcts.replies",
    "ActionStatistics": "mcts.result",
    "Proof": "mcts.result",
    "SearchResult": "mcts.result",
    "Searcher": "mcts.searcher",
    "search": "mcts.searcher",
    "PUCT": "mcts.selection",
    "UCB1": "mcts.selection",
    "SelectionRule": "mcts.selection",
    "UCB1Tuned": "mcts.selection",
    "Choice": "players.player",
    "Player": "players.player",
    "Thompson": "mcts.thompson",
    "Widening": "mcts.widening",
}

__all__ = [
    "CHANCE",
    "GRAVE",
    "MAST",
    "NST",
    "PUCT",
    "UCB1",
    "ActionStatistics",
    "BadParameter",
    "BatchEvaluator",
    "ChancePosition",
    "Choice",
    "Compilable",
    "Decisive",
    "EpsilonGreedy",
    "Evaluation",
    "Finding",
    "FinishedPosition",
    "FirstPlay",
    "Game",
    "GameError",
    "GametreeError",
    "GuidedEvaluation",
    "HeuristicPriors",
    "IllegalMove",
    "ImplicitMinimax",
    "InvalidState",
    "JournalError",
    "LastGoodReply",
    "Leaves",
    "Limit",
    "MissingExtra",
    "NotCompilable",
    "NotCompiledWarning",
    "OtherCodeWarning",
    "Player",
    "PlayerError",
    "Playout",
    "PlayoutPolicy",
    "Profile",
    "ProgressiveBias",
    "ProgressiveHistory",
    "Proof",
    "PythonFileError",
    "RandomRulesWarning",
    "Record",
    "Report",
    "Rng",
    "SavedSearchError",
    "SearchInterrupted",
    "SearchResult",
    "Searcher",
    "SearcherBusy",
    "SelectionRule",
    "SequentialHalving",
    "StrategyError",
    "Thompson",
    "TreeView",
    "UCB1Tuned",
    "Uniform",
    "UnknownGame",
    "Widening",
    "adapters",
    "bits",
    "check",
    "games",
    "search",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gametree' has no attribute {name!r}")
    home = _HOMES[name]
    if home:
        value = getattr(import_module(f"{__name__}.{home}"), name)
    else:
        value = import_module(f"{__name__}.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
