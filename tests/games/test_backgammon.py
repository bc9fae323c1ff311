"""Backgammon against brute force and OpenSpiel, its notation, and its ends."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import gametree as gt
from gametree.errors import BadParameter, FinishedPosition, IllegalMove
from gametree.games import Backgammon
from gametree.games.backgammon.board import BackgammonBoard, after_turn, count_at, legal_turns
from gametree.games.backgammon.game import BackgammonState
from gametree.games.backgammon.text import text_of_turn, turn_of_text
from gametree.primitives.rng import Rng
from gametree.views import view_of
from oracles import backgammon as oracle
from positions import after

GAME = Backgammon()
OPENSPIEL_BAR = 100


def words(side):
    """Return the words of a side from how many checkers stand where; the others are borne off."""
    side = {**side, 0: 15 - sum(side.values())}
    near = sum(count << 4 * place for place, count in side.items() if place < 13)
    far = sum(count << 4 * (place - 13) for place, count in side.items() if place >= 13)
    return near, far


def position(mine, theirs, dice, player=0):
    return BackgammonState(*words(mine), *words(theirs), dice, player)


def sides(near, far, their_near, their_far):
    """Return how many checkers of each side stand where."""
    return tuple(
        oracle.plain({place: count_at(*side, place) for place in range(26)})
        for side in ((near, far), (their_near, their_far))
    )


def positions_after_turns(board, high, low):
    return [sides(*after_turn(board, turn, high, low)) for turn in legal_turns(board, high, low)]


def played(game, chance):
    """Yield the positions of a random game where a player moves; the last one is finished."""
    state = game.initial_state()
    while not game.is_terminal(state):
        if game.current_player(state) != gt.CHANCE:
            yield state
        state = game.next_state(state, chance.choice(game.legal_actions(state)))
    yield state


def test_each_position_that_a_roll_can_lead_to_is_reached_by_one_turn():
    chance = random.Random(1)
    seen = Counter()
    for _ in range(8):
        *states, _ = played(GAME, chance)
        for state in states:
            high, low = divmod(state.dice, 10)
            if high == low and chance.random() > 0.05:  # this many ways are slow to try
                continue
            board = BackgammonBoard(*state[:4])
            reached = positions_after_turns(board, high, low)
            assert len(set(reached)) == len(reached)
            mine, theirs = map(dict, sides(*board))
            assert set(reached) == oracle.positions_after(mine, theirs, high, low)
            seen[high == low] += 1
            seen["bar"] += 25 in mine
            seen["home"] += max(mine) <= 6
            seen["pass"] += legal_turns(board, high, low) == [0]
    assert min(seen[each] for each in (True, False, "bar", "home", "pass")) > 3


def their_sides(state, player):
    """Return what OpenSpiel has on the board, seen by a player."""
    found = []
    for seat in (player, 1 - player):
        side = {
            (24 - place if seat == 0 else place + 1): state.board(seat, place)
            for place in range(24)
        }
        side[25] = state.board(seat, OPENSPIEL_BAR)
        side[0] = 15 - sum(side.values())
        found.append(oracle.plain(side))
    return tuple(found)


def rolled(state, player, dice):
    """Return OpenSpiel's state after a roll; its first one also says who begins."""
    for outcome in state.legal_actions():
        child = state.child(outcome)
        shown = str(child).partition("Dice: ")[2][:2]
        if child.current_player() == player and shown in dice:
            return child
    raise AssertionError(f"no roll of {dice}")


def their_turns(state, player, double):
    """Return the states after a whole turn, of the longest turns, and one for each position."""
    found = {}
    for action in state.legal_actions():
        after_half = state.child(action)
        half = 2 - state.action_to_string(player, action).casefold().count("pass")
        if double and after_half.current_player() == player:
            for other in after_half.legal_actions():
                rest = after_half.action_to_string(player, other).casefold()
                end = after_half.child(other)
                steps = half + steps_in(rest)
                found.setdefault(steps, {})[their_sides(end, player)] = end
        else:
            found.setdefault(half, {})[their_sides(after_half, player)] = after_half
    return found[max(found)]


def steps_in(text):
    return 0 if text == "pass" else 1 if text.endswith("pass") else 2


GAMES_WITH_OPENSPIEL = 4


