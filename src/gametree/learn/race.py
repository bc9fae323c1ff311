"""A race of ways to search a game by playouts: each change is kept if it wins its match."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from ..errors import BadParameter
from ..game import Game
from ..mcts.choice_of_method import choose_by_rules
from ..mcts.named_strategies import strategies_of
from ..mcts.results.race_results import RaceResult, save_race
from ..mcts.results.variations import VARIATIONS
from ..mcts.selection.rave import GRAVE
from ..naming.parameters import require
from ..numbers.checks import positive, refuse_many
from ..players.player import Player
from ..players.searching import Mcts
from ..rules.hidden_information import refuse_hidden
from .gate import play_gate

__all__ = ["race"]

_MOVE = 0.02
"""Seconds for a move in the matches."""

_SHORTEST = 0.1
"""Seconds that a match has at least, after all that is compiled."""


def race(
    game: Game,
    *,
    seconds: float = 60.0,
    move: float = _MOVE,
    workers: int = 1,
    seed: int = 0,
    on_verdict: Callable[[str], None] = lambda verdict: None,
) -> RaceResult:
    """Find out by matches how a game is searched best without a heuristic or a network.

    What wins is kept in the user's data folder, and `mcts:auto` and `gametree.search` go by it.

    Args:
        game: the rules.
        seconds: for all matches together, with what is compiled for them.
        move: seconds for a move.
        workers: threads that play.
        seed: of what is random in the matches.
        on_verdict: called with each match when it is over.

    Raises:
        BadParameter: if the game is not searched by playouts: it has a heuristic that is used, or
            recommends how it is searched.
        GameError: if the rules break their contract.
        RaceError: if what was found cannot be kept.

    """
    if not isinstance(game, Game):
        raise BadParameter(f"game must be a Game, not {game!r}")
    refuse_hidden(game, "a race")
    positive("seconds", seconds)
    positive("move", move)
    require(int, workers=workers, seed=seed)
    if workers < 1:
        raise BadParameter(f"workers must be at least 1, not {workers}")
    refuse_many(workers)
    strategies = _playouts_of(game)
    entrants = ["mast", "nst", "ucb1" if isinstance(strategies["selection"], GRAVE) else "grave"]
    winners: list[str] = []
    verdicts: list[str] = []
    ends = time.monotonic() + seconds
    for place, name in enumerate(entrants):
        if name == "nst" and "mast" in winners:
            continue  # both say how playouts go
        changed = {**strategies, **strategies_of(VARIATIONS[name])}
        champion = " with ".join(["the search", *winners[-1:]])
        result = play_gate(
            game,
            _maker(changed),
            _maker(strategies),
            champion,
            seconds=move,
            budget=max(_SHORTEST, (ends - time.monotonic()) / (len(entrants) - place)),
            workers=workers,
            seed=seed,
        )
        verdicts.append(f"{name}: {result.to_text()}")
        on_verdict(verdicts[-1])
        if result.accepted:
            strategies = changed
            winners.append(name)
    found = RaceResult(tuple(winners), tuple(verdicts), time.strftime("%Y-%m-%d", time.gmtime()))
    save_race(game, found)
    return found


def _playouts_of(game: Game) -> dict[str, Any]:
    """Return the strategies of a game that is searched by playouts.

    Raises:
        BadParameter: if it is not.

    """
    if game.recommended_search() is not None:
        raise BadParameter(
            f"{type(game).__name__} recommends how it is searched: there is nothing to race for"
        )
    strategies = choose_by_rules(game).strategies
    if "evaluation" in strategies:
        raise BadParameter(
            f"{type(game).__name__} is searched by its heuristic, not by playouts: there is "
            "nothing to race for"
        )
    return strategies


def _maker(strategies: dict[str, Any]) -> Callable[[], Player]:
    def make() -> Player:
        return Mcts(**deepcopy(strategies))

    return make
