"""Memory of a machine whose pointers have 32 bits, laid out as on one of 64 bits.

Each function was optimised for a machine of 64 bits before it came here. It may take the members of
a struct by their distance in bytes, and read a pointer as an integer of 64 bits. So memory holds
integers of 64 bits where it would hold pointers; they are converted when they are read or written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count

__all__ = ["members", "with_constants_of_pointers", "with_wide_pointers"]

_POINTER = re.compile(r"\bptr\b")
_LOAD = re.compile(r"^( +)(%\S+|%\"[^\"]*\") = load (volatile )?(?=[p{\[])")
_STORE = re.compile(r"^( +)store (volatile )?(?=[p{\[])")
_ALLOCA = re.compile(r" = alloca (?=[p{\[])")
_ADDRESS = re.compile(r"getelementptr (?:inbounds |nuw |nusw )*\(?(?=[p{\[])")
_OF_POINTERS = re.compile(r", !(?:nonnull|align|dereferenceable(?:_or_null)?) !\d+")
_CONSTANT = re.compile(r"^@.* (?:constant|global) (?=\S)")
_READ_BY_C = "@.const.pickle"
# In a constant: a string or a name in quotes, an address that is an integer already, the address of
# something, or the type of an address.
_IN_CONSTANT = re.compile(
    r'[c@]"[^"]*"|\b(ptrtoint )|'
    r"(?<!\()\bptr (?:(null\b)|(?=(@|getelementptr\b)))|(?<!\()\bptr\b"
)
_NUMBER = re.compile(r"ptrtoint \((ptr .*) to i64\)$")


def with_wide_pointers(text: str) -> str:
    """Return a module, as LLVM's text, whose memory has 64 bits for each pointer."""
    numbers = count()
    lines: list[str] = []
    for line in text.split("\n"):
        if line.startswith("@"):
            made = _of_integers(_with_wide_types(_ADDRESS, line))
            lines.append(line if line.startswith(_READ_BY_C) else made)
        else:
            lines += _rewritten(line, lambda: f"%wide.{next(numbers)}")
    return "\n".join(lines)


def with_constants_of_pointers(text: str) -> str:
    """Return an optimised module whose constants hold addresses as the linker knows them.

    That is a pointer of 32 bits and zeros above it, where `with_wide_pointers` wrote integers.
    """
    lines = text.split("\n")
    for index, line in enumerate(lines):
        found = _CONSTANT.match(line)
        if found is not None and "ptrtoint" in line:
            end = _end_of_type(line, found.end())
            value, rest = _split(f"{line[end:]},")
            kind, value = _of_pointers(line[found.end() : end], value)
            lines[index] = f"{found[0]}{kind} {value}{rest.removesuffix(',')}"
    return "\n".join(lines)


def _of_integers(line: str) -> str:
    """Return the definition of a constant that holds addresses as integers."""
    parts, start = [], 0
    while (found := _IN_CONSTANT.search(line, start)) is not None:
        parts.append(line[start : found.start()])
        start = found.end()
        if found[0][0] in "c@":
            parts.append(found[0])
        elif found[1] is not None:
            integer, _ = _split(f"{line[start:]},")
            start += len(integer)
            parts.append(f"ptrtoint {integer}")
        elif found[2] is not None:
            parts.append("i64 0")
        elif found[3] is not None:
            address, _ = _split(f"{line[start:]},")
            start += len(address)
            parts.append(f"i64 ptrtoint (ptr {address} to i64)")
        else:
            parts.append("i64")
    return "".join([*parts, line[start:]])


def _of_pointers(kind: str, value: str) -> tuple[str, str]:
    """Return the type and the text of a constant that holds addresses as pointers."""
    number = _NUMBER.match(value)
    if kind == "i64" and number is not None:
        return "{ ptr, i32 }", f"{{ {number[1]}, i32 0 }}"
    if "ptrtoint" not in value:
        return kind, value
    ends = value[0] + value[-1]
    parts = []
    rest = f"{value[1:-1].strip()},"
    while rest:
        end = _end_of_type(rest, 0)
        held, more = _split(rest[end:])
        parts.append(_of_pointers(rest[:end], held))
        rest = more[1:].strip()
    kinds = [each for each, _ in parts]
    inner = ", ".join(f"{each} {held}" for each, held in parts)
    if ends == "[]" and len({*kinds}) == 1:
        return f"[{len(parts)} x {kinds[0]}]", f"[ {inner} ]"
    return f"{{ {', '.join(kinds)} }}", f"{{ {inner} }}"  # lies in memory as an array does


