"""Compiled code on disk: found again by other processes, never stale, never in the way."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from textwrap import dedent
from unittest.mock import Mock

import pytest

from gametree.compiled import cache
from gametree.compiled.build import compile_function

# A process that compiles one tiny function for each of a user's objects. In place of a
# whole search: the key of what is stored, and the way there, are the same.
ASK = dedent(
    """
    import json, sys
    sys.path.insert(0, ".")
    from gametree.compiled.build import compile_function

    def ask(obj):
        return obj.answer()

    def answer(obj):
        return compile_function(ask, obj)(obj)
    """
)
FORBID_COMPILING = dedent(
    """
    from numba.core import compiler
    def refuse(*arguments, **keywords):
        raise AssertionError("this process should find everything compiled")
    compiler.compile_extra = compiler.compile_ir = refuse
    """
)

# Each class answers with a number that depends on one thing outside the method.
USER = """
import numpy as np
import gametree as gt
import other
import package.inner
from parents import Parent

LIMIT = 10
SIZES = (1, 20)
TABLE = np.array([0, 0, 30])

def near(x):
    return x + 40

def far(x):
    return near(x)

class Limit(gt.Compilable):
    def answer(self): return LIMIT

class Sizes(gt.Compilable):
    def answer(self): return SIZES[1]

class Table(gt.Compilable):
    def answer(self): return TABLE[2]

class Helper(gt.Compilable):
    def answer(self): return near(0)

class HelpersHelper(gt.Compilable):
    def answer(self): return far(1)

class OtherModule(gt.Compilable):
    def answer(self): return other.helper(0)

class InnerModule(gt.Compilable):
    def answer(self): return package.inner.helper(0)

class Default(gt.Compilable):
    def answer(self, default=70): return default

class Inherited(Parent):
    pass

class ParentsHelper(Parent):
    def answer(self): return self.indirect()

class Overrides(Parent):
    def answer(self): return Parent.answer(self) + 1

class Own(gt.Compilable):
    def answer(self): return 100
"""
FILES = {
    "user.py": USER,
    "other.py": "def deep(x):\n    return x + 50\n\ndef helper(x):\n    return deep(x)\n",
    "package/__init__.py": "",
    "package/inner.py": "OFFSET = 60\n\ndef helper(x):\n    return x + OFFSET\n",
    "parents.py": (
        "import gametree as gt\n\ndef help():\n    return 90\n\n"
        "class Parent(gt.Compilable):\n"
        "    def answer(self): return 80\n"
        "    def indirect(self): return help()\n"
    ),
}
FIRST = {
    "Limit": 10, "Sizes": 20, "Table": 30, "Helper": 40, "HelpersHelper": 41, "OtherModule": 50,
    "InnerModule": 60, "Default": 70, "Inherited": 80, "ParentsHelper": 90, "Overrides": 81,
    "Own": 100,
}  # fmt: skip
ASK_USER = (
    ASK
    + f"""
