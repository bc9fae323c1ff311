"""Vectors in WebAssembly: its own dot products, and calls without hundreds of arguments."""

from __future__ import annotations

import re

import pytest
from llvmlite import binding

from plainpython.back_end.numba_parts import ahead_of_time
from plainpython.back_end.numba_parts.ahead_of_time import AheadProgram, TargetMachine
from plainpython.back_end.numba_parts.wasm_vectors import with_dot_products

DOT = """
define i32 @dot(<{size} x i16> %a, <{size} x i16> %b) {{
  %.1 = sext <{size} x i16> %a to <{size} x i32>
  %.2 = sext <{size} x i16> %b to <{size} x i32>
  %.3 = mul <{size} x i32> %.1, %.2
  %.4 = call i32 @llvm.vector.reduce.add.v{size}i32(<{size} x i32> %.3)
  ret i32 %.4
}}

declare i32 @llvm.vector.reduce.add.v{size}i32(<{size} x i32>)
"""
# Clips the first vector, so that LLVM knows that no item of it is negative.
ENTRY = """
define i32 @entry(ptr %a, ptr %b) {{
  %one = load <{size} x i16>, ptr %a, align 2
  %clipped = call <{size} x i16> @llvm.smax.v{size}i16({clipping})
  %other = load <{size} x i16>, ptr %b, align 2
  %found = call i32 @dot(<{size} x i16> %clipped, <{size} x i16> %other)
  ret i32 %found
}}

declare <{size} x i16> @llvm.smax.v{size}i16(<{size} x i16>, <{size} x i16>)
"""
CLIPPING = "<{size} x i16> %one, <{size} x i16> zeroinitializer"


def moved(rows):
    """Return a function that adds rows to a vector, and one that calls it many times."""
    vector = "<8 x i16>"
    lines = [f"define internal {vector} @moved({vector} %sum0, ptr %rows) {{"]
    for row in range(rows):
        lines += [
            f"  %at{row} = getelementptr i8, ptr %rows, i32 {16 * row * row}",
            f"  %row{row} = load {vector}, ptr %at{row}, align 2",
            f"  %sum{row + 1} = add {vector} %sum{row}, %row{row}",
        ]
    lines += [f"  ret {vector} %sum{rows}", "}", "define i32 @entry(ptr %a, ptr %b) {"]
    lines.append(f"  %sum0 = load {vector}, ptr %a")
    lines += [f"  %sum{i + 1} = call {vector} @moved({vector} %sum{i}, ptr %b)" for i in range(3)]
    lines += [f"  store {vector} %sum3, ptr %a", "  ret i32 0", "}"]
    return "\n".join(lines)


def assembled(monkeypatch, text):
    """Return the code of a module, as text, after all that is done for WebAssembly."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    monkeypatch.setattr(
        binding.TargetMachine, "emit_object", lambda self, module: self.emit_assembly(module)
    )
    machine = TargetMachine("wasm32-unknown-unknown", features="+simd128")
    code = AheadProgram(text, ("entry",), (0,), ()).object_file(machine)
    return re.findall(r"^\t([a-z]\S+)", code, re.MULTILINE)


@pytest.mark.parametrize("size", [8, 64, 256])
def test_a_dot_product_takes_one_instruction_for_eight_items(size, monkeypatch):
    text = DOT + ENTRY.replace("{clipping}", CLIPPING)
    code = assembled(monkeypatch, text.format(size=size))
    assert code.count("i32x4.dot_i16x8_s") == size // 8
    assert not [each for each in code if "mul" in each or "extend" in each]


def test_a_function_that_takes_a_vector_is_inlined(monkeypatch):
    assert "call" not in assembled(monkeypatch, moved(300))
    monkeypatch.setattr(ahead_of_time, "inline_functions_of_vectors", lambda module: None)
    assert "call" in assembled(monkeypatch, moved(300))


def test_other_code_stays_as_it_is():
    odd = DOT.format(size=12)
    assert with_dot_products(odd) == odd
    plain = "define i32 @f(i32 %a) {\n  ret i32 %a\n}\n"
    assert with_dot_products(plain) == plain