def members(kind: str) -> list[str] | None:
    """Return the types of the members of a struct or an array; None of all else."""
    array = re.fullmatch(r"\[(\d+) x (.*)\]", kind)
    if array is not None:
        return int(array[1]) * [array[2]]
    if not kind.startswith("{"):
        return None
    found, depth, begun = [], 0, 1
    for index, letter in enumerate(kind[1:-1], start=1):
        depth += (letter in "{[<") - (letter in "}]>")
        if letter == "," and depth == 0:
            found.append(kind[begun:index].strip())
            begun = index + 1
    last = kind[begun:-1].strip()
    return [*found, last] if last else found


def _rewritten(line: str, fresh: Callable[[], str]) -> list[str]:
    """Return the lines that take the place of one."""
    line = _with_wide_types(_ADDRESS, line)
    if not line.startswith(" ") or "ptr" not in line:
        return [line]
    load, store = _LOAD.match(line), _STORE.match(line)
    found = load or store
    if found is None:
        return [_with_wide_types(_ALLOCA, line)]
    end = _end_of_type(line, found.end())
    kind, rest = line[found.end() : end], line[end:]
    if not _POINTER.search(kind):
        return [line]
    if load is not None:
        word, rest = fresh(), _OF_POINTERS.sub("", rest)
        loaded = f"{load[1]}{word} = load {load[3] or ''}{_wide(kind)}{rest}"
        return [loaded, *_narrowed(kind, word, load[2], fresh)]
    value, address = _split(rest)
    lines, word = _widened(kind, value, fresh)
    return [*lines, f"{found[1]}store {found[2] or ''}{_wide(kind)} {word}{address}"]


def _wide(kind: str) -> str:
    return _POINTER.sub("i64", kind)


def _with_wide_types(before: re.Pattern[str], line: str) -> str:
    """Return a line with wide pointers in each type that follows a pattern."""
    parts, start = [], 0
    for found in before.finditer(line):
        end = _end_of_type(line, found.end())
        parts += [line[start : found.end()], _wide(line[found.end() : end])]
        start = end
    return "".join([*parts, line[start:]])


def _end_of_type(line: str, start: int) -> int:
    """Return where the type ends that begins at an index."""
    depth = 0
    for index in range(start, len(line)):
        depth += (line[index] in "{[<(") - (line[index] in "}])>")
        if depth == 0 and (line[index] in "}]" or not line[index + 1 : index + 2].isalnum()):
            return index + 1
    raise ValueError(f"there is no type in {line!r}")


def _split(rest: str) -> tuple[str, str]:
    """Return the value before the next comma or closing bracket, and all behind it."""
    depth = quoted = 0
    for index, letter in enumerate(rest):
        quoted ^= letter == '"'
        if not quoted:
            depth += (letter in "{[<(") - (letter in "}])>")
            if depth < 0 or (depth == 0 and letter == ","):
                return rest[:index].strip(), rest[index:]
    raise ValueError(f"there is no address in {rest!r}")


def _leaves(kind: str, path: tuple[int, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield the members of members that are no structs: their types, and `, index, index`."""
    parts = members(kind)
    if parts is None:
        yield kind, "".join(f", {each}" for each in path)
    for index, part in enumerate(parts or ()):
        yield from _leaves(part, (*path, index))


def _widened(kind: str, value: str, fresh: Callable[[], str]) -> tuple[list[str], str]:
    """Return the code that converts a value to what memory holds, and its name."""
    if value in ("zeroinitializer", "undef", "poison"):
        return [], value
    if kind == "ptr":
        word = fresh()
        return [f"  {word} = ptrtoint ptr {value} to i64"], word
    lines, whole = [], "undef"
    for leaf, path in _leaves(kind):
        part, after = fresh(), fresh()
        lines.append(f"  {part} = extractvalue {kind} {value}{path}")
        if leaf == "ptr":
            more, part = _widened(leaf, part, fresh)
            lines += more
        lines.append(f"  {after} = insertvalue {_wide(kind)} {whole}, {_wide(leaf)} {part}{path}")
        whole = after
    return lines, whole


def _narrowed(kind: str, word: str, name: str, fresh: Callable[[], str]) -> list[str]:
    """Return the code that converts what memory holds to a value of a name."""
    if kind == "ptr":
        return [f"  {name} = inttoptr i64 {word} to ptr"]
    lines, whole = [], "undef"
    leaves = list(_leaves(kind))
    for number, (leaf, path) in enumerate(leaves, start=1):
        part, after = fresh(), name if number == len(leaves) else fresh()
        lines.append(f"  {part} = extractvalue {_wide(kind)} {word}{path}")
        if leaf == "ptr":
            pointer = fresh()
            lines += _narrowed(leaf, part, pointer, fresh)
            part = pointer
        lines.append(f"  {after} = insertvalue {kind} {whole}, {leaf} {part}{path}")
        whole = after
    return lines
