from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import toys
from gametree.actors import CHANCE
from gametree.arena import referee
from gametree.arena.contest import Contest
from gametree.arena.referee import play_job
from gametree.errors import BadParameter, GameError, MissingExtra, PlayerError
from gametree.games import TicTacToe
from gametree.limits import Limit
from gametree.players.player import Choice, Player
from gametree.players.registry import make_player
from gametree.protocols.program.process import PlayerFailed
from gametree.record import Record

TOYS = str(Path(__file__).parents[1] / "toys.py")


class First(Player):
    """Plays the first legal move; notes what was asked of it."""

    def __init__(self):
        self.calls = []

    def begin(self, game, seat, seed):
        self.calls.append(("begin", seat, seed))

    def choose(self, record, limit):
        self.calls.append(limit)
        return Choice(record.legal_actions()[0], {"moves": len(record.actions)})

    def end(self):
        self.calls.append("end")


class Late(First):
    """Does something else when it is to make its second move."""

    def __init__(self, deed):
        super().__init__()
        self.deed = deed

    def choose(self, record, limit):
        if len(record.actions) < 2:
            return super().choose(record, limit)
        return self.deed()


def does(deed):
    """Return a player that does so in its second turn."""
    return Late(deed)


def raises(error):
    def deed():
        raise error

    return deed


@pytest.fixture
def ticks(monkeypatch):
    """A clock of the referee's, on which nothing takes time but what says so."""
    ticks = SimpleNamespace(now=0.0, time=time.time)
    ticks.perf_counter = lambda: ticks.now
    monkeypatch.setattr(referee, "time", ticks)
    return ticks


def slowly(ticks):
    ticks.now += 0.05
    return Choice(8)


def contest(**changes):
    fields = {"players": ("random", "greedy"), "game": "tic_tac_toe", "opening_plies": 0}
    return Contest(**{**fields, **changes})


def play(*players, rules=None, job=0, **changes):
    given = contest(**changes)
    jobs = list(given.jobs())
    return play_job(given, "m", rules or given.make_game(), players, jobs[job])


def test_a_game_is_played_to_its_end():
    players = First(), First()
    record = play(*players, simulations=7, seed=5)
    assert record.moves == ("a1", "b1", "c1", "a2", "b2", "c2", "a3")
    assert record.movers == (0, 1, 0, 1, 0, 1, 0)
    assert record.returns == (1.0, -1.0)
    assert (record.termination, record.culprit, record.detail) == ("rules", None, "")
    assert [each["moves"] for each in record.statistics] == list(range(7))
    assert all(0 <= each < 1 for each in record.seconds)
    assert record.started <= record.ended
    job = next(contest(seed=5).jobs())
    assert record.seed == job.seed
    for seat, player in enumerate(players):
        assert player.calls[0] == ("begin", seat, job.seed_of(f"seat {seat}"))
        assert set(player.calls[1:-1]) == {Limit(7)}
        assert player.calls[-1] == "end"


def test_the_opening_stands_apart_and_the_seats_are_the_jobs():
    record = play(First(), First(), openings=("b2 a1",), job=1)
    assert record.opening == ("b2", "a1")
    assert record.moves[0] == "b1"
    assert record.movers[0] == 0
    assert record.seats == ("greedy", "random")
    assert record.index == 1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("deed", "termination", "detail"),
    [
        (raises(PlayerError("the program 'x' died")), "crash", "the program 'x' died"),
        (raises(BadParameter("no way")), "crash", "no way"),
        (lambda: None, "crash", "choose returned None; a Choice was expected"),
        (lambda: Choice(5, {"a": object()}), "crash", "the statistics of a move"),
        (lambda: Choice(5, [1]), "crash", "must be values by name"),
        (lambda: Choice(0), "illegal move", "0 is no legal move here; legal moves are "),
        (lambda: Choice(None), "illegal move", "None is no legal move here; legal moves are"),
        (lambda: TicTacToe().text_to_action((0, 1), "a1"), "illegal move", "'a1' is no legal move"),
    ],
)
def test_a_foul_loses_and_is_told(seat, deed, termination, detail):
    players = [First(), First()]
    players[seat] = does(deed)
    record = play(*players)
    assert record.termination == termination
    assert record.culprit == seat
    assert detail in record.detail
    assert len(record.detail.splitlines()) == 1
    assert record.returns == ((-1.0, 1.0), (1.0, -1.0))[seat]
    assert len(record.moves) == 2 + seat
    assert players[0].calls[-1] == players[1].calls[-1] == "end"


