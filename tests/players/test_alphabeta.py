"""Alpha-beta against plain minimax, in both modes."""

from __future__ import annotations

import signal
import threading
import time

import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, Othello, TicTacToe
from gametree.players.backward_induction import Solver
from gametree.players.registry import make_player
from plainpython.values import arena
from toys import Endless, EndlessRace, Gather, Pig, Ring


def interpreted(cls):
    return type(cls.__name__, (cls,), {"interpreted_only": True, "name": cls.name})


class Row(gt.Game):
    """Take a number from either end of a row; an odd one earns another move.

    Returns are the sums taken, so they sum to the whole row and not to zero.
    """

    ROW = (3, 8, 1, 6, 7, 2, 5, 4, 9)
    interpreted_only = True

    def initial_state(self):
        return (0, len(self.ROW), 0, 0, 0)

    def current_player(self, state):
        return state[2]

    def legal_actions(self, state):
        return [] if state[0] == state[1] else [0, 1]

    def next_state(self, state, action):
        first, last, player, *sums = state
        number = self.ROW[last - 1 if action else first]
        sums[player] += number
        following = player if number % 2 else 1 - player
        return (first + (action == 0), last - (action == 1), following, *sums)

    def returns(self, state):
        return (float(state[3]), float(state[4]))


class RacingRing(Ring):
    """Ring with a guess that differs from place to place."""

    interpreted_only = True

    def heuristic(self, state):
        guess = ((state[0] * 5 + state[1] * 2) % 7 - 3) / 10
        return (guess, -guess)


def minimax(record, depth):
    """Return (what player 0 gets more than player 1, moves to the end), by brute force."""
    if record.over:
        returns = record.returns
        return returns[0] - returns[1], 0
    if depth == 0:
        guess = record.game.heuristic(record.state)
        return guess[0] - guess[1], 0
    sign = -1 if record.player else 1
    found = []
    for action in record.legal_actions():
        record.play(action)
        lead, distance = minimax(record, depth - 1)
        record.take_back()
        lead *= sign
        urgency = -(distance + 1) if lead > 0 else distance + 1 if lead < 0 else 0
        found.append((lead, urgency))
    lead, urgency = max(found)
    return sign * lead, abs(urgency)


def value_of_move(record, action, depth):
    record.play(action)
    found = minimax(record, depth - 1)
    record.take_back()
    return found


def choose(spec, record, limit=None, seed=1):
    player = make_player(spec)
    player.begin(record.game, record.player, seed)
    choice = player.choose(record, limit)
    player.end()
    return choice


def played(game, *actions):
    record = gt.Record(game)
    for action in actions:
        record.play(action)
    return record


def check_against_minimax(record, depth):
    choice = choose(f"alphabeta:depth={depth}", record)
    lead, urgency = minimax(record, depth)
    sign = -1 if record.player else 1
    assert value_of_move(record, choice.action, depth)[0] == pytest.approx(lead)
    return choice.statistics, sign * lead, urgency


@pytest.mark.parametrize("actions", [(0, 4), (4, 0), (0, 1, 4), (4, 0, 8, 2)])
def test_tic_tac_toe_is_played_as_by_minimax(actions):
    record = played(interpreted(TicTacToe)(), *actions)
    statistics, lead, _ = check_against_minimax(record, 9)
    assert statistics["value"] == lead / 2
    assert statistics["solved"]


def test_double_moves_and_returns_that_sum_to_a_number():
    record = gt.Record(Row())
    rng = gt.Rng(4)
    while not record.over:
        statistics, lead, _ = check_against_minimax(record, 9)
        assert statistics["value"] == (lead + sum(Row.ROW)) / 2
        actions = record.legal_actions()
        record.play(actions[rng.below(len(actions))])


def test_passes():
    game = interpreted(Othello)(size=4)
    player = make_player("alphabeta:depth=20")
    player.begin(game, 0, 1)
    choice = player.choose(gt.Record(game), None)
    assert choice.statistics["value"] == -1.0  # the second player wins
    assert choice.statistics["solved"]
    record = gt.Record(game)
    passed = False
    for text in choice.statistics["line"]:
        passed = passed or text == "pass"
        record.play(game.text_to_action(record.state, text))


@pytest.mark.parametrize("policy", ["draw", "loss", "forbidden", "own"])
@pytest.mark.parametrize("limit", [2, 3])
def test_repetitions_count_on_the_line_and_in_the_record(policy, limit):
    for actions in ((), (1,), (1, 0, -1), (-1, 1, 1, -1)):
        record = gt.Record(RacingRing(policy, limit))
        for action in actions:
            if record.over or action not in record.legal_actions():
                break
            record.play(action)
        if not record.over:
            for depth in (1, 2, 5):
                statistics, lead, _ = check_against_minimax(record, depth)
                assert statistics["value"] == pytest.approx(lead / 2, abs=1e-6)


