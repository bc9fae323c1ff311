"""What random programs do with dataclasses, NamedTuples, enumerations and users' classes."""

from __future__ import annotations

from .programs import Feature, Scope, Statement, Writer

_INTS, _ROW = ("list", "int"), ("row", "int")
_BOARD, _PLAIN, _SPOT, _STEP, _MARK = (
    (f"class {name}",) for name in ("Board", "Plain", "Spot", "Step", "Mark")
)


def _of(*names: tuple[str, object], own: bool = False) -> Scope:
    scope = Scope([("ROW", _ROW)])
    for name, each in names:
        scope.add(name, each, own=own)
    return scope


def _header(writer: Writer) -> list[str]:
    step = _of(("self.row", "int"), ("self.column", "int"), ("by", "int"))
    field = _of(("self.row", "int"), ("self.column", "int"))
    spot = _of(
        ("self.place", "int"), ("self.weight", "float"), ("self.marks", _ROW),
        ("n", "int"),
    )  # fmt: skip
    board = _of(("self.cells", _INTS), ("self.turn", "int"), own=True)
    board.add("place", "int")
    plain = _of(("self.n", "int"), ("self.row", _INTS), own=True)
    plain.add("k", "int")

    def one(kind, scope: Scope) -> str:
        return writer.expression(kind, scope, 1)

    def statement(scope: Scope) -> list[str]:
        return [f"        {line}" for line in writer.statement(scope.inner(), 1)]

    return [
        "import numpy as np",
        "from copy import copy, deepcopy",
        "from dataclasses import dataclass, field, replace",
        "from enum import Enum",
        "from typing import NamedTuple",
        "",
        "",
        "class Mark(Enum):",
        "    X = 'x'",
        "    O = 'o'",
        "    N = '.'",
        "",
        "    @property",
        "    def other(self):",
        "        return Mark.O if self is Mark.X else Mark.X",
        "",
        "",
        "class Step(NamedTuple):",
        "    row: int",
        "    column: int = 2",
        "",
        "    def moved(self, by):",
        f"        return Step({one('int', step)}, self.row)",
        "",
        "    def worth(self, by=1):",
        f"        return {one('int', step)}",
        "",
        "    @property",
        "    def even(self):",
        f"        return {one('bool', field)}",
        "",
        "",
        "@dataclass(frozen=True)",
        "class Spot:",
        "    place: int",
        "    weight: float = 0.5",
        "    marks: tuple[int, ...] = (0, 1, 2, 0, 1, 2)",
        "",
        "    def put(self, n):",
        f"        return replace(self, place={one('int', spot)}, marks={one(_ROW, spot)})",
        "",
        "    def best(self, n=3):",
        f"        return {one('int', spot)}",
        "",
        "",
        "@dataclass",
        "class Board:",
        "    cells: list[int] = field(default_factory=lambda: [0, 0, 0])",
        "    turn: int = 1",
        "",
        "    def play(self, place):",
        *statement(board),
        f"        self.cells.append({one('int', board)})",
        f"        self.turn = {one('int', board)}",
        "        return self",
        "",
        "    def copy(self):",
        "        return Board(self.cells[:], self.turn)",
        "",
        "    def __len__(self):",
        "        return len(self.cells)",
        "",
        "",
        "class Plain:",
        "    base = 3",
        "",
        "    def __init__(self, n, row):",
        "        self.n = n",
        "        self.row = row",
        "",
        "    def step(self, k):",
        *statement(plain),
        f"        self.n -= {one('int', plain)}",
        f"        return {one('int', plain)}",
        "",
        "    def __eq__(self, other):",
        "        return self.n == other.n",
        "",
        "    def __getitem__(self, k):",
        "        return self.row[k] + self.base",
        "",
        "",
    ]


