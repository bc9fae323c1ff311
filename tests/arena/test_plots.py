from __future__ import annotations

import pytest

pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

from gametree.arena.budget import BudgetRow, BudgetTable, budget_contest
from gametree.arena.contest import Contest
from gametree.arena.reports import plots
from gametree.arena.reports.report import ContestReport
from gametree.arena.reports.standings import Standings
from gametree.arena.run import compete
from gametree.arena.statistics.sprt import Sprt
from gametree.errors import BadParameter


@pytest.fixture(scope="module")
def match():
    standings, verdict = compete(
        Contest(("greedy", "random"), "tic_tac_toe", games=20), sprt=Sprt(0, 10)
    )
    return ContestReport.of(standings, sprt=Sprt(0, 10), verdict=verdict)


@pytest.fixture(scope="module")
def tournament():
    contest = Contest(("random", "greedy", "perfect"), "tic_tac_toe", games=4)
    return ContestReport.of(compete(contest)[0])


def test_a_match(match):
    results, history, test = plots.report_figure(match).axes
    widths = [bar.get_width() for bar in results.patches]
    meeting = match.players[0].meeting
    assert widths == [meeting.won, meeting.drawn, meeting.lost]
    assert list(history.lines[-1].get_ydata()) == list(match.history.elo)
    assert list(test.lines[-1].get_ydata()) == list(match.history.llr)


def test_a_tournament(tournament):
    ratings, table = plots.report_figure(tournament).axes
    names = [label.get_text() for label in ratings.get_yticklabels()]
    assert names == [rating.player for rating in tournament.ratings.players]
    assert names[0] == "perfect"
    top, bottom = ratings.get_ylim()
    assert top > bottom  # row 0, the best, stands on top
    assert len(table.texts) == 6


def test_a_match_that_was_won_throughout_has_no_course_to_draw():
    contest = Contest(("perfect", "random"), "nim", games=4)
    standings = compete(contest)[0]
    report = ContestReport.of(standings)
    assert report.elo.elo == float("inf")
    figure = plots.report_figure(report)
    assert not figure.axes[1].axison
    assert "every game won" in figure.axes[1].texts[0].get_text()


def test_strength_against_budget():
    rows = []
    for budget in (3, 0):
        contest = budget_contest("mcts", budget, "perfect", game="tic_tac_toe", games=4)
        rows.append(BudgetRow.of(budget, compete(contest)[0]))
    figure = plots.budget_figure(BudgetTable(contest, "mcts", "perfect", rows, True, 1.0, 8))
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.get_xticklabels()] == ["0", "3"]
    assert len(axes.containers) == 3
    lost = next(each for each in axes.containers if each.get_label() == "lost")
    assert list(lost.lines[0].get_ydata()) == [100 * row.lost.share for row in reversed(rows)]


def test_nothing_to_draw():
    report = ContestReport.of(Standings(Contest(("greedy", "random"), "nim")))
    with pytest.raises(BadParameter, match="there is nothing to draw: no game has ended"):
        plots.report_figure(report)


def test_what_a_report_does_not_have(tournament):
    for draw in (plots.draw_history, plots.draw_test):
        with pytest.raises(BadParameter):
            draw(None, tournament)


@pytest.mark.parametrize(
    ("ending", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_files_are_whole_and_the_same_each_time(match, tmp_path, ending, begins):
    contents = []
    for name in ("a", "b"):
        target = tmp_path / f"{name}.{ending}"
        plots.save(plots.report_figure(match), target)
        contents.append(target.read_bytes())
    assert contents[0].startswith(begins)
    assert contents[0] == contents[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"a.{ending}", f"b.{ending}"]


def test_files_that_cannot_be_written(match, tmp_path):
    figure = plots.report_figure(match)
    with pytest.raises(BadParameter, match="cannot be drawn"):
        plots.save(figure, tmp_path / "a.xyz")
    with pytest.raises(BadParameter, match="cannot be written"):
        plots.save(figure, tmp_path / "nowhere" / "a.png")
    assert list(tmp_path.iterdir()) == []
