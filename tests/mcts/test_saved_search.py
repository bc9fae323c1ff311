"""Searches that are saved and go on: to the bit, or not at all."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
from copy import deepcopy
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.errors import SavedSearchError
from gametree.mcts.evaluation.mast_nst import NST
from gametree.mcts.parallel.worker_process import DistantTree
from gametree.mcts.persistence.checksummed_file import open_sealed, write_sealed
from gametree.mcts.persistence.json_codec import Speller
from gametree.mcts.searcher import Searcher
from gametree.mcts.tree.tree import END, ROOT, after
from gametree.rules.workspace import KEYS
from toys import Corridor, Gather, OneHeap, Pig, Ring, Words


def contents(searcher):
    """Return all that decides how a search goes on, but for buffers."""
    return [
        distant_contents_of(tree) if isinstance(tree, DistantTree) else contents_of(tree.engine)
        for tree in searcher._forest.trees
    ]


def contents_of(engine):
    columns = []
    if engine.compiled:
        columns.append(engine.tree.nodes.words[: engine.tree.used[END]].tobytes())
    else:
        used, _ = engine.in_use
        edges = list(chain.from_iterable(engine.tree.edges[:used]))
        for records in (engine.tree.nodes[:used], edges) if used else ():
            fields = [field for field in type(records[0]).__slots__ if field != "state"]
            values = [[getattr(each, field) for field in fields] for each in records]
            columns.append(deepcopy(values))
    counters = list(engine.work.counters)
    counters[KEYS] = 0  # those of the last simulation are forgotten when the next one begins
    return (
        columns,
        list(engine.tree.used),
        counters,
        list(engine.work.span),
        engine.rng.state[0],
        engine.state,
        engine.earlier,
    )


def distant_contents_of(tree):
    told, arrays = tree.spell()
    return told, {name: array.tobytes() for name, array in arrays.items()}


def saved_and_loaded(searcher, path, **strategies):
    searcher.save(path)
    loaded = Searcher.load(path, searcher.game, **strategies)
    assert contents(loaded) == contents(searcher)
    assert loaded.result() == searcher.result()
    assert loaded.compiled == searcher.compiled
    assert loaded.why_interpreted == searcher.why_interpreted
    return loaded


def assert_they_go_on_alike(searcher, loaded, simulations=300):
    for each in (searcher, loaded):
        each.run(simulations=simulations)
    assert contents(loaded) == contents(searcher)
    action = searcher.result().action
    for each in (searcher, loaded):
        each.advance(action)
        each.run(simulations=simulations)
    assert contents(loaded) == contents(searcher)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "of tic-tac-toe.search"


@pytest.mark.parametrize("solver", [False, True])
@pytest.mark.parametrize("transpositions", [False, True])
@pytest.mark.parametrize("compiled", [False, True])
def test_going_on_gives_the_tree_of_a_search_that_never_stopped(
    path, compiled, transpositions, solver
):
    searcher = Searcher(
        games.TicTacToe(),
        seed=3,
        compiled=compiled,
        solver=solver,
        transpositions=transpositions,
        expand_after=2,
        final_move="value",
    )
    searcher.run(simulations=400)
    searcher.advance(4)
    searcher.run(simulations=200)
    assert_they_go_on_alike(searcher, saved_and_loaded(searcher, path))


def test_all_trees_of_several_workers_come_back(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=True, workers=2, method="uct")
    searcher.run(simulations=301)
    loaded = saved_and_loaded(searcher, str(path))
    assert len(contents(loaded)) == 2
    assert_they_go_on_alike(searcher, loaded)


def test_a_tree_that_is_full_stays_so(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=False, method="uct")
    searcher.run(memory=100_000)
    loaded = saved_and_loaded(searcher, path)
    assert loaded.result().memory_full
    for memory in (100_000, 150_000):
        for each in (searcher, loaded):
            each.run(simulations=500, memory=memory)
        assert contents(loaded) == contents(searcher)


@pytest.mark.parametrize(
    "game",
    [Gather(3, 6, 0.1, 1e6), Pig(), Words(), Corridor(90), Ring("draw")],
    ids=lambda game: game.name,
)
def test_games_of_all_kinds(path, game):
    searcher = Searcher(game, seed=5, compiled=False, method="uct")
    searcher.run(simulations=150)
    loaded = saved_and_loaded(searcher, path)
    assert type(loaded.state) is type(searcher.state)
    for each in (searcher, loaded):
        each.run(simulations=150)
    assert contents(loaded) == contents(searcher)


def test_what_strategies_have_learned_comes_back(path):
    def playout():
        return gt.Playout(NST())

    # Actions that are no integers are numbered as they come up.
    searcher = Searcher(Words("tret"), seed=1, compiled=False, evaluation=playout())
    searcher.run(simulations=40)
    loaded = saved_and_loaded(searcher, path, evaluation=playout())
    policies = [each._engine.method.evaluation.policy for each in (searcher, loaded)]
    assert len(policies[0].slots) == 3
    for _ in range(2):
        assert policies[0].slots == policies[1].slots
        assert policies[0].pair_means == policies[1].pair_means
        assert sum(policies[1].pair_visits) > 0
        for each in (searcher, loaded):
            each.run(simulations=40)
    assert contents(loaded) == contents(searcher)


@pytest.mark.parametrize("game", [Words("treter"), games.TicTacToe()], ids=lambda game: game.name)
def test_trees_in_processes_come_back(path, game):
    def strategies():
        return {"evaluation": gt.Playout(NST()), "selection": gt.UCB1(0.9)}

    options = {"compiled": False, "transpositions": game.name != "words", "workers": 2}
    searcher = Searcher(game, seed=1, method="uct", **options, **strategies())
    searcher.run(simulations=61)
    loaded = saved_and_loaded(searcher, path, **strategies())
    assert loaded._forest.standing() == searcher._forest.standing()
    assert_they_go_on_alike(searcher, loaded, simulations=60)


def test_the_past_counts(path):
    game = Ring("draw", 3)
    searcher = Searcher(game, (0, 1), history=[(0, 0)], seed=1, compiled=False, method="uct")
    searcher.run(simulations=50)
    for action in (1, -1, 0):
        searcher.advance(action)
    searcher.run(simulations=50)
    assert searcher._engine.work.keys[:5] == [(0, 0), (0, 1), (1, 0), (0, 1), (0, 0)]
    loaded = saved_and_loaded(searcher, path)
    assert loaded._engine.work.keys[:5] == searcher._engine.work.keys[:5]
    for each in (searcher, loaded):
        each.run(simulations=200)
    assert contents(loaded) == contents(searcher)


def test_a_game_that_is_over(path):
    game = games.TicTacToe()
    nearly_full = (0b010_110_001, 0b101_001_010)  # all but cell 2, and no line
    for compiled, workers in ((False, 1), (False, 2), (True, 1)):
        searcher = Searcher(
            game, nearly_full, seed=1, compiled=compiled, workers=workers, method="uct"
        )
        searcher.run(simulations=9)
        searcher.advance(searcher.result().action)
        searcher.save(path)
        loaded = Searcher.load(path, game)
        assert contents(loaded) == contents(searcher)
        with pytest.raises(gt.FinishedPosition):
            loaded.run(simulations=1)


def test_another_process_goes_on(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=False, method="uct")
    searcher.run(simulations=100)
    searcher.save(path)
    script = f"""
        import gametree as gt
        from gametree.games import TicTacToe
        searcher = gt.Searcher.load({str(path)!r}, TicTacToe())
        searcher.run(simulations=100)
        searcher.save({str(path)!r})
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True, timeout=600)
    searcher.run(simulations=100)
    assert contents(Searcher.load(path, searcher.game)) == contents(searcher)


