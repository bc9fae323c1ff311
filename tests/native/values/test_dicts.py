from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict

import pytest

import gametree as gt
from gametree.errors import NotCompilable
from gametree.native.build import compile_function
from plainpython.reasons import Unsupported
from plainpython.values import arena
from plainpython.values.images import Image, read
from plainpython.values.kinds import kind_of

from ...language.both_modes import assert_same
from .both_modes import assert_plays_alike

POINTS = {(0, 1): 5, (2, 3): 7, (0, 2): 9}
NAMES = {"rook": [1, 2], "pawn": []}


def compiled(function, number):
    arena.provide()
    entry_point = compile_function(function, number)
    arena.enter()
    return entry_point(number)


def test_items_are_set_found_and_taken_out_in_python_s_order():
    def play(n):
        cells = {}
        for i in range(n):
            cells[(i, i + 1)] = i * 2
        cells[(3, 4)] = -1
        order = 0
        for r, c in cells:
            order = order * 3 + r + c
        for (r, _), value in cells.items():
            order = order * 3 + value * r
        total = 0
        for value in cells.values():
            total += value
        found = (5, 6) in cells, (5, 7) in cells, (1, 2) in cells, -1 in cells.values()
        got = cells[(2, 3)], cells.get((1, 2), 7), cells.get((1, 1), 7)
        copy = cells.copy()
        del cells[(1, 2)]
        popped = cells.pop((2, 3)), cells.pop((2, 3), 55), cells.setdefault((8, 9), 4)
        cells[(1, 2)] = 17
        for i in range(300):  # entries that are taken out make room
            cells[(i, -1)] = i
            del cells[(i, -1)]
        names = {"a": 1}
        names["b"] = len(NAMES["rook"])
        given = POINTS[(0, 2)] + names["b"] + names["a"]
        return order, total, found, got, popped, copy, cells, len(cells), given

    assert repr(compiled(play, 10)) == repr(play(10))


def test_what_is_got_by_default_tells_the_types_of_an_empty_dict():
    def play(n):
        counts, best = {}, 0
        for i in range(n):
            counts[i % 3] = counts.get(i % 3, 0) + 1
            best = max(best, counts[i % 3])
        rows = {}
        for i in range(n):
            rows[(i % 2, i)] = rows.get((i % 2, i - 2), [n]) + [i]
        letters = dict()
        for letter in ["a", "b", "a"]:
            letters[letter] = 0.5 + letters.get(letter, 0.0)
        nothing = {}
        return counts, best, rows, letters, nothing.get(n, True), max(counts, key=counts.get)

    assert repr(compiled(play, 10)) == repr(play(10))


def test_dicts_are_merged_compared_and_told_their_types_by_what_is_put_in():
    def play(n):
        first = {1: 2.5, 2: 3.5}
        merged = {**first, 7: n * 1.0}
        doubled = {k: v * 2 for k, v in merged.items()}
        copy = dict(doubled)
        copy[1] = 0.0
        copy |= {100: 1.5}
        pairs = dict([(n, 1), (2, 3)])  # noqa: C406
        empty = {}
        empty.update({1: n})
        also = empty
        other = {}
        other |= also
        other.update([(n, 5)])
        nested = {}
        nested.setdefault(3, []).append(4)
        same = merged == {7: 10.0, 1: 2.5, 2: 3.5}, merged != first, first == {2: 3.5}
        alike = first[1.0], True in first, 1.5 in first
        return merged, doubled, copy, pairs, also, other, nested, same, alike, first | {9: 9.5}

    assert repr(compiled(play, 10)) == repr(play(10))


def test_counters_and_dicts_with_defaults():
    def play(n):
        counts = Counter([1, 2, 3, 2, 1, 1])
        counts[5] += 2
        missing = counts[77]
        tally = defaultdict(int)
        groups = defaultdict(list)
        for i in range(n):
            tally[i % 3] += 1
            groups[i % 3].append(i)
        return counts, missing, tally, groups, len(counts)

    assert repr(compiled(play, 10)) == repr(play(10))


def test_a_key_that_is_not_there_and_a_dict_that_grows_in_a_loop_raise_as_in_python():
    def look_up(n):
        return {1: 2}[n]

    def grow(n):
        cells = {1: n}
        for each in cells:
            cells[each + 100] = 1
        return 0

    with pytest.raises(KeyError):
        compiled(look_up, 10)
    with pytest.raises(RuntimeError, match="dictionary changed size during iteration"):
        compiled(grow, 10)


def test_a_dict_of_the_module_is_not_changed():
    def change(n):
        POINTS[(0, 1)] = n
        return 0

    with pytest.raises(Unsupported, match="it changes POINTS, which belongs to the module"):
        compiled(change, 10)


