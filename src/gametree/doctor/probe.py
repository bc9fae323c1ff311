"""Checks each answer of a game's methods as it is given."""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice
from typing import Any

from plainpython.hashing import key_of_state

from ..actors import CHANCE, is_chance, is_everyone
from ..game import Action, Game, State
from ..primitives.rng import Rng
from ..rules.drawing import PROBABILITY_SLACK
from ..rules.observations import NoObservation, Sizes, other_sizes, sizes_of_observation
from ..rules.snapshots import freeze, size_of
from ..user_code.locating import brief
from .calls import Calls
from .fault import Fault
from .report import FAULT, WARNING

__all__ = ["MOST_ACTIONS", "Probe"]

MOST_ACTIONS = 100_000
"""A list of more legal actions than this is reported as endless."""

MOST_ITEMS = 1_000_000
"""A state of more items than this is reported as growing without bound."""

_UNCOPIABLE = (
    "define copy(state), or wrap the game in gametree.adapters.replayed.Replayed, which plays the "
    "moves again instead of copying"
)


class Probe(Calls):
    """Calls a game's methods; raises `Fault` for an answer that breaks the contract."""

    _sizes: Sizes | None = None  # of observations

    @property
    def players(self) -> int:
        """That of the game."""
        return self.game.players

    @property
    def draw_value(self) -> float:
        """That of the game."""
        return self.game.draw_value

    def initial_state(self) -> State:
        state = self.call("initial_state")
        if state is None:
            raise Fault("initial_state", "nothing", "returned None; a state was expected")
        return state

    def legal_actions(self, state: State) -> list[Action]:
        """Return the legal actions; none where `is_terminal` says that the game is over."""
        if self.game.defines_is_terminal and self.call("is_terminal", state):
            return []
        actions: list[Action] = self.call("legal_actions", state, finish=_listed)
        if len(actions) > MOST_ACTIONS:
            raise Fault(
                "legal_actions",
                "endless",
                f"gave more than {MOST_ACTIONS:,} actions",
                "return a list that ends",
            )
        return actions

    def actions_after_the_end(self, state: State) -> int:
        """Return how many actions `legal_actions` gives where the game is over, and nobody asks."""
        try:
            return len(self.call("legal_actions", state, finish=_listed))
        except Fault:
            return 0

    def current_player(self, state: State) -> int:
        """Return the player to move, or CHANCE."""
        player = self.call("current_player", state)
        has_chance = self.game.has_chance
        try:
            legal = int(player) == player and (CHANCE if has_chance else 0) <= player < self.players
        except (TypeError, ValueError):
            legal = False
        if legal:
            return int(player)
        if type(player) is int and is_chance(player):
            raise Fault(
                "current_player",
                "no outcomes",
                "returned CHANCE, but the class defines no chance_outcomes",
                "define chance_outcomes(state), which gives (action, probability) pairs",
            )
        if type(player) is int and is_everyone(player):
            raise Fault(
                "legal_actions",
                "no player",
                "takes no player, but current_player returned EVERYONE",
                "define legal_actions(state, player), and next_state(state, moves) with a tuple of "
                "one move for each player",
            )
        raise Fault(
            "current_player",
            "no player",
            f"returned {brief(player)}; {'CHANCE or ' if has_chance else ''}"
            f"a player from 0 to {self.players - 1} was expected",
        )

    def chance_outcomes(
        self, state: State, actions: list[Action]
    ) -> tuple[tuple[Action, float], ...]:
        """Return the outcomes of chance, which must be those actions, with their probabilities."""
        method = "chance_outcomes"
        outcomes: tuple[tuple[Action, float], ...] = self.call(method, state, finish=_pairs)
        named = [action for action, _ in outcomes]
        given = [probability for _, probability in outcomes]
        if not all(math.isfinite(each) and each >= 0.0 for each in given):
            raise Fault(
                method,
                "no probability",
                f"gave the probabilities {brief(given)} in the state {brief(state)}; numbers of 0 "
                "or more were expected",
            )
        if abs(sum(given) - 1.0) > PROBABILITY_SLACK:
            raise Fault(
                method,
                "sum",
                f"gave probabilities that sum to {sum(given):.12g}, not to 1, in the state "
                f"{brief(state)}",
            )
        if Counter(map(freeze, named)) != Counter(map(freeze, actions)):
            raise Fault(
                method,
                "other actions",
                f"gave the actions {brief(named)} where legal_actions gives {brief(actions)}",
                "both must give the same actions; one that cannot happen has probability 0",
            )
        return outcomes

    def next_state(self, state: State, action: Action) -> State:
        """Return the successor; `state` itself stays as it is."""
        if self.game.states_change:
            state = self.copy(state)
        before = freeze(state)
        try:
            successor = self.call("next_state", state, action)
        except Fault as fault:
            fault.moves = (action,)
            if fault.kind == "raises":
                fault.problem += f", though legal_actions gives {brief(action)}"
            raise
        if successor is None:
            raise Fault(
                "next_state", "nothing", "returned None; a state was expected", "", FAULT, (action,)
            )
        if size_of(successor) > MOST_ITEMS:
            raise Fault(
                "next_state",
                "grows",
                f"returned a state of more than {MOST_ITEMS:,} items",
                "states must not grow without bound",
                FAULT,
                (action,),
            )
        if freeze(successor) == before:
            self.noted.append(
                Fault(
                    "next_state",
                    "no change",
                    f"returned an equal state for the action {brief(action)}",
                    "a move without effect can be repeated for ever; if it is a pass, make the "
                    "player to move part of the state",
                    WARNING,
                    (action,),
                )
            )
        return successor

    def copy(self, state: State) -> State:
        try:
            return self.call("copy", state)
        except Fault as fault:
            if fault.kind == "raises" and type(self.game).copy is Game.copy:
                fault.problem = f"is copy.deepcopy here, and {fault.problem}"
                fault.advice = _UNCOPIABLE
            raise

    def key(self, state: State) -> Any:
        """Return the key of a position, which must be hashable and can be compared."""
        key = self.call("key", state)
        if key is None:
            raise Fault("key", "nothing", "returned None; an integer or a tuple was expected")
        try:
            bool(key == key)
        except Exception:
            raise Fault(
                "key",
                "not comparable",
                f"returned {brief(key)}, which cannot be compared with ==",
                "return an integer or a tuple of what makes the position",
            ) from None
        try:
            hash(key)
        except Exception:  # a user's __hash__ may raise anything
            raise Fault(
                "key",
                "not hashable",
                f"returned {brief(key)}, which is not hashable",
                "return an integer or a tuple of what makes the position"
                if self.game.defines_key
                else "define key(state), since the states themselves are not hashable",
            ) from None
        return key

    def returns_after_repetition(self, state: State, player: int, plies: int) -> tuple[float, ...]:
        return self._numbers("returns_after_repetition", state, player, plies)

    def returns(self, state: State) -> tuple[float, ...]:
        return self._numbers("returns", state)

    def heuristic(self, state: State) -> tuple[float, ...]:
        return self._numbers("heuristic", state)

    def observation(self, state: State, player: int) -> Any:
        """Return what a player makes of a position: numbers, always as many."""
        method = "observation"
        shown = self.call(method, state, player)
        try:
            sizes = sizes_of_observation(shown)
        except NoObservation as problem:
            raise Fault(method, "no numbers", str(problem)) from None
        if self._sizes is None:
            self._sizes = sizes
        elif sizes != self._sizes:
            raise Fault(method, "other sizes", other_sizes(sizes, self._sizes))
        return shown

    def information_state(self, state: State, player: int) -> Any:
        """Return what a player knows, which must be comparable."""
        method = "information_state"
        known = self.call(method, state, player)
        try:
            key_of_state(known)
        except Exception:  # a user's class may raise anything
            raise Fault(
                method,
                "not comparable",
                f"returned {brief(known)} for player {player}, which cannot be compared",
                "return numbers, texts, tuples, lists, dicts or dataclasses of these",
            ) from None
        return known

    def sample_state(self, known: Any, player: int, seed: int) -> State:
        """Return a state drawn from what a player knows."""
        state = self.call("sample_state", known, player, Rng(seed))
        if state is None:
            raise Fault("sample_state", "nothing", "returned None; a state was expected")
        return state

    def random_action(self, state: State, seed: int) -> Action:
        return self.call("random_action", state, Rng(seed))

    def _numbers(self, method: str, *arguments: Any) -> tuple[float, ...]:
        players = self.players
        expected = f"{players} finite number{'' if players == 1 else 's'} expected, one a player"
        answer = self.call(method, *arguments)
        try:
            numbers = tuple(float(number) for number in answer)
        except (TypeError, ValueError):
            raise Fault(method, "no numbers", f"returned {brief(answer)}; {expected}") from None
        if len(numbers) != players:
            raise Fault(method, "wrong length", f"returned {brief(answer)}; {expected}")
        if not all(map(math.isfinite, numbers)):
            raise Fault(method, "not finite", f"returned {brief(answer)}; {expected}")
        return numbers


def _listed(method: str, actions: Any) -> list[Action]:
    try:
        items = iter(actions)
    except TypeError:
        raise Fault(
            method, "no list", f"returned {brief(actions)}; a list of actions was expected"
        ) from None
    return list(islice(items, MOST_ACTIONS + 1))


def _pairs(method: str, outcomes: Any) -> tuple[tuple[Action, float], ...]:
    try:
        outcomes[:0], len(outcomes)
        return tuple((action, float(probability)) for action, probability in outcomes)
    except (KeyError, TypeError, ValueError):
        raise Fault(
            method,
            "no pairs",
            f"returned {brief(outcomes)}; a list of (action, probability) pairs was expected",
        ) from None
