"""States with a score: puzzles, duels, and the baselines."""

from __future__ import annotations

import tracemalloc
from functools import cache
from typing import NamedTuple

import pytest
from scripts import load

import gametree as gt
from gametree.adapters import scores
from gametree.adapters.score_game import ScoreGame
from gametree.players.backward_induction import Solver

EXAMPLE = load("score_puzzle")
Triangle, Ends = EXAMPLE.Triangle, EXAMPLE.Ends


@cache
def best_sum(row, place):
    below = row + 1
    if below == len(EXAMPLE.ROWS):
        return EXAMPLE.ROWS[row][place]
    return EXAMPLE.ROWS[row][place] + max(best_sum(below, place), best_sum(below, place + 1))


@cache
def lead(numbers):
    """Minimax: how far who moves comes out ahead."""
    if not numbers:
        return 0
    return max(numbers[0] - lead(numbers[1:]), numbers[-1] - lead(numbers[:-1]))


def play_moves(state, moves):
    for move in moves:
        state = state.do_move(move)
    return state


@pytest.mark.parametrize("rollout", ["random", "greedy", "deterministic", lambda state: 1])
def test_the_puzzle_is_solved_by_every_rollout(rollout):
    best = scores.search(Triangle(), iterations=1500, rollout=rollout, seed=1)
    assert best.found.score == best_sum(0, 0)
    assert play_moves(Triangle(), best.found.moves) == best.found.state
    assert best.found.state.get_score() == best.found.score
    assert best.moves == best.found.moves
    assert best.score <= best.found.score


@pytest.mark.parametrize("count", [4, 6, 8])
def test_a_duel_ends_as_minimax_says(count):
    state = Ends(EXAMPLE.Ends().numbers[:count])
    line = scores.play_out(state, scores.uct_player(2000, seed=1), scores.uct_player(2000, seed=2))
    assert line.score == lead(state.numbers)
    assert play_moves(state, line.moves) == line.state


def test_the_line_reaches_the_end_and_starts_with_the_best_mean():
    best = scores.search(Ends(), players=2, iterations=4000, seed=1)
    assert play_moves(Ends(), best.found.moves) == best.found.state
    assert best.found.score == best.found.state.lead
    assert best.result.action == best.moves[0]
    means = [each.mean for each in best.result.actions]
    assert best.score == max(means)
    line = scores.search(Ends((1, 5)), players=2, iterations=200, seed=1)
    assert line.moves == (1, 0)


class View(NamedTuple):
    """Ends, with its score told from another point of view."""

    inner: object = Ends((4, 9, 30, 2))
    whose: str = "to_move"

    def get_score(self, player=None):
        signs = {
            "to_move": self.inner.sign,
            "just_moved": -self.inner.sign,
            "asked": 1 if player == 0 else -1,
        }
        return self.inner.get_score() * signs[self.whose]

    def get_move_count(self):
        return self.inner.get_move_count()

    def do_move(self, index):
        return View(self.inner.do_move(index), self.whose)


@pytest.mark.parametrize("whose", ["to_move", "just_moved", "asked"])
@pytest.mark.parametrize("rollout", ["random", "greedy"])
def test_every_point_of_view_gives_the_same_tree(whose, rollout):
    options = {"players": 2, "iterations": 300, "rollout": rollout, "seed": 5}
    options |= {"max_moves": 2, "compiled": False}
    expected = scores.search(View().inner, **options)
    best = scores.search(View(whose=whose), perspective=whose, **options)
    assert best.result.actions == expected.result.actions
    assert best.moves == expected.moves


def test_the_second_player_may_be_to_move():
    # After the first move of the game, seen by player 1.
    state = Ends((4, 9, 30, 2)).do_move(0)
    best = scores.search(state, players=2, to_move=1, iterations=2000, seed=1)
    assert best.result.player == 1
    assert best.found.score <= -20  # the second player's best line of all: 2 + 30 against 4
    remaining = lead(state.numbers)
    following = state.do_move(best.moves[0])
    assert -following.lead - lead(following.numbers) == remaining - 4


def test_a_cut_off_rollout_counts_as_the_score_or_as_evaluated():
    plain = scores.search(Triangle(), iterations=20, max_moves=0, seed=1)
    assert max(each.mean for each in plain.result.actions) < 103
    options = {"iterations": 2, "max_moves": 0, "seed": 1, "compiled": False}
    told = scores.search(Triangle(), evaluate=lambda s: -7.5, **options)
    assert told.score == -7.5
    assert told.found is None


