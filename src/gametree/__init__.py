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

from . import own_code as _own_code  # noqa: F401  # says how gametree's code is compiled

__version__ = "0.1.0"

if TYPE_CHECKING:
    from plainpython import bits
    from plainpython.compilable import Compilable

    from . import adapters, games
    from .checking import check
    from .doctor.report import Finding, Profile, Report
    from .errors import (
        BadParameter,
        ChancePosition,
        ClusterError,
        FinishedPosition,
        GameError,
        GametreeError,
        IllegalMove,
        InvalidState,
        JournalError,
        MissingExtra,
        ModelError,
        NotCompilable,
        NotCompiledWarning,
        OtherCodeWarning,
        PlayerError,
        PythonFileError,
        RaceError,
        RandomRulesWarning,
        ReplayError,
        SavedSearchError,
        SearcherBusy,
        SearchInterrupted,
        StrategyError,
        UnknownGame,
    )
    from .game import CHANCE, EVERYONE, Game
    from .game_files.file_game import FileGame
    from .game_files.reading import FileGames, read_games
    from .learn.fit_to_training import fit_to_training
    from .learn.race import race
    from .limits import Limit
    from .mcts.backup.backup import Backup
    from .mcts.backup.best_line import FoundLine
    from .mcts.batching.evaluators import BatchEvaluator, Leaves
    from .mcts.evaluation.decisive_moves import Decisive
    from .mcts.evaluation.evaluation import Evaluation
    from .mcts.evaluation.heuristic_priors import HeuristicPriors
    from .mcts.evaluation.last_good_reply import LastGoodReply
    from .mcts.evaluation.mast_nst import MAST, NST
    from .mcts.evaluation.playout import EpsilonGreedy, Playout, PlayoutPolicy, Uniform
    from .mcts.evaluation.priors import GuidedEvaluation
    from .mcts.export import TreeView
    from .mcts.growth import Growth, growth
    from .mcts.parallel.ray_workers import RayWorkers
    from .mcts.result import ActionStatistics, Proof, SearchResult
    from .mcts.searcher import Searcher, search
    from .mcts.selection.chance_nodes import ChanceNodes, WidenedChance
    from .mcts.selection.first_play_urgency import FirstPlay
    from .mcts.selection.implicit_minimax import ImplicitMinimax
    from .mcts.selection.open_loop import OpenLoop
    from .mcts.selection.progressive_bias import ProgressiveBias
    from .mcts.selection.progressive_history import ProgressiveHistory
    from .mcts.selection.progressive_widening import Widening
    from .mcts.selection.puct import PUCT
    from .mcts.selection.rave import GRAVE
    from .mcts.selection.rule import SelectionRule
    from .mcts.selection.rule_kinds import LearningRule, PlannedRule
    from .mcts.selection.sequential_halving import SequentialHalving
    from .mcts.selection.single_player import SPMCTS
    from .mcts.selection.thompson import Thompson
    from .mcts.selection.ucb1 import UCB1, UCB1Tuned
    from .networks.batched_network import NetworkSizes, network_sizes
    from .networks.network import Network
    from .networks.onnx_network import OnnxNetwork
    from .networks.torch_network import TorchNetwork
    from .notebook.live import LiveSearch, watch
    from .players.player import Choice, Player
    from .primitives.dealing import deal
    from .primitives.rng import Rng
    from .record import Record
    from .replays.game_replay import GameReplay
    from .replays.reading import load_replay
    from .replays.search_replay import SearchReplay

_MODULES = {
    "adapters": "gametree.adapters",
    "bits": "plainpython.bits",
    "games": "gametree.games",
}

# Names of the language that compiles rules.
_LANGUAGE = {"Compilable": "plainpython.compilable"}

