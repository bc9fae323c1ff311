"""The search of games that hide something, with the interface of `Searcher`."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import replace
from typing import Any, NoReturn

from ...errors import (
    BadParameter,
    FinishedPosition,
    GameError,
    GametreeError,
    NotCompilable,
    NotCompiledWarning,
    OnlyInterpreted,
)
from ...files.checksummed_file import open_checksummed
from ...game import Action, Game, State
from ...limits import Limit
from ...naming.parameters import expect, is_one_of, require
from ...networks.model_library import found_network
from ...networks.named_network import told_of_training
from ...primitives.rng import Rng, derived_seed
from ...rules.checked_game import CheckedGame
from ...rules.given_states import GivenStates
from ...rules.hidden_information import refuse_hidden
from ...rules.one_by_one import OneByOne, one_by_one
from ...rules.untouched import Untouched
from ...user_code.hanging_calls import hanging_calls_stopped
from ..caller_level import level_of_caller
from ..evaluation.evaluation import Evaluation
from ..evaluation.mast_nst import MAST
from ..evaluation.playout import Playout
from ..interrupts import InterruptGuard
from ..proofs.multiplayer_bounds import bounds_for
from ..results.result import SearchResult
from ..searcher_frame import REPORT_SECONDS, SearcherFrame, Tell
from ..time_management import SLICE_SECONDS
from .answers import KeptAnswers, refuse_impossible, refuse_keeping, refuse_other_world
from .belief import Belief, belief_for, belief_of_paths, none_left
from .engine import HiddenEngine, Start
from .given_lines import PlayedHistory, refuse_gaps
from .knowledge import Knowledge, finished, knowledge_of, world_of
from .methods import WAYS, way_named, way_with_priors
from .outcome import possible_moves, result_of
from .rewards import RewardPlayout, horizon_of
from .rules import InformationPUCT, InformationUCB
from .saved_search import SAVED_HIDDEN_SEARCH, SavedHiddenSearch, save_hidden_search
from .simulation import HiddenMethod
from .table_reader import TableReader
from .worlds import GivenState, ReplayedWorlds, SampledWorlds, Worlds, events_seen

__all__ = ["FINAL_MOVES", "HiddenSearcher"]

FINAL_MOVES = ("visits", "value", "sample")

_NOT_HERE = {
    "tree": "the tree of positions",
    "trace": "a trace of positions",
    "ponder": "pondering",
    "outlook": "the line after each move",
    "looking": "the tree of positions",
}


class HiddenSearcher(SearcherFrame):
    """A search of what one player knows; `Searcher(game, ...)` returns it for such a game.

    The search gets `information_state(state, player)` and never the state. What it finds is the
    same for all states that the player cannot tell apart.

    Args:
        game: the rules; they define `information_state`, or players choose at the same time.
        state: the true position, of which only the player's information is used.
        player: who searches; the player to move by default.
        history: the positions of the game before it, from the first one on. Only a game without
            `sample_state` needs them: its worlds are replays.
        method: "auto" chooses, with a trained network if there is one; "untrained" chooses without;
            or a name in `mcts.hidden.methods.WAYS`.
        planned_simulations: how many simulations you plan to run, by which "auto" chooses; by
            default enough for any method.
        evaluation: what a leaf is worth; `Playout()` by default, with the policy `MAST()` for
            planning.
        final_move: "visits", "value", or "sample", which draws from `result.policy`. By default
            the last one where the policy is an average that mixes, else "visits".
        seed, compiled: as for `Searcher`.

    Raises:
        BadParameter, FinishedPosition, ChancePosition, InvalidState, GameError, NotCompilable.

    """

    parallel = "root"

    def __init__(
        self,
        game: Game,
        state: State | None = None,
        *,
        player: int | None = None,
        history: Sequence[State] = (),
        method: str = "auto",
        planned_simulations: int | None = None,
        evaluation: Evaluation | None = None,
        final_move: str | None = None,
        seed: int | None = None,
        compiled: bool | str = "auto",
        workers: int = 1,
        **others: Any,
    ) -> None:
        self._set_up(
            game,
            method=method,
            planned_simulations=planned_simulations,
            evaluation=evaluation,
            final_move=final_move,
            seed=seed,
            compiled=compiled,
            workers=workers,
            **others,
        )
        untouched = None if self._compiled is True else Untouched(self.game)
        states = GivenStates(self.game)
        is_list = isinstance(history, Sequence) and not isinstance(history, str)
        expect(is_list, "history", "a list of positions", history)
        serial = states.taken_history([self._serial(each, player) for each in history])
        at = states.first if state is None else states.taken(self._serial(state, player))
        knowledge = knowledge_of(self.game, at, player, serial)
        if state is not None and not isinstance(history, PlayedHistory):
            refuse_gaps(self.game, [*serial, at], together=self._together)
            refuse_impossible(self.game, knowledge)
        try:
            self._reset(knowledge, at)
        except GameError:
            CheckedGame(self.game).compare_information(at, knowledge.player, knowledge.known)
            raise
        if self.game.defines_sample_state and self._way.start != "state":
            if knowledge.mover == self.player:  # else they need not know who is to move
                refuse_other_world(self.game, at, self._root, self.player, self.known)
            if untouched is not None and not self._engine.compiled:
                refuse_keeping(self.game, untouched, knowledge)

    def _set_up(
        self,
        game: Game,
        *,
        method: str,
        planned_simulations: int | None = None,
        evaluation: Evaluation | None,
        final_move: str | None,
        seed: int | None,
        compiled: bool | str,
        workers: int = 1,
        **others: Any,
    ) -> None:
        """Take the options."""
        _refuse_others(game, others)
        expect(workers == 1, "workers", "1 in games that hide something", workers)
        is_mode = isinstance(compiled, bool) or is_one_of(("auto",), compiled)
        expect(is_mode, "compiled", '"auto", True or False', compiled)
        if planned_simulations is not None:
            require(int, planned_simulations=planned_simulations)
        known_moves = final_move is None or is_one_of(FINAL_MOVES, final_move)
        expect(known_moves, "final_move", f"one of {list(FINAL_MOVES)}", final_move)
        if game.defines_sample_state and not game.defines_information_state:
            refuse_hidden(game, "a search")
        self._together = game.moves_together
        super().__init__(one_by_one(game), seed)
        trained = found_network(game) if evaluation is None and method == "auto" else None
        if trained is not None:
            evaluation = deepcopy(trained.network)  # it has room to work in
        own = evaluation or self.game.default_evaluation()
        expect(
            own is None or isinstance(own, Evaluation), "evaluation", "one such as Playout()", own
        )
        guided = own is not None and own.writes_priors
        named = way_with_priors if guided else way_named
        self._name, self._why = named(method, self.game, planned_simulations)
        if trained is not None:
            self._why = f"{told_of_training(trained.facts)}, {self._why}"
        self._way = WAYS[self._name]
        if guided and isinstance(self._way.rule, InformationUCB):
            told = f"{self._way.told}, moves by PUCT"
            self._way = replace(self._way, rule=InformationPUCT(), told=told)
        if own is None:
            # A plan is worth what the best moves bring: random moves after a leaf bring far less.
            own = Playout(MAST()) if self._way.rule.plans else Playout()
        self._evaluation = own.fitted_to(self.game)
        if self.game.defines_rewards and isinstance(self._evaluation, Playout):
            self._evaluation = RewardPlayout(self._evaluation, self.game)
        self._compiled = compiled
        default = "sample" if self._way.rule.mixes else "visits"
        self._final_move = default if final_move is None else final_move
        self._last = (0, 0.0, "")

    def _serial(self, state: State, player: int | None) -> State:
        """Return a state of the rules as one of the game in turns."""
        if not (self._together and isinstance(self.game, OneByOne)):
            return state
        return self.game.begun(state, 0 if player is None else player)

    def _reset(
        self,
        knowledge: Knowledge,
        state: State,
        drawn_from: int | None = None,
        paths: Sequence[Sequence[int]] = (),
    ) -> None:
        """Begin with empty tables; `state` is used by the search that cheats, and no other.

        `drawn_from` is the state of the generator from which the world of a saved search was drawn,
        and `paths` are those of its belief.
        """
        way, game = self._way, self.game
        self._purpose = Rng(derived_seed(self.seed, "worlds of a search with hidden information"))
        if drawn_from is not None:
            self._purpose.state[0] = drawn_from
            self._belief = belief_of_paths(game, knowledge.player, paths) if paths else None
        else:
            self._belief = belief_for(game, knowledge, self._rng_of_belief(knowledge))
        self._world, self._knowledge, self._drawn_from = self._drawn(knowledge)
        if game.defines_sample_state and CheckedGame(game).is_terminal(self._world):
            name = getattr(game, "users_class", type(game).__name__)
            raise GameError(finished(name, self.player, self.known))
        worlds, starts = self._worlds(state)
        rule = way.rule.fitted_to(game)
        horizon = horizon_of(game)
        method = HiddenMethod(way.observer, rule, worlds, self._evaluation, horizon)
        seed = derived_seed(self.seed, "simulations of a search with hidden information")
        self._engine = HiddenEngine(game, method, starts, seed)
        self._reader = TableReader(self._engine, way, knowledge.player)
        if not self._compiled:
            return
        if game.interpreted_only:
            self._engine.why_interpreted = game.why_interpreted
            return
        try:
            self._engine.compile(insist=self._compiled is True)
        except (NotCompilable, OnlyInterpreted) as error:
            if self._compiled is True:
                raise
            warnings.warn(
                f"searching interpreted: {error}", NotCompiledWarning, stacklevel=level_of_caller()
            )

    def _drawn(self, knowledge: Knowledge) -> tuple[State, Knowledge, tuple[int, Knowledge]]:
        """Draw a state that agrees with what a player knows; `load` draws it again by the last."""
        drawn_from = (int(self._purpose.state[0]), knowledge)
        return (*self._sampled(knowledge, self._purpose), drawn_from)

    def _sampled(self, knowledge: Knowledge, rng: Rng) -> tuple[State, Knowledge]:
        """Return a random state that agrees with what a player knows, as `world_of` does."""
        if self._belief is not None:
            return self._belief.state(rng), knowledge
        return world_of(self.game, knowledge, rng)

    def _rng_of_belief(self, knowledge: Knowledge) -> Rng:
        """Return the generator for the belief about what a player knows."""
        return Rng(derived_seed(self.seed, f"belief after {len(knowledge.events)} events"))

    def _worlds(self, state: State) -> tuple[Worlds, list[Start]]:
        """Return how worlds are drawn, and where simulations start."""
        way, game, knowledge = self._way, self.game, self._knowledge
        if way.start == "state":
            return GivenState(), [(state, 0)]
        if way.worlds:
            drawn = [self._sampled(knowledge, self._purpose)[0] for _ in range(way.worlds)]
            return GivenState(), [(world, number) for number, world in enumerate(drawn)]
        first = CheckedGame(game).initial_state()
        if way.start == "beginning":
            return GivenState(), [(first, 0)]
        if game.defines_sample_state:
            return SampledWorlds(), [(self._world, knowledge.player)]
        paths = [] if self._belief is None else self._belief.paths()
        return ReplayedWorlds(events_seen(knowledge.events), paths), [(first, knowledge.player)]

    @property
    def _root(self) -> State:
        """A state of the root, where the searching player is to choose if they have not yet."""
        world, game, known = self._world, self.game, self._knowledge
        if isinstance(game, OneByOne) and game.chooses(world, known.player):
            return game.begun(world[0], known.player)
        return world

    @property
    def compiled(self) -> bool:
        """True if the search runs compiled."""
        return self._engine.compiled

    @property
    def why_interpreted(self) -> str:
        """The reason why the search runs interpreted; empty if it runs compiled."""
        return self._engine.why_interpreted

    @property
    def state(self) -> State:
        """A random state that agrees with what the searching player knows."""
        return self._world

    @property
    def particles(self) -> list[State]:
        """The states of the belief; none where worlds come from `sample_state` or from replays."""
        return [] if self._belief is None else self._belief.states()

    @property
    def simulations(self) -> int:
        """Simulations run so far."""
        return self._engine.simulations

    @property
    def player(self) -> int:
        """The searching player."""
        return self._knowledge.player

    @property
    def known(self) -> Any:
        """What the searching player knows."""
        return self._knowledge.known

    def _grow(self, limit: Limit, guard: InterruptGuard, tell: Tell | None) -> None:
        with ExitStack() as watch:
            if self._engine.compiled:
                self._grow_in_slices(limit, guard, tell, watch)
                return
            watch.enter_context(hanging_calls_stopped(self._engine.watched_methods))
            kept = KeptAnswers(self.game, self._root, self.player)
            try:
                self._grow_in_slices(limit, guard, tell, watch)
            except GameError:
                kept.compare()
                raise
            kept.compare()

    def _grow_in_slices(
        self, limit: Limit, guard: InterruptGuard, tell: Tell | None, watch: ExitStack
    ) -> None:
        started = reported = time.perf_counter()
        memory = limit.memory_or_default()
        alone = limit.simulations is None and limit.seconds is None
        done, size, seconds = 0, 1, 0.0
        while True:
            reason = ""
            if guard.pending or self._turns.stopped:
                reason = "interrupt" if guard.pending else "stop"
            elif limit.simulations is not None and done >= limit.simulations:
                reason = "simulations"
            elif limit.seconds is not None and seconds >= limit.seconds:
                reason = "seconds"
            elif alone and self._engine.full:
                reason = "memory"
            self._last = (done, seconds, reason)
            if reason:
                return
            if tell is not None and time.perf_counter() - reported >= REPORT_SECONDS:
                reported = time.perf_counter()
                tell()
            self._turns.give_way()
            part = size if limit.simulations is None else min(size, limit.simulations - done)
            begun = time.perf_counter()
            try:
                done += self._engine.run(part, memory)
            except OnlyInterpreted as error:
                if self._compiled is True:
                    raise
                told = f"searching interpreted from here: {error}"
                warnings.warn(told, NotCompiledWarning, stacklevel=level_of_caller())
                self._engine = HiddenEngine(
                    self.game, self._engine.method, self._engine.starts, self._engine.seed
                )
                self._engine.why_interpreted = str(error)
                watch.enter_context(hanging_calls_stopped(self._engine.watched_methods))
                done = 0
            now = time.perf_counter()
            seconds = now - started
            if now - begun < SLICE_SECONDS:
                size *= 2
            elif size > 1:
                size //= 2

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], game: Game, *, evaluation: Evaluation | None = None
    ) -> HiddenSearcher:
        """Return the search that `save` wrote to a file; it goes on as if it had never stopped.

        Game and evaluation are those that it was begun with; all else comes from the file.

        Raises:
            BadParameter: if they are others.
            SavedSearchError: if the file cannot be read, is damaged, or is of another version.

        """
        with open_checksummed(path, SAVED_HIDDEN_SEARCH) as file:
            saved = SavedHiddenSearch(file, one_by_one(game))
            searcher = cls.__new__(cls)
            searcher._set_up(game, evaluation=evaluation, **saved.options)
            searcher._reset(saved.knowledge, None, saved.drawn_from, saved.paths)
            saved.restore(searcher._engine)
        searcher._why, searcher._last = saved.why, saved.last_run
        return searcher

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the search to a file, to go on with `load` later; no state is in it.

        Raises:
            BadParameter: if what the player knows cannot be written, or the search sees the state.
            SavedSearchError: if the file cannot be written.
            SearcherBusy: if a run is under way.

        """
        if self._way.start == "state":
            raise BadParameter("a search that cheats holds the true state, and cannot be saved")
        drawn_from, knowledge = self._drawn_from
        with self._turns.change("save"):
            save_hidden_search(
                path,
                self._engine,
                {"method": self._name, "final_move": self._final_move, "seed": int(self.seed)},
                knowledge,
                {
                    "drawn_from": drawn_from,
                    "paths": [] if self._belief is None else self._belief.paths(),
                    "why": self._why,
                    "last_run": self._last,
                },
            )

    def advance(self, *seen: Any) -> None:
        """Go on from what the player knows now; what was found about information sets stays.

        Args:
            seen: what `information_state` returned for the player after each event since; the last
                one counts. It is what was seen, never a state.

        Raises:
            BadParameter: in the two ways that look at states, or if nothing is given.
            FinishedPosition: if the game is over.
            GameError: if no state agrees with it.
            SearcherBusy: if a run is under way.

        """
        expect(bool(seen), "seen", "what the player knows now", seen)
        if not self.keeps_information_sets:
            raise BadParameter(f"{self._name} keeps no information sets: begin another search")
        with self._turns.change("advance"):
            old = self._knowledge
            knowledge = Knowledge(old.player, seen[-1], old.player, (*old.events, *seen))
            before = self._belief
            self._belief = self._believed(knowledge, len(seen))
            try:
                drawn = self._drawn(knowledge)
                if CheckedGame(self.game).is_terminal(drawn[0]):
                    raise FinishedPosition("the game is over: there is nothing to search")
            except GametreeError:
                self._belief = before
                raise
            self._world, self._knowledge, self._drawn_from = drawn
            self._engine.go_on(*self._worlds(self._world))

    def _believed(self, knowledge: Knowledge, new: int) -> Belief | None:
        """Return the belief after the last `new` events; None where worlds come otherwise.

        Raises:
            GameError: if the belief has nothing left.

        """
        rng = self._rng_of_belief(knowledge)
        if self._belief is None:
            return belief_for(self.game, knowledge, rng)
        belief = self._belief.after(knowledge, new, rng)
        if belief is None:
            raise GameError(none_left(self.game, knowledge))
        return belief

    @property
    def keeps_information_sets(self) -> bool:
        """False if the search looks at states, so that it cannot go on with `advance`."""
        return self._way.start != "state" and not self._way.worlds

    def policy(self, state: State, player: int | None = None) -> dict[Action, float]:
        """Return the probability of each move of the player to move, by what they know in `state`.

        A search from the start of the game learns the policy of all players. In other ways only
        information that the search has met has a policy; for the rest all moves are equal.
        """
        with self._turns.look():
            state = self._serial(state, player)
            mover = self.game.current_player(state)
            actions = list(self.game.legal_actions(state))
            return self._reader.policy(state, mover, actions)

    def __getattr__(self, name: str) -> NoReturn:
        if name in _NOT_HERE:
            raise BadParameter(
                f"{_NOT_HERE[name]} would show what {type(self.game).__name__} hides: a search by "
                "what a player knows has none"
            )
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def _found(self) -> SearchResult:
        rng = Rng(derived_seed(self.seed, "moves of another player"))

        def worlds() -> Iterator[State]:
            while True:
                yield self._sampled(self._knowledge, rng)[0]

        root = self._root
        mover, actions = possible_moves(self.game, root, self.player, worlds())
        new, seconds, reason = self._last
        return result_of(
            self._engine,
            self._reader,
            root,
            mover,
            actions,
            self._final_move,
            seed=self.seed,
            new_simulations=new,
            seconds=seconds,
            stopped_by=reason,
            method=f"{self._why}: {self._way.told}, {self._name}",
        )


def _refuse_others(game: Game, others: Mapping[str, Any]) -> None:
    """Raise `BadParameter` for keywords of searches of positions."""
    name = type(game).__name__
    given = {key: value for key, value in others.items() if value not in (None, False, ())}
    given.pop("parallel", None)
    if given.get("solver"):
        bounds_for(game)
    for key in given:
        refuse_hidden(game, f"{key}={given[key]!r} of a search")
        raise BadParameter(f"{key} is unknown for {name}")
