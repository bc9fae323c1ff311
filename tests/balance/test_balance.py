"""Reports on balance, by games with planted faults and by exact probabilities."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner

from gametree.arena.journal.game_record import GameRecord
from gametree.balance.comparison import fair_value, sweep_values
from gametree.balance.course import course_of, points_of
from gametree.balance.estimates import Figure, mean_of, share_of
from gametree.balance.exact import exact_returns
from gametree.balance.study import BalanceStudy
from gametree.balance.unused import unplayed_moves, unused_lines
from gametree.cli import main
from gametree.errors import BadParameter
from gametree.games import TicTacToe, load
from gametree.naming.loading import load_game

_UNFAIR = str(Path(__file__).parent / "unfair.py")


def chance_of_cover(truth, games):
    """Return how probable it is that the interval of so many games contains the truth."""
    total = 0.0
    for won in range(games + 1):
        share = share_of([1.0] * won + [0.0] * (games - won))
        if share.low <= truth <= share.high:
            total += math.comb(games, won) * truth**won * (1 - truth) ** (games - won)
    return total


@pytest.mark.parametrize("games", [10, 60, 200])
def test_intervals_contain_the_truth(games):
    chances = [chance_of_cover(n / 40, games) for n in range(41)]
    assert sum(chances) / len(chances) > 0.95
    assert min(chances) > 0.92


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        ((117.0, 46.0, 190.0), "117 (46 to 190)"),
        ((304.0, 143.0, math.inf), "304 (143 or more)"),
        ((math.inf, 172.0, math.inf), "172 or more"),
        ((-math.inf, -math.inf, -50.0), "-50 or less"),
    ],
)
def test_intervals_without_an_end_are_words(figure, text):
    assert Figure(*figure).as_number(0) == text


def test_more_players_may_play_than_strengths_are_compared():
    toys = Path(__file__).parents[1] / "toys.py"
    BalanceStudy(f"{toys}:Gather", {"players": "9"}, minutes=1)


def test_means_and_empty_samples():
    assert mean_of([1.0]) is None
    assert mean_of([1.0, 3.0]).value == 2.0
    assert share_of([]) == (0.5, 0.0, 1.0)
    assert share_of([0.5, 0.5]).low < 0.5 < share_of([0.5, 0.5]).high


def record_of(values, returns, movers=None):
    movers = tuple(movers or (n % 2 for n in range(len(values))))
    return GameRecord(
        match="m", index=0, game="tic_tac_toe", parameters={}, seats=("a", "b"), opening=(),
        moves=tuple(map(str, range(len(values)))), movers=movers, seconds=(0.0,) * len(values),
        statistics=tuple({"value": each} for each in values), returns=returns,
        termination="rules", culprit=None, detail="", seed=0, started=0.0, ended=1.0,
    )  # fmt: skip


def test_the_course_of_a_game():
    # What the first player expects: 0.75, 0.25, 0.25, 1.
    course = course_of(TicTacToe(), record_of([0.5, 0.5, -0.5, -1.0], (1.0, -1.0)))
    assert course.points == (1.0, 0.0)
    assert course.lead_changes == pytest.approx(2 / 3)
    assert course.drama == pytest.approx(2 * math.sqrt(0.5) / 4)
    assert course.comeback
    drawn = course_of(TicTacToe(), record_of([0.1], (0.0, 0.0)))
    assert (drawn.drawn, drawn.drama, drawn.points) == (True, None, (0.5, 0.5))
    assert points_of((2.0, 2.0, 1.0)) == (0.5, 0.5, 0.0)


def test_small_games_are_solved():
    assert exact_returns(TicTacToe()) == (0.0, 0.0)
    assert exact_returns(load("nim")) is not None
    assert exact_returns(load("kuhn_poker")) is None  # it hides cards


def test_a_dead_rule_and_a_move_that_nobody_plays():
    game = load_game(f"{_UNFAIR}:Dead", {})
    games = [("2", "1", "2", "1", "2", "1")] * 10
    assert unplayed_moves(game, games) == ["0"]
    found = unused_lines(game, games, seconds=0.5, seed=1)
    assert [each.text for each in found] == ["chips = 5"]


HEAP = """
class Heap:
    def __init__(self, chips=5, player=1):
        self.chips, self.player = chips, player

    def get_legal_actions(self):
        if self.chips == 100:
            return []
        return list(range(1, min(3, self.chips) + 1))

    def take_action(self, taken):
        return Heap(self.chips - taken, -self.player)

    def is_terminal(self):
        return self.chips == 0

    def get_reward(self):
        return -self.player
