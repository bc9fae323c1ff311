"""Compile functions ahead of time: an object file for any machine, which needs no Python.

Each function becomes one that C can call. It takes a table of 64-bit words, which hold its
arguments member by member: pointers, integers and floats. It writes what it returns, an integer,
and where the function raises, the address of the error as `CLASS: message` in UTF-8.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import FunctionType
from typing import Any, NamedTuple

from llvmlite import binding
from numba.core.registry import cpu_target

from ...errors import CannotCompile
from ..functions import compile_for, compiling, dispatcher
from .linking import insist_sound, linked_module
from .wasm_vectors import inline_functions_of_vectors, with_dot_products
from .wide_pointers import members, with_constants_of_pointers, with_wide_pointers

__all__ = ["AheadCandidate", "AheadProgram", "TargetMachine", "compile_ahead", "with_short_names"]


class TargetMachine(NamedTuple):
    """The machine of an object file: LLVM's names of a target, a processor and its features.

    The processor "native" is the one that this program runs on, with all its instructions.
    """

    triple: str
    processor: str = "generic"
    features: str = ""
    relocation: str = "pic"


class AheadCandidate(NamedTuple):
    """A function to compile, and how: see `functions.compile_for`."""

    function: FunctionType
    world: str
    like_users: tuple[str, ...] = ()


class AheadProgram(NamedTuple):
    """Functions before they are optimised for a machine.

    Attributes:
        text: the module, as LLVM's text.
        entries: the names that C calls them by, in order.
        chosen: for each, the index of the candidate that compiles.
        leaves: the types of the words of the table: "ptr", "i64" or "double" and others.

    """

    text: str
    entries: tuple[str, ...]
    chosen: tuple[int, ...]
    leaves: tuple[str, ...]

    def object_file(self, machine: TargetMachine) -> bytes:
        """Return the object file for a machine.

        Raises:
            CannotCompile: if this LLVM has no such target, or a function needs Python itself.

        """
        return _object_file(self, machine)


def compile_ahead(
    functions: Mapping[str, Sequence[AheadCandidate]],
    kinds: tuple[Any, ...],
    explaining: Callable[[], AbstractContextManager[None]],
) -> AheadProgram:
    """Return functions compiled for arguments of the same types.

    Args:
        functions: by the names that C is to call them by; the first candidate that compiles.
        kinds: the types of their arguments.
        explaining: gives the context in which each is compiled, which explains what goes wrong.

    Raises:
        CannotCompile: if no candidate of a function compiles, with the reason of the last one.

    """
    found = {name: _compiled(each, kinds, explaining) for name, each in functions.items()}
    module = linked_module(
        cpu_target.target_context.codegen(), [made.library for _, made in found.values()]
    )
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    inner = {name: made.fndesc.llvm_func_name for name, (_, made) in found.items()}
    signatures = {name: _arguments(module.get_function(each)) for name, each in inner.items()}
    leaves = tuple(_leaves(signatures[next(iter(inner))]))
    text = _readable_errors(_portable(str(module)))
    wrappers = (_wrapper(name, each, signatures[name]) for name, each in inner.items())
    chosen = tuple(index for index, _ in found.values())
    return AheadProgram("\n".join([text, *wrappers]), tuple(inner), chosen, leaves)


def _compiled(
    candidates: Sequence[AheadCandidate],
    kinds: tuple[Any, ...],
    explaining: Callable[[], AbstractContextManager[None]],
) -> tuple[int, Any]:
    """Return the first candidate that compiles: its index, and what Numba has made of it."""
    *others, last = range(len(candidates))
    for index in (*others, last):
        function, world, like_users = candidates[index]
        compile_for(world, like_users)
        try:
            with compiling(), explaining():
                made = dispatcher(function)
                made.compile(kinds)
                insist_sound(made.overloads[kinds].library)
                return index, made.overloads[kinds]
        except CannotCompile:
            if index == last:
                raise
        finally:
            compile_for("")
    raise AssertionError("there is a last candidate")


def _arguments(function: Any) -> list[str]:
    """Return the types of the arguments, without the pointers to the result and the error."""
    return [str(argument.type) for argument in function.arguments][2:]


def _leaves(kinds: list[str]) -> Iterator[str]:
    for kind in kinds:
        parts = members(kind)
        if parts is None:
            yield kind
        else:
            yield from _leaves(parts)


def _wrapper(name: str, inner: str, kinds: list[str]) -> str:
    """Return the function that C calls, as LLVM's text."""
    lines: list[str] = []
    words = 0

    def fresh(code: str) -> str:
        lines.append(f"  %v{len(lines)} = {code}")
        return f"%v{len(lines) - 1}"

    def read(kind: str) -> str:
        """Return the value of a type that the next words hold."""
        nonlocal words
        parts = members(kind)
        if parts is not None:
            value = "undef"
            for index, member in enumerate(parts):
                part = read(member)
                value = fresh(f"insertvalue {kind} {value}, {member} {part}, {index}")
            return value
        address = fresh(f"getelementptr i64, ptr %words, i64 {words}")
        words += 1
        if kind == "ptr":
            word = fresh(f"load i64, ptr {address}")
            return fresh(f"inttoptr i64 {word} to ptr")
        return fresh(f"load {kind}, ptr {address}")

    given = "".join(f", {kind} {read(kind)}" for kind in kinds)
    inner = f'@"{inner}"'
    status = fresh(f"call i32 {inner}(ptr %result, ptr %error{given})")
    head = f"define i32 @{name}(ptr %words, ptr %result, ptr %error) {{"
    return "\n".join([head, *lines, f"  ret i32 {status}", "}"])


