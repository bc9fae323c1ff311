"""The bundled strategies: import each here, and the rest of the library finds it.

Their registrations give the options of a search, the command line and the tables of the
documentation. The names in `__all__` are public, as `gametree.UCB1`.
"""

from ..backup.backup import Backup
from ..batching.evaluators import BatchEvaluator
from ..evaluation.decisive_moves import Decisive
from ..evaluation.evaluation import Evaluation
from ..evaluation.heuristic_priors import HeuristicPriors
from ..evaluation.last_good_reply import LastGoodReply
from ..evaluation.mast_nst import MAST, NST
from ..evaluation.playout import Playout
from ..evaluation.playout_policy import EpsilonGreedy, PlayoutPolicy, Uniform
from ..evaluation.priors import GuidedEvaluation
from ..selection.chance_nodes import ChanceNodes, WidenedChance
from ..selection.first_play_urgency import FirstPlay
from ..selection.implicit_minimax import ImplicitMinimax
from ..selection.open_loop import OpenLoop
from ..selection.progressive_bias import ProgressiveBias
from ..selection.progressive_history import ProgressiveHistory
from ..selection.progressive_widening import Widening
from ..selection.puct import PUCT
from ..selection.rave import GRAVE
from ..selection.rule import SelectionRule
from ..selection.rule_kinds import LearningRule, PlannedRule
from ..selection.sequential_halving import SequentialHalving
from ..selection.single_player import SPMCTS
from ..selection.thompson import Thompson
from ..selection.ucb1 import UCB1, UCB1Tuned

__all__ = [
    "GRAVE",
    "MAST",
    "NST",
    "PUCT",
    "SPMCTS",
    "UCB1",
    "Backup",
    "BatchEvaluator",
    "ChanceNodes",
    "Decisive",
    "EpsilonGreedy",
    "Evaluation",
    "FirstPlay",
    "GuidedEvaluation",
    "HeuristicPriors",
    "ImplicitMinimax",
    "LastGoodReply",
    "LearningRule",
    "OpenLoop",
    "PlannedRule",
    "Playout",
    "PlayoutPolicy",
    "ProgressiveBias",
    "ProgressiveHistory",
    "SelectionRule",
    "SequentialHalving",
    "Thompson",
    "UCB1Tuned",
    "Uniform",
    "WidenedChance",
    "Widening",
]