_HOMES = {
    "check": "checking",
    "Finding": "doctor.report",
    "Profile": "doctor.report",
    "Report": "doctor.report",
    "BadParameter": "errors",
    "ChancePosition": "errors",
    "ClusterError": "errors",
    "FinishedPosition": "errors",
    "GameError": "errors",
    "GametreeError": "errors",
    "IllegalMove": "errors",
    "InvalidState": "errors",
    "JournalError": "errors",
    "MissingExtra": "errors",
    "ModelError": "errors",
    "PlayerError": "errors",
    "PythonFileError": "errors",
    "RaceError": "errors",
    "RandomRulesWarning": "errors",
    "ReplayError": "errors",
    "NotCompilable": "errors",
    "NotCompiledWarning": "errors",
    "OtherCodeWarning": "errors",
    "SavedSearchError": "errors",
    "SearchInterrupted": "errors",
    "SearcherBusy": "errors",
    "StrategyError": "errors",
    "UnknownGame": "errors",
    "CHANCE": "game",
    "EVERYONE": "game",
    "FileGame": "game_files.file_game",
    "FileGames": "game_files.reading",
    "read_games": "game_files.reading",
    "Game": "game",
    "Record": "record",
    "Rng": "primitives.rng",
    "deal": "primitives.dealing",
    "GRAVE": "mcts.selection.rave",
    "Decisive": "mcts.evaluation.decisive_moves",
    "BatchEvaluator": "mcts.batching.evaluators",
    "Leaves": "mcts.batching.evaluators",
    "EpsilonGreedy": "mcts.evaluation.playout",
    "Backup": "mcts.backup.backup",
    "Evaluation": "mcts.evaluation.evaluation",
    "Playout": "mcts.evaluation.playout",
    "PlayoutPolicy": "mcts.evaluation.playout",
    "Uniform": "mcts.evaluation.playout",
    "GuidedEvaluation": "mcts.evaluation.priors",
    "HeuristicPriors": "mcts.evaluation.heuristic_priors",
    "ProgressiveBias": "mcts.selection.progressive_bias",
    "TreeView": "mcts.export",
    "Growth": "mcts.growth",
    "growth": "mcts.growth",
    "FirstPlay": "mcts.selection.first_play_urgency",
    "ChanceNodes": "mcts.selection.chance_nodes",
    "WidenedChance": "mcts.selection.chance_nodes",
    "OpenLoop": "mcts.selection.open_loop",
    "SequentialHalving": "mcts.selection.sequential_halving",
    "ProgressiveHistory": "mcts.selection.progressive_history",
    "ImplicitMinimax": "mcts.selection.implicit_minimax",
    "MAST": "mcts.evaluation.mast_nst",
    "NST": "mcts.evaluation.mast_nst",
    "Limit": "limits",
    "race": "learn.race",
    "LastGoodReply": "mcts.evaluation.last_good_reply",
    "ActionStatistics": "mcts.result",
    "Proof": "mcts.result",
    "FoundLine": "mcts.backup.best_line",
    "SearchResult": "mcts.result",
    "RayWorkers": "mcts.parallel.ray_workers",
    "Searcher": "mcts.searcher",
    "search": "mcts.searcher",
    "PUCT": "mcts.selection.puct",
    "UCB1": "mcts.selection.ucb1",
    "LearningRule": "mcts.selection.rule_kinds",
    "PlannedRule": "mcts.selection.rule_kinds",
    "SPMCTS": "mcts.selection.single_player",
    "SelectionRule": "mcts.selection.rule",
    "UCB1Tuned": "mcts.selection.ucb1",
    "Network": "networks.network",
    "NetworkSizes": "networks.batched_network",
    "OnnxNetwork": "networks.onnx_network",
    "TorchNetwork": "networks.torch_network",
    "fit_to_training": "learn.fit_to_training",
    "network_sizes": "networks.batched_network",
    "Choice": "players.player",
    "Player": "players.player",
    "GameReplay": "replays.game_replay",
    "SearchReplay": "replays.search_replay",
    "load_replay": "replays.reading",
    "LiveSearch": "notebook.live",
    "watch": "notebook.live",
    "Thompson": "mcts.selection.thompson",
    "Widening": "mcts.selection.progressive_widening",
}

__all__ = [
    "CHANCE",
    "EVERYONE",
    "GRAVE",
    "MAST",
    "NST",
    "PUCT",
    "SPMCTS",
    "UCB1",
    "ActionStatistics",
    "Backup",
    "BadParameter",
    "BatchEvaluator",
    "ChanceNodes",
    "ChancePosition",
    "Choice",
    "ClusterError",
    "Compilable",
    "Decisive",
    "EpsilonGreedy",
    "Evaluation",
    "FileGame",
    "FileGames",
    "Finding",
    "FinishedPosition",
    "FirstPlay",
    "FoundLine",
    "Game",
    "GameError",
    "GameReplay",
    "GametreeError",
    "Growth",
    "GuidedEvaluation",
    "HeuristicPriors",
    "IllegalMove",
    "ImplicitMinimax",
    "InvalidState",
    "JournalError",
    "LastGoodReply",
    "LearningRule",
    "Leaves",
    "Limit",
    "LiveSearch",
    "MissingExtra",
    "ModelError",
    "Network",
    "NetworkSizes",
    "NotCompilable",
    "NotCompiledWarning",
    "OnnxNetwork",
    "OpenLoop",
    "OtherCodeWarning",
    "PlannedRule",
    "Player",
    "PlayerError",
    "Playout",
    "PlayoutPolicy",
    "Profile",
    "ProgressiveBias",
    "ProgressiveHistory",
    "Proof",
    "PythonFileError",
    "RaceError",
    "RandomRulesWarning",
    "RayWorkers",
    "Record",
    "ReplayError",
    "Report",
    "Rng",
    "SavedSearchError",
    "SearchInterrupted",
    "SearchReplay",
    "SearchResult",
    "Searcher",
    "SearcherBusy",
    "SelectionRule",
    "SequentialHalving",
    "StrategyError",
    "Thompson",
    "TorchNetwork",
    "TreeView",
    "UCB1Tuned",
    "Uniform",
    "UnknownGame",
    "WidenedChance",
    "Widening",
    "adapters",
    "bits",
    "check",
    "deal",
    "fit_to_training",
    "games",
    "growth",
    "load_replay",
    "network_sizes",
    "race",
    "read_games",
    "search",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        value = import_module(_MODULES[name])
    elif name in _LANGUAGE:
        value = getattr(import_module(_LANGUAGE[name]), name)
    elif name in _HOMES:
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module 'gametree' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