_DYNAMIC = re.compile(r'^(@"?numba\.dynamic\.globals[^=]*=).*$', re.MULTILINE)
_COMMON = re.compile(r"= common ((?:local_unnamed_addr )?)global")


def _portable(text: str) -> str:
    """Return the module without what belongs to this process: addresses, common variables.

    An address of this process is that of a function's dispatcher, which no machine code reads;
    `_object_file` sees to that.
    """
    text = _DYNAMIC.sub(r"\1 internal constant ptr null", text)
    text = re.sub(r"^target (triple|datalayout) = .*\n", "", text, flags=re.MULTILINE)
    return _COMMON.sub(r"= internal \1global", text)


_PICKLED = re.compile(
    r'^(@\.const\.pickledata\.[0-9a-f]+(?:\.\d+)?) = internal constant \[(\d+) x i8\] c"(.*)"',
    re.MULTILINE,
)
_DIGEST = re.compile(
    r"^(@\.const\.pickledata\.[0-9a-f]+\.sha1(?:\.\d+)?) = internal constant \[20 x i8\] .*",
    re.MULTILINE,
)


def _readable_errors(text: str) -> str:
    """Replace pickled errors by `CLASS: message`, ended by a zero."""

    def readable(match: re.Match[str]) -> str:
        size = int(match[2])
        data = re.sub(
            rb"\\([0-9A-F]{2})", lambda each: bytes([int(each[1], 16)]), match[3].encode()
        )
        words = _error_in_words(data)[: size - 1].ljust(size, b"\0")
        shown = "".join(f"\\{each:02X}" for each in words)
        return f'{match[1]} = internal constant [{size} x i8] c"{shown}"'

    text = _DIGEST.sub(r"\1 = internal constant [20 x i8] zeroinitializer", text)
    return _PICKLED.sub(readable, text)


def _error_in_words(data: bytes) -> bytes:
    """Return an error that Numba has pickled: its class, arguments, and where it is raised."""
    try:
        kind, arguments, *_ = pickle.loads(data)
    except Exception:  # what else Numba keeps so, such as a reason of its own
        return b"RuntimeError: compiled code cannot go on"
    details = ", ".join(map(str, arguments or ()))
    return f"{kind.__name__}: {details}".encode()


