"""Compiled code on disk: found again by other processes, never stale, never in the way."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from textwrap import dedent
from types import FunctionType
from unittest.mock import Mock

import pytest
from numba.core import compiler, config

from gametree.files import user_folders
from gametree.native.build import compile_function
from plainpython.back_end import cache
from plainpython.back_end.numba_parts import disk_cache

# A process that compiles one tiny function for each of a user's objects. In place of a
# whole search: the key of what is stored, and the way there, are the same.
ASK = dedent(
    """
    import json, sys
    sys.path.insert(0, ".")
    from gametree.native.build import compile_function

    def ask(obj):
        return obj.answer()

    def answer(obj):
        return compile_function(ask, obj)(obj)
    """
)
FORBID_COMPILING = dedent(
    """
    from numba.core import compiler, config
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
ASK_USER = f"""
import user
tell("user", {{name: answer(getattr(user, name)()) for name in {list(FIRST)}}})
"""


def write_files(folder, edit=lambda text: text):
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(edit(text))


def with_other_numbers(text):
    """Edit every number that an answer depends on: 10 becomes 1010, and so on."""
    return re.sub(r"(?<=[ =])([1-9]\d*0)\b", r"10\1", text)


# Values are kept apart, in one process and from disk: 1 is not True; but 0.5 and 0.25 are one kind.
VALUES = [1, True, 2, False, 0, 1, (1, 2), (1, 2.5), "x"]
KINDS = dedent(
    """
    class Box(gt.Compilable):
        def __init__(self, value, rate):
            self.value = value
            self.rate = rate
        def answer(self):
            return self.value, self.rate

    values = [1, True, 2, False, 0, gt.bits.u64(1), (1, 2), (1, 2.5), "x"]
    tell("values", [repr(answer(Box(value, 0.5))) for value in values])
    tell("floats", [repr(answer(Box(1, rate))) for rate in (0.25, -1.5)])
    """
)

# A function that calls itself with other types: each process compiles it.
TWO_TYPES = dedent(
    """
    def halved(number, times):
        if times == 0:
            return 0.0
        return number + halved(number / 2.0, times - 1)

    tell("two types", compile_function(halved, 8, 1)(8, 3))
    """
)

# Classes of a script belong to `__main__`: a pickle holds them by value, and makes others of them.
SCRIPT = dedent(
    """
    from typing import NamedTuple

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

    for name in ("interpreted", "compiled"):
        options = {"simulations": 200, "seed": 1, "method": "uct"}
        result = gt.search(Game(), **options, compiled=name == "compiled")
        tell(f"a script's classes, {name}", [action.visits for action in result.actions])
    """
)

# The secret of the hashes of texts is known once a module of Numba's has been loaded.
HASHED = dedent(
    """
    import numba

    @numba.njit
    def number():
        return hash("nine letters"[5:])  # of a part it is not known before

    class Hashed(gt.Compilable):
        def answer(self):
            return number()

    tell("more of Numba", answer(Hashed()) == hash("letters"))
    """
)

