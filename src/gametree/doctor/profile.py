"""Measures random games: branching, length, cost of each method, and advice on speed."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..game import Game, State
from ..primitives.rng import Rng
from .random_games.explore import Explorer, Samples
from .report import Profile

__all__ = ["method_costs", "profile"]

_SECONDS_A_METHOD = 0.03
_SECONDS_A_METHOD_WITH_COPIES = 0.1
_MUCH = 0.5
_ENOUGH = 30  # values of which the mean is about normally distributed
_CONFIDENCE = 1.96  # of a normal distribution, for 95 %


def profile(
    explorer: Explorer,
    costs: dict[str, float],
    interpreted: float | None,
    compiled: float | None,
    compared: str,
    why_interpreted: str,
    mend: str,
) -> Profile | None:
    """Put together the profile; None if no game came to its end."""
    endings = explorer.endings
    if not endings:
        return None
    lengths = [len(ending.moves) for ending in endings]
    first = [ending.returns[0] for ending in endings]
    low, high = _interval(first, explorer.probe.game)
    branching = explorer.branching or [0]
    chances = len(explorer.outcomes)
    return Profile(
        branching=statistics.fmean(branching),
        most_actions=max(branching),
        length=statistics.fmean(lengths),
        shortest=min(lengths),
        longest=max(lengths),
        first_player=statistics.fmean(first),
        first_player_low=low,
        first_player_high=high,
        microseconds=costs,
        interpreted=interpreted,
        compiled=compiled,
        compared=compared,
        why_interpreted=why_interpreted,
        mend=mend,
        advice=tuple(
            _advice(
                explorer.probe.game, costs, max([*branching, *explorer.outcomes]), why_interpreted
            )
        ),
        chance=chances / max(1, chances + len(explorer.branching)),
    )


def _interval(values: Sequence[float], game: Game) -> tuple[float, float]:
    """Return the 95 % confidence interval of a mean, within the range of the game's returns.

    With enough values it is that of a normal distribution; otherwise Wilson's (1927), which holds
    for the mean of any values between two bounds.
    """
    count, mean = len(values), statistics.fmean(values)
    least, most = min(game.min_return, *values), max(game.max_return, *values)
    spread = statistics.pstdev(values)
    if count >= _ENOUGH and spread > 0:
        error = _CONFIDENCE * spread / math.sqrt(count - 1)
        return max(least, mean - error), min(most, mean + error)
    share = (mean - least) / (most - least) if most > least else 0.0
    weight = _CONFIDENCE**2 / count
    middle = (share + weight / 2) / (1 + weight)
    error = math.sqrt(weight * share * (1 - share) + weight**2 / 4) / (1 + weight)
    return (
        least + max(0.0, middle - error) * (most - least),
        least + min(1.0, middle + error) * (most - least),
    )


def method_costs(game: Game, samples: Samples) -> dict[str, float]:
    """Return the microseconds that one interpreted call of each method takes."""
    goes_on = samples.decisions
    costs: dict[str, float] = {}
    if goes_on:
        actions = [next(iter(game.legal_actions(state))) for state in goes_on]
        room: list[Any] = [0] * max(1, game.max_actions)
        rng = Rng(0)
        costs["legal_actions"] = _cost(lambda state: list(game.legal_actions(state)), goes_on)
        if type(game).fill_legal_actions is not Game.fill_legal_actions:
            costs["fill_legal_actions"] = _cost(
                lambda state: game.fill_legal_actions(state, room), goes_on
            )
        if game.defines_is_terminal:
            costs["is_terminal"] = _cost(game.is_terminal, goes_on)
        if game.defines_random_action:
            costs["random_action"] = _cost(lambda state: game.random_action(state, rng), goes_on)
        costs["next_state"] = _cost_of_moving(game, goes_on, actions)
        costs["current_player"] = _cost(game.current_player, goes_on)
        if game.states_change:
            costs["copy"] = _cost(game.copy, goes_on)
        if game.defines_heuristic:
            costs["heuristic"] = _cost(game.heuristic, goes_on)
        if game.defines_key:
            costs["key"] = _cost(game.key, goes_on)
    if samples.chances:
        costs["chance_outcomes"] = _cost(game.chance_outcomes, samples.chances)
    if samples.finished:
        costs["returns"] = _cost(game.returns, samples.finished)
    return costs


_ADAPTERS = "gametree.adapters."


def _advice(
    game: Game, costs: dict[str, float], most_actions: int, why_interpreted: str
) -> Iterator[str]:
    if game.interpreted_only:
        yield f"it is searched interpreted alone: {game.why_interpreted}"
    elif why_interpreted:
        yield f"make it compile: {why_interpreted}"
    shares = _shares(game, costs)
    if shares:
        method = max(shares, key=shares.__getitem__)
        if shares[method] >= _MUCH:
            called = getattr(game, "users_methods", {}).get(method, method)
            yield f"{called} takes {100 * shares[method]:.0f} % of the time of a random game"
    if type(game).__module__.startswith(_ADAPTERS):  # its methods are the adapter's, not the user's
        return
    if not game.defines_is_terminal:
        yield "define is_terminal: without it playouts list all actions to see if a game is over"
    if not game.defines_random_action:
        yield "define random_action: a playout then need not list all actions to choose one"
    elif not game.defines_is_terminal:
        yield "random_action is not used by playouts as long as is_terminal is missing"
    if type(game).fill_legal_actions is Game.fill_legal_actions:
        yield "define fill_legal_actions: it writes the actions without making a list"
    elif game.max_actions > 4 * most_actions:
        yield (
            f"max_actions is {game.max_actions}, and no more than {most_actions} were met: a "
            "smaller number saves some memory"
        )


def _shares(game: Game, costs: dict[str, float]) -> dict[str, float]:
    """Return the share of a playout's time per ply that each method takes."""
    listing = (
        "fill_legal_actions"
        if type(game).fill_legal_actions is not Game.fill_legal_actions
        else "legal_actions"
    )
    if not game.defines_is_terminal:
        used = [listing, "next_state"]
    elif game.defines_random_action:
        used = ["is_terminal", "random_action", "next_state"]
    else:
        used = ["is_terminal", listing, "next_state"]
    total = sum(costs.get(method, 0.0) for method in used)
    return {method: costs[method] / total for method in used if method in costs} if total else {}


def _cost(call: Callable[[Any], Any], states: Sequence[State]) -> float:
    calls = 0
    begun = time.perf_counter()
    while True:
        for state in states:
            call(state)
        calls += len(states)
        taken = time.perf_counter() - begun
        if taken >= _SECONDS_A_METHOD:
            return taken / calls * 1e6


def _cost_of_moving(game: Game, states: Sequence[State], actions: Sequence[Any]) -> float:
    """Measure next_state as `_cost` does, without the time of copying states that it changes."""
    calls = 0
    taken = 0.0
    until = time.perf_counter() + _SECONDS_A_METHOD_WITH_COPIES
    while taken < _SECONDS_A_METHOD and (calls == 0 or time.perf_counter() < until):
        fresh = [game.copy(state) for state in states] if game.states_change else states
        begun = time.perf_counter()
        for state, action in zip(fresh, actions, strict=True):
            game.next_state(state, action)
        taken += time.perf_counter() - begun
        calls += len(fresh)
    return taken / calls * 1e6
