"""What is written instead of source code that the compiler refuses."""

from __future__ import annotations

import ast
import textwrap

import pytest

from gametree.doctor.mending.mends import SourceText, mends

SET_ORDER = "it takes the items of a set in an order that may be another with Python; use sorted(...) of the set"  # noqa: E501
POP = "it takes an item out of a set, which may be another one with Python; use min(...) of the set, and remove that"  # noqa: E501


def mended(reason, body, line=2):
    """Return the bodies of a function after each mend of a line of it."""
    text = "def rules(self, state):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    source = SourceText(text)
    (function,) = (each for each in source.tree.body if isinstance(each, ast.FunctionDef))
    made = [source.edited(edits) for edits in mends(reason, source, function, line)]
    for each in made:
        ast.parse(each)
    return [textwrap.dedent(each.partition("\n")[2]).rstrip("\n") for each in made]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for cell in free:\n    pass", "for cell in sorted(free):\n    pass"),
        ("return [cell for cell in état - {3}]", "return [cell for cell in sorted(état - {3})]"),
        ("cells = list(a | b)", "cells = sorted(a | b)"),
        ("first, second = pair", "first, second = sorted(pair)"),
        ("cells = [*free, 4]", "cells = [*sorted(free), 4]"),
        ("text = ''.join(names)", "text = ''.join(sorted(names))"),
        ("best = max(cells, key=len)", "best = max(sorted(cells), key=len)"),
        ("first = next(iter(cells))", "first = next(iter(sorted(cells)))"),
        ("cells = map(abs, free)", "cells = map(abs, sorted(free))"),
    ],
)
def test_a_set_is_sorted(before, after):
    assert mended(SET_ORDER, before)[0] == after


def test_of_several_places_each_is_tried_and_then_all():
    assert mended(SET_ORDER, "return [a + b for a in one for b in two]") == [
        "return [a + b for a in sorted(one) for b in two]",
        "return [a + b for a in one for b in sorted(two)]",
        "return [a + b for a in sorted(one) for b in sorted(two)]",
    ]
    assert mended(SET_ORDER, "for cell in sorted(free):\n    pass") == []
    assert mended(SET_ORDER, "for cell in range(3):\n    for other in free:\n        pass", 3) == [
        "for cell in range(3):\n    for other in sorted(free):\n        pass"
    ]


def test_the_least_item_is_taken_out_of_a_set():
    assert mended(POP, "cell = free.pop()") == ["cell = min(free)\nfree.remove(cell)"]
    assert mended(POP, "return least + free.pop()") == [
        "least_2 = min(free)\nfree.remove(least_2)\nreturn least + least_2"
    ]
    assert mended(POP, "cell = free.pop() if free else 0") == []


@pytest.mark.parametrize(
    ("reason", "before", "after"),
    [
        (
            'it leaves something open; use kind="stable"',
            "order = np.argsort(a, axis=0)",
            'order = np.argsort(a, axis=0, kind="stable")',
        ),
        (
            "it prints elsewhere or at once; leave file= and flush= out of print",
            "print(a, b, sep='', file=sys.stderr, flush=True)",
            "print(a, b, sep='')",
        ),
        (
            "it uses with; write what it does before and after as statements",
            "with contextlib.suppress(KeyError, IndexError):  # often\n    a = b[0]\nreturn a",
            "try:  # often\n    a = b[0]\nexcept (KeyError, IndexError):\n    pass\nreturn a",
        ),
        (
            "% puts the items of a tuple into a text; write them as (a, b)",
            'return "%d%%, %d" % state.cell',
            'return "%d%%, %d" % (state.cell[0], state.cell[1])',
        ),
        (
            "it returns str; return True or False",
            "if a:\n    return b or None\nreturn c",
            "if a:\n    return bool(b or None)\nreturn bool(c)",
        ),
        (
            "the function f within it has a decorator; define it at module level, or leave",
            "@lru_cache(maxsize=None)\ndef f(a):\n    return a\nreturn f(1)",
            "def f(a):\n    return a\nreturn f(1)",
        ),
    ],
)
def test_what_is_written_instead(reason, before, after):
    assert mended(reason, before) == [after]


def test_one_kind_of_sequence_is_returned():
    reason = "it returns values of different types: (), list of ints; return one type on every path"
    body = "if a:\n    return 1, 2\nreturn [3] if b else []"
    assert mended(reason, body) == [
        "if a:\n    return [1, 2]\nreturn [3] if b else []",
        "if a:\n    return 1, 2\nreturn (3,) if b else ()",
    ]


def test_what_has_no_mend_gets_none():
    assert mended("it calls eval; call it outside of compiled functions", "eval('1')") == []
    with_file = "it uses with; write what it does before and after as statements"
    assert mended(with_file, "with open('x') as file:\n    pass") == []
