"""Playouts, and the policies that choose their moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from itertools import islice
from time import perf_counter_ns
from typing import Any, NamedTuple, Self

from plainpython.compilable import Compilable, native_twin

from ...actors import CHANCE
from ...errors import BadParameter
from ...game import Action, Game, State, UnwrappedRules
from ...numbers.checks import fraction
from ...primitives.rng import LOW_WORD, MULTIPLIER, Rng
from ...primitives.state_memory import keep_values, own_state, release_values, settled
from ...rules.drawing import outcome
from ...rules.heuristics import Draw, GameHeuristic, Heuristic, UserHeuristic
from ...rules.repetition import Repetition, repetition_of
from ...rules.workspace import (
    ENDLESS_PLIES,
    ActionsFull,
    LineFull,
    PlayoutEndless,
    RulesBroken,
    TimeUp,
    Workspace,
    list_actions,
    mover,
    write,
)
from ..registry import Strategies
from .evaluation import Evaluation

__all__ = [
    "PLAYOUT_POLICIES",
    "EpsilonGreedy",
    "Playout",
    "PlayoutPolicy",
    "RandomPlayouts",
    "Uniform",
    "is_heuristic",
    "listed",
]


class PlayoutPolicy(Compilable):
    """Base class of playout policies: define `choose`."""

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        """Return a legal action of a position where a player moves.

        `count` actions stand listed in `work.actions`; 0 means that nobody has
        listed them yet (see `list_actions`).
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method choose")

    learns: bool = False
    """Whether the policy is told what is played: `begin`, `note` and `learn`."""

    def begin(self) -> None:
        """Forget the moves noted so far: another simulation begins, or the same one again."""

    def note(self, player: int, action: Action) -> None:
        """Note a move of the simulation under way; `player` may be CHANCE."""

    def learn(self, values: Any) -> None:
        """Learn from the moves noted, which came to `values`, one number for each player."""

    def fade(self) -> None:
        """See `Evaluation.fade`."""

    def fitted_to(self, game: Game) -> Self:
        """See `Evaluation.fitted_to`: what a policy learns belongs to the copy."""
        return self


PLAYOUT_POLICIES = Strategies(
    "playout",
    PlayoutPolicy,
    "The policy of playouts: by name, such as greedy or mast, or a class in a file. By default "
    "greedy if epsilon is given, else uniform.",
)
"""The bundled policies of playouts."""


@PLAYOUT_POLICIES.register("uniform", "Chooses each legal move with the same probability.")
class Uniform(PlayoutPolicy):
    """Every legal action with the same probability."""

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        if count == 0:
            if game.defines_random_action:
                return game.random_action(state, rng)
            count = list_actions(game, state, work)
        return work.actions[rng.below(count)]


@PLAYOUT_POLICIES.register(
    "greedy",
    "Chooses the move whose successor has the best heuristic value, and sometimes a random one.",
    epsilon="The probability of a random move.",
)
class EpsilonGreedy(PlayoutPolicy):
    """The action whose successor looks best, but a random one with probability epsilon.

    Successors are judged by the returns of a finished game, otherwise by the
    heuristic: the game's own, or a function (game, state) of the user's that
    returns one number for each player. Ties are broken at random.
    """

    def __init__(
        self,
        epsilon: float = 0.1,
        heuristic: Callable[[Any, Any], Sequence[float]] | None = None,
    ) -> None:
        self.epsilon = fraction("epsilon", epsilon)
        self.heuristic = GameHeuristic() if heuristic is None else UserHeuristic(heuristic)

    def fitted_to(self, game: Game) -> Self:
        if isinstance(self.heuristic, GameHeuristic) and not game.defines_heuristic:
            raise BadParameter(
                f"EpsilonGreedy needs a heuristic, and {type(game).__name__} defines none: "
                "pass heuristic=, a function (game, state) that returns a number for each player"
            )
        return self

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        if count == 0:
            count = list_actions(game, state, work)
        if rng.uniform() < self.epsilon:
            return work.actions[rng.below(count)]
        player = mover(game, state, work)
        best = 0
        best_value = 0.0
        ties = 0
        for index in range(count):
            successor = game.next_state(game.copy(state), work.actions[index])
            if game.is_terminal(successor):
                write(game.returns(successor), work.values)
            else:
                self.heuristic.estimate(game, successor, work.values)
            value = work.values[player]
            if ties == 0 or value > best_value:
                best = index
                best_value = value
                ties = 1
            elif value == best_value:
                ties += 1
                if rng.below(ties) == 0:
                    best = index
        return work.actions[best]


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
        noted = _noting(game, work, remembers=self.remembers)
        first_moves = None
        if rules is None and game.defines_is_terminal and game.defines_random_action:
            walk = _drawing_walk(game, rng, noted)
        else:
            first_moves = _first_moves(game, rules, len(work.actions))
            if rules is not None and rules.children is not None:
                walk = _childrens_walk(rules.children, rng, work, noted)
            else:
                walk = _listing_walk(game, rules, rng, work, noted)
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


class RandomPlayouts(NamedTuple):
    """Playouts with random moves, interpreted.

    Attributes:
        play_out: writes what a playout from a position comes to to `work.values`; takes the
            position, and what `first_moves` lists there, if somebody has listed it.
        first_moves: lists the moves of a position, none where the game is over; where the rules
            list the states behind them, these. None if moves are drawn and nobody lists them.

    """

    play_out: Callable[..., None]
    first_moves: Callable[[State], Sequence[Any]] | None


_Walk = Callable[[Any, Any, int], tuple[Any, int, bool]]
"""Makes random moves from a position: this many, or until the game is over. Takes the position, its
first moves and the number; returns the position reached, the number of moves made, and whether it
is over there."""

