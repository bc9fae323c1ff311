from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import CantStop
from gametree.primitives.rng import Rng

STEPS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
STOP, ROLL = 0, 1
ROLLING, TO_DECIDE, OVER = range(3)
EVERY_ROLL = list(product(range(1, 7), repeat=4))


class OnDicts:
    """The game by its rules, on dicts of columns and lists of dice."""

    def __init__(self, players, columns_to_win):
        self.columns_to_win = columns_to_win
        self.climbed = [dict.fromkeys(STEPS, 0) for _ in range(players)]
        self.player = 0
        self.runners = {}
        self.dice = None
        self.over = False

    def gives_step(self, column, runners):
        taken = any(each[column] == STEPS[column] for each in self.climbed)
        if column in runners:
            return not taken and runners[column] < STEPS[column]
        return not taken and len(runners) < 3

    def stepped(self, columns):
        """Return the runners after steps in these columns, in turn; what gives none is let go."""
        runners = dict(self.runners)
        made = []
        for column in columns:
            if self.gives_step(column, runners):
                before = self.climbed[self.player][column]
                runners[column] = runners.get(column, before) + 1
                made.append(column)
        return tuple(sorted(made)), runners

    def choices(self):
        a, b, c, d = self.dice
        found = {}
        for pair in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
            for order in (pair, pair[::-1]):
                made, runners = self.stepped(order)
                if made:
                    found[made] = runners
        return found

    def tops(self):
        return sum(steps == STEPS[column] for column, steps in self.runners.items()) + sum(
            steps == STEPS[column] for column, steps in self.climbed[self.player].items()
        )

    def names(self):
        if self.over:
            return set()
        if self.dice:
            return {" ".join(map(str, made)) for made in self.choices()}
        if not self.runners:
            return {"roll"}
        return {"stop"} if self.tops() >= self.columns_to_win else {"stop", "roll"}

    def roll(self, dice):
        self.dice = dice
        if not self.choices():
            self.end_turn()

    def play(self, name):
        if self.dice:
            self.runners = self.choices()[tuple(map(int, name.split()))]
            self.dice = None
        elif name == "stop":
            self.over = self.tops() >= self.columns_to_win
            self.climbed[self.player].update(self.runners)
            if not self.over:
                self.end_turn()

    def end_turn(self):
        self.dice, self.runners = None, {}
        self.player = (self.player + 1) % len(self.climbed)


@pytest.mark.parametrize(("players", "columns_to_win"), [(2, 3), (2, 6), (3, 4), (4, 3), (3, 1)])
def test_random_games_on_dicts(players, columns_to_win):
    game = CantStop(players, columns_to_win)
    chance = random.Random(players)
    for number in range(12):
        state = game.initial_state()
        reference = OnDicts(players, columns_to_win)
        while not reference.over:
            assert not game.is_terminal(state)
            assert game.current_player(state) == reference.player
            actions = game.legal_actions(state)
            names = {game.action_to_text(state, action): action for action in actions}
            assert names.keys() == reference.names()
            assert len(names) == len(actions)
            out = [-1] * game.max_actions
            assert out[: game.fill_legal_actions(state, out)] == actions
            # Bold players come to the rarer positions at the tops.
            name = "roll" if "roll" in names and chance.random() < number / 12 else None
            name = name or chance.choice(sorted(names))
            reference.play(name)
            state = game.next_state(state, names[name])
            if name == "roll":
                assert game.current_player(state) == gt.CHANCE
                dice = tuple(sorted(chance.choice(EVERY_ROLL)))
                reference.roll(dice)
                state = game.next_state(state, int("".join(map(str, dice))))
        assert game.is_terminal(state)
        assert game.legal_actions(state) == []
        expected = [-1.0] * players
        expected[reference.player] = 1.0
        assert game.returns(state) == tuple(expected)


def test_the_dice():
    game = CantStop()
    state = game.next_state(game.initial_state(), ROLL)
    outcomes = game.chance_outcomes(state)
    assert len(outcomes) == 126
    assert [dice for dice, _ in outcomes] == game.legal_actions(state)
    assert sum(probability for _, probability in outcomes) == pytest.approx(1.0, abs=1e-12)
    for dice, probability in outcomes:
        shown = sorted(map(int, str(dice)))
        ways = sum(sorted(roll) == shown for roll in EVERY_ROLL)
        assert probability == ways / 1296


def test_random_actions_are_the_legal_ones():
    game = CantStop()
    state = game.next_state(game.next_state(game.initial_state(), ROLL), 1356)
    rng = Rng(3)
    drawn = {game.random_action(state, rng) for _ in range(60)}
    assert drawn == set(game.legal_actions(state)) == {16 * 4 + 11, 16 * 6 + 9, 16 * 7 + 8}