def test_pondering_ends_and_what_it_found_is_saved(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=False, method="uct")
    searcher.ponder()
    while not searcher._engine.simulations:
        pass
    assert contents(saved_and_loaded(searcher, path)) == contents(searcher)


def test_only_what_is_used_is_written(path):
    searcher = Searcher(games.TicTacToe(), seed=3, compiled=True, method="uct")
    searcher.run(simulations=5000)
    searcher.save(path)
    assert searcher._engine.bytes < path.stat().st_size < searcher._engine.bytes + 5000


# Another search than was saved


class Heaps(gt.Game):
    """Its rules hang on a list, which no fingerprint knows."""

    def __init__(self, *heaps):
        self._heaps = list(heaps)

    def initial_state(self):
        return (0,)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return self._heaps if state == (0,) else []

    def next_state(self, state, action):
        return (action,)

    def returns(self, state):
        return (0.0, 0.0)


@pytest.fixture
def of_nim(path):
    Searcher(games.Nim((1, 2, 3)), seed=1, compiled=False, method="uct").save(path)
    return path


def test_another_game_is_refused(of_nim):
    with pytest.raises(gt.BadParameter, match=r"one with game Nim\(.*, not TicTacToe\(\)"):
        Searcher.load(of_nim, games.TicTacToe())
    with pytest.raises(gt.BadParameter, match=r"Nim\(.*1, 2, 3.*, not Nim\(.*1, 2, 4"):
        Searcher.load(of_nim, games.Nim((1, 2, 4)))
    with pytest.raises(gt.BadParameter, match="game must be a Game"):
        Searcher.load(of_nim, "nim")