def test_random_games_agree_with_openspiel():
    """Of doubles it plays two steps at a time, which may leave less to play: those are left out."""
    pyspiel = pytest.importorskip("pyspiel")
    rules = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    chance = random.Random(20)
    worth = set()
    for _ in range(GAMES_WITH_OPENSPIEL):
        state = GAME.initial_state()
        theirs = rules.new_initial_state()
        while not GAME.is_terminal(state):
            assert theirs.is_chance_node()
            roll = chance.choice(GAME.legal_actions(state))
            state = GAME.next_state(state, roll)
            high, low = divmod(state.dice, 10)
            theirs = rolled(theirs, state.player, {f"{high}{low}", f"{low}{high}"})
            assert GAME.current_player(state) == theirs.current_player() == state.player
            board = BackgammonBoard(*state[:4])
            assert sides(*board) == their_sides(theirs, state.player)
            reached = their_turns(theirs, state.player, high == low)
            turns = legal_turns(board, high, low)
            ours = {sides(*after_turn(board, turn, high, low)): turn for turn in turns}
            assert set(ours) == set(reached)
            chosen = chance.choice(sorted(ours))
            state, theirs = GAME.next_state(state, ours[chosen]), reached[chosen]
        assert theirs.is_terminal()
        assert list(GAME.returns(state)) == theirs.returns()
        worth.add(abs(GAME.returns(state)[0]))
    assert len(worth) > 1


def test_rolls():
    first = GAME.initial_state()
    assert [GAME.action_to_text(first, roll) for roll in GAME.legal_actions(first)] == (
        ["21", "31", "41", "51", "61", "32", "42", "52", "62", "43", "53", "63", "54", "64", "65"]
    )
    later = after(GAME, "31", "8/5 6/5")
    names = [GAME.action_to_text(later, roll) for roll in GAME.legal_actions(later)]
    assert names[15:] == ["11", "22", "33", "44", "55", "66"]
    for state, count in ((first, 15), (later, 21)):
        outcomes = GAME.chance_outcomes(state)
        assert [roll for roll, _ in outcomes] == list(GAME.legal_actions(state))
        assert len(outcomes) == count
        assert sum(share for _, share in outcomes) == pytest.approx(1.0, abs=1e-12)
    assert GAME.chance_outcomes(later)[14][1] == 2 * GAME.chance_outcomes(later)[15][1]
    assert GAME.text_to_action(first, "3-1") == GAME.text_to_action(first, " 13 ") == 1
    with pytest.raises(IllegalMove, match="'11' is no legal move here; legal moves are 21, 31"):
        GAME.text_to_action(first, "11")


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "names"),
    [
        # Both dice if possible: 24/18 first, for 24/23 leaves no 6.
        ({24: 1}, {2: 2}, 61, "24/17"),
        # Either but not both: the higher.
        ({24: 1}, {8: 2}, 61, "24/18"),
        # Only one can be played.
        ({24: 1}, {7: 2, 8: 2}, 61, "24/23"),
        ({24: 1}, {7: 2, 2: 2}, 61, "pass"),
        # From the bar first.
        ({25: 2, 6: 1}, {4: 2}, 43, "bar/22"),
        ({25: 1, 6: 1}, {4: 2}, 43, "bar/22 6/2; bar/18"),
        ({25: 1}, {6: 2, 5: 1}, 65, "bar/20*/14"),
        # Borne off: exactly, or the last ones by more.
        ({6: 1, 4: 1}, {1: 2}, 54, "6/1 4/off; 6/2 4/off"),
        ({3: 2, 1: 1}, {1: 2}, 65, "3/off(2)"),
        ({2: 1}, {1: 2}, 65, "2/off"),
        ({7: 1, 2: 1}, {24: 1}, 61, "7/off; 7/1*/off; 7/1* 2/1"),
        # Doubles: as many of four steps as possible.
        ({24: 1}, {11: 2}, 55, "24/19"),
        ({24: 1, 6: 1}, {11: 2}, 55, "24/19 6/1"),
    ],
)
def test_what_is_legal(mine, theirs, dice, names):
    state = position(mine, theirs, dice)
    legal = GAME.legal_actions(state)
    found = sorted(GAME.action_to_text(state, action) for action in legal)
    assert found == sorted(names.split("; "))


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "names", "shown"),
    [
        ({13: 2, 6: 2}, {1: 2}, 21, ["6/5 13/11", "13/11, 6/5", "13/11 6/5"], "13/11 6/5"),
        ({13: 2, 6: 2}, {1: 2}, 32, ["13/8", "13/10/8", "13/11/8", "13/10 10/8"], "13/8"),
        ({25: 1, 6: 2}, {1: 2}, 31, ["bar/22 6/5", "6/5 BAR/22", "25/22 6/5"], "bar/22 6/5"),
        ({8: 2, 6: 2}, {20: 1}, 31, ["8/5* 6/5", "8/5 6/5", "6/5* 8/5", "6/5 8/5*"], "8/5* 6/5"),
        ({13: 4}, {1: 2}, 22, ["13/11(4)", "13/11(2) 13/11(2)", "13/11 13/11(3)"], "13/11(4)"),
        ({13: 2, 6: 2}, {1: 2}, 22, ["6/4(2) 13/11(2)"], "13/11(2) 6/4(2)"),
        ({13: 2}, {1: 2}, 33, ["13/1", "13/10 10/1", "13/10/7/4/1"], "13/1"),
        ({13: 2}, {15: 1}, 32, ["13/10*/8", "13/10* 10/8"], "13/10*/8"),
        ({13: 2}, {15: 1}, 32, ["13/8", "13/11/8"], "13/8"),
        ({13: 3, 6: 2}, {15: 1}, 33, ["13/10*(3) 6/3", "6/3 13/10(3)"], "13/10*(3) 6/3"),
        ({5: 2, 4: 2}, {1: 2}, 65, ["5/off(2)", "5/off 5/0"], "5/off(2)"),
    ],
)
def test_notation(mine, theirs, dice, names, shown):
    state = position(mine, theirs, dice)
    for name in names:
        action = GAME.text_to_action(state, name.replace("25/", "bar/").replace("/0", "/off"))
        assert GAME.action_to_text(state, action) == shown, name