"""


def test_a_dead_rule_is_found_in_the_file_of_states(tmp_path):
    path = tmp_path / "heaps.py"
    path.write_text(HEAP)
    found = unused_lines(load_game(f"{path}:Heap", {}), [], seconds=0.5, seed=1)
    assert [(Path(each.file), each.text) for each in found] == [(path, "return []")]


def study(game, seconds, **asked):
    """Return the report of a study whose clock goes on by a second with each look at it."""
    clock = itertools.count(0.0, 1.0)
    return BalanceStudy(game, minutes=seconds / 60, clock=lambda: float(next(clock)), **asked).run()


@pytest.mark.parametrize(("players", "sure"), [("2", True), ("3", False)])
def test_one_of_several_equilibria_is_not_called_the_result(players, sure, monkeypatch):
    monkeypatch.setattr("gametree.balance.study._STRENGTHS", (4, 16))
    toys = Path(__file__).parents[1] / "toys.py"
    report = study(f"{toys}:Gather", 40.0, parameters={"players": players, "rounds": "3"})
    solved = next(report.sentences())
    assert solved.startswith("solved: with perfect play seat 1 gets")
    assert solved.endswith("moves that are equal for themselves") != sure


def test_a_planted_advantage_is_found_and_games_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("gametree.balance.study._STRENGTHS", (4, 16))
    journal = tmp_path / "games.db"
    report = study(f"{_UNFAIR}:Sixty", 300.0, journal=journal, seed=3)
    shares = [each.seats[0] for each in report.self_play]
    games = sum(each.games for each in report.self_play) + sum(each.games for each in report.depth)
    assert games > 100
    points = sum(each.value * found.games
                 for each, found in zip(shares, report.self_play, strict=True))  # fmt: skip
    count = sum(found.games for found in report.self_play)
    assert abs(points / count - 0.6) < 5 * math.sqrt(0.24 / count)
    assert report.decisions.matters.value == 0.0
    assert report.exact == pytest.approx((0.2, -0.2))
    again = study(f"{_UNFAIR}:Sixty", 10.0, journal=journal, seed=3)
    kept = sum(each.games for each in again.self_play) + sum(each.games for each in again.depth)
    assert kept >= games
    assert json.loads(json.dumps(report.to_dict()))["seats"][0]["share"] == shares[-1].value


def test_values_of_a_sweep():
    assert sweep_values("komi=0.5:2.5:1") == ("komi", ["0.5", "1.5", "2.5"])
    for bad in ("komi", "komi=1:2", "=1:2:1", "komi=2:1:1", "komi=1:2:0", "komi=1:900:1",
                "komi=1:2:nan", "komi=1:inf:1", "komi=-inf:1:1", "komi=1:1e300:1"):  # fmt: skip
        with pytest.raises(BadParameter, match="--sweep"):
            sweep_values(bad)


def test_the_fair_value_lies_between_two():
    class Report:
        def __init__(self, share):
            self.strongest = self
            self.seats = (share_of([share]), share_of([1 - share]))

    assert fair_value(["1", "2", "3"], [Report(0.8), Report(0.6), Report(0.3)]) == pytest.approx(
        2 + 1 / 3
    )
    assert fair_value(["1", "2"], [Report(0.8), Report(0.6)]) is None


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["fifteen_puzzle"], "one player"),
        (["tic_tac_toe", "--sweep", "size"], "NAME=FROM:TO:STEP"),
        (["tic_tac_toe", "--html", "x.txt"], ".html"),
        (["tic_tac_toe", "--against", "a.py:A", "--sweep", "x=1:2:1"], "not both"),
    ],
)
def test_bad_input_gets_a_sentence(arguments, told):
    result = CliRunner().invoke(main, ["balance", *arguments])
    assert result.exit_code != 0
    assert told in result.output
    assert "Traceback" not in result.output


def test_the_command_writes_json_and_a_page(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    asked = ["balance", f"{_UNFAIR}:Sixty", "--minutes", "0.01", "--workers", "1"]
    written = ["--json", str(tmp_path / "b.json"), "--html", str(tmp_path / "b.html")]
    result = CliRunner().invoke(main, [*asked, *written, "--against", f"{_UNFAIR}:Sixty"])
    assert result.exit_code == 0, result.output
    told = json.loads((tmp_path / "b.json").read_text())
    assert len(told["reports"]) == 2
    assert {"seats", "draws", "length"} <= told["reports"][0].keys()
    assert "<svg" in (tmp_path / "b.html").read_text()
