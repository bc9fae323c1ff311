from __future__ import annotations


def test_all_players_are_listed_with_their_parameters(run):
    result = run("players")
    assert result.exit_code == 0
    heading, *lines = result.output.splitlines()
    assert heading.split() == ["player", "parameters", "what"]
    listed = {line.split()[0]: line for line in lines}
    assert {"random", "greedy", "flat", "mcts", "alphabeta", "perfect"} <= listed.keys()
    assert "c=none, selection=ucb1" in listed["mcts"]
    assert "Any legal move" in listed["random"]


def test_what_auto_makes_of_a_game(run):
    result = run("players", "--game", "nim", "--param", "heaps=1,2")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "- UCB1 with c=0.45, on returns scaled to 0..1"
    assert any(line.startswith("- proofs: ") for line in lines)