def left(climbed):
    """Return the steps left where this many have been climbed, in fields of four bits."""
    return sum(
        steps - climbed.get(column, 0) << 4 * (column - 2) for column, steps in STEPS.items()
    )


def turn(game, first, second, player=0):
    """Return the position in which a turn begins."""
    whole = left({})
    state = (left(first), left(second), whole, whole, left((first, second)[player]), 0, TO_DECIDE)
    return (*state, game.initial_state()[7], player)


@pytest.mark.parametrize(
    ("columns", "ways"), [((6, 7, 8), 1192), ((2, 3, 12), 568), ((7,), 834), ((2,), 171)]
)
def test_how_often_a_roll_gives_a_step(columns, ways):
    """Against all rolls, by the sums of any two dice. The other columns are closed."""
    sums = [{a + b for a, b in [r[:2], r[2:], r[::2], r[1::2], r[::3], r[1:3]]} for r in EVERY_ROLL]
    assert sum(bool(each & set(columns)) for each in sums) == ways
    game = CantStop(columns_to_win=6)
    closed = [column for column in STEPS if column not in columns]
    state = turn(game, {c: STEPS[c] for c in closed[:5]}, {c: STEPS[c] for c in closed[5:]})
    state = game.next_state(state, ROLL)
    gives = sum(
        probability
        for dice, probability in game.chance_outcomes(state)
        if game.current_player(game.next_state(state, dice)) == 0
    )
    assert gives == pytest.approx(ways / 1296)


def test_the_search_knows_what_a_last_step_is_worth():
    """Only the sevens are left: who needs one more step wins with a roll that gives it."""
    game = CantStop(columns_to_win=6)
    first = {c: STEPS[c] for c in (2, 3, 4, 5, 6)}
    second = {c: STEPS[c] for c in (8, 9, 10, 11, 12)}
    once = Fraction(834, 1296)
    each_needs_one = once / (2 - once)  # with the roll, or the other one is where he was
    state = turn(game, {**first, 7: 12}, {**second, 7: 12})
    result = gt.search(game, state, simulations=4000, seed=1, compiled=False, method="uct")
    assert result.value[0] == pytest.approx(float(each_needs_one), abs=0.06)
    # With one step of two made, to roll wins so often, and to stop leaves one step to each.
    state = turn(game, {**first, 7: 11}, {**second, 7: 12})
    for name in ("roll", "1 1 1 6", "7"):
        state = game.next_state(state, game.text_to_action(state, name))
    assert once - (1 - once) > -each_needs_one
    result = gt.search(game, state, simulations=2000, seed=1, compiled=False, method="uct")
    assert result.action == ROLL


def test_text():
    game = CantStop()
    state = game.next_state(game.initial_state(), game.text_to_action(game.initial_state(), "roll"))
    state = game.next_state(state, game.text_to_action(state, "1 3 5 6"))
    state = game.next_state(state, game.text_to_action(state, "6 9"))
    assert game.state_to_text(state) == (
        "            2  3  4  5  6  7  8  9 10 11 12\n"
        "player 1:   0  0  0  0  0  0  0  0  0  0  0\n"
        "player 2:   0  0  0  0  0  0  0  0  0  0  0\n"
        "runners:    .  .  .  .  1  .  .  1  .  .  .\n"
        "to climb:   3  5  7  9 11 13 11  9  7  5  3\n"
        "player 1 to move"
    )
    with pytest.raises(IllegalMove, match="'6 9' is no legal move here; legal moves are stop, ro"):
        game.text_to_action(state, "6 9")
    state = game.next_state(state, ROLL)
    with pytest.raises(IllegalMove, match="'6 5 3 1' is no legal move here"):
        game.text_to_action(state, "6 5 3 1")
    state = game.next_state(state, 1111)  # twos, twice in one way
    assert [game.action_to_text(state, each) for each in game.legal_actions(state)] == ["2 2"]
    assert game.state_to_text(state).endswith("player 1 to move, 1 1 1 1 rolled")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ((1, 3), "players must be from 2 to 4, not 1"),
        ((5, 3), "players must be from 2 to 4, not 5"),
        ((2, 7), "columns_to_win must be from 1 to 6 for 2 players, so that there is always a "),
        ((4, 4), "columns_to_win must be from 1 to 3 for 4 players"),
        ((3, 0), "columns_to_win must be from 1 to 4 for 3 players"),
        ((2.0, 3), "players must be an integer, not 2.0"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        CantStop(*parameters)
