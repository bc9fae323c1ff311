"""Finds what a file has of Python 2, with the lines, for messages."""

from __future__ import annotations

import re

__all__ = ["python_two_in"]

_IDIOMS = (
    (r"^\s*print\s+(?![(=.,\[]|in\b|is\b|if\b|and\b|or\b)\S", "print without parentheses"),
    (r"^\s*print\s*$", "print without parentheses"),
    (r"\bxrange\s*\(", "xrange (write range)"),
    (r"\braw_input\s*\(", "raw_input (write input)"),
    (r"\.iter(items|keys|values)\s*\(", "iteritems and the like (write items)"),
    (r"\.has_key\s*\(", "has_key (write in)"),
    (r"\b(basestring|unicode)\b\s*[,()]", "unicode or basestring (write str)"),
    (r"\blong\s*\(", "long (write int)"),
    (r"^\s*except\s+[\w.() ]+,\s*\w+\s*:", "except with a comma (write as)"),
    (r"\bdef\s+\w+\s*\([^)]*\(", "a tuple as a parameter (unpack it in the function)"),
    (r"\blambda\s*\(", "a tuple as a parameter (unpack it in the function)"),
    (r"<>", "<> (write !=)"),
    (r"(?<![\w.])0\d+(?![\w.])", "an octal number without o (write 0o17)"),
    (r"^\s*raise\s+\w+\s*,", "raise with a comma"),
    (r"^\s*exec\s+[^(\s]", "exec without parentheses"),
)
_DIVISION = (r"(?<![/<:])/(?![/=])", "/, which gives a float now (write // for whole numbers)")
_STRINGS = re.compile(
    r"'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|#[^\n]*", re.DOTALL
)
_MOST_LINES = 5


def python_two_in(source: str) -> str:
    """Return what there is of Python 2 in a file, in a sentence; nothing if there is nothing."""
    # Texts and comments leave their lines behind, and nothing else.
    code = _STRINGS.sub(lambda found: "''" + "\n" * found[0].count("\n"), source)
    lines = code.split("\n")
    found: dict[str, list[int]] = {}
    idioms = list(_IDIOMS)
    if "import division" not in code:
        idioms.append(_DIVISION)
    for pattern, what in idioms:
        for number, line in enumerate(lines, start=1):
            if re.search(pattern, line):
                found.setdefault(what, []).append(number)
    if not set(found) - {_DIVISION[1]}:
        return ""
    parts = [f"{what} in {_lines(sorted(set(numbers)))}" for what, numbers in found.items()]
    return f"it is written for Python 2: {'; '.join(parts)}"


def _lines(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST_LINES]))
    more = f" and {len(numbers) - _MOST_LINES} more" if len(numbers) > _MOST_LINES else ""
    return f"{'line' if len(numbers) == 1 else 'lines'} {shown}{more}"
