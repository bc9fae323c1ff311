"""Knowledge of a game that makes the search stronger: guesses, features and symmetries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from .basic_rules import Action, BasicRules, State, missing_method

__all__ = ["SearchHints"]


class SearchHints(BasicRules):
    """The methods by which a game helps the search and networks."""

    defines_heuristic: ClassVar[bool] = False
    defines_observation: ClassVar[bool] = False

    def heuristic(self, state: State) -> Sequence[float]:
        """Return a guess of `returns` for a position where the game goes on."""
        raise NotImplementedError(missing_method(self, "heuristic"))

    def heuristic_basis(self, state: State) -> Any:
        """Return what the guesses of the positions behind `state` have in common.

        A search asks for it once where it makes a node, then once for each move `heuristic_from`.
        """

    def heuristic_from(self, basis: Any, state: State) -> Sequence[float]:
        """Return what `heuristic(state)` does, by the basis of a position from which a move leads.

        Define both methods, for speed, if the guess is a sum that one move changes little.
        """
        return self.heuristic(state)

    def observation(self, state: State, player: int) -> Sequence[Any]:
        """Return what `player`, who is to move, makes of a position, beside what the state shows.

        Each item is a number, a line of numbers (the cells of a board, say) or rows of numbers (a
        board), as a tuple, a list or an array; always as many, and each always of one size.
        Never asked at the end, nor where chance moves. A network learns from it as from
        members of the state; an observation changes nothing in searches without a network.
        """
        raise NotImplementedError(missing_method(self, "observation"))

    def symmetries(self) -> Sequence[tuple[Callable[[State], State], Callable[[Action], Action]]]:
        """Return the symmetries of the rules: for each, functions for a position and an action.

        They return the image of a position, and that of an action. In the image of a position the
        same player moves, the images of the legal actions are legal and lead to the images of
        the positions that they lead to, and the returns are the same. What makes several of them
        one after the other needs no declaring. A game that does not define this has the
        turns and reflections of its board that random play shows to be symmetries. Asked
        interpreted only.
        """
        raise NotImplementedError(missing_method(self, "symmetries"))

    def recommended_search(self) -> dict[str, Any] | None:
        """Return how this game is best searched; None: gametree chooses, by a few random games.

        Keywords of `Searcher`, of `selection`, `evaluation`, `expand_after`, `solver` and
        `transpositions`. Searches that are given none of these follow it.
        """
        return None

    def default_evaluation(self) -> Any:
        """Return the `Evaluation` of a search that is given none; None means `Playout()`."""
        return None
