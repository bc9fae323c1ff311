"""What random programs do with None where the first cases that they are run on have none."""

from __future__ import annotations

from .programs import Feature, Statement, Writer

_SLOT, _MAYBE = ("class Slot",), ("maybe", "int")
_INTS, _TABLE, _PAIR = ("list", "int"), ("dict", "int", "int"), ("pair", "int", "int")


def _header(writer: Writer) -> list[str]:
    return [
        "from dataclasses import dataclass, replace",
        "",
        "",
        "@dataclass",
        "class Slot:",
        "    n: int = 1",
        "    flag: bool = True",
        "    real: float = 0.5",
        "    text: str = 'a'",
        "    pair: tuple = (1, 2)",
        "",
        "    def put(self, n, real=1.5):",
        "        self.n, self.real = n, real",
        "        return self",
        "",
        "",
        "def or_none(flag, value):",
        "    return value if flag else None",
        "",
        "",
        "def shown(value, other=7):",
        "    return (value is None, other is None, value or 0, other or 0)",
        "",
        "",
    ]


FEATURE = Feature(
    header=_header,
    kinds=(_SLOT, _MAYBE, _MAYBE),
    holes={"o": _SLOT},
    forms={
        _SLOT: ("Slot({k})", "Slot()", "Slot(or_none({b}, {i}))", "{o}.put({m})",
                "replace({o}, n={m})", "{o}.put({i}, or_none({b}, {f}))",
                "Slot(flag=or_none({b}, {b}))"),
        _MAYBE: ("or_none({b}, {i})", "{o}.n", "{o}.pair[0]", "{di}.get({i}, {m})",
                 "next(({v} for {v} in {q} if {Bv}), {m})"),
        "int": ("({o}.n or {i})", "({k} if {o}.n is None else {o}.n)", "({m} or {i})",
                "[{i}, 2].count({m})", "len(str({m}))", "shown({m}, {m})[2]",
                "{di}.get({m}, {i})", "({o}.pair[0] or 0)"),
        "bool": ("({o}.n is None)", "({o}.n == {i})", "({m} in range({z}))", "({m} in {li})",
                 "({m} in {di})", "({m} in {si})", "({o}.flag is None)", "({o}.real is None)",
                 "({o}.text is None)", "(({m}, 2) == {o}.pair)", "bool({o}.flag)", "({m} != {m})"),
        "str": (
            "str({o}.n)", "str([{o}.n, {i}])", "repr(({o}.text, {o}.n))",
            "('no' if {o}.text is None else {o}.text)", "'%s' % {m}",
        ),
    },
    statements=(
        Statement("{!o}.n = {m}"),
        Statement("{!o}.n = {i} if {b} else None"),
        Statement("{!o}.flag = or_none({b}, {b})"),
        Statement("{!o}.real = or_none({b}, {f})"),
        Statement("{!o}.text = or_none({b}, {s})"),
        Statement("{!o}.pair = ({m}, {i})"),
        Statement("{!o}.pair = or_none({b}, {p}) or (0, 0)"),
        Statement("{v} = shown({m}, {m})\n{u} = {v}[2] - {v}[3]", {"u": "int"}),
        Statement("{v} = shown({m})[3] + shown(other=2, value={m})[2]", {"v": "int"}),
        Statement("{v} = {li}[:]\n{v}.append({i})\ntry:\n    {v}[{z}] = {i}\n"
                  "except IndexError:\n    pass\n{w} = {v}.count({m})", {"v": _INTS, "w": "int"}),
        Statement("try:\n    {v} = {li}.index({m})\nexcept ValueError:\n    {v} = -1",
                  {"v": "int"}),
        Statement("try:\n    {v} = {di}[{m}]\nexcept KeyError:\n    {v} = -1", {"v": "int"}),
        Statement("{v} = set({si})\n{v}.discard({m})", {"v": ("set", "int")}),
        Statement("{v} = dict({di})\n{w} = {v}.pop({m}, {i})", {"v": _TABLE, "w": "int"}),
        Statement("try:\n    {v} = {m} + {i}\nexcept TypeError:\n    {v} = -1", {"v": "int"}),
        Statement("try:\n    {v} = int({m} < {i})\nexcept TypeError:\n    {v} = -1", {"v": "int"}),
        Statement("try:\n    {v} = {ri}[{m}]\nexcept (TypeError, IndexError):\n    {v} = -1",
                  {"v": "int"}),
        Statement("try:\n    {v} = abs({m}) + int({m})\nexcept TypeError:\n    {v} = -1",
                  {"v": "int"}),
        Statement("try:\n    {v} = max({m}, {i}) ** 2\nexcept TypeError:\n    {v} = -1",
                  {"v": "int"}),
        Statement("{v} = {ri}[{m}:]", {"v": ("row", "int")}),
        Statement("{v} = {m}\nfor {w} in {q}:\n    if {v} is None or {Bw}:\n        {v} = {Iw}\n"
                  "    else:\n        {v} = None", {"v": _MAYBE}),
        Statement("{v} = [{m}, {i}]\n{w} = {v}.index({i})", {"w": "int"}),
        Statement("def {v}({w}):\n    return {w} is None\n{u} = [{v}({m}), {v}({i})]",
                  {"u": ("list", "bool")}),
    ),
)  # fmt: skip