FEATURE = Feature(
    header=_header,
    kinds=(_BOARD, _PLAIN, _SPOT, _STEP, _MARK, ("list", _STEP), ("list", _BOARD), ("list", _MARK)),
    holes={
        "o": _BOARD, "c": _PLAIN, "t": _SPOT, "n": _STEP, "e": _MARK, "lo": ("list", _BOARD),
        "ln": ("list", _STEP), "le": ("list", _MARK),
    },
    forms={
        _BOARD: ("Board([1, {k}, {z}])", "Board()", "Board({li}, {i})", "{o}.copy()",
                 "{o}.play({i})", "replace({o}, turn={i})", "copy({o})", "deepcopy({o})",
                 "{lo}[{z}]"),
        _PLAIN: ("Plain({k}, [1, 2])", "Plain({i}, {li})", "deepcopy({c})", "copy({c})"),
        _SPOT: ("Spot({k})", "Spot({i}, {f})", "{t}.put({i})", "replace({t}, weight={f})",
                "Spot(place={i}, marks={ri})", "max({t}, {t}, key=lambda {v}: {v}.place)"),
        _STEP: ("Step({k})", "Step({i}, {i})", "{n}.moved({i})", "{n}._replace(row={i})",
                "{ln}[{k}]", "max({ln})", "Step(*{p})", "min({n}, {n})"),
        _MARK: ("Mark.X", "Mark.O", "{e}.other", "Mark('o')", "{le}[{z}]"),
        "int": (
            "{n}.row", "{n}.column", "{n}.worth()", "{n}.worth({i})", "{t}.place", "{t}.best()",
            "{t}.marks[{i}]", "{o}.turn", "{o}.cells[{z}]", "len({o})", "{c}.n", "{c}.step({i})",
            "{c}[{z}]", "{n}[{z}]", "sum({n})", "len({lo})", "{le}.count({e})", "{ln}.index({n})",
            "Plain.base", "sum({v}.row for {v} in {ln})", "{o}.play({i}).turn",
            "sum({v}.turn for {v} in {lo})", "len({[}{e}: 1, {e}: 2{]})", "len({[}{n}, {n}{]})",
            "hash({n}) * 0",
        ),
        "float": ("{t}.weight", "({t}.weight + {f})"),
        "bool": (
            "({e} is {e})", "({e} == {e})", "({n} == {n})", "({n} < {n})", "({o} == {o})",
            "({t} == {t})", "({c} == {c})", "{n}.even", "({e} in {le})", "({n} in {ln})",
            "({o} is {o})", "isinstance({n}, tuple)", "({o} in {lo})", "({c} != {c})",
            "bool({o})", "({t} in ({t}, {t}))",
        ),
        "str": ("{e}.value", "{e}.name", "str([{e}.value])", "repr(({e}, {i}))"),
        _INTS: ("{o}.cells", "{c}.row", "list({n})", "[{v}.row for {v} in {ln}]"),
        _ROW: ("{t}.marks",),
        ("pair", "int", "int"): ("tuple({n})", "({n}.row, {n}.column)"),
    },
    statements=(
        Statement("{!o}.play({i})"),
        Statement("{!o}.turn = {i}"),
        Statement("{!o}.cells[{z}] += {i}"),
        Statement("{v} = {!o}\n{v}.cells = {li}\n{w} = {v}.copy()\n{w}.turn += 1",
                  {"v": _BOARD, "w": _BOARD}),
        Statement("{!c}.n -= {i}"),
        Statement("{!c}.row = {li}"),
        Statement("{!c}.step({i})"),
        Statement("{v} = {!c}.row\n{v}.append({i})", {"v": _INTS}),
        Statement("{v}, {w} = {n}", {"v": "int", "w": "int"}),
        Statement("for {v} in {lo}:\n    {v}.turn = {i}\n    BLOCK", {}, {"v": _BOARD}),
        Statement("for {v}, {w} in {ln}:\n    BLOCK", {}, {"v": "int", "w": "int"}),
        Statement("{v} = [Board() for {w} in range(3)]\n{v}[{z}].play({i})",
                  {"v": ("list", _BOARD)}),
        Statement("{v} = [{o}] * 2\n{v}[0].cells.append({i})", {"v": ("list", _BOARD)}),
        Statement("{v} = {[}{n}: {i}, {n}: {i}{]}\n{v}[{n}] = {i}", {"v": ("dict", _STEP, "int")}),
        Statement("{v} = {[}{e}: {i} for {w} in {q}{]}", {"v": ("dict", _MARK, "int")}),
        Statement(
            "match {n}:\n    case Step(0, {v}):\n        BLOCK\n    case Step(row={v}):\n"
            "        {w} = {Iv}", {}, {"v": "int"},
        ),
        Statement("match {e}:\n    case Mark.X:\n        BLOCK\n    case _:\n        BLOCK"),
    ),
)  # fmt: skip
