"""The work of one query in a worker process: got ready, run in a thread, stopped, looked at."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from ..actors import is_chance
from ..errors import BadParameter, BadQuery, FinishedPosition, GametreeError, UnknownGame
from ..game import Action, Game, State
from ..limits import LEAST_MEMORY, Limit
from ..mcts.hidden.searcher import HiddenSearcher
from ..mcts.results.result import SearchResult
from ..mcts.results.summary import Prospect
from ..mcts.return_scale import proven_word, winrate
from ..mcts.searcher import Searcher
from ..naming.named_moves import action_named, play_all
from ..players.player import Player
from ..players.registry import make_player
from ..players.searching import Mcts
from ..primitives.actions import is_same
from ..primitives.rng import fresh_seed
from ..record import Record
from ..rules.hidden_information import refuse_hidden
from ..setting_up.beginnings import begun_game
from ..user_code.locating import failure
from .kept_trees import KeptTrees
from .query import Query
from .reports import error_report, line_names, move_value, plain, report_of
from .worker_bounds import WorkerBounds

__all__ = [
    "COMPILE",
    "LOAD",
    "MOST_GAMES",
    "SEARCH",
    "Analysis",
    "Decision",
    "Games",
    "Preparation",
    "Task",
]

LOAD, COMPILE, SEARCH = "load", "compile", "search"

_DEFAULT_SECONDS = 1.0
_RECYCLING = Limit(2000, memory=LEAST_MEMORY)  # enough for nodes to be recycled
_REFUTATION = 12  # moves of it

MOST_GAMES = 64
"""Games that a worker keeps: those that were used last."""

Games = dict[tuple[str, tuple[tuple[str, str], ...]], tuple[Game, State | None]]


class Task:
    """The work of one query.

    Args:
        query: what is asked.
        games: the games of this process, made once.
        trees: those of searches that have ended.
        bounds: those of the worker.
        news: called by the thread whenever the phase changes, and at its end.

    Attributes:
        query: what is asked.
        phase: what its thread does: `LOAD`, `COMPILE` or `SEARCH`.
        answer: the last report, once there is one.
        runs: whether a thread is at work.
        rests: whether all has been done and the tree is kept for those who look at it.

    """

    rests = False

    def __init__(
        self,
        query: Query,
        games: Games,
        trees: KeptTrees,
        bounds: WorkerBounds,
        news: Callable[[], None],
    ) -> None:
        self.query = query
        self.phase = LOAD
        self.answer: dict[str, Any] | None = None
        self.record: Record
        self._games, self._trees = games, trees
        self._bounds, self._tree_bytes = bounds, bounds.tree_bytes
        self._most_seconds = bounds.most_seconds
        self._news = news
        self._ready = False
        self._halted = False
        self.runs = False
        self._spent = 0.0  # seconds of thinking before the last start
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """How long it has thought."""
        since = self._since
        return self._spent + (0.0 if since is None else time.perf_counter() - since)

    def start(self) -> None:
        """Begin, or go on, in a thread."""
        self._halted, self.runs = False, True
        threading.Thread(target=self._work, daemon=True, name="gametree analysis").start()

    def halt(self) -> None:
        """Ask the thread to end soon; call it again until it has."""
        self._halted = True

    def glance(self) -> dict[str, Any] | None:
        """Return a report of the search under way, or None if it cannot be looked at.

        This waits until the simulation under way is done.
        """
        return None

    def keep(self) -> None:
        """Leave the tree to those who go on from here; nothing runs any more."""

    def told(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a question about the tree."""
        raise NotImplementedError

    def _work(self) -> None:
        query = self.query
        try:
            if not self._ready:
                self._load()
                self._enter(COMPILE)
                self._prepare()
                self._ready = True
            self._enter(SEARCH)
            if not self._halted:
                self._since = time.perf_counter()
                try:
                    answer = self._search()
                finally:
                    self._spent, self._since = self.seconds, None
                self.answer = answer
        except BadQuery as error:
            self.answer = error_report(query.id, str(error), error.field)
        except GametreeError as error:
            self.answer = error_report(query.id, str(error), None)
        except MemoryError:
            self.answer = error_report(query.id, "there is not enough memory for this search", None)
        except BaseException as error:
            self.answer = error_report(query.id, failure(error, "the search"), None)
        self.runs = False
        self._news()

    def _enter(self, phase: str) -> None:
        self.phase = phase
        self._news()

    def _load(self) -> None:
        """Make the game and play the moves."""
        query = self.query
        key = query.game, query.parameters
        try:
            begun = self._games.pop(key, None)
            if begun is None:
                begun = begun_game(query.game, dict(query.parameters))
            self._games[key] = begun  # at the end, where those are that were used last
            if len(self._games) > MOST_GAMES:
                del self._games[next(iter(self._games))]
            self.record = Record(*begun)
        except UnknownGame as error:
            raise BadQuery(str(error), "game") from error
        except GametreeError as error:
            raise BadQuery(str(error), "parameters" if query.parameters else "game") from error
        try:
            play_all(self.record, query.moves)
            self._check_position()
        except GametreeError as error:
            raise BadQuery(str(error), "moves") from error

    def _check_position(self) -> None:
        """Raise FinishedPosition if nobody is to choose a move."""
        if self.record.over:
            raise FinishedPosition("the game is over in this position: there is nothing to search")
        if is_chance(self.record.player):
            raise FinishedPosition("chance moves in this position: there is no move to choose")

    def _prepare(self) -> None:
        """Compile what the search needs."""
        raise NotImplementedError

    def _searching(self, record: Record, **options: Any) -> Searcher:
        """Return a new search of the last position of a record."""
        refuse_hidden(record.game, "a search of positions")
        player = make_player(self.query.player)
        assert isinstance(player, Mcts)
        return Searcher(
            record.game,
            record.game.copy(record.state),
            history=record.positions[:-1],
            seed=self.query.seed,
            **{**player.options, **options},
        )

    def _searching_knowledge(self, record: Record) -> HiddenSearcher:
        """Return a new search of what a seat knows, in a game that hides something."""
        query = self.query
        player = make_player(query.player)
        assert isinstance(player, Mcts)
        seat = record.player if query.seat is None else query.seat
        seed = fresh_seed() if query.seed is None else query.seed
        player.begin(record.game, seat, seed)
        return player.knowledge_of(record, seat)

    def _search(self) -> dict[str, Any] | None:
        """Search until the end or until it is halted; return the answer, or None if halted."""
        raise NotImplementedError

    def _most_seconds_now(self) -> float:
        """Return how long this query may think."""
        query = self.query
        seconds = query.max_time
        if seconds is None:
            seconds = _DEFAULT_SECONDS if query.max_visits is None else self._most_seconds
        return min(seconds, self._most_seconds)


