"""A game with its thinking, to be read again, and to be looked at move by move."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Self

from ..actors import is_chance
from ..arena.journal.json_values import plain
from ..arena.reports.export import write_whole
from ..errors import BadParameter, GametreeError, ReplayError
from ..game import Game, title_of
from ..game_files.writing import GAME_ENDINGS, text_of_game
from ..mcts.results.result import SearchResult
from ..mcts.return_scale import return_scale
from ..naming.named_moves import play_named
from ..record import Record
from .boards import Boards
from .lines import DIGITS, check_thinking, head_of, lines_of, rounded, thought_of
from .page import replay_page

__all__ = ["GameReplay"]

Thinking = SearchResult | Mapping[str, Any] | None


class GameReplay:
    """A game that was played, with what was thought at each move.

    Args:
        record: the game.
        thinking: for each move the result of the search that chose it, other numbers and texts
            by name, such as a player's statistics, or None; by default none of them.
        seconds: how long each move took, None where that is not known.
        players: who played, a name for each seat.
        how: how it ended; by default "rules", or "unfinished".
        returns: what each seat got, where the rules do not say so: after a loss on time, say.

    Attributes:
        record, players, how: as given.
        returns: what each seat got; None if the game is unfinished.
        moves: the names of the moves.
        thinking: for each move a dict with what was found, as `SearchResult.to_dict` has it, in
            short; or None.
        told: for each move a dict of other numbers and texts about it.
        seconds: for each move.

    Raises:
        BadParameter: if there are not as many entries as moves, or names as players, or if JSON
            has no word for what a player told.

    """

    def __init__(
        self,
        record: Record,
        thinking: Sequence[Thinking] = (),
        *,
        seconds: Sequence[float | None] = (),
        players: Sequence[str] = (),
        how: str = "",
        returns: Sequence[float] | None = None,
    ) -> None:
        if not isinstance(record, Record):
            raise BadParameter(f"record must be a Record, not {type(record).__name__}")
        game, count = record.game, len(record.actions)
        self.record = record
        self.players = tuple(players) or tuple(f"player {n + 1}" for n in range(game.players))
        if len(self.players) != game.players:
            raise BadParameter(f"players must be {game.players} names, not {len(self.players)}")
        self.moves = tuple(
            game.action_to_text(state, action)
            for state, action in zip(record.positions, record.actions, strict=False)
        )
        for name, given in (("thinking", thinking), ("seconds", seconds)):
            if given and len(given) != count:
                raise BadParameter(
                    f"{name} must have {count} entries, one a move, not {len(given)}"
                )
        parts = [*thinking] or [None] * count
        self.thinking = tuple(
            thought_of(each) if isinstance(each, SearchResult) else None for each in parts
        )
        self.told = tuple(
            rounded(plain(each, "thinking")) if isinstance(each, Mapping) and each else None
            for each in parts
        )
        self.seconds = tuple(rounded(each) for each in seconds) or (None,) * count
        self.how = how or ("rules" if record.over else "unfinished")
        own = list(record.returns) if record.over else None
        self.returns = own if returns is None else [float(each) for each in returns]

    @property
    def game(self) -> Game:
        """The rules."""
        return self.record.game

    @classmethod
    def from_lines(
        cls, game: Game, record: Record, body: Sequence[dict[str, Any]], head: Any, end: Any
    ) -> Self:
        """Return the game that `to_json_lines` wrote, played again by the rules.

        Raises:
            ReplayError: if a move is not legal, or the end is not what the rules say.

        """
        for number, line in enumerate(body, start=2):
            try:
                play_named(record, line["move"])
            except GametreeError as error:
                raise ReplayError(f"line {number}: {line['move']!r}: {error}") from error
            if line.get("thinking") is not None:
                check_thinking(line["thinking"], game.players, f"line {number}")
        if end["returns"] is not None and len(end["returns"]) != game.players:
            raise ReplayError(
                f"the record ends with {len(end['returns'])} returns, not one a player"
            )
        if len(head["players"]) != game.players:
            raise ReplayError(f"line 1: players must be {game.players}")
        own = [round(each, DIGITS) for each in record.returns] if record.over else None
        if end["how"] == "rules" and own != end["returns"]:
            raise ReplayError(
                "the record does not end as the rules have it: it is damaged, or the rules have "
                "changed"
            )
        found = cls(
            record,
            seconds=[line.get("seconds") for line in body],
            players=head["players"],
            how=end["how"],
            returns=end["returns"],
        )
        found.thinking = tuple(line.get("thinking") for line in body)
        found.told = tuple(line.get("told") for line in body)
        return found

    def check_shown(self) -> None:
        """Check that the game can be shown: one that hides something must have ended.

        Raises:
            BadParameter: if it goes on.

        """
        if self.game.hides_information and self.returns is None and not self.record.over:
            raise BadParameter(
                f"a replay of {title_of(self.game)} would show what players do "
                "not know, and the game goes on: save it after its end"
            )

    def to_json_lines(self) -> str:
        """Return the record as JSON Lines, as docs/replay.schema.json has it.

        Raises:
            BadParameter: if it begins at a position that cannot be written, or a game goes on
                that hides something.

        """
        self.check_shown()
        head = head_of(self.game, self.record.positions[0], "game")
        body = []
        for move, seconds, thought, told in zip(
            self.moves, self.seconds, self.thinking, self.told, strict=True
        ):
            line: dict[str, Any] = {"move": move}
            if seconds is not None:
                line["seconds"] = seconds
            if thought is not None:
                line["thinking"] = thought
            if told is not None:
                line["told"] = told
            body.append(line)
        end = {"returns": self.returns, "how": self.how}
        return lines_of({**head, "players": list(self.players)}, body, end)

    def to_html(self) -> str:
        """Return a page that replays the game; it loads nothing and works from disk.

        Raises:
            BadParameter: if a game goes on that hides something.

        """
        self.check_shown()
        game, positions = self.game, self.record.positions
        boards = Boards(game)
        shown = []
        for ply, state in enumerate(positions):
            thought = self.thinking[ply] if ply < len(self.thinking) else None
            shares = (
                {each["action"]: each["share"] for each in thought["actions"]} if thought else {}
            )
            shown.append(boards.add(state, positions[ply - 1] if ply else None, shares))
        movers = [
            None if is_chance(player := int(game.current_player(state))) else player
            for state in positions[: len(self.moves)]
        ]
        moves = [
            {"move": move, "player": mover, "seconds": seconds, "thinking": thought, "told": told}
            for move, mover, seconds, thought, told in zip(
                self.moves, movers, self.seconds, self.thinking, self.told, strict=True
            )
        ]
        return replay_page(
            f"{title_of(game)}: {' - '.join(self.players)}",
            "game",
            {
                "players": list(self.players),
                "moves": moves,
                "positions": shown,
                "returns": self.returns,
                "how": self.how,
                "range": list(return_scale(game)),
                **boards.to_dict(),
            },
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, of the kind that the end of its name says.

        That is a page for .html, the game without its thinking for .pgn (chess) and .sgf (go,
        othello, gomoku, hex), and else JSON Lines.

        Raises:
            BadParameter: if it begins at a position that cannot be written, or a game goes on
                that hides something.
            JournalError: if the file cannot be written.
            ReplayError: if a file of this kind cannot hold the game.

        """
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending in GAME_ENDINGS:
            text = text_of_game(self.record, self.players, self.returns, self.how, ending)
        else:
            text = self.to_html() if ending in (".html", ".htm") else self.to_json_lines()
        write_whole([text], path)

    def _repr_svg_(self) -> str | None:
        return self.record._repr_svg_()