class KeyedRing(Ring):
    """With keys of its own, some of them negative."""

    def key(self, state):
        return 2 * state[0] + state[1] - 5


def test_repetitions_compiled_as_interpreted():
    for actions in ((), (1, 0), (1, 1, 0)):
        plain = choose(
            "alphabeta:depth=7", played(interpreted(KeyedRing)("forbidden"), *actions), seed=3
        )
        native = choose("alphabeta:depth=7", played(KeyedRing("forbidden"), *actions), seed=3)
        assert native == plain


def test_the_quickest_win_and_the_slowest_loss():
    # X can win at once with c1, and with a fork as well.
    record = played(interpreted(TicTacToe)(), 0, 3, 1, 4)
    for seed in range(5):
        assert choose("alphabeta:depth=5", record, seed=seed).action == 2
    # 8 counters in one heap, at most 3 at once: lost, in four moves at best.
    game = interpreted(Nim)(heaps=(8,), take=3)
    choice = choose("alphabeta:depth=20", gt.Record(game))
    assert choice.statistics["value"] == -1.0
    assert len(choice.statistics["line"]) == minimax(gt.Record(game), 20)[1]


def test_compiled_as_interpreted():
    game = ConnectFour(6, 5)
    for actions in ((), (2, 2), (2, 1, 3)):
        spec = "alphabeta:nodes=3000"
        plain = choose(spec, played(interpreted(ConnectFour)(6, 5), *actions))
        assert choose(spec, played(game, *actions)) == plain
        assert plain.statistics["nodes"] == 3000
        assert plain.statistics["depth"] >= 4


@pytest.mark.parametrize(
    "game",
    [interpreted(ConnectFour)(4, 4, 3), interpreted(TicTacToe)()],
    ids=lambda game: game.name,
)
def test_every_move_is_as_good_as_the_solver_has_it(game):
    solver = Solver(game, 200_000)
    player = make_player("alphabeta:depth=16")
    rng = gt.Rng(8)
    kinds = set()
    for seed in range(6):
        player.begin(game, 0, seed)
        record = gt.Record(game)
        while not record.over:
            mover, actions = record.player, record.legal_actions()
            choice = player.choose(record, None)
            values, distance = solver.value(record.state)
            assert choice.statistics["value"] == values[mover]
            proof = solver.proofs(record.state, [choice.action])[0]
            assert proof.values == values
            if values[mover] != 0.0:
                assert proof.distance == distance
            kinds.add(values[mover])
            record.play(actions[rng.below(len(actions))])
    assert len(kinds) >= 2


@pytest.mark.parametrize("actions", ["35331442523230225", "12122014415024412", "03324323301110244"])
def test_compiled_it_is_solved_as_the_solver_has_it(actions):
    record = played(ConnectFour(6, 5), *map(int, actions))
    choice = choose("alphabeta:depth=30", record)
    solver = Solver(interpreted(ConnectFour)(6, 5), 200_000)
    assert choice.statistics["solved"]
    assert choice.statistics["value"] == solver.value(record.state)[0][record.player]


def test_deeper_with_a_heuristic():
    choice = choose("alphabeta:depth=6", gt.Record(interpreted(EndlessRace)()))
    assert choice.statistics["depth"] == 6
    assert "solved" not in choice.statistics
    assert len(choice.statistics["line"]) == 6
    assert choice.statistics["value"] == 0.0


def test_what_a_compiled_heuristic_makes_on_the_way_takes_no_memory(monkeypatch):
    monkeypatch.setattr(arena, "HALF", 1 << 19)  # its lists take some 500 bytes a node
    choice = choose("alphabeta:nodes=3000", gt.Record(ConnectFour(6, 5)))
    assert choice.statistics["nodes"] == 3000


def test_ties_are_broken_by_the_seed():
    record = gt.Record(interpreted(TicTacToe)())
    chosen = [choose("alphabeta:depth=1", record, seed=seed).action for seed in range(40)]
    assert len(set(chosen)) >= 6
    assert chosen[7] == choose("alphabeta:depth=1", record, seed=7).action


@pytest.mark.parametrize("game", [interpreted(Othello)(), ConnectFour(6, 5)])
def test_time_is_kept(game):
    player = make_player("alphabeta")
    player.begin(game, 0, 1)
    began = time.perf_counter()
    # Both are far from solved within it.
    choice = player.choose(gt.Record(game), gt.Limit(seconds=0.05))
    taken = time.perf_counter() - began
    assert choice.action in gt.Record(game).legal_actions()
    assert taken < 30.0  # milliseconds more than it may, but on a busy machine
    assert taken >= 0.05


