"""The machine behind a searcher: a tree, its buffers, and the kernel that fills them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any, NamedTuple

import numpy as np

from plainpython.hashing import key_of_state

from ...actors import is_player
from ...errors import (
    GameError,
    GametreeError,
    InvalidState,
    NotCompilable,
    OnlyInterpreted,
    PlayoutTooLong,
    StrategyError,
)
from ...game import Action, Game, State
from ...primitives.actions import is_same
from ...primitives.registers import set_values, values_of
from ...primitives.rng import Rng
from ...primitives.state_arrays import row_type
from ...rules.checked_game import (
    MOST_ACTIONS,
    ActionTooWide,
    CheckedGame,
    NarrowGame,
    RootMoves,
    rehearse,
)
from ...rules.position_history import native_note, note
from ...rules.workspace import (
    ENDLESS_PLIES,
    ActionsFull,
    BoundsBroken,
    KeysCollide,
    LineFull,
    OutOfRoom,
    PastFull,
    PlayoutEndless,
    PriorsBroken,
    RootFull,
    TableFull,
    TimeUp,
    TrailFull,
    TreeFull,
    Workspace,
    enlarged,
    make_workspace,
    without_keys,
)
from ...user_code.locating import failure
from ..backup.best_line import FoundLine
from ..batching.evaluators import EvaluatorFault, ask, guide_root, played_again
from ..batching.pending import ITEMS, GuidedWaiting, Waiting, abandon
from ..search_record import search_with
from ..tree.transpositions import NoTranspositions, Transpositions, refilled
from ..tree.tree import NO_CHILD, ROOT
from .method import Method
from .new_node import NO_MOVE, add_node
from .plain_search import is_plain, run_plain_simulations
from .refusals import refusal
from .simulation import run_simulations, simulate
from .storage import Storage
from .watched_strategies import watched

__all__ = ["Engine"]

_FIRST_PATH = 64
_FIRST_KEYS = 256
_FIRST_LINE = 256


class _Before(NamedTuple):
    """A copy of what an engine is before it moves to another root."""

    attributes: dict[str, Any]
    transpositions: NoTranspositions
    counters: list[int]
    rng: int

    @classmethod
    def of(cls, engine: Engine) -> _Before:
        """Return what an engine is."""
        return cls(
            dict(vars(engine)),
            engine.method.transpositions,
            [int(each) for each in values_of(engine.work.counters)],
            int(engine.rng.state[0]),
        )

    def restore(self, engine: Engine) -> None:
        """Let an engine be that again."""
        vars(engine).clear()
        vars(engine).update(self.attributes)
        engine.method.transpositions = self.transpositions
        set_values(engine.work.counters, self.counters)
        engine.rng.state[0] = self.rng


class Engine(Storage):
    """A search tree for one root position, which can move on to a child.

    Attributes:
        state: the position at the root.
        earlier: the positions of the game before it, the first one first.
        finished: whether the game is over there; the tree is empty then.
        moves: the only moves that the root has, until it moves on; None for all.
        threads: how many run its simulations at once.

    """

    threads = 1
    _before: _Before
    _rest: FoundLine | None  # of the best line, once the root has moved
    _kept: int  # the node that becomes the root, or NO_CHILD
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
        super().__init__(game, method)
        self.state = state
        self.earlier = list(earlier)
        self.expand_after = expand_after
        self.rng = rng
        self.moves = moves
        self.finished = False
        self._kernel: Callable[..., Any] = self._loop
        self._hold: Callable[[State], State] = _itself
        self._keeps_states = True  # whether rows can keep the states of leaves that wait

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
    def simulations(self) -> int:
        """Simulations run by this engine, whatever the root was."""
        return int(self.work.counters.simulations)

    @property
    def player(self) -> int:
        """Who moves at the root, or CHANCE; the game must go on there."""
        return int(self.tree.nodes[ROOT].player)

    @property
    def root_visits(self) -> int:
        """Simulations that the statistics at the root rest on."""
        return 0 if self.finished else int(self.tree.nodes[ROOT].visits)

    @property
    def solved(self) -> bool:
        """True once it is proven which move is best at the root."""
        return not self.finished and self.method.proofs.decided(self.tree, ROOT)

    @property
    def unit(self) -> int:
        """Simulations to run in one go: a batch, where leaves are evaluated together."""
        evaluation = self.method.evaluation
        return evaluation.asked.batch_size if isinstance(evaluation, Waiting) else 1

    @property
    def max_depth(self) -> int:
        """The longest path from the root, in plies."""
        return int(self.work.counters.max_depth)

    def compile(self, *, insist: bool = True) -> None:
        """Compile the search for this game; to be followed by `start_tree`.

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
            self._make_buffers(compiled=True)
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
        self._hold = kernel.hold
        self._keeps_states = kernel.keeps_states
        self.why_interpreted = ""

    def start_tree(self) -> None:
        """Start an empty tree at the present state.

        Raises:
            GameError: if rules or strategies fail there.

        """
        self._make_buffers(compiled=self.compiled)
        self.thaw()
        checked = CheckedGame(self.game)
        over_by_repetition = self._recall()
        self.finished = checked.is_terminal(self.state) or over_by_repetition
        rules: CheckedGame = checked if self.moves is None else RootMoves(self.game, self.moves)
        while not self.finished:
            work = self.interpreted_work(self.game)
            before = self.rng.state[0]
            try:
                number = add_node(
                    search_with(rules, self.method, self.tree, work, self.rng), self.state
                )
                self.finished = number == NO_MOVE
                self.work.counters.unlinked = 0  # nothing leads to the root
                break
            except OutOfRoom as shortage:
                self.rng.state[0] = before
                self.take_back()
                self._make_room(shortage, sys.maxsize)
            except (BoundsBroken, PriorsBroken) as signal:
                raise refusal(signal, self.game, self.method, self.work.values) from None
            except GametreeError:
                raise
            except Exception as error:
                raise self._failure(error, rules) from error

    def move_to(self, state: State, child: int, action: Action) -> None:
        """Get ready to have `state`, which an edge of the root leads to, as the root.

        `arrive` or `turn_back` is to follow. Whatever may go wrong goes wrong here, and then
        nothing has changed: several trees move together or not at all.

        Raises:
            GameError: if rules or strategies fail there, or the rules give another state
                interpreted than compiled.

        """
        try:
            state = self._hold(state)
        except (InvalidState, NotCompilable) as error:
            raise GameError(
                f"{type(self.game).__name__}.next_state returned interpreted what compiled code "
                f"cannot take: {error}"
            ) from None
        self._before = _Before.of(self)
        self._rest = _after(self.best_line(), action)
        try:
            self.earlier = [*self.earlier, self.state]
            self.state = state
            self.moves = None
            # A node of moves made, whatever chance has done, is no node of what it has done now.
            is_position = self.method.chance_nodes.shows_positions
            if child == NO_CHILD or not is_position or self.tree.nodes[child].count == 0:
                self._kept = NO_CHILD
                self.start_tree()
            else:
                self._kept = child
                self._recall()
        except BaseException:
            self.turn_back()
            raise

    def arrive(self) -> None:
        """Finish a move to another root; keep what hangs below it."""
        del self._before
        self.method.evaluation.fade()
        if self._kept != NO_CHILD:
            self.reroot(self._kept)
        if is_player(self.method.seeker):
            self.keep_line(self._rest)

    def best_line(self) -> FoundLine | None:
        """Return the best line that came to an end; None if there is none, or it is not kept."""
        value = float(self.work.span.best_return)
        if value == -inf:
            return None
        moves = (self.work.best[place] for place in range(int(self.work.counters.best)))
        return FoundLine(tuple(map(_plain, moves)), value)

    def keep_line(self, line: FoundLine | None) -> None:
        """Let this be the best line so far."""
        actions, value = ((), -inf) if line is None else (line.actions, line.value)
        if len(actions) > len(self.work.best):
            self.work = enlarged(self.work, line=len(actions))
        for place, action in enumerate(actions):
            self.work.best[place] = action
        self.work.counters.best = len(actions)
        self.work.span.best_return = value

    def turn_back(self) -> None:
        """Be again what the engine was before a move to another root."""
        self._before.restore(self)

    def run(self, simulations: int, memory: int, seconds: float = inf) -> tuple[int, float]:
        """Run so many simulations, or fewer where room has to be made for something.

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
            with self._explaining_errors():
                if isinstance(self.method.evaluation, Waiting):
                    self._run_batches(self.method.evaluation, simulations, memory)
                else:
                    self._simulate(simulations)
        except OutOfRoom as signal:
            shortage = signal.with_traceback(None)  # else a cycle keeps this frame, and the tree
        finally:
            self.work.counters.deadline = 0
            if isinstance(self.method.evaluation, Waiting):
                abandon(self.method.evaluation, self.tree, self.work)
        taken = time.perf_counter() - begun
        if shortage is not None:
            self._make_room(shortage, memory)
        return self.simulations - before, taken

    def simulate_or_park(self, memory: int) -> None:
        """Run one simulation; its leaf stays parked if it has to wait for its values.

        Raises:
            GameError: if the rules break their contract; the tree stays sound.

        """
        waiting = self.method.evaluation
        assert isinstance(waiting, Waiting)
        with self._explaining_errors():
            self._park(waiting, self.simulations + int(waiting.used[ITEMS]) + 1, memory)

    def resume_parked(self) -> None:
        """Finish the parked simulations, whose values have arrived."""
        waiting = self.method.evaluation
        assert isinstance(waiting, Waiting)
        with self._explaining_errors():
            self._simulate(int(waiting.used[ITEMS]))

    @contextmanager
    def _explaining_errors(self) -> Iterator[None]:
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
            raise self._diagnosis(error) from error

    @contextmanager
    def simulating_by(self, loop: Callable[..., Any]) -> Iterator[None]:
        """Let another loop, which comes to the same, run the simulations of this engine."""
        kernel = self._kernel
        self._kernel = loop
        try:
            yield
        finally:
            self._kernel = kernel

    def _simulate(self, simulations: int) -> None:
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
        run = self._kernel
        if run is run_simulations and is_plain(self.game, self.method):
            run = run_plain_simulations
        run(*self._arguments, simulations)

    def _run_batches(self, waiting: Waiting, simulations: int, memory: int) -> None:
        """Run so many simulations, a batch of them at a time; fewer if the root is solved."""
        kind = row_type(self.state)
        end = self.simulations + simulations
        if isinstance(waiting, GuidedWaiting):
            guide_root(waiting, self.tree, self.state, kind, keeps_states=self._keeps_states)
        while self.simulations < end and not self.solved:
            could_grow = not self.frozen
            self._park(waiting, min(end, self.simulations + self.unit), memory)
            states = None
            if not self._keeps_states:
                states = played_again(waiting, self.game, self.state)
            ask(waiting, kind, states)
            parked = waiting.used[ITEMS]
            self._simulate(parked)
            abandon(waiting, self.tree, self.work)  # those that a proof at the root has spared
            if could_grow and self.frozen:
                return  # nodes are recycled now, not when the clock ends the slice

    def _park(self, waiting: Waiting, end: int, memory: int) -> None:
        """Run simulations up to a number of them, those that wait included."""
        while True:
            left = end - self.simulations - int(waiting.used[ITEMS])
            try:
                self._simulate(left)
                return
            except OutOfRoom as signal:
                shortage = signal.with_traceback(None)
            self._make_room(shortage, memory)

    def _make_buffers(self, *, compiled: bool) -> None:
        players = self.game.players
        self.allocate(compiled=compiled)
        self.rng.keep_state(compiled=compiled)
        actions = max(1, self.game.max_actions)
        keys = _FIRST_KEYS if self.method.repetition.watches else 1
        self.work = make_workspace(
            players,
            actions,
            _FIRST_PATH,
            keys,
            compiled=compiled,
            state=self.state,
            packing=self.packing,
            line=_FIRST_LINE if is_player(self.method.seeker) else 1,
        )
        if isinstance(self.method.evaluation, Waiting):
            self.method.evaluation.furnish(
                self.state, self.unit, actions, compiled=compiled, packing=self.packing
            )

    def _make_room(self, shortage: OutOfRoom, memory: int) -> None:
        if isinstance(shortage, TreeFull):
            self.frozen = not self.grow(memory)
            self.full |= self.frozen
        elif isinstance(shortage, RootFull):
            self.frozen = not self.widen_root(memory)
            self.full |= self.frozen
        elif isinstance(shortage, TableFull):
            self.method.transpositions = refilled(self.tree)
        elif isinstance(shortage, PastFull):
            self._recall(room=2 * len(self.work.keys))
        elif isinstance(shortage, ActionsFull):
            if len(self.work.actions) > MOST_ACTIONS:
                raise self._diagnosis(shortage)
            self.work = enlarged(self.work, actions=2 * len(self.work.actions))
            if isinstance(self.method.evaluation, Waiting):
                self.method.evaluation.widen(len(self.work.actions))
        elif isinstance(shortage, TrailFull) and isinstance(self.method.evaluation, Waiting):
            self.method.evaluation.lengthen()
        elif isinstance(shortage, LineFull):
            self.work = enlarged(self.work, line=2 * len(self.work.line))
        else:
            path = 2 * len(self.work.path_nodes)
            line = path if is_player(self.method.seeker) else 0
            self.work = enlarged(self.work, path=path, line=max(line, len(self.work.line)))

    def _recall(self, room: int = 0) -> bool:
        """Note the positions up to the root; tell whether the game is over by repetition there."""
        policy = self.method.repetition
        if not policy.watches:
            return False
        checked = CheckedGame(self.game)
        states = [*self.earlier, self.state]
        keys = [self._key(checked, state) for state in states]
        self.work = without_keys(self.work, max(room, 2 * len(keys), _FIRST_KEYS))
        for key in keys:
            (native_note if self.compiled else note)(self.work, key)
        self.work.counters.start_keys = len(keys)
        return not policy.forbids and keys.count(keys[-1]) >= policy.limit

    def _key(self, checked: CheckedGame, state: State) -> Any:
        """Return what stands for a position among the watched ones."""
        key = checked.key(state)
        if not self.compiled:
            return key
        word = int(key) if self.game.defines_key else key_of_state(state)
        return (word + (1 << 63)) % (1 << 64) - (1 << 63)  # as a signed integer

    def interpreted_work(self, game: Game) -> Workspace:
        """Return the workspace with the past as interpreted code reads it, with the game's keys."""
        if not (self.compiled and self.method.repetition.watches):
            return self.work
        work = self.work._replace(keys=[], table={})
        for state in [*self.earlier, self.state]:
            note(work, game.key(state))
        return work

    def _beginning(self, game: CheckedGame) -> tuple[State, Workspace]:
        """Return the position where the failed simulation started, and what it works with."""
        return self.state, self.interpreted_work(self.game)

    def _rewind(self) -> None:
        """Take back the random numbers and the node of the simulation that broke off."""
        self.rng.state[0] = int(self.work.counters.rng)
        self.take_back()

    def _diagnosis(self, error: Exception) -> GametreeError:
        """Run the failed simulation again under watch and return what is found."""
        checked = CheckedGame(self.game)
        random_state = self.rng.state[0]
        # NumPy's numbers, as compiled trees hold them, do not raise by themselves.
        numbers: Any = "raise" if isinstance(error, ZeroDivisionError) else "ignore"
        try:
            state, work = self._beginning(checked)
            with np.errstate(divide=numbers, invalid=numbers):
                method = watched(self.method, checked, strict=self.compiled)
                simulate(search_with(checked, method, self.tree, work, self.rng), state)
        except (GameError, StrategyError) as found:
            return found
        except OutOfRoom:
            pass  # threads have changed the tree since: the error stands as it came
        except FloatingPointError as other:
            error = error.with_traceback(other.__traceback__)
        except Exception as other:
            error = other
        finally:
            self.rng.state[0] = random_state
            self.take_back()
        refused = self.compiled and _only_compiled_raises(error)
        return self._failure(error, checked, OnlyInterpreted if refused else GameError)

    @property
    def _rules(self) -> str:
        """The name of the rules, for messages: that of the user's class."""
        return getattr(self.game, "users_class", type(self.game).__name__)

    def _failure(
        self, error: Exception, checked: CheckedGame, kind: type[GameError] = GameError
    ) -> GameError:
        told = failure(error, f"the search of {type(self.game).__name__}")
        return kind(f"{told} {checked.where()}")


def _only_compiled_raises(error: Exception) -> bool:
    """Return True for an error of compiled rules where Python would go on."""
    from plainpython.machine_errors import (
        MachineChangeError,
        MachineLimitError,
        MachineOverflowError,
    )

    return isinstance(error, (MachineChangeError, MachineLimitError, MachineOverflowError))


def _after(line: FoundLine | None, action: Action) -> FoundLine | None:
    """Return what is left of a line once a move was made; None if it was another move."""
    if line is None or not line.actions or not is_same(line.actions[0], action):
        return None
    return FoundLine(line.actions[1:], line.value)


def _plain(action: Action) -> Action:
    return action.item() if isinstance(action, np.generic) else action


def _itself(state: State) -> State:
    return state