class _Search:
    """The search of one position, part of an analysis, with its share of the limits."""

    def __init__(self, searcher: Searcher | HiddenSearcher, memory: int) -> None:
        self.searcher = searcher
        self.seconds = 0.0
        self.most_visits: int | None = None
        self.most_seconds: float | None = None
        self.stopped_by = ""
        self._memory = memory

    @property
    def visits(self) -> int:
        return self.searcher.result().simulations

    @property
    def over(self) -> bool:
        return self.stopped_by != ""

    def run(self) -> None:
        """Search until the limits, or until the searcher is stopped."""
        assert self.most_seconds is not None
        visits = None if self.most_visits is None else self.most_visits - self.visits
        seconds = self.most_seconds - self.seconds
        if visits is not None and visits <= 0:
            self.stopped_by = "simulations"
        elif seconds <= 0:
            self.stopped_by = "seconds"
        else:
            result = self.searcher.run(Limit(visits, seconds, self._memory))
            self.seconds += result.seconds
            if result.stopped_by != "stop":
                self.stopped_by = result.stopped_by


class Analysis(Task):
    """A search of a position, and of the one after a forced move."""

    _forced: Action | None = None
    _after: Record | None = None

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._searches: list[_Search] = []

    def halt(self) -> None:
        super().halt()
        for each in self._searches:
            each.searcher.stop()

    def glance(self) -> dict[str, Any] | None:
        return self._report() if self._searches else None

    def keep(self) -> None:
        whole = self._searches and isinstance(self._searches[0].searcher, Searcher)
        if whole and not self.runs and "error" not in (self.answer or ()):
            self._trees.put(self.query, self._searches[0].searcher)

    def _prepare(self) -> None:
        query, record = self.query, self.record
        records = [record]
        if record.game.hides_information and query.forced is None:
            searcher = self._searching_knowledge(record)
            self._searches = [_Search(searcher, self._tree_bytes)]
            return
        if query.forced is not None:
            try:
                self._forced = action_named(record, query.forced)
            except GametreeError as error:
                raise BadQuery(str(error), "forced") from error
            self._after = after = Record(record.game, record.positions[0])
            for each in (*record.actions, self._forced):
                after.play(each)
            if not after.over and not is_chance(after.player):
                records.append(after)
        kept = self._trees.take(query)
        if kept is not None and kept[1].game is record.game:
            start, searcher = kept
            for each in record.actions[len(start.moves) :]:
                searcher.advance(each)
            searchers = [searcher]
        else:
            searchers = [self._searching(each) for each in records]
        self._searches = [_Search(each, self._tree_bytes) for each in searchers]

    def _search(self) -> dict[str, Any] | None:
        most_visits, most_seconds = self.query.max_visits, self._most_seconds_now()
        for number, each in enumerate(self._searches):
            if each.most_seconds is None:
                # What one search does not use, since it is over early, the next one has.
                rest = len(self._searches) - number
                before = self._searches[:number]
                each.most_seconds = (most_seconds - sum(one.seconds for one in before)) / rest
                if most_visits is not None:
                    left = most_visits - sum(one.visits for one in before)
                    each.most_visits = max(1, -(-left // rest))
            if not each.over and not self._halted:
                each.run()
            if not each.over:
                return None
        return self._report()

    def _report(self) -> dict[str, Any]:
        last = self._searches[-1]
        result, prospects = _outlook(self._searches[0].searcher)
        visits = result.simulations + sum(each.visits for each in self._searches[1:])
        report = report_of(result, prospects, visits=visits, seconds=self.seconds)
        report["rootInfo"]["stopReason"] = last.stopped_by or None
        if self._forced is not None:
            report["forced"] = self._forced_report(result)
        return {
            "id": self.query.id,
            "isDuringSearch": not last.over,
            "turnNumber": len(self.query.moves),
            **report,
        }

    def _forced_report(self, result: SearchResult) -> dict[str, Any]:
        game, state, player = result.game, result.state, result.player
        after, action = self._after, self._forced
        assert after is not None
        assert action is not None
        own = next(each for each in result.actions if is_same(each.action, action))
        best = result.actions[0]
        value, visits, proven = move_value(own), own.visits, own.proven
        refutation: list[str] = []
        if after.over:
            value = proven = after.returns[player]
        elif len(self._searches) > 1:
            answers = self._searches[1].searcher.result()
            if answers.simulations:
                visits, value = answers.simulations, answers.value[player]
                proven = None if answers.proof is None else answers.proof.value[player]
            line = answers.principal_variation[:_REFUTATION]
            refutation = line_names(game, after.state, line)
        return {
            "move": game.action_to_text(state, action),
            "value": value,
            "winrate": winrate(game, value),
            "visits": visits,
            "proven": proven_word(game, proven),
            "refutation": refutation,
            "best": {
                "move": game.action_to_text(state, best.action),
                "value": move_value(best),
                "winrate": winrate(game, move_value(best)),
            },
        }


def _outlook(
    searcher: Searcher | HiddenSearcher,
) -> tuple[SearchResult, tuple[Prospect, ...]]:
    """Return the result, and what is expected after each move: nothing, where that is hidden."""
    if isinstance(searcher, Searcher):
        return searcher.outlook()
    result = searcher.result()
    return result, tuple(Prospect(None, ()) for _ in result.actions)


class Preparation(Analysis):
    """All that an analysis ever needs is compiled."""

    def glance(self) -> dict[str, Any] | None:
        return None

    def keep(self) -> None:
        pass

    def _check_position(self) -> None:
        """Allow a game that begins with a deal: what a seat knows is searched later in it."""
        if not self.record.game.hides_information:
            super()._check_position()

    def _prepare(self) -> None:
        if self.record.game.hides_information:
            make_player(self.query.player).begin(self.record.game, 0, 0)
            return
        super()._prepare()
        searcher = self._searches[0].searcher
        assert isinstance(searcher, Searcher)
        result = searcher.run(_RECYCLING)
        searcher.advance(result.action)

    def _search(self) -> dict[str, Any] | None:
        query = self.query
        return {
            "id": query.id,
            "isDuringSearch": False,
            "turnNumber": len(query.moves),
            "prepared": True,
        }


class Decision(Task):
    """A player's choice of a move."""

    _player: Player | None = None

    def halt(self) -> None:
        super().halt()
        searcher = getattr(self._player, "searcher", None)
        if searcher is not None:
            searcher.stop()

    def _prepare(self) -> None:
        player, record = make_player(self.query.player), self.record
        if hasattr(player, "most_bytes"):
            player.most_bytes = self._tree_bytes
        seed = fresh_seed() if self.query.seed is None else self.query.seed
        try:
            if isinstance(player, Mcts):  # it makes one move only
                player.begin_in_parts(record.game, record.player, seed)
            else:
                player.begin(record.game, record.player, seed)
        except BadQuery:
            raise
        except BadParameter as error:
            raise BadQuery(str(error), "player") from error
        self._player = player

    def _search(self) -> dict[str, Any] | None:
        query, record = self.query, self.record
        player = self._player
        assert player is not None
        limit = None
        if query.max_visits is not None or query.max_time is not None or player.needs_limit:
            limit = Limit(query.max_visits, self._most_seconds_now())
        try:
            choice = player.choose(record, limit)
        finally:
            player.end()
        if self._halted:
            return None
        statistics = {**choice.statistics}
        statistics.setdefault("value", None)
        return {
            "id": query.id,
            "isDuringSearch": False,
            "turnNumber": len(query.moves),
            "move": record.game.action_to_text(record.state, choice.action),
            "statistics": plain(statistics),
        }