def test_the_promise_of_the_example():
    def reachable(state):
        moves = range(state.get_move_count())
        below = [state.do_move(index) for index in moves]
        numbers = [EXAMPLE.ROWS[each.row][each.place] for each in below]
        return max([0, *numbers, *map(reachable, below)])

    for moves in ((), (0,), (1, 0, 1), (1,) * 6, (1,) * 7):
        state = play_moves(Triangle(), moves)
        assert EXAMPLE.promise(state) == state.gathered + reachable(state)


def test_time_ends_a_search():
    assert scores.search(Triangle(), seconds=0.02).result.stopped_by == "seconds"


class Wide(NamedTuple):
    """A million moves, five times; the more, the better."""

    depth: int = 0
    total: int = 0

    def get_score(self):
        return self.total

    def get_move_count(self):
        return 10**6 if self.depth < 5 else 0

    def do_move(self, index):
        return Wide(self.depth + 1, self.total + index)


def test_a_million_moves_are_not_listed():
    tracemalloc.start()
    best = scores.search(Wide(), iterations=20, seed=1, compiled=False)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2_000_000  # bytes
    assert len(best.result.actions) == 20
    assert len({each.action for each in best.result.actions}) == 20
    assert best.found.score == sum(best.found.moves)
    searcher = gt.Searcher(ScoreGame(Wide()), seed=1, method="uct", compiled=False)
    searcher.run(simulations=3)
    searcher.advance(999_999)  # tried or not
    assert searcher.state[-1] == Wide(1, 999_999)
    with pytest.raises(gt.IllegalMove):
        gt.Searcher(ScoreGame(Triangle()), method="uct").advance(2)


@pytest.mark.parametrize("state", [Wide(), Triangle()])
def test_the_child_to_expand_is_chosen(state):
    def tried(expand, iterations):
        ways = {"iterations": iterations, "expand": expand, "compiled": False}
        found = scores.search(state, seed=1, **ways).result.actions
        return {each.action for each in found if each.visits}

    assert tried("first", 1) == {0}
    assert tried("first", 2) == {0, 1}
    assert tried(lambda state: [1], 1) == {1}
    assert len(tried(lambda state: iter([1]), 2)) == 2
    assert tried(lambda state: [1, 0], 2) == {0, 1}
    for answer, told in (([7**9], "gave 40353607"), ([1, 1], "gave 1;"), (["x"], "gave 'x'")):
        with pytest.raises(gt.GameError, match=rf"^expand {told}.*different moves"):
            scores.search(state, iterations=5, expand=lambda state, a=answer: a, compiled=False)
    with pytest.raises(gt.BadParameter, match="expand must be one of"):
        scores.search(state, iterations=5, expand="last")


class Loop(NamedTuple):
    """A game without an end."""

    steps: int = 0

    def get_score(self):
        return self.steps

    def get_move_count(self):
        return 2

    def do_move(self, index):
        return Loop(self.steps + 1)


def test_time_ends_a_rollout_that_would_not_end():
    told = (
        r"^no playout of ScoreGame has ended in the time given; cut long ones off with max_moves="
    )
    with pytest.raises(gt.GameError, match=told):
        scores.search(Loop(), seconds=0.01, compiled=False)
    assert (
        scores.search(Loop(), seconds=0.02, max_moves=5, compiled=False).result.stopped_by
        == "seconds"
    )
    game = ScoreGame(Loop())
    with pytest.raises(gt.GameError, match=r"^no rollout of flat_player has ended .* max_moves="):
        scores.flat_player(seconds=0.01)(game, game.initial_state())
    choose = scores.flat_player(None, seconds=0.01, max_moves=4)
    assert choose(game, game.initial_state()) in (0, 1)


def test_equal_states_are_one_position():
    game = ScoreGame(Triangle(), watched=True)
    together, apart = (
        gt.search(game, simulations=2000, seed=1, transpositions=shares, selection=gt.UCB1(50.0))
        for shares in (True, False)
    )
    assert together.nodes < apart.nodes
    duel = ScoreGame(Ends(), players=2)
    solver = Solver(duel, 10_000)
    assert solver.value(duel.initial_state())[0] == (lead(Ends().numbers), -lead(Ends().numbers))


