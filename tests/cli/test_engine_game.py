from __future__ import annotations

import signal

import pytest

import gametree as gt
from gametree import games
from gametree.cli.engine_game import EngineGame
from gametree.cli.options.seats import seats
from gametree.cli.text.boards import board_text, player_name
from gametree.cli.text.outcome import outcome_text
from gametree.limits import Limit
from gametree.players.searching import Mcts
from gametree.record import moves_to_text, split_moves


@pytest.fixture
def played():
    return EngineGame(games.load("tic_tac_toe"), seed=1)


def test_moves_are_played_by_their_names(played):
    played.play_all("b2  A1\nc3")
    assert played.moves == ["b2", "a1", "c3"]
    assert played.player == 1
    assert len(played.record.positions) == 4
    assert played.previous == played.record.positions[2]
    assert not played.finished


def test_an_illegal_move_in_a_list_is_named(played):
    with pytest.raises(gt.IllegalMove, match=r"^move 3, 'b2', cannot be played: 'b2' is no legal"):
        played.play_all("b2 a1 b2 c3")
    assert played.moves == ["b2", "a1"]


def test_moves_after_the_end_are_named(played):
    with pytest.raises(gt.IllegalMove, match=r"^move 6, 'c3', cannot be played: the game is over"):
        played.play_all("a1 a2 b1 b2 c1 c3")
    assert played.finished
    assert played.returns == [1.0, -1.0]


def test_moves_with_spaces_are_separated_by_semicolons():
    assert moves_to_text(["1", "2"]) == "1 2"
    assert moves_to_text(["go up", "stay"]) == "go up; stay;"
    assert moves_to_text(["go up"]) == "go up;"
    assert moves_to_text([]) == ""


@pytest.mark.parametrize(
    "names",
    [
        ["(4, 4)", "(3, 3)"],
        ["e4", "f(1, [2, 3])", "{a b}"],
        ["open (", "close )"],
        [")", "("],
        ["(", "a"],
    ],
)
def test_moves_in_brackets_may_hold_spaces(names):
    assert split_moves(moves_to_text(names)) == names


def test_tuples_are_read_without_semicolons():
    assert split_moves("(4, 4) (3,3)  5") == ["(4, 4)", "(3,3)", "5"]
    assert split_moves("(4 4") == ["(4", "4"]  # no brackets, then
    assert moves_to_text(["(4, 4)", "(3, 3)"]) == "(4, 4) (3, 3)"


class Cells(gt.Game):
    """Moves are tuples."""

    def initial_state(self):
        return ()

    def current_player(self, state):
        return len(state) % 2

    def legal_actions(self, state):
        return [
            (row, column) for row in range(3) for column in range(3) if (row, column) not in state
        ]

    def next_state(self, state, action):
        return (*state, action)

    def returns(self, state):
        return (0.0, 0.0)


def test_moves_that_are_tuples_are_typed_as_people_type_them():
    played = EngineGame(Cells())
    played.play_all("(1,1) (0, 2) ( 2 ,0 )")
    assert played.moves == ["(1, 1)", "(0, 2)", "(2, 0)"]
    with pytest.raises(gt.IllegalMove, match="is no legal move"):
        played.named("(1,1)")
    with pytest.raises(gt.IllegalMove, match="is no legal move"):
        played.named("(,)")


def test_taking_back_goes_to_the_last_turn_of_the_player(played):
    played.play_all("b2 a1 c3 a2")
    assert played.take_back({0}) == 2
    assert played.moves == ["b2", "a1"]
    assert played.take_back({1}) == 1
    assert played.take_back({1}) == 0
    assert played.moves == ["b2"]
    assert played.take_back({0, 1}) == 1
    assert played.take_back({0, 1}) == 0
    assert played.state == played.game.initial_state()


def test_the_engine_follows_the_moves(played):
    assert not played.ready
    first = played.think(Limit(simulations=500))
    assert played.ready
    played.play(first.action)
    second = played.think(Limit(simulations=100))
    assert second.new_simulations == 100
    assert second.simulations > 100
    assert second.state == played.state
    played.take_back({0})
    assert played.think(Limit(simulations=100)).simulations == 100


def test_the_engine_proves(played):
    played.play_all("a1 b2 a2 c3")
    result = played.think(Limit(simulations=500))
    assert played.name_of(result.action) == "a3"
    assert result.proof.plies == 1