def test_hits_between_that_are_not_told_apart():
    state = position({13: 1}, {15: 1, 14: 1}, 32)
    names = {GAME.action_to_text(state, action) for action in GAME.legal_actions(state)}
    assert names == {"13/10*/8", "13/11*/8"}
    with pytest.raises(
        IllegalMove, match=r"'13/8' may mean 13/10\*/8, 13/11\*/8: mark what is hit"
    ):
        GAME.text_to_action(state, "13/8")
    assert GAME.text_to_action(state, "13/10/8") != GAME.text_to_action(state, "13/11/8")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("foo", r"'foo' is no legal move here, nor a turn as in 13/11 6/5, bar/22"),
        ("5/8 6/5", r"nor a turn as in"),
        ("30/27", r"nor a turn as in"),
        ("", r"nor a turn as in"),
        ("8/5", r"'8/5' is no legal move here; legal moves are "),
        ("8/5* 6/5", r"'8/5\* 6/5' is no legal move here; legal moves are "),
        ("8/5(5)", r"nor a turn as in"),
        ("pass", r"'pass' is no legal move here"),
    ],
)
def test_what_names_no_turn_is_refused(text, told):
    with pytest.raises(IllegalMove, match=told):
        GAME.text_to_action(after(GAME, "31"), text)


def test_names_tell_turns_apart_and_are_read_in_any_order():
    chance = random.Random(9)
    names_seen = 0
    for _ in range(3):
        *states, last = played(GAME, chance)
        for state in states[::5]:
            dice = divmod(state.dice, 10)
            board = BackgammonBoard(*state[:4])
            turns = legal_turns(board, *dice)
            names = [text_of_turn(board, turn, *dice) for turn in turns]
            assert len(set(names)) == len(names)
            for turn, name in list(zip(turns, names, strict=True))[:20]:
                parts = name.split()
                chance.shuffle(parts)
                assert turn_of_text(board, turns, *dice, " ".join(parts)) == turn
                names_seen += 1
            clicks = [each for each in view_of(GAME, state).moves.values() if each]
            assert len(clicks) == len(names) - names.count("pass")
        with pytest.raises(FinishedPosition):
            GAME.text_to_action(last, "pass")
    assert names_seen > 300


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        ({6: 14}, 1.0),
        ({7: 15}, 2.0),
        ({18: 15}, 2.0),
        ({18: 14, 19: 1}, 3.0),
        ({18: 14, 25: 1}, 3.0),
        ({18: 13, 25: 1}, 1.0),
    ],
)
def test_what_is_won(loser, points):
    for player in (0, 1):
        state = position(loser, {}, 1, player)
        lost = (-points, points) if player == 0 else (points, -points)
        assert GAME.is_terminal(state)
        assert GAME.legal_actions(state) == []
        assert GAME.returns(state) == lost
        assert Backgammon("win").returns(state) == tuple(each / points for each in lost)
    assert (GAME.min_return, GAME.max_return) == (-3.0, 3.0)
    assert (Backgammon("win").min_return, Backgammon("win").max_return) == (-1.0, 1.0)


def test_the_ways_to_move_agree():
    rng = Rng(3)
    state = after(GAME, "21", "13/11 6/5", "66")
    for _ in range(60):
        legal = GAME.legal_actions(state)
        out = [-1] * GAME.max_actions
        assert out[: GAME.fill_legal_actions(state, out)] == legal
        assert GAME.fill_legal_actions(state, [0] * (len(legal) - 1)) == len(legal)
        chance = GAME.current_player(state) == gt.CHANCE
        action = legal[rng.below(len(legal))] if chance else GAME.random_action(state, rng)
        assert action in legal
        state = GAME.next_state(state, action)


def test_both_modes_grow_the_same_tree():
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(GAME, after(GAME, "62"), seed=7, compiled=compiled)
        searcher.run(simulations=30)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert trees[0] == trees[1]