import user
print(json.dumps({{name: answer(getattr(user, name)()) for name in {list(FIRST)}}}))
"""
)

# What Numba knows of operators and functions takes as long to load as Numba itself.
NUMBAS_OWN_UNREAD = "assert 'numba.np.arraymath' not in sys.modules\n"


def write_files(folder, edit=lambda text: text):
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(edit(text))


def with_other_numbers(text):
    """Edit every number that an answer depends on: 10 becomes 1010, and so on."""
    return re.sub(r"(?<=[ =])([1-9]\d*0)\b", r"10\1", text)


def test_a_second_process_compiles_nothing_and_an_edit_is_seen(run_python, fresh_cache, tmp_path):
    write_files(tmp_path)
    assert json.loads(run_python(ASK_USER)) == FIRST
    stored = set(fresh_cache.iterdir())
    assert len(stored) == len(FIRST)

    assert json.loads(run_python(FORBID_COMPILING + ASK_USER + NUMBAS_OWN_UNREAD)) == FIRST
    assert set(fresh_cache.iterdir()) == stored

    write_files(tmp_path, with_other_numbers)
    edited = json.loads(run_python(ASK_USER))
    assert {name for name in FIRST if edited[name] == FIRST[name]} == set()
    assert edited["Own"] == 10100
    assert edited["HelpersHelper"] == 1041

    assert stored < set(fresh_cache.iterdir())  # what was compiled first is still there


KINDS = ASK + dedent(
    """
    import gametree as gt

    class Box(gt.Compilable):
        def __init__(self, value, rate):
            self.value = value
            self.rate = rate
        def answer(self):
            return self.value, self.rate

    values = [1, True, 2, False, 0, gt.bits.u64(1), (1, 2), (1, 2.5), "x"]
    print(repr([answer(Box(value, 0.5)) for value in values]))
    print(repr([answer(Box(1, rate)) for rate in (0.25, -1.5)]))
    """
)


def test_values_are_kept_apart_and_floats_cost_no_compilation(run_python, fresh_cache):
    """In one process and from disk: 1 is not True, and 0.5 and 0.25 are one kind."""
    told = run_python(KINDS)
    values = [1, True, 2, False, 0, 1, (1, 2), (1, 2.5), "x"]
    assert told.splitlines() == [
        repr([(value, 0.5) for value in values]),
        repr([(1, 0.25), (1, -1.5)]),
    ]
    assert len(list(fresh_cache.iterdir())) == len(values)
    assert run_python(FORBID_COMPILING + KINDS) == told


TWO_TYPES = dedent(
    """
    from gametree.compiled.build import compile_function

    def halved(number, times):
        if times == 0:
            return 0.0
        return number + halved(number / 2.0, times - 1)

    print(compile_function(halved, 8, 1)(8, 3))
    """
)


def test_a_function_that_calls_itself_with_other_types(run_python, fresh_cache):
    assert run_python(TWO_TYPES) == run_python(TWO_TYPES) == "14.0\n"


MANY = ASK + dedent(
    """
    import gametree as gt

    class Box(gt.Compilable):
        def __init__(self, value):
            self.value = value
        def answer(self):
            return self.value

    print([answer(Box(value)) for value in VALUES])
    """
)


def test_processes_that_start_cold_together(start_python, finish, fresh_cache):
    """Two of them want the same code, piece by piece; the third one wants code of its own, too."""
    wanted = [range(8), range(8), range(4, 12)]
    processes = [start_python(f"VALUES = {[*values]}\n{MANY}") for values in wanted]
    assert [finish(process) for process in processes] == [f"{[*values]}\n" for values in wanted]
    assert not list(fresh_cache.glob("*.part"))
    # Afterwards everything is there, and right.
    everything = f"VALUES = {[*range(12)]}\n{MANY}"
    assert finish(start_python(FORBID_COMPILING + everything)) == f"{[*range(12)]}\n"


SCRIPT = """
from typing import NamedTuple
import gametree as gt

class Heap(NamedTuple):
    left: int
    player: int

class Game(gt.Game):
    def initial_state(self):
        return Heap(6, 0)
    def current_player(self, state):
        return state.player
    def legal_actions(self, state):
        return range(1, min(2, state.left) + 1)
    def next_state(self, state, action):
        return Heap(state.left - action, 1 - state.player)
    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)

options = {"simulations": 200, "seed": 1, "method": "uct"}
results = [gt.search(Game(), **options, compiled=mode) for mode in (False, True)]
print([[action.visits for action in result.actions] for result in results])
"""


def test_classes_of_a_script_are_found_again(run_python, fresh_cache):
    """They belong to `__main__`: a pickle holds them by value, and makes others of them."""
    told = run_python(SCRIPT)
    interpreted, compiled = json.loads(told)
    assert compiled == interpreted
    assert run_python(FORBID_COMPILING + SCRIPT) == told


HASHED = ASK + dedent(
    """
    import gametree as gt
    import numba

    @numba.njit
    def number():
        return hash("nine letters"[5:])  # of a part it is not known before

    class Hashed(gt.Compilable):
        def answer(self):
            return number()

    if WITHOUT_COMPILING:
        assert "numba.cpython.hashing" not in sys.modules
    print(answer(Hashed()) == hash("letters"))
    """
)


def test_code_that_needs_more_of_numba_finds_it(run_python, fresh_cache):
    """The secret of the hashes of texts is known once a module of Numba's has been loaded."""
    for before in ("WITHOUT_COMPILING = False\n", FORBID_COMPILING + "WITHOUT_COMPILING = True\n"):
        assert run_python(before + HASHED) == "True\n"
    assert len(list(fresh_cache.iterdir())) == 1


