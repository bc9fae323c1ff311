"""The evaluation of a search whose answers come from outside."""

from __future__ import annotations

from typing import NoReturn

from ...game import Game
from ..batching.evaluators import AskedFunction, Leaves
from ..batching.pending import GuidedWaiting, ProposedWaiting, Waiting
from ..evaluation.evaluation import Evaluation

__all__ = ["AnswersFromOutside"]


class AnswersFromOutside(Evaluation):
    """Leaves wait for the answers that `Searcher.tell` receives.

    Args:
        priors: whether answers have priors.

    """

    is_slow = True

    def __init__(self, priors: bool) -> None:
        self.priors = priors
        self.gives_priors = priors

    def fitted_to(self, game: Game) -> Evaluation:
        asked = AskedFunction(_nobody, 1, game)
        if game.asks_evaluator:
            return ProposedWaiting(asked)
        return GuidedWaiting(asked) if self.priors else Waiting(asked)


def _nobody(leaves: Leaves) -> NoReturn:
    raise AssertionError("`Searcher.run` refuses a search that gives out tickets")
