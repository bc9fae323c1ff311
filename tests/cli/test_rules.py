"""The commands take rules in any interface straight from a file, and say what they understood."""

from __future__ import annotations

import pytest

HEAP = """
class Heap:
    def __init__(self, chips: int = 10):
        self.chips, self.player = chips, "A"

    def clone(self):
        twin = Heap(self.chips)
        twin.player = self.player
        return twin

    def legal_moves(self):
        return list(range(1, min(3, self.chips) + 1))

    def do_move(self, taken):
        self.chips -= taken
        self.player = "B" if self.player == "A" else "A"

    def winner(self):
        return None if self.chips else ("B" if self.player == "A" else "A")
"""

TOLD = (
    "understood as a state object: legal moves by legal_moves; played by do_move, which changes "
    "the state; over by winner; whose turn it is by player ('A', 'B'); won by winner; copied by "
    "its method clone"
)


QUICKLY = ("--simulations", "200", "--seed", "1", "--interpreted")


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("play", "{}:Heap", "--human", "none", "--against", "greedy"), "wins"),
        (("analyze", "{}", "--moves", "1 3", *QUICKLY), "2 "),
        (("check", "{}", "--seconds", "1", "--param", "chips=6"), "sound"),
        (("players", "--game", "{}:Heap"), "- "),
        (("arena", "greedy", "random", "--game", "{}", "--games", "4", "--no-journal"), "greedy"),
    ],
)  # fmt: skip
def test_each_command_understands(run, game_file, arguments, shown):
    path = game_file(HEAP)
    result = run(*(each.format(path) for each in arguments))
    assert result.exit_code == 0
    assert result.stderr.count("understood as") == 1
    assert TOLD in result.stderr
    assert shown in result.stdout


def test_a_journal_knows_the_rules_of_such_a_game_again(run, game_file, tmp_path):
    path = game_file(HEAP)
    journal = str(tmp_path / "games.db")
    command = ("arena", "greedy", "random", "--game", path, "--journal", journal)
    assert run(*command, "--games", "4").exit_code == 0
    again = run(*command, "--games", "6").output
    assert "all 6 games played; 2 now" in again
    game_file(HEAP.replace("min(3", "min(2"))
    assert "all 4 games played; 4 now" in run(*command, "--games", "4").output
