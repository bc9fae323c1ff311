"""An engine that is talked to by lines of UCI or UGI, whatever carries them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from threading import Event

from ... import __version__
from ...actors import is_chance
from ...errors import GametreeError, IllegalMove
from ...game import Action, Game
from ...games.chess.game import Chess
from ...levels.moves import LeveledMoves
from ...levels.store import ladder_of
from ...limits import LEAST_MEMORY, Limit
from ...mcts.results.result import SearchResult
from ...mcts.searcher import Searcher
from ...players.searching import make_one_move
from ...primitives.rng import Rng, fresh_seed
from ...record import Record
from ..engine.move_timer import MoveTimer
from ..engine.search import EngineSearch, endless
from .commands import UciGo, UciPosition, read_go, read_option, read_position
from .dialects import UciDialect
from .go_limit import limit_of, memory_of
from .information import information, is_mate_within
from .notation import notation_of
from .options import CHESS960, CLEAR_HASH, UciOptions
from .queries import answer_to

__all__ = ["UciEngine"]

_NO_MOVE = "(none)"  # as Stockfish writes it; python-chess and cutechess understand it
_RECYCLING = Limit(2000, memory=LEAST_MEMORY)  # enough for all that is compiled
_SHOWN = 40  # characters of what was said, in an answer


class UciEngine:
    """Answers lines of UCI or UGI, and searches in a thread of its own.

    Where chance is to move, the move that it tells is an outcome drawn by its probability.

    Args:
        write: called with each line that is answered, by two threads, one at a time.
        game: the rules; for UCI they are those of chess.
        dialect: which of the two is spoken.
        compiled: as for `Searcher`.
        seed: of the searches.
        level: the level of the game's ladder that plays; 0 for the whole strength.
        timer: measures the time of each move.

    """

    def __init__(
        self,
        write: Callable[[str], None],
        game: Game,
        dialect: UciDialect,
        *,
        compiled: bool | str = "auto",
        seed: int | None = None,
        level: int = 0,
        timer: MoveTimer | None = None,
    ) -> None:
        self._write_line = write
        self._writing = threading.Lock()
        seed = fresh_seed() if seed is None else seed
        self._leveled = LeveledMoves(ladder_of(game), seed)
        self._options = UciOptions(self._leveled.ladder, chess=isinstance(game, Chess))
        self._options.set("Level", str(level))
        self._leveled.choose_level(level)
        self._dialect = dialect
        self._play_by(game)
        self._search = EngineSearch(
            lambda record: self._notation.root_of(record), compiled=compiled, seed=seed
        )
        self._timer = MoveTimer() if timer is None else timer
        self._ponders = False  # whether a search waits for `ponderhit`
        self._dice = Rng(seed)
        protocol = dialect.name
        self._commands: dict[str, Callable[[list[str]], None]] = {
            protocol: lambda words: self._introduce(),
            "isready": lambda words: self._get_ready(),
            "setoption": self._set_option,
            f"{protocol}newgame": lambda words: self._forget(),
            "position": self._set_position,
            "go": self._go,
            "stop": lambda words: self.stop(),
            "ponderhit": lambda words: self._hit(),
            "debug": lambda words: None,
            "register": lambda words: None,
        }
        if dialect.answers_queries:
            self._commands["query"] = self._query

    def _play_by(self, game: Game) -> None:
        """Play a game by these rules, from its first position on."""
        self._notation = notation_of(game)
        # Who asks the engine whether a game is over, asks by the rules themselves.
        self._game = game if self._dialect.answers_queries else self._notation.followed()
        self._position: UciPosition | None = UciPosition("startpos", ())
        self._record: Record | None = Record(self._game)
        self._refusal = ""  # why there is no position
        self._rehearsed = False

    def take(self, line: str) -> bool:
        """Answer a line; return False if it ends the conversation.

        What makes no sense is reported by `info string`. Words before a command are left out, as
        the protocol says.
        """
        words = line.split()
        place = next(
            (place for place, word in enumerate(words) if word in (*self._commands, "quit")), None
        )
        if words and place != 0:
            protocol = self._dialect.name.upper()
            self._tell(f"{words[0][:_SHOWN]!r} is no command of {protocol} that is known here")
        if place is None:
            return True
        if words[place] == "quit":
            return False
        try:
            self._commands[words[place]](words[place + 1 :])
        except GametreeError as error:
            self._tell(str(error))
        return True

    def stop(self) -> None:
        """End the current search, and wait until its move has been sent."""
        self._ponders = False
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
        for line in self._options.declared():
            self._write(line)
        self._write(f"{self._dialect.name}ok")

    def _get_ready(self) -> None:
        if not self._search.at_work and self._record is not None:
            self._rehearse(self._record)
            self._search.at(self._record)
        self._write("readyok")

    def _rehearse(self, record: Record) -> None:
        """Compile, before a clock runs, what a move and full memory need."""
        if self._rehearsed or record.over or is_chance(record.player):
            return
        self._rehearsed = True
        if self._leveled.number:
            self._leveled.get_ready(record)
            return
        searcher = self._search.at(record)
        if searcher is not None and searcher.compiled:
            make_one_move(searcher, _RECYCLING)
            self._search.forget()

    def _forget(self) -> None:
        self.stop()
        self._search.forget()

    def _set_option(self, words: list[str]) -> None:
        name, value = read_option(words)
        self.stop()
        name = self._options.set(name, value)
        if name == CLEAR_HASH:
            self._search.forget()
        elif name == "Threads":
            self._search.set_workers(self._options[name])
        self._leveled.choose_level(self._options.level)
        if name == CHESS960 and isinstance(self._game, Chess):
            if self._options.chess960 != self._game.chess960:
                self._search.forget()
                self._play_by(Chess(chess960=self._options.chess960))

    def _set_position(self, words: list[str]) -> None:
        """Set the position; the moves that are new are added to those known.

        Raises:
            BadParameter, IllegalMove, FinishedPosition: if there is no such position; then there
                is none at all, since a move for an older one would be believed.

        """
        self.stop()
        old, record = self._position, self._record
        self._position = self._record = None
        try:
            position = read_position(words)
            start = 0 if old is None else len(old.moves)
            same = old is not None and position.fen == old.fen
            if old is None or record is None or not same or position.moves[:start] != old.moves:
                record = Record(self._game, self._notation.start_of(position.fen))
                self._search.forget()
                start = 0
            for name in position.moves[start:]:
                record.play(self._notation.action_named(record, name))
        except GametreeError as error:
            self._refusal = str(error)
            raise
        self._position, self._record = position, record

    def _query(self, words: list[str]) -> None:
        self._write(f"response {answer_to(words, self._record)}")

    def _go(self, words: list[str]) -> None:
        self.stop()
        self._timer.begin()
        go = read_go(words, self._dialect)
        for fault in go.faults:
            self._tell(fault)
        self._ponders = go.ponder
        self._search.begin(lambda: self._choose(go))

    def _hit(self) -> None:
        """Search on as if on one's own time: the move that was expected has been made."""
        if self._ponders:
            self._ponders = False
            self._timer.begin()
            self._search.resume()

    def _choose(self, go: UciGo) -> None:
        """Search, and send the move at the end whatever happens."""
        name = _NO_MOVE
        record = self._record
        try:
            if record is None:
                self._tell(f"there is no position, since it was refused: {self._refusal}")
            else:
                name = self._move(go, record)
        except Exception as error:
            self._tell(f"the search has failed: {error}")
            legal = record.legal_actions() if record is not None else []
            if record is not None and legal:
                name = self._notation.name_of(record.state, legal[0])
        if go.infinite:  # before that no move may be sent
            self._search.stopped.wait()
        elif go.ponder:
            self._search.wait_until_woken()
        self._write(f"bestmove {name}")
        self._timer.answered()

    def _move(self, go: UciGo, record: Record) -> str:
        """Return the move that a search finds, and the answer that it expects."""
        name_of = self._notation.name_of
        if record.over:
            self._tell("the game is over in this position: there is no move")
            return _NO_MOVE
        if is_chance(record.player):
            return name_of(record.state, record.draw_chance(self._dice))
        moves = None if go.searchmoves is None else self._allowed(record, go.searchmoves)
        if moves == []:
            self._tell("none of searchmoves is a legal move")
            return _NO_MOVE
        if self._leveled.number and moves is None and not go.infinite:
            return name_of(record.state, self._leveled.action(record))
        searcher = self._search.at(record, moves)
        if searcher is None:
            return _NO_MOVE
        result = self._found(searcher, go, record)
        name = name_of(record.state, result.action)
        line = result.principal_variation
        if self._dialect.tells_ponder and len(line) > 1:
            following = record.game.next_state(record.game.copy(record.state), line[0])
            name += f" ponder {name_of(following, line[1])}"
        return name

    def _allowed(self, record: Record, names: Sequence[str]) -> list[Action]:
        """Return the moves of some names; the names of no legal move are reported."""
        found = []
        for name in names:
            try:
                found.append(self._notation.action_named(record, name))
            except IllegalMove as error:
                self._tell(f"searchmoves: {error}")
        return found

    def _found(self, searcher: Searcher, go: UciGo, record: Record) -> SearchResult:
        """Return what a search finds; one that ponders goes on until it may use its own time."""
        if go.ponder:
            result = self._run(searcher, endless(memory_of(self._options)), go, self._search.woken)
            self._search.wait_until_woken()
            if self._search.stopped.is_set():
                return result
        limit = limit_of(go, record, self._notation, self._options)
        if not go.infinite:
            limit = self._timer.rest(limit)
        result = self._run(searcher, limit, go, self._search.stopped)
        self._timer.searched()
        return result

    def _run(self, searcher: Searcher, limit: Limit, go: UciGo, ended: Event) -> SearchResult:
        """Run a search; report on it about ten times a second, and when it has ended."""
        most = self._options["MultiPV"]

        def report(result: SearchResult) -> None:
            others = ([each.action] for each in result.actions[1:most])
            self._inform(result, [result.principal_variation, *others])
            deep = go.depth is not None and len(result.principal_variation) >= go.depth
            mate = go.mate is not None and is_mate_within(result, go.mate, self._dialect)
            if deep or mate or ended.is_set():
                searcher.stop()

        result = searcher.run(limit, progress=report)
        if most > 1:
            result, prospects = searcher.outlook()
            lines = [
                [each.action, *prospect.line]
                for each, prospect in zip(result.actions, prospects, strict=True)
            ]
            self._inform(result, [result.principal_variation, *lines[1:]])
        return result

    def _inform(self, result: SearchResult, lines: Sequence[Sequence[Action]]) -> None:
        most, memory = self._options["MultiPV"], memory_of(self._options)
        for line in information(result, lines, self._notation, self._dialect, most, memory):
            self._write(line)
