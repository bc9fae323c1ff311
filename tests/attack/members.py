"""What random programs do with members of enumerations, of an IntEnum wherever numbers go."""

from __future__ import annotations

from .programs import Feature, Statement, Writer

_PIECE, _COLOUR = ("member of IntEnum",), ("member of Enum",)


def _header(writer: Writer) -> list[str]:
    return [
        "import enum",
        "import numpy as np",
        "",
        "",
        "class Piece(enum.IntEnum):",
        "    NOBODY = 0",
        "    KING = 3",
        "    QUEEN = -2",
        "    ROOK = 200",
        "",
        "",
        "class Colour(enum.Enum):",
        "    RED = 'r'",
        "    BLUE = 'b'",
        "",
        "",
    ]


_SIGNS = ("+", "-", "*", "//", "%", "&", "|", "^")

FEATURE = Feature(
    header=_header,
    given=(("Piece.KING", _PIECE), ("Piece.QUEEN", _PIECE), ("Colour.RED", _COLOUR)),
    kinds=(_PIECE, _PIECE, _PIECE, _COLOUR),
    holes={"p": _PIECE, "c": _COLOUR},
    forms={
        _PIECE: (
            "Piece.NOBODY", "Piece.KING", "Piece.QUEEN", "Piece.ROOK", "({p} if {b} else {p})",
            "[{p}, {p}][{z} % 2]", "Piece({p})", "({p} or {p})",
        ),
        _COLOUR: ("Colour.RED", "Colour.BLUE", "({c} if {b} else {c})", "Colour('b')"),
        "int": (
            *(f"({{p}} {sign} {{z}})" for sign in _SIGNS),
            *(f"({{z}} {sign} {{p}})" for sign in _SIGNS),
            *(f"({{p}} {sign} {{p}})" for sign in _SIGNS),
            "(-{p})", "(~{p})", "(+{p})", "abs({p})", "({p} << {z})", "({p} >> {z})", "int({p})",
            "({p} ** 2)", "{p}.value", "{ri}[{p} % len({ri})]", "[5, 6, 7, 8][{p} % 4]",
            "divmod({i}, {p})[1]", "{di}.get({p}, {i})", "sum([{p}, {p}])", "(max({p}, {i}) + 0)",
            "(min({p}, {z}) + 0)", "[{i}, {p}].count({p})", "len(range({p}))",
        ),
        "bool": (
            "({p} == {i})", "({p} < {z})", "({p} >= {p})", "({i} != {p})", "({p} is {p})",
            "(not {p})",
            "({c} == {c})", "({c} is {c})", "({p} in (1, 3))", "({p} in {di})", "bool({p})",
            "({c} in (Colour.RED,))", "isinstance({p}, int)",
        ),
        "float": ("({p} / 2)", "({f} * {p})", "float({p})", "({p} - {f})"),
        "str": (
            "{p}.name", "{c}.value", "({s} * ({p} % 3))", "repr({p})", "str([{p}, {p}])",
            "str({c})", "repr([{c}])", "str([{i}, {p}])", "str(dict([({i}, {p})]))",
        ),
    },
    statements=(
        Statement("{v} = np.zeros(4, dtype=np.int16)\n{v}[{p} % 4] = {p}\n{u} = int({v}.sum())",
                  {"u": "int"}),
        Statement("{v} = [0] * 4\n{v}[{p} % 4] = {i}\n{v}[{z} % 4] += {p}\n{u} = sum({v})",
                  {"u": "int"}),
        Statement("{v} = 0\nfor {w} in range({p}):\n    {v} += {w} - {p}", {"v": "int"}),
        Statement("{v} = np.full((2, 2), {p})\n{u} = int(({v} == {p}).sum()) + int({v}[0, 1])",
                  {"u": "int"}),
        Statement("{v} = {i}\n{v} += {p}\n{v} ^= {p}", {"v": "int"}),
    ),
)  # fmt: skip