@pytest.mark.parametrize("termination", ["time", "crash", "illegal move"])
def test_a_program_that_fails_leaves_its_transcript(termination):
    error = PlayerFailed("the program x fell", termination, ("> go", "< well", "! oops"))
    record = play(First(), does(raises(error)))
    assert (record.termination, record.culprit) == (termination, 1)
    assert record.detail == "the program x fell\n> go\n< well\n! oops"


def test_a_program_that_is_late_leaves_its_transcript(ticks):
    class Talks(Late):
        transcript = ("> go", "< well")

    player = Talks(lambda: slowly(ticks))
    record = play(First(), player, seconds=0.01, grace=0.0)
    assert record.termination == "time"
    assert record.detail.splitlines()[1:] == ["> go", "< well"]


def test_an_error_that_nobody_foresaw_is_kept_as_a_transcript():
    record = play(First(), does(lambda: [][0]))
    assert (record.termination, record.culprit) == ("crash", 1)
    assert record.detail.startswith("Traceback")
    assert record.detail.endswith("IndexError: list index out of range")
    assert len(record.detail.splitlines()) < 20


def test_time_is_lost_only_beyond_the_grace(ticks):
    late = does(lambda: slowly(ticks))
    record = play(First(), late, seconds=0.01, grace=0.0)
    assert (record.termination, record.culprit) == ("time", 1)
    assert record.detail == "took 0.050 s for a move; 0.01 s were allowed, and 0 s grace"
    assert len(record.moves) == 3
    record = play(First(), late, seconds=0.01, grace=30.0)
    assert record.termination != "time"
    record = play(First(), late)
    assert record.termination != "time"


def test_what_is_measured_is_the_time_of_the_machine():
    late = does(lambda: time.sleep(0.05) or Choice(8))
    record = play(First(), late)
    assert record.seconds[3] >= 0.05


def test_begin_is_not_on_the_clock(ticks):
    class Slow(First):
        def begin(self, game, seat, seed):
            ticks.now += 0.05

    assert play(Slow(), First(), seconds=0.02, grace=0.0).termination == "rules"


def test_a_player_that_fails_to_begin_has_lost():
    class Dead(First):
        def begin(self, game, seat, seed):
            raise PlayerError("nobody there")

    players = First(), Dead()
    record = play(*players)
    assert (record.termination, record.culprit, record.detail) == ("crash", 1, "nobody there")
    assert record.moves == ()
    assert players[0].calls[-1] == players[1].calls[-1] == "end"


@pytest.mark.parametrize("error", [BadParameter("only for two"), MissingExtra("no scipy")])
def test_a_player_that_cannot_play_the_game_ends_the_contest(error):
    class Unable(First):
        def begin(self, game, seat, seed):
            raise error

    players = First(), Unable()
    with pytest.raises(type(error), match=str(error)):
        play(*players)
    assert players[0].calls[-1] == players[1].calls[-1] == "end"


def test_a_program_that_dies_when_told_to_end_has_played():
    class Rude(First):
        def end(self):
            super().end()
            raise PlayerError("broken pipe")

    players = Rude(), Rude()
    assert play(*players).termination == "rules"
    assert players[0].calls[-1] == players[1].calls[-1] == "end"