def test_values_in_memory_are_read_back():
    for value in (
        {(0, 1): 5, (2, 3): 7},
        {1: 2.5},
        {"a": None, "b": 3},
        {1: [1, 2], 2: []},
        {(1, True): {2}},
        {None: 1},
        {1: {2: {3: 4}}},
        {},
        Counter([1, 2]),
        defaultdict(list, {3: [1]}),
        {i: i for i in range(100)},
    ):
        kind = kind_of(value)
        image = Image()  # whose memory lasts as long as itself
        assert repr(read(image.new(kind, value), kind)) == repr(value)


class DictTicTacToe(gt.Game):
    """Tic-tac-toe on a dict of cells, with what each player has in a dict of lists."""

    max_actions = 9
    LINES = [  # noqa: RUF012
        (0, 1, 2),
        (3, 4, 5),
        (6, 7, 8),
        (0, 3, 6),
        (1, 4, 7),
        (2, 5, 8),
        (0, 4, 8),
        (2, 4, 6),
    ]

    def initial_state(self):
        return {divmod(cell, 3): 0 for cell in range(9)}, {0: [], 1: []}, 0

    def current_player(self, state):
        return state[2]

    def winner(self, board):
        for line in self.LINES:
            marks = [board[divmod(cell, 3)] for cell in line]
            if marks[0] and marks[0] == marks[1] == marks[2]:
                return line
        return None

    def legal_actions(self, state):
        board = state[0]
        if self.winner(board) is not None:
            return []
        return [r * 3 + c for (r, c), mark in board.items() if not mark]

    def next_state(self, state, action):
        board, moves, player = state
        board = dict(board)
        board[divmod(action, 3)] = player + 1
        moves = {each: done[:] for each, done in moves.items()}
        moves[player].append(action)
        return board, moves, 1 - player

    def returns(self, state):
        if self.winner(state[0]) is None:
            return (0.0, 0.0)
        return (-1.0, 1.0) if state[2] == 0 else (1.0, -1.0)


def test_a_game_on_dicts_is_played_alike_in_both_modes():
    assert_plays_alike(DictTicTacToe())


class UnhashableKey(DictTicTacToe):
    def current_player(self, state):
        return {[1]: 1}[[1]] if len(state[0]) > 9 else state[2]


class MixedKeys(DictTicTacToe):
    def current_player(self, state):
        return {1: 1, "a": 2}[1] if len(state[0]) > 9 else state[2]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (UnhashableKey, "list of ints is a key of a dict; use numbers, texts or tuples"),
        (MixedKeys, "a dict has keys of different types; give them all one type"),
    ],
)
def test_what_is_refused(game, reason):
    with pytest.raises(NotCompilable, match=reason):
        gt.Searcher(game(), game().initial_state(), compiled=True, method="uct")


def counters_and_orders(n):
    counts = Counter([n, 2, 3, 2])
    counts.update([3, 3, 7])
    counts.update({9: 2})
    counts.subtract((2,))
    order = OrderedDict((k, k * k) for k in range(n))
    first, second = OrderedDict(), dict(())
    first[n] = second[n] = 2
    order[9] = 1
    order.move_to_end(0)
    names = dict.fromkeys([3, n, 1], 0)
    last = names.popitem()
    return (
        counts.most_common(),
        counts.most_common(1),
        sum(counts.values()),
        sorted(counts.elements()),
        list(order.items()),
        order.popitem(),
        list(names),
        last,
        list(first.items()) + list(second.items()),
    )


def test_counters_and_ordered_dicts():
    assert_same(counters_and_orders, (3,), (1,), (6,))