def test_after_a_second_ctrl_c_the_engine_begins_anew(played, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    played.get_ready()
    with monkeypatch.context() as patched:
        patched.setattr("gametree.mcts.searcher.Searcher.run", interrupted)
        with pytest.raises(KeyboardInterrupt):
            played.think(Limit(simulations=100))
    assert not played.ready
    assert played.think(Limit(simulations=100)).simulations == 100


@pytest.mark.parametrize("wholly", [False, True])
def test_what_later_moves_need_is_compiled_when_the_first_one_is_found(played, monkeypatch, wholly):
    done = []
    begin, run = Mcts.begin_in_parts, gt.Searcher.run

    def begun(player, *arguments):
        begin(player, *arguments)
        return lambda: done.append("rest compiled")

    def searched(*arguments, **named):
        done.append("searched")
        return run(*arguments, **named)

    monkeypatch.setattr(Mcts, "begin_in_parts", begun)
    monkeypatch.setattr(gt.Searcher, "run", searched)
    played.get_ready(wholly=wholly)
    for _ in range(2):
        played.play(played.think(Limit(simulations=10)).action)
    assert done.index("rest compiled") == (0 if wholly else 1)
    assert done.count("searched") == 2


def test_text_that_confuses_the_rules_is_an_illegal_move():
    class Strict(type(games.load("nim"))):
        def text_to_action(self, state, text):
            return int(text)

    played = EngineGame(Strict())
    for text in ("x", "999", "-1", ""):
        with pytest.raises(gt.IllegalMove, match=f"'{text}' is no legal move here"):
            played.named(text)
    assert played.named("0") == 0


class Interrupting(gt.Game):
    """A game in which someone presses Ctrl-C in the fiftieth simulation."""

    interpreted_only = True
    calls = 0

    def initial_state(self):
        return ()

    def current_player(self, state):
        return len(state) % 2

    def legal_actions(self, state):
        return "xy" if len(state) < 4 else ""

    def next_state(self, state, action):
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            Interrupting.calls += 1
            if Interrupting.calls == 20:
                signal.raise_signal(signal.SIGINT)
        return (*state, action)

    def returns(self, state):
        return (state.count("x") - 2.0, 2.0 - state.count("x"))


def test_ctrl_c_ends_the_thinking_only():
    played = EngineGame(Interrupting(), seed=1)
    result = played.think(Limit(simulations=10_000))
    assert result.stopped_by == "interrupt"
    assert 0 < result.simulations < 200
    played.play(result.action)
    assert played.think(Limit(simulations=10)).new_simulations == 10


@pytest.mark.parametrize(
    ("text", "players", "people"),
    [
        ("first", 2, {0}),
        ("Second", 2, {1}),
        ("none", 2, set()),
        ("both", 2, {0, 1}),
        ("both", 3, {0, 1, 2}),
        ("1, 3", 3, {0, 2}),
        ("first", 1, {0}),
    ],
)
def test_seats(text, players, people):
    assert seats(text, players) == people


@pytest.mark.parametrize(
    ("text", "players"), [("second", 1), ("0", 2), ("3", 2), ("", 2), ("1;2", 2)]
)
def test_seats_that_are_not_there(text, players):
    with pytest.raises(gt.BadParameter):
        seats(text, players)


def test_boards_show_players_in_two_colours_and_the_last_move_reversed(played):
    played.play_all("b2 a1")
    red, blue, end = "\x1b[31m\x1b[1m", "\x1b[94m\x1b[1m\x1b[7m", "\x1b[0m"
    assert board_text(played.game, played.state, played.previous).splitlines() == [
        "  a b c",
        f"1 {blue}O{end} . .",
        f"2 . {red}X{end} .",
        "3 . . .",
    ]


def test_discs_turned_over_are_not_the_last_move():
    played = EngineGame(games.load("othello"))
    played.play_all("d3")
    reversed_pieces = board_text(played.game, played.state, played.previous).count("\x1b[7m")
    assert reversed_pieces == 1


def test_kings_have_the_colour_of_their_player():
    game = games.load("checkers", fen="B:W32:BK10,3")
    red, blue, end = "\x1b[31m\x1b[1m", "\x1b[94m\x1b[1m", "\x1b[0m"
    lines = board_text(game, game.initial_state()).splitlines()
    assert lines[0].endswith(f".   .   {red}b{end}   .")
    assert lines[2].endswith(f".   {red}B{end}   .   .")
    assert lines[7].endswith(f".   .   .   {blue}w{end}")
    assert lines[8] == "player 1 to move"


def test_a_game_without_pieces_has_no_colour():
    nim = games.load("nim")
    assert "\x1b" not in board_text(nim, nim.initial_state())
    assert player_name(nim, 1) == "player 2"
    assert player_name(games.load("othello"), 1) == "player 2 (O)"


@pytest.mark.parametrize(
    ("returns", "told"),
    [
        ([1.0, -1.0], "player 1 wins"),
        ([0.0, 0.0], "a draw"),
        ([-12.0, 12.0], "player 2 wins: -12 to 12"),
        ([0.5, 0.5], "a draw: 0.5 to 0.5"),
        ([1.0, 3.5, 3.5], "player 2 and player 3 share the win: 1 to 3.5 to 3.5"),
        ([7.25], "the game is over: 7.25"),
    ],
)
def test_outcomes(returns, told):
    assert outcome_text(games.load("nim"), returns) == told
