"""`MonteCarlo` by the native search: its views, and the same statistics in both modes."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from article_boards import Noughts, Superko

import gametree as gt
from gametree.adapters.board import MonteCarlo
from gametree.adapters.board_game import BoardGame
from gametree.adapters.boards.history import History
from gametree.adapters.tables.tree_table import TreeTable
from gametree.limits import Limit


def native(board, simulations=300, **options):
    """Return a player that has searched the first state compiled."""
    options = {"time": None, "seed": 1, "report": None, "compiled": True} | options
    ai = MonteCarlo(board, simulations=simulations, **options)
    ai.update(board.start())
    ai.get_play()
    return ai


def statistics(game, states, seed, compiled, max_moves):
    """Search two positions of a game; return the tables that this leaves."""
    table = TreeTable(game, seed, compiled, None, None, None)
    found = []
    for length in (1, len(states)):
        line = History.of(states[:length])
        searched = table.search(line, list(line), Limit(simulations=200), max_moves, 1.0)
        found.append((searched.simulations, searched.depth))
        found.append({key: table.known(*key) for key in table.entries()})
    return found


@pytest.mark.parametrize(("board", "plays"), [(Noughts(), (4, 0)), (Superko(), ("up", "down"))])
def test_both_modes_have_the_same_statistics(board, plays):
    game = BoardGame(board, tie=0)
    states = [board.start()]
    for play in plays:
        states.append(board.next_state(states[-1], play))
    for seed in range(20):
        max_moves = (100, 3)[seed % 2]
        by_mode = [statistics(game, states, seed, mode, max_moves) for mode in (True, False)]
        assert by_mode[0] == by_mode[1]
        assert len(by_mode[0][-1]) > 3


def test_wins_and_plays_are_read_from_the_tree():
    board = Noughts()
    ai = native(board, 2000)
    assert ai.why_interpreted == ""
    first = {play: board.next_state(board.start(), play) for play in range(9)}
    assert sum(ai.plays[1, state] for state in first.values()) == 2000
    for each in ai.ranking():
        assert ai.wins[1, first[each.play]] == each.wins
        assert ai.plays[1, first[each.play]] == each.plays
        assert type(each.wins) is int
    assert set(ai.wins) == set(ai.plays)
    assert len(ai.plays) > 1000
    assert all(0 <= ai.wins[key] <= plays for key, plays in ai.plays.items())
    assert {key: repr(ai.plays[key]) for key in ai.plays} == {
        key: repr(plays) for key, plays in eval(repr(ai.plays)).items()
    }
    for unknown in ((1, board.start()), (2, first[0]), (3, first[0])):
        with pytest.raises(KeyError):
            ai.plays[unknown]
    # In two ways: by 0 and 2 of the first player, with 1 of the second one between.
    both = (1, (1, 2, 1, 0, 0, 0, 0, 0, 0, 2))
    ways = [(2, (1, 2, 0, 0, 0, 0, 0, 0, 0, 1)), (2, (0, 2, 1, 0, 0, 0, 0, 0, 0, 1))]
    assert 0 < ai.plays[both] <= sum(ai.plays[way] for way in ways)


def test_the_tree_follows_the_game_and_begins_anew_elsewhere():
    board = Noughts()
    ai = native(board)
    centre = board.next_state(board.start(), 4)
    answer = max(
        (board.next_state(centre, play) for play in board.legal_plays([centre])),
        key=lambda state: ai.plays.get((2, state), 0),
    )
    known = {key: plays for key, plays in ai.plays.items() if key[1][4] == 1}
    ai.update(centre)
    ai.update(answer)
    kept = {each.play: each.plays for each in ai.ranking()}
    assert kept == {play: known.get((1, board.next_state(answer, play)), 0) for play in kept}
    assert ai.get_play() in board.legal_plays([answer])
    after = {each.play: each.plays for each in ai.ranking()}
    assert 300 < sum(after.values()) <= 300 + sum(kept.values())
    ai.update((1, 1, 0, 2, 2, 0, 0, 0, 0, 1))  # no move leads there
    assert ai.get_play() == 2
    assert sum(each.plays for each in ai.ranking()) == 300


def test_attributes_may_be_written_to():
    ai = native(Noughts(), 40, max_moves=4)
    assert sum(ai.wins.values()) == 0  # cut off, all of them
    assert 1 < ai.max_depth <= 4
    ai.max_moves = 100
    ai.C = 0.0
    ai.run_simulation()
    ai.calculation_time, ai._simulations = timedelta(seconds=0.01), None
    ai.get_play()
    assert sum(ai.wins.values()) > 0
    assert ai.ranking()[0].plays > 0.9 * (sum(each.plays for each in ai.ranking()) - 40)
    searched = dict(ai.plays)
    ai.calculation_time = timedelta(0)
    assert ai.get_play() == ai.ranking()[0].play
    assert ai.plays == searched


def test_the_reports_and_the_tree_are_those_of_a_table(capsys):
    ai = native(Noughts(), 300, report="article")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("300 0:00:0")
    best = ai.ranking()[0]
    assert lines[1] == f"{best.play}: {best.percent:.2f}% ({best.wins} / {best.plays})"
    assert lines[-1] == f"Maximum depth searched: {ai.max_depth}"
    assert len(lines) == 1 + 9 + 1
    root = ai.tree(max_depth=2).to_dict()
    assert root == json.loads(json.dumps(root))
    assert root["visits"] == 300
    assert [child["visits"] for child in root["children"]] == [each.plays for each in ai.ranking()]
    assert root["children"][0]["children"]


def test_of_equal_percentages_the_greater_play_is_first():
    ai = native(Noughts(), 12, max_moves=2)
    assert [each.play for each in ai.ranking()] == list(range(8, -1, -1))


def test_one_simulation_by_hand_is_one_play():
    ai = MonteCarlo(Noughts(), None, simulations=1, seed=1)
    ai.update(Noughts().start())
    assert (dict(ai.wins), dict(ai.plays)) == ({}, {})
    for number in range(1, 4):
        ai.run_simulation()
        assert sum(each.plays for each in ai.ranking()) == number == len(ai.plays)


class Untold(Noughts):
    """A board whose plays come from what does not compile."""

    def legal_plays(self, state_history):
        return json.loads(json.dumps(super().legal_plays(state_history)))


def test_a_board_that_does_not_compile_is_searched_interpreted():
    ai = MonteCarlo(Untold(), None, simulations=50, seed=1, report=None)
    ai.update(Untold().start())
    with pytest.warns(gt.NotCompiledWarning, match=r"searching interpreted: Untold\.legal_plays"):
        ai.get_play()
    assert "cannot be compiled" in ai.why_interpreted
    plain = MonteCarlo(Noughts(), None, simulations=50, seed=1, report=None, compiled=False)
    plain.update(Noughts().start())
    plain.get_play()
    assert ai.plays == plain.plays
    ai.get_play()  # said once
    insisting = MonteCarlo(Untold(), None, simulations=5, report=None, compiled=True)
    insisting.update(Untold().start())
    with pytest.raises(gt.NotCompilable, match=r"Untold\.legal_plays"):
        insisting.get_play()
    with pytest.raises(gt.BadParameter, match="compiled must be"):
        MonteCarlo(Noughts(), compiled="yes")
