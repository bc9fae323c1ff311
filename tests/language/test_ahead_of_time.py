"""Object files of functions that were compiled ahead of time."""

from __future__ import annotations

from llvmlite import binding

from plainpython.back_end.numba_parts.ahead_of_time import AheadProgram, TargetMachine

PROGRAM = """
declare void @NRT_MemInfo_call_dtor(ptr)

define linkonce_odr void @NRT_incref(ptr %memory) noinline {
  %count = load i64, ptr %memory
  %more = add i64 %count, 1
  store i64 %more, ptr %memory
  ret void
}

define linkonce_odr void @NRT_decref(ptr %memory) noinline {
  %count = load i64, ptr %memory
  %less = sub i64 %count, 1
  store i64 %less, ptr %memory
  %none = icmp eq i64 %less, 0
  br i1 %none, label %free, label %done
free:
  call void @NRT_MemInfo_call_dtor(ptr %memory)
  br label %done
done:
  ret void
}

define i64 @second(ptr %memory, i64 %number) {
  call void @NRT_incref(ptr %memory)
  %sum = add i64 %number, 1
  call void @NRT_decref(ptr %memory)
  ret i64 %sum
}
"""


def test_counts_of_references_that_cancel_out_are_left_out():
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    program = AheadProgram(PROGRAM, ("second",), (0,), ("ptr", "i64"))
    for machine in (TargetMachine("x86_64-unknown-linux-gnu"), TargetMachine("wasm32")):
        code = program.object_file(machine)
        assert b"second" in code
        assert b"NRT_MemInfo_call_dtor" not in code
