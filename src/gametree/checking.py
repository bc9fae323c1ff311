"""Checks the rules of a game: the doctor, together with searches of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .doctor.check import check_rules
from .doctor.trial_searches import Speed, TrialSearches
from .game import Game, State

if TYPE_CHECKING:
    from .doctor.hidden.who_sees import Seen
    from .doctor.report import Report

__all__ = ["check"]

_SECONDS_A_SEARCH = 0.3


def check(
    game: Game,
    *,
    games: int = 1000,
    seconds: float = 20.0,
    seed: int = 0,
    compiled: bool = True,
    seen: Seen | None = None,
) -> Report:
    """Play a game in many ways and report where its rules break their contract.

    Args:
        game: the rules.
        games: the most random games to play with all checks; three times as many are played
            unchecked.
        seconds: the most seconds of processor time to take, not counting start-up and
            compilation. A single call of a method is interrupted after an eighth of them, or
            after five seconds, or when it has waited for four times as long (in the main thread,
            on systems that have timers).
        seed: for the random games.
        compiled: also compare the compiled rules with the interpreted ones and measure both;
            the profile says why rules do not compile.
        seen: in a game that hides something, the players who see each kind of event, such as
            `{"chance 0": [0], "move of 1": [0, 1]}`; other players' information must not differ.

    Raises:
        BadParameter: if an argument has a wrong type or value. Whatever the rules do wrong is
            reported, not raised.

    """
    return check_rules(
        game,
        _Searches(),
        games=games,
        seconds=seconds,
        seed=seed,
        compiled=compiled,
        declared_seen=seen,
    )


class _Searches(TrialSearches):
    """The searches that the doctor tries: plain UCT, or by what a player knows."""

    def speed(self, game: Game, state: State | None, seed: int, *, compiled: bool) -> Speed:
        from .mcts.searcher import Searcher

        if game.hides_information:
            search = Searcher(game, state, seed=seed, compiled=compiled)
            result = search.run(seconds=_SECONDS_A_SEARCH)
            compared = "the first simulations met the same information sets" if compiled else ""
            return Speed(result.new_simulations / result.seconds, compared)
        searcher = Searcher(game, state, method="uct", seed=seed, compiled=compiled)
        result = searcher.run(seconds=_SECONDS_A_SEARCH)
        return Speed(result.new_simulations / result.seconds, searcher.trees.first.compared)
