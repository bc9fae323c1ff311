"""What random programs do with cells of NumPy arrays that have few bits, and with `~flag`."""

from __future__ import annotations

from .programs import Feature, Statement, Writer

_BYTES, _SMALL = ("array bytes",), ("array small",)
_BYTE, _SHORT = ("cell byte",), ("cell small",)


def _header(writer: Writer) -> list[str]:
    return [
        "import numpy as np",
        "",
        "CELLS = np.array([1, 2, 255, 0], dtype=np.uint8)",
        "SMALL = np.array([100, -128, -1, 3], dtype=np.int8)",
        "",
        "",
    ]


def _arithmetic(cell: str) -> tuple[str, ...]:
    """Return the templates of arithmetic that gives such a cell again."""
    signs = ("+", "-", "*", "//", "%", "&", "|", "^", ">>")
    with_int = tuple(f"({{{cell}}} {sign} {{z}})" for sign in signs)
    from_int = tuple(f"({{z}} {sign} {{{cell}}})" for sign in ("+", "-", "*", "//", "%"))
    of_two = tuple(f"({{{cell}}} {sign} {{{cell}}})" for sign in ("+", "-", "*", "//", "%", "&"))
    alone = (f"(-{{{cell}}})", f"(~{{{cell}}})", f"abs({{{cell}}})", f"max({{{cell}}}, {{{cell}}})")
    return with_int + from_int + of_two + alone


FEATURE = Feature(
    header=_header,
    given=(("CELLS", _BYTES), ("SMALL", _SMALL)),
    kinds=(_BYTE, _BYTE, _SHORT, _SHORT, _BYTES, _SMALL),
    holes={"c": _BYTES, "h": _SMALL, "y": _BYTE, "t": _SHORT},
    forms={
        _BYTES: ("CELLS.copy()", "({c} + {c})", "{c}[::-1]", "({c} * 2)"),
        _SMALL: ("SMALL.copy()", "({h} + {h})", "{h}[::-1]", "(-{h})"),
        _BYTE: ("{c}[{z}]", "{c}.max()", *_arithmetic("y")),
        _SHORT: ("{h}[{z}]", "{h}.min()", *_arithmetic("t")),
        "int": (
            "int({y})", "(int({y}) - int({y}))", "(-int({t}))", "{y}.item()", "{h}.item({z})",
            "int({c}.sum())", "(int({h}.sum()) - {z})", "(~{b})", "int({y} * {t})",
            "int(sum({h}))", "int({t} * 100)", "(~({i} < {i}))",
        ),
        "bool": (
            "bool({y} - {z} > {z})", "bool({y} < {i})", "bool({t} == {y})", "bool(~({y} == {z}))",
            "bool(({y} == {z}) + ({t} == {z}))", "bool({t} >= {i})", "isinstance({y}, int)",
            "bool(~{b})",
        ),
        "float": ("float({y} / 2)", "float({t})", "float({y} * 1.5)"),
        "str": (
            "str({y})", "str({t})", "str({h})", "repr([int({t}), {i}])", "str([{y}])",
            "('\\u2003' + {s} + '\\u3000').strip()",
        ),
    },
    statements=(
        Statement("{v} = 0\nfor {w} in {c}:\n    {v} += {w}\n{u} = int({v})", {"u": "int"}),
        Statement("{v} = {t}\nif {b}:\n    {v} = {z}\n{u} = int({v} - {z})", {"u": "int"}),
        Statement("{v} = [{y}]\n{v}.append({y})\n{u} = int({v}[0] - {v}[1])", {"u": "int"}),
        Statement("{v} = {h}.copy()\n{v}[{z}] += {z}\n{u} = int({v}[{z}])", {"u": "int"}),
        Statement("try:\n    {v} = int({m} + {i})\nexcept TypeError:\n    {v} = -1", {"v": "int"}),
    ),
)  # fmt: skip
