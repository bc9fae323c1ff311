"""What random programs do besides: loops, `try`, `match`, generators, functions in functions."""

from __future__ import annotations

from .programs import Feature, Scope, Statement, Writer

_INTS = ("list", "int")


def _header(writer: Writer) -> list[str]:
    """Return a generator function, and one that calls itself."""
    scope = Scope([("a", "int"), ("b", "int"), ("ROW", ("row", "int"))])
    yielded, last, more = (writer.expression("int", scope, 1) for _ in range(3))
    return [
        "def counted(a, b):",
        "    for a in range(a, a + 4):",
        f"        if b % 3 and {writer.expression('bool', scope, 1)}:",
        "            continue",
        f"        yield {yielded}",
        "",
        "",
        "def deep(a, b):",
        "    if a <= 0:",
        f"        return {last}",
        f"    return deep(a - 1, {more}) + b",
        "",
        "",
    ]


FEATURE = Feature(
    header=_header,
    forms={
        "int": (
            "deep({z}, {i})", "sum(counted({z}, {i}))", "next(counted({z}, {i}), {k})",
            "max(counted({z}, {i}), default={i})", "[*{li}, {i}][-1]", "len((*{ri}, *{li}))",
            "(lambda {v}, {w}={k}: {Ivw})({i})", "sum(map(lambda {v}: {Iv}, {li}))",
        ),
        "str": (
            'f"""{[}{i}{]}"""', 'f"""a{[}{i}:3d{]}b{[}{s}{]}"""', "'%d-%s' % ({i}, {s})",
            "'{[}{]}{[}{]}'.format({i}, {s})", "str({f})", "str({p})", "repr({li})",
        ),
        "bool": ("any({Bv} for {v} in counted({z}, {i}))", "({k} < ({u} := {i}) <= {u} + 1)"),
        _INTS: (
            "list(counted({z}, {i}))", "[{Iv} for {v} in counted({z}, {i})]", "[*{ri}, *{li}, {i}]",
            "list(map(lambda {v}: {Iv}, {ri}))", "list(filter(lambda {v}: {Bv}, {li}))",
        ),
        ("row", "int"): ("(*{ri}, {i}, *{li}, {i}, {i}, {i}, {i})", "tuple(counted({z}, {i}))"),
    },
    statements=(
        Statement(
            "{v} = {z}\nwhile {v} < 4:\n    {v} += 1\n    BLOCK\n    if {Bv}:\n        break\n"
            "    BLOCK\nelse:\n    BLOCK",
            {"v": "int"}, {"v": "int"},
        ),
        Statement(
            "for {v} in {q}:\n    BLOCK\n    if {Bv}:\n        break\nelse:\n    BLOCK", {},
            {"v": "int"},
        ),
        Statement(
            "{v} = {k}\ntry:\n    {v} = {i}\n    BLOCK\n"
            "except (ZeroDivisionError, IndexError, KeyError):\n    {v} -= {i}",
            {"v": "int"}, {"v": "int"},
        ),
        Statement(
            "{v} = {k}\ntry:\n    {v} = {i}\nexcept ValueError:\n    {v} = 9\n"
            "except LookupError:\n    {v} = {i}\nelse:\n    {v} = {i}\nfinally:\n    BLOCK",
            {"v": "int"}, {"v": "int"},
        ),
        Statement(
            "for {v} in {q}:\n    try:\n        {w} = {Iv}\n    except ArithmeticError:\n"
            "        continue\n    except LookupError as {u}:\n        break\n    BLOCK", {},
            {"v": "int", "w": "int"},
        ),
        Statement(
            "match {i}:\n    case 0 | 1:\n        BLOCK\n    case {v} if {Bv}:\n"
            "        {w} = {Iv}\n    case -2:\n        BLOCK\n    case _:\n        BLOCK",
        ),
        Statement(
            "match ({i}, {s}):\n    case (0, _):\n        {v} = {i}\n    case ({v}, 'a' | 'ab'):\n"
            "        BLOCK\n    case ({v}, {w}):\n        {v} += len({w})",
            {"v": "int"}, {"v": "int"},
        ),
        Statement(
            "match {ri}:\n    case ():\n        {v} = {i}\n    case ({v},):\n        BLOCK\n"
            "    case ({v}, *{w}):\n        {v} += len({w})",
            {"v": "int"}, {"v": "int"},
        ),
        Statement("def {v}({w}, {u}={k}):\n    return {Iwu}\n{u} = {v}({i}) - {v}({i}, {i})",
                  {"u": "int"}),
        Statement(
            "{v} = {i}\ndef {w}({u}):\n    nonlocal {v}\n    {v} = {Ivu}\n    return {v}\n"
            "{u} = ({w}({i}), {w}({i}))".replace("{w}(", "{w}("), {"v": "int"},
        ),
        Statement("{v}, *{w} = {ri}", {"v": "int", "w": _INTS}),
        Statement("*{w}, {v} = {li}", {"v": "int", "w": _INTS}),
        Statement("{v}, {w}, *{u} = {ls}", {"v": "str", "w": "str", "u": ("list", "str")}),
        Statement("({v}, {w}), {u} = {p}, {i}", {"v": "int", "w": "int", "u": "int"}),
        Statement("{v} = {w} = {li}[:]\n{v}.append({i})", {"v": _INTS, "w": _INTS}),
        Statement("{v} = [[0] * 3] * 2\n{v}[{z}][{z}] = {i}", {"v": ("list", _INTS)}),
        Statement("{v} = list({li})\n{v}[{k}], {v}[{z}] = {v}[{z}], {i}", {"v": _INTS}),
        Statement("{v} = list({li})\n{v}[{k}:{i}] = {li}", {"v": _INTS}),
        Statement("{v} = list({li})\n{v}[::2] = {li}", {"v": _INTS}),
        Statement("{v} = list({li})\ndel {v}[{k}:{i}]", {"v": _INTS}),
        Statement("{v} = list({li})\ndel {v}[::-2]", {"v": _INTS}),
        Statement("{v} = list({li})\n{v}[{k}] += {i}", {"v": _INTS}),
        Statement("{v} = dict({di})\n{v}[{i}] += {i}", {"v": ("dict", "int", "int")}),
        Statement(
            "{v} = list({li})\nfor {w} in {v}:\n    if len({v}) < 9:\n        {v}.append({Iw})",
            {"v": _INTS},
        ),
        Statement(
            "{v} = list({li})\nfor {w} in {v}:\n    if {Bw}:\n        {v}.pop()", {"v": _INTS},
        ),
        Statement(
            "{v} = dict({di})\nfor {w} in list({v}):\n    if {Bw}:\n        del {v}[{w}]",
            {"v": ("dict", "int", "int")},
        ),
        Statement(
            "{v} = dict({di})\nfor {w}, {u} in {v}.items():\n    {v}[{w}] = {Iwu}",
            {"v": ("dict", "int", "int")},
        ),
        Statement(
            "{v} = dict({di})\nfor {w} in sorted({v}):\n    {v}[{Iw}] = {v}.get({Iw}, 0) + 1",
            {"v": ("dict", "int", "int")},
        ),
        Statement(
            "{v} = set({si})\nfor {w} in sorted({v}):\n    if {Bw}:\n        {v}.discard({Iw})\n"
            "    else:\n        {v}.add({Iw})",
            {"v": ("set", "int")},
        ),
        Statement("if ({v} := {i}) > {k}:\n    BLOCK", {"v": "int"}, {"v": "int"}),
        Statement("while ({v} := {i}) > {k}:\n    BLOCK\n    break", {"v": "int"}, {"v": "int"}),
        Statement("assert {b}, 'so it is'"),
    ),
)  # fmt: skip
