"""Features of positions, as compiled code finds them."""

from __future__ import annotations

import hashlib
import linecache
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from plainpython.bits import lowest, without_lowest
from plainpython.compilable import Compilable

from ..errors import BadParameter
from ..game import Game, State
from ..primitives.vectors import Vector, row, saturated_sum
from .feature_parts import LOOK, FeaturePart, Plane
from .seen_play import SeenPlay
from .shown import shown_in

__all__ = ["Features", "features_of"]

_MOST_FEATURES = 1 << 16


class Features(Compilable):
    """The features of the positions of a game: which are there, as numbers or as a sum of rows.

    Attributes:
        size: how many there are.
        most: how many are there at once, at most.
        source, constants: of the class, its code and what that names.

    """

    source: ClassVar[str] = ""
    constants: ClassVar[dict[str, Any]] = {}

    def __init__(self, size: int, most: int) -> None:
        self.size = size
        self.most = most

    def __reduce__(self) -> Any:
        # The class is in no module: another process makes it again.
        return _made, (self.source, self.constants, self.size, self.most)

    def collect(self, game: Game, state: State, player: int, found: Any, count: int) -> int:
        """Write the numbers of the features of a position to `found` from `count` on.

        Returns where they end. `player` is who acts, CHANCE or NOBODY if no player does.
        """
        raise NotImplementedError

    def total(
        self, game: Game, state: State, player: int, table: Any, first: int, sums: Vector
    ) -> Vector:
        """Return `sums` and the rows of a table for the features, which begin at row `first`."""
        raise NotImplementedError

    def codes(self, game: Game, state: State, player: int, cells: Any) -> None:
        """Write to `cells` what each cell of the board holds, if there is one."""
        raise NotImplementedError


def features_of(game: Game, seen: SeenPlay) -> Features:
    """Return the features of the positions of a game.

    Raises:
        BadParameter: if nothing in its states can be told apart, or far too much.

    """
    shown = shown_in(seen)
    part = shown.part
    name = getattr(game, "users_class", type(game).__name__)
    if not part.size:
        raise BadParameter(
            f"the states of {name} show no numbers, texts or other values that differ from "
            "position to position, of which a network could learn: let states hold what a "
            "player looks at, or define observation(state, player)"
        )
    if part.size > _MOST_FEATURES:
        raise BadParameter(
            f"the states of {name} show {part.size:,} features, where a network sees at most "
            f"{_MOST_FEATURES:,}: let states hold less that differs from position to position"
        )
    text, names = _code_of(part, shown.board)
    text = text.replace(LOOK, f"game.{shown.method}(state, player)")
    return _made(text, names, part.size, part.most)


def _code_of(part: FeaturePart, planes: list[Plane]) -> tuple[str, dict[str, Any]]:
    """Return code that finds the features of a part and the cells of planes, with its constants."""
    names: dict[str, Any] = {}
    body = part.lines("state", "0", 0, names)
    codes: list[str] = []
    weight = 1
    for plane in planes:
        lines = plane.part.lines(plane.value, "0", 0, names)
        codes += _hits(plane.before(lines), _coding(plane, weight))
        weight *= plane.each + plane.absent
    collect = _hits(body, lambda n: [f"found[count] = {n}", "count += 1"])
    total = _hits(body, lambda n: [f"sums = saturated_sum(sums, row(table, first + {n}))"])
    lines = [
        "def collect(self, game, state, player, found, count):",
        *(f"    {line}" for line in collect),
        "    return count",
        "",
        "",
        "def total(self, game, state, player, table, first, sums):",
        *(f"    {line}" for line in total),
        "    return sums",
        "",
        "",
        "def codes(self, game, state, player, cells):",
        "    for cell in range(len(cells)):",
        "        cells[cell] = 0",
        *(f"    {line}" for line in codes),
        "",
    ]
    return "\n".join(lines), names


_classes: dict[str, type[Features]] = {}


def _made(text: str, names: dict[str, Any], size: int, most: int) -> Features:
    """Return an object of the class with this code, of which there is one."""
    digest = hashlib.sha256(f"{text}{names}".encode()).hexdigest()[:16]
    if digest not in _classes:
        file = f"<features {digest}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        space: dict[str, Any] = {
            "__name__": __name__,  # code on disk is loaded again by the name of its module
            "lowest": lowest,
            "without_lowest": without_lowest,
            "row": row,
            "saturated_sum": saturated_sum,
            **names,
        }
        exec(compile(text, file, "exec", dont_inherit=True), space)
        members = {name: space[name] for name in ("collect", "total", "codes")}
        members |= {"__module__": __name__, "source": text, "constants": names}
        _classes[digest] = type(f"Features_{digest}", (Features,), members)
    return _classes[digest](size, most)


def _coding(plane: Plane, weight: int) -> Callable[[str], list[str]]:
    """Return what is done with a feature of a plane, to code the cell that it is of."""
    if plane.each == 1:
        return lambda n: [f"cells[{n}] += {weight * (1 if plane.absent else 0)}"]
    more = " + 1" if plane.absent else ""
    return lambda n: [
        f"n = {n}",
        f"cells[n // {plane.each}] += {weight} * (n % {plane.each}{more})",
    ]


def _hits(lines: Sequence[str], written: Callable[[str], list[str]]) -> list[str]:
    """Return the code with what is done with each feature that is there."""
    result = []
    for line in lines:
        indent, hit, rest = line.partition("HIT(")
        if hit:
            result += [f"{indent}{each}" for each in written(rest.removesuffix(")"))]
        else:
            result.append(line)
    return result
