"""Searches of the player `mcts` in games that hide something: by what its seat knows."""

from __future__ import annotations

from typing import Any

from ..actors import is_chance
from ..game import Game, State
from ..mcts.hidden.given_lines import PlayedHistory
from ..mcts.hidden.searcher import HiddenSearcher
from ..primitives.rng import Rng, derived_seed
from ..record import Record
from ..rules.checked_game import CheckedGame
from ..rules.one_by_one import one_by_one
from ..rules.random_game import random_game

__all__ = ["InformationSearch"]

_PLIES = 1000


class InformationSearch:
    """The searches of one seat in one game.

    Args:
        game: the rules.
        seat: who searches.
        seed: of the searches.
        reuse: whether what was found stays from move to move.
        options: keywords of `HiddenSearcher`.

    """

    def __init__(
        self, game: Game, seat: int, seed: int, *, reuse: bool, options: dict[str, Any]
    ) -> None:
        self._game = one_by_one(game)
        self._seat = seat
        self._seed = derived_seed(seed, f"the searches of seat {seat}")
        self._reuse = reuse
        self._options = options
        self._searcher: HiddenSearcher | None = None
        self._known = 0  # positions of the record that the searcher knows of

    def compile(self) -> None:
        """Compile the search before the clock runs, at some position of the seat."""
        state = _decision_of(self._game, self._seat)
        if state is not None:
            self._searching(state, self._seat, ())

    def follow(self, record: Record, player: int | None = None) -> HiddenSearcher:
        """Return a search of what the player to move knows now, or another player.

        Of the positions it uses the information of that player, and nothing else.
        """
        positions = record.positions
        player = record.player if player is None else player
        searcher = self._searcher
        if (
            searcher is not None
            and self._reuse
            and searcher.player == player
            and searcher.keeps_information_sets
            and self._known < len(positions)
        ):
            information = self._game.information_state
            searcher.advance(*(information(each, player) for each in positions[self._known :]))
        elif searcher is None or self._known != len(positions) or searcher.player != player:
            searcher = self._searching(positions[-1], player, positions[:-1])
        self._searcher, self._known = searcher, len(positions)
        return searcher

    def _searching(self, state: State, player: int, history: Any) -> HiddenSearcher:
        options = {"seed": self._seed, "history": PlayedHistory(history), **self._options}
        return HiddenSearcher(self._game, state, player=player, **options)


def _decision_of(game: Game, seat: int) -> State | None:
    """Return a position of a random game where a seat, or else any player, is to move."""
    checked = CheckedGame(game)
    found: State | None = None
    for state in random_game(checked, Rng(0), _PLIES):
        if checked.is_terminal(state):
            break
        mover = checked.current_player(state)
        if mover == seat:
            return state
        if not is_chance(mover) and found is None:
            found = state
    return found