@pytest.mark.parametrize(
    ("roll", "turn"),
    [
        ("31", "8/5 6/5"),
        ("42", "8/4 6/4"),
        ("53", "8/3 6/3"),
        ("61", "13/7 8/7"),
        ("65", "24/13"),
    ],
)
def test_the_search_opens_as_experts_do(roll, turn):
    """And as GNU Backgammon does, two plies deep."""
    state = after(GAME, roll)
    result = gt.search(GAME, state, simulations=4000, seed=1, compiled=True)
    assert GAME.action_to_text(state, result.action) == turn


@pytest.mark.parametrize("scoring", ["points", "win"])
def test_the_heuristic_keeps_to_the_returns(scoring):
    game = Backgammon(scoring)
    chance = random.Random(2)
    seen = set()
    *states, _ = played(game, chance)
    for state in states[::8]:
        for turn in game.legal_actions(state)[:5]:
            following = game.next_state(state, turn)
            if not game.is_terminal(following):
                value, other = game.heuristic(following)
                assert value == -other
                assert game.min_return <= value <= game.max_return
                seen.add(value)
        after_each = [game.next_state(state, turn) for turn in game.legal_actions(state)]
        assert game.heuristic(state)[state.player] == max(
            (game.returns if game.is_terminal(each) else game.heuristic)(each)[state.player]
            for each in after_each
        )
    assert min(seen) < 0.0 < max(seen)


def test_who_follows_the_heuristic_beats_who_does_not():
    chance = random.Random(8)
    won = 0
    for number in range(12):
        state = GAME.initial_state()
        while not GAME.is_terminal(state):
            legal = GAME.legal_actions(state)
            if GAME.current_player(state) == number % 2:
                follow = [GAME.next_state(state, turn) for turn in legal]
                values = [
                    3.0 if GAME.is_terminal(each) else GAME.heuristic(each)[number % 2]
                    for each in follow
                ]
                state = follow[values.index(max(values))]
            else:
                state = GAME.next_state(state, chance.choice(legal))
        won += GAME.returns(state)[number % 2] > 0.0
    assert won == 12


def test_a_race_is_judged_by_pips():
    ahead = position({1: 5, 2: 5}, {3: 5, 4: 5}, 1)
    behind = position({3: 5, 4: 5}, {1: 5, 2: 5}, 1)
    even = position({3: 5, 4: 5}, {3: 5, 4: 5}, 1)
    values = [GAME.heuristic(state)[0] for state in (behind, even, ahead)]
    assert values == sorted(values)
    assert values[0] < 0.0 < values[1] < values[2]  # it is good to be on roll


def test_text_and_view():
    state = after(GAME, "31", "8/5 6/5", "64")
    assert GAME.state_to_text(state) == (
        " 12 11 10  9  8  7 |  6  5  4  3  2  1\n"
        "  X  .  .  .  O  . |  O  .  .  .  .  X\n"
        "  X  .  .  .  O  . |  O  .  .  .  .  X\n"
        "  X  .  .  .  O  . |  O  .  .  .  .  .\n"
        "  X  .  .  .  .  . |  O  .  .  .  .  .\n"
        "  X  .  .  .  .  . |  O  .  .  .  .  .\n"
        "\n"
        "  O  .  .  .  .  . |  .  .  .  .  .  .\n"
        "  O  .  .  .  .  . |  X  .  .  .  .  .\n"
        "  O  .  .  .  .  . |  X  .  .  .  .  .\n"
        "  O  .  .  .  X  . |  X  X  .  .  .  O\n"
        "  O  .  .  .  X  . |  X  X  .  .  .  O\n"
        " 13 14 15 16 17 18 | 19 20 21 22 23 24\n"
        "X: 0 on the bar, 0 off\n"
        "O: 0 on the bar, 0 off\n"
        "O to play 64"
    )
    view = view_of(GAME, state)
    assert view.moves["24/14"] == ("1", "7", "7", "11")
    held = {cell.id: cell.piece for cell in view.cells}
    assert held["die.1"].text + held["die.2"].text == "⚅⚃"
    assert held["13.5"].player == 0
    assert held["12.5"].player == 1
    crowded = position({6: 7, 25: 2}, {25: 1, 1: 3}, 21)
    view = view_of(GAME, crowded)
    held = {cell.id: cell.piece for cell in view.cells}
    assert (held["6.5"].text, held["bar1"].text, held["off1"].text) == ("7", "2", "6")
    assert all(clicks[0] == "bar1" for clicks in view.moves.values())
    assert "  7  .  .  .  .  .\n" in GAME.state_to_text(crowded)


def test_bad_parameters():
    with pytest.raises(BadParameter, match=r'scoring must be "points" or "win", not \'money\''):
        Backgammon("money")