def test_a_game_that_differs_in_no_more_than_a_number_is_refused(path):
    class Scaled(OneHeap):
        def __init__(self, scale):
            super().__init__(5)
            self._scale = scale

    Searcher(Scaled(1.0), seed=1, compiled=False, method="uct").save(path)
    assert Searcher.load(path, Scaled(1.0)).state == (5, 0)
    with pytest.raises(gt.BadParameter, match="no longer what they were"):
        Searcher.load(path, Scaled(1.5))


def test_rules_that_have_changed_are_refused(path):
    def changed(gain):
        class Game(OneHeap):
            def returns(self, state):
                return (gain, -gain)

        return Game()

    Searcher(changed(1), seed=1, compiled=False, method="uct").save(path)
    Searcher.load(path, changed(1))
    with pytest.raises(gt.BadParameter, match=r"the code or the data of the game .*Game"):
        Searcher.load(path, changed(2))


def test_other_moves_are_refused(path):
    Searcher(Heaps(1, 2, 3), seed=1, compiled=False, method="uct").save(path)
    Searcher.load(path, Heaps(3, 2, 1))
    with pytest.raises(gt.BadParameter, match="knows other moves at its root than Heaps"):
        Searcher.load(path, Heaps(1, 2, 4))


def test_other_strategies_are_refused(path):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=False, selection=gt.PUCT(2.0))
    searcher.run(simulations=20)
    searcher.save(path)
    for other in (None, gt.PUCT(2.5), gt.UCB1Tuned(2.0)):
        with pytest.raises(gt.BadParameter, match=r"one with selection PUCT\(c=2\.0\), not "):
            Searcher.load(path, game, selection=other)
    with pytest.raises(gt.BadParameter, match=r"one with evaluation Playout\(.*max_plies=-1"):
        Searcher.load(path, game, selection=gt.PUCT(2.0), evaluation=gt.Playout(max_plies=3))
    loaded = Searcher.load(path, game, selection=gt.PUCT(2.0))
    assert loaded._engine.method.selection.c == 2.0


# Files


_REFUSALS = r"damaged|no saved search|another version"


@pytest.mark.parametrize("compiled", [False, True])
def test_damage_is_found_wherever_it_is(path, compiled):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=compiled, method="uct")
    searcher.run(simulations=10)
    searcher.save(path)
    whole = path.read_bytes()
    places = [*range(80), *range(80, len(whole), len(whole) // 60), len(whole) - 1]
    for place in places:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(SavedSearchError, match=_REFUSALS):
            Searcher.load(path, game)
        path.write_bytes(whole[:place])
        with pytest.raises(SavedSearchError, match=_REFUSALS):
            Searcher.load(path, game)
    path.write_bytes(whole + b"\0")
    with pytest.raises(SavedSearchError, match="shorter or longer"):
        Searcher.load(path, game)
    path.write_bytes(whole)
    assert contents(Searcher.load(path, game)) == contents(searcher)


def rewritten(path, change):
    """Let `change` alter content and arrays of a file, and seal it anew."""
    with open_sealed(path) as file:
        content = file.content
        arrays = {}
        for name, size in file.sizes.items():
            arrays[name] = np.zeros(size, np.uint8)
            file.read(name, arrays[name])
    change(content, arrays)
    write_sealed(path, content, arrays)


@pytest.mark.parametrize("other", [["gametree 0.0.1", None], [None, "Python 2.7"]])
def test_other_versions_are_refused(of_nim, other):
    def change(content, arrays):
        content["versions"] = [b or a for a, b in zip(content["versions"], other, strict=True)]

    rewritten(of_nim, change)
    with pytest.raises(SavedSearchError, match=r"saved by .*(0\.0\.1|2\.7).*, and this is"):
        Searcher.load(of_nim, games.Nim((1, 2, 3)))


def test_a_tree_of_other_fields_is_refused(path):
    game = games.TicTacToe()
    Searcher(game, seed=1, compiled=True, method="uct").save(path)

    def change(content, arrays):
        content["trees"][0]["layout"][1] += " "

    rewritten(path, change)
    with pytest.raises(SavedSearchError, match="other fields in its tree"):
        Searcher.load(path, game)


WILD = [("nodes", field) for field in ("count", "visits", "player", "live")]


@pytest.mark.parametrize("place", [*WILD, ("edges", "child")], ids="-".join)
@pytest.mark.parametrize("number", [-2, 1 << 14])
def test_numbers_that_lead_out_of_the_tree_are_refused(path, place, number):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=True, solver=True)
    searcher.run(simulations=50)
    if place == ("nodes", "visits") and number > 0:
        number = -1  # there may be many
    tree = searcher._engine.tree
    node = after(tree, after(tree, ROOT))
    setattr(tree.nodes[node] if place[0] == "nodes" else tree.edges[node][1], place[1], number)
    searcher.save(path)
    with pytest.raises(SavedSearchError, match="does not fit together"):
        Searcher.load(path, game)


def test_damage_is_told_by_processes_too(path):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=False, workers=2, method="uct")
    searcher.run(simulations=20)
    searcher.save(path)
    whole = path.read_bytes()

    def wrong_child(content, arrays):
        arrays["1.edges.child"].view(np.int64)[0] = 99

    def short(content, arrays):
        arrays["1.edges.visits"] = arrays["1.edges.visits"][:8]

    def other_moves(content, arrays):
        arrays["1.edges.action"].view(np.int64)[0] += 100

    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(SavedSearchError, match=r"search' is damaged: .* is not what was written"):
        Searcher.load(path, game)
    for change, error, message in (
        (wrong_child, SavedSearchError, "search' is damaged: "),
        (short, SavedSearchError, "search' is damaged: "),
        (other_moves, gt.BadParameter, "knows other moves at its root than TicTacToe"),
    ):
        path.write_bytes(whole)
        rewritten(path, change)
        with pytest.raises(error, match=message):
            Searcher.load(path, game)


