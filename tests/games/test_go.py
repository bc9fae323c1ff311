from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree.errors import BadParameter, FinishedPosition, IllegalMove
from gametree.games import Go
from gametree.primitives.rng import Rng
from positions import after, names_of_moves


class Reference:
    """The rules once more, as one would tell them: a set of stones for each player."""

    def __init__(self, size, superko):
        self.size = size
        self.superko = superko
        self.stones = [set(), set()]
        self.player = 0
        self.ko = None
        self.seen = {(frozenset(), frozenset())}

    def near(self, point):
        row, column = point
        places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [each for each in places if all(0 <= part < self.size for part in each)]

    def group(self, members, point):
        """Return what is connected with a point within a set of points."""
        found, front = {point}, [point]
        while front:
            for each in self.near(front.pop()):
                if each in members and each not in found:
                    found.add(each)
                    front.append(each)
        return found

    def breathes(self, stones, group):
        taken = stones[0] | stones[1]
        return any(each not in taken for point in group for each in self.near(point))

    def laid(self, point):
        """Return the stones after a move, and which were taken; None if it is illegal."""
        if point in self.stones[0] | self.stones[1] or point == self.ko:
            return None
        stones = [set(self.stones[0]), set(self.stones[1])]
        stones[self.player].add(point)
        theirs = stones[1 - self.player]
        taken = set()
        for each in self.near(point):
            if each in theirs:
                group = self.group(theirs, each)
                if not self.breathes(stones, group):
                    taken |= group
        theirs -= taken
        if not self.breathes(stones, self.group(stones[self.player], point)):
            return None
        if self.superko and tuple(map(frozenset, stones)) in self.seen:
            return None
        return stones, taken

    def legal(self):
        points = [(row, column) for row in range(self.size) for column in range(self.size)]
        found = [number for number, point in enumerate(points) if self.laid(point)]
        return [*found, self.size * self.size]

    def play(self, action):
        taken = set()
        if action < self.size * self.size:
            point = divmod(action, self.size)
            self.stones, taken = self.laid(point)
            own = self.group(self.stones[self.player], point)
            free = [each for each in self.near(point) if each not in self.stones[1 - self.player]]
            self.seen.add(tuple(map(frozenset, self.stones)))
        single = len(taken) == 1 and len(own) == 1 and free == list(taken)
        self.ko = taken.pop() if single else None
        self.player = 1 - self.player

    def area(self):
        points = {(row, column) for row in range(self.size) for column in range(self.size)}
        empty = points - self.stones[0] - self.stones[1]
        lead = len(self.stones[0]) - len(self.stones[1])
        while empty:
            region = self.group(empty, next(iter(empty)))
            empty -= region
            borders = {each for point in region for each in self.near(point)} - region
            owners = [player for player in (0, 1) if borders & self.stones[player]]
            if len(owners) == 1:
                lead += len(region) if owners == [0] else -len(region)
        return lead


@pytest.mark.parametrize("superko", [False, True])
@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 20), (4, 6), (5, 5), (7, 2)])
def test_random_games_by_the_rules_told_once_more(size, games, superko):
    chance = random.Random(size)
    game = Go(size, komi=0, superko=superko)
    for _ in range(games):
        state, reference = game.initial_state(), Reference(size, superko)
        while not game.is_terminal(state):
            legal = game.legal_actions(state)
            assert legal == reference.legal()
            assert game.current_player(state) == reference.player
            # Passes come seldom, or many a small game is over at once.
            stones = legal[:-1] if chance.random() < 0.9 else []
            action = chance.choice(stones or legal)
            state = game.next_state(state, action)
            reference.play(action)
            board = {
                action: "XO"[player]
                for player in (0, 1)
                for action in (row * size + column for row, column in reference.stones[player])
            }
            rows = [
                " ".join(board.get(row * size + column, ".") for column in range(size))
                for row in reversed(range(size))
            ]
            shown = game.state_to_text(state).splitlines()[:size]
            assert [line[3:] for line in shown] == rows
            assert game.score(state) == reference.area()


def test_a_chain_without_liberties_is_taken():
    game = Go(5)
    state = after(game, "B2", "A2", "B1", "A1", "pass", "C3", "A3")
    assert game.state_to_text(state) == (
        " 5 . . . . .\n"
        " 4 . . . . .\n"
        " 3 X . O . .\n"
        " 2 . X . . .\n"
        " 1 . X . . .\n"
        "   a b c d e\n"
        "O to move"
    )


KO = ("B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2")  # O has just taken C2


def test_a_ko_is_not_retaken_at_once():
    game = Go(4)
    state = after(game, *KO)
    assert game.state_to_text(state).endswith("X to move, not to c2 (ko)")
    assert "C2" not in names_of_moves(game, state)
    with pytest.raises(IllegalMove, match="'C2' is no legal move here: it would retake the ko"):
        game.text_to_action(state, "C2")
    later = after(game, *KO, "D4", "A4")
    assert "C2" in names_of_moves(game, later)


