"""State objects as games: what is found, what is told by random games, and what is refused."""

from __future__ import annotations

import pickle

import pytest
from compiled_rules import assert_rules_play_alike
from state_objects import (
    Aliased,
    CamelTicTacToe,
    ClonedTicTacToe,
    HalfReturned,
    HeapRules,
    JustMovedTicTacToe,
    Lucky,
    Misere,
    NeverEqual,
    Open,
    Pile,
    Put,
    Puzzle,
    Race,
    ReturnedTicTacToe,
    Shuffled,
    ThreePiles,
    WinnerTicTacToe,
    owner_of_row,
    with_method,
)

import gametree as gt
from gametree.adapters.states import StateGame
from gametree.adapters.values.moves import Move
from gametree.games import TicTacToe
from toys import OneHeap, in_shares

UNDERSTOOD = {
    ClonedTicTacToe: (
        "legal moves by GetMoves; played by DoMove, which changes the state; over when there are "
        "none; who has just moved by playerJustMoved (1, 2); result by GetResult, asked for each "
        "player; copied by its method Clone"
    ),
    ReturnedTicTacToe: (
        "legal moves by get_legal_actions; played by move, which returns the next state; over by "
        "is_game_over; whose turn it is by next_to_move (1, -1); result by game_result, from the "
        "view of player 1 (in random games the player who moved last always won; if the last "
        "move loses by the rules, give perspective=); copied by nothing, as moves return new states"
    ),
    CamelTicTacToe: (
        "legal moves by getPossibleActions; played by takeAction, which returns the next state; "
        "over by isTerminal; whose turn it is by getCurrentPlayer ('X', 'O'); result by getReward, "
        "from the view of the player whose turn it is at the end (in random games the "
        "player who moved last always won; if the last move loses by the rules, give "
        "perspective=); copied by "
        "nothing, as moves return new states"
    ),
    WinnerTicTacToe: (
        "legal moves by legal_moves; played by make_move, which changes the state; over by winner; "
        "whose turn it is by current_player ('X', 'O'); won by winner; copied by copy.deepcopy"
    ),
}


@pytest.mark.parametrize("rules", UNDERSTOOD)
def test_what_is_understood(rules):
    assert StateGame(rules).understood == UNDERSTOOD[rules]


def cell_of(action):
    """Return the number of the cell that a move of any of the styles names."""
    action = action.move if isinstance(action, Move) else action
    if isinstance(action, Put):
        return action.cell
    if isinstance(action, tuple):
        return 3 * action[0] + action[1]
    return action[0] if isinstance(action, list) else action


@pytest.mark.parametrize("rules", [*UNDERSTOOD, JustMovedTicTacToe])
def test_the_tree_is_that_of_our_own_rules(rules):
    game = StateGame(rules)
    found = gt.search(game, simulations=300, seed=5, compiled=False, method="uct")
    same = in_shares(TicTacToe) if rules is ClonedTicTacToe else TicTacToe  # which counts wins
    ours = gt.search(same(), simulations=300, seed=5, compiled=False, method="uct")
    assert [(cell_of(each.action), each.visits) for each in found.actions] == [
        (each.action, each.visits) for each in ours.actions
    ]


# Each way of playing, copying, telling whose turn it is and who has won that no style of
# test_styles.py has; the search itself is compared in test_alpha_zero.py.
COMPILED = [
    (ClonedTicTacToe, {}),
    (ReturnedTicTacToe, {}),
    (CamelTicTacToe, {}),
    (Pile, {"players": 2, "perspective": "just_moved"}),
    (ThreePiles, {}),
]


@pytest.mark.parametrize(("rules", "keywords"), COMPILED)
def test_the_rules_compile_and_play_alike(rules, keywords):
    assert_rules_play_alike(StateGame(rules, **keywords))


def test_rules_that_do_not_compile_run_interpreted_and_the_reason_is_told():
    with pytest.warns(gt.NotCompiledWarning, match=r"test_states.py|state_objects.py"):
        searcher = gt.Searcher(StateGame(JustMovedTicTacToe), seed=1, method="uct")
    assert not searcher.compiled


def test_what_needs_checks_is_never_compiled():
    game = StateGame(Shuffled)
    assert game.interpreted_only
    assert "interpreted alone, as moves come in another order each time; let" in game.understood
    assert not gt.Searcher(game, seed=1, method="uct").compiled


def test_a_game_can_be_sent_to_another_process():
    game = pickle.loads(pickle.dumps(StateGame(WinnerTicTacToe)))
    assert game.returns(game.position([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)])) == (1.0, -1.0)


