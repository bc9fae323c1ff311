from __future__ import annotations

import json
import shlex
import sys
from contextlib import closing

import pytest

from gametree.arena.contest import Contest
from gametree.arena.journal.journal import Journal, match_key
from gametree.arena.journal.journaled_games import JournaledGames
from gametree.arena.run import compete
from gametree.arena.tuning.plan import Plan
from gametree.arena.tuning.run import TuningRun
from gametree.arena.workers import play_all
from gametree.errors import BadParameter, JournalError, OtherCodeWarning

CONTEST = Contest(("random", "greedy"), "tic_tac_toe", games=6)
CONFIGURATION = CONTEST.configuration()


def playing(path, play=play_all, workers=1):
    return JournaledGames(CONFIGURATION, journal=path, workers=workers, play=play)


def matches(path):
    with Journal(path, write=False) as journal:
        return journal.matches()


def test_what_is_played_is_kept_before_it_is_told(tmp_path):
    path = tmp_path / "games.db"
    with playing(path) as games:
        assert list(games.kept()) == []
        for number, record in enumerate(games.play(CONTEST, CONTEST.jobs()), start=1):
            (match,) = matches(path)
            assert match.key == record.match == match_key(CONFIGURATION)
            assert json.loads(json.dumps(match.configuration)) == CONFIGURATION
            assert len(match.finished()) == number
    with playing(path) as games:
        kept = list(games.kept())
        assert [record.index for record in kept] == list(range(6))
        assert list(games.play(CONTEST, [])) == []
    assert len(matches(path)) == 1


def test_without_a_journal_nothing_is_kept(tmp_path):
    with playing(None) as games:
        assert list(games.kept()) == []
        assert len(list(games.play(CONTEST, CONTEST.jobs()))) == 6
        assert list(games.kept()) == []


def test_a_match_without_games_leaves_no_trace(tmp_path):
    path = tmp_path / "games.db"
    with playing(path) as games:
        assert list(games.kept()) == []
        assert list(games.play(CONTEST, [])) == []
    assert matches(path) == []


def test_the_players_end_when_nobody_listens_any_more(tmp_path):
    ended = []

    def play(contest, match, jobs, workers):
        try:
            yield from play_all(contest, match, jobs)
        finally:
            ended.append(workers)

    with playing(tmp_path / "games.db", play, workers=3) as games:
        with closing(games.play(CONTEST, CONTEST.jobs())) as records:
            next(records)
            assert ended == []
        assert ended == [3]


def test_the_journal_is_let_go(tmp_path):
    path = tmp_path / "games.db"
    with playing(path), pytest.raises(JournalError, match="is being written by process"):
        playing(path)
    playing(path).__exit__()


REFUSED = ("random", "perfect:positions=1000")


def test_a_contest_that_a_player_refuses_leaves_no_match(tmp_path):
    path = tmp_path / "games.db"
    with pytest.raises(BadParameter, match="perfect cannot play ConnectFour"):
        compete(Contest(REFUSED, "connect_four", games=2), journal=path)
    assert matches(path) == []


def test_a_tuning_that_a_player_refuses_leaves_no_match(tmp_path):
    path = tmp_path / "games.db"
    plan = Plan.of(
        "mcts:simulations=20,c={c}",
        ("c=0.1:3",),
        against=REFUSED[1],
        game="connect_four",
        games=2,
    )
    with pytest.raises(BadParameter, match="perfect cannot play ConnectFour"):
        TuningRun(plan).play(journal=path)
    assert matches(path) == []


@pytest.mark.parametrize("workers", [0, -1, 1.0, True, "2", None])
def test_workers_are_a_whole_number(workers, tmp_path):
    with pytest.raises(BadParameter, match="workers must be a whole number of 1 or more"):
        playing(tmp_path / "games.db", workers=workers)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadParameter, match="workers must be a whole number of 1 or more"):
        compete(CONTEST, workers=workers)


RULES = """
import gametree as gt

class Heap(gt.Game):
    players = 2
    def initial_state(self): return (5, 0)
    def current_player(self, state): return state[1]
    def legal_actions(self, state): return range(1, min(3, state[0]) + 1)
    def next_state(self, state, action): return (state[0] - action, 1 - state[1])
    def returns(self, state): return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)
"""


def test_games_of_other_rules_are_another_match_and_it_is_said(tmp_path):
    path, file = tmp_path / "games.db", tmp_path / "heap.py"
    file.write_text(RULES)
    before, _ = compete(
        Contest(("random", "greedy"), str(file), games=10, opening_plies=0), journal=path
    )
    file.write_text(RULES.replace("if state[1] == 0", "if state[1] != 0"))
    changed = Contest(("random", "greedy"), str(file), games=12, opening_plies=0)
    with pytest.warns(OtherCodeWarning, match=r"10 games of this contest .* rules of .*heap\.py"):
        after, _ = compete(changed, journal=path)
    assert (before.games, after.games) == (10, 12)
    assert [len(match.finished()) for match in matches(path)] == [10, 12]
    again, _ = compete(changed, journal=path)  # without a warning
    assert again.scores == after.scores


def test_another_program_is_another_match(tmp_path):
    script = tmp_path / "engine.py"
    spec = f"program:command={shlex.join([sys.executable, str(script)])}"
    keys = set()
    for text in ("first", "second", "first"):
        script.write_text(text)
        keys.add(match_key(Contest((spec, "random"), "nim").configuration()))
    assert len(keys) == 2


def test_code_that_changes_while_a_match_is_played_ends_it(tmp_path):
    file = tmp_path / "heap.py"
    file.write_text(RULES)
    contest = Contest(("random", "greedy"), str(file), games=10, opening_plies=0)
    file.write_text(RULES.replace("if state[1] == 0", "if state[1] != 0"))
    with pytest.raises(JournalError, match="has changed since this match was begun"):
        compete(contest, workers=2)