def test_ctrl_c_ends_the_search():
    player = make_player("alphabeta")
    record = gt.Record(ConnectFour(6, 5))
    player.begin(record.game, 0, 1)

    def press_while_it_thinks():
        main = threading.main_thread().ident
        threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT)).start()
        player.choose(record, gt.Limit(seconds=600.0))

    with pytest.raises(KeyboardInterrupt):
        press_while_it_thinks()
    assert player.choose(record, gt.Limit(simulations=500)).statistics["nodes"] == 500


def test_with_no_time_at_all_the_move_is_legal():
    record = gt.Record(interpreted(TicTacToe)())
    choice = choose("alphabeta:nodes=1", record)
    assert choice.action in range(9)
    assert choice.statistics["depth"] == 0


def test_a_limit_of_its_own_counts_before_that_of_the_match():
    record = gt.Record(interpreted(TicTacToe)())
    match = gt.Limit(simulations=50)
    assert choose("alphabeta", record, match).statistics["nodes"] == 50
    assert choose("alphabeta:nodes=20", record, match).statistics["nodes"] == 20
    assert choose("alphabeta:depth=2", record, match).statistics["depth"] == 2
    with pytest.raises(gt.BadParameter, match="alphabeta:depth=4"):
        choose("alphabeta", record)
    with pytest.raises(gt.BadParameter, match="alphabeta:depth=4"):
        choose("alphabeta", record, gt.Limit(memory=1 << 20))
    with pytest.raises(gt.BadParameter, match="before begin"):
        make_player("alphabeta:depth=2").choose(record, None)


def test_more_moves_than_room():
    class Wide(Row):
        max_actions = 1

        def legal_actions(self, state):
            return (
                []
                if state[0] == state[1]
                else [2 * n + side for n in range(400) for side in (0, 1)]
            )

        def next_state(self, state, action):
            return Row.next_state(self, state, action % 2)

    choice = choose("alphabeta:depth=2", gt.Record(Wide()))
    assert choice.statistics["depth"] == 2
    assert choice.action in range(800)


class Unsteady(Row):
    def returns(self, state):
        return (1.0, float(state[3] % 2))


class Sly(Row):
    """Returns that sum to another number in a position that random games do not meet."""

    ROW = (2,) * 24

    def initial_state(self):
        return (*Row.initial_state(self), 0)

    def next_state(self, state, action):
        following = Row.next_state(self, state[:5], action)
        return (*following, state[5] * 2 + action)

    def legal_actions(self, state):
        return [] if state[5] >= 1 << 5 or state[0] == state[1] else [0, 1]

    def returns(self, state):
        return (1.0, 0.0) if state[0] < 19 else (1.0, 1.0)


class Changing(TicTacToe):
    states_change = True
    interpreted_only = True


class Listed(TicTacToe):
    interpreted_only = True

    def initial_state(self):
        return [0, 0]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Pig(), "games without chance; Pig has some"),
        (Gather(), "games of two players; Gather has 3 players"),
        (Gather(2), "the returns of Gather do not always sum to the same"),
        (Unsteady(), "the returns of Unsteady do not always sum to the same"),
        (Changing(), "Changing without key"),
        (Listed(), "Listed without key.state.: its states are not hashable"),
    ],
)
def test_other_games_are_refused(game, told):
    with pytest.raises(gt.BadParameter, match=told):
        make_player("alphabeta:depth=2").begin(game, 0, 1)


def test_a_sum_that_varies_is_seen_in_the_search():
    record = gt.Record(Sly())
    with pytest.raises(gt.BadParameter, match="the returns of Sly do not always sum"):
        choose("alphabeta:depth=20", record)


def test_broken_rules_are_told_as_such():
    class Broken(Row):
        def heuristic(self, state):
            return (float("nan"), 0.0)

    with pytest.raises(gt.GameError, match="Broken failed with RulesBroken"):
        choose("alphabeta:depth=2", gt.Record(Broken()))


def test_a_game_that_cannot_be_compiled_is_played_with_a_warning():
    class Texts(TicTacToe):
        def next_state(self, state, action):
            return TicTacToe.next_state(self, state, int(f"{action:x}"))

    with pytest.warns(gt.NotCompiledWarning, match="alphabeta plays interpreted"):
        choice = choose("alphabeta:depth=2", gt.Record(Texts()))
    assert choice.statistics["depth"] == 2


def test_a_game_without_an_end_is_cut_at_the_horizon():
    choice = choose("alphabeta:depth=5", gt.Record(interpreted(Endless)()))
    assert choice.statistics["value"] == 0.0
