"""A game in the terminal between people and the engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from difflib import get_close_matches
from itertools import islice

import click

from ..actors import is_chance
from ..errors import FinishedPosition, IllegalMove
from ..game import Action
from ..limits import Limit
from ..mcts.results.result import SearchResult
from ..record import moves_to_text
from .engine_game import EngineGame
from .options.timing import OutOfTime, Timing
from .text.boards import player_name
from .text.keyboard import ask, without_echo
from .text.outcome import outcome_text
from .text.seen import seen_by
from .text.thinking import getting_ready, print_thinking, thinking

__all__ = ["Session"]

_MOST_NAMED = 1000  # moves of a position

_HELP = """\
Type a move by its name, or
  hint   search, and show the best moves
  undo   take back to your previous turn
  moves  list the legal moves, and those played
  help   show this
  quit   stop, as does q; the moves are printed, so that the game can go on later
Ctrl-C while the engine thinks makes it move at once."""


class _Stopped(Exception):
    """A person ends the game; the message says how."""


class Session:
    """The game, the players who are people, and the time that there is.

    Args:
        played: the game.
        people: the seats of people.
        timing: the time that there is.
        pause: seconds that an opponent takes for a move at least.

    Attributes:
        helped: whether a person had a hint, or took moves back.

    """

    def __init__(
        self, played: EngineGame, people: frozenset[int], timing: Timing, pause: float = 0.0
    ) -> None:
        self.helped = False
        self._pause = pause
        self._played = played
        self._people = people
        self._timing = timing
        self._seen = seen_by(played, people)
        self._commands: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "undo": self._undo,
            "moves": self._list_moves,
            "help": self._help,
            "quit": self._quit,
            "q": self._quit,
        }

    def run(self) -> bool:
        """Play until the game is over or someone stops it; return whether it is over."""
        played = self._played
        try:
            if self._timing.has_clocks:
                self._get_ready(wholly=True)  # before they run
            while not played.finished:
                self._hand_over()
                self._show_board()
                if is_chance(played.player):
                    self._say(self._seen.chance(played.chance_moves()))
                    continue
                self._timing.begin_turn(played.player, len(played.moves))
                if played.player in self._people:
                    self._person_moves()
                else:
                    with without_echo():  # up to the move: what is typed ahead is shown with it
                        self._engine_moves()
            self._show_board()
            how = " by repetition" if played.record.over_by_repetition else ""
            click.echo(outcome_text(played.game, played.returns) + how)
            return True
        except OutOfTime as out:
            click.echo(str(out))
            return True
        except _Stopped as stopped:
            click.echo(str(stopped))
        except KeyboardInterrupt:
            click.echo("\nstopped by Ctrl-C")
        return False

    def _say(self, sentence: str | None) -> None:
        if sentence is not None:
            click.echo(sentence)

    def _hand_over(self) -> None:
        """Let the person to move come to the screen, and clear it for them."""
        question = self._seen.before()
        if question is not None:
            self._read(f"{question} ")
            click.clear()

    def _show_board(self) -> None:
        board = self._seen.board()
        if board is None:
            return
        click.echo()
        click.echo(board)
        if self._timing.has_clocks:
            click.echo(f"\n{self._timing}")
        click.echo()

    # The engine.

    def _engine_moves(self) -> None:
        played = self._played
        who = player_name(played.game, played.player)
        legal = played.legal_moves()
        if len(legal) == 1:
            self._timing.end_turn()
            only = ", the only move" if self._seen.moves_are_open else ""
            name = f"{played.name_of(legal[0])}{only}"
            played.play(legal[0])
            self._say(self._seen.move(who, name))
            return
        if played.opponent is not None:
            begun = time.monotonic()
            with thinking(f"{who} thinks"):
                choice = played.opponent_chooses(self._timing.limit())
                time.sleep(max(0.0, self._pause - (time.monotonic() - begun)))
            self._timing.end_turn()
            name = played.name_of(choice.action)
            played.play(choice.action, choice.statistics)
            self._say(self._seen.move(who, name))
            return
        result = self._think(f"{who} thinks", self._timing.limit())
        self._timing.end_turn()
        name = played.name_of(result.action)
        played.play(result.action, result)
        self._say(self._seen.move(who, name))
        if self._seen.moves_are_open:
            print_thinking(result)

    def _think(self, doing: str, limit: Limit) -> SearchResult:
        self._get_ready()
        with thinking(doing):
            return self._played.think(limit)

    def _get_ready(self, *, wholly: bool = False) -> None:
        if not self._played.ready:
            with getting_ready(self._played.game):
                self._played.get_ready(wholly=wholly)

    # A person.

    def _person_moves(self) -> None:
        """Read lines until one is a move, or goes back to another position."""
        ply = len(self._played.moves)
        prompt = f"{player_name(self._played.game, self._played.player)}, your move: "
        interrupted = False
        while len(self._played.moves) == ply:
            try:
                with self._timing.watched():
                    text = self._read(prompt)
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True
                click.echo("\nCtrl-C again stops the game; or type a move")
                continue
            interrupted = False
            self._timing.check()
            self._obey(text)

    def _read(self, prompt: str) -> str:
        try:
            return ask(prompt).strip()
        except EOFError:
            raise _Stopped("the input has ended before the game") from None

    def _obey(self, text: str) -> None:
        """Play the move that the text names, or do what it says."""
        # A move comes first: a game may call one of its moves `quit`.
        try:
            move: Action = self._played.named(text)
        except (IllegalMove, FinishedPosition) as error:
            if text.lower() in self._commands:
                self._commands[text.lower()]()
            elif text:
                click.echo(f"{error}{self._suggestion(text)}")
            else:
                click.echo("type a move, or help")
        else:
            self._timing.end_turn()
            self._played.play(move)

    def _suggestion(self, text: str) -> str:
        names = self._names()
        known = {name.lower(): name for name in [*self._commands, *names]}
        begun = [name for name in known if text and name.startswith(text.lower())]
        close = begun[:2] or get_close_matches(text.lower(), known, n=2, cutoff=0.5)
        return f"\ndid you mean {' or '.join(known[name] for name in close)}?" if close else ""

    def _hint(self) -> None:
        self.helped = True
        result = self._think("looking for a good move", self._timing.hint_limit())
        click.echo(f"hint: {self._played.name_of(result.action)}")
        print_thinking(result)

    def _undo(self) -> None:
        if not self._seen.moves_are_open:
            click.echo("a game that hides something has no undo")
        elif self._played.take_back(self._people):
            self.helped = True
            self._timing.go_back(len(self._played.moves))
        else:
            click.echo("there is no move of yours to take back")

    def _names(self) -> list[str]:
        """Return the names of the legal moves; of a great many, of the first ones."""
        some = islice(self._played.legal_moves(), _MOST_NAMED)
        return [self._played.name_of(move) for move in some]

    def _list_moves(self) -> None:
        names = self._names()
        more = len(self._played.legal_moves()) - len(names)
        click.echo(f"legal: {', '.join(names)}{f' and {more:,} more' if more else ''}")
        if self._played.moves and self._seen.moves_are_open:
            click.echo(f"played: {moves_to_text(self._played.moves)}")

    def _help(self) -> None:
        click.echo(_HELP)

    def _quit(self) -> None:
        raise _Stopped("the game is stopped")
