"""Boards with a history, and the player that searches them."""

from __future__ import annotations

import pytest
from scripts import load

import gametree as gt
from gametree.adapters.board import BoardGame, History, MonteCarlo
from gametree.games import TicTacToe


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
    options = {"time": None, "simulations": simulations, "seed": 1, "report": None} | options
    return MonteCarlo(board, **options)


def test_a_history_is_a_sequence_that_shares_its_beginning():
    root = History("a")
    left, right = root.extended("b", 1), root.extended("c", 2)
    longer = left.extended("d", 3)
    assert list(longer) == ["a", "b", "d"]
    assert list(right) == ["a", "c"]
    assert len(longer) == 3
    assert [longer[i] for i in (-3, -2, -1, 0, 1, 2)] == ["a", "b", "d", "a", "b", "d"]
    assert longer[1:] == ("b", "d")
    assert longer[:-1] == ("a", "b")
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
    # Same actions in the same order, same returns up to scale: the same tree.
    reference = gt.search(TicTacToe(), simulations=500, seed=3, compiled=False)
    result = gt.search(BoardGame(Squares()), simulations=500, seed=3, compiled=False)
    assert [each.visits for each in result.actions] == [each.visits for each in reference.actions]
    assert result.value[0] == pytest.approx((1 + reference.value[0]) / 2)


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
    ais = {1: ai_for(board, 800), 2: ai_for(board, 800, seed=2)}
    for ai in ais.values():
        ai.update(states[0])
    while not board.winner(states):
        play = ais[board.current_player(states[-1])].get_play()
        states.append(board.next_state(states[-1], play))
        for ai in ais.values():
            ai.update(states[-1])
    assert board.winner(states) == -1
    assert ais[1].states == tuple(states)
    assert ais[1].get_play() is None


def test_what_was_found_out_stays_when_a_play_is_made():
    board = Squares()
    ai = ai_for(board)
    ai.update(board.start())
    play = ai.get_play()
    before = next(each for each in ai.result().actions if each.action == play)
    ai.update(board.next_state(board.start(), play))
    assert 0 < ai.result().simulations <= before.visits


def test_a_state_that_no_play_leads_to_starts_anew():
    ai = ai_for(Squares())
    ai.update(Squares().start())
    ai.get_play()
    ai.update(((1, 1, 0, 2, 2, 0, 0, 0, 0), 1))
    assert ai.get_play() == 2
    assert len(ai.states) == 2


def test_a_single_play_is_returned_without_a_search(capsys):
    board = Squares()
    ai = MonteCarlo(board, time=1000)
    ai.update(((1, 2, 1, 1, 2, 2, 2, 1, 0), 1))
    assert ai.get_play() == 8
    assert capsys.readouterr().out == ""


def test_the_report(capsys):
    ai = MonteCarlo(Squares(), time=None, simulations=200, seed=1)
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
    for _ in range(7):
        ai.run_simulation()
    assert ai.result().simulations == 7


def test_time_ends_the_search():
    ai = MonteCarlo(Squares(), time=0.05, report=None)
    ai.update(Squares().start())
    ai.get_play()
    assert ai.result().stopped_by == "seconds"


class Forever(Squares):
    """No end: the cells are never filled."""

    def next_state(self, state, play):
        return (state[0], 3 - state[1])


def test_max_moves_makes_a_playout_a_tie():
    ai = ai_for(Forever(), max_moves=5, simulations=50)
    ai.update(Forever().start())
    ai.get_play()
    assert ai.result().value == (0.5, 0.5)


def test_a_tie_may_count_as_no_win():
    ai = ai_for(Forever(), max_moves=5, simulations=20, tie=0)
    ai.update(Forever().start())
    ai.get_play()
    assert ai.result().value == (0.0, 0.0)


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
    states, winner = load("board_montecarlo").main(seconds=None, simulations=20)
    assert winner in (1, 2)
    assert len(set(states)) == len(states)
    out = capsys.readouterr().out
    assert "player 1 to move: 10 simulations\n" in out  # run one by one
    assert "greatest depth" in out
    assert out.endswith(f"player {winner} has won after {len(states) - 1} moves\n")


def test_the_example_ends_in_a_tie_after_so_many_moves(capsys, monkeypatch):
    example = load("board_montecarlo")
    monkeypatch.setattr(example, "MOST_MOVES", 2)
    states, winner = example.main(seconds=None, simulations=5)
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
        (Forgets, r"^Forgets\.next_state returned nothing; the next state was expected \(after"),
        (WrongPlayer, r"^WrongPlayer\.current_player returned 0; a player from 1 to 2 was"),
        (NoPlays, r"^NoPlays\.legal_plays returned None; a list of plays was expected"),
        (NoWinner, r"^NoWinner\.winner returned nothing; 0, a player or another value"),
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
        {"time": "1"},
        {"time": None},
        {"max_moves": -1},
        {"C": -1},
        {"C": "much"},
        {"players": 0},
        {"tie": 2},
        {"seed": -1},
        {"report": 3},
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
