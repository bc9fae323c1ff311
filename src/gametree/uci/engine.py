"""An engine that is talked to by lines of UCI or UGI, whatever carries them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from .. import __version__
from ..engines.search import EngineSearch
from ..errors import BadParameter, GametreeError
from ..game import CHANCE, Action, Game
from ..limits import LEAST_MEMORY, Limit
from ..mcts.result import SearchResult
from ..mcts.searcher import Searcher
from ..players.time_control import Clock, TimeControl
from ..players.timekeeper import share
from ..primitives.rng import Rng, fresh_seed
from ..record import Record
from .commands import UciGo, UciPosition, read_go, read_option, read_position
from .dialects import UciDialect
from .information import information
from .notation import notation_of

__all__ = ["UciEngine"]

_MEGABYTE = 1 << 20
_OPTIONS = {  # default, least, most
    "Hash": (256, 1, 1 << 20),
    "Threads": (1, 1, 1024),
    "MultiPV": (1, 1, 218),
    "Move Overhead": (20, 0, 10_000),
}
_LONGEST_BY_DEPTH = 60.0  # seconds
_SHORTEST = 0.001  # seconds


class UciEngine:
    """Answers lines of UCI or UGI, and searches in a thread of its own.

    Where chance is to move, the move that it tells is an outcome drawn by its probability.

    Args:
        write: called with each line that is answered, by two threads, one at a time.
        game: the rules; for UCI they are those of chess.
        dialect: which of the two is spoken.
        compiled: as for `Searcher`.
        seed: of the searches.

    """

    def __init__(
        self,
        write: Callable[[str], None],
        game: Game,
        dialect: UciDialect,
        *,
        compiled: bool | str = "auto",
        seed: int | None = None,
    ) -> None:
        self._write_line = write
        self._writing = threading.Lock()
        self._search = EngineSearch(compiled=compiled, seed=seed)
        self._options = {name: default for name, (default, _, _) in _OPTIONS.items()}
        self._game = game
        self._dialect = dialect
        self._notation = notation_of(game)
        self._dice = Rng(fresh_seed() if seed is None else seed)
        self._position = UciPosition("startpos", ())
        self._record = Record(game)

    def take(self, line: str) -> bool:
        """Answer a line; return False if it ends the conversation.

        What makes no sense is told of by `info string`, and changes nothing.
        """
        word, *words = line.split() or [""]
        protocol = self._dialect.name
        try:
            match word:
                case _ if word == protocol:
                    self._introduce()
                case "isready":
                    if not self._search.at_work:
                        self._search.at(self._record)
                    self._write("readyok")
                case "setoption":
                    self.stop()
                    self._set_option(*read_option(words))
                case _ if word == f"{protocol}newgame":
                    self.stop()
                    self._search.forget()
                case "position":
                    self.stop()
                    self._set_position(read_position(words))
                case "go":
                    self.stop()
                    self._go(read_go(words, self._dialect))
                case "query" if self._dialect.answers_queries:
                    self._write(f"response {self._response(words)}")
                case "stop":
                    self.stop()
                case "quit":
                    return False
                case "" | "ponderhit" | "debug" | "register":
                    pass
                case _:
                    self._tell(
                        f"{word[:40]!r} is no command of {protocol.upper()} that is known here"
                    )
        except GametreeError as error:
            self._tell(str(error))
        return True

    def stop(self) -> None:
        """End the search under way, and wait until its move has been told."""
        self._search.stop()

    finish = stop

    def _write(self, line: str) -> None:
        with self._writing:
            self._write_line(line)

    def _tell(self, text: str) -> None:
        self._write(f"info string {' '.join(text.split())}")

    def _introduce(self) -> None:
        self._write(f"id name gametree {__version__}")
        self._write("id author the gametree authors")
        for name, (default, least, most) in _OPTIONS.items():
            self._write(f"option name {name} type spin default {default} min {least} max {most}")
        self._write(f"{self._dialect.name}ok")

    def _set_option(self, name: str, value: str) -> None:
        known = {each.casefold(): each for each in _OPTIONS}.get(name.casefold())
        if known is None:
            raise BadParameter(f"there is no option {name[:40]!r}; options are {[*_OPTIONS]}")
        _, least, most = _OPTIONS[known]
        if not value.isdecimal() or not least <= int(value) <= most:
            raise BadParameter(f"{known} must be a number from {least} to {most}, not {value!r}")
        self._options[known] = int(value)
        if known == "Threads":
            self._search.set_workers(self._options[known])

    def _set_position(self, position: UciPosition) -> None:
        """Take note of a position; the moves that are new are added to those known.

        Raises:
            BadParameter, IllegalMove, FinishedPosition: if there is no such position; that of
                before stays.

        """
        old = self._position
        record = self._record
        start = len(old.moves)
        if position.fen != old.fen or position.moves[:start] != old.moves:
            record = Record(self._game, self._notation.start_of(position.fen))
            self._search.forget()
            start = 0
        played = len(record.actions)
        try:
            for name in position.moves[start:]:
                record.play(self._notation.action_named(record, name))
        except GametreeError:
            if record is self._record:
                record.take_back(len(record.actions) - played)
            raise
        self._position, self._record = position, record

    def _response(self, words: list[str]) -> str:
        """Return the answer to a query about the position.

        Raises:
            BadParameter: if there is no such query.

        """
        record = self._record
        match words:
            case ["p1turn"]:
                return str(not record.over and record.player == 0).lower()
            case ["gameover"]:
                return str(record.over).lower()
            case ["result"]:
                return self._result()
        raise BadParameter("query is followed by p1turn, gameover or result")

    def _result(self) -> str:
        """Return who has won: who alone has got the most."""
        if not self._record.over:
            return "none"
        returns = self._record.returns
        best = max(returns)
        if returns.count(best) > 1 or (len(returns) == 1 and best <= self._game.draw_value):
            return "draw"
        return f"p{returns.index(best) + 1}win"

    def _go(self, go: UciGo) -> None:
        if go.ignored:
            self._tell(f"not known here, and left out: {' '.join(go.ignored)[:200]}")
        self._search.begin(lambda: self._choose(go))

    def _choose(self, go: UciGo) -> None:
        """Search, and tell the move in the end whatever happens."""
        best = "(none)"
        record, name_of = self._record, self._notation.name_of
        try:
            if not record.over and record.player == CHANCE:
                best = name_of(record.state, record.draw_chance(self._dice))
            elif (searcher := self._search.at(record)) is not None:
                best = name_of(record.state, self._found(searcher, go).action)
        except Exception as error:
            self._tell(f"the search has failed: {error}")
            legal = record.legal_actions()
            best = name_of(record.state, legal[0]) if legal else best
        if go.infinite:
            self._search.stopped.wait()  # before that no move may be told
        self._write(f"bestmove {best}")

    def _found(self, searcher: Searcher, go: UciGo) -> SearchResult:
        """Return what a search finds; tell of it about ten times a second."""
        most = self._options["MultiPV"]

        def report(result: SearchResult) -> None:
            others = ([each.action] for each in result.actions[1:most])
            self._inform(result, [result.principal_variation, *others])
            deep = go.depth is not None and len(result.principal_variation) >= go.depth
            if deep or self._search.stopped.is_set():
                searcher.stop()

        searcher.run(self._limit_of(go), progress=report)
        result, prospects = searcher.outlook()
        lines = [
            [each.action, *prospect.line]
            for each, prospect in zip(result.actions, prospects, strict=True)
        ]
        self._inform(result, [result.principal_variation, *lines[1:]])
        return result

    def _inform(self, result: SearchResult, lines: Sequence[Sequence[Action]]) -> None:
        most = self._options["MultiPV"]
        for line in information(result, lines, self._notation, self._dialect, most):
            self._write(line)

    def _limit_of(self, go: UciGo) -> Limit:
        """Return the limit that a search has been given."""
        memory = max(LEAST_MEMORY, self._options["Hash"] * _MEGABYTE)
        overhead = self._options["Move Overhead"] / 1000
        nodes = max(1, go.nodes) if go.nodes is not None else None
        if go.infinite:
            return Limit(memory=memory)
        if go.movetime is not None:
            seconds = max(_SHORTEST, go.movetime / 1000 - overhead)
            return Limit(simulations=nodes, seconds=seconds, memory=memory)
        player = self._record.player
        mine = go.times[player]
        if mine is not None:
            main = max(_SHORTEST, mine / 1000)
            increment = max(0, go.increments[player] or 0) / 1000
            moves = float(max(1, go.movestogo or 0))
            if not go.movestogo:
                moves = self._notation.moves_left(self._record)
            control = TimeControl(main, increment)
            limit = share(Clock(control, main, 0), moves, min(overhead, main / 2))
            return Limit(nodes, limit.seconds, memory, longest=limit.longest)
        if go.depth is not None:
            return Limit(nodes, _LONGEST_BY_DEPTH, memory)
        return Limit(simulations=nodes, memory=memory)
