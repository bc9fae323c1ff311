from __future__ import annotations


def test_all_players_are_listed_with_their_parameters(run):
    result = run("players")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= 100
    kinds = [line.partition(":")[0] for line in lines if not line.startswith(" ")]
    assert {"random", "greedy", "flat", "mcts", "alphabeta", "perfect"} <= set(kinds)
    assert "clock=none, auto=false, untrained=false" in " ".join(result.output.split())
    assert "random: Any legal move" in result.output


def test_what_auto_makes_of_a_game(run):
    result = run("players", "--game", "nim", "--param", "heaps=1,2")
    assert result.exit_code == 0
    assert result.output.startswith(
        "- recommended by the game: selection=UCB1(c=0.45), solver=True"
    )
