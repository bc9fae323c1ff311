"""Texts with values in them as sums of texts: `f"{row:02d}"`, `"%d" % row`, `"{}".format(row)`."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable

from ...values.numbers.text_numbers import (
    decimal_of,
    fixed_of,
    only_text,
    padded_of,
    text_of,
    unpacked,
)
from .. import trees

__all__ = ["FormattedTexts", "as_f_string"]

_KIND = r"(?P<zeros>0?)(?P<width>\d*)(?:\.(?P<places>[0-3])(?=f))?(?P<kind>[KINDS])"
_SPEC = re.compile(r"(?P<align>[<>]?)" + _KIND.replace("KINDS", "dsf") + "?")
_PERCENT = re.compile(r"%(?P<align>-?)" + _KIND.replace("KINDS", "disf%"))


def as_f_string(node: ast.Call) -> ast.JoinedStr | None:
    """Return `"{} of {}".format(a, b)` as an f-string; None for anything else.

    An f-string evaluates its values where it writes them, a call before all of them, from left to
    right: unless each is written once and in this order, they must be names or constants.
    """
    text = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return None
    if node.func.attr != "format" or any(isinstance(each, ast.Starred) for each in node.args):  # type: ignore[attr-defined]
        return None
    given: dict[str, ast.expr] = {str(place): each for place, each in enumerate(node.args)}
    given |= {each.arg or "**": each.value for each in node.keywords}
    written: list[str] = []
    parts: list[ast.expr] = []
    try:
        fields = list(string.Formatter().parse(text.value))
    except ValueError:
        return None
    names = [name for _, name, _, _ in fields if name is not None]
    if "" in names and any(map(str.isdigit, names)):
        return None  # Python raises
    for before, name, spec, conversion in fields:
        parts.append(ast.Constant(before))
        if name is None:
            continue
        name = name or str(len(written))
        if name not in given or "{" in (spec or ""):
            return None
        written.append(name)
        part = ast.FormattedValue(value=given[name], conversion=ord(conversion or "\0") or -1)
        part.format_spec = ast.JoinedStr([ast.Constant(spec)]) if spec else None
        parts.append(part)
    fixed = all(isinstance(each, ast.Name | ast.Constant) for each in given.values())
    return ast.JoinedStr(parts) if fixed or written == list(given) else None


class FormattedTexts:
    """Rewrites the formats that are known; None where one is not."""

    def __init__(self, named: Callable[[object, str], ast.expr]) -> None:
        self._named = named

    def of_f_string(self, node: ast.JoinedStr) -> ast.expr | None:
        """Return the sum of the parts of an f-string that says how something is written."""
        parts: list[ast.expr] = []
        for each in node.values:
            if not isinstance(each, ast.FormattedValue):
                parts.append(each)
                continue
            spec = ""
            if isinstance(each.format_spec, ast.JoinedStr):
                texts = each.format_spec.values
                if not all(isinstance(text, ast.Constant) for text in texts):
                    return None
                spec = "".join(text.value for text in texts)  # type: ignore[attr-defined]
            found = _SPEC.fullmatch(spec)
            if found is None or each.conversion not in (-1, ord("s")):
                return None
            align, zeros, width, places, kind = found.groups("")
            if width and not (align or kind):
                return None  # to the left or to the right, as its type is
            if each.conversion == ord("s"):
                if kind not in ("", "s"):
                    return None
                written = text_of
            else:
                written = only_text if kind == "s" else padded_of if spec else text_of
            side = align or ("<" if kind in ("", "s") else ">")
            made = self._text(each.value, side, zeros, width, places, kind, written)
            if made is None:
                return None
            parts.append(made)
        return _sum(parts)

    def by_percent(self, text: str, values: ast.expr) -> ast.expr | None:
        """Return the sum of the parts of `text % values`."""
        specs = [found for found in _PERCENT.finditer(text) if found["kind"] != "%"]
        if isinstance(values, ast.Tuple):
            given = values.elts
        else:
            given = [trees.call(self._named(unpacked, "unpacked"), values)]
        if len(given) != len(specs) or any(isinstance(each, ast.Starred) for each in given):
            return None
        rest = iter(given)
        parts: list[ast.expr] = []
        end = 0
        for found in _PERCENT.finditer(text):
            between = text[end : found.start()]
            end = found.end()
            align, zeros, width, places, kind = found.groups("")
            if "%" in between or (kind == "%" and (align or zeros or width)):
                return None
            if kind == "%":
                parts.append(ast.Constant(between + "%"))
                continue
            side = "<" if align else ">"
            kind = "d" if kind == "i" else kind
            made = self._text(next(rest), side, zeros, width, places, kind)
            if made is None:
                return None
            parts += [ast.Constant(between), made]
        if "%" in text[end:]:
            return None
        return _sum([*parts, ast.Constant(text[end:])])

    def _text(
        self,
        value: ast.expr,
        align: str,
        zeros: str,
        width: str,
        places: str,
        kind: str,
        written: Callable[[object], object] = text_of,
    ) -> ast.expr | None:
        """Return the text of one value, as `written` where it has no kind; None if not known."""
        if kind == "f":
            if not places:
                return None  # six digits may need more than 64 bits
            digits = ast.Constant(int(places))
            made = trees.call(self._named(fixed_of, "fixed_of"), value, digits)
        elif kind == "d":
            made = trees.call(self._named(decimal_of, "decimal_of"), value)
        else:
            made = trees.call(self._named(written, written.__name__), value)
        if not width:
            return None if zeros else made
        if zeros and (kind in ("", "s") or align == "<"):
            return None
        method = "zfill" if zeros else "ljust" if align == "<" else "rjust"
        return trees.call(
            ast.Attribute(value=made, attr=method, ctx=ast.Load()), ast.Constant(int(width))
        )


def _sum(parts: list[ast.expr]) -> ast.expr:
    texts = [each for each in parts if not (isinstance(each, ast.Constant) and each.value == "")]
    total = texts[0] if texts else ast.Constant("")
    for each in texts[1:]:
        total = ast.BinOp(left=total, op=ast.Add(), right=each)
    return total