@pytest.mark.parametrize(
    ("needed", "refreshed", "found"),
    [
        ("sqrt", 0, "machine code"),
        ("in_a_module", 1, "machine code"),
        ("a_name_of_nothing", 1, None),
    ],
)
def test_numbas_modules_are_loaded_if_a_name_is_unknown(monkeypatch, needed, refreshed, found):
    context = Mock()
    names = {"sqrt": 1}
    context.refresh.side_effect = lambda: names.update(in_a_module=2)
    monkeypatch.setattr(cache, "address_of_symbol", names.get)
    monkeypatch.setattr(cache, "load", lambda key: ([needed], ("machine code",)))
    monkeypatch.setattr(cache, "rtsys", Mock())
    monkeypatch.setattr(cache.CompileResult, "_rebuild", lambda context, code: code)
    assert cache.DiskCache(plus_one).load_overload("int", context) == found
    assert context.refresh.call_count == refreshed


OWN_SOURCES = ASK + dedent(
    """
    import gametree as gt
    from gametree.mcts.selection.ucb1 import inverse_root

    class Numbers(gt.Compilable):
        def answer(self):
            return gt.bits.popcount(7), inverse_root(4)

    print(gt.__file__)
    print(answer(Numbers()))
    """
)


@pytest.fixture
def copied(tmp_path, still_package):
    """Return a copy of the package that may be changed."""
    sources = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(still_package, tmp_path / "copy" / "gametree", ignore=sources))


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_an_edit_of_gametree_itself_is_seen(run_python, fresh_cache, copied):
    def answers():
        where, told = run_python(OWN_SOURCES, PYTHONPATH=str(copied.parent)).splitlines()
        assert where == str(copied / "__init__.py")
        return told

    assert answers() == "(3, 0.5)"
    edit(copied / "compiled" / "intrinsics.py", "builder.ctpop(board)", "board")
    file = copied / "mcts" / "selection" / "ucb1.py"
    edit(file, "(1.0 / math.sqrt(visits))", "(3.0 / math.sqrt(visits))")
    assert answers() == "(7, 1.5)"


# Where it is kept


def test_a_package_that_cannot_be_written_to_uses_the_users_folder(run_python, copied, tmp_path):
    (copied / "__pycache__").write_text("no folder")
    home = tmp_path / "home"
    script = ASK_ONE + "from gametree.compiled.cache import cache_folder; print(cache_folder())"
    variables = {
        "PYTHONPATH": str(copied.parent),
        "GAMETREE_CACHE_DIR": "",
        "XDG_CACHE_HOME": str(home),
        "LOCALAPPDATA": str(home),
        "HOME": str(home),
    }
    answer, folder = run_python(script, **variables).splitlines()
    assert answer == "42"
    assert Path(folder).is_relative_to(home)
    (path,) = Path(folder).iterdir()
    # A damaged file there is written anew.
    path.write_bytes(path.read_bytes()[:-100])
    for forbidden in ("", FORBID_COMPILING):
        assert run_python(forbidden + script, **variables).splitlines() == [answer, folder]


HOMELESS = """
import os, pwd

def nobody(uid):
    raise KeyError(uid)

os.environ.pop("HOME", None)
pwd.getpwuid = nobody
"""


def test_a_user_without_a_home_compiles_all_the_same(run_python, copied):
    script = HOMELESS + ASK_ONE + "from gametree.compiled import cache; print(cache.cache_folder())"
    variables = {"PYTHONPATH": str(copied.parent), "GAMETREE_CACHE_DIR": "", "XDG_CACHE_HOME": ""}
    own = copied / "__pycache__"
    assert run_python(script, **variables).splitlines() == ["42", str(own)]
    shutil.rmtree(own)
    own.write_text("no folder")
    assert run_python(script, **variables).splitlines() == ["42", "None"]


def plus_one(number):
    return number + 1


