"""What random programs do with bools among ints, ints among floats, nan in containers, and None."""

from __future__ import annotations

from .programs import Feature, Statement, Writer

_TRUTH, _REAL = ("bool or int",), ("int or float",)
_MAYBES, _TEXT = ("list or None",), ("text or None",)


def _header(writer: Writer) -> list[str]:
    return [
        "from dataclasses import dataclass",
        "",
        "",
        "@dataclass",
        "class Box:",
        "    one: int = 0",
        "    two: float = 0",
        "",
        "",
        "def either(first, second):",
        "    if second > 2:",
        "        return first",
        "    return second",
        "",
        "",
    ]


_FLOATS_COMPARED = (
    "({f} in {lf})", "({lf} == {lf})", "(({f}, {i}) == ({f}, {i}))", "(({f}, {i}) < ({f}, {i}))",
    "([{f}, {f}] < {lf})", "({f} in set({lf}))", "({[}{i}: {f}{]} == {[}{i}: {f}{]})",
    "(len({[}{f}, {f}{]}) > 1)", "(Box({i}, {f}) == Box({i}, {f}))", "({f} in {[}{f}: {i}{]})",
    "({lf}.count({f}) > 1)",
)  # fmt: skip

FEATURE = Feature(
    header=_header,
    kinds=(_TRUTH, _TRUTH, _REAL, _REAL, _MAYBES, _TEXT),
    holes={"e": _TRUTH, "r": _REAL, "o": _MAYBES, "t": _TEXT},
    forms={
        _TRUTH: (
            "({b} if {b} else {i})", "({b} or {i})", "({i} and {b})", "[{b}, {i}][{z} % 2]",
            "{di}.get({i}, {b})", "max({b}, {i})", "either({b}, {i})", "either({i}, {b})",
            "({e} if {b} else {e})", "({e} & {b})", "({e} | {e})", "({b} if {b} else 1)",
            "next(({v} for {v} in {q} if {Bv}), {b})", "min({i}, {b}, {i})",
        ),
        _REAL: (
            "({i} if {b} else {f})", "max({i}, {f})", "[{i}, {f}][{z} % 2]", "({r} + {i})",
            "({r} - {r})", "({r} * {z})", "({r} // {k})", "({r} % {k})", "(-{r})", "abs({r})",
            "either({i}, {f})", "(0 if {b} else {f})", "({e} if {b} else {f})", "({r} * {f})",
            "min({r}, {i})", "sum([{i}, {f}])", "(2**53 if {b} else {f})", "({r} ** {z})",
        ),
        "int": (
            "int({e})", "({e} + {i})", "({e} * {z})", "({e} // {k})", "(~{e})", "(-{e})",
            "{ri}[{e}]", "({e} << {z})", "int({r})", "sum([{e}, {b}])", "[{e}, {i}].count({i})",
            "[{e}, 2].index({i})", "({o} or [5])[0]", "round({r})",
        ),
        "bool": (
            "({e} == {i})", "({e} < {i})", "bool({e})", "({e} in {ri})", "({r} == {i})",
            "({r} < {f})", "({r} in {lf})", "(not {e})", "({e} is True)", "isinstance({e}, bool)",
            "isinstance({r}, int)", "isinstance({e}, int)", "isinstance({r}, (int, float))",
            "(type({e}) is int)", "({e} is not False)", *_FLOATS_COMPARED,
        ),
        "float": ("({r} / 2)", "float({e})", "({r} + {f})", "float({r})", "({e} * {f})"),
        "str": (
            "str({e})", "repr({e})", "str([{e}])", "repr(({e}, {e}))", "('%s' % {e})",
            "('%d' % {e})", "({t} or 'x')",
        ),
        _MAYBES: ("({li} if {b} else None)", "None", "{li}"),
        _TEXT: ("({s} if {b} else None)", "None"),
    },
    statements=(
        Statement("{v} = 0\nfor {w} in {q}:\n    if {b}:\n        {v} = {w} > {z}", {"v": _TRUTH}),
        Statement("{v} = False\nfor {w} in {q}:\n    {v} = {v} or {w}", {"v": _TRUTH}),
        Statement("{v} = 0\nfor {w} in {q}:\n    {v} += {f}", {"v": _REAL}),
        Statement("{v} = 1\nfor {w} in {q}:\n    {v} = {v} * {w} + ({r})", {"v": _REAL}),
        Statement("{v} = -math.inf\nfor {w} in {q}:\n    if {w} > {v}:\n        {v} = {w}",
                  {"v": _REAL}),
        Statement("{v} = [{i}, {i}]\n{v}.append({b})\n{u} = {v}[{z} % 3]", {"u": _TRUTH}),
        Statement("{v} = [0, 0]\n{v}[{z} % 2] += {f}\n{u} = {v}[{z} % 2]", {"u": _REAL}),
        Statement("{v} = {di}.copy()\n{v}[{i}] = {b}\n{u} = {v}[{i}]", {"u": _TRUTH}),
        Statement("{v} = Box({i})\nif {b}:\n    {v}.one = {b}\n{v}.two += {f}\n{u} = {v}.one",
                  {"u": _TRUTH}),
        Statement("try:\n    {v} = 0\n    for {w} in {!o}:\n        {v} += {w}\n"
                  "except TypeError:\n    {v} = -1", {"v": "int"}),
        Statement("try:\n    {v} = len({t}.upper())\nexcept AttributeError:\n    {v} = -1",
                  {"v": "int"}),
        Statement("{w} = {o}\ntry:\n    {w}.append({i})\n    {v} = len({w})\n"
                  "except AttributeError:\n    {v} = -2", {"v": "int"}),
        Statement("try:\n    {v} = len({o}) + {o}[{z}]\nexcept (TypeError, IndexError):\n"
                  "    {v} = -3", {"v": "int"}),
    ),
)  # fmt: skip
