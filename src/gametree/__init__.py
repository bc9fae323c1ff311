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
    from plainpython import bits as bits
    from plainpython.compilable import Compilable as Compilable

    from . import adapters as adapters
    from . import export as export
    from . import games as games
    from .actors import CHANCE as CHANCE
    from .actors import EVERYONE as EVERYONE
    from .checking import check as check
    from .coach.reasons import Fact as Fact
    from .coach.review import MoveReview as MoveReview
    from .coach.review import Review as Review
    from .coach.reviewing import review as review
    from .doctor.report import Finding as Finding
    from .doctor.report import Profile as Profile
    from .doctor.report import Report as Report
    from .errors import BadParameter as BadParameter
    from .errors import ChancePosition as ChancePosition
    from .errors import ClusterError as ClusterError
    from .errors import EvaluatorWarning as EvaluatorWarning
    from .errors import ExportError as ExportError
    from .errors import FinishedPosition as FinishedPosition
    from .errors import GameError as GameError
    from .errors import GametreeError as GametreeError
    from .errors import IllegalMove as IllegalMove
    from .errors import InvalidState as InvalidState
    from .errors import JournalError as JournalError
    from .errors import MissingExtra as MissingExtra
    from .errors import ModelError as ModelError
    from .errors import NotCompilable as NotCompilable
    from .errors import NotCompiledWarning as NotCompiledWarning
    from .errors import OtherCodeWarning as OtherCodeWarning
    from .errors import PlayerError as PlayerError
    from .errors import PythonFileError as PythonFileError
    from .errors import RaceError as RaceError
    from .errors import RandomRulesWarning as RandomRulesWarning
    from .errors import ReplayError as ReplayError
    from .errors import SavedSearchError as SavedSearchError
    from .errors import SearcherBusy as SearcherBusy
    from .errors import SearchInterrupted as SearchInterrupted
    from .errors import StrategyError as StrategyError
    from .errors import UnknownGame as UnknownGame
    from .game import Game as Game
    from .game_files.file_game import FileGame as FileGame
    from .game_files.reading import FileGames as FileGames
    from .game_files.reading import read_games as read_games
    from .learn.fits.fit_to_training import fit_to_training as fit_to_training
    from .learn.race import race as race
    from .limits import Limit as Limit
    from .mcts.asking.answers import AnswerCache as AnswerCache
    from .mcts.asking.answers import EvaluatorAnswer as EvaluatorAnswer
    from .mcts.asking.answers import Proposal as Proposal
    from .mcts.asking.tickets import AskReport as AskReport
    from .mcts.asking.tickets import Ticket as Ticket
    from .mcts.backup.best_line import FoundLine as FoundLine
    from .mcts.batching.evaluators import Leaves as Leaves
    from .mcts.parallel.ray_workers import RayWorkers as RayWorkers
    from .mcts.results.export import TreeView as TreeView
    from .mcts.results.growth import Growth as Growth
    from .mcts.results.growth import growth as growth
    from .mcts.results.result import ActionStatistics as ActionStatistics
    from .mcts.results.result import Proof as Proof
    from .mcts.results.result import SearchResult as SearchResult
    from .mcts.searcher import Searcher as Searcher
    from .mcts.searcher import search as search
    from .mcts.strategies import *  # noqa: F403  # its `__all__` is a part of ours
    from .networks.batched_network import NetworkSizes as NetworkSizes
    from .networks.batched_network import network_sizes as network_sizes
    from .networks.network import Network as Network
    from .networks.onnx_network import OnnxNetwork as OnnxNetwork
    from .networks.torch_network import TorchNetwork as TorchNetwork
    from .notebook.live import LiveSearch as LiveSearch
    from .notebook.live import watch as watch
    from .players.player import Choice as Choice
    from .players.player import Player as Player
    from .primitives.dealing import deal as deal
    from .primitives.rng import Rng as Rng
    from .record import Record as Record
    from .replays.game_replay import GameReplay as GameReplay
    from .replays.reading import load_replay as load_replay
    from .replays.search_replay import SearchReplay as SearchReplay
    from .tablebases.building import tablebase as tablebase
    from .tablebases.tablebase import Tablebase as Tablebase

_MODULES = {
    "adapters": "gametree.adapters",
    "bits": "plainpython.bits",
    "export": "gametree.export",
    "games": "gametree.games",
}

# Names of the language that compiles rules.
_LANGUAGE = {"Compilable": "plainpython.compilable"}

_HOMES = {
    "check": "checking",
    "Fact": "coach.reasons",
    "MoveReview": "coach.review",
    "Review": "coach.review",
    "review": "coach.reviewing",
    "tablebase": "tablebases.building",
    "Tablebase": "tablebases.tablebase",
    "Finding": "doctor.report",
    "Profile": "doctor.report",
    "Report": "doctor.report",
    "BadParameter": "errors",
    "ChancePosition": "errors",
    "ClusterError": "errors",
    "EvaluatorWarning": "errors",
    "ExportError": "errors",
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
    "CHANCE": "actors",
    "EVERYONE": "actors",
    "FileGame": "game_files.file_game",
    "FileGames": "game_files.reading",
    "read_games": "game_files.reading",
    "Game": "game",
    "Record": "record",
    "Rng": "primitives.rng",
    "deal": "primitives.dealing",
    "AnswerCache": "mcts.asking.answers",
    "Proposal": "mcts.asking.answers",
    "EvaluatorAnswer": "mcts.asking.answers",
    "AskReport": "mcts.asking.tickets",
    "Ticket": "mcts.asking.tickets",
    "Leaves": "mcts.batching.evaluators",
    "TreeView": "mcts.results.export",
    "Growth": "mcts.results.growth",
    "growth": "mcts.results.growth",
    "Limit": "limits",
    "race": "learn.race",
    "ActionStatistics": "mcts.results.result",
    "Proof": "mcts.results.result",
    "FoundLine": "mcts.backup.best_line",
    "SearchResult": "mcts.results.result",
    "RayWorkers": "mcts.parallel.ray_workers",
    "Searcher": "mcts.searcher",
    "search": "mcts.searcher",
    "Network": "networks.network",
    "NetworkSizes": "networks.batched_network",
    "OnnxNetwork": "networks.onnx_network",
    "TorchNetwork": "networks.torch_network",
    "fit_to_training": "learn.fits.fit_to_training",
    "network_sizes": "networks.batched_network",
    "Choice": "players.player",
    "Player": "players.player",
    "GameReplay": "replays.game_replay",
    "SearchReplay": "replays.search_replay",
    "load_replay": "replays.reading",
    "LiveSearch": "notebook.live",
    "watch": "notebook.live",
}

_STRATEGIES = f"{__name__}.mcts.strategies"  # the classes in its `__all__` are public, too


def __getattr__(name: str) -> Any:
    value: Any
    if name in _MODULES:
        value = import_module(_MODULES[name])
    elif name in _LANGUAGE:
        value = getattr(import_module(_LANGUAGE[name]), name)
    elif name in _HOMES:
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    elif name == "__all__":  # asked for by `from gametree import *` alone
        strategies = import_module(_STRATEGIES)
        value = [*_MODULES, *_LANGUAGE, *_HOMES, *strategies.__all__]
    elif name[0].isupper() and name in (strategies := import_module(_STRATEGIES)).__all__:
        value = getattr(strategies, name)
    else:
        raise AttributeError(f"module 'gametree' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__getattr__("__all__"), "__version__"])