def test_with_nowhere_to_write_everything_is_compiled_each_time(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("GAMETREE_CACHE_DIR", str(tmp_path / "file" / "below"))
    cache.cache_folder.cache_clear()
    assert cache.cache_folder() is None
    assert compile_function(plus_one, 3)(3) == 4
    cache.cache_folder.cache_clear()


ASK_ONE = ASK + dedent(
    """
    import gametree as gt
    class One(gt.Compilable):
        def answer(self):
            return 42
    print(answer(One()))
    """
)


# Damage


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:40],
        lambda data: data[: len(data) // 2],
        lambda data: bytes(reversed(data)),
        lambda data: b"\x80\x05" + bytes(range(256)) * 4,
        # One bit within the machine code: to load it would be to run it.
        lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 4])
        + data[len(data) // 2 + 1 :],
    ],
    ids=["empty", "header only", "half", "reversed", "other", "one bit"],
)  # fmt: skip
def test_a_damaged_file_is_a_miss(fresh_cache, damage):
    cache.store("key", {"code": bytes(1000)})
    assert cache.load("key") == {"code": bytes(1000)}
    (path,) = fresh_cache.iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert cache.load("key") is None
    cache.store("key", {"code": b"new"})
    assert cache.load("key") == {"code": b"new"}


def test_code_that_names_a_vanished_class_is_a_miss(fresh_cache, monkeypatch):
    import sys
    import types

    module = types.ModuleType("vanishing")
    monkeypatch.setitem(sys.modules, "vanishing", module)
    exec("class Gone:\n    pass", vars(module))
    cache.store("key", module.Gone())
    monkeypatch.delitem(sys.modules, "vanishing")
    assert cache.load("key") is None


def test_a_missing_key_is_a_miss(fresh_cache):
    assert cache.load("never stored") is None


def test_the_folder_may_vanish_meanwhile(fresh_cache):
    cache.store("key", 1)
    shutil.rmtree(fresh_cache)
    assert cache.load("key") is None
    cache.store("key", 1)  # nowhere to write: no error


def test_a_full_disk_is_no_error(fresh_cache, monkeypatch):
    def fail(*arguments, **keywords):
        raise OSError(28, "No space left on device")

    assert cache.cache_folder() == fresh_cache
    monkeypatch.setattr(cache.os, "replace", fail)
    cache.store("key", 1)
    assert cache.load("key") is None
    assert list(fresh_cache.iterdir()) == []


# Size


def test_the_files_not_used_for_longest_go_when_there_are_too_many(fresh_cache, monkeypatch):
    def tick(time):
        """Let what was stored or used since the last tick have been so at a time."""
        for path in fresh_cache.iterdir():
            if path.stat().st_mtime > 1_000_000:
                os.utime(path, (time, time))

    monkeypatch.setattr(cache, "MOST_FILES", 5)
    for number in range(8):
        cache.store(str(number), number)
        tick(2 * number)
        assert cache.load("0") == 0
        tick(2 * number + 1)
    assert len(list(fresh_cache.iterdir())) == 5
    kept = [number for number in range(8) if cache.load(str(number)) is not None]
    assert kept == [0, 4, 5, 6, 7]


def test_other_files_in_the_folder_stay(fresh_cache, monkeypatch):
    monkeypatch.setattr(cache, "MOST_FILES", 1)
    fresh_cache.mkdir()
    (fresh_cache / "kernel.cpython-311.pyc").write_text("")
    for number in range(3):
        cache.store(str(number), number)
    assert (fresh_cache / "kernel.cpython-311.pyc").exists()
    assert len(list(fresh_cache.iterdir())) == 2


def test_what_was_compiled_without_source_is_another_thing(run_python, fresh_cache, tmp_path):
    """Of the same code with its source something else is made: here, a loop that is refused."""
    rules = dedent(
        """
        import gametree as gt

        class Rules(gt.Compilable):
            def answer(self):
                total = 0
                for each in {8, 1}:
                    total = 10 * total + each
                return total
        """
    )
    (tmp_path / "rules.py").write_text(rules)
    text = "import types\nmodule = sys.modules['rules'] = types.ModuleType('rules')\n"
    text += f"exec({rules!r}, vars(module))\n"
    asked = "from rules import Rules\n"
    asked += "try:\n    print(answer(Rules()))\nexcept Exception:\n    print('refused')\n"
    assert run_python(ASK + text + asked).strip().isdecimal()
    assert run_python(ASK + asked).strip() == "refused"
