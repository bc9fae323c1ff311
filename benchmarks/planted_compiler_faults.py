"""Plants faults in the compiler, one at a time, and shows which of them a first search notices.

    python benchmarks/planted_compiler_faults.py [--only TEXT] [--games 3] [--workers 2] [--silent]

A fault is a pattern of Python code that is compiled as other code: `_a // _b` as `int(_a / _b)`.
Interpreted, the rules stay what they are. The games are those of benchmarks/ordinary whose course
hangs on it: with the fault in their source, 300 interpreted simulations differ. Each pair of a
fault and a game has one of these outcomes:

    caught    the comparison of the first search finds the difference
    missed    it does not, and a search of 2,000 simulations or 50 random games do
    harmless  nothing shows a difference: the fault changes no answer of this game
    refused   the other code does not compile

`--silent` runs the games of ordinary/silent instead, in which nothing is planted: they use what the
compiler once took for something else.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
SIMULATIONS = 2000
GAMES = 50
SECONDS = 2.0  # for an interpreted search of rules with a fault in them
MEMORY = 4 << 30  # bytes, for the same

# What rules say, and what the compiler takes it for; names such as _a stand for any expression.
FAULTS: dict[str, tuple[str, str]] = {
    "floor division as in C": ("_a // _b", "int(_a / _b)"),
    "modulo with the sign of the dividend": ("_a % _b", "_a - _b * int(_a / _b)"),
    "modulo one too large": ("_a % _b", "_a % (_b + 1)"),
    "less is less or equal": ("_a < _b", "_a <= _b"),
    "less or equal is less": ("_a <= _b", "_a < _b"),
    "greater is greater or equal": ("_a > _b", "_a >= _b"),
    "greater or equal is greater": ("_a >= _b", "_a > _b"),
    "unequal is greater": ("_a != _b", "_a > _b"),
    "equal is less or equal": ("_a == _b", "_a <= _b"),
    "chained comparison without its end": ("_a <= _b < _c", "_a <= _b"),
    "conditional expression turned round": ("_a if _b else _c", "_c if _b else _a"),
    "not is dropped": ("not _a", "_a"),
    "min is max": ("min(_a, _b)", "max(_a, _b)"),
    "min by key takes the last of equals": (
        "min(_a, key=_k)", "min(list(_a)[::-1], key=_k)"
    ),
    "max by key takes the last of equals": (
        "max(_a, key=_k)", "max(list(_a)[::-1], key=_k)"
    ),
    "max of items without the first": ("max(_a)", "max(list(_a)[1:])"),
    "min of items without the last": ("min(_a)", "min(list(_a)[:-1])"),
    "sorted by key is not stable": ("sorted(_a, key=_k)", "sorted(list(_a)[::-1], key=_k)"),
    "sorted does not sort": ("sorted(_a)", "list(_a)"),
    "sorted ignores reverse": ("sorted(_a, reverse=True)", "sorted(_a)"),
    "sum without the first item": ("sum(_a)", "sum(list(_a)[1:])"),
    "sum without its start": ("sum(_a, _b)", "sum(_a)"),
    "any is all": ("any(_a)", "all(_a)"),
    "all is any": ("all(_a)", "any(_a)"),
    "enumerate ignores start": ("enumerate(_a, _b)", "enumerate(_a)"),
    "enumerate ignores start by name": ("enumerate(_a, start=_b)", "enumerate(_a)"),
    "enumerate begins at one": ("enumerate(_a)", "enumerate(_a, 1)"),
    "range ends early": ("range(_a, _b)", "range(_a, _b - 1)"),
    "range of one number begins at one": ("range(_a)", "range(1, _a)"),
    "range with step has one more": ("range(_a, _b, _c)", "range(_a, _b + 1, _c)"),
    "reversed does not reverse": ("reversed(_a)", "list(_a)"),
    "slice with negative step does not reverse": ("_a[::-1]", "_a[:]"),
    "slice one too long": ("_a[_b:_c]", "_a[_b:_c + 1]"),
    "slice begins one late": ("_a[_b:]", "_a[_b + 1:]"),
    "slice ends one early": ("_a[:_b]", "_a[:_b - 1]"),
    "index -1 is the first": ("_a[-1]", "_a[0]"),
    "len one short": ("len(_a)", "len(_a) - 1"),
    "abs keeps the sign": ("abs(_a)", "(0 + _a)"),
    "in overlooks the first item": ("_a in _b", "_a in list(_b)[1:]"),
    "not in is in": ("_a not in _b", "_a in _b"),
    "index finds the last": ("_a.index(_b)", "len(_a) - 1 - _a[::-1].index(_b)"),
    "count stops at one": ("_a.count(_b)", "min(1, _a.count(_b))"),
    "append puts first": ("_a.append(_b)", "_a.insert(0, _b)"),
    "pop takes the first": ("_a.pop()", "_a.pop(0)"),
    "pop(0) takes the last": ("_a.pop(0)", "_a.pop()"),
    "insert appends": ("_a.insert(_b, _c)", "_a.append(_c)"),
    "extend turned round": ("_a.extend(_b)", "_a.extend(list(_b)[::-1])"),
    "sort turned round": ("_a.sort()", "_a.sort(reverse=True)"),
    "reverse sorts": ("_a.reverse()", "_a.sort()"),
    "get gives the default": ("_a.get(_b, _c)", "_c"),
    "items in another order": ("_a.items()", "list(_a.items())[::-1]"),
    "keys in another order": ("_a.keys()", "list(_a.keys())[::-1]"),
    "values in another order": ("_a.values()", "list(_a.values())[::-1]"),
    "zip out of step": ("zip(_a, _b)", "zip(_a, list(_b)[1:])"),
    "map in another order": ("map(_a, _b)", "map(_a, list(_b)[::-1])"),
    "str adds a space": ("str(_a)", "(str(_a) + ' ')"),
    "round is int": ("round(_a)", "int(_a)"),
    "power is product": ("_a ** _b", "_a * _b"),
    "shift of few bits": ("_a << _b", "_a << (_b & 1)"),
    "right shift rounds up": ("_a >> _b", "-(-_a >> _b)"),
    "and of few bits": ("_a & _b", "_a & _b & 2"),
    "or is exclusive or": ("_a | _b", "_a ^ _b"),
    "exclusive or is or": ("_a ^ _b", "_a | _b"),
    "invert is minus": ("~_a", "-_a"),
    "divmod as in C": ("divmod(_a, _b)", "(int(_a / _b), _a - _b * int(_a / _b))"),
    "divmod turned round": ("divmod(_a, _b)", "divmod(_a, _b)[::-1]"),
    "true division rounds": ("_a / _b", "(_a // _b) * 1.0"),
    "addition wraps at 8 bits": ("_a + _b * _c", "(_a + _b * _c + 128) % 256 - 128"),
    "product wraps at 8 bits": ("_a * _b", "(_a * _b + 128) % 256 - 128"),
    "upper is lower": ("_a.upper()", "_a.lower()"),
    "strip strips nothing": ("_a.strip()", "(_a + '')"),
    "replace only once": ("_a.replace(_b, _c)", "_a.replace(_b, _c, 1)"),
    "join turned round": ("_a.join(_b)", "_a.join(list(_b)[::-1])"),
    "find finds the last": ("_a.find(_b)", "_a.rfind(_b)"),
    "startswith is in": ("_a.startswith(_b)", "(_b in _a)"),
    "combinations in another order": (
        "combinations(_a, _b)", "combinations(list(_a)[::-1], _b)"
    ),
    "permutations in another order": (
        "permutations(_a, _b)", "permutations(list(_a)[::-1], _b)"
    ),
    "chain turned round": ("chain(_a, _b)", "chain(_b, _a)"),
    "accumulate without the first": ("accumulate(_a)", "accumulate(list(_a)[1:])"),
    "gcd is one": ("gcd(_a, _b)", "(_a - _a + 1)"),
    "floor is ceil": ("math.floor(_a)", "math.ceil(_a)"),
    "isqrt one too small": ("math.isqrt(_a)", "math.isqrt(_a) - 1"),
    "set difference is union": ("_a.difference(_b)", "_a.union(_b)"),
    "isinstance is true": ("isinstance(_a, _b)", "True"),
    "is None is dropped": ("_a is None", "_a is not None"),
    "zeros are ones": ("np.zeros(_a, _b)", "np.ones(_a, _b)"),
    "sum of an array wraps": ("_a.sum()", "(_a.sum() + 8) % 16 - 8"),
    "transposed is the same": ("_a.T", "_a"),
    "deep copies share": ("copy.deepcopy(_a)", "_a"),
    "copies share": ("_a.copy()", "_a"),
    "copies by slice share": ("_a[:]", "_a"),
    "list() shares": ("list(_a)", "list(_a)[::-1]"),
    "and looks only left": ("_a and _b", "_a"),
    "or looks only left": ("_a or _b", "_a"),
    "minus turned round": ("_a - _b", "_b - _a"),
    "list comprehension without its condition": (
        "[_a for _v in _b if _c]", "[_a for _v in _b]"
    ),
    "generator without its condition": ("(_a for _v in _b if _c)", "(_a for _v in _b)"),
}  # fmt: skip


def matched(pattern: Any, node: Any, found: dict[str, Any]) -> bool:
    """Tell whether a tree is of a pattern; note what stands for each of its names."""
    if isinstance(pattern, ast.Name) and pattern.id.startswith("_") and len(pattern.id) == 2:
        before = found.setdefault(pattern.id, node)
        return before is node or ast.dump(before) == ast.dump(node)
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, list):
        return len(pattern) == len(node) and all(
            matched(one, other, found) for one, other in zip(pattern, node, strict=True)
        )
    if isinstance(pattern, ast.AST):
        return all(
            matched(getattr(pattern, name, None), getattr(node, name, None), found)
            for name in pattern._fields
            if name not in ("ctx", "type_comment", "kind")
        )
    return bool(pattern == node)


class Planted(ast.NodeTransformer):
    """Puts other code where a pattern matches."""

    def __init__(self, fault: str) -> None:
        pattern, instead = FAULTS[fault]
        self._pattern = ast.parse(pattern, mode="eval").body
        self._instead = ast.parse(instead, mode="eval").body
        self.count = 0

    def visit(self, node: ast.AST) -> Any:
        found: dict[str, Any] = {}
        # What is set, such as the target of board[-1] = 1, stays.
        stored = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
        hit = not stored and matched(self._pattern, node, found)
        self.generic_visit(node)
        if not hit:
            return node
        self.count += 1
        made = Filled(found).visit(copy.deepcopy(self._instead))
        for each in ast.walk(made):
            ast.copy_location(each, node)
        return made


class Filled(ast.NodeTransformer):
    """Puts what was found in the place of a pattern's names."""

    def __init__(self, found: dict[str, Any]) -> None:
        self._found = found

    def visit_Name(self, node: ast.Name) -> Any:
        return copy.deepcopy(self._found.get(node.id, node))


