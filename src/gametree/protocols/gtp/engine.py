"""An engine that is talked to by lines of GTP, whatever carries them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from ... import __version__
from ...errors import BadParameter, GametreeError
from ...game import Action, Game
from ...levels.moves import LeveledMoves
from ...levels.store import ladder_of
from ...limits import LEAST_MEMORY, Limit
from ...mcts.results.result import SearchResult
from ...mcts.searcher import Searcher
from ...players.game_length import game_length
from ...players.searching import make_one_move
from ...players.timekeeper import moves_left
from ...primitives.rng import fresh_seed
from ..engine.move_timer import MoveTimer
from ..engine.search import EngineSearch, endless
from .analysis import AnalysisOptions, chance_to_win, information, read_analysis
from .board import GtpBoard
from .clocks import GtpClocks
from .commands import GtpCommand, read_colour, read_command, read_count, read_number, read_seconds
from .dialects import COLOURS
from .handicap import most_fixed
from .sgf_files import load_sgf, print_sgf
from .time_settings import KATA_SYSTEMS, KGS_SYSTEMS, set_clocks

__all__ = ["GtpEngine"]

_RECYCLING = Limit(2000, memory=LEAST_MEMORY)  # enough for all that is compiled
_AREA_RULES = ("chinese", "aga", "new_zealand")
_SHOWN = 40  # characters of what was said, in an answer


class GtpEngine:
    """Answers lines of GTP, and searches in a thread of its own.

    Args:
        write: called with each line that is answered, by two threads, one at a time.
        game: the rules at the beginning.
        limit: default limit per move when no clock is set; its memory bounds all searches.
        resign: give up when the chance to win is less than this, 0 to 0.5; 0 for never.
        ponder: whether to search on while the other one thinks.
        compiled, seed, workers: as for `Searcher`.
        level: the level of the game's ladder that plays; 0 for the whole strength.

    Raises:
        BadParameter: if GTP is not spoken about this game, `resign` is out of range, or there is
            no such level.
        LadderError: if the file of the levels is damaged.

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
        level: int = 0,
    ) -> None:
        if not 0 <= resign <= 0.5:
            raise BadParameter(f"resign must be a chance from 0 to 0.5, not {resign!r}")
        self._board = GtpBoard(game)
        self._write_line = write
        self._writing = threading.Lock()
        self._limit = limit
        self._resign = resign
        self._ponder = ponder
        self._search = EngineSearch(
            lambda record: self._board.dialect.root_of(record),
            compiled=compiled,
            seed=seed,
            workers=workers,
        )
        self._level = level
        self._seed = fresh_seed() if seed is None else seed
        self._leveled: tuple[Game, LeveledMoves] | None = None
        if level:
            self._level_of(game)
        self._timer = MoveTimer()
        self._clocks = GtpClocks()
        self._rehearsed: Game | None = None
        self._length: int | None = None  # of a game on this board, in plies
        self._endless = False  # whether what is under way ends only when it is stopped
        self._commands = self._answers()

    def _answers(self) -> dict[str, Callable[[GtpCommand], str | None]]:
        """Return what answers each command; a command that returns None answers later."""
        board = self._board
        return {
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
            "kgs-time_settings": lambda command: self._set_clocks(command, KGS_SYSTEMS),
            "kata-time_settings": lambda command: self._set_clocks(command, KATA_SYSTEMS),
            "kata-list_time_settings": lambda command: " ".join(KATA_SYSTEMS),
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "loadsgf": self._load_sgf,
            "printsgf": lambda command: print_sgf(board, command),
            "final_status_list": self._final_status_list,
            "final_score": lambda command: board.dialect.score(board.record),
            "showboard": lambda command: "\n".join(["", *board.dialect.board(board.record.state)]),
            "cputime": lambda command: f"{time.process_time():.3f}",
            "analyze": self._analyze,
            "genmove_analyze": self._genmove_analyze,
            "lz-analyze": self._analyze,
            "lz-genmove_analyze": self._genmove_analyze,
            "kata-analyze": self._kata_analyze,
            "kata-genmove_analyze": self._kata_genmove_analyze,
            "kgs-genmove_cleanup": self._genmove,
            "kgs-rules": self._kgs_rules,
            "kgs-game_over": lambda command: "",
            "clear_cache": self._clear_cache,
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
            if self._level:
                self._level_of(self._rehearsed).get_ready(board.record)
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

    def _fixed_handicap(self, command: GtpCommand) -> str:
        command.expects(1, "NUMBER_OF_STONES")
        count = read_count(command.arguments[0], "the number of stones")
        return self._board.lay(self._board.dialect.handicap(count))

    def _place_free_handicap(self, command: GtpCommand) -> str:
        """Lay stones where the engine likes: on the fixed points, and no more than there are."""
        command.expects(1, "NUMBER_OF_STONES")
        count = read_count(command.arguments[0], "the number of stones")
        dialect = self._board.dialect
        return self._board.lay(dialect.handicap(min(count, most_fixed(dialect.columns))))

    def _set_free_handicap(self, command: GtpCommand) -> str:
        self._board.lay_at(command.arguments)
        return ""

    def _load_sgf(self, command: GtpCommand) -> str:
        load_sgf(self._board, command)
        self._length = None
        self._search.forget()
        return ""

    def _final_status_list(self, command: GtpCommand) -> str:
        command.expects(1, "STATUS")
        status = command.arguments[0].lower()
        if status not in ("alive", "seki", "dead"):
            raise BadParameter("syntax error: a status is alive, seki or dead")
        alive = self._board.dialect.alive(self._board.record)
        return "\n".join(alive) if status == "alive" else ""

    def _kgs_rules(self, command: GtpCommand) -> str:
        command.expects(1, "RULES")
        if command.arguments[0].lower().replace("-", "_") not in _AREA_RULES:
            raise BadParameter(f"only area scoring is played here: {', '.join(_AREA_RULES)}")
        return ""

    def _clear_cache(self, command: GtpCommand) -> str:
        self._search.forget()
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

    def _set_clocks(self, command: GtpCommand, systems: Sequence[str]) -> str:
        set_clocks(self._clocks, command.arguments, systems)
        return ""

    def _time_left(self, command: GtpCommand) -> str:
        command.expects(3, "COLOR TIME STONES")
        colour, seconds, stones = command.arguments
        self._clocks.tell(
            read_colour(colour),
            read_number(seconds, "the time"),
            read_count(stones, "the number of stones"),
        )
        return ""

    def _plies(self) -> int:
        """Return how many plies a game takes."""
        if self._length is None:
            self._length = game_length(self._board.dialect.game)
        return self._length

    def _limit_of(self, player: int) -> Limit:
        """Return the limit of a move: by the clock, if one is set."""
        left = moves_left(self._plies(), len(self._board.record.actions), 2)
        planned = self._clocks.limit(player, left)
        if planned is None:
            return self._limit
        return replace(planned, simulations=self._limit.simulations, memory=self._limit.memory)

    # Searches.

    def _genmove(self, command: GtpCommand) -> None:
        command.expects(1, "COLOR")
        self._choose(command, read_colour(command.arguments[0]), None)

    def _genmove_analyze(self, command: GtpCommand, *, kata: bool = False) -> None:
        options = read_analysis(command.arguments, self._board.turn)
        self._choose(command, options.player, options, kata=kata)

    def _kata_genmove_analyze(self, command: GtpCommand) -> None:
        self._genmove_analyze(command, kata=True)

    def _kata_analyze(self, command: GtpCommand) -> None:
        self._analyze(command, kata=True)

    def _choose(
        self,
        command: GtpCommand,
        player: int,
        options: AnalysisOptions | None,
        *,
        kata: bool = False,
    ) -> None:
        """Begin to search for a move, which is played and answered in the end."""
        timer = self._timer
        timer.begin()
        board = self._board
        board.give_turn(player)
        if options is not None:
            self._write([f"={command.id}"])

        def choose() -> None:
            try:
                if self._level and options is None:
                    self._answer(command, self._move_of_level(player))
                    return
                result = self._found(self._limit_of(player), options, timed=True, kata=kata)
                timer.searched()
                move = board.dialect.vertex(result.action)
                if chance_to_win(result.value[player], result) < self._resign:
                    move = "resign"
                    board.drop_turn()
                else:
                    board.put_down(result.action)
                self._clocks.spend(player, timer.seconds)
            except Exception as error:
                board.drop_turn()
                self._fail(command, error, begun=options is not None)
                return
            if options is None:
                self._answer(command, move)
            else:
                self._write([f"play {move}", ""])
            timer.answered()
            self._think_on()

        self._search.begin(choose)

    def _level_of(self, game: Game) -> LeveledMoves:
        """Return the moves of the level, by the ladder of these rules."""
        if self._leveled is None or self._leveled[0] is not game:
            moves = LeveledMoves(ladder_of(game), self._seed)
            moves.choose_level(self._level)
            self._leveled = game, moves
        return self._leveled[1]

    def _move_of_level(self, player: int) -> str:
        """Play the move of the level, and return where it is."""
        board = self._board
        if board.record.over:
            raise BadParameter("the game is over")
        action = self._level_of(board.dialect.game).action(board.record)
        move = board.dialect.vertex(action)
        board.put_down(action)
        self._clocks.spend(player, self._timer.seconds)
        return move

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

    def _analyze(self, command: GtpCommand, *, kata: bool = False) -> None:
        """Begin to report what the search finds, until the next line comes."""
        options = read_analysis(command.arguments, self._board.turn)
        board = self._board
        board.give_turn(options.player)
        self._write([f"={command.id}"])

        def think() -> None:
            try:
                self._found(endless(self._limit.memory_or_default()), options, kata=kata)
                self._search.stopped.wait()
                self._write([""])
            except Exception as error:
                self._fail(command, error, begun=True)
            finally:
                board.drop_turn()

        self._endless = True
        self._search.begin(think)

    def _allowed(self, options: AnalysisOptions | None) -> list[Action] | None:
        """Return the only moves to consider, as the options say; None for all."""
        if options is None or not (options.allowed or options.avoided):
            return None
        action_of = self._board.dialect.action
        allowed, avoided = map(action_of, options.allowed), [*map(action_of, options.avoided)]
        legal = self._board.record.legal_actions()
        moves = [each for each in (allowed if options.allowed else legal) if each in legal]
        return [each for each in moves if each not in avoided] or None

    def _found(
        self,
        limit: Limit,
        options: AnalysisOptions | None,
        *,
        timed: bool = False,
        kata: bool = False,
    ) -> SearchResult:
        """Return the result of a search of the position; report meanwhile as the options say.

        Where it is `timed`, what has passed since the command counts.
        """
        searcher = self._search.at(self._board.record, self._allowed(options))
        if searcher is None:
            raise BadParameter("the game is over")
        if timed:
            limit = self._timer.rest(limit)
        reported = time.perf_counter()

        def report(result: SearchResult) -> None:
            nonlocal reported
            if self._search.stopped.is_set():
                searcher.stop()
            now = time.perf_counter()
            if options is not None and now - reported >= options.seconds:
                reported = now
                self._inform(searcher, options, kata=kata)

        found = searcher.run(limit, progress=report)
        if options is not None:
            self._inform(searcher, options, kata=kata)
        return found

    def _inform(self, searcher: Searcher, options: AnalysisOptions, *, kata: bool) -> None:
        result, prospects = searcher.outlook()
        line = information(result, prospects, self._board.dialect, options.moves, kata=kata)
        if line:  # an empty line would end the answer
            self._write([line])

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