def _object_file(program: AheadProgram, machine: TargetMachine) -> bytes:
    try:
        target = binding.Target.from_triple(machine.triple)
    except RuntimeError as error:
        raise CannotCompile(f"there is no compiler for {machine.triple}: {error}") from None
    is_native = machine.processor == "native"
    processor, features = _native() if is_native else (machine.processor, machine.features)
    made = target.create_target_machine(
        cpu=processor,
        features=features,
        opt=3,
        reloc=machine.relocation,
        codemodel="default",
        jit=False,
    )
    layout = str(made.target_data)
    head = f'target datalayout = "{layout}"\ntarget triple = "{machine.triple}"\n'
    text = with_short_names(_for_any_processor(program.text, spreads=is_native))
    narrow = "-p:32:" in layout
    if narrow:
        text = with_wide_pointers(text)
    has_vectors = "+simd128" in machine.features
    module = binding.parse_assembly(head + (with_dot_products(text) if has_vectors else text))
    if has_vectors:
        inline_functions_of_vectors(module)
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in program.entries else "internal"
            if function.name in program.entries:
                function.visibility = "hidden"
    builder = binding.create_pass_builder(made, binding.create_pipeline_tuning_options(3))
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()  # drops counts of references that cancel out, now all is inlined
    passes.add_global_dead_code_eliminate_pass()  # and the functions that counted
    passes.run(module, builder)
    kept = [each.name for each in module.global_variables if "numba.dynamic" in each.name]
    if kept:
        raise CannotCompile("a function needs objects of this process: it cannot be exported")
    if narrow:
        module = binding.parse_assembly(with_constants_of_pointers(str(module)))
    return made.emit_object(module)  # type: ignore[no-any-return]


def _native() -> tuple[str, str]:
    """Return the processor and the features that Numba compiles for in this process."""
    codegen = cpu_target.target_context.codegen()
    return codegen._get_host_cpu_name(), codegen._get_host_cpu_features()


_LONG_NAME = 200
_NAMED = re.compile(rf'@?"[^"]*"|@[-\w$.]{{{_LONG_NAME},}}')
"""All that is in quotes, so that no string is taken for names; names without quotes."""


def with_short_names(text: str) -> str:
    """Return the module with short names of functions.

    Blocks of inlined functions are named after them, and LLVM reads no text with names that are
    longer than 1,024 letters.
    """

    def short(match: re.Match[str]) -> str:
        if not match[0].startswith("@") or len(match[0]) < _LONG_NAME:
            return match[0]
        name = match[0].strip('@"')
        return f"@long.{hashlib.sha256(name.encode()).hexdigest()[:24]}"

    return _NAMED.sub(short, text)


_COUNTING = re.compile(r"@llvm\.x86\.atomic\.sub\.cc\.i64\((ptr [^,]*),.*\)")
_COUNT = "@plainpython_uncounted("
_SPREADING = "@llvm.x86.bmi.pdep.64("
_SPREAD = "@plainpython_spread("

# One reference less; returns 1 if there is none left. One thread counts.
_COUNT_WRITTEN_OUT = f"""
define internal i8 {_COUNT}ptr %count) {{
  %before = load i64, ptr %count
  %after = sub i64 %before, 1
  store i64 %after, ptr %count
  %none = icmp eq i64 %after, 0
  %result = zext i1 %none to i8
  ret i8 %result
}}
"""

# The bit of a board that has as many set bits below it as the mark has bits below its only one.
_SPREAD_WRITTEN_OUT = f"""
define internal i64 {_SPREAD}i64 %mark, i64 %board) {{
entry:
  br label %test
test:
  %m = phi i64 [ %mark, %entry ], [ %m2, %step ]
  %b = phi i64 [ %board, %entry ], [ %b2, %step ]
  %last = icmp ule i64 %m, 1
  br i1 %last, label %done, label %step
step:
  %m2 = lshr i64 %m, 1
  %less = sub i64 %b, 1
  %b2 = and i64 %b, %less
  br label %test
done:
  %minus = sub i64 0, %b
  %lowest = and i64 %b, %minus
  ret i64 %lowest
}}
"""


def _for_any_processor(text: str, *, spreads: bool) -> str:
    """Return the module without instructions of x86.

    One counts references down. The other one spreads bits, which the language does with a mark of
    one bit only: see `back_end.bits`. It is there only if this machine has it; `spreads` keeps it.
    """
    text = _without(text, "atomic")
    text = _COUNTING.sub(rf"{_COUNT}\1)", text) + _COUNT_WRITTEN_OUT
    if spreads or _SPREADING not in text:
        return text
    return _without(text, "bmi").replace(_SPREADING, _SPREAD) + _SPREAD_WRITTEN_OUT


def _without(text: str, group: str) -> str:
    """Return the module without the declarations of a group of instructions of x86."""
    return re.sub(rf"^declare .*@llvm\.x86\.{group}\..*\n", "", text, flags=re.MULTILINE)
