"""A person's rating, and opponents that fit: persons of known strength, by a model of games."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from gametree.errors import BadParameter, LadderError
from gametree.games import TicTacToe
from gametree.levels.ladder import Ladder, LadderLevel
from gametree.levels.person import PersonRating, person_from, save_person
from gametree.levels.store import unmeasured

LADDER = Ladder(
    tuple(
        LadderLevel(str(n), 100.0 * n, 100.0 * n, 100.0 * n, f"mcts:simulations={n}")
        for n in range(1, 11)
    ),
    "a game",
    1000,
    1.0,
    "1",
)


def played(strength, seed, games=100, target=0.5):
    """Return the scores of a person of this strength against the levels that fit."""
    dice = random.Random(seed)
    person = PersonRating.beginner(LADDER)
    scores = []
    for _ in range(games):
        opponent = LADDER[person.level(LADDER, dice.random(), target)].elo
        expected = 1 / (1 + 10 ** ((opponent - strength) / 400))
        drawn = 0.2 * min(expected, 1 - expected)
        luck = dice.random()
        scores.append(0.5 if luck < drawn else float(luck < expected + drawn / 2))
        person = person.after(opponent, scores[-1])
    return scores, person


@pytest.mark.parametrize("strength", [150, 300, 500, 700, 850])
def test_five_strengths_score_about_half_over_games_20_to_100(strength):
    shares = [fmean(played(strength, seed)[0][19:]) for seed in range(60)]
    assert 0.46 < fmean(shares) < 0.54
    assert sum(0.45 <= share <= 0.55 for share in shares) >= 0.8 * len(shares)
    assert 0.45 <= shares[0] <= 0.55
    person = played(strength, 1)[1]
    assert abs(person.elo - strength) < 3 * person.deviation


def test_another_score_can_be_the_target():
    shares = [fmean(played(500, seed, target=0.3)[0][19:]) for seed in range(60)]
    assert 0.27 < fmean(shares) < 0.33
    with pytest.raises(BadParameter, match="between 0 and 1"):
        PersonRating(500).level(LADDER, 0.5, 1.0)


def test_beyond_the_ladder_the_nearest_level_plays():
    assert PersonRating(-300).level(LADDER, 0.5) == 1
    assert PersonRating(3000).level(LADDER, 0.5) == 10
    assert PersonRating(240).level(LADDER, 0.3) == 3
    assert PersonRating(240).level(LADDER, 0.5) == 2


def test_glickmans_example_of_one_game():
    """A player of 1500 and deviation 200 beats one of 1400; formulas of the paper, by hand."""
    person = PersonRating(1500, 200).after(1400, 1)
    expected = 1 / (1 + 10 ** (-100 / 400))
    certainty = 1 / 200**2 + 0.0057565**2 * expected * (1 - expected)
    assert person.elo == pytest.approx(1500 + 0.0057565 / certainty * (1 - expected), abs=0.01)
    assert person.deviation == pytest.approx(certainty**-0.5, abs=0.01)
    with pytest.raises(BadParameter, match=r"0, 0\.5 or 1"):
        person.after(1400, 0.7)


def test_a_rating_is_kept_and_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "mine.person.json"
    beginner = person_from(path, LADDER)
    assert beginner == PersonRating(400.0)
    assert "begins at 400" in beginner.to_text()
    person = beginner.after(300, 1).after(500, 0.5)
    save_person(person, path)
    assert person_from(path, LADDER) == person
    assert "75 % in the last 2 games" in person.to_text()
    whole = path.read_text()
    for damaged in (whole[:20], "3", whole.replace("games", "game"), whole.replace("0.5", "0.4")):
        path.write_text(damaged)
        with pytest.raises(LadderError, match=r"person\.json' is damaged"):
            person_from(path, LADDER)
    with pytest.raises(BadParameter, match="no Elo to adapt by"):
        PersonRating.beginner(unmeasured(TicTacToe()))
