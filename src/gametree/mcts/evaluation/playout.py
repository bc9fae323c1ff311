"""Playouts: moves by a policy from a leaf to the end of the game, or to a cut-off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Self

from plainpython.compilable import native_twin

from ...actors import CHANCE
from ...errors import BadParameter
from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...primitives.state_memory import keep_values, own_state, release_values
from ...rules.drawing import outcome
from ...rules.heuristics import Draw, GameHeuristic, Heuristic, UserHeuristic
from ...rules.repetition import Repetition, repetition_of
from ...rules.workspace import (
    ENDLESS_PLIES,
    ActionsFull,
    PlayoutEndless,
    RulesBroken,
    Workspace,
    list_actions,
    mover,
    write,
)
from .evaluation import Evaluation
from .playout_line import in_time, note_move
from .playout_policy import PlayoutPolicy, Uniform
from .random_playouts import RandomPlayouts, random_walk

__all__ = ["Playout", "is_heuristic"]


class Playout(Evaluation):
    """Play the game out from the leaf and take its returns.

    Args:
        policy: how moves are chosen; `Uniform()` by default.
        max_plies: after so many moves the playout is cut off. None: never;
            a playout of a million moves is then taken for an endless one and
            ends the search with an error.
        cutoff: what a cut-off playout is worth: a function (game, state) that
            returns one number for each player. By default the game's
            `heuristic` if it has one, else a draw.

    """

    def __init__(
        self,
        policy: PlayoutPolicy | None = None,
        max_plies: int | None = None,
        cutoff: Callable[[Any, Any], Sequence[float]] | None = None,
    ) -> None:
        if policy is not None and not isinstance(policy, PlayoutPolicy):
            raise BadParameter(f"policy must be a PlayoutPolicy such as Uniform(), not {policy!r}")
        if max_plies is not None and (
            isinstance(max_plies, bool) or not isinstance(max_plies, int) or max_plies < 0
        ):
            raise BadParameter(
                f"max_plies must be None or an integer of 0 or more, not {max_plies!r}"
            )
        self.policy = Uniform() if policy is None else policy
        self.max_plies = -1 if max_plies is None else max_plies
        self.longest = ENDLESS_PLIES if max_plies is None else max_plies
        self.cutoff: Heuristic = Draw() if cutoff is None else UserHeuristic(cutoff)
        self.repetition = Repetition()

    remembers: bool = False
    """Whether moves are noted in `work.line`, for the best line."""

    from_root: bool = False
    """Whether `plies_left` says when playouts are cut off, by the moves since the root."""

    def plies_left(self, work: Workspace) -> int:
        """Return after how many moves the playout that begins is cut off; below 0: at once."""
        return self.longest

    def fitted_to(self, game: Game) -> Self:
        """Return a copy for one game; its heuristic, if any, values playouts that are cut off."""
        fitted = copy(self)
        fitted.policy = self.policy.fitted_to(game)
        fitted.repetition = repetition_of(game)
        if isinstance(self.cutoff, Draw) and self.max_plies >= 0 and game.defines_heuristic:
            fitted.cutoff = GameHeuristic()
        return fitted

    def fade(self) -> None:
        self.policy.fade()

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        self.policy.begin()
        kept = keep_values(game, state)
        self.play_out(game, own_state(game, state), rng, work)
        release_values(game, state, kept)
        self.policy.learn(work.values)

    def _native_play_out(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        has_chance = game.has_chance
        has_end = game.defines_is_terminal
        repetition = self.repetition
        watches = repetition.watches
        learns = self.policy.learns
        remembers = self.remembers
        minds_mover = watches or learns
        longest = self.longest
        if self.from_root:
            longest = self.plies_left(work)
            if longest < 0:
                self.cutoff.estimate(game, state, work.values)
                return
        plies = 0
        count = 0
        player = CHANCE
        while True:
            if has_end:
                if game.is_terminal(state):
                    break
            else:
                count = game.fill_legal_actions(state, work.actions)
                if count == 0:
                    break
                if count > len(work.actions):
                    raise ActionsFull
            if plies == longest:
                if self.max_plies < 0:
                    raise PlayoutEndless
                self.cutoff.estimate(game, state, work.values)
                return
            if has_chance and game.current_player(state) == CHANCE:
                player = CHANCE
                action = outcome(game, state, rng)
            else:
                action = self.policy.choose(game, state, count, rng, work)
                if minds_mover:
                    player = mover(game, state, work)
            if minds_mover:
                if watches and repetition.forbids and player != CHANCE:
                    found, action = permitted(repetition, game, state, action, rng, work)
                    if not found:
                        repetition.judge(game, state, player, work)
                        work.counters.ended = 1
                        return
                if learns:
                    self.policy.note(player, action)
            if remembers:
                note_move(work, action)
            state = game.next_state(state, action)
            plies += 1
            if plies & 3 == 0:
                state = in_time(game, state, work)
            if watches and repetition.arrive(game, state, work):
                repetition.judge(game, state, player, work)
                work.counters.ended = 1
                return
        if remembers:
            work.counters.ended = 1
        write(game.returns(state), work.values)

    @native_twin(_native_play_out)
    def play_out(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        """Play to the end, or to the cut-off, and write what it is worth to `work.values`.

        Interpreted, calls take longer than what they do: random moves do with few.
        """
        if self.is_random(game):
            self.random_playouts(game, rng, work).play_out(state)
        else:
            self._native_play_out(game, state, rng, work)

    def is_random(self, game: Game) -> bool:
        """Return True if players move at random and nothing looks at their moves."""
        lists = type(game).fill_legal_actions is Game.fill_legal_actions
        draws = game.defines_is_terminal and game.defines_random_action
        return (
            type(self.policy) is Uniform
            and not self.repetition.watches
            and not game.has_chance
            and (lists or draws)
        )

    def random_playouts(self, game: Game, rng: Rng, work: Workspace) -> RandomPlayouts:
        """Return `play_out` as a function of the position, interpreted, where moves are random.

        It is made once for many playouts, and no ply of them pays for a policy, for an adapter
        of the rules, or for a copy of the legal actions in `work.actions`.
        """
        rules = game.unwrapped_rules()
        walk, first_moves = random_walk(game, rules, rng, work, remembers=self.remembers)
        remembers, from_root, values = self.remembers, self.from_root, work.values
        players = len(values)

        def play_out(state: State, moves: Sequence[Any] | None = None) -> None:
            longest = self.plies_left(work) if from_root else self.longest
            if longest < 0:
                self.cutoff.estimate(game, state, values)
                return
            if moves is None and first_moves is not None:
                moves = first_moves(state)
            position, plies, over = walk(
                state if rules is None else rules.state(state), moves, longest
            )
            if not over:
                if self.max_plies < 0:
                    raise PlayoutEndless
                if rules is not None:
                    position = rules.wrapped(position, state, plies)
                self.cutoff.estimate(game, position, values)
                return
            if remembers:
                work.counters.ended = 1
            got = game.returns(position) if rules is None else rules.returns(position, state, plies)
            if len(got) != players:
                raise RulesBroken
            values[:] = got

        return RandomPlayouts(play_out, first_moves)


def is_heuristic(evaluation: Evaluation) -> bool:
    """Return whether a fitted evaluation is the game's heuristic, or the returns at the end."""
    return (
        type(evaluation) is Playout
        and evaluation.max_plies == 0
        and type(evaluation.cutoff) is GameHeuristic
        and not evaluation.policy.learns
    )


def permitted(
    repetition: Repetition, game: Game, state: State, action: Action, rng: Rng, work: Workspace
) -> tuple[bool, Action]:
    """Return True and `action` if it may be made, else a random action that may.

    False and any action if there is none.
    """
    if repetition.permits(game, state, action, work):
        return True, action
    count = list_actions(game, state, work)
    while count > 0:
        index = rng.below(count)
        action = work.actions[index]
        if repetition.permits(game, state, action, work):
            return True, action
        count -= 1
        work.actions[index] = work.actions[count]
    return False, action