def test_rules_whose_methods_take_a_state():
    game = StateGame(HeapRules())
    assert "played by result" in game.understood
    assert "result by utility, asked for each player" in game.understood
    found = gt.search(game, simulations=300, seed=2, compiled=False, method="uct")
    assert found.action == 2
    assert (
        found.value
        == gt.search(OneHeap(10), simulations=300, seed=2, compiled=False, method="uct").value
    )


def test_several_workers():
    for rules in (ReturnedTicTacToe, Open, HeapRules()):
        game = StateGame(rules)
        result = gt.search(game, simulations=60, workers=2, seed=1, compiled=False, method="uct")
        assert result.simulations == 60


def test_three_players():
    game = StateGame(ThreePiles())
    assert game.players == 3
    state = game.position([2, 2, 2, 1])
    assert game.returns(state) == (1.0, 0.0, 0.0)
    assert "result by result, a number for each player" in game.understood


def test_players_who_take_turns_untold():
    with pytest.raises(gt.BadParameter, match="nothing in Pile tells whose turn it is: give"):
        StateGame(Pile(10))
    game = StateGame(Pile(10), players=2, perspective="just_moved")
    assert "2 players take turns" in game.understood
    assert gt.search(game, simulations=500, seed=1, compiled=False, method="uct").action == 2
    with pytest.raises(gt.BadParameter, match="random games do not tell whose view"):
        StateGame(with_method(Pile, reward=lambda state: 0), players=2)


def test_a_puzzle_for_one():
    game = StateGame(Puzzle(), players=1)
    assert gt.search(
        game, simulations=200, seed=1, compiled=False, method="uct"
    ).principal_variation == (("walk",) * 5)


def test_moves_without_eq_can_be_played_and_named():
    game = StateGame(ReturnedTicTacToe())
    searcher = gt.Searcher(game, seed=1, compiled=False, method="uct")
    best = searcher.run(simulations=50).action
    assert isinstance(best.move, Put)
    assert str(best) == f"Put(cell={best.move.cell}, mark=1)"
    searcher.advance(best)
    assert game.own_state(searcher.state).cells[best.move.cell] == 1
    other = game.legal_actions(searcher.state)[0]
    assert other == Move(Put(other.move.cell, -1))
    assert other != Move(Put(other.move.cell, 1))
    assert game.text_to_action(searcher.state, f"put(cell={other.move.cell}, mark=-1)") == other


def test_a_state_of_the_users_can_be_searched():
    mine = WinnerTicTacToe()
    for square in [(0, 0), (1, 1), (0, 1), (2, 2)]:
        mine.make_move(square)
    game = StateGame(WinnerTicTacToe)
    result = gt.search(game, mine, simulations=200, seed=1, compiled=False, method="uct")
    assert result.action == (0, 2)
    assert mine.board[0] == ["X", "X", "."]
    assert game.state_to_text(game.taken_state(mine)) == "X X .\n. O .\n. . O"
    with pytest.raises(gt.BadParameter, match="state must be a WinnerTicTacToe, or a position"):
        gt.search(game, ClonedTicTacToe(), simulations=1, compiled=False, method="uct")


@pytest.mark.parametrize("rules", [Aliased, HalfReturned])
def test_states_that_share_a_board_are_copied_rightly(rules):
    game = StateGame(rules)
    assert game.copied_by == "copy.deepcopy"
    assert "is wrong: moves of a copy change the original" in game.copied_because
    ours = gt.search(TicTacToe(), simulations=100, seed=5, compiled=False, method="uct")
    found = gt.search(game, simulations=100, seed=5, compiled=False, method="uct")
    assert [each.visits for each in found.actions] == [each.visits for each in ours.actions]


def test_moves_that_come_shuffled_are_put_in_order():
    trees = []
    for _ in range(2):
        found = gt.search(
            StateGame(Shuffled), simulations=200, seed=5, compiled=False, method="uct"
        )
        trees.append([(cell_of(each.action), each.visits) for each in found.actions])
    assert trees[0] == trees[1]


def test_moves_that_are_not_equal_to_themselves():
    rules = with_method(
        ReturnedTicTacToe,
        get_legal_actions=lambda self: [
            NeverEqual(cell, self.next_to_move) for cell in range(9) if not self.cells[cell]
        ],
    )
    searcher = gt.Searcher(StateGame(rules), seed=1, compiled=False, method="uct")
    searcher.advance(searcher.run(simulations=30).action)
    assert searcher.state.cells.count(0) == 8


