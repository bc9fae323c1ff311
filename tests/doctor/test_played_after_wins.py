"""Rules as functions that go on after somebody has won, as printed in an article."""

from __future__ import annotations

import gametree as gt
from gametree.adapters.rules import RuleGame, Rules, create_state
from gametree.doctor.likely_faults.played_after_wins import played_after_wins

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def won(cells):
    return next((cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != 0), 0)


def apply(rule, state):
    cells, moved = state
    return create_state([*cells[:rule], 3 - moved, *cells[rule + 1 :]], 3 - moved)


def free(state):
    return [cell for cell, owner in enumerate(state[0]) if not owner]


def result(undecided):
    def get_result(state, player):
        winner = won(state[0])
        if winner:
            return 1 if winner == player else 0
        return 0.5 if 0 not in state[0] else undecided

    return get_result


def game(get_rules, get_result, root=None):
    return RuleGame(Rules(apply, get_rules, get_result), root or create_state([0] * 9, 2))


def test_rules_that_ignore_wins_are_told():
    fault = played_after_wins(game(free, result([False])))
    assert fault.problem.startswith("gives rules after somebody has won by get_result, in ")
    assert fault.problem.endswith("before that it is [False]")
    assert fault.severity == "warning"
    assert len(fault.moves) >= 5
    # Where it is a number before the end, a second row may change the winner, as if he led.
    assert played_after_wins(game(free, result(0.5))) is None


def test_rules_that_end_with_a_win_are_not():
    assert played_after_wins(game(lambda s: [] if won(s[0]) else free(s), result(0.5))) is None


def test_who_leads_has_not_won():
    def leads(state, player):
        first, second = state[0].count(1), state[0].count(2)
        return 0.5 if first == second else float((first > second) == (player == 1))

    assert played_after_wins(game(free, leads)) is None
    chips = Rules(lambda r, s: create_state(s[0] - r, 3 - s[1]), lambda s: range(min(3, s[0])),
                  lambda s, p: float(s[1] == p))  # fmt: skip
    assert played_after_wins(RuleGame(chips, create_state(0, 2))) is None
    assert played_after_wins(gt.games.Nim()) is None
