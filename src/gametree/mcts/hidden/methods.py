"""The ways to search a game that hides something, by name, and which one is chosen for a game."""

from __future__ import annotations

from dataclasses import dataclass

from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...errors import BadParameter
from ...game import Game
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...rules.measurement_cache import cached_by_game
from ...rules.one_by_one import OneByOne
from ...rules.random_game import random_game
from .observers import ManyObservers, Observer, SingleObserver, WholeState
from .rules import ChoiceRule, InformationUCB, OutcomeSampling, PlanningUCB, RegretMatching

__all__ = [
    "WAYS",
    "HiddenWay",
    "chosen_way",
    "number_of_information_states",
    "way_named",
    "way_with_priors",
]

FEW = 2_000
"""With no more information states, a search from the start of the game learns them all."""

_SIMULATIONS_EACH = 100
"""Simulations for each information state that outcome sampling needs to play well."""

_GAMES = 300
_PLIES = 1000


@dataclass(frozen=True)
class HiddenWay:
    """One way to search.

    Attributes:
        observer: what a node stands for.
        rule: how a player chooses in a node.
        start: where simulations start: "known" in worlds that agree with what the player knows,
            "beginning" at the beginning of the game, "state" in the true state.
        worlds: how many sampled worlds have a tree of their own; 0 for none.
        told: the way in words.

    """

    observer: Observer
    rule: ChoiceRule
    start: str
    told: str
    worlds: int = 0


WAYS = {
    "single_observer": HiddenWay(
        SingleObserver(),
        InformationUCB(),
        "known",
        "single observer: nodes are what the searching player knows",
    ),
    "planning": HiddenWay(
        SingleObserver(),
        PlanningUCB(),
        "known",
        "planning for one player: nodes are what the player knows",
    ),
    "many_observers": HiddenWay(
        ManyObservers(),
        InformationUCB(),
        "known",
        "many observers: nodes are what the player to move knows",
    ),
    "regret_matching": HiddenWay(
        ManyObservers(),
        RegretMatching(),
        "known",
        "regret matching: nodes are what the player to move knows",
    ),
    "outcome_sampling": HiddenWay(
        ManyObservers(),
        OutcomeSampling(),
        "beginning",
        "outcome sampling from the start of the game",
    ),
    "determinised": HiddenWay(
        WholeState(),
        InformationUCB(),
        "known",
        "for comparison: 20 worlds, each searched as if everybody saw it",
        worlds=20,
    ),
    "cheating": HiddenWay(
        WholeState(), InformationUCB(), "state", "for comparison: it cheats and sees the true state"
    ),
}


def way_named(name: object, game: Game, simulations: int | None = None) -> tuple[str, str]:
    """Return the name of a way, and why it is taken; `simulations` is how many are planned.

    Raises:
        BadParameter: if there is no such way, or it does not go with the game.
        GameError: if the rules break their contract.

    """
    if name in ("auto", "untrained"):
        return chosen_way(game, simulations)
    if not isinstance(name, str) or name not in WAYS:
        raise BadParameter(
            f"method must be one of {['auto', *WAYS]} for {type(game).__name__}, which hides "
            f"something from its players, not {name!r}"
        )
    if name == "single_observer" and isinstance(game, OneByOne):
        raise BadParameter(
            f"single_observer lets the others see a choice that is made at the same time: search "
            f"{game.users_class} with many_observers or regret_matching"
        )
    if name == "planning" and game.players != 1:
        raise BadParameter(
            f"planning is for one player, and {type(game).__name__} has {game.players}: "
            "name another method"
        )
    return name, "as asked"


def way_with_priors(name: object, game: Game, simulations: int | None = None) -> tuple[str, str]:
    """Return the name of a way for a search with priors, and why it is taken.

    Raises:
        BadParameter, GameError: as `way_named`.

    """
    if name not in ("auto", "untrained"):
        return way_named(name, game, simulations)
    if isinstance(game, OneByOne):
        return "regret_matching", "chosen for moves at the same time"
    return "single_observer", "chosen for an evaluation with priors"


@cached_by_game
def chosen_way(game: Game, simulations: int | None = None) -> tuple[str, str]:
    """Return the name of the way that suits a game, and why, by some random games.

    With few information states, and simulations enough to visit each of them often, outcome
    sampling learns a policy that mixes: no opponent can gain much against it. Otherwise nodes must
    be reached again soon. A single observer would let the others see a choice that is made at the
    same time.
    """
    if game.players == 1:
        return "planning", "chosen for one player"
    number = number_of_information_states(game)
    few = number <= FEW and game.players == 2 and _constant_sum(game)
    enough = simulations is None or simulations >= _SIMULATIONS_EACH * number
    if few and enough:
        return "outcome_sampling", f"chosen for about {number:,} information states"
    if isinstance(game, OneByOne):
        return "regret_matching", "chosen for moves at the same time"
    many = f"about {number:,}" if number <= FEW else f"more than {FEW:,}"
    told = f"chosen for {many} information states"
    return "single_observer", told if enough else f"{told} and {simulations:,} simulations"


@cached_by_game
def number_of_information_states(game: Game) -> int:
    """Estimate how many information states random games reach, `FEW` + 1 for all that is more.

    Chao's estimate (1984): those seen, and those not seen by how many were seen once and twice.
    """
    checked = CheckedGame(game)
    rng = Rng(0)
    seen: dict[tuple[int, int], int] = {}
    for _ in range(_GAMES):
        for state in random_game(checked, rng, _PLIES):
            if checked.is_terminal(state):
                break
            mover = checked.current_player(state)
            if not is_chance(mover):
                key = (mover, key_of_state(checked.information_state(state, mover)))
                seen[key] = seen.get(key, 0) + 1
        once = sum(1 for times in seen.values() if times == 1)
        twice = sum(1 for times in seen.values() if times == 2)
        if len(seen) > FEW:
            return FEW + 1
    unseen = once * (once - 1) // (2 * (twice + 1))
    return min(FEW + 1, len(seen) + unseen)


def _constant_sum(game: Game) -> bool:
    """Return True if the two returns of random games sum to a constant."""
    checked = CheckedGame(game)
    rng = Rng(1)
    sums = set()
    for _ in range(20):
        *_, last = random_game(checked, rng, _PLIES)
        if checked.is_terminal(last):
            sums.add(round(sum(checked.returns(last)), 6))
    return len(sums) == 1
