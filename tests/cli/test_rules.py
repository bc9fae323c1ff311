"""The commands take rules in any interface straight from a file, and say what they understood."""

from __future__ import annotations

import pytest
from click import Context

from gametree.cli import main
from gametree.errors import MissingExtra

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


COMMANDS = {
    "play": ("{}:Heap", "--human", "none", "--against", "greedy"),
    "serve": ("{}", "no_such_game"),
    "analyze": ("{}", "--moves", "1 3", "--json", *QUICKLY),
    "trace": ("{}", "--simulations", "2"),
    "explore": ("{}", "--moves", "3 3 3 1"),
    "gtp": ("--game", "{}"),
    "ugi": ("--game", "{}"),
    "replay": ("{0}.jsonl", "--game", "{0}"),
    "arena": ("greedy", "random", "--game", "{}", "--games", "2", "--no-journal", "--json"),
    "tournament": ("greedy", "random", "--game", "{}", "--games", "2", "--no-journal"),
    "levels": ("{}", "--minutes", "1"),
    "balance": ("{}", "--minutes", "1"),
    "review": ("{}", "--moves", "3 3 3 1", "--simulations", "50"),
    "puzzles": ("{}", "--count", "1", "--simulations", "200"),
    "tablebase": ("{}", "--max-positions", "2", "--file", "{}.tablebase"),
    "budget": ("--budgets", "0", "--game", "{}", "--games", "2", "--no-journal"),
    "tune": (
        "mcts:simulations=2,c={{c}}", "--range", "c=1:2", "--against", "random",
        "--game", "{}", "--games", "2", "--no-journal",
    ),
    "race": ("{}", "--forget"),
    "train": ("{}", "--resume", "--out", "{}.model"),
    "fit": ("{}", "--out", "{}.onnx"),
    "players": ("--game", "{}:Heap"),
    "journal": ("{}.db", "--index", "0", "--export", "{}.html"),
    "check": ("{}", "--seconds", "1", "--games", "20", "--interpreted", "--json"),
    "games": ("{}",),
    "export": ("{}", "--js", "{}.js"),
    "bench": ("--games", "{}", "--json"),
}  # fmt: skip
WITHOUT_RULES = {"uci", "join", "models", "new"}
SHOWN = {"play": "wins", "analyze": '"2"', "check": '"sound"', "players": "- ", "bench": "[]"}


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_tells_once_what_it_understood(run, game_file, monkeypatch, command):
    path = game_file(HEAP)
    monkeypatch.setattr("gametree.benchmark.measure", lambda games, simulations: [])
    monkeypatch.setattr("gametree.export.js", lambda game, folder, **how: None)
    monkeypatch.setattr("gametree.arena.tuning.run.TuningRun.play", lambda run, **options: None)
    monkeypatch.setattr("gametree.levels.measuring.LadderMeasurement.run", _stopped)
    monkeypatch.setattr("gametree.balance.study.BalanceStudy.run", _stopped)
    monkeypatch.setattr("gametree.cli.options.modules.new_network", _no_torch)
    if command == "replay":
        run("play", path, "--human", "both", "--record", f"{path}.jsonl", input="3\n3\n3\n1\n")
    if command == "journal":
        played = ("--game", path, "--games", "4", "--journal", f"{path}.db")
        assert run("arena", "greedy", "random", *played).exit_code == 0
    result = run(command, *(each.format(path) for each in COMMANDS[command]))
    assert result.stderr.count("understood as") == 1
    assert TOLD in result.stderr
    assert "understood as" not in result.stdout
    assert SHOWN.get(command, "") in result.stdout


def _stopped(measurement):
    raise KeyboardInterrupt


def _no_torch(game, device, module):
    raise MissingExtra("PyTorch is not loaded here")


def test_no_command_is_left_out():
    assert COMMANDS.keys() | WITHOUT_RULES == set(main.list_commands(Context(main)))


def test_an_adapter_in_a_file_tells_it_too(run, game_file):
    path = game_file(
        f"from gametree.adapters.states import StateGame\n{HEAP}\ngame = StateGame(Heap)\n"
        "def made():\n    return StateGame(Heap)\n"
    )
    for name in ("game", "made"):
        assert TOLD.partition(": ")[2] in run("games", f"{path}:{name}").stderr


def test_a_journal_knows_the_rules_of_such_a_game_again(run, game_file, tmp_path):
    path = game_file(HEAP)
    journal = str(tmp_path / "games.db")
    command = ("arena", "greedy", "random", "--game", path, "--journal", journal)
    assert run(*command, "--games", "4").exit_code == 0
    again = run(*command, "--games", "6").output
    assert "all 6 games played; 2 now" in again
    game_file(HEAP.replace("min(3", "min(2"))
    assert "all 4 games played; 4 now" in run(*command, "--games", "4").output
