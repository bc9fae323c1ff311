"""Vectors of small integers in WebAssembly: its dot products, and no vectors as arguments.

LLVM writes a dot product as widened factors that are multiplied item by item. That takes four times
as many instructions as those that WebAssembly has for it. A vector of hundreds of items is as many
arguments there as registers hold it, which engines copy to memory and back at each call.
"""

from __future__ import annotations

import re
from typing import Any

__all__ = ["inline_functions_of_vectors", "with_dot_products"]

_LANES = 8  # items of 16 bits in a register
_DOT = re.compile(
    r"(?P<indent> *)(?P<a>%\S+) = sext <(?P<size>\d+) x i16> (?P<one>\S+) to <(?P=size) x i32>\n"
    r" *(?P<b>%\S+) = sext <(?P=size) x i16> (?P<other>\S+) to <(?P=size) x i32>\n"
    r" *(?P<products>%\S+) = mul <(?P=size) x i32> (?P=a), (?P=b)\n"
    r" *(?P<total>%\S+) = call i32 @llvm\.vector\.reduce\.add\.v(?P=size)i32"
    r"\(<(?P=size) x i32> (?P=products)\)"
)
_VECTOR = re.compile(r"<\d+ x i16>")


def with_dot_products(text: str) -> str:
    """Return a module, as LLVM's text, whose dot products are WebAssembly's.

    Sums of integers wrap around, so they are the same in any order.
    """
    sizes: set[int] = set()

    def product(match: re.Match[str]) -> str:
        size = int(match["size"])
        if size % _LANES:
            return match[0]
        sizes.add(size)
        vector = f"<{size} x i16>"
        arguments = f"{vector} {match['one']}, {vector} {match['other']}"
        return f"{match['indent']}{match['total']} = call i32 @{_name(size)}({arguments})"

    text = _DOT.sub(product, text)
    if not sizes:
        return text
    declared = (
        "declare <4 x i32> @llvm.wasm.dot(<8 x i16>, <8 x i16>)",
        "declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)",
    )
    new = (each for each in declared if each[len("declare") :].split("(")[0] not in text)
    return "\n".join((text, *map(_written_out, sorted(sizes)), *new, ""))


def inline_functions_of_vectors(module: Any) -> None:
    """Let functions of a module of llvmlite that take vectors become part of their callers."""
    for function in module.functions:
        kinds = (str(argument.type) for argument in function.arguments)
        if not function.is_declaration and any(map(_VECTOR.search, kinds)):
            function.add_function_attribute("alwaysinline")


def _name(size: int) -> str:
    return f"plainpython_dot{size}"


def _written_out(size: int) -> str:
    """Return the function that multiplies two vectors of a size, as LLVM's text."""
    vector = f"<{size} x i16>"
    lines = [f"define internal i32 @{_name(size)}({vector} %a, {vector} %b) alwaysinline {{"]
    total = "zeroinitializer"
    for first in range(0, size, _LANES):
        items = ", ".join(f"i32 {first + lane}" for lane in range(_LANES))
        for name in "ab":
            taken = f"shufflevector {vector} %{name}, {vector} poison, <{_LANES} x i32> <{items}>"
            lines.append(f"  %{name}{first} = {taken}")
        factors = f"<8 x i16> %a{first}, <8 x i16> %b{first}"
        lines += [
            f"  %dot{first} = call <4 x i32> @llvm.wasm.dot({factors})",
            f"  %sum{first} = add <4 x i32> {total}, %dot{first}",
        ]
        total = f"%sum{first}"
    lines.append(f"  %total = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> {total})")
    return "\n".join((*lines, "  ret i32 %total", "}"))
