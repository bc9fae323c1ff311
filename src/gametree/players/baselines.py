"""Baseline players: random, and greedy with one move of lookahead."""

from __future__ import annotations

from collections.abc import Sequence

from ..actors import is_chance
from ..errors import BadParameter
from ..game import Action, Game, State
from ..limits import Limit
from ..primitives.rng import Rng
from ..record import Record
from ..rules.hidden_information import refuse_hidden
from .player import Choice, Player

__all__ = ["Greedy", "RandomPlayer"]


class RandomPlayer(Player):
    """Any legal move, each with the same probability."""

    name = "random"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        actions = record.legal_actions()
        return Choice(actions[self._rng.below(len(actions))])


class Greedy(Player):
    """The move whose successor has the best value: by the returns, else by `heuristic`.

    In a game without `heuristic` all unfinished positions count as draws: a win in one move is
    played, a loss in one move is avoided. Ties are broken at random.
    """

    name = "greedy"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        refuse_hidden(game, "greedy")
        self._game = game
        self._seat = seat
        self._rng = Rng(seed)

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        best: list[Action] = []
        best_value = float("-inf")
        for action in record.all_actions("greedy"):
            value = self._value(record, action)
            if value > best_value:
                best, best_value = [action], value
            elif value == best_value:
                best.append(action)
        if not best:
            raise BadParameter("greedy was asked for a move in a finished game")
        return Choice(best[self._rng.below(len(best))], {"value": best_value})

    def _value(self, record: Record, action: Action) -> float:
        """Return the value of the position after a move for the player."""
        record.play(action)
        try:
            return float(self._worth(record)[self._seat])
        finally:
            record.take_back()

    def _worth(self, record: Record) -> Sequence[float]:
        if record.over:
            return record.returns
        if is_chance(record.player):
            return self._expected(record.state)
        return self._guess(record.state)

    def _expected(self, state: State) -> list[float]:
        """Return the mean value over the outcomes of chance."""
        game = self._game
        sums = [0.0] * game.players
        for outcome, probability in game.chance_outcomes(state):
            following = game.next_state(game.copy(state), outcome)
            worth = game.returns(following) if game.is_terminal(following) else None
            for player, value in enumerate(worth or self._guess(following)):
                sums[player] += probability * value
        return sums

    def _guess(self, state: State) -> Sequence[float]:
        game = self._game
        if game.defines_heuristic and not is_chance(game.current_player(state)):
            return game.heuristic(state)
        return [game.draw_value] * game.players
