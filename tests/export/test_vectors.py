"""Dot products of vectors come to the same in WebAssembly as in Python."""

from __future__ import annotations

import numpy as np
import pytest
from llvmlite import binding

from gametree.export.toolchain import WASM, run_zig
from plainpython.back_end.numba_parts.ahead_of_time import AheadProgram, TargetMachine

from ..language.test_wasm_vectors import CLIPPING, DOT, ENTRY

SIZE = 256

IN_NODE = """
import { readFileSync } from "node:fs";
const { instance } = await WebAssembly.instantiate(readFileSync("dot.wasm"));
const { memory, entry } = instance.exports;
const given = %s;
new Int16Array(memory.buffer, 4096, given.length).set(given);
console.log(JSON.stringify(entry(4096, 4096 + given.length)));
"""


def test_a_dot_product_is_the_same_in_node(tmp_path, node):
    pytest.importorskip("ziglang", reason="the extra export is not installed")
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    text = (DOT + ENTRY.replace("{clipping}", CLIPPING)).format(size=SIZE)
    machine = TargetMachine(WASM.triple, WASM.llvm_processor, WASM.features)
    code = AheadProgram(text, ("entry",), (0,), ()).object_file(machine)
    (tmp_path / "dot.o").write_bytes(code)
    linking = ("-nostdlib", "-Wl,--no-entry", "-Wl,--export=entry")
    target = ("-target", WASM.zig, f"-mcpu={WASM.processor}")
    run_zig(tmp_path, "cc", *target, *linking, "dot.o", "-o", "dot.wasm")
    rng = np.random.default_rng(5)
    for most in (100, 32767):  # the second sum wraps around
        one, other = rng.integers(-most - 1, most, (2, SIZE), endpoint=True, dtype=np.int16)
        found = node(tmp_path, IN_NODE % [*one.tolist(), *other.tolist()])
        products = one.clip(0).astype(np.int32) * other
        assert found == int(products.sum(dtype=np.int32))
