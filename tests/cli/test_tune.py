from __future__ import annotations

import json
import shlex
from copy import copy

import pytest
from click.testing import CliRunner

from gametree.cli.commands import tune as module
from gametree.cli.faults import Failure, plainly

# A copy: click keeps on a command what it has found out when it runs without the group above it.
command = copy(module.command)

PLAYER = "mcts:simulations=20,c={c}"
GIVEN = (PLAYER, "--range", "c=0.1:3:log", "--against", "random", "--game", "tic_tac_toe")


@pytest.fixture
def tune(monkeypatch, tmp_path):
    """Run the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        return CliRunner().invoke(command, arguments, catch_exceptions=False)

    return run


def test_the_games_are_played_where_it_is_asked_for(tune):
    with pytest.raises(Failure, match="given by host and port"), plainly():
        command.main([*GIVEN, "--games", "2", "--ray", "nowhere"], standalone_mode=False)


def test_a_tuning_as_text(tune):
    result = tune(*GIVEN, "--games", "20", "--start", "c=1")
    assert result.exit_code == 0
    assert "tic tac toe: mcts:simulations=20,c={c} against random" in result.stdout
    assert "95 % interval" in result.stdout
    assert "expected gain over the start, c=1" in result.stdout
    assert "to confirm: gametree arena mcts:simulations=20,c=" in result.stdout
    assert "20 of 20 games" in result.stderr


def test_the_same_again_plays_nothing_and_more_goes_on(tune):
    first = json.loads(tune(*GIVEN, "--games", "12", "--json").stdout)
    again = json.loads(tune(*GIVEN, "--games", "12", "--json").stdout)
    assert (first["played_now"], again["played_now"]) == (12, 0)
    assert first["best"] == again["best"]
    more = tune(*GIVEN, "--games", "16", "--json")
    assert json.loads(more.stdout)["played_now"] == 4
    given = shlex.split(first["command"])[1:]
    assert sorted(given) == sorted([*GIVEN, "--games", "12", "--json"])


def test_no_journal(tune, tmp_path):
    tune(*GIVEN, "--games", "2", "--no-journal")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_tells_what_there_is(tune, monkeypatch):
    from gametree.arena.tuning.run import TuningRun

    play = TuningRun.play

    def interrupted(self, **given):
        play(self, **given)
        raise KeyboardInterrupt

    monkeypatch.setattr(TuningRun, "play", interrupted)
    result = tune(*GIVEN, "--games", "4")
    assert result.exit_code == 130
    assert "to confirm" in result.stdout
    assert "stopped by Ctrl-C; to go on: " in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*GIVEN, "--start", "c=x"), "--start is written c=0.7, not 'c=x'"),
        ((*GIVEN, "--range", "d=1:2"), "d has a range but no place"),
        ((PLAYER, "--range", "c=1:2", "--game", "nim"), "name an opponent, or the start"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(tune, arguments, message):
    with pytest.raises(Failure, match=message), plainly():
        command.main(list(arguments), standalone_mode=False)
