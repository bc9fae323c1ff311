"""What random programs do with NumPy arrays: items, slices, views, masks and reductions."""

from __future__ import annotations

from .programs import Feature, Statement, Writer

_INTS, _FLAGS, _FLOATS, _GRID, _SMALL = (
    (f"array {name}",) for name in ("ints", "flags", "floats", "grid", "small")
)


def _header(writer: Writer) -> list[str]:
    return [
        "import numpy as np",
        "",
        "GRID = np.array([[0, 1, 2], [2, 0, -1], [1, 1, 0]])",
        "NINE = np.arange(9)",
        "",
        "",
    ]


FEATURE = Feature(
    header=_header,
    given=(("GRID", _GRID), ("NINE", _INTS)),
    kinds=(_INTS, _INTS, _FLAGS, _FLOATS, _GRID, _GRID, _SMALL),
    holes={"ai": _INTS, "ab": _FLAGS, "af": _FLOATS, "g": _GRID, "h": _SMALL},
    forms={
        _INTS: (
            "np.array([1, {k}, 3, {z}])", "np.arange(6)", "np.zeros(4, dtype=np.int64)",
            "np.full(4, {k})", "({ai} + {ai})", "({ai} * {k})", "({ai} - {i})", "{ai}[{z}:]",
            "{ai}[::-1]", "{ai}[{ab}]", "{ai}.copy()", "np.where({ab}, {ai}, {k})", "{g}[{z}]",
            "{g}[:, {z}]", "{g}.sum(axis=0)", "{g}.max(axis=1)", "np.flatnonzero({ab})",
            "{g}.ravel()", "{g}.flatten()", "np.diagonal({g})", "np.diag({g})", "np.cumsum({ai})",
            "np.sort({ai})", "(-{ai})", "np.abs({ai})", "({ai} % {k})", "({ai} // {k})",
            "{g}[{g} > {k}]", "np.array({li})", "np.nonzero({ai})[0]",
            "np.concatenate(({ai}, {ai}))",
            "{ai}[:-1]", "{ai}[1::2]", "({ai} & {k})", "np.minimum({ai}, {k})", "np.unique({ai})",
            "np.argsort({ai}, kind='stable')", "np.roll({ai}, {k})", "({ai} ** 2)",
            "{g}[{z}, {z}:]", "np.maximum({ai}, {ai})", "np.clip({ai}, -1, {z})",
        ),
        _FLAGS: (
            "np.array([True, False, {b}, True])", "({ai} == {ai})", "({ai} > {k})", "(~{ab})",
            "({ab} & {ab})", "({ab} | {ab})", "np.ones(4, dtype=bool)", "({g} == {k}).any(axis=0)",
            "({g} != 0).all(axis=1)", "np.logical_not({ab})", "({af} < {f})", "({g} == {k})[{z}]",
            "np.isin({ai}, {ai})", "({ab} ^ {ab})",
        ),
        _FLOATS: (
            "np.array([0.5, {f}, -1.0])", "np.zeros(3)", "({af} + {f})", "({af} * {af})",
            "({ai} / 2)", "{af}[::-1]", "{ai}.astype(np.float64)", "np.ones(4)", "(2.0 * {af})",
            "np.sqrt(np.abs({af}))", "{g}.mean(axis=0)",
        ),
        _GRID: (
            "GRID.copy()", "np.zeros((3, 3), dtype=np.int64)", "({g} + {g})", "({g} * {k})",
            "{g}.T",
            "np.rot90({g})", "np.fliplr({g})", "np.flipud({g})", "({g} + {ai}[:3])",
            "np.arange(9).reshape(3, 3)", "{g}[::-1]", "{g}.reshape(3, 3)", "np.transpose({g})",
            "({g} * ({g} > {k}))", "np.where({g} == {k}, {g}, 0)", "np.rot90({g}, {z})",
            "{g}[:, ::-1]", "np.array([[{z}, {k}, 1], [1, 2, {z}], [0, 0, {k}]])",
            "np.eye(3, dtype=np.int64)", "np.outer({ai}[:3], {ai}[:3])", "({g} @ {g})",
        ),
        _SMALL: (
            "np.zeros((2, 3), dtype=np.int8)", "np.ones((2, 3), dtype=np.int8)", "({h} + {h})",
            "{h}.copy()", "{h}[::-1]", "({h} * 2)", "{g}[:2].astype(np.int8)", "np.zeros_like({h})",
        ),
        "int": (
            "int({ai}.sum())", "int({ai}[{z}])", "int({g}[{z}, {z}])", "int({ab}.sum())",
            "{ai}.size", "int({ai}.max())", "int({ai}.argmax())", "len({ai})", "int(np.trace({g}))",
            "int(np.count_nonzero({ab}))", "{g}.shape[0]", "int({g}.sum())", "{ai}.shape[0]",
            "int({g}[{i}, {z}])", "int({h}[{z}, {z}])", "int({h}.sum())", "int({ai}[{i}])",
            "int({g}[{z}][{z}])", "int(np.argmin({ai}))", "{ai}.ndim",
            "len(np.argwhere({g} == {k}))",
            "sum(int({v}) for {v} in {ai})", "int(np.sum({g} == {k}))", "int({ai} @ {ai})",
            "{ai}.item({z})", "int(np.prod({ai}))", "int({g}.min())", "len({g})",
            "{h}[{z}, {z}].item()",
            "int(abs({g}[{z}, {z}]))", "int({ai}[-1]) + {i}",
        ),
        "bool": (
            "bool({ab}.any())", "bool({ab}.all())", "bool(({g} == {k}).all())",
            "bool(({ai} == {ai}).all())", "np.array_equal({ai}, {ai})", "bool({ab}[{z}])",
            "bool(np.any({g} > {k}))", "bool((np.diag({g}) == {k}).all())", "({k} in {ai})",
            "bool({ai}[{z}] == {i})", "bool({ai}[{z}] < {f})",
        ),
        "float": (
            "float({af}.sum())", "float({af}[{z}])", "float({ai}.mean())", "float({af}.max())",
            "float({g}.mean())", "float({af}[0] / 2)",
        ),
        ("list", "int"): (
            "{ai}.tolist()", "[int({v}) for {v} in {ai}]", "list(map(int, {ai}))",
            "{g}[{z}].tolist()", "[int({v}) for {v} in np.flatnonzero({ab})]",
        ),
        ("row", "int"): ("tuple({ai}.tolist())", "tuple(int({v}) for {v} in {ai})"),
        ("list", ("list", "int")): ("{g}.tolist()",),
    },
    statements=(
        Statement("{!ai}[{z}] = {k}"),
        Statement("{!ai}[{i}] = {i}"),
        Statement("{!ai}[{z}:] += {k}"),
        Statement("{!ai}[{ab}] = {k}"),
        Statement("{!ai}[1:3] = {ai}[:2]"),
        Statement("{!af}[{z}] = {f}"),
        Statement("{!ab}[{z}] = {b}"),
        Statement("{!g}[{z}, {z}] = {i}"),
        Statement("{!g}[{z}] = {k}"),
        Statement("{!g}[:, {z}] = {ai}[:3]"),
        Statement("{!g}[{g} == {k}] = {z}"),
        Statement("{!h}[{z}, {z}] = {k}"),
        Statement("{!h}[{z}, {z}] += {z}"),
        Statement("{!h}[0, 0] = {i}"),
        Statement("{v} = {!g}[{z}]\n{v}[{z}] = {k}", {"v": _INTS}),
        Statement("{v} = {!g}.T\n{v}[{z}, 0] = {k}", {"v": _GRID}),
        Statement("{v} = {!ai}\n{v} += {k}", {"v": _INTS}),
        Statement("{v} = {!ai}[::-1]\n{v}[0] = {k}", {"v": _INTS}),
        Statement("{v} = {!g}.ravel()\n{v}[{z}] = 8", {"v": _INTS}),
        Statement("{v} = {!g}.reshape(9)\n{v}[{z}] = 8", {"v": _INTS}),
        Statement("{v} = {!g}[{z}:].ravel()\n{v}[{z}] = 8", {"v": _INTS}),
        Statement("{v} = {!g}[:, {z}:].reshape(-1)\n{v}[{z}] = 8", {"v": _INTS}),
        Statement("{v} = {!ai}[{z}:].ravel()\n{v}[{z}] = 8", {"v": _INTS}),
        Statement("{v} = {!ai}[::2].reshape(-1, 1)\n{v}[{z}, 0] = 8"),
        Statement("{v} = np.ascontiguousarray({!ai})\n{v}[{z}] = 8", {"v": _INTS}),
        Statement("for {v} in {ai}:\n    {w} = int({v})\n    BLOCK", {}, {"w": "int"}),
        Statement("for {v} in {g}:\n    {v}[{z}] = {k}"),
        Statement("for {v}, {w} in np.ndindex(3, 3):\n    BLOCK", {}, {"v": "int", "w": "int"}),
        Statement("for {v}, {w} in np.argwhere({g} == {k}):\n    {u} = int({v}) + int({w})"),
        Statement("for {v}, {w} in zip(*np.nonzero({g})):\n    {!g}[{v}, {w}] = 0"),
    ),
)  # fmt: skip