def test_a_winner_tells_the_end_where_nothing_else_does():
    game = StateGame(Open)
    assert "over by getWinner" in game.understood
    end = game.position([0, 3, 1, 4, 2])
    assert game.is_terminal(end)
    assert game.returns(end) == (1.0, -1.0)


def test_whoever_is_ahead_has_not_won_yet():
    game = StateGame(Race)
    assert "over when there are none" in game.understood
    assert not game.is_terminal(game.position([3, 1]))
    assert game.returns(game.position([3, 1, 1, 1, 1, 3])) == (0.0, 0.0)


def test_whoever_moves_last_may_lose():
    told = "by player, never wins: give just_moved='player' if it tells who has just moved, player="
    with pytest.raises(gt.BadParameter, match=told):
        StateGame(Misere)
    game = StateGame(Misere, player="player")
    assert "over by is_running" in game.understood
    assert "from the view of player 1 (in random games the player who moved last always" in (
        game.understood
    )
    assert gt.search(game, simulations=500, seed=1, compiled=False, method="uct").action == 2


def test_a_player_who_has_just_moved_by_another_name():
    rules = with_method(Open, __init__=lambda self: vars(self).update(player=2, cells=[0] * 9))
    rules.do_move = lambda self, move: (
        vars(self).update(player=3 - self.player),
        self.cells.__setitem__(move, self.player),
    )
    with pytest.raises(gt.BadParameter, match="whoever moves last, by player, never wins"):
        StateGame(rules)
    game = StateGame(rules, just_moved="player")
    assert game.returns(game.position([0, 3, 1, 4, 2])) == (1.0, -1.0)
    assert (
        gt.search(
            game, game.position([0, 3, 1, 4]), simulations=90, seed=1, compiled=False, method="uct"
        ).action
        == 2
    )


def test_equal_positions_are_one():
    plain = gt.Searcher(StateGame(ReturnedTicTacToe), seed=1, compiled=False, method="uct")
    merged = gt.Searcher(StateGame(ReturnedTicTacToe), seed=1, compiled=False, transpositions=True)
    counts = [each.run(simulations=400).nodes for each in (plain, merged)]
    assert counts[1] < counts[0]


@pytest.mark.parametrize(
    ("rules", "keywords"),
    [
        (with_method(ReturnedTicTacToe, get_legal_actions=None), {"moves": lambda s: [
            Put(cell, s.next_to_move) for cell in range(9) if not s.cells[cell]]}),
        (with_method(ReturnedTicTacToe, game_result=None), {"result": lambda s: (
            ReturnedTicTacToe(s.cells).game_result), "over": lambda s: (
            ReturnedTicTacToe(s.cells).is_game_over())}),
        (ReturnedTicTacToe, {"perspective": "first", "players": (1, -1), "player": "next_to_move"}),
    ],
)  # fmt: skip
def test_what_is_given_is_taken(rules, keywords):
    if "moves" in keywords:
        with pytest.raises(gt.BadParameter, match="cannot be understood as a state object"):
            StateGame(rules)
    game = StateGame(rules, **keywords)
    found = gt.search(game, simulations=100, seed=5, compiled=False, method="uct")
    ours = gt.search(TicTacToe(), simulations=100, seed=5, compiled=False, method="uct")
    assert [each.visits for each in found.actions] == [each.visits for each in ours.actions]


def undecided(state):
    """A result that has nothing to do with who moved last."""
    return 1 if sum(state.cells[:3]) > 0 else -1