@pytest.mark.parametrize("key", ["options", "state", "trees", "history", "last_run", "game"])
@pytest.mark.parametrize("nonsense", [None, 7, [], {"no such": []}, "x" * 9])
def test_nonsense_in_the_head_is_refused(of_nim, key, nonsense):
    def change(content, arrays):
        content[key] = nonsense

    if (key, nonsense) == ("history", []):
        nonsense = [[]]  # an empty history is one
    rewritten(of_nim, change)
    with pytest.raises(gt.GametreeError):
        Searcher.load(of_nim, games.Nim((1, 2, 3)))


def test_files_that_cannot_be_read(tmp_path):
    game = games.TicTacToe()
    with pytest.raises(SavedSearchError, match=r"none.search' cannot be read: No such file"):
        Searcher.load(tmp_path / "none.search", game)
    with pytest.raises(SavedSearchError, match="cannot be read: Is a directory"):
        Searcher.load(tmp_path, game)
    for nothing in (None, 3, "", "a\0b"):
        with pytest.raises(gt.BadParameter, match="named by the path of its file"):
            Searcher.load(nothing, game)
    empty = tmp_path / "empty"
    empty.touch()
    with pytest.raises(SavedSearchError, match="is no saved search"):
        Searcher.load(empty, game)


def test_files_that_cannot_be_written(tmp_path):
    searcher = Searcher(games.TicTacToe(), seed=1, compiled=False, method="uct")
    with pytest.raises(SavedSearchError, match=r"cannot be saved as .*: No such file or directory"):
        searcher.save(tmp_path / "none" / "a.search")
    with pytest.raises(SavedSearchError, match="no ordinary file"):
        searcher.save(tmp_path)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()])
def test_a_full_disk_and_ctrl_c_leave_the_older_file(path, monkeypatch, error):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=False, method="uct")
    searcher.run(simulations=20)
    searcher.save(path)
    before = contents(searcher)
    searcher.run(simulations=20)

    def fail(handle):
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    expected = SavedSearchError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        searcher.save(path)
    assert os.listdir(path.parent) == [path.name]
    assert contents(Searcher.load(path, game)) == before


