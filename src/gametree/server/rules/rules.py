"""The rules of all games that a server offers: asked in the event loop, or in a process.

Bundled games with their usual parameters are known to answer at once. Whatever else there is, games
of files and parameters that clients choose, may take its time, raise, or need memory without end:
it runs in a process of its own for each file, and keeps nobody else waiting.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ... import games
from ...errors import GametreeError, IllegalMove
from ...mcts.return_scale import points_of
from ..messages.sent import PositionTold, SetUpTold
from .process import RulesProcess
from .work import RulesWork

__all__ = ["Begun", "Facts", "OfferedRules", "PlayedLine", "PlayedMove", "Situation"]

_MOST_FACTS = 256
_BUNDLED = "bundled"
_LONG = ("keys", "set_up")  # questions that take more than a moment


@dataclass(frozen=True, slots=True)
class Facts:
    """What never changes about a game."""

    title: str
    players: int
    min_return: float
    max_return: float
    draw_value: float
    hides: bool

    @property
    def points(self) -> tuple[float, float] | None:
        """The least and the most points; None where the game is won or lost."""
        return points_of(self.players, self.min_return, self.max_return)


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """The moves of a game as they were made: for the rules and for searches.

    It is no list of texts, so it fits into no message. What clients see of it, `SeenRoom` says.
    """

    names: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    def after(self, move: str) -> PlayedLine:
        """Return the line with one more move."""
        return PlayedLine((*self.names, move))


@dataclass(frozen=True, slots=True)
class Situation:
    """What the rules say of a position.

    Attributes:
        player: who moves; None if the game is over.
        returns: what it came to, if it is over.
        repeated: whether a repetition ended it.
        packed: how clients see it, as compressed JSON: thousands of games may wait in memory, and
            what it holds takes fifty times as much. One for all; or, in a game that hides
            something and goes on, one for each seat, and the last one for those who watch.
        log: for each move who made it, who sees its name and who notices it, as
            `rules.sight.Sight.told` has it; None if everybody sees everything.
        choosing: the seats that choose at the same time and have not chosen yet.
        phase: how many of the last moves are choices that nobody sees yet.

    """

    player: int | None
    returns: list[float] | None
    repeated: bool
    packed: tuple[bytes, ...]
    log: tuple[tuple[int, int, int], ...] | None = None
    choosing: tuple[int, ...] = ()
    phase: int = 0

    def position(self, seat: int | None) -> PositionTold:
        """Return the position as a seat sees it, or those who watch."""
        number = len(self.packed) - 1 if seat is None or len(self.packed) == 1 else seat
        position: PositionTold = json.loads(zlib.decompress(self.packed[number]))
        return position


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move by the name that the game gives it, and the position after it."""

    move: str
    standing: Situation


@dataclass(frozen=True, slots=True)
class Begun:
    """The first moves of a game by their names, who made each, and the position after them."""

    moves: list[str]
    movers: list[int]
    standing: Situation


