"""Closures that read variables late, and iterators that several readers advance."""

from __future__ import annotations

from .programs import Feature, Statement, Writer

_INTS = ("list", "int")


def _header(writer: Writer) -> list[str]:
    return [
        "import functools",
        "import itertools",
        "",
        "",
        "def applied(function, value):",
        "    return function(value)",
        "",
        "",
        "def lazily(function, values):",
        "    return map(function, values)",
        "",
        "",
        "def weighed(a, b, c=1):",
        "    return a + 2 * b - c",
        "",
        "",
        "def two_of(items):",
        "    return list(itertools.islice(items, 2))",
        "",
        "",
        "def every_other(items):",
        "    for each in items:",
        "        yield each",
        "        next(items, 0)",
        "",
        "",
        "def all_of(values):",
        "    return iter(values)",
        "",
        "",
    ]


_MAKERS = (
    "map(lambda {u}: {Iu} + {v}, {q})",
    "filter(lambda {u}: {u} > {v}, {q})",
    "({Iu} - {v} for {u} in {q})",
    "({u} * {v} for {u} in {q} if {Bu})",
    "itertools.takewhile(lambda {u}: {u} != {v}, {q})",
    "itertools.accumulate({q}, lambda {u}, _: {u} % 99 + {v})",
    "lazily(lambda {u}: {u} + {v}, {q})",
)
_CHANGES = (
    "",
    "{v} = {i}",
    "{v} += {k}",
    "if {b}:\n    {v} = {i}",
    "for {v} in {q}:\n    pass",
    "while {v} > 100:\n    {v} //= 9",
    "try:\n    {v} = {ri}[{i}]\nexcept IndexError:\n    pass",
)

CLOSURES = Feature(
    header=_header,
    statements=(
        *(
            Statement(
                f"{{v}} = {{k}}\n{{w}} = {maker}\n{change}\n{{u}} = list({{w}})",
                {"u": _INTS},
            )
            for maker in _MAKERS
            for change in _CHANGES
        ),
        *(
            Statement(
                f"{{v}} = {{k}}\n{{u}} = []\nfor {{w}} in {maker}:\n    {{u}}.append({{w}})\n"
                "    if len({u}) > 4:\n        break\n    if {Bw}:\n        {v} += {k}",
                {"u": _INTS, "v": "int"},
            )
            for maker in ("map(lambda {u}: {Iu} + {v}, {q})", "({u} * {v} for {u} in {q})")
        ),
        Statement(
            "{u} = [{v}(2) for {v} in [lambda {w}: {Iw} + {u} for {u} in {q}]]",
            {"u": _INTS},
        ),
        Statement(
            "{u} = [{v}(2) for {v} in [lambda {w}, {u}={u}: {w} + {u} for {u} in {q}]]",
            {"u": _INTS},
        ),
        Statement(
            "{u} = []\nfor {v} in {q}:\n    {u}.append(lambda {w}: {Iw} + {v})\n"
            "{u} = [{v}({k}) for {v} in {u}]",
            {"u": _INTS},
        ),
        Statement(
            "{u} = []\nfor {v} in {q}:\n    {u}.append(lambda {w}, {v}={v}, _=2: {w} * {v} + _)\n"
            "{v} = {k}\n{w} = [each({v}) for each in {u}]",
            {"w": _INTS},
        ),
        Statement(
            "{u} = [functools.partial(weighed, {Iv}) for {v} in {q}]\n"
            "{w} = [each(3) for each in {u}]",
            {"w": _INTS},
        ),
        Statement(
            "{v} = {k}\n{w} = functools.partial(weighed, {v} + 1, c={v})\n{v} = {i}\n"
            "{u} = {w}({i})",
            {"u": "int"},
        ),
        Statement(
            "{v} = {k}\ndef {w}({u}):\n    return {Iu} + {v}\nif {b}:\n    {v} = {i}\n"
            "{u} = {w}({i})\n{v} = {k}\n{u} += applied({w}, {i})",
            {"u": "int", "v": "int"},
        ),
        Statement(
            "{v} = {k}\ndef {w}({u}, step={v}):\n    return {Iu} + step\n{v} = {i}\n"
            "{u} = [{w}({i}), {w}(1, 2), applied({w}, {i}), *map({w}, {q})]",
            {"u": _INTS},
        ),
        Statement(
            "{v} = {k}\ndef {w}({u}):\n    nonlocal {v}\n    {v} += {u} % 9\n    return {v}\n"
            "{u} = map(lambda each: each % 9 + {v}, {q})\n{w}({k})\n{u} = list({u})",
            {"u": _INTS, "v": "int"},
        ),
        Statement(
            "{v} = {k}\ndef {w}({u}):\n    return lambda each: each + {u} + {v}\n{u} = {w}({k})\n"
            "if {b}:\n    {v} = {i}\n{u} = {u}({i})",
            {"u": "int"},
        ),
        Statement(
            "{u} = []\nfor {v} in {q}:\n    {w} = lambda each: each % 7 + {v}\n"
            "    {u}.append(applied({w}, {k}))\n"
            "    {u} += sorted({ri}, key=lambda each: each * {v})\n"
            "    {u}.append(sum(each for each in {ri} if each > {v}))\n    del {u}[9:]",
            {"u": _INTS},
        ),
        Statement("{v} = {k}\n{w} = lambda {u}: {Iu} + {v}\n{u} = {w}\n{v} = {k}\n{w} = {u}({i})"),
    ),
)  # fmt: skip
"""Functions, generators and `map` over variables that may be set again before they are used."""