def users_of(fault: str, games: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the games whose source holds what a fault changes."""
    for game in games:
        planted = Planted(fault)
        tree = planted.visit(copy.deepcopy(tree_of(*game)))
        if planted.count and matters(tree, *game):
            yield game


def matters(tree: ast.ClassDef, group: str, name: str) -> bool:
    """Tell whether interpreted searches of a game and of its changed class differ, if both go."""
    from ordinary import shape

    game = shape(group, name)
    names = dict(vars(sys.modules[game.__module__]))
    module = ast.Module([ast.fix_missing_locations(tree)], [])
    before = searched(group, name)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        exec(compile(module, f"<{name}>", "exec", dont_inherit=True), names)
        return before != course(names[game.__name__]())
    except Exception:  # what raises, or does not end, would be found by anybody
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@lru_cache(maxsize=1000)
def searched(group: str, name: str) -> object:
    """Return the course of a search of a game as it is."""
    from ordinary import shape

    return course(shape(group, name)())


def course(game: Any) -> object:
    """Return the visits and means of an interpreted search."""
    import gametree as gt

    found = gt.search(game, simulations=300, seed=5, method="uct", compiled=False)
    return found.nodes, [(each.visits, each.mean) for each in found.actions]


@lru_cache(maxsize=1000)
def tree_of(group: str, name: str) -> ast.ClassDef:
    """Return the syntax tree of a game's class."""
    file, _, cls = name.partition(".")
    module = ast.parse((HERE / "ordinary" / group / f"{file}.py").read_text())
    return next(each for each in module.body if isinstance(each, ast.ClassDef) and each.name == cls)


def plant(fault: str) -> None:
    """Let the compiler of this process have a fault."""
    from plainpython.front_end import source

    parsed = source.parsed

    def planted(function: Any) -> Any:
        found = parsed(function)
        if found is not None and "ordinary" in function.__module__:
            Planted(fault).visit(found.tree)
        return found

    for name, module in list(sys.modules.items()):
        if name.startswith("gametree.native") and getattr(module, "parsed", None) is parsed:
            module.parsed = planted  # type: ignore[attr-defined]


def outcome(game: Any) -> tuple[str, str]:
    """Search a game for the first time; return what came of it, and the sentence."""
    import gametree as gt
    from gametree.mcts import mode_verdicts
    from gametree.mcts.engine.mode_comparison import Comparison

    kept: dict[str, Any] = {}
    compare = mode_verdicts.compare_searches

    def noted(engine: Any, state: Any, budget: float) -> Comparison:
        kept["engine"] = engine
        kept["comparison"] = compare(engine, state, 0.3)
        return kept["comparison"]

    mode_verdicts.compare_searches = noted
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            searcher = gt.Searcher(game, seed=1, method="uct")
    finally:
        mode_verdicts.compare_searches = compare
    if "comparison" not in kept:
        return "refused", searcher.why_interpreted
    comparison = kept["comparison"]
    if comparison.found is not None:
        return "caught", searcher.why_interpreted
    if not comparison.sound or comparison.unsteady:
        return "unsound", str(comparison)
    return ("missed" if differs(game) else "harmless"), ""


def differs(game: Any) -> bool:
    """Tell whether much longer searches, or many random games, show a difference."""
    import gametree as gt
    from gametree.errors import GameError
    from gametree.mcts.engine.mode_comparison import compare_games

    if compare_games(game, game.initial_state(), 5.0).found is not None:
        return True
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(game, seed=2, method="uct", compiled=compiled)
        try:
            searcher.run(simulations=SIMULATIONS)
        except GameError:
            return compiled
        trees.append(searcher.tree(max_depth=3).to_dict())
    return bool(trees[0] != trees[1])


def work(fault: str, games: list[tuple[str, str]]) -> None:
    """Print a line of JSON for each game; nothing is planted if `fault` is empty."""
    from ordinary import shape

    if fault:
        plant(fault)
    for group, name in games:
        try:
            found = outcome(shape(group, name)())
        except Exception as error:
            found = "failed", f"{type(error).__name__}: {error}"
        print(json.dumps([fault, name, *found]), flush=True)


def in_a_process(fault: str, games: list[tuple[str, str]]) -> list[list[str]]:
    """Return the outcomes of a fault, found in a process with a cold cache."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, __file__, "--work", json.dumps([fault, games])],
            env={**os.environ, "GAMETREE_CACHE_DIR": folder},
            capture_output=True,
            text=True,
            timeout=1200,
            check=False,
        )
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    told = {row[1] for row in rows}
    lost = [name for _, name in games if name not in told]
    return rows + [[fault, name, "died", done.stderr[-200:]] for name in lost]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--games", type=int, default=3, help="games for each fault, at most")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--silent", action="store_true")
    parser.add_argument("--work", default="")
    asked = parser.parse_args()
    sys.path.insert(0, str(HERE))
    if asked.work:
        work(*json.loads(asked.work))
        return
    tasks = silent_tasks() if asked.silent else planted_tasks(asked.only, asked.games)
    rows: list[list[str]] = []
    with ThreadPoolExecutor(asked.workers) as pool:
        for found in pool.map(lambda task: in_a_process(*task), tasks):
            rows += found
            for fault, name, came, told in found:
                print(f"{came:9} {fault or 'nothing planted'}: {name}  {told[:160]}", flush=True)
    summarize(rows)


def silent_tasks() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the games of ordinary/silent, each for a process that may die."""
    from ordinary import shapes

    return [("", [("silent", name)]) for name in shapes("silent")]


def planted_tasks(only: str, most: int) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the faults, each with the games that are tried."""
    from ordinary import shapes

    def too_long(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, too_long)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    groups = ("features", "tic_tac_toe")
    games = [(group, name) for group in groups for name in shapes(group)]
    tasks = []
    for fault in FAULTS:
        if only in fault:
            # Of all files, not the first ones alone; a seed, so that they are the same each time.
            shuffled = Random(fault).sample(games, len(games))
            tasks.append((fault, list(islice(users_of(fault, shuffled), most))))
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return tasks


def summarize(rows: list[list[str]]) -> None:
    """Print how many pairs and how many faults were caught."""
    counts = Counter(row[2] for row in rows)
    print(dict(counts))
    shown = counts["caught"] + counts["missed"]
    by_fault: dict[str, set[str]] = {}
    for fault, name, came, _ in rows:
        by_fault.setdefault(fault or name, set()).add(came)
    alive = {fault for fault, came in by_fault.items() if came & {"caught", "missed"}}
    caught = {fault for fault in alive if "caught" in by_fault[fault]}
    always = {fault for fault in caught if "missed" not in by_fault[fault]}
    print(f"{counts['caught']} of {shown} pairs that differ were caught")
    print(f"{len(caught)} of {len(alive)} faults were caught in a game, {len(always)} in every one")


if __name__ == "__main__":
    main()
