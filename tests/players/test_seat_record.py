"""Players of games that hide something receive what their seat may know."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.arena.contest import Contest
from gametree.arena.referee import play_job
from gametree.cli.engine_game import EngineGame
from gametree.errors import BadParameter
from gametree.limits import Limit
from gametree.players.player import Choice, Player
from gametree.players.registry import make_player
from gametree.players.searching import Mcts
from gametree.players.seat_record import record_for
from gametree.record import Record


class Honest(Player):
    """Plays by what it knows."""

    seen = ()

    def choose(self, record, limit):
        assert not record.over
        self.seen = (*self.seen, record.known)
        return Choice(record.legal_actions()[0])


class Peeks(Player):
    def __init__(self, what="state"):
        self.what = what

    def choose(self, record, limit):
        getattr(record, self.what)
        return Choice(record.legal_actions()[0])


class PeeksBesideSearching(Mcts):
    def choose(self, record, limit):
        assert record.positions
        return super().choose(record, limit)


def played(*players, game="kuhn_poker"):
    names = ("random", "mcts:simulations=5")
    contest = Contest(names, game, games=2)
    return play_job(contest, "m", contest.make_game(), players, next(contest.jobs()))


def test_a_player_receives_what_the_seat_knows():
    first, second = Honest(), Honest()
    record = played(first, second)
    assert (record.termination, record.culprit) == ("rules", None)
    game = gt.games.load("kuhn_poker")
    state = game.initial_state()
    for move in (*record.opening, *record.moves)[:2]:
        state = game.next_state(state, game.text_to_action(state, move))
    assert first.seen[0] == game.information_state(state, 0)


@pytest.mark.parametrize("what", ["state", "positions", "actions", "take_back", "play", "returns"])
def test_a_player_that_reads_the_position_is_named(what):
    record = played(Peeks(what), make_player("random"))
    assert (record.termination, record.culprit) == ("crash", 0)
    assert f"Peeks.choose reads record.{what}, but KuhnPoker hides something" in record.detail
    assert "record.known" in record.detail


def test_what_no_record_has_is_an_attribute_error():
    record = gt.Record(gt.games.load("rock_paper_scissors"))
    shown = record_for(Peeks(), record)
    with pytest.raises(AttributeError, match="no attribute 'hand'"):
        shown.hand  # noqa: B018
    with pytest.raises(BadParameter, match="RockPaperScissors hides something from player 0"):
        shown.state  # noqa: B018
    assert list(shown.legal_actions()) == list(record.legal_actions())
    assert record not in vars(shown).values()


def test_a_player_that_adds_to_a_bundled_one_gets_no_position():
    record = played(PeeksBesideSearching(simulations=5), make_player("random"))
    assert record.culprit == 0
    assert "PeeksBesideSearching.choose reads record.positions" in record.detail


def test_bundled_players_and_open_games_get_the_record():
    hidden, open_game = Record(gt.games.load("kuhn_poker")), Record(gt.games.load("nim"))
    assert record_for(make_player("random"), hidden) is hidden
    assert record_for(Mcts(simulations=5), hidden) is hidden
    assert record_for(Peeks(), open_game) is open_game
    with pytest.raises(BadParameter, match="a person at this prompt"):
        make_player("human").begin(hidden.game, 0, 1)


def test_opponents_on_the_command_line_get_no_position(tmp_path):
    path = tmp_path / "peek.py"
    path.write_text(
        "import gametree as gt\n"
        "class Peek(gt.Player):\n"
        "    def choose(self, record, limit):\n"
        "        return record.state\n"
    )
    game = EngineGame(gt.games.load("kuhn_poker"), seed=1, opponent=str(path))
    game.play_all("jack king")
    with pytest.raises(BadParameter, match=r"Peek\.choose reads record\.state"):
        game.opponent_chooses(Limit(1))


def test_games_that_hide_something_have_no_random_opening():
    assert Contest(("random", "mcts:simulations=5"), "kuhn_poker").opening_plies == 0
    assert Contest(("random", "greedy"), "nim").opening_plies == 2
    given = Contest(("random", "mcts:simulations=5"), "kuhn_poker", opening_plies=1)
    assert given.opening_plies == 1
