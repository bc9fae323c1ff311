"""What random programs do with ints among floats, None among ints, and containers of either."""

from __future__ import annotations

from .programs import Feature, Statement

_MAYBE, _STEP = ("maybe", "int"), ("pair", ("maybe", "int"), "int")
_REALS, _ROWS = ("list", "float"), ("list", ("list", "float"))
_MAYBES, _STEPS = ("list", _MAYBE), ("list", _STEP)
_PRICES, _TABLES = ("dict", "int", "float"), ("list", ("dict", "int", "float"))
_NAMED, _LINES = ("dict", "int", _REALS), ("list", _MAYBES)
_KEPT, _TWO = ("pair", _STEPS, "int"), ("pair", _REALS, _STEPS)

FEATURE = Feature(
    kinds=(_REALS, _ROWS, _MAYBES, _STEPS, _PRICES, _TABLES, _NAMED, _LINES, _MAYBE, _STEP, _KEPT,
           _TWO),
    holes={
        "R": _ROWS, "lm": _MAYBES, "st": _STEP, "ls": _STEPS, "df": _PRICES, "lt": _TABLES,
        "dl": _NAMED, "ln": _LINES, "ke": _KEPT, "tw": _TWO,
    },
    forms={
        "float": ("3", "-2", "7", "1", "{df}[{i}]", "{R}[{z}][{z}]", "{dl}[{i}][{z}]",
                  "sum({v} for {v} in {lf})", "({lt}[{z}].get({i}, {f}))"),
        "int": ("len({R})", "len({ls})", "len({lm})", "({st}[0] or {i})", "{st}[1]",
                "sum({w} if {v} is None else {v} * {w} for {v}, {w} in {ls})",
                "sum({v} for {v} in {lm} if {v} is not None)", "{lm}.count(None)",
                "sum(len({v}) for {v} in {R})", "len({df})", "len({dl})", "len({ln})",
                "sum({v}[0] or 0 for {v} in {ln} if {v})"),
        _MAYBE: ("None", "3", "{lm}[{z}]", "{st}[0]", "{ln}[{z}][0]", "{di}.get({i})"),
        _REALS: ("[3, {f}]", "[{f}, 2]", "[1, 2]", "{R}[{z}]", "[{i} for {v} in {q}]",
                 "{dl}[{i}]", "list({df}.values())", "[]"),
        _ROWS: ("[[1.5], [2]]", "[[3]]", "[{lf}, {li}]", "[{li} for {v} in {q}]", "[[], {lf}]",
                "[[{f}] * 2 for {v} in range(3)]"),
        _MAYBES: ("[None] * 3", "[None, {i}]", "[1, 2]", "[{i}, {m}]", "[None for {v} in {q}]",
                  "[{v} if {Bv} else None for {v} in {q}]", "{ln}[{z}]"),
        _STEP: ("(None, {i})", "({i}, {i})", "{ls}[{z}]"),
        _STEPS: ("[(None, {i})]", "[({i}, {i})]", "[(None, {v}) for {v} in {q}]",
                 "[({v}, {Iv}) for {v} in {q} if {Bv}]", "[(None, 1), ({i}, 2)]", "[]",
                 "{ke}[0]", "{tw}[1]", "{ls} + {ls}"),
        _KEPT: ("({ls}, {i})",),
        _TWO: ("({lf}, {ls})",),
        _PRICES: ("{[}{i}: 3, {k}: {f}{]}", "{[}{i}: 2{]}", "{[}{v}: {Iv} for {v} in {q}{]}",
                  "{[}{]}", "{lt}[{z}]"),
        _TABLES: ("[{[}1: 2{]}, {[}1: 2.5{]}]", "[{df}]", "[{di}]", "[{[}{]}, {df}]"),
        _NAMED: ("{[}1: [2.5]{]}", "{[}1: [2]{]}", "{[}1: {li}, 2: {lf}{]}", "{[}{]}"),
        _LINES: ("[[None] * 2, [1, 2]]", "[[None] * 3 for {v} in range(2)]", "[{lm}]", "[{li}]"),
    },
    statements=(
        Statement("{v} = {li}\n{w} = [{lf}]\n{w}.append({v})\n{v}.append({i})",
                  {"v": ("list", "int"), "w": _ROWS}),
        Statement("{v} = {lf}\n{w} = [{lf}, {v}]\n{v}.append({f})", {"v": _REALS, "w": _ROWS}),
        Statement("{v} = {li}\n{w} = {R}\n{w}[0] = {v}\n{w}[0][0] = {f}", {"w": _ROWS}),
        Statement("{v} = {di}\n{w} = [{df}]\n{w}.append({v})\n{v}[{i}] = {i}", {"w": _TABLES}),
        Statement("{v} = {dl}\n{v}[{i}] = {li}", {"v": _NAMED}),
        Statement("{v} = []\n{v}.append({li})\n{v}.append({lf})\n{v}[0].append({f})", {"v": _ROWS}),
        Statement("{v} = []\nfor {w} in {q}:\n    {v}.append((None, {Iw}))\nif {b}:\n"
                  "    {v}.append(({i}, {i}))", {"v": _STEPS}),
        Statement("if {b}:\n    {v} = [(None, {w}) for {w} in {q}]\nelse:\n"
                  "    {v} = [({w}, {Iw}) for {w} in {q}]", {"v": _STEPS}),
        Statement("{v} = ({ls}, {i})\n{w} = {v}[0] if {b} else {ls}\n{w}.append(({m}, {i}))",
                  {"v": _KEPT, "w": _STEPS}),
        Statement("{v}, {w} = {tw}\n{w}.append({st})", {"v": _REALS, "w": _STEPS}),
        Statement("{v} = {ls}\nif {b}:\n    {v} = [(None, {i})]\n{v}.append({st})", {"v": _STEPS}),
        Statement("{v} = []\n{v} += {ls}\n{v}.append({st})\n{w} = {v}", {"v": _STEPS, "w": _STEPS}),
        Statement("{v} = [None] * 4\n{w} = [{v}, {lm}]\n{v}[{z}] = {i}",
                  {"v": _MAYBES, "w": _LINES}),
        Statement("for {v}, {w} in {ls}:\n    if {v} is not None:\n        BLOCK", {},
                  {"v": "int", "w": "int"}),
        Statement("for {v} in ({li}, {lf}):\n    {v}.append({f})"),
        Statement("{v} = {lf} if {b} else {li}\n{v}.append({f})", {"v": _REALS}),
        Statement("{v} = {f}\n{v} += {i}", {"v": "float"}),
        Statement("{v} = {li}\n{v}[{z}] = {f}", {"v": _REALS}),
        Statement("{v} = [{i}, 1, {i}]\n{w} = {v}\n{v}[{z}] += {f}\n{w}.append({i})",
                  {"v": _REALS, "w": _REALS}),
        Statement("{v} = [0] * 3\nfor {w}, {u} in enumerate({q}):\n    {v}[{w} % 3] += {f}\n"
                  "{v} += {lf}", {"v": _REALS}),
        Statement("{v} = [[0] * 2 for {w} in range(3)]\n{v}[{z}][1] += {f}\n{w} = {v}[{z}]\n"
                  "{w}[0] = {i}", {"v": _ROWS, "w": _REALS}),
        Statement("{v} = [{li}, [{i}, 2]]\nfor {w} in {v}:\n    {w}[{z}] = {f}", {"v": _ROWS}),
        Statement("{v} = {[}{i}: {i}, 3: 1{]}\n{w} = {v}\n{v}[{i}] = {f}\n{w}[3] -= {i}",
                  {"v": _PRICES, "w": _PRICES}),
        Statement("{v} = {[}{]}\nfor {w} in {q}:\n    {v}[{Iw}] = {v}.get({Iw}, 0) + {f}",
                  {"v": _PRICES}),
        Statement("{v} = {[}{u}: {Iu} for {u} in {q}{]}\nfor {w} in sorted({v}):\n"
                  "    {v}[{w}] /= 2", {"v": _PRICES}),
        Statement("{v} = {m}\n{w} = {li}\nif {v} is not None:\n    {w}.append({v})\n"
                  "    {w}.insert({i}, {v})", {"w": ("list", "int")}),
        Statement("{v} = {m}\n{w} = {si}\nif {v}:\n    {w}.add({v})\n    {w} |= {[}{v}, {i}{]}",
                  {"w": ("set", "int")}),
        Statement("{v} = {m}\n{w} = {di}\nfor {u} in {q}:\n    if {v} is None or {Bu}:\n"
                  "        {v} = {m}\n        continue\n    {w}[{v}] = {v}\n    {v} = {m}",
                  {"w": ("dict", "int", "int")}),
        Statement("{v} = {lm}\n{w} = [{u} for {u} in {v} if {u} is not None]\n"
                  "if {v} and {v}[0] is not None:\n    {w} += [{v}[0]]\n    {v}[0] = {m}\n"
                  "{w}.append({i})", {"w": ("list", "int")}),
        Statement("{v} = {m}\nif {v} is None:\n    {v} = {i}\n{w} = [{v}, {i}]\n{w}.append({v})",
                  {"w": ("list", "int")}),
        Statement("{v} = {m}\n{w} = {li}\nwhile {v} is not None and 1 < {v} < 2**40:\n"
                  "    {w}.append({v})\n    {v} = {v} // 3 if {v} > 9 else None\n"
                  "{w}.append(4 if {v} is None else {v})", {"w": ("list", "int")}),
        Statement("{w} = {li}\nfor {v}, {u} in {ls}:\n    if not {v}:\n        continue\n"
                  "    {w}.append({v})\n    BLOCK", {"w": ("list", "int")},
                  {"v": "int", "u": "int"}),
        Statement("{!lf}.append({i})"),
        Statement("{!R}.append({li})"),
        Statement("{!lm}[{z}] = {i}"),
        Statement("{!ls}.append(({i}, {i}))"),
        Statement("{!df}[{i}] = {i}"),
    ),
)  # fmt: skip