def _change(tables, step):
    """Copy one of the tables over another, or change it, as a number says; see all entries."""
    here, there = step % 4, step // 4 % 4
    table, key = tables[here], (step // 16 % 5, str(step // 80 % 7))
    what = step // 560 % 12
    if what < 4:
        tables[there] = table.copy()
    elif what < 8:
        table[key] = step % 89
    elif what < 10:
        if key in table:
            del table[key]
    elif what == 10:
        tables[there] = {**table, key: 5}
    elif step % 7 == 0:
        table.clear()
    seen = 0
    for each in tables:
        for (number, text), value in each.items():
            seen = (seen * 31 + number * 7 + len(text) + value) % 1000003
        seen = seen * 5 + each.get(key, -1) + len(each)
    return seen


def test_copies_of_dicts_go_their_own_ways():
    def play(n):
        tables = [{(i, "3"): i for i in range(k)} for k in range(4)]
        step, seen = n, 0
        for _ in range(4000):
            step = (step * 1103515245 + 12345) % 2147483648
            seen = (seen * 31 + _change(tables, step // 64)) % 1000003
        return seen, tables

    assert_same(play, (0,), (1,), (2,))


def test_copies_of_sets_go_their_own_ways():
    def play(n):
        numbers, kept, gone, grown = set(range(n)), set(range(n)), set(range(n)), {-1}
        for i in range(300):
            kept = numbers.copy()
            numbers.add(i * 7 % 101)
            gone = gone | numbers
            gone.discard(i * 5 % 97)
            grown = kept - gone
            kept.add(-i)
            numbers.discard(i * 3 % 103)
        return tuple(sorted(each) for each in (numbers, kept, gone, grown))

    assert_same(play, (0,), (5,), (60,))


class Juggling(gt.Game):
    """Four dicts, each copied over another or changed at every move, for more moves than memory."""

    def initial_state(self):
        return [{(i, "3"): i for i in range(k * 9)} for k in range(4)], 1, 0

    def current_player(self, state):
        return state[2] % 2

    def legal_actions(self, state):
        return [] if state[2] == 600 else [0, 1, 2]

    def next_state(self, state, action):
        tables, step, ply = state
        tables = [table.copy() for table in tables]
        step = (step * 1103515245 + 12345 + action) % 2147483648
        step = (step + _change(tables, step // 64)) % 2147483648
        return tables, step, ply + 1

    def returns(self, state):
        won = 1.0 if state[1] % 3 == 0 else -1.0
        return (won, -won)


def test_dicts_that_share_keys_move_to_the_other_half_of_memory():
    found = [
        gt.Searcher(Juggling(), seed=1, method="uct", compiled=compiled).run(simulations=8)
        for compiled in (False, True)
    ]
    told = [[(each.action, each.visits, each.mean) for each in one.actions] for one in found]
    assert told[0] == told[1]
    assert len({mean for _, _, mean in told[0]}) > 1


def test_defaults_that_a_lambda_makes():
    def play(n):
        counts, groups = defaultdict(lambda: 0), defaultdict(lambda: [])
        shares, seen = defaultdict(lambda: 0.0), defaultdict(lambda: False)
        sets = defaultdict(lambda: set())
        for i in range(n):
            counts[i % 3] += 1
            groups[i % 2].append(i)
            shares[i % 2] += i / 4
            seen[i] = i > 2
            sets[i % 2].add(i)
        return counts, groups, shares, seen, seen[-1], sets, counts[99]

    assert compiled(play, 8) == play(8)


@pytest.mark.parametrize("made", [lambda: -1, lambda: [0]])
def test_other_defaults_are_refused(made):
    def play(n):
        return defaultdict(made)[n]

    with pytest.raises(Exception, match="use d.setdefault"):
        compiled(play, 8)


NEIGHBOURS = defaultdict(set)
for one, other in ((0, 1), (1, 2), (2, 0), (2, 3)):
    NEIGHBOURS[one].add(other)
    NEIGHBOURS[other].add(one)


def test_a_defaultdict_of_sets():
    def use(n):
        found = defaultdict(set)
        for one, other in ((1, 2), (2, 3), (1, 3)):
            found[one].add(other)
            found[other].add(one)
        empty = found[77]
        shared = sorted(found[1] & found[2]), sorted(found[1] | found[3])
        return shared, len(empty), len(found), n in found, sorted(NEIGHBOURS[n])

    assert_same(use, (2,), (3,))


def another_order(n):
    made = {"blue": n, "red": 2}
    made["green"] = 3
    return list(made), made, made.popitem()


def both_orders(n):
    made, other = {"blue": n, "red": 2}, {"red": n, "blue": 2}
    merged = {**made, **other}, {**other, "green": 1, **made}
    chosen = made if n > 2 else other
    return list(made), list(other.items()), merged, made == other, list(chosen)


def of_several_types(n):
    made, other = {"board": [n], "turn": "x"}, {"turn": "o", "board": [2]}
    return made["board"] + other["board"], made["turn"] + other["turn"], made == other


@pytest.mark.parametrize("function", [another_order, both_orders, of_several_types])
def test_dicts_of_the_same_texts_have_their_own_order(function):
    assert_same(function, (3,), (2,))


def with_more(n):
    made, more = {"a": 1, "b": n}, {"b": 3}
    return dict(made, **more), dict(**more), dict(a=n, **more), dict(made, c=1, **more)


def test_dict_takes_more_among_its_keywords():
    assert_same(with_more, (3,))


class PassesMore(gt.Game):
    def initial_state(self):
        return 0

    def current_player(self, state):
        return state % 2

    def legal_actions(self, state):
        return [] if state > 5 else [1, 2]

    def added(self, one, other):
        return one + other

    def next_state(self, state, action):
        given = {"one": state, "other": action}
        return self.added(**given)

    def returns(self, state):
        return (1.0, -1.0) if state % 2 else (-1.0, 1.0)


def test_other_calls_do_not():
    told = r"PassesMore.next_state cannot be compiled .*: it passes \*\*arguments; pass each"
    with pytest.raises(NotCompilable, match=told):
        gt.Searcher(PassesMore(), compiled=True).run(simulations=5)
