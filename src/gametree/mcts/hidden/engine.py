"""The machine of an information-set search: tables, buffers, and the compiled loop."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from copy import copy, deepcopy
from types import CodeType
from typing import Any

from plainpython.compilable import fingerprint
from plainpython.machine_errors import MachineLoopError

from ...errors import GameError, GametreeError, NotCompilable, OnlyInterpreted, PlayoutTooLong
from ...game import Game, State
from ...primitives.actions import Packing
from ...primitives.registers import set_values, values_of
from ...primitives.rng import Rng
from ...rules.checked_game import MOST_ACTIONS, CheckedGame, NarrowGame, rehearse
from ...rules.workspace import (
    ENDLESS_PLIES,
    ActionsFull,
    OutOfRoom,
    PlayoutEndless,
    RulesBroken,
    TableFull,
    enlarged,
    make_workspace,
)
from ...user_code.hanging_calls import (
    HangingCall,
    hanging,
    hanging_calls_stopped,
    methods_of,
)
from ...user_code.locating import failure
from ..persistence.fingerprints import name_and_digest
from .answers import refuse_other_world
from .knowledge import never_returns
from .simulation import HiddenMethod, HiddenRecord, run_simulations, simulate
from .tables import FROZEN, NODES, Tables, empty_tables
from .trail import Trail
from .worlds import MOST_DRAWS, NoWorld, SampledWorlds, SamplerEndless, Worlds

__all__ = ["HiddenEngine", "Start"]

_FIRST_SIZE = 1 << 13
_PART = 10
"""Simulations in a row from one start, where there are several."""

_COMPARED = 60
_LONGEST = 0.2
"""Simulations and seconds that the two modes are compared for."""

Start = tuple[State, int]
"""A state that the searching player may be in, and who searches."""


class HiddenEngine:
    """Tables for one searching player, and what fills them.

    Args:
        game: the rules.
        method: the strategies.
        starts: where simulations start in turn: one, but for determinised search.
        seed: of the generator.

    Attributes:
        full: True once memory is used up, so that no information set is added any more.
        before: simulations before the root moved.

    """

    def __init__(
        self, game: Game, method: HiddenMethod, starts: Sequence[Start], seed: int
    ) -> None:
        self.game = game
        self.method = method
        self.starts = list(starts)
        self.compiled = False
        self.why_interpreted = ""
        self.full = False
        self.before = 0
        self.seed = seed
        self._packing: Packing | None = None
        self._kernel: Callable[..., Any] = run_simulations
        self._make_buffers()

    def _make_buffers(self) -> None:
        game, compiled = self.game, self.compiled
        actions = max(1, game.max_actions)
        fields = self.method.rule.fields
        self.tables: Tables = empty_tables(compiled=compiled, size=_FIRST_SIZE, fields=fields)
        self.trail = Trail(compiled=compiled, actions=actions, players=game.players)
        self.work = make_workspace(
            game.players,
            actions,
            1,
            1,
            compiled=compiled,
            state=self.starts[0][0],
            packing=self._packing,
        )
        self.rng = Rng(self.seed)
        self.rng.keep_state(compiled=compiled)

    @property
    def simulations(self) -> int:
        """Simulations run so far."""
        return int(self.work.counters.simulations)

    @property
    def since_root(self) -> int:
        """Simulations run since the root moved."""
        return self.simulations - self.before

    def means(self) -> tuple[float, ...]:
        """Return the mean returns of the simulations since the root moved."""
        return tuple(float(each) / max(1, self.since_root) for each in self.work.sums)

    def go_on(self, worlds: Worlds, starts: Sequence[Start]) -> None:
        """Go on from other states; what was found about information sets stays."""
        self.method.worlds = worlds
        self.starts = list(starts)
        self.before = self.simulations
        self.work.sums[:] = [0.0] * len(self.work.sums)

    def begin_again(self, worlds: Worlds, starts: Sequence[Start], seed: int) -> None:
        """Begin another search with empty tables; what is compiled stays."""
        self.method.worlds = worlds
        self.starts = list(starts)
        self.seed = seed
        self.before = 0
        self.full = False
        self._make_buffers()

    @property
    def max_depth(self) -> int:
        """The longest path in the tables, in moves."""
        return int(self.work.counters.max_depth)

    @property
    def nodes(self) -> int:
        """The number of information sets."""
        return int(self.tables.used[NODES])

    def _arguments(self, start: Start) -> tuple[Any, ...]:
        """Return the arguments of the loop, but for the number of simulations."""
        root, viewer = start
        work, rng = self.work, self.rng
        return (self.game, self.method, self.tables, self.trail, root, work, rng, viewer)

    def compile(self, *, insist: bool) -> None:
        """Compile the search for this game.

        Raises:
            NotCompilable: if it cannot be, or the two modes differ; it runs interpreted then.
            GameError: if the rules break their contract.

        """

        def rehearsal(game: Game, state: State) -> None:
            rehearse(NarrowGame(game, self._packing), state)

        try:
            from ...native.build import compile_search, packing_of

            self._packing = packing_of(self.game)
            self.compiled = True
            self._make_buffers()
            arguments = self._arguments(self.starts[0])
            kernel = compile_search(run_simulations, *arguments, 1, rehearsal=rehearsal)
            self._kernel = kernel
            self._compare_modes()
        except GametreeError as error:
            self._interpret(str(error))
            raise

    def _interpret(self, why: str) -> None:
        self.compiled = False
        self.why_interpreted = why
        self._packing = None
        self._kernel = run_simulations
        self._make_buffers()

    def _compare_modes(self) -> None:
        """Compare the two modes the first time for these rules and this method.

        Raises:
            NotCompilable: if they differ.

        """
        from plainpython.back_end import cache

        method = self.method
        parts = (method.observer, method.rule, method.worlds, method.evaluation)
        rules = " ".join(name_and_digest(self.game, with_arrays=True))
        name = f"hidden modes of {rules} by {' '.join(map(fingerprint, parts))}"
        if cache.load(name):
            return
        fresh = self._copied_method()
        mirror = HiddenEngine(self.game, self._copied_method(), self.starts, self.seed)
        begun = time.perf_counter()
        count = 0
        with hanging_calls_stopped(self.watched_methods):
            while count < _COMPARED and time.perf_counter() - begun < _LONGEST:
                count += mirror.run(1, sys.maxsize)
        while self.simulations < count:
            self.run(count - self.simulations, sys.maxsize)
        if self.tables.contents() != mirror.tables.contents():
            raise NotCompilable(
                f"a search of {type(self.game).__name__} finds other information sets compiled "
                "than interpreted; gametree.check(game) compares the methods"
            )
        cache.store(name, True)
        self.method = fresh
        self._make_buffers()

    def _copied_method(self) -> HiddenMethod:
        """Return a copy of the strategies, which learns for itself."""
        memo = {id(each): each for each in (self.game, getattr(self.game, "rules", None))}
        return deepcopy(self.method, memo)

    def run(self, simulations: int, memory: int) -> int:
        """Run so many simulations, or fewer where a buffer is full; return how many.

        Raises:
            GameError: if the rules break their contract; the tables stay sound.

        """
        before = self.simulations
        start = self.starts[0]
        if len(self.starts) > 1:
            start = self.starts[before // _PART % len(self.starts)]
            simulations = min(simulations, _PART - before % _PART)
        try:
            self._kernel(*self._arguments(start), simulations)
        except OutOfRoom as shortage:
            self._rewind()
            self._make_room(shortage, memory)
        except NoWorld:
            self._rewind()
            raise GameError(self._no_world()) from None
        except SamplerEndless:
            self._rewind()
            drew = f"drew {MOST_DRAWS:,} random numbers and has not returned"
            raise GameError(self._endless(f"{self.name}.sample_state {drew}", start)) from None
        except MachineLoopError as error:
            self._rewind()
            raise GameError(self._endless(str(error), start)) from None
        except HangingCall as error:
            self._rewind()
            raise GameError(self._endless(hanging(error, self.name), start)) from error
        except PlayoutEndless as error:
            self._rewind()
            raise PlayoutTooLong(
                f"a playout of {self.name} has not ended after {ENDLESS_PLIES:,} moves: the rules "
                "must end each game"
            ) from error
        except GametreeError:
            raise
        except Exception as error:
            self._rewind()
            raise self._diagnosis(error, start) from error
        return self.simulations - before

    @property
    def watched_methods(self) -> frozenset[CodeType]:
        """The methods of the rules, none of which may take for ever where it runs interpreted."""
        return methods_of(self.game, getattr(self.game, "rules", None))

    @property
    def name(self) -> str:
        """The name of the rules, for messages."""
        return getattr(self.game, "users_class", type(self.game).__name__)

    def _rewind(self) -> None:
        self.rng.state[0] = int(self.work.counters.rng)

    def _make_room(self, shortage: OutOfRoom, memory: int) -> None:
        if isinstance(shortage, TableFull):
            if not self.tables.grow(memory):
                self.tables.used[FROZEN] = 1
                self.full = True
        elif isinstance(shortage, ActionsFull):
            if len(self.work.actions) > MOST_ACTIONS:
                raise GameError(f"{self.name}.legal_actions gave more than {MOST_ACTIONS:,}")
            self.work = enlarged(self.work, actions=2 * len(self.work.actions))
        else:
            self.trail.lengthen()

    def _no_world(self) -> str:
        player = self.starts[0][1]
        return (
            f"no replay of {self.name} leads to what player {player} knows: define "
            "sample_state(known, player, rng), which returns a random state that agrees with it "
            "(gt.deal deals unseen cards; in the searched position)"
        )

    def _endless(self, told: str, start: Start) -> str:
        """Return the message for a call that does not return."""
        root, viewer = start
        known = self.game.information_state(root, viewer)
        return never_returns(told, viewer, known)

    def _diagnosis(self, error: Exception, start: Start) -> GametreeError:
        """Run the failed simulation again under watch, interpreted, and return what is found."""
        from plainpython.machine_errors import MACHINE_ERRORS

        checked = CheckedGame(self.game)
        again = copy(self)
        again.tables = self.tables.interpreted()
        again.trail = Trail(
            compiled=False, actions=len(self.work.actions), players=self.game.players
        )
        random = Rng(0)
        random.state = [int(self.rng.state[0])]
        root, viewer = start
        work = make_workspace(
            self.game.players, len(self.work.actions), 1, 1, compiled=False, state=root
        )
        set_values(work.counters, [int(each) for each in values_of(self.work.counters)])
        set_values(work.span, [float(each) for each in values_of(self.work.span)])
        method = self.method
        try:
            known = method.worlds.known(checked, root, viewer)
            if isinstance(method.worlds, SampledWorlds):
                again_random = Rng(0)
                again_random.state = [int(self.rng.state[0])]
                world = checked.sample_state(known, viewer, again_random)
                refuse_other_world(self.game, root, world, viewer, known)
            state = method.worlds.draw(checked, root, known, viewer, work, random)
            search = HiddenRecord(checked, method, again.tables, again.trail, work, random, viewer)
            simulate(search, state)
        except GameError as found:
            return found
        except OutOfRoom:
            pass
        except Exception as other:
            error = other
        if isinstance(error, RulesBroken):  # and the same simulation has broken nothing
            return GameError(
                f"{self.name} answers one question in two ways where player {viewer} searches: "
                "information_state, sample_state, current_player and legal_actions must depend on "
                f"their arguments alone {checked.where()}"
            )
        only_compiled = self.compiled and isinstance(error, MACHINE_ERRORS)
        kind = OnlyInterpreted if only_compiled else GameError
        told = failure(error, f"the search of {self.name}")
        return kind(f"{told} {checked.where()}")
