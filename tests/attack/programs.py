"""Random programs of ordinary Python: functions as rules have them, typed as they are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

HEADER = """\
import math

ROW = (3, -1, 4, 1, -5, 9)
LINES = ((0, 1, 2), (3, 4, 5), (0, 4))
ITEMS = [2, 7, 1]
REALS = (0.5, -2.0, 1.25, -0.0, 3.5)
TABLE = {1: 5, 2: -3, (7): 0}
WORDS = ("ab", "c", "ba", "", "abc")
NONE = []
NODICT = {}
CORNERS = frozenset([0, 2, 6])
SPAN = range(7, -3, -4)

"""
"""What stands before each program."""

ARGUMENTS = (("n", "int"), ("x", "float"), ("row", ("row", "int")), ("flag", "bool"))
CASES = (
    (3, 0.5, (1, 0, 2, 0, 1, 2), True),
    (0, -0.0, (0, 0, 0, 0, 0, 0), False),
    (-2, -2.5, (5, -4, 3, -2, 1, 0), True),
    (1, float("nan"), (1, 1, 1, 1, 1, 1), False),
    (7, 1e300, (9, 8, 7, 6, 5, 4), True),
    (2**62, float("inf"), (2**62, -(2**63), 2**63 - 1, 0, -1, 1), False),
)
"""What each program is called with."""

_GIVEN = (
    *ARGUMENTS,
    ("ROW", ("row", "int")),
    ("LINES[0]", ("row", "int")),
    ("ITEMS", ("list", "int")),
    ("REALS", ("row", "float")),
    ("TABLE", ("dict", "int", "int")),
    ("WORDS", ("row", "str")),
    ("set(CORNERS)", ("set", "int")),
    ("tuple(SPAN)", ("row", "int")),
    ("[each * 2 for each in SPAN]", ("list", "int")),
    ("SPAN[1]", "int"),
    ("(3 in SPAN)", "bool"),
)
_SCALARS = ("int", "int", "int", "bool", "float", "str")
_KEYS = ("int", "int", "str", ("pair", "int", "int"))


@dataclass(frozen=True)
class Statement:
    """A statement: a template in which a line BLOCK stands for further statements.

    Its new names are letters: those of `sets` are variables from then on, those of `inside` in its
    blocks.
    """

    template: str
    sets: dict[str, object] = field(default_factory=dict)
    inside: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Feature:
    """What programs may hold beyond numbers, texts and containers.

    Texts are templates: {i} stands for an int, {v} for a new name (see `Writer.filled`).
    """

    header: Callable[[Writer], list[str]] = lambda writer: []
    """Returns the lines that stand before the program."""
    given: tuple[tuple[str, object], ...] = ()
    """Names that the header defines, with their types."""
    kinds: tuple[object, ...] = ()
    """Types of which variables may be."""
    holes: dict[str, object] = field(default_factory=dict)
    """What further letters of templates stand for."""
    forms: dict[object, tuple[str, ...]] = field(default_factory=dict)
    """Expressions by their types; those of types that are known already are added to theirs."""
    statements: tuple[Statement, ...] = ()


@dataclass
class Scope:
    """The variables that may be read here, with their types, and those that may be changed."""

    known: list[tuple[str, object]] = field(default_factory=lambda: list(_GIVEN))
    own: list[tuple[str, object]] = field(default_factory=list)

    def inner(self) -> Scope:
        return Scope(list(self.known), list(self.own))

    def add(self, name: str, kind: object, *, own: bool = True) -> None:
        self.known.append((name, kind))
        if own:
            self.own.append((name, kind))

    def without(self, name: str) -> Scope:
        """Return a scope in which a variable may not be changed: something loops over it."""
        mutable = ("list", "dict", "set")
        kinds = {kind for each, kind in self.known if each == name}
        # Another name may be the same list.
        own = [
            (each, kind) for each, kind in self.own if kind not in kinds or kind[0] not in mutable
        ]
        return Scope(list(self.known), own)


class Writer:
    """Writes one program; all that it chooses comes from a `Random`.

    Args:
        random: where it comes from.
        statements: at most so many, not counting those within others.
        depth: of expressions within expressions.
        features: what it writes besides numbers, texts and containers.

    """

    def __init__(
        self,
        random: Random,
        statements: int = 3,
        depth: int = 2,
        features: tuple[Feature, ...] = (),
    ) -> None:
        self.random = random
        self.statements = statements
        self.depth = depth
        self.names = 0
        self.features: tuple[Feature, ...] = ()
        self.wanted = features

    def program(self) -> str:
        """Return the source of a module with a function `play`."""
        helpers = [line for each in self.wanted for line in each.header(self)]
        self.features = self.wanted
        scope = Scope()
        scope.known += [name for each in self.features for name in each.given]
        if self.random.random() < 0.3:
            helpers += self._helper()
        lines: list[str] = []
        for _ in range(self.random.randint(1, self.statements)):
            lines += self.statement(scope, self.depth)
        results = [name for name, _ in scope.own[-4:]] + [
            self.expression(self.kind(1), scope, self.depth)
        ]
        lines.append(f"return ({', '.join(results)},)")
        head = f"def play({', '.join(name for name, _ in ARGUMENTS)}):"
        return HEADER + "\n".join([*helpers, head, *_indented(lines)]) + "\n"

    def _helper(self) -> list[str]:
        parameters = [(self.name(), self.kind(1)) for _ in range(self.random.randint(1, 2))]
        self.result = self.kind(1)
        self.parameters = [kind for _, kind in parameters]
        scope = Scope([*_GIVEN[len(ARGUMENTS) :]])
        for name, kind in parameters:
            scope.add(name, kind)
        lines = self.statement(scope, 1)
        lines.append(f"return {self.expression(self.result, scope, 2)}")
        head = f"def helper({', '.join(name for name, _ in parameters)}):"
        self.has_helper = True
        return [head, *_indented(lines), "", ""]

    has_helper = False

    def name(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def kind(self, depth: int):
        """Return a random type."""
        pick = self.random.choice
        kinds = [kind for each in self.features for kind in each.kinds]
        if kinds and self.random.random() < 0.3:
            return pick(kinds)
        which = self.random.random()
        if depth == 0 or which < 0.4:
            return pick(_SCALARS)
        if which < 0.52:
            return ("row", self.kind(depth - 1))
        if which < 0.62:
            return ("pair", self.kind(depth - 1), self.kind(depth - 1))
        if which < 0.8:
            return ("list", self.kind(depth - 1))
        if which < 0.9:
            return ("dict", pick(_KEYS), self.kind(depth - 1))
        if which < 0.97:
            return ("set", pick(_KEYS))
        return ("maybe", "int")

    # Expressions.

    def expression(self, kind, scope: Scope, depth: int) -> str:
        """Return the source of an expression of a type."""
        named = [name for name, each in scope.known if each == kind]
        if named and self.random.random() < (0.75 if depth <= 0 else 0.25):
            return self.random.choice(named)
        if self.has_helper and depth > 0 and kind == self.result and self.random.random() < 0.3:
            given = [self.expression(each, scope, depth - 1) for each in self.parameters]
            if all(given):
                return f"helper({', '.join(given)})"
        if depth <= 0:
            return self.literal(kind, scope)
        form = self.random.choice(self._forms(kind))
        return form(kind, scope, depth - 1)

    def _forms(self, kind):
        more = self._templates_of(kind)
        if more and self.random.random() < 0.5:
            return [self._template(*more)]
        if isinstance(kind, str):
            return getattr(self, f"_{kind}_forms")
        return {
            "row": (self._display, self._collect, self._row_made, self._concatenated, self._sliced,
                    self._conditional, self._row_changed),
            "list": (self._display, self._collect, self._list_made, self._concatenated,
                     self._sliced, self._conditional),
            "pair": (self._display, self._conditional, self._pair_made),
            "dict": (self._dict_display, self._dict_collected, self._dict_made),
            "set": (self._set_display, self._set_collected, self._set_algebra),
            "maybe": (self._maybe,),
        }.get(kind[0]) or (self._template(*more), self._conditional)  # fmt: skip

    def _templates_of(self, kind) -> list[str]:
        return [form for each in self.features for form in each.forms.get(kind, ())]

    def literal(self, kind, scope: Scope) -> str:
        pick = self.random.choice
        if kind == "int":
            return str(pick([0, 1, 2, 3, 5, 10, -1, -2, -7, 64]))
        if kind == "bool":
            return pick(["True", "False"])
        if kind == "float":
            return pick(["0.0", "0.5", "-1.5", "2.0", "1e3", "-0.0"])
        if kind == "str":
            return pick(['"a"', '"ab"', '""', '"b,a"', '"7"', '"é"'])
        if kind[0] == "dict":
            return self._dict_display(kind, scope, 0)
        if kind[0] == "set":
            return self._set_display(kind, scope, 0)
        if kind[0] == "maybe":
            return self._maybe(kind, scope, 0)
        if kind[0] not in ("row", "list", "pair"):
            return self.filled(self._templates_of(kind)[0], scope, 0)
        return self._display(kind, scope, 0)

    def _template(self, *templates):
        """Return a form that fills one of some templates: {i} an int, {f} a float and so on."""

        def form(kind, scope: Scope, depth: int) -> str:
            return self.filled(self.random.choice(templates), scope, depth)

        return form

    def filled(self, template: str, scope: Scope, depth: int, names: dict | None = None) -> str:
        """Return a template with expressions instead of its letters.

        Those of `_LETTERS` are new names, I, B and F with some of them an expression that may use
        them; ! before a letter asks for something that has a name.
        """
        pieces = template.split("{")
        result = pieces[0]
        names = self.new_names() if names is None else names
        for piece in pieces[1:]:
            code, rest = piece.split("}", 1)
            result += self._hole(code, scope, depth, names) + rest
        return result

    def new_names(self) -> dict[str, str]:
        return {letter: self.name() for letter in _LETTERS}

    def _hole(self, code: str, scope: Scope, depth: int, names: dict[str, str]) -> str:
        if code in _BRACES:
            return _BRACES[code]
        if code in names:
            return names[code]
        if code == "k":
            return str(self.random.choice([1, 2, 3, -1, -2, 4, 7]))
        if code == "z":
            return str(self.random.randint(0, 3))
        if code == "q":
            return self.sequence(scope, depth, "int")
        if code[0] in _WITH_NAMES:
            inner = scope.inner()
            for letter in code[1:]:
                inner.add(names[letter], "int", own=False)
            return self.expression(_WITH_NAMES[code[0]], inner, depth)
        holes = dict(_HOLES)
        for each in self.features:
            holes.update(each.holes)
        if code[0] == "!":
            kind = holes[code[1:]]
            own = [name for name, each in scope.own if each == kind]
            if own:
                return self.random.choice(own)
            return f"({self.literal(kind, scope)})"
        return f"({self.expression(holes[code], scope, depth)})"

    def sequence(self, scope: Scope, depth: int, item) -> str:
        """Return something to loop over, with items of a type."""
        if item == "int" and self.random.random() < 0.4:
            return self.filled(
                self.random.choice(
                    ["range({z})", "range(5)", "range(3, -2, -1)", "range(len({ri}))",
                     "sorted({si})", "reversed({li})", "range(1, 9, 3)"]
                ), scope, depth,
            )  # fmt: skip
        return f"({self.expression((self.random.choice(['row', 'list']), item), scope, depth)})"

    def __getattr__(self, name: str):
        if name in _TEMPLATES:
            return (*[self._template(each) for each in _TEMPLATES[name]], self._conditional)
        raise AttributeError(name)

    def _conditional(self, kind, scope: Scope, depth: int) -> str:
        test = self.expression("bool", scope, depth)
        one, other = (self.expression(kind, scope, depth) for _ in range(2))
        return f"({one} if {test} else {other})"

    def _display(self, kind, scope: Scope, depth: int) -> str:
        if kind[0] == "pair":
            members = [self.expression(each, scope, depth) for each in kind[1:]]
            return f"({', '.join(members)})"
        count = self.random.choice(
            [0, 1, 1, 2, 2, 2, 3, 3, 3, 5, 6] if kind[0] == "list" else [5, 6, 7]
        )
        members = [self.expression(kind[1], scope, depth if count < 3 else 0) for _ in range(count)]
        if kind[0] == "list":
            return f"[{', '.join(members)}]"
        return f"({''.join(each + ', ' for each in members).strip()})"

    def _collect(self, kind, scope: Scope, depth: int) -> str:
        """Return a comprehension, or a generator expression given to tuple()."""
        inner = scope.inner()
        loops = ""
        for _ in range(self.random.choice([1, 1, 1, 2])):
            name, item = self.name(), self.random.choice(["int", "int", "float", "str"])
            loops += f" for {name} in {self.sequence(inner, depth - 1, item)}"
            inner.add(name, item, own=False)
            if self.random.random() < 0.4:
                loops += f" if {self.expression('bool', inner, 1)}"
        item = self.expression(kind[1], inner, depth)
        return f"[{item}{loops}]" if kind[0] == "list" else f"tuple({item}{loops})"

    def _row_made(self, kind, scope: Scope, depth: int) -> str:
        return f"tuple({self.expression(('list', kind[1]), scope, depth)})"

    def _row_changed(self, kind, scope: Scope, depth: int) -> str:
        row = self.expression(kind, scope, 0)
        place = self.expression("int", scope, 0)
        return (
            f"({row}[:{place}] + ({self.expression(kind[1], scope, depth)},) + {row}[{place} + 1:])"
        )

    def _list_made(self, kind, scope: Scope, depth: int) -> str:
        which = self.random.randrange(4)
        if which == 0 and kind[1] in ("int", "str"):
            extra = self.random.choice(["", "", ", reverse=True", ", key=lambda each: -each"])
            if kind[1] == "str":
                extra = self.random.choice(["", ", reverse=True", ", key=len"])
            return f"sorted({self.expression(kind, scope, depth)}{extra})"
        if which == 1:
            return f"({self.expression(kind, scope, depth)}).copy()"
        if which == 2 and kind[1] == "str":
            return self.filled(self.random.choice(["{s}.split({s})", "list({s})"]), scope, depth)
        if which == 2 and kind[1] == "int":
            return self.filled(
                self.random.choice(
                    ["list({di})", "list({di}.values())", "list(range({z}, 6))",
                     "list(map(abs, {li}))", "[0] * {z}", "list(reversed({ri}))",
                     "[{v} * {Iv} for {v} in {ri} if {Bv}]", "list(map(int, {s}))",
                     "list(filter(None, {li}))"]
                ), scope, depth,
            )  # fmt: skip
        return f"list({self.expression(('row', kind[1]), scope, depth)})"

    def _concatenated(self, kind, scope: Scope, depth: int) -> str:
        one = self.expression(kind, scope, depth)
        if self.random.random() < 0.4:
            return f"({one} * {self.random.choice([0, 1, 2, 2, -1])})"
        return f"({one} + {self.expression(kind, scope, depth)})"

    def _sliced(self, kind, scope: Scope, depth: int) -> str:
        bounds = [
            self.expression("int", scope, 0) if self.random.random() < 0.6 else "" for _ in "ab"
        ]
        step = self.random.choice(["", "", ":", ":2", ":-1", ":-2"])
        return f"{self.expression(kind, scope, depth)}[{':'.join(bounds)}{step}]"

    def _pair_made(self, kind, scope: Scope, depth: int) -> str:
        if kind == ("pair", "int", "int"):
            return self.filled(
                self.random.choice(["divmod({i}, {k})", "min({lp})", "{lp}[{z}]", "max({p}, {p})"]),
                scope, depth,
            )  # fmt: skip
        return self._display(kind, scope, depth)

    def _dict_display(self, kind, scope: Scope, depth: int) -> str:
        if self.random.random() < 0.05:
            return "{}"
        items = [
            f"{self.expression(kind[1], scope, depth)}: {self.expression(kind[2], scope, depth)}"
            for _ in range(self.random.randint(1, 3))
        ]
        return f"{{{', '.join(items)}}}"

    def _dict_collected(self, kind, scope: Scope, depth: int) -> str:
        inner = scope.inner()
        name, item = self.name(), self.random.choice(["int", kind[1]])
        source = self.sequence(inner, depth - 1, item)
        inner.add(name, item, own=False)
        key = name if item == kind[1] else self.expression(kind[1], inner, depth)
        return f"{{{key}: {self.expression(kind[2], inner, depth)} for {name} in {source}}}"

    def _dict_made(self, kind, scope: Scope, depth: int) -> str:
        one = self.expression(kind, scope, depth)
        which = self.random.randrange(3)
        if which == 0:
            return f"{{**{one}, **{self.expression(kind, scope, depth)}}}"
        if which == 1:
            return f"({one} | {self.expression(kind, scope, depth)})"
        return f"{one}.copy()"

    def _set_display(self, kind, scope: Scope, depth: int) -> str:
        items = [self.expression(kind[1], scope, depth) for _ in range(self.random.randint(1, 4))]
        return f"{{{', '.join(items)}}}"

    def _set_collected(self, kind, scope: Scope, depth: int) -> str:
        if self.random.random() < 0.5:
            return f"set({self.expression(('list', kind[1]), scope, depth)})"
        inner = scope.inner()
        name = self.name()
        source = self.sequence(inner, depth - 1, "int")
        inner.add(name, "int", own=False)
        return f"{{{self.expression(kind[1], inner, depth)} for {name} in {source}}}"

    def _set_algebra(self, kind, scope: Scope, depth: int) -> str:
        one, other = (self.expression(kind, scope, depth) for _ in range(2))
        return f"({one} {self.random.choice('|&-^')} {other})"

    def _maybe(self, kind, scope: Scope, depth: int) -> str:
        test = self.expression("bool", scope, depth)
        return f"({self.expression(kind[1], scope, depth)} if {test} else None)"

    # Statements.

    def statement(self, scope: Scope, depth: int) -> list[str]:
        """Return the lines of a statement; what it defines is added to the scope."""
        statements = [statement for each in self.features for statement in each.statements]
        if statements and depth > 0 and self.random.random() < 0.4:
            return self._filled_statement(self.random.choice(statements), scope, depth)
        which = self.random.random()
        changeable = [each for each in scope.own if each[1][0] in ("list", "dict", "set")]
        if changeable and which < 0.35:
            return [self._mutation(*self.random.choice(changeable), scope)]
        if scope.own and which < 0.45:
            name, kind = self.random.choice(scope.own)
            if kind == "int":
                operator = self.random.choice(["+", "-", "*", "//", "%", "^", "|", "&"])
                return [f"{name} {operator}= {self.expression('int', scope, 1)}"]
            if kind == "float":
                return [
                    f"{name} {self.random.choice('+-*/')}= {self.expression('float', scope, 1)}"
                ]
            return [f"{name} = {self.expression(kind, scope, depth)}"]
        if depth > 0 and which < 0.55:
            lines = [f"if {self.expression('bool', scope, 1)}:", *self._block(scope, depth)]
            if self.random.random() < 0.4:
                lines += ["else:", *self._block(scope, depth)]
            return lines
        if depth > 0 and which < 0.7:
            return self._loop(scope, depth)
        if which < 0.75:
            one, other = self.name(), self.name()
            lines = [f"{one}, {other} = {self.expression(('pair', 'int', 'float'), scope, depth)}"]
            scope.add(one, "int")
            scope.add(other, "float")
            return lines
        if which < 0.77:
            return [f"if {self.expression('bool', scope, 1)}:", "    raise ValueError('no')"]
        name, kind = self.name(), self.kind(2)
        lines = [f"{name} = {self.expression(kind, scope, self.depth)}"]
        scope.add(name, kind)
        return lines

    def _filled_statement(self, made: Statement, scope: Scope, depth: int) -> list[str]:
        names = self.new_names()
        lines: list[str] = []
        inner = scope.inner()
        for letter, kind in made.inside.items():
            inner.add(names[letter], kind, own=False)
        for line in self.filled(made.template, scope, 1, names).split("\n"):
            if line.strip() == "BLOCK":
                margin = line[: -len("BLOCK")]
                lines += [margin + each for each in self.statement(inner.inner(), depth - 1)]
            else:
                lines.append(line)
        for letter, kind in made.sets.items():
            scope.add(names[letter], kind)
        return lines

    def _block(self, scope: Scope, depth: int) -> list[str]:
        inner = scope.inner()
        lines: list[str] = []
        for _ in range(self.random.randint(1, 2)):
            lines += self.statement(inner, depth - 1)
        return _indented(lines)

    def _loop(self, scope: Scope, depth: int) -> list[str]:
        inner = Scope(list(scope.known), [each for each in scope.own if isinstance(each[1], str)])
        name = self.name()
        which = self.random.randrange(8)
        lists = [each for each in scope.own if each[1][0] == "list"]
        if which == 0:
            head = f"for {name} in {self.sequence(scope, 1, 'int')}:"
        elif which == 1:
            other = self.name()
            head = f"for {other}, {name} in enumerate({self.sequence(scope, 1, 'int')}):"
            inner.add(other, "int", own=False)
        elif which == 2:
            other = self.name()
            sources = [self.sequence(scope, 1, item) for item in ("float", "int")]
            head = f"for {other}, {name} in zip({', '.join(sources)}):"
            inner.add(other, "float", own=False)
        elif which == 3:
            other = self.name()
            source = self.expression(("dict", "int", "int"), scope, 1)
            head = f"for {other}, {name} in ({source}).items():"
            inner.add(other, "int", own=False)
        elif which == 4:
            head = f"for {name} in {self._constants()}:"
        elif which == 5:
            other = self.name()
            pairs = ", ".join(self._constants(2) for _ in range(self.random.randint(2, 4)))
            head = f"for {other}, {name} in [{pairs}]:"
            inner.add(other, "int", own=False)
        else:
            head = f"for {name} in range({self.random.randint(1, 4)}):"
            if lists:  # nothing else loops over it
                inner.own.append(self.random.choice(lists))
        inner.add(name, "int", own=False)
        lines = self._block(inner, depth)
        if self.random.random() < 0.25:
            test = self.expression("bool", inner, 1)
            lines = [
                f"    if {test}:",
                f"        {self.random.choice(['break', 'continue'])}",
                *lines,
            ]
        return [head, *lines]

    def _constants(self, count: int = 0) -> str:
        """Return a tuple of ints as it is written down, of 2 to 5 if it is not said how many."""
        several = range(count or self.random.randint(2, 5))
        return f"({', '.join(str(self.random.choice((0, 1, -1, 2, 9, 2**62))) for _ in several)})"

    def _mutation(self, name: str, kind, scope: Scope) -> str:
        pick = self.random.choice
        place = self.expression("int", scope, 0)
        item = self.expression(kind[1], scope, 1)
        if kind[0] == "list":
            choices = [
                f"{name}.append({item})", f"{name}.append({item})", f"{name}[{place}] = {item}",
                f"{name}.insert({place}, {item})",
                f"{name}.extend({self.sequence(scope, 1, kind[1])})", f"{name}.pop()",
                f"{name}.pop({place})", f"del {name}[{place}]", f"{name}.reverse()",
                f"{name}[{place}:] = {self.expression(kind, scope, 1)}", f"{name}.clear()",
                f"del {name}[:{place}]", f"{name} += {self.expression(kind, scope, 1)}",
                f"{name}.remove({item})",
            ]  # fmt: skip
            if kind[1] in ("int", "float", "str", "bool"):
                choices.append(f"{name}.sort()")
            return pick(choices)
        if kind[0] == "set":
            return pick(
                [f"{name}.add({item})", f"{name}.add({item})", f"{name}.discard({item})",
                 f"{name}.remove({item})", f"{name} |= {self.expression(kind, scope, 1)}",
                 f"{name}.clear()", f"{name} -= {self.expression(kind, scope, 1)}"]
            )  # fmt: skip
        value = self.expression(kind[2], scope, 1)
        return pick(
            [f"{name}[{item}] = {value}", f"{name}[{item}] = {value}", f"{name}.pop({item})",
             f"{name}.pop({item}, {value})", f"del {name}[{item}]", f"{name}.clear()",
             f"{name}.setdefault({item}, {value})",
             f"{name}.update({self.expression(kind, scope, 1)})"]
        )  # fmt: skip


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


_LETTERS = "vwu"
_BRACES = {"[": "{", "]": "}"}
_WITH_NAMES = {"I": "int", "B": "bool", "F": "float"}
_HOLES: dict[str, object] = {
    "i": "int", "b": "bool", "f": "float", "s": "str", "li": ("list", "int"),
    "ri": ("row", "int"), "lf": ("list", "float"), "rf": ("row", "float"),
    "ls": ("list", "str"), "rs": ("row", "str"), "lb": ("list", "bool"),
    "di": ("dict", "int", "int"), "si": ("set", "int"), "ll": ("list", ("list", "int")),
    "p": ("pair", "int", "int"), "pf": ("pair", "int", "float"),
    "lp": ("list", ("pair", "int", "int")), "m": ("maybe", "int"),
    "ds": ("dict", "str", "int"), "ss": ("set", "str"),
}  # fmt: skip

# No containers of floats are compared: Python takes a nan for equal to itself within one. Nor is
# the sign of a nan asked for, which nothing defines, nor whether the sum of no floats is 0 or 0.0.
_TEMPLATES = {
    "_int_forms": (
        "({i} + {i})", "({i} - {i})", "({i} * {i})", "({i} // {i})", "({i} % {i})", "({i} // {k})",
        "({i} % {k})", "(-{i})", "(~{i})", "({i} & {i})", "({i} | {i})", "({i} ^ {i})",
        "({i} << {z})", "({i} >> {z})", "({i} ** {z})", "abs({i})", "len({ri})", "len({ls})",
        "sum({li})", "min({ri})", "max({li})", "{ri}[{i}]", "{li}[{k}]", "{li}.count({i})",
        "{ri}.index({i})", "int({f})", "int({b})", "({i} + {b})", "sum({lb})", "len({s})",
        "{s}.find({s})", "{s}.count({s})", "{di}[{i}]", "{di}.get({i}, {i})", "len({si})",
        "sum({si})", "{p}[0]", "{p}[-1]", "sum({Iv} for {v} in {q})", "{ll}[{z}][{i}]",
        "sum(1 for {v} in {q} if {Bv})", "min({i}, {i}, {k})", "max({i}, {i})", "round({f})",
        "({m} or 0)", "next((2 * {v} for {v} in {q} if {Bv}), {k})", "max({li}, default={k})",
        "min({ri}, key=lambda {v}: -{v})", "max({q}, key=lambda {v}: {Iv})", "math.floor({f})",
        "{i}.bit_count()", "{i}.bit_length()", "int({s})", "len({di})", "pow({i}, {z})",
        "sum({p})", "ord({s})", "({i} and {i})", "({i} or {i})", "len(LINES[{i}])",
        "(0 if {m} is None else 5)", "max({di}.values())", "{ds}[{s}]", "min({si})", "max({p})",
        "sum({li}, {i})", "len(range({i}, {i}, {k}))", "math.ceil({f})", "len({ss})",
        "{ls}.index({s})", "math.isqrt({i})", "math.gcd({i}, {i})", "len({ll})", "[{i}, {i}].pop()",
        "(ROW + ({i},))[{i}]",
    ),
    "_bool_forms": (
        "({i} < {i})", "({i} == {i})", "({i} != {f})", "({f} <= {f})", "(not {b})", "({b} and {b})",
        "({b} or {b})", "({i} in {ri})", "({i} not in {li})", "({i} < {i} <= {i})", "({s} < {s})",
        "({s} == {s})", "({s} in {s})", "({ri} < {ri})", "({li} == {li})", "({p} <= {p})",
        "any({Bv} for {v} in {q})", "all({Bv} for {v} in {q})", "bool({li})", "bool({i})",
        "bool({f})", "bool({s})", "({b} == {b})", "({b} ^ {b})", "({b} & {b})", "({b} is True)",
        "({i} in {di})", "({i} in {si})", "({si} <= {si})", "({di} == {di})", "({m} is None)",
        "({m} is not None)", "{s}.startswith({s})", "({ls} == {ls})", "({s} in {ls})", "any({lb})",
        "all({lb})", "({p} in {lp})", "{s}.isdigit()",
        "({i} == {b})", "({lp} > {lp})", "{si}.isdisjoint({si})", "({p} == {p})",
        "({si} == {si})", "({i} in range({i}, {i}))", "({i} < {f})", "({i} >= {f})", "({b} < {i})",
        "({m} == {i})", "({f} == {f})", "math.isnan({f})", "({ri} == {ri})",
    ),
    "_float_forms": (
        "({f} + {f})", "({f} - {f})", "({f} * {f})", "({f} / {f})", "({i} / {i})", "({f} // {f})",
        "({f} % {f})", "(-{f})", "abs({f})", "float({i})", "({i} * {f})", "float(sum({lf}))",
        "{rf}[{i}]", "min({f}, {f})", "max({lf})", "({f} ** 2)", "({f} ** {f})", "math.sqrt({f})",
        "({i} + {f})", "max({rf}, key=abs)", "min({lf})", "float(sum({Fv} for {v} in {q}))",
        "({f} ** {k})", "{pf}[1]", "float({b})", "round({f}, 1)", "math.hypot({f}, {f})",
        "sorted({lf})[{k}]", "({f} % {k})", "({i} // {f})", "math.copysign({f}, max(-9.0, {f}))",
        "{lf}.pop()", "math.inf", "({f} and {f})", "({f} or {f})", "divmod({f}, {f})[0]",
        "divmod({f}, {f})[1]", "math.fabs({f})", "math.log({f})", "math.exp({f})", "(2 ** {f})",
        "({f} - {i})", "({b} * {f})",
    ),
    "_str_forms": (
        "({s} + {s})", "({s} * {z})", "{s}[{i}]", "{s}[{i}:]", "{s}[:{i}]", "{s}[::-1]",
        "{s}.upper()", "{s}.lower()", "{s}.replace({s}, {s})", "{s}.strip()", "''.join({ls})",
        "{s}.join({rs})", "{rs}[{i}]", "str({i})", "min({ls})", "max({s}, {s})", "{s}[{i}:{i}]",
        "chr(97 + {z})", "{s}.replace({s}, {s}, 1)", "{s}.strip({s})", "sorted({ls})[{k}]",
        "(WORDS + ({s},))[{k}]", "{s}.rjust({z})", "({s} or {s})", "''.join(sorted({s}))",
        "''.join(reversed({s}))", "{s}.split()[{z}]", "{s}.capitalize()", "{s}.lstrip({s})",
        "str({li})", "repr({rs})", "str({p})", "repr({di})", "str({ll})", "repr({m})",
        "str({b})", "''.join({s} for {v} in {q})", "{s}.swapcase()", "{s}.removeprefix({s})",
    ),
}  # fmt: skip
