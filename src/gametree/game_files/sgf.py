"""Games of go, othello, gomoku and hex in SGF, as positions and moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..errors import GametreeError, ReplayError
from ..games.go.game import Go
from ..games.hex import Hex
from ..naming.parameters import create
from ..numbers.counting import counted
from ..record import Record
from .file_game import FileGame
from .sgf_boards import SWAPS, SgfBoard, board_kind
from .sgf_syntax import SgfGame, SgfNode

__all__ = ["game_of_sgf"]

_COLOURS = ("B", "W")
_NAMES = ("black", "white")
_SETUP = ("AB", "AW", "AE")
_HELD_APART = {
    "B", "W", "SZ", "KM", "PB", "PW", "RE", "GM", "FF", "CA", "AP", "ST", "PL", "HA", *_SETUP,
}  # fmt: skip
# What the root says of the game, and careless programs write into other nodes.
_OF_THE_GAME = ("GM", "SZ", "KM", "HA", "PB", "PW", "RE", "RU")
# Properties that change nothing in the game: counted together.
_REMARKS = frozenset((
    "C", "N", "LB", "TR", "SQ", "CR", "MA", "SL", "AR", "LN", "DD", "VW", "FG", "PM", "GB", "GW",
    "DM", "UC", "HO", "V", "TE", "BM", "DO", "IT", "TB", "TW",
))  # fmt: skip
_CLOCKS = frozenset(["BL", "WL", "OB", "OW", "MN"])
_NO_RESULTS = ("", "?", "void", "unfinished", "unknown", "none")
_AREA = ("chinese", "aga", "cn", "area", "stones")
_NUMBER = re.compile(r"[-+]?\d{1,6}(?:[.,]\d{0,4})?")
_MOST_SHOWN = 60


def game_of_sgf(written: SgfGame, parameters: Mapping[str, Any]) -> FileGame:
    """Return a game as the rules of gametree play it.

    Args:
        written: the game.
        parameters: of the game's class; they replace what the file says.

    Raises:
        ReplayError: if it is no game that gametree reads, or cannot begin as the file has it.

    """
    if not written.nodes:
        raise ReplayError("the game holds nothing")
    return _Reader(written, parameters).game()


class _Reader:
    def __init__(self, written: SgfGame, parameters: Mapping[str, Any]) -> None:
        self._written = written
        self._notes = written.notes
        self._root = written.nodes[0]
        self._nodes = written.nodes
        self._move_to_root()
        self._board = self._made_board(parameters)
        self._tags: dict[str, str] = {}
        self._left_out: dict[str, int] = {}

    def game(self) -> FileGame:
        first = self._first_move()
        record = self._begun(first)
        played_all = self._play(record)
        self._look_at_rules(record)
        for node in self._nodes:
            self._keep_rest(node)
        if self._written.variations:
            self._left_out["variation"] = self._written.variations
        result, returns, how = self._result(record, played_all)
        if self._left_out:
            parts = [counted(number, noun) for noun, number in sorted(self._left_out.items())]
            self._notes.add(f"left out: {', '.join(parts)}")
        return FileGame(
            record=record,
            players=(self._root.first("PB") or "?", self._root.first("PW") or "?"),
            result=result,
            returns=returns,
            how=how,
            tags=self._tags,
            notes=self._notes.sentences(),
        )

    def _move_to_root(self) -> None:
        """Give the root what other nodes say of the game, but no board after the first move."""
        first = self._first_move()
        for number, node in enumerate(self._nodes[1:], 1):
            for name in _OF_THE_GAME:
                if name not in node.properties:
                    continue
                values = node.properties.pop(name)
                early = number <= first or name in ("PB", "PW", "RE", "RU")
                if early and name not in self._root.properties:
                    self._root.properties[name] = values
                elif values != self._root.properties.get(name):
                    self._notes.add(
                        f"{name}[{values[0][:20]}] was left out: only the first {name} counts, "
                        "before the first move",
                        node.offset,
                    )

    # The board.

    def _made_board(self, parameters: Mapping[str, Any]) -> SgfBoard:
        number = self._root.first("GM")
        if number is None or not re.fullmatch("[0-9]{1,3}", number):
            if number is not None:
                self._notes.add(f"GM[{number[:20]}] was read as GM[1], go", self._root.offset)
            number = "1"
        kind = board_kind(int(number))
        given: dict[str, Any] = {"size": self._size(kind.usual_size)}
        if kind.kind is Go:
            given["komi"] = self._komi()
        if kind.kind is Hex:
            given["swap"] = any(
                text.strip().lower() in SWAPS
                for node in self._nodes
                for name in _COLOURS
                for text in node.properties.get(name, ())
            )
        for name, value in parameters.items():
            if name in given and given[name] != value:
                self._notes.add(f"{name} is {value}, as given, and {given[name]} in the file")
        try:
            return kind(create(kind.kind, {**given, **parameters}))
        except GametreeError as error:
            raise ReplayError(f"the game cannot be played: {error}") from error

    def _size(self, usual: int) -> int:
        text = self._root.first("SZ")
        if text is None:
            return usual  # as the format has it
        columns, _, rows = text.partition(":")
        if re.fullmatch("[0-9]{1,2}", columns.strip()) and rows.strip() in ("", columns.strip()):
            return int(columns)
        if re.fullmatch("[0-9]{1,3}:[0-9]{1,3}", text):
            raise ReplayError(f"the board has {columns} columns and {rows} rows: it must be square")
        self._notes.add(f"SZ[{text[:20]}] was read as {usual}", self._root.offset)
        return usual

    def _komi(self) -> float:
        text = self._root.first("KM")
        found = _NUMBER.fullmatch(text) if text else None
        if found is None:
            said = "there is no komi" if text is None else f"KM[{text[:20]}] is no number"
            self._notes.add(f"{said}: it was read as 0", self._root.offset)
            return 0.0
        komi = float(found[0].replace(",", "."))
        if abs(komi) >= 100:  # as some Chinese servers write 3.75 stones
            self._notes.add(f"KM[{text}] was read as {komi / 50:g} points", self._root.offset)
            komi /= 50
        elif "," in found[0]:
            self._notes.add(f"KM[{text}] was read as {komi:g}", self._root.offset)
        return komi

    # The first position.

    def _first_move(self) -> int:
        """Return the number of the node with the first move."""
        for number, node in enumerate(self._nodes):
            if "B" in node.properties or "W" in node.properties:
                return number
        return len(self._nodes)

    def _begun(self, first: int) -> Record:
        """Return a record of the position before the first move."""
        stones: dict[int, int] = {}
        empty: list[int] = []
        # Stones that are set in the node of the first move come before it.
        for node in self._nodes[: first + 1]:
            for colour, name in enumerate(_SETUP):
                for point in self._board.points(node.properties.get(name, [])):
                    if colour == 2:
                        stones.pop(point, None)
                        empty.append(point)
                    else:
                        if stones.get(point, colour) != colour:
                            self._notes.add("a stone takes the place of another one", node.offset)
                        stones[point] = colour
        player = self._first_player(first, stones)
        game = self._board.game
        if not stones and player == 0:
            return Record(game)
        own = [[point for point in stones if stones[point] == each] for each in (0, 1)]
        if isinstance(game, Go):
            try:
                return Record(game, game.state_with_stones(own[0], own[1], player))
            except GametreeError as error:
                raise ReplayError(f"the first position is refused: {error}") from error
        if player == 0 and self._is_usual_start(own):
            return Record(game)
        raise ReplayError(
            f"the file begins {game.name} with stones on the board or with white: that is read "
            "in go only"
        )

    def _first_player(self, first: int, stones: Mapping[int, int]) -> int:
        handicap = self._root.first("HA")
        count = int(handicap) if handicap and re.fullmatch("[0-9]{1,3}", handicap) else 0
        laid = sum(1 for colour in stones.values() if colour == 0)
        if handicap and (count != laid if count > 1 else handicap not in ("0", "1")):
            self._notes.add(
                f"HA[{handicap[:20]}] says another number of stones than the file sets, {laid}",
                self._root.offset,
            )
        turn = next((text for node in self._nodes[: first + 1] if (text := node.first("PL"))), "")[
            :1
        ].upper()
        moved = self._nodes[first].properties if first < len(self._nodes) else {}
        if moved:
            player = 0 if "B" in moved else 1
            if turn in _COLOURS and _COLOURS.index(turn) != player:
                self._notes.add(f"PL says that {turn} moves first, and {_COLOURS[player]} does")
            return player
        if turn in _COLOURS:
            return _COLOURS.index(turn)
        only_black = bool(stones) and all(colour == 0 for colour in stones.values())
        return 1 if only_black else 0

    def _is_usual_start(self, stones: list[list[int]]) -> bool:
        text = self._board.game.state_to_text(self._board.game.initial_state())
        rows = [line.split() for line in text.splitlines()]
        cells = [
            cell for row in rows for cell in row[-self._board.size :] if cell in (".", "X", "O")
        ]
        return stones == [[n for n, each in enumerate(cells) if each == sign] for sign in "XO"]

    # The moves.

    def _play(self, record: Record) -> bool:
        """Play the moves up to the first that cannot be played; return False if there is one."""
        for number, node in enumerate(self._nodes):
            later_setup = number > self._first_move() and any(n in node.properties for n in _SETUP)
            for name in [name for name in node.properties if name in _COLOURS or later_setup]:
                if later_setup:
                    why = "stones are set in the middle of the game"
                elif len(node.properties[name]) > 1:
                    why = f"{name} has {len(node.properties[name])} values in one node"
                else:
                    why = self._refused(record, _COLOURS.index(name), node, name)
                if why:
                    left = counted(self._moves_from(number), "move")
                    self._notes.add(
                        f"move {len(record.actions) + 1} cannot be played: {why}; {left} from "
                        "here on left out",
                        node.offset,
                    )
                    return False
        return True

    def _refused(self, record: Record, player: int, node: SgfNode, name: str) -> str:
        """Play a move; return why that cannot be, or nothing."""
        text = node.properties[name][0]
        try:
            if record.over:
                return "the game is over by the rules"
            action = self._board.action(text)
            if record.player != player and action != self._board.skip:
                self._pass(record, node)
            if record.over or record.player != player:
                return f"it is the turn of {_NAMES[1 - player]}"
            if action not in record.legal_actions():
                return f"{_NAMES[player]} may not play {name}[{text[:20]}] here"
            record.play(action)
        except GametreeError as error:
            return str(error)
        return ""

    def _pass(self, record: Record, node: SgfNode) -> None:
        skip = self._board.skip
        if skip is not None and skip in record.legal_actions():
            if isinstance(self._board.game, Go):
                self._notes.add(
                    f"{_NAMES[record.player]} passes, which the file leaves out", node.offset
                )
            record.play(skip)

    def _moves_from(self, number: int) -> int:
        return sum(name in node.properties for node in self._nodes[number:] for name in _COLOURS)

    # All else.

    def _look_at_rules(self, record: Record) -> None:
        rules = self._root.first("RU")
        if isinstance(record.game, Go) and rules and rules.lower() not in _AREA:
            self._notes.add(
                f"the file's rules are RU[{rules[:20]}]: gametree counts the area, and lets "
                "nobody take liberties from their own stones alone",
                self._root.offset,
            )

    def _keep_rest(self, node: SgfNode) -> None:
        for name, values in node.properties.items():
            if name in _REMARKS:
                noun = "comment" if name == "C" else "mark"
                self._left_out[noun] = self._left_out.get(noun, 0) + len(values)
            elif name in _CLOCKS:
                self._left_out["clock"] = self._left_out.get("clock", 0) + len(values)
            elif name not in _HELD_APART:
                if node is self._root:
                    self._tags[name] = " ".join(" ".join(values).split())
                else:
                    noun = f"property {name}"
                    self._left_out[noun] = self._left_out.get(noun, 0) + 1

    def _result(
        self, record: Record, played_all: bool
    ) -> tuple[str, tuple[float, ...] | None, str]:
        text = (self._root.first("RE") or "")[:_MOST_SHOWN]
        found = re.match(r"([BW])(?:lack|hite)?\s*\+\s*(\w*)", text, re.IGNORECASE)
        if found is not None:
            black = 1.0 if found[1].upper() == "B" else -1.0
            returns: tuple[float, ...] | None = (black, -black)
        elif text.lower() in ("0", "draw", "jigo"):
            returns = (0.0, 0.0)
        else:
            returns = None
            if text.lower() not in _NO_RESULTS:
                self._notes.add(f"the result RE[{text}] was not understood")
        if record.over and played_all:
            own = tuple(record.returns)
            if returns is not None and (own[0] > 0) - (own[0] < 0) != returns[0]:
                self._notes.add(f"the result is RE[{text}], and another one by the rules here")
            return text, returns, "rules"
        if returns is None or not played_all:
            return text, returns, "unfinished"
        ends = {"r": "resignation", "t": "time", "f": "illegal move"}
        letter = found[2][:1].lower() if found is not None else ""
        return text, returns, ends.get(letter, "as the file says")