def test_a_lost_process_leaves_the_older_file(path):
    game = OneHeap()
    others = set(multiprocessing.active_children())
    searcher = Searcher(game, seed=1, compiled=False, workers=2, method="uct")
    if not isinstance(searcher._forest.trees[1], DistantTree):
        pytest.skip("this Python needs no processes")
    searcher.run(simulations=20)
    searcher.save(path)
    before = contents(searcher)
    (process,) = set(multiprocessing.active_children()) - others
    process.kill()
    with pytest.raises(gt.GameError, match="the process of a worker that searches OneHeap is lost"):
        searcher.save(path)
    assert os.listdir(path.parent) == [path.name]
    assert contents(Searcher.load(path, game)) == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_waits_until_a_process_has_spelled_its_tree(path, monkeypatch):
    searcher = Searcher(OneHeap(), seed=1, compiled=False, workers=2, method="uct")
    if not isinstance(searcher._forest.trees[1], DistantTree):
        pytest.skip("this Python needs no processes")
    searcher.run(simulations=20)
    spelled = []

    def interrupted(tree, *question):
        signal.raise_signal(signal.SIGINT)
        spelled.append(ask(tree, *question))
        return spelled[-1]

    ask = DistantTree._ask
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(DistantTree, "_ask", interrupted)
            with pytest.raises(KeyboardInterrupt):
                searcher.save(path)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert len(spelled) == 1
    assert not path.exists()
    searcher.run(simulations=20)
    saved_and_loaded(searcher, path)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_one(path):
    link = Path(f"{path} link")
    link.symlink_to(path)
    Searcher(games.TicTacToe(), seed=1, compiled=False, method="uct").save(link)
    assert link.is_symlink()
    assert path.is_file()


# States


class Pair(NamedTuple):
    left: tuple
    right: float


CELL = np.dtype((np.record, [("heap", "i8", (3,)), ("player", "i4")]))


class Kinds(OneHeap):
    def initial_state(self):
        return [Pair((1, 2), 0.5), np.zeros(1, CELL)[0]]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -(1 << 80),
        -(7 << 20_000),
        0.1,
        float("-inf"),
        "Zug \ud800 \0",
        b"\xff\0",
        (),
        ((1, (2.0,)), [3, [None]]),
        Pair((Pair((), 1.0), 3), -0.0),
        np.int64(-3),
        np.float32(0.1),
        np.bool_(True),
        np.arange(12.0).reshape(3, 4)[:, ::2],
        np.array([((1, 2, 3), 1)], CELL)[0],
        np.array([((1, 2, 3), 1)], CELL),
    ],
    ids=lambda value: (
        f"{type(value).__name__} {str(value)[:20]!a}"
        if not isinstance(value, int)
        else f"{value.bit_length()} bits"
    ),
)
def test_states_are_read_as_what_they_were(value):
    read = Speller(Kinds()).read(json.loads(json.dumps(Speller(Kinds()).spell(value))))
    assert type(read) is type(value)
    if not isinstance(value, int):
        assert repr(read) == repr(value)
    if hasattr(value, "dtype"):
        assert read.dtype == value.dtype
        assert read.tobytes() == value.tobytes()
    else:
        assert read == value


class Other(NamedTuple):
    left: int


class Number(int):
    pass


@pytest.mark.parametrize(
    "value", [{}, {1}, object(), Other(1), Number(3), np.array([None]), np.zeros(1, "i4,i4")[0]]
)
def test_states_that_cannot_be_read_again_are_refused(value):
    with pytest.raises(gt.BadParameter, match="cannot be saved: a state or an action holds"):
        Speller(Kinds()).spell([value])


def test_a_search_with_such_states_is_not_saved(path):
    class Objects(OneHeap):
        def initial_state(self):
            return {"counters": 3}

        def current_player(self, state):
            return 0

        def legal_actions(self, state):
            return range(state["counters"])

        def next_state(self, state, action):
            return {"counters": action}

    class Lists(Objects):
        def initial_state(self):
            return [3]

        def legal_actions(self, state):
            return range(len(state))

    searcher = Searcher(Objects(), seed=1, compiled=False, method="uct")
    with pytest.raises(gt.BadParameter, match="of type dict"):
        searcher.save(path)
    ring = [()]
    ring.append(ring)
    with pytest.raises(gt.BadParameter, match="nested too deep"):
        Searcher(Lists(), history=[ring], compiled=False, method="uct").save(path)
    assert not path.exists()


def test_nothing_in_a_file_is_looked_up_or_run():
    for spelled in (
        {"named": ["os._wrap_close", []]},
        {"record": ["O", None, "00" * 8]},
        {"numpy": ["O", [1], "00" * 8]},
        {"numpy": ["i4,O", [1], "00" * 12]},
        {"tuple": [{}]},
        {"eval": "1"},
        [1],
    ):
        with pytest.raises((KeyError, TypeError, ValueError)):
            Speller(Kinds()).read(spelled)
