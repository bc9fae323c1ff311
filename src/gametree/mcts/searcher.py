"""The search as its users see it: `search` for one position, `Searcher` for a game."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import chain
from typing import Any, cast

from ..actors import is_chance
from ..errors import (
    BadParameter,
    ChancePosition,
    FinishedPosition,
    IllegalMove,
    OnlyInterpreted,
    ReturnsOutOfBounds,
)
from ..files.checksummed_file import open_checksummed
from ..game import Action, Game, State, legal_action
from ..limits import Limit
from ..naming.parameters import expect, is_one_of
from ..primitives.proposals import DrawnOutcomes
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.given_states import GivenStates
from .asking.ask_and_tell import AskAndTell
from .backup.backup import Backup
from .evaluation.evaluation import Evaluation
from .hidden.searcher import HiddenSearcher
from .interrupts import InterruptGuard
from .parallel.ray_workers import RayWorkers
from .parallel.root_parallel import RootParallel
from .persistence.fingerprints import learned
from .persistence.parts import SAVED_SEARCH
from .pondering import PONDER_MEMORY, Pondering
from .results.export import TreeView, view_tree
from .results.result import SearchResult
from .results.summary import FINAL_MOVES, Prospect
from .running import Running
from .saved_search import SavedSearch, save_search
from .searcher_frame import Report, Tell
from .selection.chance_nodes import ChanceNodes
from .selection.rule import SelectionRule
from .selection.rule_kinds import PlannedRule
from .tracing.steps import TraceStep
from .tracing.trace import Tracer
from .tree_setup import TreeSetup, chooser_named

__all__ = ["Searcher", "search"]

_METHODS = ("auto", "untrained", "uct")


class Searcher(AskAndTell):
    """A search that keeps its tree.

    Any thread may call `result`, `tree` and `stop` at any time, while another one runs the
    search too: they look at the trees between two slices, within some milliseconds (or when
    the simulation under way is done, if that takes longer). All that changes the trees, and
    `save`, raises SearcherBusy while a `run` is under way.

    How it searches is chosen for the game unless one of `selection`, `evaluation`, `backup`,
    `expand_after`, `solver` and `transpositions` is given: proofs, shared nodes, the game's
    heuristic and priors from it, wherever they are sound. `result.method` tells what was chosen.

    For a game that hides something from its players it is a `HiddenSearcher`, which searches by
    what one player knows: see docs/hidden.md.

    Args:
        game: the rules.
        state: the position to search; the first one by default.
        player: who searches in a game that hides something; by default the player to move.
        history: the positions of the game before it, the first one first, for
            games with a `repetition` policy.
        method: "auto" chooses, unless one of these is given; "untrained" chooses without a
            trained network; "uct" is plain UCT, but for what is given of them.
        selection: which edge to follow; as asked, `UCB1()` unless it is given, but `PUCT()` if
            the evaluation gives priors.
        evaluation: what a leaf is worth; as asked, `Playout()` unless it is given.
        backup: what the statistics on the path of a simulation make of it; means by default.
        expand_after: visits after which a position gets a node with all its
            moves. 1 adds one child a simulation; larger values save memory.
        final_move: "visits" (the most visited move, the default), "value" (the highest
            mean), "best_line" (the first move of the best line, the default where that is kept
            for one player), "visits_then_value" (the most visited, ties by mean),
            "lower_bound" (the highest mean less its half-width, of the moves with
            15 % of the most visits) or "secure" (the highest mean less the range of the returns
            over the root of the visits, the default with `ask` and `run_async`).
        solver: whether to keep what is proven: solved positions are searched no
            more, and the search ends when it is proven which move is best.
        transpositions: whether lines that meet share a node.
        chance: how the tree goes on where chance moves: `ChanceNodes()` by default, with a node
            for each outcome; `WidenedChance()`, with few of them; `OpenLoop()`, without.
        seed: 0 to 2**64 - 1; by default a new one each time.
        compiled: "auto" compiles what can be compiled, with a warning that
            says why if it cannot; True insists; False runs interpreted.
        workers: how many cores to use: compiled, by threads; interpreted, by processes,
            to which the game must be sent; or `RayWorkers`, for those of a cluster.
        parallel: "root": each worker grows a tree of its own, with its part of the
            simulations and of the memory; results add them up, and the same seed gives the
            same ones. "tree": all of them grow one, compiled and without `transpositions`,
            and no two runs are the same. "auto": whichever is likely to play better, by a
            measurement of a tenth of a second.
        best_line: whether the best line that comes to an end is kept, for the player who moves at
            the root: by default in games of one player without chance.
        full_history: whether `SearchResult.history` has all its moments, whatever share of
            the time the looks take (0.1 ms each, two for each doubling of the simulations).
        moves: the only moves to consider at the root; by default all that are legal. After one
            of them was played by `advance`, the search considers all moves.

    Attributes:
        game, seed: as given, or drawn.
        trees: what grows, for a look at nodes and edges while nothing runs: `trees.first` is the
            engine of the first tree, `trees.root()` the root over all of them.

    Raises:
        BadParameter, FinishedPosition, InvalidState, GameError, NotCompilable.
        ClusterError: if workers on a cluster cannot begin.
        MissingExtra: if they are asked for without Ray.

    """

    def __new__(cls, game: Game, *arguments: Any, **keywords: Any) -> Any:
        if isinstance(game, Game) and game.hides_information:
            return HiddenSearcher(game, *arguments, **keywords)
        return super().__new__(cls)

    def __init__(
        self,
        game: Game,
        state: State | None = None,
        *,
        player: int | None = None,
        history: Sequence[State] = (),
        method: str = "auto",
        selection: SelectionRule | None = None,
        evaluation: Evaluation | None = None,
        backup: Backup | None = None,
        expand_after: int | None = None,
        final_move: str | None = None,
        solver: bool | None = None,
        transpositions: bool | None = None,
        chance: ChanceNodes | None = None,
        seed: int | None = None,
        compiled: bool | str = "auto",
        workers: int | RayWorkers = 1,
        parallel: str = "root",
        full_history: bool = False,
        best_line: bool | None = None,
        moves: Sequence[Action] | None = None,
    ) -> None:
        expect(
            final_move is None or is_one_of(FINAL_MOVES, final_move),
            "final_move",
            f"one of {list(FINAL_MOVES)}",
            final_move,
        )
        expect(player is None, "player", "None in a game that hides nothing", player)
        expect(is_one_of(_METHODS, method), "method", f"one of {list(_METHODS)}", method)
        expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
        given = {
            "selection": selection,
            "evaluation": evaluation,
            "backup": backup,
            "expand_after": expand_after,
            "solver": solver,
            "transpositions": transpositions,
            "chance": chance,
        }
        expect(isinstance(full_history, bool), "full_history", "True or False", full_history)
        super().__init__(game, seed)
        self._pondering: Pondering | None = None
        self._ending = threading.RLock()  # held by who ends it; a signal may call `stop` meanwhile
        named = {name: value for name, value in given.items() if value is not None}
        ways = {
            "seed": self.seed,
            "compiled": compiled,
            "workers": workers,
            "parallel": parallel,
            "best_line": best_line,
            "moves": moves,
        }
        self._tree_setup = TreeSetup(game, method, named, ways)
        self.trees = self._tree_setup.trees_at(state, history)
        self._running = Running(
            self.trees,
            self._turns,
            final_move,
            self.seed,
            chosen=self._tree_setup.chosen,
            full_history=full_history,
        )

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        game: Game,
        *,
        selection: SelectionRule | None = None,
        evaluation: Evaluation | None = None,
        backup: Backup | None = None,
        chance: ChanceNodes | None = None,
    ) -> Searcher:
        """Return the search that `save` wrote to a file; it goes on as if it had never stopped.

        Game and strategies are those that it was begun with; all else comes from the file.

        Raises:
            BadParameter: if they are others.
            SavedSearchError: if the file cannot be read, is damaged, or is of another version.

        """
        expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
        if game.hides_information:
            for name, given in (("selection", selection), ("backup", backup), ("chance", chance)):
                expect(given is None, name, "None in a game that hides something", given)
            return cast(Searcher, HiddenSearcher.load(path, game, evaluation=evaluation))
        with open_checksummed(path, SAVED_SEARCH) as file:
            saved = SavedSearch(file, game)
            strategies: dict[str, Any] = {
                "selection": selection,
                "evaluation": evaluation,
                "backup": backup,
                "chance": chance,
            }
            chosen = saved.method != "uct" and not any(strategies.values())
            if chosen:
                chosen_again = chooser_named(saved.method)(game).strategies
                strategies = {name: chosen_again.get(name) for name in strategies}
            searcher = cls(game, saved.state, history=saved.history, **strategies, **saved.options)
            session = None
            if saved.asking is not None:
                session = searcher.begin_asking_again(saved.asking)
            saved.restore(searcher.trees)
            if session is not None:
                saved.restore_tickets(session)
        running = searcher._running
        running.simulations, running.seconds, running.stopped_by = saved.last_run
        running.chosen = chosen
        searcher._tree_setup.method = saved.method if chosen else "uct"
        return searcher

    @property
    def compiled(self) -> bool:
        """True if the search runs compiled."""
        return self.trees.first.compiled

    @property
    def why_interpreted(self) -> str:
        """The reason why the search runs interpreted; empty if it runs compiled."""
        return self.trees.first.why_interpreted

    @property
    def parallel(self) -> str:
        """Return "tree" if several workers grow one tree, else "root"."""
        return self.trees.parallel

    @property
    def state(self) -> State:
        """The position at the root."""
        return self.trees.first.state

    def trace(self, simulations: int, memory: int | None = None) -> Iterator[TraceStep]:
        """Run more simulations, and yield the steps of each.

        The steps of a simulation are `Selected`, once for each move in the tree, `Expanded`,
        where a position gets its node, `Evaluated` and `BackedUp`. Simulations run when they are
        asked for, interpreted, each as a whole: its first step comes when it is over. The tree is
        that of a `run` of as many simulations, in both modes. It ends early where it is proven
        which move is best.

        Other methods may be called between two steps; after `advance` it goes on from the new
        root.

        Args:
            simulations: how many.
            memory: the bytes that the tree may take; as in `run` by default.

        Raises:
            BadParameter: if the search has several workers or a `BatchEvaluator`.
            FinishedPosition, ChancePosition, GameError, SearcherBusy: as `run`.

        """
        expect(
            isinstance(simulations, int) and not isinstance(simulations, bool) and simulations > 0,
            "simulations",
            "a whole number of 1 or more",
            simulations,
        )
        limit = Limit(simulations, memory=memory)
        self._end_pondering()
        self._refuse_without_moves()
        tracer = Tracer(self.trees)

        def steps() -> Iterator[TraceStep]:
            running = self._running
            for done in range(simulations):
                self._end_pondering()
                with self._turns.change("trace"):
                    self._refuse_if_finished()
                    if done == 0:
                        running.begin_trace(simulations)
                    found = running.trace(tracer, limit)
                yield from found
                if not found:
                    return

        return steps()

    def ponder(self, memory: int = PONDER_MEMORY) -> None:
        """Search on in the background, while the opponent thinks, and return at once.

        It ends, within some milliseconds, when any other method is called, `advance` with
        the move that the opponent has made for instance, which keeps what was found below
        it; when the searcher is no longer used; or when the tree takes `memory` bytes.
        Then what was found counts as one run, stopped by "stop". Ctrl-C does not end it.

        Raises:
            FinishedPosition: if the game is over at the root.
            SearcherBusy: if a run is under way.

        If the rules break their contract meanwhile, the next call of any method raises
        the GameError.
        """
        limit = Limit(memory=memory)
        self._refuse_if_asking()
        self._end_pondering()
        self._turns.begin("ponder")
        try:
            self._refuse_if_finished()
            self._pondering = Pondering(self._running, limit, self)
        except BaseException:
            self._turns.end()
            raise

    def outlook(self, plies: int = 12) -> tuple[SearchResult, tuple[Prospect, ...]]:
        """Return what `result` does, and what is expected of each of its moves in turn.

        Args:
            plies: how far the line after a move is followed.

        Raises:
            FinishedPosition, ChancePosition: as `result`.

        """
        self._end_pondering()
        with self._turns.look():
            return self.result(), self._running.prospects(plies)

    @contextmanager
    def looking(self) -> Iterator[RootParallel]:
        """Have the trees for a look: while a run is under way, between two slices of it.

        The search stands still meanwhile; from the trees themselves nothing may be kept.
        """
        self._end_pondering()
        with self._turns.look():
            yield self.trees

    def advance(self, action: Action) -> None:
        """Play a move: its position becomes the root and keeps its part of the tree.

        Raises:
            IllegalMove: if the move is not legal at the root; nothing changes then.
            SearcherBusy: if a run is under way.
        """
        self._end_pondering()
        with self._turns.change("advance"):
            self._refuse_if_finished()
            engine = self.trees.first
            checked = CheckedGame(self.game)
            edges = self.trees.surely(lambda: self.trees.root().edges)
            moves: Iterable[Action] = [edge.action for edge in edges]
            restricted = engine.moves is not None
            if (
                not self.game.repetition and not restricted
            ):  # of a great many moves, the edges are those tried
                moves = checked.legal_actions(engine.state)
                if not isinstance(moves, DrawnOutcomes):
                    moves = chain((edge.action for edge in edges), moves)
            try:
                action = legal_action(action, moves)
            except LookupError:
                legal = checked.legal_actions(engine.state)
                listed = ", ".join(self.game.action_to_text(engine.state, each) for each in legal)
                message = "; the search is restricted to some of them by moves=" * restricted
                raise IllegalMove(
                    f"{action!r} is no legal move here; legal moves are {listed}{message}"
                ) from None
            state = checked.next_state(checked.copy(engine.state), action)
            if self._session is not None:
                self._session.leave_root()
            self.trees.move_to(state, action)
            self._running.simulations = 0
            self._running.seconds = 0.0
            self._running.history.clear()

    def restart(self, state: State, history: Sequence[State] = ()) -> bool:
        """Begin again at a position, as a new searcher with the same arguments does, but sooner.

        Args:
            state: the position, of the same game.
            history: the positions of the game before it.

        Returns:
            False if only a new searcher can do the same: of several workers, of strategies that
            learn, or where the search asks for answers. Then nothing has changed.

        Raises:
            InvalidState, GameError: as the constructor.
            SearcherBusy: if a run is under way.

        """
        self._end_pondering()
        engine = self.trees.first
        alone = len(self.trees.all) == engine.threads == 1 and self._session is None
        if not alone or engine.moves is not None or any(learned(engine.method)):
            return False
        states = GivenStates(self.game)
        with self._turns.change("restart"):
            past = states.taken_history(history)
            engine.start_at(states.taken(state), past, Rng(self.seed))
            self._running.start_at_root()
        return True

    def tree(
        self, max_depth: int | None = 4, min_visits: int = 1, states: bool = False
    ) -> TreeView:
        """Return the tree down to `max_depth` plies, without what has fewer visits.

        With `states`, each node shows its position, its wins by visits, and its untried moves.
        """
        self._end_pondering()
        with self._turns.look():
            self._refuse_if_finished()
            trees = self.trees

            def view() -> TreeView:
                top = trees.root()
                return view_tree(self.game, self.state, top, max_depth, min_visits, states=states)

            return trees.surely(view)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the search to a file, to go on with `load` later, in another process perhaps.

        Whatever happens, the file then holds all of this or all of what it held before.

        Raises:
            BadParameter: if the search cannot be saved, for its interpreted states say.
            GameError: if the process of a worker is lost.
            SavedSearchError: if the file cannot be written.
            SearcherBusy: if a run is under way.

        """
        self._end_pondering()
        running = self._running
        given = self.trees.first.moves
        expect(given is None, "moves", "None for a search to save", given)
        session = self._session
        aside = nullcontext() if session is None else session.desk.set_aside()
        with self._turns.change("save"), aside:
            save_search(
                path,
                self.trees,
                {"final_move": running.named_final_move or "", "seed": int(self.seed)},
                self._tree_setup.method,
                (running.simulations, running.seconds, running.stopped_by),
                session,
            )

    def _grow(self, limit: Limit, guard: InterruptGuard, tell: Tell | None) -> None:
        """Let the trees grow; begin again in another way where this one turns out not to go."""
        while True:
            try:
                self._running.run(limit, guard, tell)
                return
            except ReturnsOutOfBounds:
                if not self._tree_setup.chosen:
                    raise
                self._go_on_with(self._tree_setup.without_proofs(self.trees), proofs_broken=True)
            except OnlyInterpreted as error:
                self._search_interpreted(error)

    def _search_interpreted(self, reason: OnlyInterpreted) -> None:
        """Begin again at this position: compiled, the rules cannot go on."""
        if self._tree_setup.must_compile:
            raise reason
        self._go_on_with(self._tree_setup.interpreted(self.trees, reason), proofs_broken=False)

    def _go_on_with(self, trees: RootParallel, *, proofs_broken: bool) -> None:
        self.trees = trees
        self._running.begin_anew(trees, proofs_broken=proofs_broken)

    def _end_pondering(self) -> None:
        with self._ending:
            pondering, self._pondering = self._pondering, None
            if pondering is not None:
                try:
                    pondering.stop()
                except OnlyInterpreted as error:
                    self._search_interpreted(error)

    def _found(self) -> SearchResult:
        return self._running.result()

    def _check_limit(self, limit: Limit) -> None:
        self._refuse_if_asking()
        for name in ("evaluations", "cost"):
            expect(getattr(limit, name) is None, name, "None: it limits run_async", limit)
        if isinstance(self.trees.first.method.selection, PlannedRule) and limit.simulations is None:
            raise BadParameter(
                "the selection rule shares out a number of simulations: give simulations=1000, "
                "say, alone or beside another limit"
            )

    def _refuse_without_moves(self) -> None:
        self._refuse_if_finished()
        if is_chance(self.trees.first.player):
            raise ChancePosition(
                "chance moves in this position: there is no move to search for; "
                "go on with advance(outcome), or give the position after it"
            )

    def _refuse_if_finished(self) -> None:
        if self.trees.first.finished:
            raise FinishedPosition("the game is over in this position: there is nothing to search")


def search(
    game: Game,
    state: State | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    progress: bool | Report = False,
    **options: Any,
) -> SearchResult:
    """Search a position and return the result; the options are those of `Searcher`.

    As `Searcher(game, state, **options).run(simulations=..., seconds=..., memory=...)`.
    """
    limit = Limit(simulations, seconds, memory)
    if isinstance(game, Game) and game.hides_information and simulations is not None:
        options.setdefault("planned_simulations", limit.simulations)
    return Searcher(game, state, **options).run(limit, progress=progress)