_ITERATORS = (
    "iter({ri})", "iter({li})", "iter({di})", "map(lambda {u}: {Iu}, {q})", "reversed({ri})",
    "filter(lambda {u}: {Bu}, {q})", "({Iu} for {u} in {q})", "itertools.chain({ri}, {li})",
    "itertools.islice({ri}, {z}, 5)", "itertools.islice(itertools.cycle({ri}), 9)",
    "all_of({ri})", "reversed({li})",
    "itertools.accumulate({ri}, lambda {u}, _: {u} % 99 - 1)", "every_other(iter({ri}))",
)  # fmt: skip
_TAKERS = (
    "next({v}, {k})", "sum(itertools.islice({v}, 2))", "len(two_of({v}))", "int({k} in {v})",
    "len(list(itertools.islice(zip({v}, {v}), 1)))", "sum(two_of({v}))",
    "next(every_other({v}), 0)",
    "sum(itertools.islice(itertools.takewhile(lambda {u}: {u} > {k}, {v}), 3))",
    "next(map(lambda {u}: {u} + 1, {v}), 5)", "next((each * 2 for each in {v}), 7)",
    "next(itertools.chain({v}, {v}), {k})", "next(enumerate({v}), (0, {k}))[1]",
    "int(any(each > {k} for each in itertools.islice({v}, 3)))",
)  # fmt: skip

ITERATORS = Feature(
    header=_header,
    statements=(
        *(
            Statement(
                f"{{v}} = {iterator}\n{{u}} = [{one}]\n{{u}}.append({other})\n"
                "{u} += itertools.islice({v}, 4)",
                {"u": _INTS},
            )
            for place, iterator in enumerate(_ITERATORS)
            for one, other in (
                (_TAKERS[(3 * place + step) % 13], _TAKERS[(5 * place + 4 * step) % 13])
                for step in range(5)
            )
        ),
        *(
            Statement(
                f"{{v}} = [{{k}}, {{i}}, 5]\n{{w}} = {made}\n{{v}}.append({{i}})\n"
                f"{{v}}[{{z}}] = {{k}}\n{{u}} = [{item} for each in {{w}}]\n{{v}}.append(1)\n"
                f"{{u}} += [{item} for each in {{w}}]",
                {"u": _INTS, "v": _INTS},
            )
            for made, item in (
                ("iter({v})", "each"), ("reversed({v})", "each"), ("enumerate({v})", "sum(each)"),
                ("zip({v}, {v})", "sum(each)"), ("zip({v}, {v}, strict=True)", "sum(each)"),
                ("zip(({k}, *{v}), {v}, strict=True)", "sum(each)"), ("map(abs, {v})", "each"),
                ("itertools.product({v}, (1, 2))", "each[0]"),
                ("itertools.product({v}, repeat=2)", "each[1]"),
                ("itertools.combinations({v}, 2)", "each[0]"),
                ("itertools.permutations({v}, 2)", "each[1]"),
                ("itertools.islice({v}, 6)", "each"), ("(w for w in {v}[:])", "each"),
                ("itertools.chain({v}, [7])", "each"), ("(w for w in {v})", "each"),
            )
        ),
        Statement(
            "{v} = list({q})\n{u} = [0]\nfor {w} in zip({v}, {ri}, strict=True):\n"
            "    {u}.append({w}[0] - {w}[1])\n    if {w}[0] > {k}:\n        break",
            {"u": _INTS, "v": _INTS},
        ),
        Statement(
            "{v} = list({q})\n{u} = [0]\nfor {w} in reversed({v}):\n    {u}.append({w})\n"
            "    if {Bw}:\n        {v}.append({k})\n    elif {v}:\n        {v}.pop()\n"
            "    if len({v}) > 12:\n        {v}.clear()",
            {"u": _INTS, "v": _INTS},
        ),
        Statement(
            "{v} = iter({ri})\n{u} = [0]\nfor {w} in {v}:\n    {u}.append({w})\n    if {Bw}:\n"
            "        {u}.append(next({v}, {k}))\n    if {Bw}:\n        break\n{u} += {v}",
            {"u": _INTS},
        ),
        Statement(
            "{u} = [0]\nfor {v}, {w} in itertools.groupby({ri}, lambda each: each % 3):\n"
            "    {u}.append({v})\n    if {Bv}:\n        {u}.append(next({w}, {k}))\n    {u} += {w}",
            {"u": _INTS},
        ),
        Statement(
            "{v} = list(itertools.groupby({ri}, lambda each: each % 2))\n"
            "{u} = [len(list(each[1])) for each in {v}]",
            {"u": _INTS},
        ),
        Statement(
            "{v} = {w} = -1\nmatch ({i}, ({i}, {k})):\n    case ({v}, ({w}, 2)) if {b}:\n"
            "        pass\n"
            "    case ({v}, (0, _)) | (3, ({v}, _)) if {v} > {k}:\n        BLOCK\n"
            "    case ({w}, _) if {w} < 0:\n        pass",
            {"v": "int", "w": "int"},
        ),
    ),
)  # fmt: skip
"""Iterators read here and there, lists that change behind them, groups, and captures of `match`."""
