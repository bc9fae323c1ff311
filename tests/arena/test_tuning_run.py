from __future__ import annotations

import json

import pytest

from gametree.arena.journal.journal import Journal
from gametree.arena.tuning.plan import Plan
from gametree.arena.tuning.report import TuneReport
from gametree.arena.tuning.run import TuningRun
from gametree.errors import JournalError
from played import played

PLAYER = "mcts:simulations=20,c={c}"


def plan(player=PLAYER, ranges=("c=0.1:3:log",), **given):
    conditions = {"game": "tic_tac_toe", "games": 40, "against": "random", "seed": 1}
    return Plan.of(player, ranges, **(conditions | given))


def stronger_at_one(contest, match, jobs, workers):
    """Play no game: whoever has c nearer to 1 wins more, by the job's seed."""
    for job in jobs:
        specs = [contest.players[number] for number in job.seats]
        far = [abs(float(s.rpartition("=")[2]) - 1) if "c=" in s else 1.0 for s in specs]
        chance = 0.5 + 0.4 * (far[1] - far[0])
        first = job.seed % 1000 < 1000 * chance
        yield played(
            match,
            job.index,
            game=contest.game,
            seats=tuple(specs),
            returns=(1.0, -1.0) if first else (-1.0, 1.0),
        )


def tried(tuning):
    """Return how often each value was tried."""
    pairs = tuning.optimizer._pairs
    return {tuning.optimizer.values(int(p)): int(pairs[p]) for p in pairs.nonzero()[0]}


def test_real_games_are_played():
    tuning = TuningRun(plan(games=20))
    batches = []
    tuning.play(on_batch=lambda each: batches.append(each.games))
    assert tuning.complete
    assert (tuning.games, tuning.played) == (20, 20)
    assert batches == [20]
    report = TuneReport.of(tuning, seconds=1.0)
    assert report.peak.elo.value > 0  # random players are no match
    assert report.player.startswith("mcts:simulations=20,c=")


def test_the_best_value_is_found():
    tuning = TuningRun(plan(ranges=("c=0.1:2",), games=800))
    tuning.play(play=stronger_at_one)
    best = TuneReport.of(tuning, seconds=1.0).peak.best[0]
    assert best.low <= 1 <= best.high
    assert 0.6 < best.value < 1.4
    assert best.high - best.low < 1.3


@pytest.mark.parametrize("stop", [1, 7, 33, 50])
def test_it_goes_on_where_it_stopped(tmp_path, stop):
    whole = TuningRun(plan(games=120))
    whole.play(play=stronger_at_one)

    def until_stop(*given):
        for count, record in enumerate(stronger_at_one(*given)):
            if begun.played == stop or count == 40:
                raise KeyboardInterrupt
            yield record

    begun = TuningRun(plan(games=120))
    with pytest.raises(KeyboardInterrupt):
        begun.play(journal=tmp_path / "games.db", play=until_stop)
    assert not begun.complete
    rest = TuningRun(plan(games=120))
    rest.play(journal=tmp_path / "games.db", play=stronger_at_one)
    assert rest.games == 120
    assert rest.played == 120 - begun.played
    assert tried(rest) == tried(whole)
    assert TuneReport.of(rest, seconds=1.0).peak == TuneReport.of(whole, seconds=1.0).peak


def test_more_games_go_on_from_there(tmp_path):
    for games in (50, 90):
        tuning = TuningRun(plan(games=games))
        tuning.play(journal=tmp_path / "games.db", play=stronger_at_one)
    assert tuning.played == 40
    whole = TuningRun(plan(games=90))
    whole.play(play=stronger_at_one)
    assert tried(tuning) == tried(whole)


def test_the_order_in_which_games_end_makes_no_difference():
    def backwards(*given):
        yield from reversed(list(stronger_at_one(*given)))

    tunes = [TuningRun(plan(games=80)) for _ in range(2)]
    for tuning, play in zip(tunes, (stronger_at_one, backwards), strict=True):
        tuning.play(play=play)
    assert tried(tunes[0]) == tried(tunes[1])


def test_both_games_of_a_pair_have_the_same_opening_and_the_sides_changed():
    records = []

    def noting(contest, match, jobs, workers):
        for job in jobs:
            records.append((job.index, job.opening, [contest.players[n] for n in job.seats]))
        yield from stronger_at_one(contest, match, jobs, workers)

    TuningRun(plan(games=60)).play(play=noting)
    assert [index for index, _, _ in records] == list(range(60))
    for (_, opening, seats), (_, other, turned) in zip(records[::2], records[1::2], strict=True):
        assert opening == other
        assert seats == turned[::-1]
        assert seats[1] == "random"
    assert len({opening for _, opening, _ in records}) > 10


def test_a_journal_with_other_games_is_refused(tmp_path):
    path = tmp_path / "games.db"
    one = plan()
    with Journal(path) as journal:
        match = journal.open_match(one.configuration())
        seats = ("mcts:simulations=20,c=77", "random")
        match.add(played(match.key, 0, game="tic_tac_toe", seats=seats, returns=(1.0, -1.0)))
    with pytest.raises(JournalError, match=r"game 0 of this tuning was played by mcts.*c=77"):
        TuningRun(one).play(journal=path, play=stronger_at_one)


def test_the_opponent_may_be_the_player_at_the_start():
    alone = plan(against=None, start={"c": 1})
    tuning = TuningRun(alone)
    tuning.play(play=stronger_at_one)
    peak = TuneReport.of(tuning, seconds=1.0).peak
    assert peak.gain == peak.elo


def test_the_report_says_all(tmp_path):
    one = plan(games=60, start={"c": 0.5}, opening_plies=1, max_plies=50, simulations=9)
    tuning = TuningRun(one)
    tuning.play(play=stronger_at_one)
    report = TuneReport.of(tuning, seconds=2.0, command="gametree tune ...")
    text = report.to_text()
    assert "tic tac toe: mcts:simulations=20,c={c} against random" in text
    assert "0.1 to 3, logarithmic" in text
    assert "expected gain over the start, c=0.5: Elo" in text
    assert report.confirm == (
        f"gametree arena {report.player} random --game tic_tac_toe --games 60 "
        "--opening-plies 1 --simulations 9 --max-plies 50 --seed 2"
    )
    assert text.endswith(f"to confirm: {report.confirm}")
    values = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert values["best_player"] == report.player
    assert values["best"]["c"]["low"] <= values["best"]["c"]["value"]
    assert values["games"] == values["played_now"] == 60
    assert values["configuration"]["tuning"]["start"] == {"c": 0.5}


def test_fouls_are_told():
    def crashing(contest, match, jobs, workers):
        for record in stronger_at_one(contest, match, jobs, workers):
            values = record.to_dict() | {"termination": "crash", "culprit": 0}
            yield type(record).from_dict(values)

    tuning = TuningRun(plan(games=10))
    tuning.play(play=crashing)
    assert tuning.fouls == {"player": {"crash": 5}, "opponent": {"crash": 5}}
    assert "the player lost games by crash 5" in TuneReport.of(tuning, seconds=1.0).to_text()


def test_whole_numbers_are_tried_where_the_player_takes_no_others():
    cut = "mcts:simulations=20,max_plies={max_plies},c={c}"
    tuning = TuningRun(plan(cut, ("max_plies=4:6", "c=0.5:2")))
    tuning.play(play=stronger_at_one)
    assert {values[0] for values in tried(tuning)} == {4, 5, 6}