def test_broken_rules_are_nobodys_foul():
    class Broken(TicTacToe):
        def next_state(self, state, action):
            return None if state[0] else super().next_state(state, action)

    with pytest.raises(GameError, match=r"Broken\.next_state returned nothing"):
        play(First(), First(), rules=Broken())
    with pytest.raises(GameError, match="said so"):
        play(First(), does(raises(GameError("said so"))))


def test_a_name_that_cannot_be_told_is_the_games_fault():
    class Nameless(TicTacToe):
        def action_to_text(self, state, action):
            return {}[action]

    with pytest.raises(GameError, match=r"Nameless\.action_to_text raised KeyError"):
        play(First(), First(), rules=Nameless())


def test_a_game_that_is_too_long_is_a_draw():
    record = play(First(), First(), max_plies=5)
    assert (record.termination, record.culprit) == ("max plies", None)
    assert record.returns == (0.0, 0.0)
    assert len(record.moves) == 5
    record = play(First(), First(), max_plies=5, openings=("a1 b1",))
    assert len(record.moves) == 3
    record = play(First(), First(), max_plies=7)
    assert record.termination == "rules"


def test_a_repetition_is_told_apart():
    record = play(Waits(), Waits(), rules=toys.Ring("draw", 2))
    assert (record.termination, record.returns) == ("repetition", (0.0, 0.0))


class Waits(First):
    """Leaves Ring's token where it is."""

    def choose(self, record, limit):
        return Choice(0)


def test_chance_moves_by_the_jobs_dice():
    class Rolls(First):
        """Rolls once, then holds."""

        def choose(self, record, limit):
            return Choice(1 if record.state[2] == 0 else 0)

    def rolled(job):
        record = play(Rolls(), Rolls(), rules=toys.Pig(), job=job)
        assert record.termination == "rules"
        pairs = zip(record.movers, record.seconds, strict=True)
        assert {seconds for mover, seconds in pairs if mover == CHANCE} == {0.0}
        again = Record(toys.Pig())
        for name in record.moves:
            again.play(again.game.text_to_action(again.state, name))
        assert tuple(again.returns) == record.returns
        return record.moves

    assert rolled(0) == rolled(0) != rolled(1)


def test_three_at_the_table():
    game = toys.Gather(3, 5)
    three = {"players": ("random", "greedy", "flat:simulations=1"), "game": f"{TOYS}:Gather"}

    class Takes(First):
        def __init__(self, most):
            super().__init__()
            self.most = most

        def choose(self, record, limit):
            return Choice(self.most)

    record = play(Takes(1), Takes(4), Takes(2), rules=game, **three)
    assert record.movers == (0, 1, 2, 0, 1)
    assert record.returns == tuple(game.returns(_end(game, [1, 4, 2, 1, 4])))
    record = play(Takes(1), Takes(9), Takes(2), rules=game, **three)
    assert (record.culprit, record.returns) == (1, (1.0, -1.0, 1.0))


def _end(game, actions):
    record = Record(game)
    for action in actions:
        record.play(action)
    assert record.over
    return record.state


def test_alone_a_foul_is_worse_than_anything():
    alone = {"game": f"{TOYS}:Words"}
    record = play(First(), rules=toys.Words("te"), **alone)
    assert record.returns == (1.0,)
    record = play(does(lambda: Choice("x")), **alone)
    assert (record.culprit, record.returns) == (0, (float("-inf"),))


def test_the_same_job_is_the_same_game():
    given = contest(players=("mcts:simulations=50", "mcts:simulations=20"), opening_plies=2)
    job = list(given.jobs())[3]

    def played():
        players = [make_player(given.players[number]) for number in job.seats]
        return play_job(given, "m", TicTacToe(), players, job)

    one, other = played(), played()
    assert (one.opening, one.moves, one.returns) == (other.opening, other.moves, other.returns)
    assert [each["value"] for each in one.statistics] == [
        each["value"] for each in other.statistics
    ]