@pytest.mark.parametrize(
    ("rules", "keywords", "told"),
    [
        (object, {}, r"object cannot be understood as a state object: it has nothing for moves "
         r"\(such as legal_moves.*\), play \(such as .*\), result \(such as"),
        (with_method(ReturnedTicTacToe, move=None), {}, r"nothing for play \(.*found were "
         r"get_legal_actions, game_result, is_game_over, next_to_move; what is missing can be"),
        (with_method(ReturnedTicTacToe, game_result=property(undecided)), {
            "over": lambda s: 0 not in s.cells}, "random games do not tell whose view "
         r"ReturnedTicTacToe.game_result gives its numbers from; say perspective='first'"),
        (ReturnedTicTacToe, {"moves": "legal"}, "moves='legal': ReturnedTicTacToe has no such"),
        (ReturnedTicTacToe, {"moves": 3}, "moves must be the name of a method or attribute"),
        (ReturnedTicTacToe, {"play": lambda: 0}, "play must be a function of a state and a move"),
        (ReturnedTicTacToe, {"perspective": "mine"}, "perspective must be None or one of"),
        (ReturnedTicTacToe, {"players": 9}, "players must be how many there are, 1 to 8"),
        (ReturnedTicTacToe, {"players": ()}, "players must be how many there are, 1 to 8"),
        (ReturnedTicTacToe, {"players": 3}, "players=3, but in random games ReturnedTicTacToe."
         "next_to_move gave 2 only"),
        (ReturnedTicTacToe, {"players": (1, 2)}, "gave -1, which is none of players="),
        (ReturnedTicTacToe, {"player": lambda s: s.cells}, r"player= gave \d+ different values"),
        (ReturnedTicTacToe, {"player": lambda s: "me"}, "always gave 'me': if there is one player"),
        (ReturnedTicTacToe, {"copying": 3}, "copying must be"),
        (WinnerTicTacToe, {"perspective": "first"}, "perspective= has no use"),
        (WinnerTicTacToe, {"winner": lambda s: "nobody knows"}, "gave 'nobody knows', which is "
         "none of the players"),
    ],
)  # fmt: skip
def test_what_is_refused(rules, keywords, told):
    with pytest.raises(gt.BadParameter, match=told):
        StateGame(rules, **keywords)


class Numbered:
    """Players are 1 and 2; the result is the number of who has won, or 3 for a draw."""

    def __init__(self):
        self.cells = [0] * 9
        self.to_play = 1

    def get_legal_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def move(self, cell):
        self.cells[cell] = self.to_play
        self.to_play = 3 - self.to_play

    def get_outcome(self):
        owner = owner_of_row(self.cells, 0)
        if owner is not None:
            return owner
        return 0 if 0 in self.cells else 3

    def game_over(self):
        return self.get_outcome() != 0


def test_a_result_may_be_the_number_of_who_has_won():
    game = StateGame(Numbered)
    assert "won by get_outcome" in game.understood
    ends = {}
    for moves in ((0, 3, 1, 4, 2), (0, 3, 1, 4, 8, 5), (0, 1, 2, 4, 3, 5, 7, 6, 8)):
        state = game.initial_state()
        for cell in moves:
            state = game.next_state(state, cell)
        assert game.is_terminal(state)
        ends[len(moves)] = game.returns(state)
    assert ends == {5: (1.0, -1.0), 6: (-1.0, 1.0), 9: (0.0, 0.0)}
    assert_rules_play_alike(game)


class NamedWinner(WinnerTicTacToe):
    """Changed in place; there are moves after the end, and what tells of it tells who has won."""

    @property
    def legal_moves(self):
        return [(r, c) for r in range(3) for c in range(3) if self.board[r][c] == "."]

    def is_game_over(self):
        return self.winner or not self.legal_moves


class RefusesToGoOn(NamedWinner):
    """The same; nothing tells that it is over but that there is a winner."""

    is_game_over = None

    def make_move(self, square):
        assert self.winner is None, "the game is over"
        super().make_move(square)


@pytest.mark.parametrize("rules", [NamedWinner, RefusesToGoOn])
def test_what_tells_the_winner_may_tell_that_it_is_over(rules):
    game = StateGame(rules)
    told = "is_game_over" if rules is NamedWinner else "winner"
    assert f"over by {told};" in game.understood
    state = game.initial_state()
    for square in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
        assert not game.is_terminal(state)
        state = game.next_state(game.copy(state), square)
    assert game.is_terminal(state)
    assert game.returns(state) == (1.0, -1.0)


def test_what_tells_the_winner_or_that_the_board_is_full_compiles():
    class Named(NamedWinner):
        def is_game_over(self):
            return self.get_winner() or len(self.legal_moves) == 0

        def get_winner(self):
            cells = [cell for row in self.board for cell in row]
            for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 4, 8), (2, 4, 6)):
                if cells[a] != "." and cells[a] == cells[b] == cells[c]:
                    return cells[a]
            return None

        winner = property(get_winner)

    assert_rules_play_alike(StateGame(Named))


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (with_method(ReturnedTicTacToe, move=lambda s, a: None),
         r"move returned None and left the state as it was, played Put\(.*\); the"),
        (with_method(ReturnedTicTacToe, is_game_over=lambda s: "yes"),
         "is_game_over gave 'yes'; True or False was expected"),
        (with_method(ReturnedTicTacToe, get_legal_actions=lambda s: 3), "a list of moves was"),
        (with_method(CamelTicTacToe, getPossibleActions=lambda s: [1, 1, 2]),
         "lists the move 1 twice; if it gives a mask, give moves="),
        (with_method(ReturnedTicTacToe, get_legal_actions=lambda s: 1 // 0),
         r"get_legal_actions raised ZeroDivisionError: .* \(test_states.py, line"),
        (Lucky, r"Lucky\.DoMove draws luck in DoMove \(state_objects\.py, .*chance='DoMove'"),
    ],
)  # fmt: skip
def test_rules_that_fail(rules, told):
    with pytest.raises((gt.GameError, gt.BadParameter), match=told):
        StateGame(rules)


