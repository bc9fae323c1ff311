"""The machine behind a searcher: a tree, its buffers, and the kernel that fills them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from operator import is_not
from typing import Any

import numpy as np

from ...errors import (
    GameError,
    GametreeError,
    PlayoutTooLong,
    StrategyError,
)
from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import (
    ActionTooWide,
    CheckedGame,
    NarrowGame,
    RootMoves,
    rehearse,
)
from ...rules.workspace import (
    ENDLESS_PLIES,
    BoundsBroken,
    KeysCollide,
    OutOfRoom,
    PlayoutEndless,
    PriorsBroken,
    TimeUp,
    enlarged,
)
from ..backup.best_line import FoundLine
from ..batching.evaluators import EvaluatorFault
from ..batching.pending import Waiting, abandon
from ..search_record import search_with
from ..tree.transpositions import Transpositions, refilled
from ..tree.tree import ROOT
from .batches import run_batches
from .diagnosis import diagnose, failure_of
from .method import Method
from .new_node import NO_MOVE, add_node
from .plain_search import PlainSearch, is_plain
from .refusals import refusal
from .simulation import run_simulations
from .working_tree import WorkingTree

__all__ = ["Engine"]


class Engine(WorkingTree):
    """A search tree for one root position, which can move on to a child.

    Attributes:
        moves: the only moves that the root has, until it moves on; None for all.
        hold: takes a state into the form that the search keeps.
        taken: takes one of the positions before it.
        threads: how many run its simulations at once.

    """

    threads = 1
    _loop: Callable[..., Any] = staticmethod(run_simulations)

    def __init__(
        self,
        game: Game,
        state: State,
        method: Method,
        expand_after: int,
        rng: Rng,
        earlier: Sequence[State] = (),
        moves: Sequence[Action] | None = None,
    ) -> None:
        super().__init__(game, method, state, earlier, rng)
        self.expand_after = expand_after
        self.moves = moves
        self._kernel: Callable[..., Any] = self._loop
        self._plain: PlainSearch | None = None
        self.hold: Callable[[State], State] = _itself
        self.taken: Callable[[State], State] = _itself

    @property
    def _arguments(self) -> tuple[Any, ...]:
        """The arguments of the compiled loop, in order."""
        return (
            self.game,
            self.method,
            self.state,
            self.tree,
            self.work,
            self.rng,
        )

    @property
    def player(self) -> int:
        """Who moves at the root, or CHANCE; the game must go on there."""
        return int(self.tree.nodes[ROOT].player)

    @property
    def root_visits(self) -> int:
        """Simulations that the statistics at the root rest on."""
        return 0 if self.finished else int(self.tree.nodes[ROOT].visits)

    @property
    def max_depth(self) -> int:
        """The longest path from the root, in plies."""
        return int(self.work.counters.max_depth)

    def compile(self, *, insist: bool = True) -> None:
        """Compile the search for this game, before `start_tree`.

        Rules that break their contract in a first playout are searched interpreted, unless
        `insist`: so the search itself meets the fault, after the same moves in both modes.

        Raises:
            NotCompilable: if it cannot be; the engine runs interpreted then.
            InvalidState: if the positions are not made of what those of the game are made of.
            GameError: if it cannot be, and the rules are at fault.
        """
        faults: list[GameError] = []

        def rehearsal(game: Game, state: State) -> None:
            try:
                rehearse(NarrowGame(game, self.packing), state)
            except ActionTooWide:
                raise
            except GameError as fault:
                faults.append(fault)
                if not insist:
                    raise

        try:
            from ...native.build import compile_search, packing_of

            self.packing = packing_of(self.game)
            self.make_buffers(compiled=True)
            NarrowGame(self.game, self.packing).is_terminal(self.state)  # looks at the actions
            kernel = compile_search(
                self._loop,
                *self._arguments,
                1,
                rehearsal=rehearsal,
            )
            self.state = kernel.hold(self.state)
            self.earlier = [kernel.taken(each) for each in self.earlier]
        except GametreeError as error:
            self.why_interpreted = str(error)
            if not faults:
                raise
            if insist:
                raise faults[0] from faults[0].__cause__
            return
        if isinstance(self.method.transpositions, Transpositions):
            refilled(self.tree)  # compiled now: the first table is soon full, and the clock runs
        self._kernel = kernel
        self.hold, self.taken = kernel.hold, kernel.taken
        self.keeps_states = kernel.keeps_states
        self.why_interpreted = ""

    def start_tree(self) -> None:
        """Start an empty tree at the present state.

        Raises:
            GameError: if rules or strategies fail there.

        """
        self._plain = None
        self.make_buffers(compiled=self.compiled)
        self.thaw()
        checked = CheckedGame(self.game)
        over_by_repetition = self.recall_past()
        self.finished = checked.is_terminal(self.state) or over_by_repetition
        rules: CheckedGame = checked
        method = self.method
        if self.moves is not None:
            rules, method = RootMoves(self.game, self.moves), method.listing()
        while not self.finished:
            work = self.interpreted_work(self.game)
            before = self.rng.state[0]
            try:
                number = add_node(search_with(rules, method, self.tree, work, self.rng), self.state)
                if self.moves is not None:
                    list(self.tree.edges[number])  # interpreted, many are made when they are read
                self.finished = number == NO_MOVE
                self.work.counters.unlinked = 0  # nothing leads to the root
                break
            except OutOfRoom as shortage:
                self.rng.state[0] = before
                self.take_back()
                self.make_room(shortage, sys.maxsize)
            except (BoundsBroken, PriorsBroken) as signal:
                raise refusal(signal, self.game, self.method, self.work.values) from None
            except GametreeError:
                raise
            except Exception as error:
                raise failure_of(self, error, rules) from error

    def _copy(self, root: int, least: int, words: int, edges: int = 0) -> int:
        self._plain = None  # it holds the tree that is left
        return super()._copy(root, least, words, edges)

    def start_at(self, state: State, earlier: Sequence[State], rng: Rng) -> None:
        """Start an empty tree at another position of the same game, as a new engine would.

        Raises:
            NotCompilable, InvalidState: if compiled code does not take the position.
            GameError: if rules or strategies fail there.

        """
        past = [self.taken(each) for each in earlier]
        self.state, self.earlier, self.rng = self.hold(state), past, rng
        self.start_tree()

    def best_line(self) -> FoundLine | None:
        """Return the best line that came to an end; None if there is none, or it is not kept."""
        value = float(self.work.span.best_return)
        if value == -inf:
            return None
        moves = (self.work.best[place] for place in range(int(self.work.counters.best)))
        return FoundLine(tuple(map(_plain, moves)), value)

    def keep_line(self, line: FoundLine | None) -> None:
        """Set the best line."""
        actions, value = ((), -inf) if line is None else (line.actions, line.value)
        if len(actions) > len(self.work.best):
            self.work = enlarged(self.work, line=len(actions))
        for place, action in enumerate(actions):
            self.work.best[place] = action
        self.work.counters.best = len(actions)
        self.work.span.best_return = value

    def run(self, simulations: int, memory: int, seconds: float = inf) -> tuple[int, float]:
        """Run a number of simulations, or fewer if a buffer must grow first.

        Returns how many there were, and the seconds that they took; making
        room is not counted. Interpreted, a playout that goes on after `seconds` is given up.

        Raises:
            GameError: if the rules break their contract; the tree stays sound.
        """
        before = self.simulations
        begun = time.perf_counter()
        shortage = None
        if seconds < inf and not self.compiled:
            self.work.counters.deadline = time.perf_counter_ns() + int(1e9 * seconds)
        try:
            with self.explaining_errors():
                if isinstance(self.method.evaluation, Waiting):
                    run_batches(self, self.method.evaluation, simulations, memory)
                else:
                    self.simulate(simulations)
        except OutOfRoom as signal:
            shortage = signal.with_traceback(None)  # else a cycle keeps this frame, and the tree
        finally:
            self.work.counters.deadline = 0
            if isinstance(self.method.evaluation, Waiting):
                abandon(self.method.evaluation, self.tree, self.work)
        taken = time.perf_counter() - begun
        if shortage is not None:
            self.make_room(shortage, memory)
        return self.simulations - before, taken

    @contextmanager
    def explaining_errors(self) -> Iterator[None]:
        """Raise what goes wrong in a simulation as an error that names its cause."""
        try:
            yield
        except OutOfRoom:
            raise
        except TimeUp as error:
            if self.root_visits == 0:
                raise PlayoutTooLong(
                    f"no playout of {self._rules} has ended in the time given; cut "
                    "long ones off with evaluation=Playout(max_plies=...), or give more time"
                ) from error
        except PlayoutEndless as error:
            raise PlayoutTooLong(
                f"a playout of {self._rules} has not ended after "
                f"{ENDLESS_PLIES:,} moves; cut long ones off with "
                "evaluation=Playout(max_plies=...), or mend the rules if the game must end"
            ) from error
        except (BoundsBroken, KeysCollide, PriorsBroken) as signal:
            raise refusal(signal, self.game, self.method, self.work.values) from None
        except (EvaluatorFault, StrategyError):
            raise
        except Exception as error:
            raise self.diagnosis(error) from error

    @contextmanager
    def simulating_by(self, loop: Callable[..., Any]) -> Iterator[None]:
        """Let another loop, which comes to the same, run the simulations of this engine."""
        kernel = self._kernel
        self._kernel = loop
        try:
            yield
        finally:
            self._kernel = kernel

    def simulate(self, simulations: int) -> None:
        """Run so many simulations, or fewer and raise why; nothing is left half done."""
        # Where a node waits for priors of its own, it is there from the first visit.
        after = 0 if self.method.evaluation.guides else self.expand_after
        self.work.counters.expand_after = after
        self.work.counters.frozen = self.frozen
        try:
            self._proceed(simulations)
        except BaseException:
            self._rewind()
            raise

    def _proceed(self, simulations: int) -> None:
        """Run so many simulations, or fewer and raise why."""
        arguments = self._arguments
        if self._kernel is not run_simulations or not is_plain(self.game, self.method):
            self._kernel(*arguments, simulations)
            return
        plain = self._plain
        if plain is None or any(map(is_not, plain.arguments, arguments)):
            plain = self._plain = PlainSearch(*arguments)
        plain.simulate(simulations)

    def _rewind(self) -> None:
        """Take back the random numbers and the node of the simulation that broke off."""
        self.rng.state[0] = int(self.work.counters.rng)
        self.take_back()

    def diagnosis(self, error: Exception) -> GametreeError:
        """Run the failed simulation again under watch and return what is found."""
        return diagnose(self, error)

    @property
    def _rules(self) -> str:
        """The name of the rules, for messages: that of the user's class."""
        return getattr(self.game, "users_class", type(self.game).__name__)


def _plain(action: Action) -> Action:
    return action.item() if isinstance(action, np.generic) else action


def _itself(state: State) -> State:
    return state
