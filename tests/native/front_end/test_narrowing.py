"""What a test has found not to be None is put into lists, sets and dicts that hold no None."""

from __future__ import annotations

import ast
import copy

import pytest

import gametree as gt
from plainpython.front_end.expressions.narrowing import Narrowing
from plainpython.machine_errors import MachineLimitError

from ...language.both_modes import assert_same
from ..values.both_modes import assert_plays_alike

CASES = ((4,), (5,), (6,), (7,))


def maybe(n, i):
    return (i, n) if (i + n) % 3 else None


def methods(n):
    cell = maybe(n, 1)
    cells, path, counts = {(0, 0)}, [(0, 0)], {(0, 0): 1}
    if cell is not None:
        cells.add(cell)
        path.append(cell)
        path.insert(0, cell)
        counts.setdefault(cell, 3)
    if cell:
        counts[cell] = 2
        cells |= {cell}
        path = [*path, cell]
        path += [cell]
        path = path + [cell]
    return sorted(cells), path, counts


def values(n):
    kept = {1: (0, 0)}
    found = kept.get(n % 2)
    if found is not None:
        kept[2] = found
    if (other := maybe(n, 2)) is not None:
        kept[3] = other
    return kept


def items(n):
    cells = (maybe(n, 1), maybe(n, 2), (9, 9))
    path = [(0, 0)]
    place = 0
    if cells[place] is not None:
        path.append(cells[place])
        place = 1
        if cells[place] is not None:
            path.append(cells[place])
    for place in range(3):
        if cells[place] is not None and cells[place] not in path:
            path.append(cells[place])
    return path


def nested_items(n):
    parents = {0: None, 1: 0, 2: 1, 3: 2}
    path = [n % 4]
    while parents[path[-1]] is not None:
        path.append(parents[path[-1]])
    return path


def grid(n):
    board = [[None] * 3 for _ in range(3)]
    board[n % 3][1] = "x"
    board[0][0] = "o"
    found = ["a"]
    for row in range(3):
        for column in range(3):
            if board[row][column]:
                found.append(board[row][column])
            if board[row][column - 1] is None:
                continue
            found.append(board[row][column - 1])
    return found


def leaves(n):
    cell = maybe(n, 1)
    path = [(0, 0)]
    if cell is None:
        return path
    path.append(cell)
    for each in range(5):
        cell = maybe(n, each)
        if not cell:
            continue
        path.append(cell)
    return path


def either(n):
    one, other = maybe(n, 1), maybe(n, 2)
    cells = {(0, 0)}
    if one is not None and other is not None:
        cells.add(one)
        cells.add(other)
    elif one is not None:
        cells.add(one)
    if one is None or other is None:
        return sorted(cells)
    return sorted(cells | {one, other})


def chosen(n):
    cell = maybe(n, 1)
    path = [(0, 0), cell if cell is not None else (5, 5)]
    path.append(cell if cell else (6, 6))
    if cell is None:
        cell = (7, 7)
    path.append(cell)
    return path


def changes_in_a_loop(n):
    cell = maybe(n, 1)
    path = [(0, 0)]
    for place in range(4):
        if cell is not None:
            path.append(cell)
        cell = maybe(n, place)
    while cell is not None:
        path.append(cell)
        cell = maybe(n + len(path), 1)
    return path, cell


def previous(n):
    last = None
    runs, pairs = [0], {}
    for number in (1, 1, n, n, 3):
        if last is not None and number != last:
            runs.append(last)
        if last is not None:
            pairs[last] = number
        last = number
    runs.append(n if last is None else last)
    return runs, pairs


def best(n):
    first = second = None
    for number in (5, n, 7):
        if first is None or number > first:
            first, second = number, first
        elif second is None or number > second:
            second = number
    found = [0]
    if first is not None:
        found.append(first)
        found[0] = first
    if second is not None:
        found.append(second)
    return found


def always_none(n):
    ko = None
    moves = [1, 2, 3]
    if ko is not None:
        moves.remove(ko)
    best = None
    for number in range(n):
        if best is None or number % 3 > best:
            best = number % 3
    if best is not None:
        moves.append(best)
    return moves


def caught(n):
    cell = maybe(n, 1)
    try:
        if cell is not None:
            raise ValueError
        cell = (1, 1)
    except ValueError:
        cell = (2, 2)
    return [cell, (3, 3)]


def lists(n):
    groups, group = [[9]], []
    for number in range(n):
        if number % 3 == 0:
            if group:
                groups.append(group)
            group = []
        group.append(number)
    return groups


@pytest.mark.parametrize(
    "function",
    [
        *(methods, values, items, nested_items, grid, leaves, either, chosen, changes_in_a_loop),
        *(previous, best, always_none, caught, lists),
    ],
)
def test_both_modes_answer_the_same(function):
    assert_same(function, *CASES)


class Stones:
    def __init__(self):
        self.held = 1
        self.taken = [1]
        self.turn = 0

    def drop(self):
        self.held = None


class Taking(gt.Game):
    def initial_state(self):
        return Stones()

    def current_player(self, state):
        return state.turn % 2

    def legal_actions(self, state):
        return [] if state.turn == 6 else [0, 1, 2]

    def next_state(self, state, action):
        state = copy.deepcopy(state)
        state.turn += 1
        if state.held is None:
            state.held = action
        elif action < 2:
            state.taken.append(state.held)
            state.taken.insert(0, state.held)
        else:
            state.drop()
        return state

    def returns(self, state):
        total = sum(each or 0 for each in state.taken)
        return (1.0, -1.0) if total % 3 == 0 else (-1.0, 1.0)