def test_the_same_seed_gives_the_same_line():
    first, second = (scores.search(Triangle(), iterations=50, seed=9) for _ in range(2))
    assert (first.moves, first.score, first.found) == (second.moves, second.score, second.found)


def test_a_puzzle_beyond_the_limits_of_recursion():
    class Steps(NamedTuple):
        left: int = 5000

        def get_score(self):
            return -self.left

        def get_move_count(self):
            return 1 if self.left else 0

        def do_move(self, index):
            return Steps(self.left - 1)

    best = scores.search(Steps(), iterations=3, seed=1, compiled=False)
    assert best.found.score == 0
    assert len(best.found.moves) == 5000


def test_the_baselines_rank_as_expected(capsys):
    few, table = EXAMPLE.main(iterations=300, seed=1)
    assert list(few) == ["random", "greedy", "deterministic", "to the right"]
    assert few["to the right"] == best_sum(0, 0)  # where the great numbers are
    assert max(few.values()) <= best_sum(0, 0)
    assert table["uct"] == best_sum(0, 0)
    assert table["uct"] > table["greedy"]
    assert table["uct"] > table["random"]
    assert table["uct against uct"] == lead(Ends().numbers)
    assert "best line" in capsys.readouterr().out


def test_greedy_with_a_seed_breaks_ties_at_random():
    class Same(NamedTuple):
        depth: int = 0

        def get_score(self):
            return 0

        def get_move_count(self):
            return 4 if self.depth < 6 else 0

        def do_move(self, index):
            return Same(self.depth + 1)

    assert scores.play_out(Same(), scores.greedy_player()).moves == (0,) * 6
    assert set(scores.play_out(Same(), scores.greedy_player(seed=1)).moves) != {0}


def broken(**methods):
    return type("Broken", (Triangle,), methods)()


FAULTS = [
    ({"get_score": lambda self: "much"}, r"^Broken\.get_score returned 'much'; a finite number"),
    ({"get_score": lambda self: float("nan")}, r"^Broken\.get_score returned nan; a finite"),
    ({"get_move_count": lambda self: -1}, r"^Broken\.get_move_count returned -1; a whole number"),
    ({"get_move_count": lambda self: None}, r"^Broken\.get_move_count returned nothing"),
    ({"do_move": lambda self, index: None}, r"^Broken\.do_move returned nothing; the next state"),
    ({"do_move": lambda self, index: 3}, r"^Broken\.do_move returned 3; a state was .*moves [01]"),
    ({"do_move": lambda self, index: 1 // 0}, r"^Broken\.do_move raised ZeroDivisionError"),
]


@pytest.mark.parametrize(("methods", "sentence"), FAULTS)
def test_a_fault_bears_the_name_of_the_method(methods, sentence):
    if "get_score" in methods:
        methods = methods | {"get_move_count": lambda self: 2 if self.row == 0 else 0}
        methods["do_move"] = lambda self, index: type(self)(self.row + 1)
    with pytest.raises(gt.GameError, match=sentence):
        scores.search(broken(**methods), iterations=50, seed=1)


@pytest.mark.parametrize("rollout", ["greedy", "deterministic"])
def test_a_fault_in_a_guided_rollout_is_named_as_well(rollout):
    def fails(state):
        raise ValueError("no idea")

    with pytest.raises(
        gt.GameError,
        match=r"^evaluate raised ValueError: no idea \(test_scores.py, .*, in fails\) \(after",
    ):
        scores.search(Triangle(), iterations=5, rollout=rollout, evaluate=fails)


def test_a_rollout_or_player_that_makes_no_legal_move():
    with pytest.raises(gt.GameError, match=r"^rollout returned 7; a move from 0 to 1 was expected"):
        scores.search(Triangle(), iterations=5, rollout=lambda state: 7)

    def stubborn(game, line):
        return "left"

    with pytest.raises(gt.GameError, match=r"stubborn returned 'left'; a move from 0 to 1"):
        scores.play_out(Triangle(), stubborn)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"perspective": "mine"},
        {"to_move": 1},
        {"evaluate": 3},
        {"rollout": "clever"},
        {"max_moves": -1},
        {"c": -1},
        {"seed": -1},
        {"iterations": 0},
        {"iterations": "5"},
        {"iterations": None},
        {"seconds": 0},
    ],
)
def test_bad_parameters_are_named(options):
    with pytest.raises(gt.BadParameter):
        scores.search(Triangle(), **({"iterations": 5} | options))


