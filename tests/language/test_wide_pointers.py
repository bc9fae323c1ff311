"""Code for a machine of 32 bits keeps the layout of memory that it was optimised for."""

from __future__ import annotations

import re

from llvmlite import binding

from plainpython.back_end.numba_parts.ahead_of_time import with_short_names
from plainpython.back_end.numba_parts.wide_pointers import (
    with_constants_of_pointers,
    with_wide_pointers,
)

MODULE = """
@row = private constant [2 x i64] [i64 1, i64 2]
@list = private constant { ptr, i64 } { ptr @row, i64 2 }
@all = private constant [1 x { i64, i64 }] [{ i64, i64 } { i64 7, i64 ptrtoint (ptr @row to i64) }]
@none = internal constant ptr null
@inner = private constant { ptr, [2 x ptr] } { ptr getelementptr inbounds (i8, ptr @"a, b", \
i64 8), [2 x ptr] [ptr null, ptr getelementptr ({ ptr, i64 }, ptr @list, i32 0, i32 1)] }
@second = private constant { i64, i64 } { i64 1, i64 ptrtoint (ptr getelementptr ({ ptr, i64 }, \
ptr @list, i32 0, i32 1) to i64) }
@"a, b" = private constant [2 x i64] [i64 1, i64 2]
@words = private constant [11 x i8] c"ptr @x, ptr"

define i64 @f(ptr %a, i64 %i, ptr %"a value") {
  %room = alloca { i64, { ptr, i1 }, ptr }, align 8
  store { i64, { ptr, i1 }, ptr } zeroinitializer, ptr %room, align 8
  %at = getelementptr inbounds { ptr, i64 }, ptr %a, i64 %i, i32 0
  store ptr %"a value", ptr %at, align 8
  %both = load { ptr, i64 }, ptr %a, align 8
  store { ptr, i64 } %both, ptr %room, align 8
  store { ptr, i64 } { ptr @row, i64 3 }, ptr %room, align 8
  %next = getelementptr ptr, ptr %a, i64 %i
  %one = load ptr, ptr %next, align 8
  %two = load ptr, ptr @none, align 8, !nonnull !0
  %number = ptrtoint ptr %one to i64
  ret i64 %number
}

!0 = !{}
"""


def test_memory_holds_integers_where_it_would_hold_pointers():
    binding.initialize_all_targets()
    text = with_wide_pointers(MODULE)
    binding.parse_assembly(text).verify()
    for line in text.split("\n"):
        kinds = re.findall(
            r"(?:alloca|load|store|getelementptr(?: inbounds)?) (.*?), (?:ptr|align)", line
        )
        assert not any(re.search(r"\bptr\b", each) for each in kinds), line
        assert not line.startswith("@") or "constant ptr" not in line
    assert 'c"ptr @x, ptr"' in text
    linked = with_constants_of_pointers(text)
    assert (
        "@list = private constant { { ptr, i32 }, i64 } { { ptr, i32 } { ptr @row, i32 0 }, i64 2 }"
        in linked
    )
    address = 'getelementptr inbounds (i8, ptr @"a, b", i64 8)'
    assert f"{{ ptr, i32 }} {{ ptr {address}, i32 0 }}" in linked
    assert "@all = private constant [1 x { i64, { ptr, i32 } }]" in linked
    binding.parse_assembly(linked).verify()


def test_names_that_llvm_does_not_read_are_shortened():
    long = "_ZN" + 300 * "a4"
    text = with_short_names(f'define @{long}\ncall @"{long}"(@short, @"{long}.b c")')
    strings = f'@a = c"b@"\n{300 * " "}@b = c" @{long}"'
    assert with_short_names(strings) == strings
    names = re.findall(r'@"?[^"(,)\n]+', text)
    assert names[0] == names[1] != names[3]
    assert names[2] == "@short"
    assert max(map(len, names)) < 40
