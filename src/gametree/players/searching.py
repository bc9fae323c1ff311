"""Players that search: flat Monte Carlo, and MCTS in any configuration."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from ..errors import BadParameter, ChancePosition, FinishedPosition
from ..game import Action, Game, State
from ..limits import LEAST_MEMORY, Limit
from ..mcts.choice_of_method import ChosenMethod, choose, choose_untrained, choose_with
from ..mcts.evaluation.evaluation import Evaluation
from ..mcts.hidden.methods import way_named, way_with_priors
from ..mcts.hidden.searcher import HiddenSearcher
from ..mcts.named_strategies import strategies_of
from ..mcts.results.result import SearchResult
from ..mcts.search_options import SearchOptions
from ..mcts.searcher import Searcher
from ..mcts.selection.rule import SelectionRule
from ..naming.parameters import check_names, require, takes_fields_of
from ..networks.model_library import found_network
from ..networks.named_network import files_of_network, named_network, told_of_training
from ..primitives.rng import derived_seed
from ..record import Record
from ..rules.hidden_information import refuse_hidden
from ..rules.one_by_one import one_by_one
from .by_information import InformationSearch
from .player import Choice, Player
from .time_control import TimeControl
from .timekeeper import Timekeeper
from .weakening import Weakening

__all__ = ["Flat", "Mcts", "make_one_move"]

_NEVER = 1 << 30
_FEW = 100
_RECYCLING = Limit(2000, memory=LEAST_MEMORY)  # enough for nodes to be recycled


class _Searching(Player):
    """A player with a searcher, and a limit of its own or of the match.

    Attributes:
        game: the rules of the game under way.
        searcher: the search of it, from the first move on, if it is kept from move to move.
        most_bytes: the memory for the tree; None for half of the machine's.

    """

    needs_limit = True

    def __init__(
        self, simulations: int | None, seconds: float | None, clock: str | None = None
    ) -> None:
        if clock is not None and seconds is not None:
            raise BadParameter("give seconds, for each move, or clock, for a game, not both")
        self._control = None if clock is None else TimeControl.from_text(clock)
        given = simulations is not None or seconds is not None
        self._limit = Limit(simulations, seconds) if given else None
        self.needs_limit = not given and clock is None  # type: ignore[misc]
        self.most_bytes: int | None = None
        self.searcher: Searcher | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.game = game
        self._seed = seed
        self._keeper = None if self._control is None else Timekeeper(self._control, game)

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        result = self.think(record, limit)
        return Choice(result.action, _statistics(result))

    def think(self, record: Record, limit: Limit | None) -> SearchResult:
        """Return what a search of the position finds; `choose` plays its best move."""
        started = time.perf_counter()
        keeper = self._keeper
        if keeper is not None:
            planned = keeper.limit(len(record.actions))
            simulations = self._limit.simulations if self._limit else None
            limit = replace(planned, simulations=simulations)
        else:
            limit = self._limit or limit
        if limit is not None and self.most_bytes is not None:
            limit = replace(limit, memory=self.most_bytes)
        if limit is None:
            raise BadParameter(
                f"{self.name} needs a limit of its own, {self.name}:simulations=1000 or "
                f"{self.name}:seconds=0.1, or one for the whole match"
            )
        searcher = self._follow(record)
        # To follow takes time too: a large tree is copied.
        result = searcher.run(limit.after(time.perf_counter() - started))
        if keeper is not None:
            keeper.spend(time.perf_counter() - started)
        return result

    @property
    def planned_simulations(self) -> int | None:
        """How many simulations a move gets, where the player has that limit."""
        return None if self._limit is None else self._limit.simulations

    def _follow(self, record: Record) -> Searcher | HiddenSearcher:
        """Return a searcher with its root at the position of the record."""
        raise NotImplementedError

    def end(self) -> None:
        self.searcher = None


class Mcts(_Searching):
    """Monte Carlo tree search, plain UCT unless other ways are asked for.

    Args:
        simulations, seconds: how long to think; by default as long as the match allows.
        clock: the time for a whole game instead, shared out by the player himself: "60",
            "60+0.5" with an increment for each move, "60+3x10" with three byo-yomi periods.
        auto: whether the game decides how it is searched, as by a `Searcher` without strategies;
            `explain` tells what is chosen and why.
        untrained: whether `auto` does without a trained network.
        net: a network: a file that `gametree train` has written, an ONNX file, or a class of
            PyTorch modules with its weights, "mine.py:Tower:weights=tower.pt" (both extra
            `learn`). The search is chosen as by `auto`.
        reuse: whether the tree is kept from move to move.
        ponder: whether to search on while others think. It takes their time where they
            think on the same cores: not for matches on one machine.
        workers, parallel: how many cores to use, and whether on one tree, as for `Searcher`;
            by default "auto" for the player who chooses by himself, else "root".
        memory: megabytes for the tree; by default half of the machine's.
        hidden: how a game that hides something is searched: "auto" chooses; see docs/hidden.md.
            Beside it there may be `net` or `evaluation`.
        temperature, blunders, varied: how the player is weakened: see `Weakening`. By default it
            is not.
        search: how to search: the fields of `SearchOptions`, such as `c=0.7`,
            `selection="grave"` or `selection=GRAVE()`, `solver=True`.

    Attributes:
        options: the keywords of `Searcher` that follow from these parameters.

    Raises:
        BadParameter: if a value is wrong, or parameters do not go together.
        PythonFileError: if a file cannot be loaded or holds no such class.

    """

    name = "mcts"

    @takes_fields_of(SearchOptions)
    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        clock: str | None = None,
        *,
        auto: bool = False,
        untrained: bool = False,
        net: str | None = None,
        reuse: bool = True,
        ponder: bool = False,
        workers: int = 1,
        parallel: str | None = None,
        memory: int | None = None,
        hidden: str = "auto",
        temperature: float = 0.0,
        blunders: float = 0.0,
        varied: int = 0,
        **search: Any,
    ) -> None:
        super().__init__(simulations, seconds, clock)
        check_names(Mcts, search)
        weakened = temperature or blunders or varied
        weakening = Weakening(temperature, blunders, varied)
        self._weakening = weakening if weakened else None
        asked = SearchOptions(**search)
        require(bool, auto=auto, untrained=untrained, reuse=reuse, ponder=ponder)
        require(int, workers=workers)
        require(str, hidden=hidden)
        self._hidden_way = "untrained" if untrained and hidden == "auto" else hidden
        others = {name: value for name, value in search.items() if name != "evaluation"}
        self._plain = SearchOptions(**others) == SearchOptions() and workers == 1
        self._hidden: InformationSearch | None = None
        if memory is not None:
            require(int, memory=memory)
            if memory < 1:
                raise BadParameter(f"memory must be at least 1 megabyte, not {memory}")
            self.most_bytes = memory << 20
        if ponder and not reuse:
            raise BadParameter("to ponder with reuse=false is in vain: what it finds is not kept")
        if asked.halving is not None and simulations is None:
            if not self.needs_limit:
                raise BadParameter(
                    "halving shares out a number of simulations: give simulations=1000, say, "
                    "beside seconds or clock"
                )
            self.needs_simulations = True  # type: ignore[misc]
        self.options: dict[str, Any] = {"method": "uct", **strategies_of(asked)}
        if untrained and not auto:
            raise BadParameter("untrained is for auto: give auto=true, too")
        if auto and net is not None:
            raise BadParameter("give auto, which finds a trained network by itself, or net")
        if auto or net is not None:
            if asked != SearchOptions():
                raise BadParameter(
                    f"{'auto' if auto else 'net'} chooses how to search by itself: beside it there "
                    "are simulations, seconds, clock, reuse, ponder, workers, parallel and memory"
                )
            self.options = {"method": "untrained" if untrained else "auto"}
        self._net = net
        self._auto = auto
        self._untrained = untrained
        self._workers = workers
        self._parallel = ("auto" if auto else "root") if parallel is None else parallel
        self._way = self._parallel  # of them, in the game at hand
        self._reuse = reuse
        self._ponder = ponder
        self._known: list[Action] = []  # the moves that the searcher has seen

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.begin_in_parts(game, seat, seed)()

    def begin_in_parts(self, game: Game, seat: int, seed: int) -> Callable[[], None]:
        """Begin as `begin` does, but leave to the caller what the first move does not need.

        Returns a function that compiles the rest; any thread may call it.
        """
        super().begin(game, seat, seed)
        if self._weakening is not None:
            self._weakening.begin(derived_seed(seed, "weakening"))
        self._hidden = None
        if game.hides_information:
            if not self._plain or self._ponder:
                refuse_hidden(game, "a search by these options")
            options = {
                "method": self._hidden_way,
                "planned_simulations": self.planned_simulations,
                "evaluation": self._evaluation_for(game),
            }
            self._hidden = InformationSearch(game, seat, seed, reuse=self._reuse, options=options)
            self._hidden.compile()
            return lambda: None
        if self._net is not None:
            self.options = self._choice(game).strategies
        self.searcher = None  # the game may begin at any position
        self._known = []
        self._way = self._parallel
        self.searcher = searcher = self._searching_from(None)
        if self._reuse:
            self.searcher = None
        self._way = searcher.parallel  # measured once, before the clock runs
        limit = Limit(_FEW) if self.most_bytes is None else _RECYCLING

        def compile_moves() -> None:
            if self._reuse and searcher.compiled:
                make_one_move(searcher, limit)

        return compile_moves

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        """Return the most promising move.

        Raises:
            GameError: if the rules break their contract, while pondering too.

        """
        choice = self._chosen(record, limit)
        if self._ponder and self.searcher is not None:
            self.searcher.advance(choice.action)
            self._known.append(choice.action)
            with suppress(FinishedPosition):
                self.searcher.ponder()
        return choice

    def _chosen(self, record: Record, limit: Limit | None) -> Choice:
        weakening = self._weakening
        if weakening is None:
            return super().choose(record, limit)
        blunder = weakening.blunder(record.legal_actions())
        if blunder is not None:
            return Choice(blunder, {"blunder": True})
        result = self.think(record, limit)
        return Choice(weakening.drawn(result, len(record.actions)), _statistics(result))

    def end(self) -> None:
        searcher, self.searcher = self.searcher, None
        self._hidden = None
        if searcher is not None:
            searcher.stop()

    def files(self) -> Sequence[Path]:
        return () if self._net is None else files_of_network(self._net)

    def explain(self, game: Game) -> tuple[str, ...]:
        """Return a sentence for each choice that is made for a game; none without `auto` or `net`.

        Raises:
            BadParameter: if the network was trained for other rules.
            GameError: if the rules break their contract.
            ModelError: if a file of a model is damaged.

        """
        if game.hides_information:
            evaluation = self._evaluation_for(game)
            if evaluation is None and self._hidden_way == "auto":
                trained = found_network(game)
                if trained is not None:
                    way = way_with_priors("auto", one_by_one(game))
                    return (told_of_training(trained.facts), way[1])
            guided = evaluation is not None and evaluation.writes_priors
            named = way_with_priors if guided else way_named
            way = named(self._hidden_way, one_by_one(game), self.planned_simulations)
            return (way[1],)
        return self._choice(game).reasons if self._auto or self._net is not None else ()

    def _evaluation_for(self, game: Game) -> Evaluation | None:
        """Return the evaluation for a game that hides something; None for playouts."""
        if self._net is not None:
            return named_network(self._net, one_by_one(game)).network
        return self.options.get("evaluation")

    def _choice(self, game: Game) -> ChosenMethod:
        """Return the method for a game, where it is chosen."""
        if self._net is not None:
            return choose_with(game, *named_network(self._net, game))
        return choose_untrained(game) if self._untrained else choose(game)

    def _follow(self, record: Record) -> Searcher | HiddenSearcher:
        if self._hidden is not None:
            return self._hidden.follow(record)
        searcher = self.searcher
        known = len(self._known)
        if searcher is None or not self._reuse or record.actions[:known] != self._known:
            *history, state = record.positions
            if searcher is None or self._reuse or not searcher.restart(state, history):
                searcher, self.searcher = None, None  # its memory first
                searcher = self._searching_from(self.game.copy(state), history)
        else:
            for action in record.actions[known:]:
                searcher.advance(action)
        self.searcher = searcher
        self._known = [*record.actions]
        return searcher

    def knowledge_of(self, record: Record, seat: int) -> HiddenSearcher:
        """Return a search of what a seat knows, in a game that hides something.

        Raises:
            BadParameter: if the game hides nothing.

        """
        if self._hidden is None:
            raise BadParameter("the game hides nothing: search its positions")
        return self._hidden.follow(record, seat)

    def _searching_from(self, state: State | None, history: Sequence[State] = ()) -> Searcher:
        options = {"workers": self._workers, "parallel": self._way, **self.options}
        return Searcher(self.game, state, history=history, seed=self._seed, **options)


def make_one_move(searcher: Searcher, limit: Limit) -> None:
    """Make a move, so that what is compiled for it is compiled before the clock runs."""
    with suppress(FinishedPosition):
        while True:
            try:
                action = searcher.run(limit).action
            except ChancePosition:  # then only its position has moves to search
                searcher.advance(next(iter(searcher.game.legal_actions(searcher.state))))
            else:
                searcher.advance(action)
                return


class Flat(_Searching):
    """Flat Monte Carlo: as many playouts after each move, no tree; the best mean is played."""

    name = "flat"

    def __init__(self, simulations: int | None = None, seconds: float | None = None) -> None:
        super().__init__(simulations, seconds)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        refuse_hidden(game, "flat")
        super().begin(game, seat, seed)
        self._searching(game, None, ())  # compiled now, before the clock runs

    def _follow(self, record: Record) -> Searcher:
        *history, state = record.positions
        return self._searching(self.game, self.game.copy(state), history)

    def _searching(self, game: Game, state: Any, history: Any) -> Searcher:
        return Searcher(
            game,
            state,
            history=history,
            selection=Evenly(),
            expand_after=_NEVER,
            final_move="value",
            seed=self._seed,
        )


class Evenly(SelectionRule):
    """The child with the fewest visits."""

    tries_all_first: ClassVar[bool] = True  # type: ignore[misc]

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        return -float(edge.visits)


def _statistics(result: SearchResult) -> dict[str, Any]:
    best = {} if result.best_line is None else {"best": result.best_line.value}
    return best | {
        "simulations": result.new_simulations,
        "kept": result.simulations - result.new_simulations,
        "depth": result.max_depth,
        "value": result.value[result.player],
        "share": result.actions[0].share,
        "nodes": result.nodes,
    }
