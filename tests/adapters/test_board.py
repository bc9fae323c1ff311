"""Boards with a history, and the player that searches them."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from scripts import load

import gametree as gt
from gametree.adapters.board import MonteCarlo
from gametree.adapters.board_game import BoardGame
from gametree.adapters.boards.history import History
from gametree.games import TicTacToe
from toys import in_shares


class Squares:
    """Tic-tac-toe as a board: (nine cells of 0, 1, 2), the player to move."""

    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def start(self):
        return ((0,) * 9, 1)

    def current_player(self, state):
        return state[1]

    def next_state(self, state, play):
        cells, player = state
        return ((*cells[:play], player, *cells[play + 1 :]), 3 - player)

    def legal_plays(self, state_history):
        return [cell for cell, owner in enumerate(state_history[-1][0]) if not owner]

    def winner(self, state_history):
        cells, _ = state_history[-1]
        for a, b, c in self.lines:
            if cells[a] and cells[a] == cells[b] == cells[c]:
                return cells[a]
        return 0 if 0 in cells else -1


def ai_for(board, simulations=300, **options):
    options = {
        "time": None, "simulations": simulations, "seed": 1, "report": None, "compiled": False
    } | options  # fmt: skip
    return MonteCarlo(board, **options)


def test_a_history_is_a_sequence_that_shares_its_beginning():
    root = History("a")
    left, right = root.extended("b", 1), root.extended("c", 2)
    longer = left.extended("d", 3)
    assert list(longer) == ["a", "b", "d"]
    assert list(right) == ["a", "c"]
    assert len(longer) == 3
    assert [longer[i] for i in (-3, -2, -1, 0, 1, 2)] == ["a", "b", "d", "a", "b", "d"]
    assert longer[1:] == ["b", "d"]
    assert longer[:-1] == ["a", "b"]
    assert longer[::-2] == ["d", "a"]
    assert longer[3:] == []
    assert list(reversed(longer)) == ["d", "b", "a"]
    assert "a" in longer
    assert "c" not in longer
    assert longer.count("b") == 1
    assert longer.index("d") == 2
    assert longer.plays() == [1, 3]
    assert list(History.of("xyz")) == ["x", "y", "z"]
    assert repr(left) == "History(['a', 'b'])"
    for index in (3, -4):
        with pytest.raises(IndexError):
            longer[index]
    with pytest.raises(gt.BadParameter):
        History.of([])


def test_a_long_history_is_built_and_given_up_without_recursion():
    history = History(0)
    for number in range(1, 200_000):
        history = history.extended(number)
    assert len(history) == 200_000
    assert history[-1] == 199_999
    del history


def test_the_board_plays_the_same_game_as_the_bundled_rules():
    # Same actions in the same order, same returns: the same tree.
    reference = gt.search(
        in_shares(TicTacToe)(), simulations=500, seed=3, compiled=False, method="uct"
    )
    result = gt.search(BoardGame(Squares()), simulations=500, seed=3, compiled=False, method="uct")
    assert [each.visits for each in result.actions] == [each.visits for each in reference.actions]
    assert result.value == reference.value


def test_it_wins_at_once_and_prevents_a_loss():
    board = Squares()
    ai = ai_for(board)
    state = board.start()
    ai.update(state)
    for play in (0, 3, 1, 4):
        state = board.next_state(state, play)
        ai.update(state)
    assert ai.get_play() == 2
    state = board.next_state(state, 8)
    ai.update(state)
    assert ai.get_play() == 5


def test_two_players_draw():
    board = Squares()
    states = [board.start()]
    ais = {1: ai_for(board, 500, tie=0.5), 2: ai_for(board, 500, tie=0.5, seed=2)}
    for ai in ais.values():
        ai.update(states[0])
    while not board.winner(states):
        play = ais[board.current_player(states[-1])].get_play()
        states.append(board.next_state(states[-1], play))
        for ai in ais.values():
            ai.update(states[-1])
    assert board.winner(states) == -1
    assert ais[1].states == states
    assert ais[1].get_play() is None


def test_what_was_found_out_stays_when_a_play_is_made():
    board = Squares()
    ai = ai_for(board)
    ai.update(board.start())
    play = ai.get_play()
    state = board.next_state(board.start(), play)
    before = {key: plays for key, plays in ai.plays.items() if key == (1, state)}
    ai.update(state)
    ai.run_simulation()
    assert before == {(1, state): ai.plays[1, state]}  # no longer passed
    assert sum(each.plays for each in ai.ranking()) > 1


def test_any_state_may_follow():
    ai = ai_for(Squares())
    ai.update(Squares().start())
    ai.get_play()
    ai.update(((1, 1, 0, 2, 2, 0, 0, 0, 0), 1))
    assert ai.get_play() == 2
    assert len(ai.states) == 2


def test_a_single_play_is_returned_without_a_search(capsys):
    board = Squares()
    ai = MonteCarlo(board, time=1000, compiled=False)
    ai.update(((1, 2, 1, 1, 2, 2, 2, 1, 0), 1))
    assert ai.get_play() == 8
    assert capsys.readouterr().out == ""


def test_the_report(capsys):
    ai = MonteCarlo(Squares(), time=None, simulations=200, seed=1, compiled=False)
    ai.update(Squares().start())
    play = ai.get_play()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("200 simulations in ")
    assert lines[1].startswith(f"{play}: ")
    assert len(lines) == 11
    assert lines[-1].startswith("greatest depth: ")
    percentages = [float(line.split()[1]) for line in lines[1:-1]]
    assert percentages == sorted(percentages, reverse=True)
    _, percent, _, wins, _, plays = lines[1].replace("(", "").replace(")", "").split()
    assert float(percent) == pytest.approx(100 * float(wins) / int(plays), abs=0.01)


def test_run_simulation_runs_one():
    ai = ai_for(Squares())
    ai.update(Squares().start())
    for number in range(1, 8):
        ai.run_simulation()
        assert sum(each.plays for each in ai.ranking()) == number
        assert len(ai.plays) == number  # each adds one state


def test_what_readers_look_at():
    ai = MonteCarlo(Squares(), time=2.5, max_moves=7, C=0.9, compiled=False)
    assert (ai.C, ai.max_moves, ai.max_depth) == (0.9, 7, 0)
    assert ai.calculation_time == timedelta(seconds=2.5)
    assert (ai.wins, ai.plays, ai.states) == ({}, {}, [])
    ai.update(Squares().start())
    for _ in range(200):
        ai.run_simulation()
    assert ai.max_depth > 1
    assert all(player in (1, 2) for player, _ in ai.plays)
    assert all(0 <= ai.wins[key] <= plays for key, plays in ai.plays.items())
    # They may be written to as well.
    ai.C, ai.calculation_time = 0, timedelta(0)
    assert ai.get_play() == ai.ranking()[0].play


class Order(Squares):
    """Both players place on a line of three fields; who may not has tied."""

    lines = ()

    def start(self):
        return ((0,) * 4, 1)


def test_a_state_has_one_entry_by_whatever_way_it_is_reached():
    ai = ai_for(Order(), 500)
    ai.update(Order().start())
    ai.get_play()
    # Player 1 at 0 and 2: in either order, always with player 2 at 1.
    both = (1, ((1, 2, 1, 0), 2))
    first = [(1, ((1, 0, 0, 0), 2)), (1, ((0, 0, 1, 0), 2))]
    assert ai.plays[both] <= sum(ai.plays[key] for key in first)
    assert ai.plays[both] > 20
    assert len(ai.plays) == 4 + 12 + 12 + 6  # all states there are
    assert sum(ai.plays[1, state] for state in {s for p, s in ai.plays if sum(s[0]) == 1}) == 500


def test_a_tie_and_a_cut_off_are_plays_that_nobody_has_won():
    for board, moves in ((Order(), 100), (Squares(), 4)):
        ai = ai_for(board, 50, max_moves=moves)
        ai.update(board.start())
        ai.get_play()
        assert sum(ai.wins.values()) == 0
        assert sum(each.plays for each in ai.ranking()) == 50


def test_a_tie_may_count_half():
    ai = ai_for(Order(), 50, tie=0.5)
    ai.update(Order().start())
    ai.get_play()
    assert {each.percent for each in ai.ranking()} == {50.0}


class Forever(Squares):
    """No end: the cells are never filled, and no state comes twice."""

    longest = 0

    def start(self):
        return (0, 1)

    def next_state(self, state, play):
        return (state[0] + 1, 3 - state[1])

    def legal_plays(self, state_history):
        type(self).longest = max(self.longest, len(state_history))
        return [0]

    def winner(self, state_history):
        return 0


def test_max_moves_counts_from_the_present_the_moves_in_the_tree_included():
    ai = ai_for(Forever(), max_moves=5)
    for number in range(3):
        ai.update((number, 1))
    for _ in range(20):
        ai.run_simulation()
    assert Forever.longest == 3 + 4  # asked for the last time before the fifth move
    assert ai.max_depth == 5
    ai = ai_for(Squares(), max_moves=0)
    ai.update(Squares().start())
    ai.run_simulation()
    assert ai.plays == {}


def test_time_ends_a_simulation_that_would_not_end():
    class Wide(Forever):
        def legal_plays(self, state_history):
            return [0, 1]

    ai = MonteCarlo(Wide(), time=0.05, max_moves=10**9, report=None, compiled=False)
    ai.update((0, 1))
    assert ai.get_play() in (0, 1)
    assert ai.wins[1, (1, 2)] == 0


def test_one_player_does_not_win_by_losing():
    class Guess(Squares):
        """Nought wins; all else does not."""

        num_players = 1

        def start(self):
            return (-1, 1)

        def next_state(self, state, play):
            return (play, 1)

        def legal_plays(self, state_history):
            return [0, 1]

        def winner(self, state_history):
            return {-1: 0, 0: 1, 1: -1}[state_history[-1][0]]

    lost = History((1, 1))
    assert BoardGame(Guess()).returns(lost) == (0.0,)
    assert BoardGame(Guess(), tie=1).returns(lost) == (1.0,)
    ai = ai_for(Guess(), 20)
    ai.update(Guess().start())
    assert ai.get_play() == 0
    assert ai.wins[1, (1, 1)] == 0
    assert (
        gt.search(BoardGame(Guess()), simulations=50, seed=1, method="uct", compiled=False).action
        == 0
    )


def test_luck_in_the_rules_is_told():
    random = gt.Rng(1)

    class Dice(Squares):
        def next_state(self, state, play):
            return super().next_state(state, (play + random.below(2)) % 9)

    ai = ai_for(Dice(), 5)
    ai.update(Dice().start())
    with pytest.warns(gt.RandomRulesWarning, match=r"^Dice\.next_state gave two different states"):
        ai.get_play()
    ai.get_play()  # said once
    with pytest.warns(gt.RandomRulesWarning):
        gt.search(BoardGame(Dice()), simulations=5, method="uct")


def test_an_evaluation_stands_for_the_rest_of_a_simulation():
    def centre(game, history):
        cells = history[-1][0]
        return (float(cells[4] == 1), float(cells[4] == 2))

    ai = ai_for(Squares(), 100, evaluation=gt.Playout(max_plies=0, cutoff=centre))
    ai.update(Squares().start())
    assert ai.get_play() == 4
    assert {each.percent for each in ai.ranking()} == {0.0, 100.0}
    with pytest.raises(gt.BadParameter, match="evaluation must be"):
        MonteCarlo(Squares(), evaluation=centre)


class Greedy(gt.SelectionRule):
    def score(self, node, edge, value_range):
        return edge.mean


def test_another_rule_selects():
    plays = {}
    for rule in (None, gt.UCB1(1.4), gt.PUCT(), Greedy()):
        ai = ai_for(Squares(), 300, selection=rule)
        ai.update(Squares().start())
        ai.get_play()
        plays[type(rule).__name__] = [each.plays for each in ai.ranking()]
    assert plays["NoneType"] == plays["UCB1"]
    assert max(plays["Greedy"]) > max(plays["UCB1"])
    assert plays["PUCT"] != plays["UCB1"]
    for rule in (gt.UCB1Tuned(), gt.Widening(gt.UCB1()), gt.GRAVE()):
        with pytest.raises(gt.BadParameter, match="judges by wins and plays alone"):
            MonteCarlo(Squares(), selection=rule)
    with pytest.raises(gt.BadParameter, match="selection must be a rule"):
        MonteCarlo(Squares(), selection=1.4)


def test_the_tree_of_a_table():
    ai = ai_for(Squares())
    ai.update(Squares().start())
    play = ai.get_play()
    best = ai.ranking()[0]
    view = ai.tree(max_depth=2)
    root = view.to_dict()
    assert root == json.loads(json.dumps(root))
    assert [child["move"] for child in root["children"]] == [str(p.play) for p in ai.ranking()]
    assert root["visits"] == 300
    assert view.to_text().splitlines()[1].startswith(f"├─ {play}  ")
    assert f"  {best.wins:g}/{best.plays}" in view.to_text().splitlines()[1]
    chosen = [line for line in view.to_dot().splitlines() if "bold" in line]
    assert len(chosen) == 2  # a line of two plays
    assert f'[label=". . .\\n. X .\\n. . .\\n{best.wins:g}/{best.plays}"' in chosen[0]
    assert f'label="{play}"];' in view.to_dot()
    # A table has circles; a drawing has not.
    ai = ai_for(load("board_montecarlo").Ring(), 200)
    ai.update((0, 4, 1))
    ai.get_play()
    assert len(ai.tree(max_depth=None).to_text().splitlines()) <= 2 * len(ai.plays) + 1


def test_histories_do_what_lists_do():
    history = History.of([1, 2, 3])
    longer = history + [4]
    assert isinstance(longer, History)
    assert longer == [1, 2, 3, 4]
    assert history == [1, 2, 3]
    for copy in (history[:], history.copy()):
        copy.append(5)
        assert copy == [1, 2, 3, 5]
    assert history == History.of([1, 2, 3]) != History.of([1, 3, 2])
    assert hash(longer) == hash(History.of([1, 2, 3, 4]))
    assert {history, History.of([1, 2, 3])} == {history}
    assert history != (1, 2, 3)


def searched(game):
    searcher = gt.Searcher(game, seed=1, transpositions=True, compiled=False)
    result = searcher.run(simulations=1500)
    return result.nodes


def test_equal_states_are_one_position_where_rules_see_the_last_one_alone():
    separate = gt.search(
        BoardGame(Order()), simulations=1500, seed=1, method="uct", compiled=False
    ).nodes
    assert searched(BoardGame(Order())) < separate
    ring = BoardGame(load("board_montecarlo").Ring())
    assert ring.key([(0, 4, 1)]) != ring.key([(0, 5, 1), (0, 4, 1)])


def test_a_board_is_held_to_what_it_has_shown():
    class Sly(Squares):
        def legal_plays(self, state_history):
            plays = super().legal_plays(state_history)
            return plays if state_history[-1][0][0] != 2 else plays[: len(state_history)]

    told = r"^Sly\.legal_plays looks at states before the last one, .* history=True\) \(after the"
    with pytest.raises(gt.GameError, match=told):
        searched(BoardGame(Sly(), history=False))
    searched(BoardGame(Sly(), history=True))
    for look in (len, list, hash, lambda h: h[:], lambda h: h[-2], lambda h: 3 in h, max):

        class Looks(Squares):
            def winner(self, state_history, look=look):
                return look(state_history) is None or 0

        game = BoardGame(Looks(), history=False)
        with pytest.raises(gt.GameError, match="looks at states before"):
            game.winner(game.initial_state())


def test_perfect_plays_a_board():
    from gametree.players.backward_induction import Solver

    game = BoardGame(Squares())
    solver = Solver(game, 10_000)
    start = game.initial_state()
    assert solver.value(start)[0] == (0.5, 0.5)
    assert solver.visited == 4520  # positions that are not finished


def test_any_other_value_is_a_tie():
    class Three(Squares):
        def winner(self, state_history):
            winner = super().winner(state_history)
            return 3 if winner == -1 else winner

    full = History(((1, 2, 1, 1, 2, 2, 2, 1, 1), 2))
    assert BoardGame(Three()).returns(full) == (0.5, 0.5)
    assert BoardGame(Three(), players=3).returns(full) == (0.0, 0.0, 1.0)


def test_a_heavy_playout_sees_the_history():
    lengths = set()

    def by_length(game, history):
        lengths.add(len(history))
        return (0.5, 0.5)

    ai = ai_for(Squares(), 20, policy=gt.EpsilonGreedy(0.1, by_length))
    ai.update(Squares().start())
    ai.get_play()
    assert {3, 4, 5} <= lengths


def test_the_history_arrives_whole():
    example = load("board_montecarlo")
    seen = []

    class Watched(example.Ring):
        def legal_plays(self, state_history):
            seen.append(list(state_history))
            return super().legal_plays(state_history)

    board = Watched()
    ai = ai_for(board, 100)
    state = board.start()
    ai.update(state)
    for play in (1, 1, -1):
        state = board.next_state(state, play)
        ai.update(state)
    # Player 2 may not step back: that position was there two moves ago.
    seen.clear()
    ai.get_play()
    assert seen
    for line in seen:
        assert line[0] == board.start()
        assert line[3] == state
        assert len(set(line)) == len(line), "a position came twice"


def test_the_example_plays(capsys):
    states, winner = load("board_montecarlo").main(seconds=None, simulations=20, compiled=False)
    assert winner in (1, 2)
    assert len(set(states)) == len(states)
    out = capsys.readouterr().out
    assert "10 simulations run by hand\n" in out
    assert "greatest depth" in out
    assert out.endswith(f"player {winner} has won after {len(states) - 1} moves\n")


def test_the_example_ends_in_a_tie_after_so_many_moves(capsys, monkeypatch):
    example = load("board_montecarlo")
    monkeypatch.setattr(example, "MOST_MOVES", 2)
    states, winner = example.main(seconds=None, simulations=5, compiled=False)
    assert (len(states), winner) == (3, -1)
    assert capsys.readouterr().out.endswith("a tie after 2 moves\n")


def test_the_heavy_playouts_of_the_example():
    example = load("board_montecarlo")
    game = BoardGame(example.Ring())
    start = game.initial_state()
    assert example.room(game, start) == (0.5, 0.5)
    beside = History((0, 1, 1))  # player 1 has one step, away from the other king
    assert game.legal_actions(beside) == [-1]
    assert example.room(game, beside) == (0.25, 0.75)
    assert example.room(game, History((0, 1, 2))) == (0.75, 0.25)


class Raises(Squares):
    def next_state(self, state, play):
        if play == 4:
            raise ValueError("not the centre")
        return super().next_state(state, play)


class Forgets(Squares):
    def next_state(self, state, play):
        pass


class WrongPlayer(Squares):
    def current_player(self, state):
        return state[1] - 1


class NoPlays(Squares):
    def legal_plays(self, state_history):
        pass


class NoWinner(Squares):
    def winner(self, state_history):
        pass


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (
            Raises,
            r"^Raises\.next_state raised ValueError: not the centre \(.*\(after the .*4\)$",
        ),
        (
            Forgets,
            r"^Forgets\.next_state returned nothing; the next state was expected \(.*\(after",
        ),
        (WrongPlayer, r"^WrongPlayer\.current_player returned 0; a player from 1 to 2 was"),
        (NoPlays, r"^NoPlays\.legal_plays returned nothing; a list of plays was expected"),
        (NoWinner, r"^NoWinner\.winner returned nothing; 0, the number of a player or"),
    ],
)
def test_a_fault_bears_the_name_of_the_method(board, sentence):
    ai = ai_for(board())
    ai.update(board().start())
    with pytest.raises(gt.GameError, match=sentence):
        ai.get_play()


@pytest.mark.parametrize(
    "options",
    [
        {"time": 0},
        {"time": "0"},
        {"time": "soon"},
        {"max_moves": "2.5"},
        {"max_actions": "-1"},
        {"C": "nan"},
        {"report": "paper"},
        {"time": None},
        {"max_moves": -1},
        {"C": -1},
        {"C": "much"},
        {"players": 0},
        {"tie": 2},
        {"seed": -1},
        {"report": 3},
        {"policy": 3},
    ],
)
def test_bad_parameters_are_named(options):
    with pytest.raises(gt.BadParameter):
        MonteCarlo(Squares(), **options)


def test_what_is_no_board_is_refused():
    with pytest.raises(gt.BadParameter, match="lacks current_player, next_state, legal_plays"):
        MonteCarlo(type("Half", (), {"start": lambda self: 0})())
    with pytest.raises(gt.BadParameter, match=r"call update\(board\.start\(\)\) first"):
        MonteCarlo(Squares()).get_play()
    with pytest.raises(gt.BadParameter, match="state must be a state of the board, not None"):
        MonteCarlo(Squares()).update(None)
    for state in ([0, 1], object(), {}):
        with pytest.raises(gt.BadParameter, match="state must be a value that can be hashed"):
            MonteCarlo(Squares()).update(state)
