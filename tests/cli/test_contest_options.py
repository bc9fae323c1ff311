from __future__ import annotations

import dataclasses

import pytest

from gametree.arena.contest import Contest
from gametree.cli.commands import arena, budget, tournament, tune
from gametree.cli.options.contests import conditions

COMMANDS = [arena.command, tournament.command, budget.command, tune.command]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_what_is_not_given_is_as_for_a_contest_in_python(command):
    defaults = {option.name: option.default for option in command.params}
    for name in ("grace", "max_plies", "seed"):
        assert defaults[name] == getattr(Contest, name)


def test_conditions_are_what_a_contest_takes():
    given = {option.name: None for option in arena.command.params}
    values = dict.fromkeys(conditions(given), None)
    taken = {each.name for each in dataclasses.fields(Contest) if each.init}
    assert {"players", *values} == taken
