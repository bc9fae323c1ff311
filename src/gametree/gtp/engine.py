"""An engine that is talked to by lines of GTP, whatever carries them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from .. import __version__
from ..engines.search import EngineSearch
from ..errors import BadParameter, GametreeError
from ..game import Game
from ..limits import LEAST_MEMORY, Limit
from ..mcts.result import SearchResult
from ..mcts.searcher import Searcher
from ..players.game_length import game_length
from ..players.searching import make_one_move
from ..players.timekeeper import moves_left
from .analysis import AnalysisOptions, chance_to_win, information, read_analysis
from .board import GtpBoard
from .clocks import GtpClocks
from .commands import (
    GtpCommand,
    read_colour,
    read_command,
    read_count,
    read_number,
    read_seconds,
)
from .dialects import COLOURS

__all__ = ["GtpEngine"]

_RECYCLING = Limit(2000, memory=LEAST_MEMORY)  # enough for all that is compiled
_SHOWN = 40  # characters of what was said, in an answer


class GtpEngine:
    """Answers lines of GTP, and searches in a thread of its own.

    Args:
        write: called with each line that is answered, by two threads, one at a time.
        game: the rules at the beginning.
        limit: for each move, where no clock is told of; its memory bounds all searches.
        resign: give up when the chance to win is less than this, 0 to 0.5; 0 for never.
        ponder: whether to search on while the other one thinks.
        compiled, seed, workers: as for `Searcher`.

    Raises:
        BadParameter: if GTP is not spoken about this game, or `resign` is out of range.

    """

    def __init__(
        self,
        write: Callable[[str], None],
        game: Game,
        limit: Limit,
        *,
        resign: float = 0.0,
        ponder: bool = False,
        compiled: bool | str = "auto",
        seed: int | None = None,
        workers: int = 1,
    ) -> None:
        if not 0 <= resign <= 0.5:
            raise BadParameter(f"resign must be a chance from 0 to 0.5, not {resign!r}")
        self._board = GtpBoard(game)
        self._write_line = write
        self._writing = threading.Lock()
        self._limit = limit
        self._resign = resign
        self._ponder = ponder
        self._search = EngineSearch(compiled=compiled, seed=seed, workers=workers)
        self._clocks = GtpClocks()
        self._rehearsed: Game | None = None
        self._length: int | None = None  # of a game on this board, in plies
        self._endless = False  # whether what is under way ends only when it is stopped
        board = self._board
        # A command that has no answer here gives it later.
        self._commands: dict[str, Callable[[GtpCommand], str | None]] = {
            "protocol_version": lambda command: "2",
            "name": lambda command: "gametree",
            "version": lambda command: __version__,
            "known_command": self._known_command,
            "list_commands": lambda command: "\n".join(self._commands),
            "quit": lambda command: "",
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": lambda command: board.dialect.score(board.record),
            "showboard": lambda command: "\n".join(["", *board.dialect.board(board.record.state)]),
            "cputime": lambda command: f"{time.process_time():.3f}",
            "analyze": self._analyze,
            "genmove_analyze": self._genmove_analyze,
            "lz-analyze": self._analyze,
            "lz-genmove_analyze": self._genmove_analyze,
            "gogui-interrupt": lambda command: "",
            "gogui-play_sequence": self._play_sequence,
            "gogui-rules_game_id": lambda command: board.dialect.id,
            "gogui-rules_board_size": lambda command: board.dialect.size,
            "gogui-rules_board": self._stones,
            "gogui-rules_legal_moves": lambda command: " ".join(board.legal_moves()),
            "gogui-rules_side_to_move": lambda command: COLOURS[board.turn],
            "gogui-rules_final_result": lambda command: board.result(),
        }

    def take(self, line: str) -> bool:
        """Answer a line; return False if it ends the conversation.

        A search under way is waited for; that of an analysis ends with the next line, that of a
        move with the comment `# interrupt` and with `quit`.
        """
        command = read_command(line)
        interrupted = line.strip("# \t\r\n").lower() == "interrupt" and "#" in line
        if self._endless or interrupted or (command is not None and command.name == "quit"):
            self._search.stop()
        if command is None:
            return True
        self._search.wait()
        self._endless = False
        known = self._commands.get(command.name)
        try:
            if known is None:
                raise BadParameter(f"unknown command {command.name[:_SHOWN]!r}")
            answer = known(command)
        except GametreeError as error:
            self._refuse(command, str(error))
        else:
            if answer is not None:
                self._answer(command, answer)
        return command.name != "quit"

    def finish(self) -> None:
        """Have what is under way answered; nothing more is asked."""
        if self._endless:
            self._search.stop()
        self._search.wait()
        self._search.forget()

    def _write(self, lines: Sequence[str]) -> None:
        with self._writing:
            for line in lines:
                self._write_line(line)

    def _answer(self, command: GtpCommand, text: str) -> None:
        self._write([*f"={command.id} {text}".split("\n"), ""])

    def _refuse(self, command: GtpCommand, reason: str) -> None:
        self._write([f"?{command.id} {' '.join(reason.split())}", ""])

    def _known_command(self, command: GtpCommand) -> str:
        command.expects(1, "COMMAND")
        return str(command.arguments[0] in self._commands).lower()

    # The board.

    def _boardsize(self, command: GtpCommand) -> str:
        command.expects(1, "SIZE")
        self._board.resize(read_count(command.arguments[0], "the size"))
        self._length = None
        self._search.forget()
        self._clocks.restart()
        return ""

    def _clear_board(self, command: GtpCommand) -> str:
        """Begin a game; what it needs is compiled and measured by then, before a clock runs."""
        board = self._board
        self._search.forget()
        self._clocks.restart()
        board.begin(board.dialect)
        if self._rehearsed is not board.dialect.game:
            searcher = self._search.at(board.record)
            if searcher is not None and searcher.compiled:
                make_one_move(searcher, _RECYCLING)
            self._search.forget()
            self._rehearsed = board.dialect.game
            self._plies()
        return ""

    def _komi(self, command: GtpCommand) -> str:
        command.expects(1, "KOMI")
        game = self._board.dialect.game
        self._board.set_komi(read_number(command.arguments[0], "the komi"))
        if self._board.dialect.game is not game:
            self._search.forget()
        return ""

    def _play(self, command: GtpCommand) -> str:
        command.expects(2, "COLOR VERTEX")
        self._board.play(*command.arguments)
        return ""

    def _play_sequence(self, command: GtpCommand) -> str:
        self._board.play_all(command.arguments)
        return ""

    def _undo(self, command: GtpCommand) -> str:
        self._board.undo()
        return ""

    def _stones(self, command: GtpCommand) -> str:
        rows = self._board.dialect.stones(self._board.record.state)
        return "\n".join(" ".join(row) for row in rows)

    # Time.

    def _time_settings(self, command: GtpCommand) -> str:
        command.expects(3, "MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES")
        main, period, stones = command.arguments
        self._clocks.set(
            read_seconds(main, "the main time"),
            read_seconds(period, "the byo-yomi time"),
            read_count(stones, "the number of byo-yomi stones"),
        )
        return ""

    def _time_left(self, command: GtpCommand) -> str:
        command.expects(3, "COLOR TIME STONES")
        colour, seconds, stones = command.arguments
        self._clocks.tell(
            read_colour(colour),
            read_seconds(seconds, "the time"),
            read_count(stones, "the number of stones"),
        )
        return ""

    def _plies(self) -> int:
        """Return how many plies a game takes."""
        if self._length is None:
            self._length = game_length(self._board.dialect.game)
        return self._length

    def _limit_of(self, player: int) -> Limit:
        """Return the limit of a move: by the clock, if one is told of."""
        left = moves_left(self._plies(), len(self._board.record.actions), 2)
        planned = self._clocks.limit(player, left)
        if planned is None:
            return self._limit
        return replace(planned, simulations=self._limit.simulations, memory=self._limit.memory)

    # Searches.

    def _genmove(self, command: GtpCommand) -> None:
        command.expects(1, "COLOR")
        self._choose(command, read_colour(command.arguments[0]), None)

    def _genmove_analyze(self, command: GtpCommand) -> None:
        options = read_analysis(command.arguments, self._board.turn)
        self._choose(command, options.player, options)

    def _choose(self, command: GtpCommand, player: int, options: AnalysisOptions | None) -> None:
        """Begin to search for a move, which is played and answered in the end."""
        begun = time.perf_counter()
        board = self._board
        board.give_turn(player)
        if options is not None:
            self._write([f"={command.id}"])

        def choose() -> None:
            try:
                result = self._found(self._limit_of(player), options)
                move = board.dialect.vertex(result.action)
                if chance_to_win(result.value[player], result) < self._resign:
                    move = "resign"
                    board.drop_turn()
                else:
                    board.put_down(result.action)
                self._clocks.spend(player, time.perf_counter() - begun)
            except Exception as error:
                board.drop_turn()
                self._fail(command, error, begun=options is not None)
                return
            if options is None:
                self._answer(command, move)
            else:
                self._write([f"play {move}", ""])
            self._think_on()

        self._search.begin(choose)

    def _reg_genmove(self, command: GtpCommand) -> None:
        command.expects(1, "COLOR")
        board = self._board
        board.give_turn(read_colour(command.arguments[0]))
        self._search.forget()  # the same position has the same answer

        def choose() -> None:
            try:
                move = board.dialect.vertex(self._found(self._limit, None).action)
            except Exception as error:
                self._fail(command, error)
            else:
                self._answer(command, move)
            finally:
                board.drop_turn()

        self._search.begin(choose)

    def _analyze(self, command: GtpCommand) -> None:
        """Begin to tell what is found, until the next line comes."""
        options = read_analysis(command.arguments, self._board.turn)
        board = self._board
        board.give_turn(options.player)
        self._write([f"={command.id}"])

        def think() -> None:
            try:
                self._found(Limit(memory=self._limit.memory_or_default()), options)
                self._search.stopped.wait()
                self._write([""])
            except Exception as error:
                self._fail(command, error, begun=True)
            finally:
                board.drop_turn()

        self._endless = True
        self._search.begin(think)

    def _found(self, limit: Limit, options: AnalysisOptions | None) -> SearchResult:
        """Return what a search of the position finds; tell of it on the way as the options say."""
        searcher = self._search.at(self._board.record)
        if searcher is None:
            raise BadParameter("the game is over")
        told = time.perf_counter()

        def report(result: SearchResult) -> None:
            nonlocal told
            if self._search.stopped.is_set():
                searcher.stop()
            now = time.perf_counter()
            if options is not None and now - told >= options.seconds:
                told = now
                self._inform(searcher, options)

        found = searcher.run(limit, progress=report)
        if options is not None:
            self._inform(searcher, options)
        return found

    def _inform(self, searcher: Searcher, options: AnalysisOptions) -> None:
        result, prospects = searcher.outlook()
        told = information(result, prospects, self._board.dialect, options.moves)
        if told:  # an empty line would end the answer
            self._write([told])

    def _fail(self, command: GtpCommand, error: Exception, *, begun: bool = False) -> None:
        """Tell that a search has failed, by the answer or in one that has begun."""
        reason = f"the search has failed: {error}"
        if begun:
            self._write([" ".join(reason.split()), ""])
        else:
            self._refuse(command, reason)

    def _think_on(self) -> None:
        """Search on in the background, until anything else is asked of the search."""
        if self._ponder:
            searcher = self._search.at(self._board.record)
            if searcher is not None:
                searcher.ponder(self._limit.memory_or_default())
