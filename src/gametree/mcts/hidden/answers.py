"""Checks that the rules answer later what they answered at first, and as in the true state."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...errors import GameError
from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...rules.drawing import outcome
from ...rules.measurement_cache import cached_by_game
from ...rules.one_by_one import OneByOne
from ...rules.snapshots import freeze, outline
from ...rules.untouched import Untouched
from ...user_code.hanging_calls import HangingCall, hanging, hanging_calls_stopped, methods_of
from ...user_code.locating import brief
from .knowledge import Knowledge, finished, never_returns, world_of

__all__ = ["KeptAnswers", "refuse_impossible", "refuse_keeping", "refuse_other_world"]

_PLIES = 100
_POSITIONS = 400
"""A game of more positions than this is not searched for what a player knows."""

_DRAWS = 4


class KeptAnswers:
    """What players know in the positions of a random game, to be compared later.

    A clock in whole seconds gives the same answer twice in a row. Some time later it does not.

    Args:
        game: the rules, interpreted.
        world: where the game begins.
        player: who searches.

    """

    def __init__(self, game: Game, world: State, player: int) -> None:
        self._checked = checked = CheckedGame(game)
        self._kept: list[tuple[State, int, Any]] = []
        rng = Rng(0)
        state = world
        try:
            for _ in range(_PLIES):
                mover = player if checked.is_terminal(state) else checked.current_player(state)
                for each in {player, player if is_chance(mover) else mover}:
                    self._kept.append((state, each, checked.information_state(state, each)))
                if checked.is_terminal(state):
                    return
                actions = checked.legal_actions(state)
                if is_chance(mover):
                    action = outcome(checked, state, rng)
                else:
                    action = actions[rng.below(len(actions))]
                state = checked.next_state(checked.copy(state), action)
        except GameError:  # the search meets it, too
            return
        except HangingCall as error:
            told = hanging(error, _name(game))
            known = checked.information_state(world, player)
            raise GameError(never_returns(told, player, known)) from error

    def compare(self) -> None:
        """Raise `GameError` if a player knows something else now."""
        for state, player, known in self._kept:
            self._checked.compare_information(state, player, known)


def refuse_keeping(game: Game, untouched: Untouched, knowledge: Knowledge) -> None:
    """Raise `GameError` if the sampler draws something else than before it could know the state.

    Args:
        game: the rules, which have seen the true state.
        untouched: the same rules before.
        knowledge: what the searching player knows.

    """
    if not game.defines_sample_state:
        return
    player, known = knowledge.player, knowledge.known

    def drawn(rules: Game | None, seed: int) -> Any:
        if rules is None:
            return None
        return outline(world_of(rules, knowledge._replace(known=deepcopy(known)), Rng(seed))[0])

    for seed in range(_DRAWS):
        now = drawn(game, seed)
        try:
            before = drawn(untouched.game, seed) or now
            with untouched.put_back() as changed:
                same = now == before and (not changed or now == drawn(game, seed))
        except Exception:  # it misses what it has kept
            same = False
        if not same:
            raise GameError(
                f"{_name(game)}.sample_state draws another state for player {player} than before "
                "information_state had seen one: keep nothing from earlier calls in the game or in "
                "a variable, or the sampler would know what is hidden (in the searched position)"
            )


def refuse_other_world(game: Game, state: State, world: State, player: int, known: Any) -> None:
    """Raise `GameError` if a player can tell a sampled state from another where they know this."""
    if isinstance(game, OneByOne):
        if known[2]:  # they have chosen, and others may have, too
            return
        state, world = (game.begun(each[0], player) for each in (state, world))
    checked = CheckedGame(game)
    name = _name(game)
    if checked.is_terminal(world):
        raise GameError(finished(name, player, known))
    movers = [checked.current_player(each) for each in (state, world)]
    told = f"player {player} knows {brief(known)} in both, so information_state must say"
    if movers[0] != movers[1]:
        raise GameError(
            f"{name}.sample_state returned a state in which {_who(movers[1])} to move, where "
            f"{_who(movers[0])}: {told} who is to move (in the searched position)"
        )
    if movers[0] != player:
        return
    ours, others = (list(checked.legal_actions(each)) for each in (state, world))
    if sorted(map(repr, map(outline, ours))) != sorted(map(repr, map(outline, others))):
        raise GameError(
            f"{name}.sample_state returned a state in which player {player} has the legal moves "
            f"{brief(others)}, where they have {brief(ours)}: {told} which moves are legal (in the "
            "searched position)"
        )


def refuse_impossible(game: Game, knowledge: Knowledge) -> None:
    """Raise `GameError` if no moves of a small game lead to what a player knows."""
    possible = _all_knowledge(game)
    player, known = knowledge.player, knowledge.known
    if possible is not None and (player, key_of_state(known)) not in possible:
        if _found_from_the_start(game) != possible:
            raise GameError(
                f"{_name(game)}.information_state tells players other things in the same states "
                f"than earlier: player {player} knows {brief(known)}; make it of the state alone, "
                "without clocks, random numbers and earlier calls (in the searched position)"
            )
        raise GameError(
            f"no moves of {_name(game)} lead from its first state to one in which "
            f"information_state gives player {player} {brief(known)}: give a state that can be "
            "reached (in the searched position)"
        )


def _found_from_the_start(game: Game) -> frozenset[tuple[int, int]] | None:
    """Return each player and the key of what they can know; None in all but small games."""
    if game.proposes_actions or game.draws_outcomes:
        return None
    try:
        with hanging_calls_stopped(methods_of(game, getattr(game, "rules", None))):
            return _met_from_the_start(CheckedGame(game))
    except (GameError, HangingCall):  # the search meets it, too
        return None


_all_knowledge = cached_by_game(_found_from_the_start)


def _met_from_the_start(checked: CheckedGame) -> frozenset[tuple[int, int]] | None:
    ahead = [checked.initial_state()]
    met = {freeze(ahead[0])}
    found: set[tuple[int, int]] = set()
    while ahead:
        state = ahead.pop()
        for player in range(checked.players):
            found.add((player, key_of_state(checked.information_state(state, player))))
        if checked.is_terminal(state):
            continue
        for action in checked.legal_actions(state):
            after = checked.next_state(checked.copy(state), action)
            frozen = freeze(after)
            if frozen not in met:
                met.add(frozen)
                ahead.append(after)
        if len(met) > _POSITIONS:
            return None
    return frozenset(found)


def _who(mover: int) -> str:
    return "chance is" if is_chance(mover) else f"player {mover} is"


def _name(game: Game) -> str:
    return type(game.rules if isinstance(game, OneByOne) else game).__name__