class Dropping(Taking):
    """A method of the object sets its field to None after the test."""

    def next_state(self, state, action):
        state = copy.deepcopy(state)
        state.turn += 1
        if state.held is None:
            state.held = action
        else:
            if action == 2:
                state.drop()
            state.taken.append(state.held)
        return state


def test_fields_are_put_into_lists():
    assert_plays_alike(Taking())


class AlwaysNone(Taking):
    """In all games `held` is None: nothing says what else it could be."""

    def initial_state(self):
        state = Stones()
        state.held = None
        return state

    def found(self, state):
        if state.held is not None:
            return state.held
        return None

    def next_state(self, state, action):
        state = copy.deepcopy(state)
        state.turn += 1
        pairs = []
        if state.held is not None:
            pairs.append((state.held, 1))
        other = (state.held, 2) if state.held is not None else (None, 3)
        if state.held is not None:
            held = state.held
            pairs = [(held, action)]
        state.taken.append(len(pairs) + other[1] + action)
        if self.found(state) is None:
            state.taken.append(action)
        return state


def test_what_is_none_in_all_games_is_none():
    assert_plays_alike(AlwaysNone())


def test_what_is_set_unseen_after_the_test_is_told():
    with pytest.raises(MachineLimitError, match="found not to be None is None by now"):
        assert_plays_alike(Dropping())


class Names:
    def named(self, name, value):
        return ast.Name(id=name, ctx=ast.Load())


def narrowed_in(text):
    """Return what is narrowed in the statements of a text, in order."""
    tree = ast.parse("def f():\n" + "\n".join(f" {line}" for line in text.splitlines())).body[0]
    Narrowing(Names()).rewritten(tree)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [node for node in calls if isinstance(node.func, ast.Name)]
    found = [node for node in named if node.func.id == "narrowed"]
    return [ast.unparse(each.args[0]) for each in sorted(found, key=lambda each: each.lineno)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("if a is not None: x.append(a)", ["a"]),
        ("if a is None: x.append(a)", []),
        ("if a is None: pass\nelse: x.append(a)", ["a"]),
        ("if a != None: x[a] = a", ["a", "a"]),
        ("if a.b[i] is not None:\n a.b.clear()\n x.append(a.b[i])", []),
        ("if a.b[i] is not None:\n a.b.index(3)\n x.append(a.b[i])", ["a.b[i]"]),
        ("if a.b[i] is not None:\n a.g(a)\n x.append(a.b[i])", ["a.b[i]"]),
        ("if a is not None:\n a.pop()\n x.append(a)", ["a"]),
        ("if a is not None: x = [(a, b) for b in y]", ["a"]),
        ("if a is not None: x = [(a, b) for a, b in y]", []),
        ("x = {a: b for a, b in y if b is not None and a > b}", ["b"]),
        ("x = (a for a in y if a)", ["a"]),
        ("if a is not None: x = lambda b: [a, b]", []),
        ("if a is not None:\n def g(): return a", []),
        ("if (a := g()) is not None: x.append(a)", ["a"]),
        ("(a := g()) and x.append(a)", ["a"]),
        ("if a is not None and (a := g()): pass\nx = a is not None and (a := g(a)) or [a]", []),
        ("if a.b[i] is not None:\n i += 1\n x.append(a.b[i])", []),
        ("if a.b[i] is not None:\n y[0] = 1\n x.append(a.b[i])", []),
        ("if a.b is not None:\n c.b = d\n x.append(a.b)", []),
        ("if a.b is not None:\n y[0] = 1\n x.append(a.b)", ["a.b"]),
        ("if a is not None:\n for a in y: pass\n x.append(a)", []),
        ("if a is not None:\n for b in y:\n  x.append(a)\n  a = b", []),
        ("if a is not None:\n try: g()\n except E as a: pass\n x.append(a)", []),
        ("if a is not None:\n with g() as a: x.append(a)", []),
        ("if a is not None:\n del a\n x.append(a)", []),
        ("while a is None:\n a = g()\nx.append(a)", ["a"]),
        ("while a is None:\n if b: break\n a = g()\nx.append(a)", []),
        ("while a is None:\n a = g()\nelse: a = None\nx.append(a)", []),
        ("if a is None:\n a = 5\nx.append(a)", ["a"]),
        ("if a is None:\n a = g()\nx.append(a)", []),
        ("if a is None:\n raise E\nx.append(a)", ["a"]),
        ("if a or b: x.append(a)", []),
        ("if not (a or b): pass\nelif a: x.append(a)", ["a"]),
        ("if g() is not None: x.append(g())", []),
        ("a is not None and x.append(a)", ["a"]),
        ("a is None or x.append(a)", ["a"]),
        ("a is None and x.append(a)", []),
        ("return a if a is not None else b", ["a"]),
        ("if a is not None:\n x = {a: a, **a}", ["a", "a"]),
        ("if a is not None:\n yield a", ["a"]),
        ("if a is not None: return a\nreturn a", ["a"]),
    ],
)
def test_what_is_known_where(text, found):
    assert narrowed_in(text) == found
