from __future__ import annotations

from gametree import games


def test_all_games_are_listed_with_their_parameters(run):
    result = run("games")
    assert result.exit_code == 0
    heading, *lines = result.output.splitlines()
    assert heading.split() == ["game", "players", "parameters", "rules"]
    assert [line.split()[0] for line in lines] == list(games.names() + games.hidden_names())
    assert "heaps=1,3,5,7, take=none, misere=false" in lines[0]
    assert "three in a row" in lines[1]
