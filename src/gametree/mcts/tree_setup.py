"""The trees of a searcher: set up by strategies that are named or chosen, and set up again."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import NotCompiledWarning, OnlyInterpreted
from ..game import Game, State
from .caller_level import level_of_caller
from .choice_of_method import ChosenMethod, choose, choose_untrained
from .evaluation.evaluation import Evaluation
from .parallel.root_parallel import RootParallel
from .setup import set_up, set_up_by_choice

__all__ = ["TreeSetup", "chooser_named"]


class TreeSetup:
    """The way in which the trees of one searcher are set up.

    Args:
        game: the rules.
        method: "auto", "untrained" or "uct"; strategies that are named make it "uct".
        named: the strategies that the caller named, by their keywords.
        ways: the other keywords of `set_up`.

    Attributes:
        method: as given, or "uct".

    """

    def __init__(
        self, game: Game, method: str, named: Mapping[str, Any], ways: Mapping[str, Any]
    ) -> None:
        self.method = "uct" if named else method
        self._game = game
        self._named = named
        self._ways = dict(ways)
        self._choice: ChosenMethod | None = None
        if self.method != "uct":
            self._choice = chooser_named(method)(game)

    @property
    def chosen(self) -> bool:
        """True if the strategies were chosen for the game."""
        return self._choice is not None

    @property
    def must_compile(self) -> bool:
        """True if the search may not run interpreted."""
        return self._ways["compiled"] is True

    def trees_at(self, state: State, history: Sequence[State], **ways: Any) -> RootParallel:
        """Return new trees for a position; `ways` replace keywords of `set_up`."""
        ways = self._ways | ways
        if self._choice is None:
            return set_up(self._game, state, history, self._named, **ways)
        return set_up_by_choice(self._game, state, history, self._choice, **ways)

    def interpreted(self, trees: RootParallel, reason: OnlyInterpreted) -> RootParallel:
        """Return interpreted trees in place of others whose compiled rules cannot go on."""
        message = f"searching interpreted from here: {reason}"
        warnings.warn(message, NotCompiledWarning, stacklevel=level_of_caller())
        engine = trees.first
        self._ways["compiled"] = False
        trees.dismiss()
        found = self.trees_at(engine.state, engine.earlier, parallel="root")
        found.first.why_interpreted = str(reason)
        return found

    @property
    def named(self) -> Mapping[str, Any]:
        """The strategies that the caller named, by their keywords."""
        return self._named

    def with_answers(self, trees: RootParallel, evaluation: Evaluation) -> RootParallel:
        """Return empty trees in place of others, with an evaluation that awaits answers."""
        engine = trees.first
        self.method, self._choice = "uct", None
        self._named = {**self._named, "evaluation": evaluation}
        return self.trees_at(engine.state, engine.earlier, moves=engine.moves)

    def without_proofs(self, trees: RootParallel) -> RootParallel:
        """Return trees without proofs in place of others: the game broke what these rest on."""
        assert self._choice is not None
        engine = trees.first
        cautious = self._choice.without_proofs()
        trees.dismiss()
        ways = self._ways | {"parallel": trees.parallel, "moves": engine.moves}
        found = set_up_by_choice(self._game, engine.state, engine.earlier, cautious, **ways)
        self._named, self._choice = cautious.strategies, None
        return found


def chooser_named(method: str) -> Callable[[Game], ChosenMethod]:
    """Return the function that chooses strategies for a game by a method."""
    return choose if method == "auto" else choose_untrained
