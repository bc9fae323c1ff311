"""Unchecked games find what a few checked games do not."""

from __future__ import annotations

import math
import random

import pytest
from planted import examine, kinds
from planted_games.grid import Gomoku, Negated, SwappedOnDiagonals

import gametree as gt
from gametree.doctor.likely_faults.heuristic_sign import heuristic_contradictions
from gametree.doctor.likely_faults.suspicions import suspicions
from gametree.doctor.probe import Probe
from gametree.doctor.random_games.compiled_games import compiled_games
from gametree.doctor.random_games.explore import Explorer
from gametree.doctor.random_games.game_in_progress import Ending
from gametree.doctor.random_games.unchecked_games import HeuristicSample, UncheckedGames
from gametree.doctor.watchdog import Watchdog
from toys import OneHeap


def unchecked_games(game, most, seconds=math.inf):
    games = UncheckedGames(Explorer(Probe(game, Watchdog(60.0))))
    games.play(most, 0, seconds)
    return games


def told(game, games):
    return [fault.kind for fault, _ in suspicions(game, unchecked_games(game, games).endings)]


def test_the_winner_swapped_on_an_ordinary_board():
    """Nine by nine, five in a row: too slow to be played often under watch."""
    assert told(Negated(), 30) == ["perspective"]
    assert told(Gomoku(), 30) == []


def test_the_winner_swapped_in_some_endings():
    assert told(SwappedOnDiagonals(7, 4), 150) == ["mixed"]
    assert told(Gomoku(7, 4), 150) == []


def test_a_game_may_declare_that_the_last_move_loses():
    class Misere(OneHeap):
        def returns(self, state):
            return OneHeap.returns(self, state)[::-1]

    assert ("returns", "perspective") in kinds(examine(Misere(12)))
    Misere.misere = True
    assert examine(Misere(12)).findings == ()


def test_the_winner_swapped_among_three_players():
    class Three(OneHeap):
        players = 3

        def next_state(self, state, action):
            return (state[0] - action, (state[1] + 1) % 3)

        def returns(self, state):
            last = (state[1] + self.turned) % 3
            return tuple(float(player == last) for player in range(3))

    Three.turned = 2
    assert examine(Three(12)).findings == ()
    Three.turned = 1
    assert kinds(examine(Three(12))) == {("returns", "perspective")}


def test_what_rarely_happens_is_looked_into():
    class Rare(OneHeap):
        def returns(self, state):
            if state[1] == 2:
                raise KeyError("nobody")
            return OneHeap.returns(self, state)

        def next_state(self, state, action):
            left, player = OneHeap.next_state(self, state, action)
            # After this many single steps in a row nobody is left to have won.
            single = (len(state) > 2 and state[2]) + 1 if action == 1 else 0
            return (left, 2 if left == 0 and single == 7 else player, single)

        def initial_state(self):
            return (7, 0, 0)

    games = unchecked_games(Rare(7), 3000)
    (finding,) = games._explorer.findings.sorted()
    assert (finding.method, finding.kind) == ("returns", "raises")
    assert finding.moves == (1,) * 7


def test_a_seed_gives_the_same_games_at_any_speed():
    def moves(seconds_checking):
        games = UncheckedGames(Explorer(Probe(OneHeap(21), Watchdog(60.0))))
        games._seconds_checking = seconds_checking
        games.play(40, 0, math.inf)
        return [ending.moves for ending in games.endings]

    assert moves(math.inf) == moves(-math.inf)
    assert len(moves(math.inf)) == 40


def test_the_same_moves_must_lead_to_the_same_end():
    class Slips(OneHeap):
        def next_state(self, state, action):
            slip = random.random() < 0.02 and state[0] > action
            return (state[0] - action - slip, 1 - state[1])

    random.seed(1)
    games = unchecked_games(Slips(30), 300)
    assert ("next_state", "not repeatable") in games._explorer.findings.known


class HeapInPlace(OneHeap):
    """Its states are lists, which moves change."""

    states_change = True

    def initial_state(self):
        return [self.counters, 0]

    def next_state(self, state, action):
        state[0] -= action
        state[1] = 1 - state[1]
        return state


@pytest.mark.parametrize("rules", [OneHeap, HeapInPlace])
def test_compiled_games_are_games(rules):
    game = rules(9)
    first = game.initial_state()
    endings = compiled_games(game, first, 200, 0, 60.0, pytest.fail)
    assert first == game.initial_state()
    assert len(endings) == 200
    for ending in endings:
        state = game.initial_state()
        for action in ending.moves:
            assert action in game.legal_actions(state)
            last, choices = game.current_player(state), len(game.legal_actions(state))
            state = game.next_state(state, action)
        assert game.is_terminal(state)
        assert ending.returns == game.returns(state)
        assert (ending.last_player, ending.last_choices) == (last, choices)


def test_a_heuristic_of_the_wrong_sign_or_order():
    rng = random.Random(0)
    endings = [Ending((0,), won, 0, 2) for won in ((1.0, -1.0), (-1.0, 1.0)) for _ in range(200)]

    def samples(said):
        return [
            HeuristicSample(
                said(ending.returns[0] + rng.gauss(0, 2), number % 2), number % 2, ending
            )
            for number, ending in enumerate(endings)
        ]

    def kinds_of(said):
        return [fault.kind for fault in heuristic_contradictions(gt.games.Nim(), samples(said))]

    assert kinds_of(lambda lead, mover: (lead, -lead)) == []
    assert kinds_of(lambda lead, mover: (-lead, lead)) == ["perspective"]
    assert kinds_of(lambda lead, mover: (-lead, lead) if mover else (lead, -lead)) == [
        "perspective"
    ]
    assert kinds_of(lambda lead, mover: (rng.gauss(0, 1), 0.0)) == []


def test_a_player_who_never_moves():
    class Alone(OneHeap):
        def next_state(self, state, action):
            return (state[0] - action, 0)

    assert ("current_player", "never moves") in kinds(examine(Alone(12)))
