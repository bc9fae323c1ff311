"""The best line that a search has come by: never lost, whatever grows the trees."""

from __future__ import annotations

import json

import pytest

import gametree as gt
from gametree.games import Nim, SameGame
from gametree.players.registry import make_player
from toys import Corridor, Gather, Pig, Wheel

PUZZLE = SameGame(5, 5, 3, seed=2)
GATHER = Gather(players=1, rounds=5)


def returned(game, actions, state=None):
    """Play a line to its end; return what it comes to for player 0."""
    state = game.initial_state() if state is None else state
    for action in actions:
        assert action in list(game.legal_actions(state))
        state = game.next_state(game.copy(state), action)
    assert game.is_terminal(state)
    return game.returns(state)[0]


@pytest.mark.parametrize(
    "options",
    [
        {"method": "uct"},
        {"selection": gt.SPMCTS()},
        {"selection": gt.GRAVE()},
        {"solver": True, "transpositions": True},
        {"expand_after": 4},
        {"evaluation": gt.Playout(gt.MAST(), max_plies=4)},
    ],
    ids=lambda options: next(iter(options.values())).__class__.__name__ + next(iter(options)),
)
def test_it_is_the_best_of_all_lines_that_were_played(options):
    searcher = gt.Searcher(PUZZLE, seed=3, compiled=False, **options)
    best, line = float("-inf"), None
    for step in searcher.trace(simulations=400):
        if step.kind != "evaluation":
            continue
        played = (*step.path, *step.playout)
        state = PUZZLE.initial_state()
        for action in played:
            state = PUZZLE.next_state(state, action)
        if PUZZLE.is_terminal(state) and step.values[0] > best:
            best, line = step.values[0], played
    found = searcher.result().best_line
    assert found == (line, best)
    assert returned(PUZZLE, found.actions) == best


def test_both_modes_find_the_same_line():
    found = []
    for compiled in (False, True):
        searcher = gt.Searcher(GATHER, seed=1, selection=gt.SPMCTS(), compiled=compiled)
        found.append(searcher.run(simulations=300).best_line)
    assert found[0] == found[1]
    assert returned(GATHER, found[0].actions) == found[0].value


# With threads on one tree: tests/mcts/parallel/test_threaded_engine.py.
@pytest.mark.parametrize(
    "ways",
    [
        {"compiled": True, "selection": gt.SPMCTS()},  # as above: compiled once
        {"compiled": False},
    ],
    ids=str,
)
def test_workers_tell_of_the_best_of_theirs(ways):
    searcher = gt.Searcher(GATHER, seed=1, method="uct", workers=2, **ways)
    result = searcher.run(simulations=2000)
    assert returned(GATHER, result.best_line.actions) == result.best_line.value
    lines = [tree.best_line() for tree in searcher.trees.all]
    assert result.best_line.value == max(line.value for line in lines)
    searcher.advance(result.action)
    rest = searcher.result().best_line if searcher.trees.root().visits else None
    if rest is not None:
        assert rest.value >= result.best_line.value


def test_a_move_along_the_line_keeps_it_and_another_one_forgets_it():
    for along in (True, False):
        searcher = gt.Searcher(PUZZLE, seed=3, compiled=False, method="uct")
        result = searcher.run(simulations=60)
        line = result.best_line
        assert result.action == line.actions[0]
        assert result.principal_variation == line.actions
        other = next(each.action for each in result.actions if each.action != line.actions[0])
        searcher.advance(line.actions[0] if along else other)
        kept = searcher.trees.best_line()
        assert kept == ((line.actions[1:], line.value) if along else None)
        again = searcher.run(simulations=20).best_line
        assert returned(PUZZLE, again.actions, searcher.state) == again.value
        if along:
            assert again.value >= line.value


def test_the_player_gets_what_was_found():
    player = make_player("mcts:simulations=30,selection=sp-mcts")
    game = SameGame(5, 5, 3, seed=2)
    game.interpreted_only = True
    player.begin(game, 0, seed=1)
    record = gt.Record(game)
    found = []
    while not record.over:
        result = player.think(record, None)
        found.append(result.best_line.value)
        record.play(result.action)
    player.end()
    assert found == sorted(found)
    assert record.returns[0] == found[-1]


def test_long_lines_have_room():
    game = Corridor(1000)  # four times what there is room for at first
    line = gt.search(game, simulations=3, seed=1, compiled=False, method="uct").best_line
    assert len(line.actions) == 1000
    deep = gt.search(game, simulations=150, seed=1, compiled=False, evaluation=gt.Playout())
    assert deep.best_line.value == 1.0


def test_it_is_saved(tmp_path):
    searcher = gt.Searcher(PUZZLE, seed=3, compiled=False, method="uct")
    before = searcher.run(simulations=60)
    searcher.save(tmp_path / "search")
    later = gt.Searcher.load(tmp_path / "search", SameGame(5, 5, 3, seed=2))
    assert later.result().best_line == before.best_line
    assert later.run(simulations=50).best_line == searcher.run(simulations=50).best_line


def test_it_is_told():
    result = gt.search(PUZZLE, simulations=30, seed=3, compiled=False, method="uct")
    line = result.best_line
    assert f"best line {line.value:+g} in {len(line.actions)} moves" in str(result)
    told = json.loads(json.dumps(result.to_dict()))["best_line"]
    assert told == {"value": line.value, "moves": result.line_as_text()}


def test_only_where_it_can_be_played_again():
    assert gt.search(Nim(), simulations=50, seed=1, compiled=False).best_line is None
    assert gt.search(Wheel(), simulations=50, seed=1, compiled=False).best_line is None
    off = gt.search(PUZZLE, simulations=20, seed=1, compiled=False, method="uct", best_line=False)
    assert off.best_line is None
    both = gt.search(Nim(), simulations=500, seed=1, compiled=False, method="uct", best_line=True)
    assert both.best_line.value == 1.0
    assert returned(Nim(), both.best_line.actions) == 1.0
    with pytest.raises(gt.BadParameter, match="best_line=True is for games without chance"):
        gt.Searcher(Pig(), best_line=True)
    with pytest.raises(gt.BadParameter, match="best_line must be None, True or False, not 1"):
        gt.Searcher(Nim(), best_line=1)
