"""Variables that random programs may read before they are set."""

from __future__ import annotations

from .programs import Feature, Statement

_INTS = ("list", "int")

FEATURE = Feature(
    statements=(
        Statement("if {b}:\n    {v} = {i}", {"v": "int"}),
        Statement("if {b}:\n    {v} = {i}\n    BLOCK\nelif {b}:\n    {v} = {i}", {"v": "int"}),
        Statement("if {b}:\n    {v} = {f}", {"v": "float"}),
        Statement("if {b}:\n    {v} = {s}", {"v": "str"}),
        Statement("if {b}:\n    {v} = [{i}, {i}]", {"v": _INTS}),
        Statement("if {b}:\n    {v} = {ri}", {"v": ("row", "int")}),
        Statement("if {b}:\n    {v} = dict({di})", {"v": ("dict", "int", "int")}),
        Statement("if {b}:\n    {v} = set({si})", {"v": ("set", "int")}),
        Statement("if {b}:\n    {v} = ({i}, {i})", {"v": ("pair", "int", "int")}),
        Statement("if {b} and ({v} := {i}) > {k}:\n    BLOCK", {"v": "int"}, {"v": "int"}),
        Statement("for {v} in {q}:\n    BLOCK", {"v": "int"}, {"v": "int"}),
        Statement("for {w} in {q}:\n    if {Bw}:\n        {v} = {Iw}", {"v": "int"}),
        Statement("for {w} in {ll}:\n    pass\n{w}.append({i})", {"w": _INTS}),
        Statement("while {b}:\n    {v} = {i}\n    break\nelse:\n    {w} = {i}",
                  {"v": "int", "w": "int"}),
        Statement("{v} = {i}\nif {b}:\n    del {v}", {"v": "int"}),
        Statement("{v} = [{i}]\ndel {v}\nif {b}:\n    {v} = [{i}, {k}]", {"v": _INTS}),
        Statement(
            "for {w} in {q}:\n    if {Bw}:\n        {v} = {w}\n    else:\n        del {v}",
            {"v": "int"},
        ),
        Statement(
            "try:\n    {v} = {i}\nexcept (LookupError, ArithmeticError):\n    pass", {"v": "int"},
        ),
        Statement(
            "{v} = {k}\ntry:\n    {w} = {i} // {i}\nexcept ArithmeticError as {v}:\n    {w} = {k}",
            {"v": "int", "w": "int"},
        ),
        Statement(
            "if {b}:\n    {v} = {i}\ntry:\n    {v} += {i}\nexcept NameError:\n    {v} = {k}",
            {"v": "int"},
        ),
        Statement(
            "if {b}:\n    {v} = {li}\ntry:\n    {w} = {v}[{i}]\nexcept UnboundLocalError:\n"
            "    {w} = -9\nexcept IndexError:\n    {w} = -8",
            {"w": "int"},
        ),
        Statement(
            "match {i}:\n    case 0 | 1:\n        {v} = {i}\n    case -2 | 3:\n        {v} = {k}",
            {"v": "int"},
        ),
        Statement(
            "match {p}:\n    case (0, {v}):\n        BLOCK\n    case ({v}, {w}) if {Bv}:\n"
            "        BLOCK",
            {"v": "int"}, {"v": "int"},
        ),
        Statement("{u} = [({v} := {w}) for {w} in {ri} if {Bw}]", {"u": _INTS, "v": "int"}),
        Statement(
            "def {v}({w}):\n    return {Iw} + {u}\nif {b}:\n    {u} = {i}\n{u} = {v}({i})",
            {"u": "int"},
        ),
        Statement("if {b}:\n    def {v}({w}):\n        return {Iw}\n{u} = {v}({i})", {"u": "int"}),
        Statement(
            "if {b}:\n    {u} = {i}\ndef {v}({w}):\n    nonlocal {u}\n    if {w} > {k}:\n"
            "        {u} = {Iw}\n    return {w}\n{w} = {v}({i})",
            {"u": "int", "w": "int"},
        ),
        Statement("if {b}:\n    {w} = {i}\n{v} = [{w} * {u} for {u} in {q}]", {"v": _INTS}),
        Statement(
            "if {b}:\n    {w} = {i}\n{v} = sorted({li}, key=lambda {u}: {u} * {w})", {"v": _INTS},
        ),
    ),
)  # fmt: skip