# Of the same code with its source something else is made: here, a loop in the order of Python.
RULES = dedent(
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
WITHOUT_SOURCE = f"""
import types
module = sys.modules["rules"] = types.ModuleType("rules")
exec({RULES!r}, vars(module))
tell("without source", answer(module.Rules()) in (18, 81))
"""
WITH_SOURCE = """
from rules import Rules
try:
    tell("with source", answer(Rules()))
except Exception as error:
    tell("with source", str(error))
"""

# What a process answers to each question, and how many files it made meanwhile.
TELL = ASK + dedent(
    """
    import os
    import gametree as gt
    from plainpython.back_end.cache import cache_folder

    files = len(os.listdir(cache_folder()))

    def tell(question, answered):
        global files
        before, files = files, len(os.listdir(cache_folder()))
        print(json.dumps([question, answered, files - before]))
    """
)
# What Numba knows of operators and functions takes as long to load as Numba itself.
NUMBAS_OWN_UNREAD = "assert 'numba.np.arraymath' not in sys.modules\n"
HASHING_UNREAD = "assert 'numba.cpython.hashing' not in sys.modules\n"


def test_a_second_process_compiles_nothing_and_an_edit_is_seen(run_python, fresh_cache, tmp_path):
    """One process for many questions, since most of the time goes into starting it."""

    def told(*parts):
        lines = [json.loads(line) for line in run_python("".join(parts)).splitlines()]
        answers = {question: answered for question, answered, _ in lines}
        return answers, {question: made for question, _, made in lines}

    write_files(tmp_path)
    (tmp_path / "rules.py").write_text(RULES)
    first, made = told(TELL, ASK_USER, KINDS, TWO_TYPES, SCRIPT, HASHED, WITHOUT_SOURCE)
    assert first == {
        "user": FIRST,
        "values": [repr((value, 0.5)) for value in VALUES],
        "floats": [repr((1, 0.25)), repr((1, -1.5))],
        "two types": 14.0,
        "a script's classes, interpreted": first["a script's classes, compiled"],
        "a script's classes, compiled": first["a script's classes, compiled"],
        "more of Numba": True,
        "without source": True,
    }
    counts = {"user": len(FIRST), "values": len(VALUES), "floats": 0, "more of Numba": 1}
    assert made.items() >= counts.items()
    assert min(made["a script's classes, compiled"], made["without source"]) > 0
    stored = set(fresh_cache.iterdir())

    unread = (ASK_USER, NUMBAS_OWN_UNREAD, KINDS, SCRIPT, HASHING_UNREAD)
    again, made = told(FORBID_COMPILING, TELL, *unread, HASHED, WITHOUT_SOURCE)
    assert again == {name: first[name] for name in first if name != "two types"}
    assert set(made.values()) == {0}

    write_files(tmp_path, with_other_numbers)
    edited, made = told(TELL, ASK_USER, TWO_TYPES, WITH_SOURCE)
    assert {name for name in FIRST if edited["user"][name] == FIRST[name]} == set()
    assert edited["user"]["Own"] == 10100
    assert edited["user"]["HelpersHelper"] == 1041
    assert edited["two types"] == 14.0
    assert edited["with source"] == 81
    assert made["user"] == len(FIRST)
    assert stored < set(fresh_cache.iterdir())  # what was compiled first is still there


MANY = ASK + dedent(
    """
    import time
    from pathlib import Path
    import gametree as gt

    class Box(gt.Compilable):
        def __init__(self, value):
            self.value = value
        def answer(self):
            return self.value

    Path(f"ready {VALUES}").touch()
    ends = time.monotonic() + 60
    while len(list(Path().glob("ready *"))) < 2 and time.monotonic() < ends:
        time.sleep(0.001)
    print([answer(Box(value)) for value in VALUES])
    """
)


def test_processes_that_start_cold_together(start_python, finish, fresh_cache):
    """Both want the same code, piece by piece, and then code of their own."""
    wanted = [[*range(8), 8, 9], [*range(8), 10, 11]]
    processes = [start_python(f"VALUES = {values}\n{MANY}") for values in wanted]
    assert [finish(process) for process in processes] == [f"{values}\n" for values in wanted]
    # Afterwards everything is there once, and whole.
    files = list(fresh_cache.iterdir())
    assert len(files) == 12
    for file in files:
        digest, data = file.read_bytes()[:32], file.read_bytes()[32:]
        assert digest == hashlib.sha256(data).digest()


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
    monkeypatch.setattr(disk_cache, "address_of_symbol", names.get)
    monkeypatch.setattr(disk_cache, "load", lambda key: ([needed], ("machine code",)))
    monkeypatch.setattr(disk_cache, "rtsys", Mock())
    monkeypatch.setattr(disk_cache.CompileResult, "_rebuild", lambda context, code: code)
    assert disk_cache._DiskCache(plus_one, "alone").load_overload("int", context) == found
    assert context.refresh.call_count == refreshed


# A user without a home, as in containers.
OWN_SOURCES = ASK + dedent(
    """
    import os, pwd

    def nobody(uid):
        raise KeyError(uid)

    os.environ.pop("HOME", None)
    pwd.getpwuid = nobody

    import gametree as gt
    from plainpython.back_end.cache import cache_folder
    from gametree.mcts.selection.ucb1 import inverse_root

    class Numbers(gt.Compilable):
        def answer(self):
            return gt.bits.popcount(7), inverse_root(4)

    print(gt.__file__)
    print(cache_folder())
    print(answer(Numbers()))
    """
)


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.unlink()  # a file of its own: the others are links
    path.write_text(text.replace(old, new))


def test_an_edit_of_gametree_itself_is_seen(run_python, tmp_path, still_package):
    copied = tmp_path / "copy" / "gametree"
    shutil.copytree(still_package.parent, copied.parent, copy_function=os.link)
    language = copied.parent / "plainpython"
    variables = {"PYTHONPATH": str(copied.parent), "GAMETREE_CACHE_DIR": "", "XDG_CACHE_HOME": ""}

    def answers():
        package, folder, told = run_python(OWN_SOURCES, **variables).splitlines()
        assert package == str(copied / "__init__.py")
        assert folder == str(copied / "__pycache__")
        return told

    assert answers() == "(3, 0.5)"
    assert len(list((copied / "__pycache__").glob("*.plainpython-cache"))) == 1
    edit(language / "back_end" / "bits.py", "builder.ctpop(board)", "board")
    file = copied / "mcts" / "selection" / "ucb1.py"
    edit(file, "(1.0 / math.sqrt(visits))", "(3.0 / math.sqrt(visits))")
    assert answers() == "(7, 1.5)"


# Where it is kept


def plus_one(number):
    return number + 1


def assert_compiles():
    """Compile a function, or find it on disk, that this process does not know yet."""
    function = FunctionType(plus_one.__code__, globals())
    assert compile_function(function, 3)(3) == 4


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The folder of the package, as the cache sees it, and no other folder named to the cache."""
    monkeypatch.delenv("GAMETREE_CACHE_DIR")
    monkeypatch.setattr(user_folders, "_PACKAGE", tmp_path / "package")
    (tmp_path / "package").mkdir()
    cache.cache_folder.cache_clear()
    yield tmp_path / "package"
    cache.cache_folder.cache_clear()


def test_a_package_that_cannot_be_written_to_uses_the_users_folder(package, monkeypatch, tmp_path):
    (package / "__pycache__").write_text("no folder")
    home = tmp_path / "home"
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(home))
    assert_compiles()
    assert cache.cache_folder().is_relative_to(home)
    (path,) = cache.cache_folder().iterdir()
    # A damaged file there is written again.
    path.write_bytes(path.read_bytes()[:-100])
    assert_compiles()
    monkeypatch.setattr(compiler, "compile_extra", Mock(side_effect=AssertionError))
    assert_compiles()
    assert list(cache.cache_folder().iterdir()) == [path]


def test_a_user_without_a_home_compiles_all_the_same(package, monkeypatch):
    for name in ("XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", Mock(side_effect=KeyError))
    assert_compiles()
    own = package / "__pycache__"
    assert cache.cache_folder() == own
    assert len(list(own.iterdir())) == 1
    shutil.rmtree(own)
    own.write_text("no folder")
    cache.cache_folder.cache_clear()
    assert_compiles()
    assert cache.cache_folder() is None


def test_with_nowhere_to_write_everything_is_compiled_each_time(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("GAMETREE_CACHE_DIR", str(tmp_path / "file" / "below"))
    cache.cache_folder.cache_clear()
    assert cache.cache_folder() is None
    assert_compiles()
    cache.cache_folder.cache_clear()


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


def test_code_of_another_level_of_optimisation_is_a_miss(fresh_cache, monkeypatch):
    cache.store("key", "as it is here")
    for level in ("not at all", "a little"):
        with monkeypatch.context() as patch:
            patch.setattr(config, "OPT", level)
            assert cache.load("key") is None
            cache.store("key", level)
            assert cache.load("key") == level
    assert cache.load("key") == "as it is here"


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