def test_a_missing_limit_is_asked_for_by_its_name():
    for missing in (lambda: scores.search(Triangle()), scores.uct_player):
        with pytest.raises(gt.BadParameter, match=r"^a search needs a limit: iterations= or sec"):
            missing()
    with pytest.raises(gt.BadParameter, match=r"^iterations must be"):
        scores.uct_player(0)
    with pytest.raises(gt.BadParameter, match=r"^flat_player needs a limit: rollouts= or sec"):
        scores.flat_player(None)


def test_what_is_no_state_or_finished_is_refused():
    with pytest.raises(gt.BadParameter, match="lacks get_score, get_move_count, do_move"):
        scores.search(object(), iterations=5)
    with pytest.raises(gt.FinishedPosition):
        scores.search(Ends(()), iterations=5)
    with pytest.raises(gt.FinishedPosition):
        scores.play_out(Ends(()), scores.random_player())
    with pytest.raises(gt.BadParameter, match="one or two players"):
        scores.play_out(Triangle())
    with pytest.raises(gt.BadParameter, match="rollouts"):
        scores.flat_player(0)


class Duel(NamedTuple):
    """Noughts and crosses on four cells: two neighbours win 1 for the first player, or cost it."""

    cells: str = "...."

    def get_score(self):
        return float("XX" in self.cells) - float("OO" in self.cells)

    def get_move_count(self):
        return 0 if self.get_score() else self.cells.count(".")

    def do_move(self, index):
        free = [i for i, each in enumerate(self.cells) if each == "."][index]
        mark = "XO"[self.cells.count(".") % 2]
        return type(self)(self.cells[:free] + mark + self.cells[free + 1 :])


class Turned(Duel):
    """The same, from the view of the player to move: it looks like a puzzle."""

    @property
    def player(self):
        return self.cells.count(".") % 2

    def get_score(self):
        return -float("XX" in self.cells or "OO" in self.cells)


class Late(Duel):
    """A score at the end alone, always after four moves."""

    def get_score(self):
        return float(self.cells.count(".") == 0 and self.cells[0] == "X")


def test_two_players_are_found_by_whose_moves_the_score_falls():
    game = ScoreGame(Duel())
    assert game.players == 2
    assert "two players take turns: in random games the score never falls" in game.understood
    assert scores.search(Ends(), iterations=50, seed=1).result.actions == (
        scores.search(Ends(), players=2, iterations=50, seed=1).result.actions
    )
    assert ScoreGame(Triangle()).players == 1
    assert "rises or falls by any move" in ScoreGame(Triangle()).understood


def test_what_random_games_do_not_show_is_asked_for():
    with pytest.raises(gt.BadParameter, match=r"Turned\.player is .* give players=2"):
        ScoreGame(Turned())
    with pytest.raises(gt.BadParameter, match=r"Late does not show .* players=1 for a puzzle"):
        ScoreGame(Late())
    assert ScoreGame(Late(), players=1).players == 1
    assert ScoreGame(Turned(), players=2, perspective="to_move").players == 2


class Crowded(NamedTuple):
    """A billion moves at each of three steps."""

    left: int = 3
    worth: int = 0

    def get_score(self):
        return self.worth

    def get_move_count(self):
        return 1_000_000_000 if self.left else 0

    def do_move(self, index):
        return type(self)(self.left - 1, self.worth + index % 7)


class Leaky(Crowded):
    """The last of a billion moves leads nowhere."""

    def do_move(self, index):
        return None if index == 999_999_999 else super().do_move(index)


def test_check_samples_the_moves_that_are_too_many_to_list():
    report = gt.check(ScoreGame(Crowded(), players=1), games=20, seconds=2)
    assert report.sound
    assert "make it compile" not in str(report)
    assert "up to 1,000,000,000 moves, too many to list: of more than 200, 200" in str(report)
    report = gt.check(ScoreGame(Leaky(), players=1), games=20, seconds=2, compiled=False)
    assert "do_move returned nothing" in str(report)
    assert "999999999" in str(report)