class OfferedRules:
    """The rules. What they raise is raised as one sentence.

    Args:
        seconds: how long rules may take to answer, in a process.

    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._work = RulesWork()
        self._processes: dict[str, RulesProcess] = {}
        self._facts: OrderedDict[str, Facts] = OrderedDict()

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(each.close() for each in self._processes.values()))

    async def listed(self, spec: str) -> dict[str, Any]:
        """Return what clients receive about a game before it is played.

        Raises:
            GametreeError: here and below, if the rules fail, hang, or take too much memory.

        """
        return await self._ask("listed", spec, {})

    async def facts(self, spec: str, parameters: Mapping[str, str]) -> Facts:
        """Return what never changes about a game."""
        key = repr((spec, sorted(parameters.items())))
        facts = self._facts.get(key)
        if facts is None:
            facts = self._facts[key] = Facts(**await self._ask("facts", spec, parameters))
            if len(self._facts) > _MOST_FACTS:
                self._facts.popitem(last=False)
        return facts

    async def begin(self, spec: str, parameters: Mapping[str, str], moves: Sequence[str]) -> Begun:
        """Return how a game begins.

        Raises:
            IllegalMove: here and below, if a move cannot be made.

        """
        answer = await self._ask("begin", spec, parameters, moves)
        return Begun(answer["moves"], answer["movers"], _standing(answer))

    async def stand(
        self, spec: str, parameters: Mapping[str, str], line: PlayedLine, *, opened: bool = False
    ) -> Situation:
        """Return the position after a line of moves.

        Once a game is over, it is `opened`: everybody sees what it has hidden.
        """
        answer = await self._ask("stand", spec, parameters, line.names, opened=opened)
        return _standing(answer)

    async def play(
        self, spec: str, parameters: Mapping[str, str], line: PlayedLine, move: str
    ) -> PlayedMove:
        """Return a move after a line."""
        answer = await self._ask("play", spec, parameters, line.names, move)
        return PlayedMove(answer["move"], _standing(answer))

    async def choice(
        self, spec: str, parameters: Mapping[str, str], line: PlayedLine, seat: int, move: str
    ) -> str:
        """Return the name of a choice by a seat, before others have chosen."""
        answer = await self._ask("choice", spec, parameters, line.names, move, seat=seat)
        return str(answer["move"])

    async def draw(self, spec: str, parameters: Mapping[str, str], line: PlayedLine) -> PlayedMove:
        """Return a move of chance after a line."""
        answer = await self._ask("draw", spec, parameters, line.names)
        return PlayedMove(answer["move"], _standing(answer))

    async def keys(self, spec: str, parameters: Mapping[str, str], line: PlayedLine) -> list[str]:
        """Return a name for each position of a line, the last one too; the same have the same."""
        answer = await self._ask("keys", spec, parameters, line.names)
        keys: list[str] = answer["keys"]
        return keys

    async def set_up(
        self,
        spec: str,
        parameters: Mapping[str, str],
        pieces: Mapping[str, int] | None,
        player: int | None,
        text: str | None,
    ) -> SetUpTold:
        """Return what a position is that somebody sets up, or why the rules do not take it."""
        wish: dict[str, Any] = {"pieces": pieces, "player": player, "text": text}
        told: SetUpTold = await self._ask("set_up", spec, parameters, **wish)  # type: ignore[assignment]
        return told

    async def _ask(
        self,
        ask: str,
        spec: str,
        parameters: Mapping[str, str],
        line: Sequence[str] = (),
        move: str | None = None,
        **further: Any,
    ) -> dict[str, Any]:
        question = {
            "ask": ask,
            "game": spec,
            "parameters": dict(parameters),
            "line": list(line),
            "move": move,
            **further,
        }
        bundled = spec in games.names() or spec in games.hidden_names()
        if bundled and not parameters and ask not in _LONG:
            answer = self._work.answer(question)
        else:
            place = _BUNDLED if bundled else spec
            process = self._processes.get(place)
            if process is None:
                process = self._processes[place] = RulesProcess(self._seconds)
            answer = await process.ask(question)
        if "told" in answer:
            told: dict[str, Any] = answer["told"]
            return told
        if "illegal" in answer:
            raise IllegalMove(answer["illegal"])
        raise GametreeError(answer["fault"])


def _standing(answer: Mapping[str, Any]) -> Situation:
    if "sight" in answer:
        sight = answer["sight"]
        return Situation(
            sight["player"],
            None,
            answer["repeated"],
            tuple(map(_packed, sight["positions"])),
            tuple((mover, seen, noticed) for mover, seen, noticed in sight["log"]),
            tuple(sight["choosing"]),
            sight["phase"],
        )
    position = answer["position"]
    packed = (_packed(position),)
    return Situation(position["player"], position["returns"], answer["repeated"], packed)


def _packed(position: Mapping[str, Any]) -> bytes:
    return zlib.compress(json.dumps(position).encode(), level=1)