def test_a_fault_deep_in_a_search_names_the_method_and_the_moves():
    class Fragile(ReturnedTicTacToe):
        broken = False

        def move(self, action):
            after = super().move(action)
            after.__class__ = Fragile
            if Fragile.broken and after.cells.count(0) == 3:
                raise KeyError("fragile")
            return after

    game = StateGame(Fragile)
    Fragile.broken = True
    told = r"Fragile.move raised KeyError: 'fragile' \(test_states.py, line \d+\) \(after the moves"
    with pytest.raises(gt.GameError, match=told):
        gt.search(game, simulations=100, seed=1, compiled=False, method="uct")


class Ladder:
    """A puzzle for one player, written as a game that derives from nothing."""

    players = 1

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [1, 2] if state[1] < 4 else []

    def next_state(self, state, action):
        return (state[0] * 2 + action, state[1] + 1)

    def is_terminal(self, state):
        return state[1] == 4

    def returns(self, state):
        return [float(state[0] % 7)]


class Rolled(Ladder):
    def chance_outcomes(self, state):
        return [(1, 0.5), (2, 0.5)]


def test_a_class_says_that_there_is_one_player():
    game = StateGame(Ladder())
    assert game.players == 1
    best = gt.Searcher(game, seed=1, compiled=False).run(simulations=200).best_line
    assert best is not None


def test_chance_is_for_games_that_derive_from_game():
    with pytest.raises(gt.BadParameter, match="Rolled has chance_outcomes, which games have that"):
        StateGame(Rolled())


class Cell:
    def __init__(self, number):
        self.number = number
        self.owner = 0
        self.beside = []


class Linked:
    """Sixteen cells that know each other; who owns a cell and three beside it has won."""

    def __init__(self):
        self.player = 1
        self.cells = [Cell(number) for number in range(16)]
        for number in range(16):
            for other in (number - 1, number + 1, number - 4, number + 4):
                if 0 <= other < 16:
                    self.cells[number].beside.append(self.cells[other])

    def get_legal_moves(self):
        return [cell.number for cell in self.cells if cell.owner == 0]

    def make_move(self, number):
        self.cells[number].owner = self.player
        self.player = -self.player

    def get_winner(self):
        for cell in self.cells:
            if cell.owner and sum(each.owner == cell.owner for each in cell.beside) >= 3:
                return cell.owner
        return 0

    def is_game_over(self):
        return self.get_winner() != 0 or not self.get_legal_moves()


def test_objects_that_lead_to_each_other_are_searched_and_equal_ones_shared():
    game = StateGame(Linked)
    assert gt.search(game, simulations=100, seed=1, compiled=False).simulations == 100
    shared = gt.search(game, simulations=100, seed=1, compiled=False, transpositions=True)
    assert shared.simulations == 100
    first, second = (game.initial_state() for _ in range(2))
    for action in (3, 5, 7):
        first = game.next_state(game.copy(first), action)
    for action in (7, 5, 3):
        second = game.next_state(game.copy(second), action)
    assert game.key(first) == game.key(second) != game.key(game.initial_state())


class Lister(WinnerTicTacToe):
    """A move can be played only if it was listed before."""

    def __init__(self):
        super().__init__()
        self.listed = []

    @property
    def legal_moves(self):
        self.listed = super().legal_moves
        return self.listed

    def make_move(self, square):
        if square not in self.listed:
            raise ValueError("not a legal move")
        self.listed = []
        super().make_move(square)


def test_moves_are_listed_before_one_is_played_where_that_must_be():
    game = StateGame(Lister)
    assert "a move can be played only where the moves have been listed" in game.understood
    options = {"simulations": 200, "seed": 1, "method": "uct"}
    plain = gt.search(StateGame(WinnerTicTacToe), compiled=False, **options)
    assert gt.search(game, **options).actions == plain.actions
    with pytest.raises(gt.NotCompilable, match="searched interpreted alone: a move can be played"):
        gt.search(game, compiled=True, **options)