_Noted = Callable[[Action, Any, int], None] | None

_LISTED = (list, tuple, range)


def _first_moves(
    game: Game, rules: UnwrappedRules | None, room: int
) -> Callable[[State], Sequence[Any]]:
    """Return what lists the first moves of a playout."""
    if rules is not None:
        state_of, moves = rules.state, rules.children or rules.legal_actions

        def first_moves_of(state: State) -> Any:
            found: Any = moves(state_of(state))
            return found if type(found) in _LISTED else listed(found, room)

        return first_moves_of
    legal_actions, is_terminal = game.legal_actions, game.is_terminal
    if not game.defines_is_terminal:
        return lambda state: listed(legal_actions(state), room)

    def first_moves(state: State) -> Sequence[Any]:
        if is_terminal(state):
            return ()
        found: Sequence[Any] = listed(legal_actions(state), room)
        if not found:
            raise RulesBroken
        return found

    return first_moves


def _listing_walk(
    game: Game, rules: UnwrappedRules | None, rng: Rng, work: Workspace, noted: _Noted
) -> _Walk:
    """Return the walk for rules that list the legal actions.

    The random generator is up to date after a whole walk only.
    """
    has_end, is_terminal = rules is None and game.defines_is_terminal, game.is_terminal
    legal_actions, next_state = (
        (game.legal_actions, game.next_state) if rules is None else rules[1:3]
    )
    generator, room = rng.state, len(work.actions)

    def walk(position: Any, actions: Any, longest: int) -> tuple[Any, int, bool]:
        word = generator[0]
        plies = 0
        while actions:
            if plies == longest:
                generator[0] = word
                return position, plies, False
            low = word & LOW_WORD  # as `Rng.below` does it
            carry = word >> 32
            word = low * MULTIPLIER + carry
            action = actions[(low ^ carry) * len(actions) >> 32]
            position = next_state(position, action)
            if noted is not None:
                noted(action, position, plies)
            plies += 1
            if has_end and is_terminal(position):
                break
            actions = legal_actions(position)
            if type(actions) not in _LISTED:
                actions = listed(actions, room)
            if has_end and not actions:
                raise RulesBroken
        generator[0] = word
        return position, plies, True

    return walk


def _childrens_walk(
    children: Callable[[Any], Sequence[Any]], rng: Rng, work: Workspace, noted: _Noted
) -> _Walk:
    """Return the walk for rules that list the states behind the moves, as `_listing_walk`."""
    generator, room = rng.state, len(work.actions)

    def walk(position: Any, behind: Any, longest: int) -> tuple[Any, int, bool]:
        word = generator[0]
        plies = 0
        while behind:
            if plies == longest:
                generator[0] = word
                return position, plies, False
            low = word & LOW_WORD  # as `Rng.below` does it
            carry = word >> 32
            word = low * MULTIPLIER + carry
            action = (low ^ carry) * len(behind) >> 32
            position = behind[action]
            if noted is not None:
                noted(action, position, plies)
            plies += 1
            behind = children(position)
            if type(behind) not in _LISTED:
                behind = listed(behind, room)
        generator[0] = word
        return position, plies, True

    return walk


def _drawing_walk(game: Game, rng: Rng, noted: _Noted) -> _Walk:
    """Return the walk for rules that draw a random action."""
    is_terminal, random_action, next_state = game.is_terminal, game.random_action, game.next_state

    def walk(position: Any, actions: Any, longest: int) -> tuple[Any, int, bool]:
        for plies in range(longest + 1):
            if is_terminal(position):
                return position, plies, True
            if plies == longest:
                break
            action = random_action(position, rng)
            position = next_state(position, action)
            if noted is not None:
                noted(action, position, plies)
        return position, plies, False

    return walk


def _noting(game: Game, work: Workspace, *, remembers: bool) -> _Noted:
    """Return what is called after each ply of a walk; None if nothing need be."""
    timed = work.counters.deadline != 0

    def noted(action: Action, position: Any, plies: int) -> None:
        if remembers:
            note_move(work, action)
        if timed and plies & 3 == 3:
            in_time(game, position, work)

    return noted if remembers or timed else None


def listed(actions: Any, room: int) -> Any:
    """Return actions as a sequence.

    Raises:
        ActionsFull: if there is no room for all that an iterator gives; it may have no end.

    """
    if type(actions) in _LISTED:
        return actions
    found = list(islice(actions, room + 1))
    if len(found) > room:
        raise ActionsFull
    return found


def note_move(work: Workspace, action: Action) -> None:
    """Note a move of the playout under way.

    Raises:
        LineFull: if there is no room for the whole line.

    """
    counters = work.counters
    place = counters.line
    if counters.depth + place >= len(work.line):
        lengthen(work)
    work.line[place] = action
    counters.line = place + 1


def _native_lengthen(work: Workspace) -> None:
    raise LineFull


@native_twin(_native_lengthen)
def lengthen(work: Workspace) -> None:
    """Enlarge the buffer of lines; raise `LineFull` where it cannot grow in place."""
    if not isinstance(work.line, list):
        raise LineFull
    for buffer in (work.line, work.best):
        buffer.extend([0] * len(buffer))


def _native_in_time(game: Game, state: State, work: Workspace) -> State:
    return settled(game, state)  # a million moves take no time, but memory


@native_twin(_native_in_time)
def in_time(game: Game, state: State, work: Workspace) -> State:
    """Return the position of a playout that goes on.

    Raises:
        TimeUp: if the time of the search is over.

    """
    deadline: int = work.counters.deadline
    if deadline != 0 and perf_counter_ns() > deadline:
        raise TimeUp
    return state


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