def test_superko_forbids_longer_cycles():
    moves = ("A1", "B1", "A2", "B2", "A1", "A2")
    state = after(Go(2), *moves)
    assert Go(2).state_to_text(state) == " 2 O O\n 1 . O\n   a b\nX to move"
    assert "A1" in names_of_moves(Go(2), state)  # takes three: only A1 is left, as after move 1
    game = Go(2, superko=True)
    state = after(game, *moves)
    assert "A1" not in names_of_moves(game, state)
    with pytest.raises(IllegalMove, match=r"bring back an earlier position \(superko\)"):
        game.text_to_action(state, "A1")


def test_suicide_is_forbidden():
    game = Go(3)
    state = after(game, "A2", "pass", "B1", "pass", "C3")
    assert "A1" not in names_of_moves(game, state)
    with pytest.raises(IllegalMove, match=r"the stone would have no liberty \(suicide\)"):
        game.text_to_action(state, "a1")


def test_two_passes_end_the_game():
    game = Go(5, komi=2)
    state = after(game, "pass", "C3", "pass")
    assert not game.is_terminal(state)
    state = game.next_state(state, 25)
    assert game.is_terminal(state)
    assert game.returns(state) == (-1.0, 1.0)
    assert game.legal_actions(state) == []
    assert game.state_to_text(state).endswith("the game is over")
    with pytest.raises(FinishedPosition):
        game.text_to_action(state, "A1")


@pytest.mark.parametrize(("komi", "returns"), [(8, (1.0, -1.0)), (9, (0, 0)), (9.5, (-1, 1))])
def test_komi(komi, returns):
    game = Go(3, komi)
    assert game.returns(after(game, "B2", "pass", "pass")) == returns


def test_a_game_ends_after_so_many_plies():
    for game, longest in ((Go(3), 18), (Go(3, max_plies=5), 5)):
        rng = Rng(3)
        for _ in range(20):
            state = game.initial_state()
            plies = 0
            while not game.is_terminal(state):
                state = game.next_state(state, game.random_action(state, rng))
                plies += 1
            assert plies <= longest


def test_positions_with_a_past_of_their_own():
    """Keys are equal for equal boards, whatever order brought them about."""
    game = Go(5)
    keys = [
        game.key(after(game, *moves.split()))
        for moves in ("A1 B2 C3 pass", "C3 B2 A1 pass", "A1 C3 B2 pass", "A1 B2 C3")
    ]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
    # With superko the past tells what is legal: here other stones came first.
    game = Go(5, superko=True)
    orders = ("A1 B2 C3", "C3 B2 A1", "A1 B2 C3")
    keys = [game.key(after(game, *moves.split())) for moves in orders]
    assert keys[0] == keys[2] != keys[1]


def proving(game):
    """Return the search that the game recommends, with all that may be asked of its positions.

    Proofs look at positions that are copied, shared nodes at their keys.
    """
    return {**game.recommended_search(), "solver": True, "transpositions": True}


def test_both_modes_grow_the_same_tree():
    game = Go(3, superko=True)
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(game, seed=7, compiled=compiled, **proving(game))
        searcher.run(simulations=150)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert trees[0] == trees[1]


def test_a_first_stone_in_the_centre_takes_the_whole_board():
    """Of nine points on three by three: van der Werf, van den Herik and Uiterwijk, 2003."""
    game = Go(3, komi=8.5, superko=True)
    result = gt.search(
        game, after(game, "B2"), simulations=400_000, seed=1, compiled=True, **proving(game)
    )
    assert result.proof.value == (1.0, -1.0)


@pytest.mark.parametrize(
    "text", ["I5", "A6", "F1", "A0", "A01", "5A", "A", "", "a-1", "A\u0661", "tt"]
)
def test_what_is_no_point_is_refused(text):
    game = Go(5)
    with pytest.raises(IllegalMove, match="pass, and a column and a row from A1 to E5; there is "):
        game.text_to_action(game.initial_state(), text)


def test_a_point_with_a_stone_is_refused():
    game = Go(5)
    with pytest.raises(IllegalMove, match="'c3' is no legal move here: there is a stone"):
        game.text_to_action(after(game, "C3"), "c3")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"size": 1}, "size must be from 2 to 19, not 1"),
        ({"size": 20}, "size must be from 2 to 19, not 20"),
        ({"size": 9.0}, "size must be an integer, not 9.0"),
        ({"komi": "7"}, "komi must be a number, not '7'"),
        ({"komi": float("nan")}, "komi must be a number, not nan"),
        ({"superko": 1}, "superko must be true or false, not 1"),
        ({"max_plies": 0}, "max_plies must be from 1 to 10000, not 0"),
        ({"max_plies": 2.0}, "max_plies must be an integer, not 2.0"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Go(**parameters)
